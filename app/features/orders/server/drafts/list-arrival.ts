import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { EDITORS_TURN } from "../../rules/status-groups.ts";
import { findDecisions } from "../late/find-decisions.ts";
import { type AskedOfAuthor, type OrderRow, described, orders, row, rowsOfClient } from "../views/list-orders.ts";
import { REAL, inClientGroup } from "../views/list-own-orders.ts";

const MOST = 30;
const LAST = 3;

export type ClientArrival = { waiting: OrderRow[]; running: OrderRow[]; delivered: OrderRow[]; any: boolean };

/**
 * What a client's dashboard shows: orders that need them, soonest date first; orders in progress; recent deliveries.
 */
export async function listClientArrival(actor: Person, asked: AskedOfAuthor): Promise<ClientArrival> {
  const decisions = await findDecisions(actor.uid);
  const decided = decisions.map(({ order }) => order.id);
  const own = () => described(orders().where("o.userId", "=", actor.uid).where(REAL));
  const [waiting, running, delivered, any] = await Promise.all([
    own()
      .where(inClientGroup("waiting", decided))
      // Decisions about money, the soonest first, then questions that pause the due date first, then orders with a date, then drafts.
      .orderBy(sql`array_position(${decided}::text[], o.id) nulls last`)
      .orderBy(
        sql`case o.status when 'awaiting_client' then 0 when 'delivered' then 1 when 'draft' then 4 when 'accepted'
          then 3 else 2 end`,
      )
      .orderBy(sql`coalesce(o."quoteExpiresAt", o."autoAcceptAt")`)
      .orderBy("o.id")
      .limit(MOST)
      .execute(),
    own()
      .where(inClientGroup("running", decided))
      .orderBy(sql`coalesce(o."revisionDueAt", o."dueAt") asc nulls last`)
      .orderBy("o.id")
      .limit(MOST)
      .execute(),
    own().where("o.deliveredAt", "is not", null).orderBy("o.deliveredAt", "desc").orderBy("o.id").limit(LAST).execute(),
    own().limit(1).execute(),
  ]);
  const rows = await rowsOfClient([...waiting, ...running, ...delivered], asked, decisions);
  const inProgress = waiting.length + running.length;
  return {
    waiting: rows.slice(0, waiting.length),
    running: rows.slice(waiting.length, inProgress),
    delivered: rows.slice(inProgress),
    any: any.length > 0,
  };
}

/** Orders that need the editor, earliest deadline first. */
export async function listEditorArrival(actor: Person): Promise<OrderRow[]> {
  const found = await described(
    orders()
      .where("o.assignedTo", "=", actor.uid)
      .where(sql<boolean>`o.status = any(${[...EDITORS_TURN]})`),
  )
    .orderBy(sql`coalesce(o."revisionDueAt", o."editorDueAt") asc nulls last`)
    .orderBy("o.id")
    .limit(MOST)
    .execute();
  return Promise.all(found.map((o) => row(o, "editor")));
}

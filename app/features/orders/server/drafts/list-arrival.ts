import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { EDITORS_TURN, statesOfGroup } from "../../rules/status-groups.ts";
import {
  type CountOpenQueries,
  type OrderRow,
  PREPARED,
  described,
  orders,
  row,
  rowsOfClient,
} from "../views/list-orders.ts";

const MOST = 30;
const LAST = 3;
const RATED = sql<boolean>`exists (select 1 from ratings r where r."orderId" = o.id)`;
const REAL = sql<boolean>`(o.status <> 'draft'
  or exists (select 1 from files f where f."orderId" = o.id and f."removedAt" is null))`;

export type ClientArrival = { waiting: OrderRow[]; running: OrderRow[]; delivered: OrderRow[]; any: boolean };

/**
 * What a client's dashboard shows: orders that need them, soonest date first; orders in progress; recent deliveries.
 */
export async function listClientArrival(actor: Person, countOpenQueries: CountOpenQueries): Promise<ClientArrival> {
  const own = () => described(orders().where("o.userId", "=", actor.uid).where(REAL));
  const [waiting, running, delivered, any] = await Promise.all([
    own()
      .where(
        sql<boolean>`((o.status = any(${statesOfGroup("waiting")}) and not ${PREPARED})
          or (o.status = 'accepted' and not ${RATED}))`,
      )
      // Questions that pause the due date first, then orders with a date, then drafts.
      .orderBy(
        sql`case o.status when 'awaiting_client' then 0 when 'delivered' then 1 when 'draft' then 4 when 'accepted'
          then 3 else 2 end`,
      )
      .orderBy(sql`coalesce(o."quoteExpiresAt", o."autoAcceptAt")`)
      .orderBy("o.id")
      .limit(MOST)
      .execute(),
    own()
      .where(sql<boolean>`(o.status = any(${statesOfGroup("running")}) or ${PREPARED})`)
      .orderBy(sql`coalesce(o."revisionDueAt", o."dueAt") asc nulls last`)
      .orderBy("o.id")
      .limit(MOST)
      .execute(),
    own().where("o.deliveredAt", "is not", null).orderBy("o.deliveredAt", "desc").orderBy("o.id").limit(LAST).execute(),
    own().limit(1).execute(),
  ]);
  const rows = await rowsOfClient([...waiting, ...running, ...delivered], countOpenQueries);
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

import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import type { ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull, nullsFirst, nullsLast } from "#app/platform/server/lists/order.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { type InviteOutcome, PAST_INVITES_LIST, type PastInvite, type PastInvitesQuery } from "../rules/invite-list.ts";
import type { InviteState } from "../rules/flow.ts";

const ROWS = 25;

function found(uid: string, query: PastInvitesQuery) {
  let of = database()
    .selectFrom("invites as i")
    .innerJoin("orders as o", "o.id", "i.orderId")
    .where("i.editorId", "=", uid);
  of = query.filters.outcome
    ? of.where("i.status", "=", query.filters.outcome as InviteState)
    : of.where("i.status", "<>", "sent");
  if (query.q) of = of.where(contains(query.q, [sql`o.number`]));
  return of;
}

function invites(uid: string, query: PastInvitesQuery): List<PastInvite> {
  const column = { sent: sql`i."sentAt"`, pay: sql`i."payMinor"`, words: sql`o."billableWords"` }[query.sort];
  const nulls = query.desc ? nullsFirst : nullsLast;
  const of = found(uid, query);
  const shown = (list: typeof of) =>
    list.select((eb) => [
      "i.id",
      "i.orderId",
      "o.number",
      "o.service",
      "o.field",
      "o.billableWords as words",
      "i.payMinor",
      "i.currency",
      "i.sentAt",
      "i.status",
      "o.assignedTo",
      eb.fn.coalesce("i.respondedAt", "i.expiresAt").as("endedAt"),
    ]);
  return queryList(of, [nulls(column, query.desc), notNull(sql`i.id`, true)], shown, (rows) =>
    rows.map(({ status, assignedTo, sentAt, endedAt, service, field, ...r }): PastInvite => ({
      ...r,
      service: service ?? "",
      field: field ?? "",
      outcome: status as InviteOutcome,
      own: assignedTo === uid,
      sentAt,
      endedAt: endedAt!,
    })),
  );
}

/**
 * One page of an editor's past invites with their outcomes. No titles or names, because orders they didn't accept are
 * private.
 */
export const listPastInvites = (person: Person, query: PastInvitesQuery): Promise<ListPage<PastInvite>> =>
  listPage(invites(person.uid, query), query, { size: ROWS });

/** GET /api/csv/invites: the editor's own past invites, filtered like the list. */
export const pastInvitesCsv = listFile(PAST_INVITES_LIST, (actor, query) => {
  if (actor.kind !== "person" || !actor.emailVerified || !actor.isEditor) throw refused("Invites are for editors.");
  return invites(actor.uid, query);
});

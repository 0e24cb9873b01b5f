import { sql } from "kysely";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { type List, listPage, queryList } from "#app/platform/server/lists/list.ts";
import { notNull, nullsFirst, nullsLast } from "#app/platform/server/lists/order.ts";
import { listCsv } from "#app/platform/server/lists/list-csv.ts";
import { SERVICE_LABELS, isService } from "#app/features/pricing/rules/policy.ts";
import { subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { INVITE_OUTCOMES, type InviteOutcome, PAST_INVITES_LIST, type PastInvitesQuery } from "../rules/invite-list.ts";
import type { InviteState } from "../rules/flow.ts";

export type PastInvite = {
  id: string;
  orderId: string;
  number: string;
  service: string;
  field: string;
  words: number;
  payMinor: number;
  currency: string;
  sentAt: string;
  endedAt: string;
  outcome: InviteOutcome;
  own: boolean;
};

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
      sentAt: sentAt.toISOString(),
      endedAt: endedAt!.toISOString(),
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
export async function pastInvitesCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (actor.kind !== "person" || !actor.emailVerified || !actor.isEditor) throw refused("Invites are for editors.");
  return listCsv<PastInvite>(
    `invites-${now().toISOString().slice(0, 10)}`,
    [
      { header: "Order", value: (r) => r.number },
      { header: "Service", value: (r) => (isService(r.service) ? SERVICE_LABELS[r.service] : "") },
      { header: "Field", value: (r) => subfieldLabel(r.field) },
      { header: "Words", value: (r) => r.words },
      { header: "Pay", value: (r) => decimalMoney(r.payMinor) },
      { header: "Currency", value: (r) => r.currency },
      { header: "Invited", value: (r) => r.sentAt },
      { header: "Ended", value: (r) => r.endedAt },
      { header: "Outcome", value: (r) => INVITE_OUTCOMES[r.outcome] },
    ],
    invites(actor.uid, readListQuery(new URL(request.url).searchParams, PAST_INVITES_LIST)),
  );
}

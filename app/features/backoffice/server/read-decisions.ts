import { sql } from "kysely";
import { reachOf } from "#app/features/accounts/rules/access.ts";
import { timeOverAt, timesOf } from "#app/features/orders/rules/deadline/lateness.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { deliverBy } from "#app/features/pricing/rules/deadlines.ts";
import { giveUpAt } from "#app/features/quotes/rules/promise.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type Decision, type DecisionKind, MOST_DECISIONS, byUrgency } from "../rules/decisions.ts";

/** The most of each kind that are looked at, the first to be due or the oldest. */
const MOST_OF_A_KIND = 50;

type Row = {
  kind: DecisionKind;
  id: string;
  orderId: string;
  number: string;
  since: Date;
  owner: string | null;
  dueAt: Date | null;
};

const TO: Readonly<Record<DecisionKind, (row: Row) => string>> = {
  dispute: (row) => `/admin/disputes/${row.id}`,
  late: (row) => `/admin/orders/${row.orderId}`,
  unassigned: (row) => `/admin/orders/${row.orderId}`,
  review: (row) => `/admin/orders/${row.orderId}`,
  quote: (row) => `/admin/quotes/${row.id}`,
};

/**
 * What somebody has to decide, for this person's pages: at most nine, those first that the product will decide itself,
 * and whether there are more.
 */
export async function readDecisions(actor: Person): Promise<{ rows: Decision[]; more: boolean }> {
  const most = sql.lit(MOST_OF_A_KIND);
  const { rows } = await sql<Row>`
    (select 'dispute' as kind, d.id, d."orderId", o.number, d."openedAt" as since, null as owner, d."evidenceDueAt" as "dueAt"
      from disputes d join orders o on o.id = d."orderId"
      where d.status = 'needs_response' and d."sendingAt" is null order by d."evidenceDueAt" limit ${most})
    union all
    (select 'late', d.id, d."orderId", o.number, d."openedAt", null, null
      from late_decisions d join orders o on o.id = d."orderId"
      where d.status = 'open' order by d."openedAt" limit ${most})
    union all
    (select 'unassigned', o.id, o.id, o.number, o."paidAt", null, null
      from orders o where o.status = 'paid' and o."paidAt" is not null order by o."dueAt" limit ${most})
    union all
    (select 'review', q.id, q."orderId", o.number, q."createdAt", u."displayName",
        case when q.kind = 'delivery' and o.status = 'qa_review' then coalesce(o."revisionDueAt", o."dueAt") end
      from qa_reviews q join orders o on o.id = q."orderId"
      left join users u on u.uid = coalesce(q."reviewerId", q."takenBy")
      where q.status = 'waiting' order by q."createdAt" limit ${most})
    union all
    (select 'quote', q.id, q."orderId", o.number, q."askedAt", null, null
      from custom_quotes q join orders o on o.id = q."orderId"
      where q.status = 'waiting' order by q."askedAt" limit ${most})`.execute(database());
  const overs = await timesOver(rows.filter(({ kind }) => kind === "late" || kind === "unassigned"));
  const actsAt = async ({ kind, orderId, since, dueAt }: Row): Promise<Date | null> =>
    kind === "quote"
      ? giveUpAt(since, await answersAt(since))
      : kind === "review"
        ? dueAt && deliverBy(dueAt)
        : kind === "dispute"
          ? dueAt
          : (overs.get(orderId) ?? null);
  const found = await Promise.all(
    rows.map(async (row): Promise<Decision> => {
      const { kind, id, number, since, owner } = row;
      return { kind, id, number, since, owner, to: TO[kind](row), actsAt: await actsAt(row) };
    }),
  );
  const own = found.filter((one) => reachOf(actor, one.to) !== null).sort(byUrgency);
  return { rows: own.slice(0, MOST_DECISIONS), more: own.length > MOST_DECISIONS };
}

/** When each of these orders is refunded in full. */
async function timesOver(rows: readonly Row[]): Promise<Map<string, Date>> {
  if (rows.length === 0) return new Map();
  const orders = (await database()
    .selectFrom("orders")
    .selectAll()
    .where("id", "in", [...new Set(rows.map((row) => row.orderId))])
    .execute()) as Order[];
  return new Map(
    orders.flatMap((order) => {
      const over = timeOverAt(timesOf(order));
      return over ? [[order.id, over.at] as const] : [];
    }),
  );
}

import { sql } from "kysely";
import { type Actor, type Person, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { auditLine } from "../rules/audit/audit-line.ts";
import { reachOf } from "#app/features/accounts/rules/access.ts";
import { type Waiting, waitsFor } from "../rules/todo.ts";
import { isStranded } from "#app/features/orders/server/views/list-staff-orders.ts";
import { UNPAID } from "#app/features/orders/rules/flow.ts";
import { readLedgerCheck } from "#app/features/payments/server/ledger/check-ledger.ts";
import { countDeskThreads } from "#app/features/support/server/desk/desk-counts.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type FigureValues, readTotals } from "./money/finance.ts";
import { allowDuty } from "./allow-duty.ts";
import { isReviewDue } from "#app/features/policy-profiles/server/profile-rows.ts";

export type LateOrder = {
  id: string;
  number: string;
  title: string;
  status: string;
  dueAt: Date;
  client: string | null;
  editor: string | null;
};
export type RecentFact = {
  id: string;
  at: Date;
  title: string;
  detail: string;
  actor: string;
  orderId: string | null;
  orderNumber: string | null;
  aboutName: string | null;
  aboutEditor: boolean;
  subjectId: string | null;
};
export type MoneyTime = { label: string; from: string; to: string; values: FigureValues };

const ENDED = ["closed", "expired", "cancelled", "refunded", "draft", "delivered", "accepted", ...UNPAID];
/** Counts the same way as its list in orders/server/views/list-orders.ts. */
const late = (now: Date) => sql`coalesce(o."revisionDueAt", o."dueAt") < ${now} and o.status <> all(${ENDED})`;

async function countWaiting(actor: Person, now: Date): Promise<Waiting> {
  const helps: boolean = may(actor, "care");
  const { open, overdue, orderThreads } = helps
    ? await countDeskThreads(actor, now)
    : { open: 0, overdue: 0, orderThreads: 0 };
  const me = uidOf(actor);
  const { rows } = await sql<Omit<Waiting, "tickets" | "ticketsLate" | "threads">>`select
    (select count(*)::int from qa_reviews where status = 'waiting' and "dueAt" > ${now}) as qa,
    (select count(*)::int from qa_reviews where status = 'waiting' and "dueAt" <= ${now}) as "reviewsLate",
    (select count(*)::int from orders where status = 'paid') as unassigned,
    (select count(*)::int from orders o where o.status = 'paid'
    and exists (select 1 from facts f
      where f."orderId" = o.id and f.kind in ('matching.support_told', 'matching.client_offered'))) as hard,
    (select count(*)::int from late_decisions where status = 'open' and "decideByAt" > ${now}) as decide,
    (select count(*)::int from late_decisions where status = 'open' and "decideByAt" <= ${now}) as "decideLate",
    (select count(*)::int from orders o where ${late(now)}) as late,
    (select count(*)::int from orders o where ${isStranded}) as stranded,
    (select count(*)::int from orders where status in ('on_hold', 'disputed')) as held,
    (select count(*)::int from refund_requests where status = 'pending' and "firstApprovedBy" is distinct from ${me})
      as "refundsToApprove",
    (select count(*)::int from credit_lines where state = 'asked'
      or (state = 'proposed' and "proposedBy" is distinct from ${me})) as "creditToDecide",
    (select count(*)::int from contract_prices where state = 'proposed' and "proposedBy" is distinct from ${me}
      and ${may(actor, "prices")}) as "contractsToDecide",
    (select count(*)::int from manual_entries where state = 'waiting' and "createdBy" is distinct from ${me})
      as "entriesToDecide",
    (select count(*)::int from month_closings where "proposedBy" is distinct from ${me}) as "monthsToClose",
    (select count(*)::int from payout_runs where status = 'prepared' and "makerId" <> ${me}) as "toApprove",
    (select count(*)::int from policy_versions where status = 'proposed' and "draftedBy" is distinct from ${me})
      as "policyToApprove",
    (select count(*)::int from legal_versions where status = 'proposed' and "draftedBy" <> ${me}) as "legalToApprove",
    (select count(*)::int from policy_profile_versions where status = 'proposed' and "draftedBy" <> ${me})
      as "profilesToApprove",
    (select count(*)::int from policy_profile_versions v where ${isReviewDue(now)}) as "profilesToReview",
    (select count(*)::int from tax_registrations where (status = 'proposed' and "proposedBy" is distinct from ${me})
      or ("endDay" is not null and "endProposedBy" is distinct from ${me})) as "taxToApprove",
    (select count(*)::int from payout_runs where status = 'approved') as "toSend",
    (select count(*)::int from payout_runs where status = 'sent') as "withBank",
    (select count(*)::int from refunds where status = 'failed') as "failedRefunds",
    (select count(*)::int from disputes where status = 'needs_response' and "sendingAt" is null) as disputes,
    (select count(*)::int from money_differences where "resolvedAt" is null and "clearedAt" is null) as differences,
    (select count(*)::int from invoices where kind = 'self_billed' and "reviewedAt" is null) as invoices,
    (select count(*)::int from invoices where "awaitsRateOf" is not null) as rates,
    (select count(*)::int from editor_applications where status = 'submitted') as applications,
    (select count(*)::int from kyc_documents d where d.status = 'submitted' and d."replacedAt" is null) as kyc,
    (select count(*)::int from custom_quotes where status = 'waiting' and "dueAt" > ${now}) as quotes,
    (select count(*)::int from custom_quotes where status = 'waiting' and "dueAt" <= ${now}) as "quotesLate",
    (select count(*)::int from contact_messages where status = 'new') as messages`.execute(database());
  return { ...rows[0]!, ticketsLate: overdue, tickets: open, threads: orderThreads };
}

async function recentFacts(): Promise<RecentFact[]> {
  const { rows } = await sql<{
    id: string;
    kind: string;
    at: Date;
    actorId: string | null;
    actorRole: string;
    actorName: string | null;
    data: Record<string, unknown>;
    orderId: string | null;
    orderNumber: string | null;
    currency: string | null;
    subjectId: string | null;
    subjectName: string | null;
    isEditor: boolean;
  }>`
    select f.id, f.kind, f.at, f."actorId", f."actorRole", a."displayName" as "actorName", f.data, f."orderId",
    o.number as "orderNumber", o.currency, f."subjectId", s."displayName" as "subjectName", e.uid is not null
      as "isEditor"
    from (select * from facts order by seq desc limit 100) f left join users a on a.uid = f."actorId"
    left join orders o on o.id = f."orderId" left join users s on s.uid = f."subjectId"
    left join editors e on e.uid = f."subjectId" order by f.at desc, f.seq desc limit 20`.execute(database());
  return rows.map((r) => ({
    id: r.id,
    at: r.at,
    ...auditLine(factWords(), r, (minor) => formatMoney(minor, r.currency ?? "USD")),
    actor: r.actorName ?? (r.actorRole === "system" ? "the system" : r.actorRole),
    orderId: r.orderId,
    orderNumber: r.orderNumber,
    aboutName: r.subjectId !== r.actorId ? r.subjectName : null,
    aboutEditor: r.isEditor,
    subjectId: r.subjectId,
  }));
}

const isoDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Late orders, and how many were delivered on time. */
async function readPunctuality(now: Date) {
  const listed = await sql<LateOrder>`select o.id, o.number, o.title, o.status, coalesce(o."revisionDueAt", o."dueAt")
      as "dueAt", c."displayName" as client, e."displayName" as editor
    from orders o left join users c on c.uid = o."userId" left join users e on e.uid = o."assignedTo" where ${late(now)}
    order by 5 limit 10`.execute(database());
  const since = after(now, -30 * DAY);
  const { rows } = await sql<{ delivered: number; onTime: number }>`select count(*)::int as delivered,
      count(*) filter (where "deliveredAt" <= "dueAt")::int as "onTime" from orders
    where "deliveredAt" > ${since} and "dueAt" is not null`.execute(database());
  return { lateOrders: listed.rows, ...rows[0]! };
}

/**
 * The overview: this person's to-do list, the money, and for admins also the orders and what happened.
 * @throws refused unless admin or finance
 */
export async function readOverview(actor: Actor, now: Date) {
  allowDuty(actor, "money", "the overview");
  const today = isoDay(now);
  const times = [
    { label: "Today", from: today },
    { label: "Last 7 days", from: isoDay(after(now, -6 * DAY)) },
    { label: "This month", from: `${today.slice(0, 7)}-01` },
  ];
  const money: MoneyTime[] = [];
  for (const t of times)
    money.push({
      ...t,
      to: today,
      values: await readTotals(actor, t.from, today),
    });
  const waiting = await countWaiting(actor, now);
  const orders: boolean = may(actor, "orders");
  const operates: boolean = may(actor, "operations");
  return {
    waits: waitsFor(waiting).filter((wait) => reachOf(actor, wait.to) !== null),
    ledger: await readLedgerCheck(),
    money,
    orders: orders ? { late: waiting.late, ...(await readPunctuality(now)) } : null,
    facts: operates ? await recentFacts() : null,
  };
}

import { type RawBuilder, sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, type Person, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { reachOf } from "#app/features/accounts/rules/access.ts";
import { type Open, type Waiting, waitsFor } from "../rules/todo.ts";
import {
  countStaffViews,
  listOrdersForStaff,
  type StaffCounts,
  type StaffRow,
} from "#app/features/orders/server/views/list-staff-orders.ts";
import { STAFF_LIST } from "#app/features/orders/rules/staff-list.ts";
import { type ListPage, readListQuery } from "#app/platform/rules/core/list-query.ts";
import { readLedgerCheck } from "#app/features/payments/server/ledger/check-ledger.ts";
import { countPressing } from "#app/features/payments/server/tax/returns.ts";
import { countDeskThreads } from "#app/features/support/server/desk/desk-counts.ts";
import { type FigureValues, readTotals } from "./money/finance.ts";
import { allowDuty } from "./allow-duty.ts";
import { readDecisions } from "./read-decisions.ts";
import { isReviewDue } from "#app/features/policy-profiles/server/profile-rows.ts";

/** The finance figures of a week and of the one before. */
export type Week = { from: string; to: string; values: FigureValues; before: FigureValues };

const UNKNOWN = sql`null::timestamptz`;

/** The items that are open for a person by kind: where they are, and since when each waits. */
function openItems(actor: Person, now: Date) {
  const me = uidOf(actor);
  const undecided = (column: string) => sql`${sql.ref(column)} is distinct from ${me}`;
  return {
    disputes: [sql`disputes where status = 'needs_response' and "sendingAt" is null`, sql`"openedAt"`],
    failedRefunds: [sql`refunds where status = 'failed'`, sql`"createdAt"`],
    decideLate: [sql`late_decisions where status = 'open' and "decideByAt" <= ${now}`, sql`"openedAt"`],
    decide: [sql`late_decisions where status = 'open' and "decideByAt" > ${now}`, sql`"openedAt"`],
    reviewsLate: [sql`qa_reviews where status = 'waiting' and "dueAt" <= ${now}`, sql`"createdAt"`],
    quotesLate: [sql`custom_quotes where status = 'waiting' and "dueAt" <= ${now}`, sql`"askedAt"`],
    quotes: [sql`custom_quotes where status = 'waiting' and "dueAt" > ${now}`, sql`"askedAt"`],
    qa: [sql`qa_reviews where status = 'waiting' and "dueAt" > ${now}`, sql`"createdAt"`],
    unassigned: [sql`orders where status = 'paid'`, sql`"paidAt"`],
    hard: [
      sql`orders o where o.status = 'paid' and exists (select 1 from facts f
        where f."orderId" = o.id and f.kind in ('matching.support_told', 'matching.client_offered'))`,
      sql`"paidAt"`,
    ],
    held: [sql`orders where status in ('on_hold', 'disputed')`, UNKNOWN],
    refundsToApprove: [
      sql`refund_requests where status = 'pending' and ${undecided("firstApprovedBy")}`,
      sql`"createdAt"`,
    ],
    creditToDecide: [
      sql`credit_lines where state = 'asked' or (state = 'proposed' and ${undecided("proposedBy")})`,
      sql`"askedAt"`,
    ],
    writeOffsToDecide: [
      sql`write_offs where state = 'proposed' and ${undecided("proposedBy")} and ${may(actor, "money")}`,
      sql`"proposedAt"`,
    ],
    linesToAnswer: [sql`line_disputes where state = 'open' and ${may(actor, "money")}`, sql`"openedAt"`],
    contractsToDecide: [
      sql`contract_prices where state = 'proposed' and ${undecided("proposedBy")} and ${may(actor, "prices")}`,
      sql`"proposedAt"`,
    ],
    partnersToDecide: [
      sql`partner_discounts d join partners p on p.id = d."partnerId" and p."endedAt" is null
        where state = 'proposed' and ${undecided("proposedBy")} and ${may(actor, "prices")}`,
      sql`"proposedAt"`,
    ],
    exemptionsToDecide: [sql`tax_exemptions where state = 'asked' and ${may(actor, "money")}`, sql`"askedAt"`],
    domainsToDecide: [sql`organization_domains where state = 'asked' and ${may(actor, "people")}`, sql`"askedAt"`],
    entriesToDecide: [sql`manual_entries where state = 'waiting' and ${undecided("createdBy")}`, sql`"createdAt"`],
    monthsToClose: [sql`month_closings where ${undecided("proposedBy")}`, sql`"proposedAt"`],
    policyToApprove: [sql`policy_versions where status = 'proposed' and ${undecided("draftedBy")}`, sql`"proposedAt"`],
    legalToApprove: [sql`legal_versions where status = 'proposed' and ${undecided("draftedBy")}`, sql`"proposedAt"`],
    profilesToApprove: [
      sql`policy_profile_versions where status = 'proposed' and ${undecided("draftedBy")}`,
      sql`"proposedAt"`,
    ],
    profilesToReview: [sql`policy_profile_versions v where ${isReviewDue(now)}`, UNKNOWN],
    taxToApprove: [
      sql`tax_registrations where (status = 'proposed' and ${undecided("proposedBy")})
        or ("endDay" is not null and ${undecided("endProposedBy")})`,
      sql`coalesce("endProposedAt", "proposedAt")`,
    ],
    toApprove: [sql`payout_runs where status = 'prepared' and ${undecided("makerId")}`, sql`"createdAt"`],
    toSend: [sql`payout_runs where status = 'approved'`, sql`"approvedAt"`],
    withBank: [sql`payout_runs where status = 'sent'`, sql`"sentAt"`],
    differences: [sql`money_differences where "resolvedAt" is null and "clearedAt" is null`, sql`"foundAt"`],
    invoices: [sql`invoices where kind = 'self_billed' and "reviewedAt" is null`, sql`"issuedAt"`],
    rates: [sql`invoices where "awaitsRateOf" is not null`, sql`"issuedAt"`],
    applications: [sql`editor_applications where status = 'submitted'`, sql`"submittedAt"`],
    kyc: [sql`kyc_documents where status = 'submitted' and "replacedAt" is null`, sql`"submittedAt"`],
    messages: [sql`contact_messages where status = 'new'`, sql`"createdAt"`],
  } satisfies Partial<Record<keyof Waiting, readonly [from: RawBuilder<unknown>, since: RawBuilder<unknown>]>>;
}

async function readWaiting(actor: Person, now: Date, orders: StaffCounts | null): Promise<Waiting> {
  const items = openItems(actor, now);
  const { rows } = await sql<Open & { key: keyof typeof items }>`${sql.join(
    Object.entries(items).map(
      ([key, [from, since]]) =>
        sql`select ${key}::text as key, count(*)::int as count, min(${since}) as oldest from ${from}`,
    ),
    sql` union all `,
  )}`.execute(database());
  const open = Object.fromEntries(rows.map(({ key, ...it }) => [key, it])) as Record<keyof typeof items, Open>;
  const desk = orders ? await countDeskThreads(actor, now) : null;
  const only = (n: number | null | undefined): Open => ({ count: n ?? 0, oldest: null });
  return {
    ...open,
    taxReturns: only(may(actor, "money") ? await countPressing(now) : 0),
    late: only(orders?.late),
    stranded: only(orders?.stranded),
    ticketsLate: only(desk?.overdue),
    tickets: only(desk?.open),
    threads: only(desk?.orderThreads),
  };
}

/** How many orders were delivered on time in the last 30 days, by the date their authors were promised. */
async function readPunctuality(now: Date): Promise<{ delivered: number; onTime: number }> {
  const { rows } = await sql<{ delivered: number; onTime: number }>`select count(*)::int as delivered,
      count(*) filter (where "deliveredAt" <= "dueAt")::int as "onTime" from orders
    where "deliveredAt" > ${after(now, -30 * DAY)} and "dueAt" is not null`.execute(database());
  return rows[0]!;
}

/** The orders that are late or due within a day, the first to be due first. */
async function readSoon(actor: Actor, now: Date): Promise<ListPage<StaffRow>> {
  const query = readListQuery(new URLSearchParams("show=soon&sort=dueAt"), STAFF_LIST);
  return listOrdersForStaff(actor, query, now);
}

/**
 * The overview: this person's to-do list, the finance figures of a week, and for admins the orders that are late or due
 * within a day.
 * @throws refused unless admin or finance
 */
export async function readOverview(actor: Actor, now: Date) {
  allowDuty(actor, "money", "the overview");
  const day = (ago: number): string => dayOf(after(now, -ago * DAY));
  const helps: boolean = may(actor, "care");
  const counts = helps ? await countStaffViews(actor, now) : null;
  const waiting = await readWaiting(actor, now, counts);
  const week: Week = {
    from: day(6),
    to: day(0),
    values: await readTotals(actor, day(6), day(0)),
    before: await readTotals(actor, day(13), day(7)),
  };
  return {
    waits: waitsFor(waiting).filter((wait) => reachOf(actor, wait.to) !== null),
    decisions: await readDecisions(actor),
    ledger: await readLedgerCheck(),
    week,
    orders: counts ? { counts, soon: await readSoon(actor, now), ...(await readPunctuality(now)) } : null,
  };
}

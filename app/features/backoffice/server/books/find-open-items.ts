import { dayOf } from "#app/platform/rules/core/day.ts";
import { sql } from "kysely";
import { currenciesWithoutRate } from "#app/features/payments/server/ledger/revalue.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { monthWords, spanOfMonth } from "../../rules/books.ts";

/** Something that should be settled before a month is closed. */
export type OpenItem = { key: string; label: string; count: number; to: string };

type Counts = Record<
  | "differences"
  | "notBooked"
  | "refunds"
  | "proposals"
  | "runs"
  | "disputes"
  | "entries"
  | "unexplained"
  | "covered"
  | "moving",
  number
>;

/**
 * What is open of a month, each thing once and none of it with a count of zero. What is a difference already counts as
 * one.
 * @param month "2026-10"
 */
export async function findOpenItems(db: Reader, month: string): Promise<OpenItem[]> {
  const { endsAt } = spanOfMonth(month);
  const { rows } = await sql<Counts>`
    with open_differences as (select key from money_differences where "resolvedAt" is null and "clearedAt" is null)
    select
    (select count(*) from open_differences) as differences,
    (select count(*) from provider_transactions t where t."bookedAt" is null and t."madeAt" < ${endsAt}
      and not exists (select 1 from open_differences d where d.key = 'transaction:' || t.id)) as "notBooked",
    (select count(*) from refunds where status in ('requested', 'sent', 'failed') and "createdAt" < ${endsAt})
      as refunds,
    (select count(*) from refund_requests where status = 'pending' and "createdAt" < ${endsAt}) as proposals,
    (select count(*) from payout_runs where status in ('prepared', 'approved', 'sent') and "createdAt" < ${endsAt})
      as runs,
    (select count(*) from disputes where status in ('needs_response', 'under_review') and "openedAt" < ${endsAt})
      as disputes,
    (select count(*) from manual_entries where state = 'waiting' and day < ${dayOf(endsAt)}) as entries,
    (select count(*) from bank_lines b where b.match is null and b."bookedAt" < ${endsAt}
      and not exists (select 1 from open_differences d where d.key = 'line:' || b.id)) as unexplained,
    (select count(*) from bank_statements where state in ('importing', 'reversing') and "fromAt" < ${endsAt}) as moving,
    (select count(*) from bank_statements where state = 'imported' and "toAt" >= ${endsAt}::timestamptz - interval '1 day')
      as covered`.execute(db);
  const found = rows[0]!;
  const items: OpenItem[] = [
    {
      key: "differences",
      label: "Differences between provider, ledger, and bank",
      count: found.differences,
      to: "/admin/reconciliation",
    },
    {
      key: "notBooked",
      label: "Card provider transactions that aren't booked",
      count: found.notBooked,
      to: "/admin/reconciliation",
    },
    {
      key: "unexplained",
      label: "Bank lines without an explanation",
      count: found.unexplained,
      to: "/admin/reconciliation",
    },
    {
      key: "moving",
      label: "Bank statements being imported or reversed",
      count: found.moving,
      to: "/admin/reconciliation",
    },
    {
      key: "covered",
      label: `No bank statement reaches the end of ${monthWords(month)}`,
      count: found.covered === 0 ? 1 : 0,
      to: "/admin/reconciliation",
    },
    {
      key: "refunds",
      label: "Refunds that haven't been paid",
      count: found.refunds,
      to: "/admin/payments?list=refunds",
    },
    { key: "proposals", label: "Proposed refunds to decide", count: found.proposals, to: "/admin/refunds" },
    { key: "runs", label: "Payout runs that aren't settled", count: found.runs, to: "/admin/payouts/bank-batch" },
    { key: "disputes", label: "Open disputes", count: found.disputes, to: "/admin/disputes" },
    {
      key: "entries",
      label: "Journal entries by hand that need a second person",
      count: found.entries,
      to: "/admin/accounts/entries?state=waiting",
    },
  ];
  const unvalued = await currenciesWithoutRate(endsAt, db);
  items.push({
    key: "rates",
    label: `No reference rate for the end of ${monthWords(month)}, at which ${unvalued.join(" and ")} is valued`,
    count: unvalued.length,
    to: "/admin/payouts/rates",
  });
  return items.filter((item) => item.count > 0);
}

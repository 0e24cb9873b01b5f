import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { monthWords, spanOfMonth } from "../../rules/books.ts";

/** Something that should be settled before a month is closed. */
export type OpenItem = { key: string; label: string; count: number; to: string };

type Counts = Record<
  "differences" | "notBooked" | "refunds" | "proposals" | "runs" | "disputes" | "unexplained" | "covered",
  number
>;

/** What is open of a month, none of it with a count of zero. @param month "2026-10" */
export async function findOpenItems(db: Reader, month: string): Promise<OpenItem[]> {
  const { endsAt } = spanOfMonth(month);
  const { rows } = await sql<Counts>`select
    (select count(*) from money_differences where "resolvedAt" is null and "clearedAt" is null) as differences,
    (select count(*) from provider_transactions where "bookedAt" is null and "madeAt" < ${endsAt}) as "notBooked",
    (select count(*) from refunds where status in ('requested', 'sent', 'failed') and "createdAt" < ${endsAt}) as refunds,
    (select count(*) from refund_requests where status = 'pending' and "createdAt" < ${endsAt}) as proposals,
    (select count(*) from payout_runs where status in ('prepared', 'approved', 'sent') and "createdAt" < ${endsAt}) as runs,
    (select count(*) from disputes where status in ('needs_response', 'under_review') and "openedAt" < ${endsAt}) as disputes,
    (select count(*) from bank_lines where match is null and "bookedAt" < ${endsAt}) as unexplained,
    (select count(*) from bank_statements where "toAt" >= ${endsAt}::timestamptz - interval '1 day') as covered`.execute(
    db,
  );
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
  ];
  return items.filter((item) => item.count > 0);
}

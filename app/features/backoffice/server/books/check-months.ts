import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { COUNTED_AS, isWorth } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { accountLabel } from "../../rules/finance-figures.ts";
import { monthWords } from "../../rules/books.ts";
import type { Difference } from "../reconciliation/find-differences.ts";

/**
 * How many closed months are compared with the journal in one pass: the newest, and those that were compared longest
 * ago.
 */
const PER_PASS = 4;
const keyOf = (month: string): string => `month:${month}`;

/**
 * Compares stored balances of closed months with the journal. Each month gets its turn, and one that differed is
 * compared in every pass. Writes down when. @returns a difference for each month that isn't what it was
 */
export async function checkMonths(ctx: Pick<CommandContext, "tx" | "now">): Promise<Difference[]> {
  const { rows: months } = await sql<{ month: string; startsAt: Date; endsAt: Date; entries: number }>`
    select month, "startsAt", "endsAt", entries from closed_months m
    where exists (select 1 from money_differences d where d.key = 'month:' || m.month and d."clearedAt" is null)
      or m.month in (select month from closed_months order by "checkedAt" nulls first, month desc limit ${PER_PASS})
      or m.month = (select max(month) from closed_months)
    order by m.month`.execute(ctx.tx);
  const changed: Difference[] = [];
  for (const month of months) {
    const found = await compare(ctx.tx, month);
    if (found) changed.push(found);
  }
  if (months.length > 0)
    await ctx.tx
      .updateTable("closed_months")
      .set({ checkedAt: ctx.now })
      .where(
        "month",
        "in",
        months.map((it) => it.month),
      )
      .execute();
  return changed;
}

async function compare(
  tx: Tx,
  { month, startsAt, endsAt, entries }: { month: string; startsAt: Date; endsAt: Date; entries: number },
): Promise<Difference | null> {
  // The stored balances must also follow from those of the month before.
  const { rows } = await sql<{ account: string; currency: string; off: number }>`
    with moved as (
      select v.currency, l.account, coalesce(sum(v.minor) filter (where v.minor > 0), 0)::bigint as debit,
        coalesce(-sum(v.minor) filter (where v.minor < 0), 0)::bigint as credit
      from journal_entries e join journal_lines l on l."entryId" = e.id ${COUNTED_AS}
      where v.minor <> 0 and e."bookedAt" >= ${startsAt} and e."bookedAt" < ${endsAt} group by 1, 2
    ), before as (
      select currency, account, "balanceMinor" as minor from closed_balances
      where month = (select max(m.month) from closed_months m where m.month < ${month})
    ), stored as (select * from closed_balances where month = ${month})
    select coalesce(s.account, m.account, b.account) as account, coalesce(s.currency, m.currency, b.currency)
      as currency,
      coalesce(b.minor, 0) + coalesce(m.debit, 0) - coalesce(m.credit, 0) - coalesce(s."balanceMinor", 0) as off
    from stored s full join moved m on m.account = s.account and m.currency = s.currency
      full join before b on b.account = coalesce(s.account, m.account) and b.currency = coalesce(s.currency, m.currency)
    where coalesce(m.debit, 0) <> coalesce(s."debitMinor", 0) or coalesce(m.credit, 0) <> coalesce(s."creditMinor", 0)
      or coalesce(b.minor, 0) + coalesce(m.debit, 0) - coalesce(m.credit, 0) <> coalesce(s."balanceMinor", 0)
    order by 1, 2`.execute(tx);
  const counted = await tx
    .selectFrom("journal_entries")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("bookedAt", ">=", startsAt)
    .where("bookedAt", "<", endsAt)
    .executeTakeFirstOrThrow();
  const [first] = rows;
  const currency = first && !isWorth(first.currency) ? first.currency : CURRENCY;
  if (!first && counted.n === entries) return null;
  const what = first
    ? `${accountLabel(first.account)} differs by ${formatMoney(Math.abs(first.off), currency)}`
    : `it had ${entries} entries and has ${counted.n}`;
  return {
    key: keyOf(month),
    kind: "month_changed",
    amountMinor: first?.off ?? 0,
    currency,
    title: `${monthWords(month)} has changed since it was closed: ${what}`,
    orderId: null,
  };
}

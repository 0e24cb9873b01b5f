import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { CLOCK, type Actor } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Reader, lockName } from "#app/platform/server/core/database.ts";
import { ledgerByDay } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { checkMonths } from "../books/check-months.ts";
import { bankStates } from "./bank-states.ts";
import { bookByRules } from "./book-by-rules.ts";
import { findDifferences } from "./find-differences.ts";
import { matchArrived, matchWaiting } from "./match-lines.ts";

const PER_INSERT = 1_000;

/** Clock: every day at 6:10 UTC, compares provider, ledger, and bank. */
export async function reconcileDaily(at: Date): Promise<void> {
  if (at.getUTCHours() === 6 && at.getUTCMinutes() === 10) await transact(CLOCK, recordDifferences);
}

/** The same, right now. @throws refused unless admin */
export async function reconcileNow(actor: Actor): Promise<void> {
  if (!may(actor, "money")) throw refused(only("money", "compare the books with the bank"));
  await transact(CLOCK, recordDifferences);
}

/**
 * Records the differences between provider, ledger, and bank, and the day's balances. A difference that is gone is
 * cleared, one that returns is open again, and a resolved one stays resolved. Safe to repeat and concurrently.
 */
export async function recordDifferences(ctx: CommandContext): Promise<void> {
  await lockName(ctx.tx, "reconciliation");
  await matchWaiting(ctx);
  await matchArrived(ctx);
  const found = [...(await findDifferences(ctx.tx, ctx.now)), ...(await checkMonths(ctx))];
  for (let at = 0; at < found.length; at += PER_INSERT)
    await ctx.tx
      .insertInto("money_differences")
      .values(found.slice(at, at + PER_INSERT).map((difference) => ({ ...difference, foundAt: ctx.now })))
      .onConflict((c) =>
        c.column("key").doUpdateSet((e) => ({
          kind: e.ref("excluded.kind"),
          amountMinor: e.ref("excluded.amountMinor"),
          title: e.ref("excluded.title"),
          clearedAt: null,
        })),
      )
      .execute();
  await ctx.tx
    .updateTable("money_differences")
    .set({ clearedAt: ctx.now })
    .where("resolvedAt", "is", null)
    .where("clearedAt", "is", null)
    .$if(found.length > 0, (q) =>
      q.where(
        "key",
        "not in",
        found.map((d) => d.key),
      ),
    )
    .execute();
  await bookByRules(ctx);
  await keepDay(ctx);
}

/**
 * The balances of a currency on the three sides. The provider's and the ledger's are of the same moment. The bank's is
 * null until a statement was imported.
 */
const ledgerBalances = sql<{
  currency: string;
  providerMinor: number | null;
  providerLedgerMinor: number;
  inTransitMinor: number;
  bankLedgerMinor: number;
}>`
  select c.currency,
    (select b."availableMinor" + b."pendingMinor" from provider_balances b where b.currency = c.currency)
      as "providerMinor",
    coalesce((select b."ledgerMinor" from provider_balances b where b.currency = c.currency),
      sum(d."debitMinor" - d."creditMinor") filter (where d.account = 'provider'), 0)::bigint as "providerLedgerMinor",
    coalesce(sum(d."debitMinor" - d."creditMinor") filter (where d.account = 'in_transit'), 0)::bigint
      as "inTransitMinor",
    coalesce(sum(d."debitMinor" - d."creditMinor") filter (where d.account = 'bank'), 0)::bigint as "bankLedgerMinor"
  from (select 'USD' as currency union select currency from provider_balances
    union select currency from bank_statements) c
    left join lateral ${ledgerByDay(sql`c.currency`)} d on d.account in ('provider', 'in_transit', 'bank')
  group by c.currency order by c.currency`;

/** What each side says now, in every currency. */
export async function balancesNow(db: Reader) {
  const { rows } = await ledgerBalances.execute(db);
  const bank = await bankStates(db);
  return rows.map((row) => ({
    ...row,
    statementMinor: bank.find((one) => one.currency === row.currency)?.statedMinor ?? null,
  }));
}

async function keepDay(ctx: CommandContext): Promise<void> {
  const { n } = await ctx.tx
    .selectFrom("money_differences")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("resolvedAt", "is", null)
    .where("clearedAt", "is", null)
    .executeTakeFirstOrThrow();
  const rows = await balancesNow(ctx.tx);
  const day = dayOf(ctx.now);
  for (const { currency, ...sums } of rows) {
    const row = { ...sums, openDifferences: Number(n), madeAt: ctx.now };
    await ctx.tx
      .insertInto("reconciliations")
      .values({ day, currency, ...row })
      .onConflict((c) => c.columns(["day", "currency"]).doUpdateSet(row))
      .execute();
  }
}

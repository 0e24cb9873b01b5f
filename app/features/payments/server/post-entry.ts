import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";
import type { Account } from "../rules/chart-of-accounts.ts";

type EntryLine = { account: Account; party?: string; amountMinor: number };
export type EntryToPost = {
  /** Unique per cause ("paid:pay_...", "refund:ref_..."), so that posting twice has no effect. */
  key: string;
  kind: string;
  orderId?: string | null;
  causeType: string;
  causeId: string;
  memo: string;
  currency?: string;
  /**
   * When it happened, if that isn't now. If its month is closed, it's booked at the start of the oldest open one.
   */
  happenedAt?: Date;
  lines: readonly EntryLine[];
};

/**
 * Posts a balanced journal entry in the given transaction. The database refuses an unbalanced one.
 * @returns false when this key was already posted (nothing is written)
 */
export async function postEntry(ctx: Pick<CommandContext, "tx" | "now">, entry: EntryToPost): Promise<boolean> {
  const id = newId("entry");
  const lines = entry.lines.filter((l) => l.amountMinor !== 0);
  const fresh = await ctx.tx
    .insertInto("journal_entries")
    .values({
      id,
      key: entry.key,
      kind: entry.kind,
      orderId: entry.orderId ?? null,
      causeType: entry.causeType,
      causeId: entry.causeId,
      memo: entry.memo,
      at: ctx.now,
      ...(entry.happenedAt ? { happenedAt: entry.happenedAt } : {}),
    })
    .onConflict((c) => c.column("key").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!fresh) return false;
  if (lines.length)
    await ctx.tx
      .insertInto("journal_lines")
      .values(
        lines.map((l, i) => ({
          entryId: id,
          line: i + 1,
          account: l.account,
          party: l.party ?? "",
          amountMinor: l.amountMinor,
          currency: entry.currency ?? "USD",
        })),
      )
      .execute();
  return true;
}

/** The balance of an account in minor units (debits positive), for one party or all. */
export async function balanceOf(account: Account, party?: string, db: Reader = database()): Promise<number> {
  let query = db
    .selectFrom("journal_lines")
    .select(sql<number>`coalesce(sum("amountMinor"), 0)::bigint`.as("sum"))
    .where("account", "=", account);
  if (party !== undefined) query = query.where("party", "=", party);
  return (await query.executeTakeFirstOrThrow()).sum;
}

/** The sum of the whole ledger, which is always zero. */
export async function ledgerSum(db: Reader = database()): Promise<number> {
  return (
    await db
      .selectFrom("journal_lines")
      .select(sql<number>`coalesce(sum("amountMinor"), 0)::bigint`.as("sum"))
      .executeTakeFirstOrThrow()
  ).sum;
}

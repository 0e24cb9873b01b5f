import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database, json } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";

type EntryLine = { account: Account; party?: string; amountMinor: number };
export type EntryToPost = {
  /** Unique per cause ("paid:pay_...", "refund:ref_..."), so that posting twice has no effect. */
  key: string;
  kind: string;
  orderId?: string | null;
  causeType: string;
  causeId: string;
  memo: string;
  currency: string;
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
export const postEntry = async (ctx: Pick<CommandContext, "tx" | "now">, entry: EntryToPost): Promise<boolean> =>
  (await postEntries(ctx, [entry])).size === 1;

const PER_INSERT = 1_000;

/**
 * Posts journal entries together, in two statements for each thousand.
 * @returns the keys of those that weren't posted before
 */
export async function postEntries(
  ctx: Pick<CommandContext, "tx" | "now">,
  entries: readonly EntryToPost[],
): Promise<Set<string>> {
  const posted = new Set<string>();
  for (let from = 0; from < entries.length; from += PER_INSERT)
    for (const key of await postSome(ctx, entries.slice(from, from + PER_INSERT))) posted.add(key);
  return posted;
}

async function postSome(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  entries: readonly EntryToPost[],
): Promise<string[]> {
  const withIds = new Map(entries.map((entry) => [newId("entry") as string, entry]));
  const rows = [...withIds].map(([id, { key, kind, orderId, causeType, causeId, memo, happenedAt }]) => ({
    id,
    key,
    kind,
    orderId: orderId ?? null,
    causeType,
    causeId,
    memo,
    at: now,
    happenedAt: happenedAt ?? now,
  }));
  // Those already posted are left out first: a conflict would use up a number, and accountants ask for each missing one.
  const { rows: fresh } = await sql<{ id: string; key: string }>`
    insert into journal_entries (id, key, kind, "orderId", "causeType", "causeId", memo, at, "happenedAt")
    select n.id, n.key, n.kind, n."orderId", n."causeType", n."causeId", n.memo, n.at, n."happenedAt"
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id text, key text, kind text, "orderId" text, "causeType" text,
      "causeId" text, memo text, at timestamptz, "happenedAt" timestamptz)
    where not exists (select from journal_entries e where e.key = n.key)
    on conflict (key) do nothing returning id, key`.execute(tx);
  const lines = fresh.flatMap(({ id }) => {
    const entry = withIds.get(id)!;
    return entry.lines
      .filter((l) => l.amountMinor !== 0)
      .map((l, i) => ({
        entryId: id,
        line: i + 1,
        account: l.account,
        party: l.party ?? "",
        amountMinor: l.amountMinor,
        currency: entry.currency,
      }));
  });
  if (lines.length > 0) await tx.insertInto("journal_lines").values(lines).execute();
  return fresh.map(({ key }) => key);
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

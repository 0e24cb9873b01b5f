import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database, json } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";
import { rateNanosOn, withValues } from "./entry-rates.ts";

type EntryLine = {
  account: Account;
  party?: string;
  amountMinor: number;
  /** What it's worth in the books' currency, where that isn't up to the rate: of reversals, and of new valuations. */
  valueMinor?: number | null;
};
export type EntryToPost = {
  /** Unique per cause ("paid:pay_...", "refund:ref_..."), so that posting twice has no effect. */
  key: string;
  kind: string;
  orderId?: string | null;
  causeType: string;
  causeId: string;
  memo: string;
  currency: string;
  lines: readonly EntryLine[];
  /**
   * When it happened, if that isn't now. If its month is closed, it's booked at the start of the oldest open one.
   */
  happenedAt?: Date;
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
  const rates = new Map<string, number | null>();
  for (const [id, { currency, happenedAt }] of withIds)
    if (currency !== CURRENCY) rates.set(id, await rateNanosOn(currency, happenedAt ?? now, tx));
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
    rateNanos: rates.get(id) ?? null,
  }));
  // Those already posted are left out first: a conflict would use up a number, and accountants ask for each missing one.
  const { rows: fresh } = await sql<{ id: string; key: string }>`
    insert into journal_entries (id, key, kind, "orderId", "causeType", "causeId", memo, at, "happenedAt", "rateNanos")
    select n.id, n.key, n.kind, n."orderId", n."causeType", n."causeId", n.memo, n.at, n."happenedAt", n."rateNanos"
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(id text, key text, kind text, "orderId" text, "causeType" text,
      "causeId" text, memo text, at timestamptz, "happenedAt" timestamptz, "rateNanos" bigint)
    where not exists (select from journal_entries e where e.key = n.key)
    on conflict (key) do nothing returning id, key`.execute(tx);
  const insert = async (some: readonly (EntryLine & { id: string })[]) => {
    const counts = new Map<string, number>();
    const lines = some
      .filter(({ amountMinor, valueMinor }) => amountMinor !== 0 || (valueMinor ?? 0) !== 0)
      .map(({ id, account, party = "", amountMinor, valueMinor = null }) => {
        const line = (counts.get(id) ?? 0) + 1;
        counts.set(id, line);
        return { entryId: id, line, account, party, amountMinor, currency: withIds.get(id)!.currency, valueMinor };
      });
    if (lines.length > 0) await tx.insertInto("journal_lines").values(lines).execute();
  };
  await insert(
    fresh.flatMap(({ id }) => (rates.has(id) ? [] : withIds.get(id)!.lines.map((line) => ({ ...line, id })))),
  );
  // One after another: what an entry takes from an account is worth what those before it left there.
  for (const { id } of fresh) {
    if (!rates.has(id)) continue;
    const entry = withIds.get(id)!;
    const isValued = entry.lines.some(({ valueMinor }) => valueMinor !== undefined);
    const lines = isValued ? entry.lines : await withValues(tx, entry, rates.get(id)!);
    await insert(lines.map((line) => ({ ...line, id })));
  }
  return fresh.map(({ key }) => key);
}

/** A line's amount in the books' currency. Null if it's in another one without a value. */
const IN_BOOKS = sql<number | null>`case when currency = ${sql.lit(CURRENCY)} then "amountMinor" else "valueMinor" end`;

/**
 * The balance of an account in the books' currency (debits positive), for one party or all: what its lines are worth.
 */
export async function balanceOf(account: Account, party?: string, db: Reader = database()): Promise<number> {
  let query = db
    .selectFrom("journal_lines")
    .select(sql<number>`coalesce(sum(${IN_BOOKS}), 0)::bigint`.as("sum"))
    .where("account", "=", account);
  if (party !== undefined) query = query.where("party", "=", party);
  return (await query.executeTakeFirstOrThrow()).sum;
}

/** The sum of the whole ledger in the books' currency, which is always zero, and so is each currency's own. */
export async function ledgerSum(db: Reader = database()): Promise<number> {
  return (
    await db
      .selectFrom("journal_lines")
      .select(sql<number>`coalesce(sum(${IN_BOOKS}), 0)::bigint`.as("sum"))
      .executeTakeFirstOrThrow()
  ).sum;
}

import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { stripe } from "./stripe.ts";
import { seenTransactionIn } from "./seen-transaction.ts";
import { settleTransaction } from "./store-transaction.ts";

const PER_PAGE = 100;
/** The most that one run reads. The next run continues with the rest. */
const MOST_PAGES = 50;
/** How far a pass looks back beyond the last one, for transactions that the provider listed late. */
const OVERLAP_MS = 3 * DAY;

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/**
 * Reads the provider's list of transactions, newest first, and books new ones. The pass is stored page by page, so that
 * an interrupted one continues where it was. Safe to repeat and concurrently. Never call it inside a
 * transaction.
 * @param perPage fewer than the provider allows, for tests
 * @returns whether the list was read to its end, and the newest transaction in it, or null if it continued an
 * earlier pass
 */
export async function readTransactions(
  at: Date,
  perPage = PER_PAGE,
): Promise<{ done: boolean; newest: string | null }> {
  const db = database();
  await db
    .insertInto("provider_reads")
    .values({ what: "transactions" })
    .onConflict((c) => c.doNothing())
    .execute();
  const state = await db
    .selectFrom("provider_reads")
    .selectAll()
    .where("what", "=", "transactions")
    .executeTakeFirstOrThrow();
  const since = state.readToAt ? { created: { gte: seconds(after(state.readToAt, -OVERLAP_MS)) } } : {};
  let { cursor, newestAt } = state;
  let newest = cursor === null ? "" : null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const { data, has_more: more } = await stripe().balanceTransactions.list({
      ...since,
      limit: perPage,
      expand: ["data.source"],
      ...(cursor === null ? {} : { starting_after: cursor }),
    });
    await bookUnknown(data.map(seenTransactionIn));
    const [first] = data;
    // The provider's own time, which doesn't depend on our clock.
    if (cursor === null && first) {
      newestAt = new Date(first.created * 1000);
      newest = first.id;
    }
    cursor = more ? (data.at(-1)?.id ?? null) : null;
    await db
      .updateTable("provider_reads")
      .set(
        cursor === null
          ? { cursor, newestAt: null, readToAt: newestAt ?? state.readToAt, doneAt: at }
          : { cursor, newestAt },
      )
      .where("what", "=", "transactions")
      .execute();
    if (cursor === null) return { done: true, newest };
  }
  return { done: false, newest };
}

async function bookUnknown(seen: ReturnType<typeof seenTransactionIn>[]): Promise<void> {
  if (seen.length === 0) return;
  const known = await database()
    .selectFrom("provider_transactions")
    .select("id")
    .where(
      "id",
      "in",
      seen.map((one) => one.id),
    )
    .execute();
  const ids = new Set(known.map((row) => row.id));
  // Oldest first, as they happened.
  for (const one of seen.toReversed()) if (!ids.has(one.id)) await settleTransaction(one);
}

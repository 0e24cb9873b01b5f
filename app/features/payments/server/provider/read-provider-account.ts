import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { stripe } from "./stripe.ts";
import { bookTransaction } from "./book-transaction.ts";
import { catchUp } from "./catch-up.ts";
import type { ProviderTransaction } from "./store-transaction.ts";
import { readTransactions } from "./read-transactions.ts";
import { settlePayout } from "./settle-payout.ts";

const AT_ONCE = 200;
/** A bank can still refuse a payout this long after it counted as paid. */
const MAY_FAIL_MS = 10 * DAY;
/** Times to read the list again when money moved between the list and the balance. */
const TRIES = 3;

/** Clock: every ten minutes, reads the provider's account: its transactions, payouts, and balance. */
export async function watchProviderAccount(at: Date): Promise<void> {
  if (at.getUTCMinutes() % 10 === 0) await readProviderAccount(at);
}

/** The same, right now. Never call it inside a transaction. */
export async function readProviderAccount(at: Date, perPage?: number): Promise<void> {
  for (let turn = 0; turn < TRIES; turn++) {
    const { done, newest } = await readTransactions(at, perPage);
    await bookWaiting();
    await settlePayouts(at);
    if (!done) return;
    if (newest === null) continue;
    // The same newest transaction before and after: nothing moved while the balance was read.
    const balance = await stripe().balance.retrieve();
    const [last] = (await stripe().balanceTransactions.list({ limit: 1 })).data;
    if ((last?.id ?? "") === newest) {
      await keepBalance(balance, at);
      return;
    }
  }
  log.info("the provider's balance was not read: money kept moving");
}

/** Books transactions that waited for their order's events, and catches up on events that never arrived. */
export async function bookWaiting(): Promise<void> {
  const waiting = await database()
    .selectFrom("provider_transactions")
    .selectAll()
    .where("bookedAt", "is", null)
    // Payments first, then what follows them.
    .orderBy((e) => e("kind", "!=", "charge"))
    .orderBy("readAt")
    .limit(AT_ONCE)
    .execute();
  for (const row of waiting) {
    if (await book(row)) continue;
    await catchUp(row).catch((error: unknown) => log.error("provider's account: not caught up", error, { id: row.id }));
    await book(row);
  }
}

/** @returns whether it is booked now */
const book = ({ id, orderId }: ProviderTransaction): Promise<boolean> =>
  transact(PROVIDER, async (ctx) => {
    if (orderId !== null) await lockOrder(ctx.tx, orderId);
    const row = await ctx.tx
      .selectFrom("provider_transactions")
      .selectAll()
      .where("id", "=", id)
      .where("bookedAt", "is", null)
      .forUpdate()
      .executeTakeFirst();
    return !row || bookTransaction(ctx, row);
  });

/** Payouts that we haven't stored, and those that haven't ended yet. */
async function settlePayouts(at: Date): Promise<void> {
  const db = database();
  const unknown = await db
    .selectFrom("provider_transactions as t")
    .leftJoin("provider_payouts as p", "p.id", "t.sourceId")
    .select("t.sourceId as id")
    .where("t.kind", "=", "payout")
    .where("t.sourceId", "is not", null)
    .where("p.id", "is", null)
    .limit(AT_ONCE)
    .execute();
  const open = await db
    .selectFrom("provider_payouts")
    .select("id")
    .where((e) =>
      e.or([
        e("status", "in", ["pending", "in_transit"]),
        e.and([e("status", "=", "paid"), e("madeAt", ">", after(at, -MAY_FAIL_MS))]),
      ]),
    )
    .orderBy("checkedAt")
    .limit(AT_ONCE)
    .execute();
  for (const id of new Set([...unknown, ...open].map((row) => row.id!))) await settlePayout(id, at);
}

async function keepBalance(balance: Awaited<ReturnType<ReturnType<typeof stripe>["balance"]["retrieve"]>>, at: Date) {
  const currencies = new Set([...balance.available, ...balance.pending].map((one) => one.currency));
  for (const currency of currencies) {
    const of = (amounts: readonly { amount: number; currency: string }[]) =>
      amounts.filter((one) => one.currency === currency).reduce((sum, one) => sum + one.amount, 0);
    const { sum } = await database()
      .selectFrom("journal_lines")
      .select((e) => e.fn.sum<number>("amountMinor").as("sum"))
      .where("account", "=", "provider")
      .where("currency", "=", currency.toUpperCase())
      .executeTakeFirstOrThrow();
    const row = {
      availableMinor: of(balance.available),
      pendingMinor: of(balance.pending),
      ledgerMinor: Number(sum ?? 0),
      readAt: at,
    };
    await database()
      .insertInto("provider_balances")
      .values({ currency: currency.toUpperCase(), ...row })
      .onConflict((c) => c.column("currency").doUpdateSet(row))
      .execute();
  }
}

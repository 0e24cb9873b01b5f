import type Stripe from "stripe";
import { database } from "#app/platform/server/core/database.ts";
import { payoutStatus } from "../../rules/provider-account.ts";
import { stripe } from "./stripe.ts";

/** The most transactions of one payout that a run reads. */
const MOST_PAGES = 100;

/**
 * Stores a payout's current state. A later state is never replaced by an earlier one, because it's always read from the
 * provider, never from an event. Safe to repeat and concurrently.
 */
export async function settlePayout(id: string, at: Date): Promise<void> {
  const payout = await stripe().payouts.retrieve(id);
  const seen = seenPayoutIn(payout);
  const db = database();
  const row = await db
    .insertInto("provider_payouts")
    .values({ id, ...seen, checkedAt: at })
    .onConflict((c) => c.column("id").doUpdateSet({ ...seen, checkedAt: at }))
    .returning("itemsReadAt")
    .executeTakeFirstOrThrow();
  if (row.itemsReadAt !== null || !payout.automatic) return;
  if (!(await readItems(id))) return;
  await db.updateTable("provider_payouts").set({ itemsReadAt: at }).where("id", "=", id).execute();
}

function seenPayoutIn(payout: Stripe.Payout) {
  return {
    amountMinor: payout.amount,
    currency: payout.currency.toUpperCase(),
    status: payoutStatus(payout.status),
    isAutomatic: payout.automatic,
    traceId: payout.trace_id?.value ?? null,
    failure: payout.failure_message,
    arrivesAt: new Date(payout.arrival_date * 1000),
    madeAt: new Date(payout.created * 1000),
  };
}

/** Which transactions a payout carried. @returns false while some of them aren't read yet */
async function readItems(id: string): Promise<boolean> {
  let all = true;
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const found: Stripe.ApiList<Stripe.BalanceTransaction> = await stripe().balanceTransactions.list({
      payout: id,
      limit: 100,
      ...(cursor === null ? {} : { starting_after: cursor }),
    });
    if (found.data.length === 0) return all;
    const { numUpdatedRows } = await database()
      .updateTable("provider_transactions")
      .set({ providerPayoutId: id })
      .where(
        "id",
        "in",
        found.data.map((moved) => moved.id),
      )
      .executeTakeFirstOrThrow();
    if (Number(numUpdatedRows) < found.data.length) all = false;
    if (!found.has_more) return all;
    cursor = found.data.at(-1)!.id;
  }
  return all;
}

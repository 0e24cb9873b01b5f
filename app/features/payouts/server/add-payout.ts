import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { payoutReturned, payoutStarted } from "#app/features/payments/rules/earning-entries.ts";
import { bankReference } from "../rules/bank-text.ts";
import type { PayoutPlan } from "../rules/cutoff.ts";
import type { FrozenExchange } from "../rules/exchange.ts";
import type { BankRow } from "./list-earnings.ts";
import type { Run } from "./move-run.ts";
import { type Payout, bookPayout } from "./payout-lines.ts";

/**
 * Adds a payable plan to a run: the payout, its earnings, and the ledger's entry. The editor's bank details are locked.
 * @param exchange what is frozen of a payout in euros; for others `NO_EXCHANGE`
 */
export async function addPayout(
  ctx: CommandContext,
  run: Pick<Run, "id" | "number">,
  editorId: string,
  plan: PayoutPlan & { currency: string },
  bank: BankRow | null,
  exchange: FrozenExchange,
): Promise<void> {
  const { tx, now } = ctx;
  const payoutId = newId("payout");
  await tx
    .insertInto("payouts")
    .values({
      id: payoutId,
      runId: run.id,
      editorId,
      grossMinor: plan.grossMinor,
      debtMinor: plan.debtMinor,
      amountMinor: plan.amountMinor,
      currency: plan.currency,
      endToEndId: bankReference(payoutId),
      bank: json(bank),
      ...exchange,
      createdAt: now,
    })
    .execute();
  const taken = await tx
    .updateTable("earnings")
    .set({ status: "in_payout", payoutId })
    .where("id", "in", plan.earningIds)
    .where("status", "in", ["available", "returned"])
    .returning("id")
    .execute();
  await tx
    .insertInto("payout_items")
    .values(taken.map(({ id: earningId }) => ({ payoutId, earningId })))
    .execute();
  await bookPayout(
    ctx,
    { id: payoutId, currency: plan.currency },
    "payout_started",
    payoutStarted({ uid: editorId, amountMinor: plan.amountMinor }),
    `${run.number} includes available earnings`,
  );
}

/** Removes a payout from a run that wasn't sent, so that its earnings are available again. */
export async function releasePayout(ctx: CommandContext, payout: Payout, memo: string): Promise<void> {
  await ctx.tx.updateTable("payouts").set({ status: "cancelled" }).where("id", "=", payout.id).execute();
  await ctx.tx
    .updateTable("earnings")
    .set({ status: "available", payoutId: null })
    .where("payoutId", "=", payout.id)
    .execute();
  const entry = payoutReturned({ uid: payout.editorId, amountMinor: payout.amountMinor }, false);
  await bookPayout(ctx, payout, "payout_cancelled", entry, memo);
}

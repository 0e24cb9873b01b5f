import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { payoutReturned, payoutStarted } from "#app/features/payments/rules/ledger.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";
import { bankReference } from "../rules/bank-text.ts";
import type { PayoutPlan } from "../rules/cutoff.ts";
import { findBank } from "./list-earnings.ts";
import type { Run } from "./move-run.ts";
import type { Payout } from "./payout-lines.ts";

/** Adds a payable plan to a run: the payout, its earnings, and the ledger's entry. The editor's bank details are locked. */
export async function addPayout(
  { tx, now }: CommandContext,
  run: Pick<Run, "id" | "number">,
  editorId: string,
  plan: PayoutPlan & { currency: string },
): Promise<void> {
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
      bank: json(await findBank(editorId, tx)),
      createdAt: now,
    })
    .execute();
  await tx
    .updateTable("earnings")
    .set({ status: "in_payout", payoutId })
    .where("id", "in", plan.earningIds)
    .where("status", "in", ["available", "returned"])
    .execute();
  const { kind, lines } = payoutStarted({ uid: editorId, amountMinor: plan.amountMinor });
  await postEntry(
    { tx, now },
    {
      key: `payout_started:${payoutId}`,
      kind,
      causeType: "payout",
      causeId: payoutId,
      memo: `${run.number} includes available earnings`,
      currency: plan.currency,
      lines,
    },
  );
}

/** Takes a payout out of a run that wasn't sent: its earnings are available again. */
export async function releasePayout(ctx: CommandContext, payout: Payout, memo: string): Promise<void> {
  await ctx.tx.updateTable("payouts").set({ status: "cancelled" }).where("id", "=", payout.id).execute();
  await ctx.tx
    .updateTable("earnings")
    .set({ status: "available", payoutId: null })
    .where("payoutId", "=", payout.id)
    .execute();
  const { kind, lines } = payoutReturned({ uid: payout.editorId, amountMinor: payout.amountMinor }, false);
  await postEntry(ctx, {
    key: `payout_cancelled:${payout.id}`,
    kind,
    causeType: "payout",
    causeId: payout.id,
    memo,
    currency: payout.currency,
    lines,
  });
}

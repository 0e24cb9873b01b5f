import { sql } from "kysely";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { payoutReturned, payoutStarted } from "#app/features/payments/rules/ledger/earning-entries.ts";
import { postEntries } from "#app/features/payments/server/ledger/post-entry.ts";
import { bankReference } from "../../rules/bank-text.ts";
import type { PayoutPlan } from "../../rules/cutoff.ts";
import type { FrozenExchange } from "../../rules/exchange.ts";
import type { BankRow } from "./list-earnings.ts";
import type { Run } from "../runs/move-run.ts";
import { type Payout, bookPayout, payeeOf, payoutEntry } from "../runs/payout-lines.ts";

/** What is added to a run. `exchange` is what is frozen of a payout in euros; for others `NO_EXCHANGE`. */
export type PlannedPayout = {
  editorId: string;
  plan: PayoutPlan & { currency: string };
  bank: BankRow | null;
  exchange: FrozenExchange;
};

const PER_INSERT = 1_000;

/**
 * Adds payable plans to a run: the payouts, their earnings, and the ledger's entries. The editors' bank details are
 * locked.
 */
export async function addPayouts(
  ctx: CommandContext,
  run: Pick<Run, "id" | "number">,
  planned: readonly PlannedPayout[],
): Promise<void> {
  for (let at = 0; at < planned.length; at += PER_INSERT) await addSome(ctx, run, planned.slice(at, at + PER_INSERT));
}

async function addSome(
  ctx: CommandContext,
  run: Pick<Run, "id" | "number">,
  planned: readonly PlannedPayout[],
): Promise<void> {
  const { tx, now } = ctx;
  const payouts = planned.map((one) => ({ id: newId("payout") as string, ...one }));
  await tx
    .insertInto("payouts")
    .values(
      payouts.map(({ id, editorId, plan, bank, exchange }) => ({
        id,
        runId: run.id,
        editorId,
        grossMinor: plan.grossMinor,
        debtMinor: plan.debtMinor,
        vatMinor: plan.vatMinor,
        vatDeductible: plan.vatDeductible,
        recipientTaxMinor: plan.recipientTaxMinor,
        editorInEu: plan.editorInEu,
        amountMinor: plan.amountMinor,
        currency: plan.currency,
        endToEndId: bankReference(id),
        bank: json(bank),
        ...exchange,
        createdAt: now,
      })),
    )
    .execute();
  const items = payouts.flatMap(({ id, plan }) => plan.earningIds.map((earningId) => ({ payoutId: id, earningId })));
  await sql`with taken as (
      update earnings e set status = 'in_payout', "payoutId" = i."payoutId"
      from jsonb_to_recordset(${json(items)}::jsonb) as i("payoutId" text, "earningId" text)
      where e.id = i."earningId" and e.status in ('available', 'returned')
      returning e.id, e."payoutId"
    ) insert into payout_items ("payoutId", "earningId") select "payoutId", id from taken`.execute(tx);
  await postEntries(
    ctx,
    payouts.map(({ id, editorId, plan }) =>
      payoutEntry(
        { id, currency: plan.currency },
        "payout_started",
        payoutStarted({
          uid: editorId,
          amountMinor: plan.amountMinor,
          vatMinor: plan.vatMinor,
          vatDeductible: plan.vatDeductible,
          recipientTaxMinor: plan.recipientTaxMinor,
          editorInEu: plan.editorInEu,
        }),
        `${run.number} includes available earnings`,
      ),
    ),
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
  const entry = payoutReturned(payeeOf(payout), false);
  await bookPayout(ctx, payout, "payout_cancelled", entry, memo);
}

import type { Selectable } from "kysely";
import type { PayoutsTable } from "#db/schema.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import type { Entry } from "#app/features/payments/rules/ledger/ledger.ts";
import { type PayoutAmount, payoutPaid, payoutReturned } from "#app/features/payments/rules/ledger/earning-entries.ts";
import { type EntryToPost, postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import type { WordOutcome } from "../../rules/bank-report.ts";
import { paidWords } from "../../rules/exchange.ts";
import type { PayoutState } from "../../rules/flow.ts";
import { reasonOf } from "../../rules/return-codes.ts";
import { lockRun, moveRun } from "./move-run.ts";
import { creditSelfBilled } from "../invoices/self-billed.ts";

export type Payout = Selectable<PayoutsTable>;
type Outcome = Extract<WordOutcome, "applied" | "known" | "unsent">;

/** A payout without an end yet that the bank has or had. */
const atBank = (payout: Payout): boolean => payout.status === "sent" || payout.status === "paid";
const isOver = (payout: Payout): boolean => payout.status === "rejected" || payout.status === "returned";

const setEarnings = ({ tx }: CommandContext, payoutId: string, status: "paid" | "returned") =>
  tx
    .updateTable("earnings")
    .set({ status })
    .where("payoutId", "=", payoutId)
    .where("status", "in", ["in_payout", "paid"])
    .execute();

/** The payouts of a run in one state, in the order of its bank file. */
export const payoutsOf = (tx: Tx, runId: string, status: PayoutState): Promise<Payout[]> =>
  tx.selectFrom("payouts").selectAll().where("runId", "=", runId).where("status", "=", status).orderBy("id").execute();

/** What the editor and staff are told of a payout. */
const about = (payout: Payout) => ({
  subjectId: payout.editorId,
  data: {
    payoutId: payout.id,
    editorId: payout.editorId,
    amountMinor: payout.amountMinor,
    currency: payout.currency,
    ...(payout.paidMinor !== null && payout.paidCurrency !== null
      ? { paidMinor: payout.paidMinor, paidCurrency: payout.paidCurrency }
      : {}),
  },
  topics: [`user:${payout.editorId}`, "staff"],
});

/** A payout's entry. Each payout has one of each key. */
export const payoutEntry = (
  payout: Pick<Payout, "id" | "currency">,
  key: string,
  entry: Entry,
  memo: string,
): EntryToPost => ({
  key: `${key}:${payout.id}`,
  kind: entry.kind,
  causeType: "payout",
  causeId: payout.id,
  memo,
  currency: payout.currency,
  lines: entry.lines,
});

/** Posts a payout's entry, once for each key. */
export const bookPayout = (ctx: CommandContext, ...entry: Parameters<typeof payoutEntry>): Promise<boolean> =>
  postEntry(ctx, payoutEntry(...entry));

/** The bank paid a payout. Safe to repeat; a payout that came back stays so. @param payout locked, with its run */
export async function settlePayout(ctx: CommandContext, payout: Payout): Promise<Outcome> {
  if (payout.status !== "sent") return atBank(payout) || isOver(payout) ? "known" : "unsent";
  await ctx.tx.updateTable("payouts").set({ status: "paid", paidAt: ctx.now }).where("id", "=", payout.id).execute();
  await setEarnings(ctx, payout.id, "paid");
  await bookPayout(ctx, payout, "payout_paid", payoutPaid(payeeOf(payout)), `${payout.endToEndId} paid by the bank`);
  await ctx.fact("payout.paid", about(payout));
  payout.status = "paid";
  return "applied";
}

/**
 * A payout didn't reach the editor: the bank rejected it or sent the money back. Its earnings are payable again, its
 * invoice is canceled, and nothing more is paid to an account that was at fault. Safe to repeat.
 * @param payout locked, with its run
 */
export async function returnPayout(
  ctx: CommandContext,
  payout: Payout,
  how: "rejected" | "returned",
  code: string,
): Promise<Outcome> {
  if (!atBank(payout)) return isOver(payout) ? "known" : "unsent";
  // A payout booked as paid counts as returned, no matter what the bank calls it.
  const left = payout.status === "paid" || how === "returned";
  const status = left ? "returned" : "rejected";
  await ctx.tx
    .updateTable("payouts")
    .set({ status, returnedAt: ctx.now, returnCode: code })
    .where("id", "=", payout.id)
    .execute();
  await setEarnings(ctx, payout.id, "returned");
  // The statement shows the money leave and come back, so the ledger does too.
  if (left && payout.status === "sent")
    await bookPayout(ctx, payout, "payout_paid", payoutPaid(payeeOf(payout)), `${payout.endToEndId} paid by the bank`);
  await bookPayout(
    ctx,
    payout,
    "payout_returned",
    payoutReturned(payeeOf(payout), left),
    `${payout.endToEndId} ${status} by the bank (${code})`,
  );
  const { says, fixedBy } = reasonOf(code);
  await creditSelfBilled(ctx, payout, `Its payout of ${paidWords(payout)} didn't arrive: ${says}.`);
  if (fixedBy !== "ours" && payout.bank)
    await ctx.tx
      .updateTable("bank_details")
      .set({ refusedAt: ctx.now, refusedCode: code })
      .where("id", "=", payout.bank.id)
      .where("replacedAt", "is", null)
      .execute();
  const told = about(payout);
  await ctx.fact("payout.returned", { ...told, data: { ...told.data, code } });
  payout.status = status;
  return "applied";
}

/** A payout as the ledger takes it. */
export const payeeOf = ({ editorId: uid, ...payout }: Payout): PayoutAmount => ({
  uid,
  amountMinor: payout.amountMinor,
  vatMinor: payout.vatMinor,
  vatDeductible: payout.vatDeductible,
  recipientTaxMinor: payout.recipientTaxMinor,
  editorInEu: payout.editorInEu,
});

/** Settles a sent run once the bank has decided on each of its payouts. */
export async function closeRun(ctx: CommandContext, runId: string): Promise<void> {
  const run = await lockRun(ctx.tx, runId);
  if (run.status !== "sent") return;
  const open = await ctx.tx
    .selectFrom("payouts")
    .select("id")
    .where("runId", "=", runId)
    .where("status", "=", "sent")
    .limit(1)
    .executeTakeFirst();
  if (open) return;
  await moveRun(ctx, run, "settle", { settledAt: ctx.now });
  await ctx.fact("payout_run.settled", { subjectId: run.id, data: { runId: run.id }, topics: ["staff"] });
}

import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { type Charge, chargeFor } from "../../rules/change/charge.ts";
import { extraTimeFor, reprice } from "../../rules/change/reprice.ts";
import { moreWordsSentence, wordsDifferMuch } from "../../rules/change/word-difference.ts";
import { columnsOfPrice } from "../charges/apply-charge.ts";
import { openCharge, requireNoOpenCharge } from "../charges/open-charge.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import type { WordDifference } from "./word-differences.ts";

/** What followed. Amounts in minor units; `payMs` is how long the author can pay. */
export type WordsSettled =
  | { outcome: "absorbed" | "reduced"; amountMinor: number; currency: string }
  | { outcome: "charged"; amountMinor: number; currency: string; payMs: number };

/**
 * Settles a difference by the count that applies: absorbs it, asks the author to pay for more words, or lowers the
 * price and the editor's pay for fewer. A reaction refunds what is owed. A step of the command that found the count.
 * @param order locked, as the difference
 * @param note what staff said
 * @throws conflict when another charge is open, or the price isn't from the list
 */
export async function settleWords(
  ctx: CommandContext,
  order: Order,
  difference: WordDifference,
  foundWords: number,
  note: string | null = null,
): Promise<WordsSettled> {
  const paidWords = order.billableWords;
  const about = { differenceId: difference.id, paidWords, foundWords };
  const set = async (values: { status: WordDifference["status"]; refundMinor?: number; chargeId?: string }) =>
    ctx.tx
      .updateTable("word_differences")
      .set({ ...values, foundWords, note, decidedAt: values.status === "charged" ? null : ctx.now })
      .where("id", "=", difference.id)
      .execute();
  if (!wordsDifferMuch(paidWords, foundWords)) {
    await set({ status: "absorbed" });
    await orderFact(ctx, order, "words.absorbed", about, difference.id);
    return { outcome: "absorbed", amountMinor: 0, currency: order.currency };
  }
  await requireNoOpenCharge(ctx, order);
  const before = quotedPrice(order);
  const policy = await pricingOfOrder(order, ctx.tx);
  const after = reprice(before, { billableWords: foundWords }, policy);
  if (foundWords > paidWords) {
    const charge: Charge | null = chargeFor(before, after, {
      code: "extra",
      label: `${formatWords(foundWords - paidWords)} more`,
      detail: `${SERVICE_LABELS[before.service]}, ${TURNAROUND_LABELS[before.turnaround]}: ${formatWords(foundWords)} instead of ${paidWords.toLocaleString("en-US")}`,
      amountMinor: minor(0),
    });
    if (charge) {
      const extraMs = extraTimeFor(before, foundWords, policy);
      const { id, createdAt, expiresAt } = await openCharge(ctx, order, {
        kind: "words",
        reason: `${moreWordsSentence(paidWords, foundWords, extraMs > 0 ? formatDuration(extraMs) : null)}\n\n${difference.reason}`,
        charge,
      });
      await set({ status: "charged", chargeId: id });
      return {
        outcome: "charged",
        amountMinor: charge.totalMinor,
        currency: order.currency,
        payMs: expiresAt.getTime() - createdAt.getTime(),
      };
    }
  }
  const refundMinor = refundOf(order, before.totalMinor - after.totalMinor);
  const changed = await changeOrder(ctx, order, await columnsOfPrice(ctx, order, after));
  if (foundWords > paidWords || refundMinor === 0) {
    await set({ status: "absorbed" });
    await orderFact(ctx, changed, "words.absorbed", about, difference.id);
    return { outcome: "absorbed", amountMinor: 0, currency: order.currency };
  }
  await set({ status: "reduced", refundMinor });
  await orderFact(
    ctx,
    changed,
    "words.reduced",
    { ...about, refundMinor, editorPayMinor: changed.editorPayMinor },
    difference.id,
  );
  return { outcome: "reduced", amountMinor: refundMinor, currency: order.currency };
}

/** How much of a lower price is refunded. A later date that made the order cheaper also made these words cheaper. */
const refundOf = (order: Order, differenceMinor: number): number =>
  Math.max(0, Math.floor((differenceMinor * order.payBp) / 10_000));

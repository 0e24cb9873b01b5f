import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { isPayableOn, payAfterPrice, payBpAfterPrice } from "../../rules/change/charge.ts";
import { newWordsPay } from "../../rules/draft/editor-shares.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";
import { payOfEditor } from "../lifecycle/pay-of-editor.ts";
import { applyChange, changeOfCharge } from "../changes/apply-change.ts";
import { takeNewWords } from "../revisions/take-new-words.ts";
import { takeMoreWords } from "../words/follow-charge.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import type { OrderCharge } from "./order-charges.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/** Why money for a charge can't be applied, in words for the author, or null when it pays the charge. */
export function whyChargeUnpayable(order: Order, charge: OrderCharge, now: Date): string | null {
  if (charge.status === "paid") return "This charge was already paid.";
  if (order.status === "cancelled" || order.status === "refunded") return "The order was canceled.";
  if (charge.status === "declined") return "You had declined this charge.";
  if (charge.status === "withdrawn") return "We had withdrawn this charge.";
  if (charge.status === "expired" || charge.expiresAt <= now) return "The charge had expired when the payment arrived.";
  if (charge.status !== "open" || !isPayableOn(charge.kind, order))
    return "The order had moved on when the payment arrived.";
  return null;
}

/** The columns of an order that follow its price, and what its editor is paid. */
export async function columnsOfPrice(ctx: CommandContext, order: Order, price: PriceReceipt) {
  const before = quotedPrice(order);
  const agreed = await payOfEditor(order, ctx.tx);
  const pay = await payOfOrder(order, ctx.tx);
  return {
    price: json(price),
    billableWords: price.billableWords,
    listMinor: price.listMinor,
    editorBasisMinor: price.editorBasisMinor,
    discountMinor: price.discountMinor,
    creditMinor: price.creditMinor ?? 0,
    taxMinor: price.taxMinor,
    totalMinor: price.totalMinor,
    payBp: payBpAfterPrice(order.payBp, before.editorBasisMinor, price.editorBasisMinor),
    ...(agreed === null
      ? {}
      : { editorPayMinor: payAfterPrice(agreed, before, price, order.editorLevel ?? "trial", pay) }),
  };
}

/**
 * The provider confirmed a charge: the order costs what the charge says, and its editor is paid their share of it. A
 * step of the command that books the payment.
 * @param order locked in this transaction, as the charge
 */
export async function applyCharge(ctx: CommandContext, order: Order, charge: OrderCharge): Promise<Order> {
  await ctx.tx
    .updateTable("order_charges")
    .set({ status: "paid", decidedAt: ctx.now })
    .where("id", "=", charge.id)
    .execute();
  const { editorPayMinor, payBp, ...columns } = await columnsOfPrice(ctx, order, charge.price);
  const charged = await changeOrder(ctx, order, {
    ...columns,
    // New words are paid apart from the delivery, to the editor who delivers the revision.
    ...(charge.kind === "new_words" ? {} : { payBp, ...(editorPayMinor === undefined ? {} : { editorPayMinor }) }),
    paidMinor: order.paidMinor + charge.totalMinor,
  });
  const change = await changeOfCharge(ctx, charge.id);
  const paid =
    charge.kind === "words"
      ? await takeMoreWords(ctx, order, charged, charge)
      : charge.kind === "new_words"
        ? await takeNewWords(ctx, charged, charge)
        : change
          ? await applyChange(ctx, charged, change, {})
          : charged;
  const editorMinor =
    charge.kind === "new_words"
      ? paid.assignedTo
        ? newWordsPay(charge.listMinor, paid.editorLevel ?? "trial", await payOfOrder(paid, ctx.tx))
        : 0
      : Math.max(0, (paid.editorPayMinor ?? 0) - ((await payOfEditor(order, ctx.tx)) ?? 0));
  const { id: chargeId, kind, totalMinor: amountMinor } = charge;
  await orderFact(ctx, paid, "charge.paid", { chargeId, kind, amountMinor, editorMinor }, chargeId);
  return paid;
}

import { conflict } from "#app/platform/rules/core/errors.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { chargeFor } from "../../rules/change/charge.ts";
import { changePayableUntil, isChangeable } from "../../rules/change/order-change.ts";
import { proposals } from "../agreements/agreement.ts";
import { columnsOfPrice } from "../charges/apply-charge.ts";
import { openCharge } from "../charges/open-charge.ts";
import { orderFact, orderTopics } from "../lifecycle/move-order.ts";
import { type Order, quotedPrice } from "../views/find-order.ts";
import { type OrderChange, aboutChange, applyChange } from "./apply-change.ts";
import { checkEditorRoom } from "./check-editor-room.ts";

/**
 * The change applies at once if there's nothing more to pay. Otherwise the author is asked to pay the difference, and it
 * applies once they have.
 */
async function apply(ctx: CommandContext, order: Order, change: OrderChange): Promise<"to_pay" | "agreed"> {
  const before = quotedPrice(order);
  const charge = chargeFor(before, change.price, {
    code: "extra",
    label: "Changed order",
    detail: change.what.join(". ") || "Earlier due date",
    amountMinor: minor(0),
  });
  if (!charge) {
    await applyChange(ctx, order, change, await columnsOfPrice(ctx, order, change.price));
    return "agreed";
  }
  const { id: chargeId } = await openCharge(ctx, order, {
    kind: change.price.service === before.service && change.earlierMs > 0 ? "date" : "scope",
    reason: change.reason,
    charge,
    expiresAt: changePayableUntil(
      ctx.now,
      after(order.editorDueAt!, -change.earlierMs),
      await deadlinesOfOrder(order, ctx.tx),
    ),
  });
  await ctx.tx.updateTable("order_changes").set({ status: "to_pay", chargeId }).where("id", "=", change.id).execute();
  return "to_pay";
}

/**
 * An earlier date, another service, or other add-ons, proposed by the author or staff. A change that's waiting for
 * payment ends with its charge.
 */
export const orderChanges = proposals({
  table: "order_changes",
  id: "orderChange",
  field: "changeId",
  noun: "change",
  what: "a change",
  active: ["open", "to_pay"],
  fits: isChangeable,
  isCurrent: (order, change: OrderChange) => order.totalMinor === change.oldTotalMinor,
  over: () => conflict("change_over", "This proposal is no longer open.", "The order page shows what applies now."),
  expired: () => conflict("change_expired", "This proposal has expired.", "Propose it again if it's still needed."),
  movedOn: () =>
    conflict(
      "order_moved_on",
      "The order has changed since this was proposed.",
      "Propose it again if it's still needed.",
    ),
  check: (ctx, order, change) => checkEditorRoom(ctx, order, change.earlierMs),
  agreedBy: (ctx, order, change, by) =>
    orderFact(ctx, order, "change.agreed_by", { ...aboutChange(order, change), by }, change.id),
  apply,
  answer: (outcome) => ({ outcome }),
  ended: (ctx, order, { id, side, proposedBy }, how) =>
    ctx.fact(`change.${how}`, {
      orderId: order.id,
      subjectId: id,
      data: { changeId: id, side },
      topics: orderTopics(order, proposedBy),
    }),
});

export const agreeToChange = orderChanges.agree;
export const declineChange = orderChanges.decline;
export const withdrawChange = orderChanges.withdraw;
export const endOrderChange = orderChanges.endUnfit;
export const expireChanges = orderChanges.expire;

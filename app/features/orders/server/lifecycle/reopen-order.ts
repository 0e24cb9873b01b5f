import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { lockOwn } from "../drafts/find-draft.ts";
import type { Order } from "../views/find-order.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { changeOrder, moveOrder, orderFact } from "./move-order.ts";

/**
 * Returns an order to draft so its choices and files can be changed. The price is recalculated; a reaction closes an
 * open checkout.
 */
export const reopenOrder = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) => can.edit(actor, order) || "Only the author can change an order, and only before it's paid.",
  run: ({ thing, ...ctx }): Promise<Order> => (thing.status === "draft" ? Promise.resolve(thing) : reopen(ctx, thing)),
});

async function reopen(ctx: CommandContext, order: Order): Promise<Order> {
  if (order.status === "quote_requested" || order.price?.custom)
    throw conflict(
      "custom_quote",
      "This order is part of your request for a custom quote, so we didn't change it.",
      "Open your quote request to ask for changes or to withdraw it.",
    );
  const draft = await moveOrder(ctx, order, "reopen", {
    quotedAt: null,
    quoteExpiresAt: null,
    price: null,
    creditMinor: 0,
    couponId: null,
  });
  await orderFact(ctx, draft, "order.reopened", {});
  return draft;
}

/** Returns an order whose coupon can't be used to draft, without the code, so that its author sees the new price. */
export async function reopenWithoutCode(ctx: CommandContext, order: Order): Promise<Order> {
  const draft = await reopen(ctx, order);
  const { couponCode: _gone, ...choices } = readChoices(draft.choices);
  return changeOrder(ctx, draft, { choices: json(choices), choicesVersion: draft.choicesVersion + 1 });
}

/**
 * The order as a draft, for a step that changes what its price is based on.
 * @throws conflict during a payment, which only ends on purpose, never through a late save from another tab
 */
export async function asDraft(ctx: CommandContext, order: Order): Promise<Order> {
  if (order.status === "draft") return order;
  if (order.status === "awaiting_payment")
    throw conflict(
      "payment_open",
      "A payment for this order is in progress, so we didn't change it.",
      "Select “Change order” first to close the payment page.",
    );
  return reopen(ctx, order);
}

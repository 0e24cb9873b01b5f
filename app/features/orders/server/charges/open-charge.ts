import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { type Charge, type ChargeKind, chargeExpiresAt } from "../../rules/change/charge.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import type { Order } from "../views/find-order.ts";
import { type OrderCharge, orderCharges } from "./order-charges.ts";

/** @throws conflict when the author has another charge to answer first */
export async function requireNoOpenCharge({ tx }: Pick<CommandContext, "tx">, order: Order): Promise<void> {
  if (await orderCharges.activeOf(tx, order.id).executeTakeFirst())
    throw conflict(
      "charge_open",
      "The author hasn't answered another charge for this order yet.",
      "Wait until it's paid or expires, or have our staff withdraw it.",
    );
}

/**
 * Asks an order's author to pay for something more. A step of the command that says what it's for.
 * @param order locked in this transaction
 * @param expiresAt as `chargeExpiresAt` says, unless the case says otherwise
 * @throws conflict when another charge is open
 */
export async function openCharge(
  ctx: CommandContext,
  order: Order,
  it: { kind: ChargeKind; reason: string; charge: Charge; expiresAt?: Date },
): Promise<OrderCharge> {
  await requireNoOpenCharge(ctx, order);
  const { lines, price, listMinor, discountMinor, taxMinor, totalMinor } = it.charge;
  const charge = await ctx.tx
    .insertInto("order_charges")
    .values({
      id: newId("charge"),
      orderId: order.id,
      kind: it.kind,
      reason: it.reason,
      lines: json(lines),
      price: json(price),
      listMinor,
      discountMinor,
      taxMinor,
      totalMinor,
      currency: order.currency,
      openedBy: uidOf(ctx.actor),
      createdAt: ctx.now,
      expiresAt: it.expiresAt ?? chargeExpiresAt(ctx.now, await deadlinesOfOrder(order, ctx.tx)),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await orderFact(
    ctx,
    order,
    "charge.opened",
    {
      chargeId: charge.id,
      kind: charge.kind,
      amountMinor: charge.totalMinor,
      reason: charge.reason,
      expiresAt: charge.expiresAt.toISOString(),
    },
    charge.id,
  );
  return charge;
}

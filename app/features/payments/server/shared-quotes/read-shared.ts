import type { Actor } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { findCurrent, payToken, payUrl, stateOf } from "./find-shared-quote.ts";

/** An author's shared quote, with its link. */
export type SharedOnPage = {
  id: string;
  number: string;
  url: string;
  pdf: string;
  /** ISO. */
  validUntilAt: string;
  showTitle: boolean;
  opened: boolean;
  /** Whether it can still be paid: the order may have changed since. */
  open: boolean;
};

/** The quote that an order's author shared last and didn't take back, or null. Nobody else gets the link. */
export async function readShared(actor: Actor, orderId: string): Promise<SharedOnPage | null> {
  const order = await findOrder(orderId);
  if (!order || order.paidAt || !can.pay(actor, order)) return null;
  const quote = await findCurrent(order.id);
  if (!quote) return null;
  return {
    id: quote.id,
    number: quote.number,
    url: payUrl(quote),
    pdf: `/api/pay/${payToken(quote)}/quote`,
    validUntilAt: quote.validUntilAt.toISOString(),
    showTitle: quote.showTitle,
    opened: quote.openedAt !== null,
    open: (await stateOf({ quote, order }, now())) === "open",
  };
}

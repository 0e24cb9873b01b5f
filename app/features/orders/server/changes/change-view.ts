import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";
import { payAfterPrice } from "../../rules/change/charge.ts";
import { isChangeable } from "../../rules/change/order-change.ts";
import { orderedOf } from "#app/features/pricing/rules/ordered.ts";
import { isListed } from "../../rules/change/reprice.ts";
import type { OrderPage } from "../views/read-order-page.ts";
import { quotedPrice } from "../views/find-order.ts";
import { missingAgreement } from "../../rules/change/date-change.ts";
import { sideOf } from "../agreements/agreement.ts";
import { orderChanges } from "./order-changes.ts";

/**
 * What an order's page shows about changing what was ordered: the open proposal, and whether this reader may make one.
 */
export async function changeView(actor: Actor, page: OrderPage) {
  const { order } = page;
  const side = sideOf(actor, order);
  if (!side || !order.price || !order.dueAt || !order.editorDueAt) return null;
  const change = page.changes.find((one) => one.status === "open");
  const zone = zoneOf(actor);
  const own = side === "editor" ? order.editorDueAt : order.dueAt;
  const price = quotedPrice(order);
  const policy = await pricingOfOrder(order);
  return {
    orderId: order.id,
    side,
    currency: order.currency,
    dueAt: own,
    latest: wallClock(own, zone),
    mayPropose:
      side !== "editor" &&
      page.changes.length === 0 &&
      page.charges.length === 0 &&
      page.dateProposals.length === 0 &&
      isListed(price) &&
      isChangeable(order),
    service: price.service,
    addOns: orderedOf(price, policy).addOns,
    /** What add-ons cost on this order. */
    prices: policy.addOns,
    open: change
      ? {
          id: change.id,
          side: change.side,
          what: change.what,
          reason: change.reason,
          newDueAt: change.earlierMs === 0 ? null : after(own, -change.earlierMs),
          differenceMinor: side === "editor" ? null : change.price.totalMinor - change.oldTotalMinor,
          editorPayMinor:
            side === "client" || order.editorPayMinor === null
              ? null
              : payAfterPrice(order.editorPayMinor, price, change.price, order.editorLevel ?? "trial", page.pay),
          mayAnswer: orderChanges.mayAnswer(actor, order, change),
          mayWithdraw: orderChanges.mayWithdraw(actor, change),
          waitsFor: missingAgreement(change),
          expiresAt: change.expiresAt,
        }
      : null,
  };
}
export type ChangeView = NonNullable<Awaited<ReturnType<typeof changeView>>>;

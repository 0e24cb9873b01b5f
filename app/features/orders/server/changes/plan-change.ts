import { z } from "zod";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import type { AddOns } from "#app/features/pricing/rules/add-ons.ts";
import { pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { AddOnChoices } from "../../rules/draft/choices.ts";
import { type ChangedOrder, changedOrder, isChangeable } from "../../rules/change/order-change.ts";
import { type Order, getOrder, quotedPrice } from "../views/find-order.ts";
import { whyServiceRuledOut } from "../policy/order-policy.ts";
import { sideOf } from "../agreements/agreement.ts";

/** What the author or staff want changed about an order, as the form has it. */
export const WantedChange = z.object({
  service: z.enum(SERVICES, { error: "Choose a service." }),
  addOns: AddOnChoices,
  /** "2026-11-24T14:05" in the proposer's time zone; "" leaves the date as it is. */
  newDueAt: z.string(),
});
export type WantedChange = z.output<typeof WantedChange>;

/**
 * An order with a change, by the rules it was priced with: the same for the dialog's price and for the proposal.
 * @throws invalid with messages by field; conflict (custom_price)
 */
export async function planChange(
  actor: Actor,
  order: Order,
  wanted: WantedChange,
  at: Date,
  db: Reader,
): Promise<ChangedOrder> {
  const price = quotedPrice(order);
  const newDueAt = wanted.newDueAt ? instantOf(wanted.newDueAt, zoneOf(actor)) : null;
  if (wanted.newDueAt && !newDueAt)
    throw invalid("change", "Choose a date and a time.", "", { newDueAt: "Choose a date and a time." });
  if (wanted.service !== price.service && wanted.service === "expert")
    throw invalid("change", "Place a new order for expert editing.", "", {
      service: "Place a new order for expert editing.",
    });
  const noService = wanted.service === price.service ? null : await whyServiceRuledOut(order, wanted.service, db);
  if (noService) throw invalid("change", noService, "Choose another service.", { service: noService });
  const policy = await pricingOfOrder(order, db);
  return changedOrder(
    { price, windowMs: order.windowMs, dueAt: order.dueAt!, editorDueAt: order.editorDueAt! },
    { service: wanted.service, addOns: wanted.addOns as AddOns, newDueAt },
    at,
    policy,
  );
}

/** What a change would cost, for the dialog. Amounts in minor units; the date is ISO and moves only for longer work. */
export type ChangePrice = { totalMinor: number; differenceMinor: number; newDueAt: Date | null };

/**
 * The call `changePrice`: what a change would cost before it's proposed. It writes nothing.
 * @throws not-found unless the actor is the order's author or staff; as `planChange`
 */
export async function changePriceCall(actor: Actor, data: unknown): Promise<ChangePrice> {
  const parsed = WantedChange.extend({ orderId: z.string() }).safeParse(data);
  if (!parsed.success) throw invalid("change", parsed.error.issues[0]?.message ?? "Check what you entered.");
  const { orderId, ...wanted } = parsed.data;
  const order = await getOrder(orderId);
  const side = sideOf(actor, order);
  if ((side !== "client" && side !== "staff") || !isChangeable(order)) throw notFound("order");
  const { after: price, earlierMs } = await planChange(actor, order, wanted, now(), database());
  return {
    totalMinor: price.totalMinor,
    differenceMinor: price.totalMinor - order.totalMinor!,
    newDueAt: earlierMs === 0 ? null : after(order.dueAt!, -earlierMs),
  };
}

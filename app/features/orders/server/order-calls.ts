import { z } from "zod";
import { invalid, notFound } from "#app/platform/rules/errors.ts";
import type { Actor } from "#app/platform/rules/actor.ts";
import { now } from "#app/platform/server/clock.ts";
import { database } from "#app/platform/server/database.ts";
import { judgeCoupon } from "#app/features/pricing/rules/coupon.ts";
import { type Capacity, type Offer, offerOf } from "#app/features/pricing/rules/offer.ts";
import { priceOrder, priceProblem } from "#app/features/pricing/rules/price.ts";
import { ChoicesPatch, type OrderChoices, applyPatch, readChoices } from "../rules/choices.ts";
import { draftSum, offerInput } from "../rules/draft-sum.ts";
import { type CouponWithUses, findCoupon } from "./find-coupon.ts";
import { findDraft } from "./find-draft.ts";
import { listCapacity } from "./list-capacity.ts";
import { listOwnFiles } from "./list-files.ts";

const readInput = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw invalid("call", "This call is not understood.", "Reload the page and try again.");
  return parsed.data;
};

async function ownDraft(actor: Actor, orderId: string) {
  const order = await findDraft(actor, orderId);
  if (!order) throw notFound("order");
  return order;
}

export type QuoteAnswer = {
  /** What editors could take on, by these choices. */
  capacity: Capacity | null;
  /** The price and the date if paid now; null until service and turnaround are chosen, or where the price list has no such order. */
  offer: Offer | null;
};

/**
 * The call `quote`: what an order would cost and when it would be back, with choices that need not be saved yet. Nothing is written;
 * the price is frozen by the button.
 * @throws not-found for anybody's order but one's own
 */
export async function quoteCall(actor: Actor, data: unknown): Promise<QuoteAnswer> {
  const { orderId, patch = {} } = readInput(z.object({ orderId: z.string(), patch: ChoicesPatch.optional() }), data);
  const order = await ownDraft(actor, orderId);
  const choices: OrderChoices = applyPatch(readChoices(order.choices), patch);
  const sum = draftSum(await listOwnFiles(order.id), choices);
  if (sum.billable === 0) return { capacity: null, offer: null };
  const uid = actor.kind === "person" ? actor.uid : null;
  const at = now();
  const capacity = await listCapacity(
    { words: sum.billable, subfield: choices.subfield ?? null, variant: choices.variant ?? null },
    uid,
    at,
  );
  if (!choices.service || !choices.turnaround) return { capacity, offer: null };
  const asked = { ...offerInput(sum, choices, null), service: choices.service, turnaround: choices.turnaround };
  if (priceProblem(asked)) return { capacity, offer: null };
  const timeZone = (actor.kind === "person" && actor.timeZone) || "UTC";
  const { listMinor } = priceOrder(asked);
  const found = choices.couponCode ? await findCoupon(choices.couponCode, uid, database()) : null;
  const { discount } = judgeCoupon(found, {
    now: at,
    timeZone,
    service: asked.service,
    turnaround: asked.turnaround,
    listMinor,
  });
  return { capacity, offer: offerOf({ ...asked, discount }, capacity, { now: at, timeZone }) };
}

/** The call `checkCoupon`: a code with how often it has been used, or null. Only for somebody with an order to use it on. */
export async function checkCouponCall(actor: Actor, data: unknown): Promise<{ coupon: CouponWithUses | null }> {
  const { orderId, code } = readInput(z.object({ orderId: z.string(), code: z.string().max(100) }), data);
  await ownDraft(actor, orderId);
  return { coupon: await findCoupon(code, actor.kind === "person" ? actor.uid : null, database()) };
}

import { pricingOfDraft, pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { database } from "#app/platform/server/core/database.ts";
import { z } from "zod";
import { networkOf } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { type Actor, zoneOf } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { CouponOffer } from "#app/features/pricing/rules/coupon.ts";
import { type Capacity, type Offer, offerOf } from "#app/features/pricing/rules/offer.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import { judgeDiscounts } from "#app/features/pricing/rules/standing-discount.ts";
import { listStandingDiscounts } from "#app/features/pricing/server/list-standing-discounts.ts";
import { orderedInYear } from "./ordered-in-year.ts";
import { ChoicesPatch, type OrderChoices, readChoices } from "../../rules/draft/choices.ts";
import { applyPatch } from "../../rules/draft/choice-patch.ts";
import { capacityQuestion, draftSum, offerInput } from "../../rules/draft/draft-sum.ts";
import { findDraft } from "../drafts/find-draft.ts";
import { notePriceView } from "../drafts/price-views.ts";
import { listCapacity } from "../drafts/list-capacity.ts";
import { findTax } from "#app/features/tax/server/find-tax.ts";
import { lookUpCode } from "../drafts/look-up-code.ts";
import { type NoEditorOnPage, noEditorOnPage } from "../waiting-list/find-no-editor.ts";
import { listOwnFiles } from "./list-files.ts";

const readInput = <T>(schema: z.ZodType<T>, data: unknown): T => {
  const parsed = schema.safeParse(data);
  if (!parsed.success) throw invalid("call", "We couldn't read this request.", "Reload the page and try again.");
  return parsed.data;
};

async function ownDraft(actor: Actor, orderId: string) {
  const order = await findDraft(actor, orderId);
  if (!order) throw notFound("order");
  return order;
}

export type QuoteAnswer = {
  /** Why no editor can take it, the alternatives, and the address on the waiting list. Null while an editor can. */
  noEditor: NoEditorOnPage | null;
  /** The capacity that editors have for these choices. */
  capacity: Capacity | null;
  /**
   * The price and the date if paid now. Null until service and turnaround are chosen, or if the price list doesn't sell
   * this order.
   */
  offer: Offer | null;
};

/**
 * The call `quote`: what an order would cost and when it would be returned, with choices that may not be saved yet. It
 * writes nothing. The button freezes the price.
 * @throws not-found unless the order is the actor's own
 */
export async function quoteCall(actor: Actor, data: unknown, headers?: Headers): Promise<QuoteAnswer> {
  const { orderId, patch = {} } = readInput(z.object({ orderId: z.string(), patch: ChoicesPatch.optional() }), data);
  const order = await ownDraft(actor, orderId);
  const choices: OrderChoices = applyPatch(readChoices(order.choices), patch);
  const sum = draftSum(await listOwnFiles(order.id), choices);
  if (sum.billable === 0) return { capacity: null, offer: null, noEditor: null };
  const uid = actor.kind === "person" ? actor.uid : null;
  const at = now();
  const question = capacityQuestion(sum.billable, choices);
  const capacity = await listCapacity(question, uid, at, database(), order.id);
  // A held price comes from the price list it was quoted with. Changing anything makes the order a draft again.
  const held = order.status !== "draft" && Object.keys(patch).length === 0;
  const policy = held ? await pricingOfOrder(order) : await pricingOfDraft(choices, at);
  notePriceView(order.id, question.subfield, question.words, capacity, policy);
  const noEditor = await noEditorOnPage(order.id, question, capacity, uid, at);
  if (!choices.service || !choices.turnaround) return { capacity, offer: null, noEditor };
  const asked = { ...offerInput(sum, choices, null), service: choices.service, turnaround: choices.turnaround };
  if (priceProblem(asked, policy)) return { capacity, offer: null, noEditor };
  const timeZone = zoneOf(actor);
  const coupon = choices.couponCode
    ? await lookUpCode(choices.couponCode, { ...questionOf(actor, order.id, headers), now: at })
    : null;
  const { discount } = judgeDiscounts(
    {
      service: asked.service,
      turnaround: asked.turnaround,
      listMinor: priceOrder(asked, policy).listMinor,
      pricedIn: policy.pricedIn,
    },
    coupon,
    await listStandingDiscounts(
      { uid, organizationId: order.organizationId, partnerId: order.partnerId },
      at,
      database(),
      orderedInYear,
    ),
  );
  const tax =
    held && order.price
      ? order.price.tax
      : (await findTax({ userId: uid, organizationId: order.organizationId }, at)).rule;
  return { capacity, offer: offerOf({ ...asked, discount, tax }, capacity, { now: at, timeZone }, policy), noEditor };
}

const questionOf = (actor: Actor, orderId: string, headers: Headers | undefined) => ({
  actor,
  orderId,
  network: networkOf(headers),
  now: now(),
  timeZone: zoneOf(actor),
});

/**
 * The call `checkCoupon`: a code's discount and the orders it fits, or why it can't be used. Only for somebody with an
 * order to use it on.
 */
export async function checkCouponCall(actor: Actor, data: unknown, headers?: Headers): Promise<CouponOffer> {
  const { orderId, code } = readInput(z.object({ orderId: z.string(), code: z.string().max(100) }), data);
  await ownDraft(actor, orderId);
  return lookUpCode(code, questionOf(actor, orderId, headers));
}

import { policyNow, policyOfVersion } from "#app/features/policy/server/read-policy.ts";
import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { pricingOf } from "#app/features/pricing/server/read-pricing.ts";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { z } from "zod";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Problem, conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { requireOpenShop } from "#app/features/company/server/find-shop.ts";
import { quoteExpiresAt } from "#app/features/pricing/rules/deadlines.ts";
import { currencyOfDraft, pricingIn } from "#app/features/pricing/rules/currency-prices.ts";
import { offerOf } from "#app/features/pricing/rules/offer.ts";
import { consentSentence, priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import type { PriceInput } from "#app/features/pricing/rules/price-receipt.ts";
import { judgeDiscounts } from "#app/features/pricing/rules/standing-discount.ts";
import { listStandingDiscounts } from "#app/features/pricing/server/list-standing-discounts.ts";
import { orderedInYear } from "../views/ordered-in-year.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { type OrderChoices, readChoices } from "../../rules/draft/choices.ts";
import { missingChoices } from "../../rules/draft/choice-patch.ts";
import { missingUnderPolicy } from "../../rules/draft/policy-choice.ts";
import { capacityQuestion, draftSum, manuscriptWords, offerInput } from "../../rules/draft/draft-sum.ts";
import { isManuscript } from "../../rules/draft/file-role.ts";
import { titleFromName } from "../../rules/order-title.ts";
import { can } from "../../rules/can.ts";
import { reviewersRefusal } from "../../rules/review/reviewers.ts";
import { STANDARD_KEEP_DAYS } from "../../rules/retention/retention.ts";
import { lockOwn } from "./find-draft.ts";
import { type Order, findOrder } from "../views/find-order.ts";
import { findLastEditor } from "../work/find-delivery.ts";
import { listCapacity } from "./list-capacity.ts";
import { NO_TAX } from "#app/features/tax/rules/tax-rule.ts";
import { requireTax } from "#app/features/tax/server/find-tax.ts";
import { listOwnFiles } from "../views/list-files.ts";
import { keepPolicy, policyOfChoices, policyOnForm } from "../policy/order-policy.ts";
import { countWrongCode, findOffer } from "./look-up-code.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";

/** The price and time that the client saw when agreeing. */
const Seen = z.object({ totalMinor: z.int(), windowMs: z.int() });

/**
 * Sets a draft's price: recalculates it from the files' counts and the choices, and freezes it on the order for 7 days.
 * An order that already has a price is checked again, because it may have become impossible since.
 * @throws invalid (incomplete, not_offered, coupon) with messages by field; conflict price_changed when `seen` is not
 * what it costs
 */
export const quoteOrder = command({
  input: z.object({ orderId: z.string(), seen: Seen.optional() }),
  load: ({ orderId }, ctx) => lockOwn(ctx, orderId),
  allow: (actor, order) =>
    (actor.kind === "person" && can.edit(actor, order)) || "Sign in as the author of this order first.",
  run: ({ input, thing: order, ...ctx }): Promise<Order> => priceOf(ctx, order, input.seen),
});

/**
 * Checks, in a command of somebody who may pay it, whether an order whose price is held is still possible in its time.
 * @throws as `quoteOrder`
 */
export const recheckQuote = async (ctx: CommandContext, order: Order): Promise<void> => {
  if (order.status === "draft") throw new Error(`The order ${order.id} has no price to check.`);
  await priceOf(ctx, order);
};

async function priceOf(ctx: CommandContext, order: Order, seen?: z.infer<typeof Seen>): Promise<Order> {
  await requireOpenShop(ctx.tx);
  // An offer isn't on the price list, and paying it checks whether its date is still possible.
  if (order.price?.custom) return order;
  const choices = readChoices(order.choices);
  if (choices.forReviewers) await checkResponse(ctx, order);
  const files = await listOwnFiles(order.id, ctx.tx);
  const policyRule = await policyOfChoices(choices, ctx.tx);
  const missing = [
    ...missingChoices(choices, files),
    // A held price keeps the version of its policy.
    ...(order.status === "draft"
      ? missingUnderPolicy(choices, policyRule && policyOnForm(policyRule, manuscriptWords(files)))
      : []),
  ];
  if (missing.length) throw incomplete(Object.fromEntries(missing.map((m) => [m.field, m.message])));
  await checkPreferred(ctx, choices, order.reeditOf);

  const sum = draftSum(files, choices);
  const asked: PriceInput = {
    ...offerInput(sum, choices, null),
    service: choices.service!,
    turnaround: choices.turnaround!,
  };
  const policy = order.status === "draft" ? await policyNow(ctx) : await policyOfVersion(order.policyVersion, ctx.tx);
  const listed = pricingOf(policy);
  const pricing = pricingIn(listed, order.status === "draft" ? currencyOfDraft(choices, listed) : order.currency);
  const problem = priceProblem(asked, pricing);
  if (problem) throw notOffered(problem.code, problem.message, problem.advice, problem.fields);
  // A held price keeps its tax, which follows the buyer's billing details while they aren't paying.
  const tax = order.status === "draft" ? await requireTax(order, ctx.now, ctx.tx) : (order.price?.tax ?? NO_TAX);
  // A held price keeps its discount, whatever happened to the code or the sale.
  const { coupon, discount } =
    order.status === "draft" ? await chooseDiscount(ctx, order, asked, pricing) : { coupon: null, discount: null };
  const offer = offerOf(
    { ...asked, discount, tax },
    await listCapacity(capacityQuestion(sum.billable, choices), order.userId, ctx.now, ctx.tx, order.id),
    { now: ctx.now, timeZone: zoneOf(ctx.actor) },
    pricing,
  );
  if (!offer.offered) throw notOffered(offer.code, offer.reason, offer.advice);
  const { receipt } = offer;
  if (offer.needsConsent)
    throw incomplete({ consentOverflow: consentSentence(receipt) ?? "Agree to the later date first." });

  if (order.status !== "draft") {
    // The price is held, so the only question was whether the order is still possible.
    checkSeen(seen, { totalMinor: order.totalMinor, windowMs: order.windowMs, currency: order.currency });
    return order;
  }
  checkSeen(seen, receipt);
  const quoted = await moveOrder(ctx, order, "quote", {
    title: choices.title || order.title || titleFromName(files.find(isManuscript)!.name),
    service: receipt.service,
    turnaround: receipt.turnaround,
    field: choices.subfield!,
    variant: choices.variant!,
    price: json(receipt),
    words: sum.words,
    billableWords: receipt.billableWords,
    currency: receipt.currency,
    listMinor: receipt.listMinor,
    editorBasisMinor: receipt.editorBasisMinor,
    discountMinor: receipt.discountMinor,
    taxMinor: receipt.taxMinor,
    totalMinor: receipt.totalMinor,
    keepDays: choices.keepDays ?? STANDARD_KEEP_DAYS,
    couponId: coupon && receipt.discount?.kind === "coupon" && receipt.discountMinor > 0 ? coupon.id : null,
    windowMs: receipt.windowMs,
    quotedAt: ctx.now,
    quoteExpiresAt: quoteExpiresAt(ctx.now, pricing),
    policyVersion: policy.version,
  });
  await keepPolicy(ctx, order.id, choices, policyRule);
  await orderFact(ctx, quoted, "order.quoted", {
    totalMinor: quoted.totalMinor,
    currency: quoted.currency,
    words: quoted.billableWords,
  });
  return quoted;
}

/** @throws conflict when the order that reviewers commented on was disputed, refunded, or delivered too long ago */
async function checkResponse(ctx: CommandContext, order: Order): Promise<void> {
  const delivered = order.reeditOf ? await findOrder(order.reeditOf, ctx.tx) : null;
  // A held price stays payable.
  const refusal =
    delivered && reviewersRefusal(delivered, order.quotedAt ?? ctx.now, await deadlinesOfOrder(delivered, ctx.tx));
  if (refusal) throw conflict("no_response", refusal, "You haven't been charged. You can place a new order instead.");
}

/** `quoteOrder` for a request from the order form: a refused code counts as a guess, outside the transaction. */
export async function askForQuote(...asked: Parameters<typeof quoteOrder>): Promise<Order> {
  try {
    return await quoteOrder(...asked);
  } catch (error) {
    if (error instanceof Problem && error.code === "coupon") await countWrongCode(asked[0], null);
    throw error;
  }
}

const incomplete = (fields: Record<string, string>) =>
  invalid(
    "incomplete",
    Object.values(fields)[0] ?? "Something is still missing.",
    "Complete the marked fields.",
    fields,
  );

const notOffered = (code: string, reason: string, advice: string, fields: Readonly<Record<string, string>> = {}) =>
  invalid("not_offered", reason, advice, {
    ...fields,
    [["no-words", "bad-words", "nothing-changed"].includes(code)
      ? "files"
      : Object.keys(fields).length
        ? "addOns"
        : "turnaround"]: `${reason} ${advice}`.trim(),
  });

/** The best available discount, and the code's coupon. @throws invalid with a message for the coupon's field */
async function chooseDiscount(
  ctx: CommandContext,
  order: Pick<Order, "id" | "userId" | "organizationId" | "partnerId" | "choices">,
  asked: PriceInput,
  pricing: PricingPolicy,
) {
  const { actor, now, tx } = ctx;
  const { couponCode } = readChoices(order.choices);
  const coupon = couponCode
    ? await findOffer(couponCode, { actor, orderId: order.id, network: null, now, timeZone: zoneOf(actor) }, tx)
    : null;
  const { message, discount } = judgeDiscounts(
    {
      service: asked.service,
      turnaround: asked.turnaround,
      listMinor: priceOrder(asked, pricing).listMinor,
      pricedIn: pricing.pricedIn,
    },
    coupon?.offer ?? null,
    await listStandingDiscounts(
      { uid: order.userId, organizationId: order.organizationId, partnerId: order.partnerId },
      now,
      tx,
      orderedInYear,
    ),
  );
  if (message !== null) throw invalid("coupon", message, "Correct the code or remove it.", { couponCode: message });
  return { coupon, discount };
}

/**
 * @throws invalid when the requested editor isn't on the client's own list and didn't edit the order that this one
 * re-edits
 */
async function checkPreferred(ctx: CommandContext, choices: OrderChoices, reeditOf: string | null): Promise<void> {
  if (!choices.preferredEditor || ctx.actor.kind !== "person") return;
  if (reeditOf && (await findLastEditor(reeditOf, ctx.actor.uid, ctx.tx))?.uid === choices.preferredEditor) return;
  const known = await ctx.tx
    .selectFrom("client_editors")
    .select("kind")
    .where("userId", "=", ctx.actor.uid)
    .where("editorId", "=", choices.preferredEditor)
    .where("kind", "in", ["preferred", "backup"])
    .executeTakeFirst();
  if (!known)
    throw invalid("preferred", "This editor is not on your list.", "Choose another editor, or let us choose.", {
      preferredEditor: "This editor is not on your list.",
    });
}

function checkSeen(
  seen: z.infer<typeof Seen> | undefined,
  now: { totalMinor: number; windowMs: number; currency: string },
): void {
  if (!seen || (seen.totalMinor === now.totalMinor && seen.windowMs === now.windowMs)) return;
  const price =
    seen.totalMinor === now.totalMinor
      ? null
      : `The price is now ${formatMoney(now.totalMinor, now.currency)} (it was ${formatMoney(seen.totalMinor, now.currency)}).`;
  const date =
    seen.windowMs === now.windowMs
      ? null
      : `The turnaround is now ${formatDuration(now.windowMs)} (it was ${formatDuration(seen.windowMs)}).`;
  throw conflict(
    "price_changed",
    [price, date].filter(Boolean).join(" "),
    "You haven't been charged. Check the new price and date, then click the button again to go ahead.",
  );
}

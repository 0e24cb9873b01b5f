import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import { approvalsNow } from "#app/features/pricing/server/read-approvals.ts";
import { z } from "zod";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { HOUR, after, formatDays, formatHours } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import {
  CUSTOM_PRICE_POLICY,
  type CustomWork,
  customLimits,
  customPrice,
  customPriceFault,
} from "#app/features/pricing/rules/custom-price.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import type { AddOns } from "#app/features/pricing/rules/add-ons.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { OrderChoices, readChoices } from "#app/features/orders/rules/draft/choices.ts";
import { draftSum } from "#app/features/orders/rules/draft/draft-sum.ts";
import { listOwnFiles } from "#app/features/orders/server/views/list-files.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { whyServiceRuledOut } from "#app/features/orders/server/policy/order-policy.ts";
import { pricesAs } from "../rules/can.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";
import type { PayPolicy } from "#app/features/pricing/rules/editor-pay.ts";

/** The terms of an offer, as staff type them. */
export const TermsInput = z.object({
  quoteId: z.string(),
  /**
   * The offer that the form showed, or "". If there's another one now, somebody else made it, and it isn't overwritten.
   */
  current: z.string().default(""),
  service: z.enum(SERVICES, "Choose a service."),
  addOns: OrderChoices.shape.addOns.default({}),
  /** "1,250.00" */
  total: z.string(),
  /** The due date if the author pays now: "2026-11-24T14:05" in the time zone of the person typing. */
  dueAt: z.string(),
  note: z.string().trim().max(2_000, "Shorten this to 2,000 characters or fewer.").default(""),
});
export type TermsInput = z.infer<typeof TermsInput>;

/** `pay`: what editors are paid under the price list that these terms come from. */
export type Terms = { work: CustomWork; price: PriceReceipt; ordinaryMinor: number; pay: PayPolicy };

/** The work in a request, with this service and time. */
export async function workOf(
  ctx: Pick<CommandContext, "tx">,
  order: Order,
  it: { service: CustomWork["service"]; addOns: AddOns; windowMs: number },
): Promise<CustomWork> {
  const sum = draftSum(await listOwnFiles(order.id, ctx.tx), readChoices(order.choices));
  return { ...it, billableWords: sum.billable, estimatePdf: sum.pdf };
}

/**
 * The price that staff offer, within what this person may set: see `customLimits`.
 * @throws invalid with messages by field
 */
export async function termsOf(ctx: CommandContext, order: Order, input: TermsInput, offerId: string): Promise<Terms> {
  const zone = zoneOf(ctx.actor);
  const fields: Record<string, string> = {};
  const noService = await whyServiceRuledOut(order, input.service, ctx.tx);
  if (noService) fields.service = noService;
  const dueAt = instantOf(input.dueAt, zone);
  // In whole hours, so that the date is still the one the form showed when it's sent a few minutes later.
  const windowMs = dueAt ? Math.ceil((dueAt.getTime() - ctx.now.getTime()) / HOUR) * HOUR : 0;
  const { leastWindowMs, mostWindowMs } = CUSTOM_PRICE_POLICY;
  if (!dueAt || dueAt < after(ctx.now, leastWindowMs) || dueAt > after(ctx.now, mostWindowMs))
    fields.dueAt = `Choose a due date at least ${formatHours(leastWindowMs)} from now, and at most ${formatDays(mostWindowMs)}.`;
  const addOns = Object.fromEntries(Object.entries(input.addOns ?? {}).filter(([, it]) => it)) as AddOns;
  if (addOns.secondReader && input.service === "expert") delete addOns.secondReader;
  const work = await workOf(ctx, order, { service: input.service, addOns, windowMs: Math.max(windowMs, HOUR) });
  const totalMinor = moneyTyped(input.total, CURRENCY) ?? 0;
  const by = pricesAs(ctx.actor);
  const policy = await pricingNow(ctx);
  const limits = customLimits(work, by, policy, await approvalsNow(ctx));
  const fault = customPriceFault(totalMinor, limits, by);
  if (fault) fields.total = fault;
  const first = Object.values(fields)[0];
  if (first) throw invalid("terms", first, "Correct the marked fields and try again.", fields);
  return {
    work,
    price: customPrice(work, totalMinor, offerId, policy),
    ordinaryMinor: limits.ordinaryMinor,
    pay: policy.pay,
  };
}

/** The order as it would be with these terms if it were paid now, for finding editors. Nothing is written. */
export const plannedOrder = (order: Order, { price }: { price: PriceReceipt }, now: Date): Order => ({
  ...order,
  service: price.service,
  turnaround: price.turnaround,
  price,
  billableWords: price.billableWords,
  windowMs: price.windowMs,
  dueAt: after(now, price.windowMs),
});

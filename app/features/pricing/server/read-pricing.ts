import type { Reader } from "#app/platform/server/core/database.ts";
import {
  partOfPolicy,
  policyAt,
  policyNow,
  policyOfVersion,
  shownPolicy,
} from "#app/features/policy/server/read-policy.ts";
import type { PricingPolicy } from "../rules/policy.ts";
import { currencyOfDraft, pricingIn } from "../rules/currency-prices.ts";
import { PRICING_PART } from "../rules/pricing-figures.ts";
import type { PayPolicy } from "../rules/editor-pay.ts";

type Chosen = Parameters<typeof currencyOfDraft>[0];

/** The price list of a version of the policy. */
export const pricingOf = partOfPolicy(PRICING_PART.of);

/** The price list that applies at a moment, for what isn't priced yet. */
export const pricingAt = async (at: Date, db?: Reader): Promise<PricingPolicy> => pricingOf(await policyAt(at, db));

/** The price list that applies to a draft at a moment, in the currency that was chosen for it. */
export async function pricingOfDraft(chosen: Chosen, at: Date, db?: Reader): Promise<PricingPolicy> {
  const listed = await pricingAt(at, db);
  return pricingIn(listed, currencyOfDraft(chosen, listed));
}

/** The price list that applies in a command's own transaction. */
export const pricingNow = async (ctx: { tx: Reader; now: Date }): Promise<PricingPolicy> =>
  pricingOf(await policyNow(ctx));

type Priced = { policyVersion: number | null; currency: string };

/** The price list that an order was priced with, in its currency. */
export const pricingOfOrder = async (order: Priced, db?: Reader): Promise<PricingPolicy> =>
  pricingIn(pricingOf(await policyOfVersion(order.policyVersion, db)), order.currency);

/** What editors are paid for an order: the shares of the version it was priced with. */
export const payOfOrder = async (order: Priced, db?: Reader): Promise<PayPolicy> =>
  (await pricingOfOrder(order, db)).pay;

/** The price list for public pages, even while the database is unavailable. */
export const shownPricing = async (): Promise<PricingPolicy> => pricingOf(await shownPolicy());

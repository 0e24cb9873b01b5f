import { soldWith } from "#app/features/policy/server/read-policy.ts";
import { PRICING_PART } from "#app/features/pricing/rules/pricing-figures.ts";

/** The included second reader's share of the version that the order `o` was sold with, for a query. */
export const soldReaderShare = () => soldWith(PRICING_PART.figures.pay.includedSecondReaderShareBp).as("readerShareBp");

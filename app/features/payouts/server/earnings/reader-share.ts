import { soldWith } from "#app/features/policy/server/read-policy.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/editor-pay.ts";

/** The included second reader's share of the version that the order `o` was sold with, for a query. */
export const soldReaderShare = () =>
  soldWith("pricing.pay.includedSecondReaderShareBp", PAY_POLICY.includedSecondReaderShareBp).as("readerShareBp");

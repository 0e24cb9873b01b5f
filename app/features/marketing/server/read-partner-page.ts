import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { partnerDiscountAt } from "#app/features/pricing/server/partner-discount.ts";
import { shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { shownTaxed } from "#app/features/tax/server/shown-taxed.ts";
import type { PartnerKind } from "#app/features/partners/rules/partner.ts";
import { type PartnerAsked, type PartnerPrice, partnerPrices, readPartnerAsked } from "../rules/partner-prices.ts";
import { partnerByCode, partnerState } from "#app/features/partners/server/find-partner.ts";

/** What a partner's page and calculator show. */
export type PartnerPage = {
  code: string;
  name: string;
  kind: PartnerKind;
  /** The agreed discount, or null. */
  percent: number | null;
  asked: PartnerAsked;
  prices: PartnerPrice[];
  taxed: boolean;
};

/**
 * A partner's page. Null if the partnership is over or hasn't begun: links in other people's pages stay, so they lead to
 * the home page then.
 * @param search untrusted @throws not-found
 */
export async function readPartnerPage(code: string | undefined, search: URLSearchParams): Promise<PartnerPage | null> {
  const partner = await partnerByCode(code ?? "");
  if (!partner) throw notFound("page", "Check the link.");
  const at = now();
  if (partnerState(partner, at) !== "active") return null;
  const [discount, pricing, taxed] = await Promise.all([
    partnerDiscountAt(partner.id, at, database()),
    shownPricing(),
    shownTaxed(),
  ]);
  const asked = readPartnerAsked(search);
  return {
    code: partner.code,
    name: partner.name,
    kind: partner.kind,
    percent: discount?.percent ?? null,
    asked,
    prices:
      asked.words === null
        ? []
        : partnerPrices({ words: asked.words, service: asked.service }, discount ? [discount] : [], pricing),
    taxed,
  };
}

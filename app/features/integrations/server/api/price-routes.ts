import { CURRENCY_NAMES } from "#app/platform/rules/core/money.ts";
import { z } from "zod";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { zoneOf } from "#app/platform/rules/core/actor.ts";
import { offerOf } from "#app/features/pricing/rules/offer.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import { SERVICES, type Service as ServiceName, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import { judgeDiscounts } from "#app/features/pricing/rules/standing-discount.ts";
import { listStandingDiscounts } from "#app/features/pricing/server/list-standing-discounts.ts";
import { orderedInYear } from "#app/features/orders/server/views/ordered-in-year.ts";
import { pricingOfDraft } from "#app/features/pricing/server/read-pricing.ts";
import { listCapacity } from "#app/features/orders/server/drafts/list-capacity.ts";
import { findTax } from "#app/features/tax/server/find-tax.ts";
import { ENGLISH_VARIANTS } from "#app/features/pricing/rules/taxonomy.ts";
import { apiRoute } from "./api-route.ts";
import { Currency, Instant, Minor, Service, Subfield, Turnaround, named } from "./order-schemas.ts";

const Price = z.object({
  service: Service,
  turnaround: Turnaround,
  available: z.boolean(),
  reason: z.string().nullable(),
  total_minor: Minor.nullable(),
  currency: Currency.nullable(),
  due_at: Instant.nullable(),
  needs_consent: z.boolean(),
});

export const priceRoutes = [
  apiRoute({
    method: "GET",
    path: "/prices",
    id: "listPrices",
    group: "Prices",
    summary: "Price a number of words",
    notes:
      "Every service at every turnaround, as on the price list, with your discounts and tax, those of the organization or the partner whose key it is. It's a figure for planning: the quote of an order counts its files. In dollars, unless we sell in the currency you ask for.",
    scope: "prices:read",
    query: z.strictObject({
      words: z.coerce.number().int().min(1).max(1_000_000),
      service: Service.optional(),
      turnaround: Turnaround.optional(),
      subfield: Subfield.optional(),
      variant: z.enum(ENGLISH_VARIANTS).optional(),
      currency: z.enum(CURRENCY_NAMES).optional(),
    }),
    answer: named("PriceList", z.object({ object: z.literal("list"), data: z.array(Price) })),
    example: { query: "words=6000&service=copyediting&turnaround=7d" },
    async handle({ actor, caller, query: { words, service, turnaround, subfield, variant, currency } }) {
      const at = now();
      const organizationId = caller.organization?.id ?? null;
      const [policy, capacity, tax, standing] = await Promise.all([
        pricingOfDraft({ currency }, at),
        listCapacity(
          { words, subfield: subfield ?? null, variant: variant ?? null, secondReader: false },
          actor.uid,
          at,
        ),
        findTax({ userId: actor.uid, organizationId }, at),
        listStandingDiscounts(
          { uid: actor.uid, organizationId, partnerId: caller.partner?.id ?? null },
          at,
          database(),
          orderedInYear,
        ),
      ]);
      const reader = { now: at, timeZone: zoneOf(actor) };
      const cells = (service ? [service] : SERVICES).flatMap((one) =>
        (turnaround ? [turnaround] : TURNAROUNDS).map((time) => ({ service: one as ServiceName, turnaround: time })),
      );
      return {
        object: "list" as const,
        data: cells.map((cell) => {
          const input = {
            ...cell,
            billableWords: words,
            estimatePdf: false,
            addOns: {},
            consentOverflow: false,
            tax: tax.rule,
          };
          const discount = priceProblem(input, policy)
            ? null
            : judgeDiscounts(
                { ...cell, listMinor: priceOrder(input, policy).listMinor, pricedIn: policy.pricedIn },
                null,
                standing,
              ).discount;
          const offer = offerOf({ ...input, discount }, capacity, reader, policy);
          return offer.offered
            ? {
                ...cell,
                available: true,
                reason: null,
                total_minor: offer.receipt.totalMinor,
                currency: offer.receipt.currency,
                due_at: offer.dueAt.toISOString(),
                needs_consent: offer.needsConsent,
              }
            : {
                ...cell,
                available: false,
                reason: `${offer.reason} ${offer.advice}`.trim(),
                total_minor: null,
                currency: null,
                due_at: null,
                needs_consent: false,
              };
        }),
      };
    },
  }),
];

import { z } from "zod";
import { refused } from "#app/platform/rules/core/errors.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { publicUrl } from "#app/platform/rules/requests/origins.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { partnerPath } from "#app/features/partners/rules/partner.ts";
import { partnerDiscountAt } from "#app/features/pricing/server/partner-discount.ts";
import type { Caller } from "../keys/find-key.ts";
import { type PartnerMonth, apiRoute } from "./api-route.ts";
import { listOf } from "./lists.ts";
import { Currency, Minor, named } from "./order-schemas.ts";

/** How many months are answered, this one included. */
const MONTHS = 24;

const Partner = named(
  "Partner",
  z.object({
    object: z.literal("partner"),
    id: z.string(),
    name: z.string(),
    link: z.url(),
    discount_percent: z.int().nullable().describe("Agreed off the price list; null for none."),
  }),
  "A journal, university, or society, by its own key.",
);

const Month = named(
  "PartnerMonth",
  z.object({
    object: z.literal("partner_month"),
    month: z.string().describe("In UTC, such as 2026-11."),
    visits: z.int(),
    files: z.int().describe("Files dropped."),
    prices: z.int().describe("Prices seen."),
    sign_ups: z.int(),
    paid_orders: z.int(),
    paid_minor: Minor.describe("What authors paid, without tax and less refunds."),
    discount_minor: Minor.describe("What the partner's discount took off these orders."),
    currency: Currency,
  }),
  "What a partner's link brought in a month, as in its monthly report. Sums alone: no names, no titles, no orders.",
);

const monthView = (it: PartnerMonth): z.infer<typeof Month> => ({
  object: "partner_month",
  month: it.when,
  visits: it.visits,
  files: it.files,
  prices: it.prices,
  sign_ups: it.signUps,
  paid_orders: it.paid,
  paid_minor: it.paidMinor,
  discount_minor: it.discountMinor,
  currency: CURRENCY,
});

function partnerOf({ partner }: Caller): NonNullable<Caller["partner"]> {
  if (!partner) throw refused("Only a partner's key can read this.");
  return partner;
}

const base = { group: "Partners", scope: "partner:read" } as const;

export const partnerRoutes = [
  apiRoute({
    ...base,
    method: "GET",
    path: "/partner",
    id: "getPartner",
    summary: "See the partner's link and discount",
    answer: Partner,
    async handle({ caller }) {
      const { id, name, code } = partnerOf(caller);
      const discount = await partnerDiscountAt(id, now(), database());
      return {
        object: "partner" as const,
        id,
        name,
        link: publicUrl(config().origins, partnerPath(code)),
        discount_percent: discount?.percent ?? null,
      };
    },
  }),
  apiRoute({
    ...base,
    method: "GET",
    path: "/partner/months",
    id: "listPartnerMonths",
    summary: "See what the partner's link brought",
    notes: `The last ${MONTHS} months in which anything was counted, the newest first. This month is counted within five minutes.`,
    answer: named("PartnerMonthList", listOf(Month)),
    async handle({ caller, above }) {
      const at = now();
      const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - MONTHS + 1, 1));
      const to = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
      const months = await above.partnerFigures(partnerOf(caller), { from, to });
      return { object: "list" as const, data: months.toReversed().map(monthView), has_more: false };
    },
  }),
];

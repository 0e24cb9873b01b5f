import type {} from "#app/platform/rules/core/fact.ts";

type PartnerFact = { partnerId: string; name: string };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "partner.created": PartnerFact & { code: string };
    "partner.changed": PartnerFact & { changed: string[] };
    "partner.ended": PartnerFact;
    "partner.discount_proposed": PartnerFact & { discountId: string; percent: number };
    "partner.discount_agreed": PartnerFact & { discountId: string; percent: number };
    "partner.discount_declined": PartnerFact & { discountId: string; percent: number };
    "partner.discount_ended": PartnerFact & { discountId: string; percent: number };
    /** A month's figures were emailed to the partner. */
    "partner.reported": PartnerFact & { month: string };
  }
}

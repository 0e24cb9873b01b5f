import type {} from "#app/platform/rules/core/fact.ts";

/** `uids` are told: the organization's owners and managers. */
type ContractFact = { organizationId: string; name: string; contractId: string; prices: string; uids: string[] };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "coupon.created": { couponId: string; code: string };
    "coupon.edited": { couponId: string; code: string; changed: string[] };
    "coupon.archived": { couponId: string; code: string; archived: boolean };
    "coupon.switched": { couponId: string; code: string; active: boolean };
    "sale.created": { saleId: string; label: string; percent: number };
    "sale.ended": { saleId: string; label: string };
    "discount.given": { uid: string; discountId: string; percent: number };
    "discount.ended": { uid: string; discountId: string; percent: number };
    "contract_price.proposed": ContractFact;
    "contract_price.agreed": ContractFact;
    "contract_price.declined": ContractFact;
    "contract_price.ended": ContractFact;
  }
}

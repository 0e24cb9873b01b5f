import type {} from "#app/platform/rules/core/fact.ts";

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
  }
}

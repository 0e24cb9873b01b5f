import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "coupon.created": { couponId: string; code: string };
    "coupon.edited": { couponId: string; code: string; changed: string[] };
    "coupon.archived": { couponId: string; code: string; archived: boolean };
    "coupon.switched": { couponId: string; code: string; active: boolean };
  }
}

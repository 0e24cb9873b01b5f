import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "coupon.created": { couponId: string; code: string };
    "coupon.switched": { couponId: string; code: string; active: boolean };
  }
}

import { mergeSums } from "#app/platform/server/lists/kept-sums.ts";

/** Clock rule: merges what changed in the sums of coupons. */
export const mergeCouponSums = (): Promise<void> =>
  mergeSums({
    table: "coupon_sums",
    keys: ["couponId"],
    amounts: ["uses", "firstOrders", "costMinor", "grossMinor", "salesMinor"],
  });

import type { LargeIndexes } from "../large-indexes.ts";

/** The orders that used a coupon, of one or of all, in the order of an index. */
export const largeIndexes: LargeIndexes = {
  coupon_uses_listed: `coupon_uses ("createdAt", "orderId")`,
  coupon_uses_of_coupon: `coupon_uses ("couponId", "createdAt", "orderId")`,
};

/** Nothing but these indexes. */
export const up = (): Promise<void> => Promise.resolve();

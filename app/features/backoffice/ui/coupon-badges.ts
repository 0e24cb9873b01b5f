import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import type { CouponState } from "../rules/lists/coupon-list.ts";

/** The tone of a coupon's status. */
export const COUPON_TONES: Record<CouponState, StatusTone> = {
  active: "active",
  upcoming: "waiting",
  ended: "stopped",
  "used-up": "done",
  off: "stopped",
  archived: "done",
};

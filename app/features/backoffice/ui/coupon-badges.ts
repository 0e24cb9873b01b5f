import type { StatusTone } from "#app/ui/status-badge.tsx";
import type { CouponState } from "../rules/money-lists.ts";

/** A coupon's status in words. */
export const COUPON_BADGES: Record<CouponState, { words: string; tone: StatusTone }> = {
  active: { words: "Active", tone: "active" },
  upcoming: { words: "Not started", tone: "waiting" },
  ended: { words: "Ended", tone: "stopped" },
  "used-up": { words: "Used up", tone: "done" },
  off: { words: "Off", tone: "stopped" },
  archived: { words: "Archived", tone: "done" },
};

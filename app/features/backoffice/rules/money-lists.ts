import type { ListShape } from "#app/platform/rules/core/list-query.ts";

// Queries of the finance lists, shared by pages and server.

export const PAYMENT_STATUSES = ["starting", "open", "succeeded", "expired", "failed"] as const;
const PAYMENT_SORTS = ["at", "number", "payer", "amount", "refunded", "status"] as const;
export const PAYMENT_LIST = {
  sorts: PAYMENT_SORTS,
  defaultSort: "-at",
  filters: { status: PAYMENT_STATUSES, kind: ["surplus", "refunded"], from: null, to: null },
} as const satisfies ListShape<(typeof PAYMENT_SORTS)[number], "status" | "kind" | "from" | "to">;

export const REFUND_STATUSES = ["requested", "sent", "succeeded", "failed"] as const;
const REFUND_SORTS = ["at", "number", "amount", "status"] as const;
export const REFUND_LIST = {
  sorts: REFUND_SORTS,
  defaultSort: "-at",
  filters: { status: REFUND_STATUSES, kind: [], from: null, to: null },
} as const satisfies ListShape<(typeof REFUND_SORTS)[number], "status" | "kind" | "from" | "to">;

export const COUPON_STATES = ["active", "upcoming", "ended", "used-up", "off", "archived"] as const;
export type CouponState = (typeof COUPON_STATES)[number];
const COUPON_SORTS = ["code", "label", "uses", "cost", "ends", "created"] as const;
export const COUPON_LIST = {
  sorts: COUPON_SORTS,
  defaultSort: "-created",
  filters: { state: COUPON_STATES },
} as const satisfies ListShape<(typeof COUPON_SORTS)[number], "state">;

export const COUPON_USE_STATES = ["redeemed", "reserved", "released"] as const;
const COUPON_USE_SORTS = ["at", "order", "client", "discount", "total"] as const;
export const COUPON_USE_LIST = {
  sorts: COUPON_USE_SORTS,
  defaultSort: "-at",
  filters: { state: COUPON_USE_STATES },
} as const satisfies ListShape<(typeof COUPON_USE_SORTS)[number], "state">;

export const PAYOUT_STATUSES = ["prepared", "approved", "sent", "paid", "rejected", "returned", "cancelled"] as const;
const PAYOUT_SORTS = ["at", "editor", "amount", "status", "paid"] as const;
export const PAYOUT_LIST = {
  sorts: PAYOUT_SORTS,
  defaultSort: "-at",
  filters: { status: PAYOUT_STATUSES, editor: null, from: null, to: null },
} as const satisfies ListShape<(typeof PAYOUT_SORTS)[number], "status" | "editor" | "from" | "to">;

export const RUN_STATUSES = ["prepared", "approved", "sent", "settled", "cancelled"] as const;
const RUN_SORTS = ["number", "cutoff", "total", "status", "sent", "settled"] as const;
export const BATCH_LIST = {
  sorts: RUN_SORTS,
  defaultSort: "-number",
  filters: { status: RUN_STATUSES, returns: ["yes"], from: null, to: null },
} as const satisfies ListShape<(typeof RUN_SORTS)[number], "status" | "returns" | "from" | "to">;

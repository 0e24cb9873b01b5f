/** Coupons, sales, and discounts of accounts. */
import type { Generated } from "kysely";
import type {
  ContractPercents,
  ContractState,
  ContractTurnarounds,
  VolumeStep,
} from "#app/features/pricing/rules/contract-price.ts";
import type { Cents, Json, JsonDefault, JsonOrNull, At, AtOrNull, OrNull, Default, Flag } from "./columns.ts";

export interface CouponsTable {
  id: string;
  code: string;
  label: string;
  percent: OrNull<number>;
  fixedMinor: OrNull<number>;
  capMinor: OrNull<number>;
  minimumMinor: OrNull<number>;
  startsAt: AtOrNull;
  endsAt: AtOrNull;
  services: JsonOrNull<string[]>;
  turnarounds: JsonOrNull<string[]>;
  totalLimit: OrNull<number>;
  personLimit: OrNull<number>;
  firstOrderOnly: Flag;
  active: Flag;
  /** Hidden from lists by default, and not usable. */
  archivedAt: AtOrNull;
  /** Grows with each edit, to detect conflicting edits. */
  version: Default<number>;
  createdAt: At;
}

/** One order's hold on a coupon. */
export interface CouponUsesTable {
  couponId: string;
  orderId: string;
  userId: string;
  /**
   * `reserved` while a checkout is open, `redeemed` once it's paid, `released` when it ended unpaid or was refunded in
   * full.
   */
  state: Default<"reserved" | "redeemed" | "released">;
  /** Hash of the client's unaliased email address when the coupon was reserved. */
  personKey: Default<string>;
  /** The card used with it, known once it was checked. */
  cardFingerprint: OrNull<string>;
  /** Whether the order was the person's first, set when it's paid. */
  firstOrder: Flag;
  createdAt: At;
}

/** What coupons cost and brought, as parts that add up to each coupon's sums. A trigger keeps them (`kept-sums.ts`). */
export interface CouponSumsTable {
  id: Generated<number>;
  couponId: string;
  uses: number;
  firstOrders: number;
  costMinor: Cents;
  grossMinor: Cents;
  salesMinor: Cents;
  /** Not merged yet. */
  fresh: Flag;
}

/** A percentage off everybody's orders for a time. */
export interface SalesTable {
  id: string;
  label: string;
  percent: number;
  /** The services it applies to; null for all. */
  services: JsonOrNull<string[]>;
  startsAt: At;
  endsAt: At;
  /** When an admin ended it early. */
  endedAt: AtOrNull;
  clientKey: string;
  createdAt: At;
}

/** A percentage off an account's orders. One at a time. */
export interface AccountDiscountsTable {
  id: string;
  userId: string;
  percent: number;
  /** Why it was given, for staff. */
  reason: string;
  startsAt: At;
  endsAt: AtOrNull;
  /** When it was ended, by an admin or by the next one. */
  endedAt: AtOrNull;
  createdAt: At;
}

/** Prices agreed with an organization. At most one is in use, and one waits for the second admin. */
export interface ContractPricesTable {
  id: string;
  organizationId: string;
  /** Percent off the price list, by service. */
  percents: Json<ContractPercents>;
  /** Percentage points more off by turnaround. */
  turnarounds: JsonDefault<ContractTurnarounds>;
  /** More percent off by what was ordered in the calendar year. */
  steps: JsonDefault<VolumeStep[]>;
  state: Default<ContractState>;
  startsAt: At;
  endsAt: AtOrNull;
  /** Why it was declined or ended, for the organization. */
  reason: Default<string>;
  proposedBy: OrNull<string>;
  proposedAt: At;
  decidedBy: OrNull<string>;
  decidedAt: AtOrNull;
  endedAt: AtOrNull;
}

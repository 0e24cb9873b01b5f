/**
 * Business policy: what we sell, at which rates and limits. Every rule takes it as an argument, and an order keeps the
 * receipt it was priced with.
 */
import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import { DAY, HOUR, MINUTE } from "#app/platform/rules/core/time.ts";
import type { AddOnCode } from "./add-ons.ts";
import type { DEADLINE_PART } from "./order-life-figures.ts";
import type { PRICING_PART } from "./pricing-figures.ts";

export const SERVICES = ["proofreading", "copyediting", "substantive", "expert"] as const;
export type Service = (typeof SERVICES)[number];

export const SERVICE_LABELS: Record<Service, string> = {
  proofreading: "Proofreading",
  copyediting: "Copyediting",
  substantive: "Substantive editing",
  expert: "Expert editing",
};

/** One sentence to help clients choose. */
export const SERVICE_SUMMARIES: Record<Service, string> = {
  proofreading: "Corrects spelling, grammar, punctuation, and consistency in a text that already reads well.",
  copyediting: "Proofreading, plus edits that make every sentence clear, correct, and idiomatic.",
  substantive: "Copyediting, plus work on the argument, structure, and flow of paragraphs and sections.",
  expert: "Substantive editing by a scholar with a doctorate in your subject, followed by a second editor.",
};

export const TURNAROUNDS = ["14d", "7d", "3d", "48h", "24h", "12h", "6h"] as const;
export type Turnaround = (typeof TURNAROUNDS)[number];

export const TURNAROUND_LABELS: Record<Turnaround, string> = {
  "14d": "14 days",
  "7d": "7 days",
  "3d": "3 days",
  "48h": "48 hours",
  "24h": "24 hours",
  "12h": "12 hours",
  "6h": "6 hours",
};

/** Whether an external string is a service. */
export const isService = (value: unknown): value is Service => SERVICES.includes(value as Service);
/** Whether an external string is a turnaround. */
export const isTurnaround = (value: unknown): value is Turnaround => TURNAROUNDS.includes(value as Turnaround);

/** The promised time from confirmed payment to delivery. */
export const TURNAROUND_MS: Readonly<Record<Turnaround, number>> = {
  "14d": 14 * DAY,
  "7d": 7 * DAY,
  "3d": 3 * DAY,
  "48h": 48 * HOUR,
  "24h": 24 * HOUR,
  "12h": 12 * HOUR,
  "6h": 6 * HOUR,
};

/** A version's price list. Percentages are in basis points (1 bp = 0.01%). */
export type PricingPolicy = PolicyOf<typeof PRICING_PART>;
/** What a version of the price list says of an add-on. */
export type PricedAddOn = PricingPolicy["addOns"][AddOnCode];

/** The deadlines of an order, used by `deadlines.ts`. Shares are of a window, in basis points. */
export type DeadlinePolicy = PolicyOf<typeof DEADLINE_PART>;

/** Deadlines within a turnaround that no version of the policy changes. */
export const FIXED_DEADLINES = {
  editorMargin: { shareBp: 1_000, leastMs: 45 * MINUTE, mostMs: 24 * HOUR },
  /**
   * The time for quality review before delivery, of the client's window. An order is delivered `spareMs` before its due
   * date, reviewed or not.
   */
  qa: { shareBp: 2_000, leastMs: 45 * MINUTE, mostMs: 12 * HOUR, spareMs: 10 * MINUTE },
  /**
   * The last share of the editor's window is the second reader's; their search starts at a share of the first editor's
   * time.
   */
  secondReader: { windowBp: 2_500, searchFromBp: 5_000 },
};

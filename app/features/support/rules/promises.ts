import { HOUR, MINUTE } from "#app/platform/rules/core/time.ts";

/**
 * What support promises by priority. Times in ms run around the clock, except for a normal ticket's first response,
 * which counts service hours; days are service days.
 */
export type SupportPromises = {
  urgent: { firstMs: number; resolvedMs: number };
  high: { firstMs: number; resolvedDays: number };
  normal: { firstServiceMs: number; resolvedDays: number };
  low: { firstDays: number; resolvedDays: number };
  /** Staff are warned after this share of a promise, in basis points. */
  warnBp: number;
};

export const SUPPORT_PROMISES: SupportPromises = {
  urgent: { firstMs: 30 * MINUTE, resolvedMs: 4 * HOUR },
  high: { firstMs: 2 * HOUR, resolvedDays: 1 },
  normal: { firstServiceMs: 8 * HOUR, resolvedDays: 2 },
  low: { firstDays: 1, resolvedDays: 5 },
  warnBp: 7_500,
};

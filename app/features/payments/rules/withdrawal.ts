import { DAY, MINUTE } from "#app/platform/rules/core/time.ts";
import { wallClock } from "#app/platform/rules/core/wall-clock.ts";

/** Who has a right to withdraw from a distance contract, and for how long. */
export type WithdrawalPolicy = {
  days: number;
  /** Countries whose consumers have the right, as ISO codes. */
  countries: readonly string[];
};

export const WITHDRAWAL_POLICY: WithdrawalPolicy = {
  days: 14,
  // The European Union, the European Economic Area, the United Kingdom, and Switzerland.
  countries: (
    "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE " + "IS LI NO GB CH"
  ).split(" "),
};

/** The text a consumer ticks before paying. A changed text gets a new version. */
export const EARLY_START = {
  version: "2026-11-22",
  text: `I expressly ask you to start work right away. If I withdraw within ${WITHDRAWAL_POLICY.days} days, I pay for the part done by then. I understand that I lose my right to withdraw once the work is fully done.`,
} as const;

/** The same for an extra charge on a paid order. */
export const EXTRA_EARLY_START = {
  version: "2026-11-22-extra",
  text: `I expressly ask you to start right away on what this charge pays for. If I withdraw within ${WITHDRAWAL_POLICY.days} days, I pay for the part done by then. I understand that I lose my right to withdraw once the work is fully done.`,
} as const;

/**
 * Whether a buyer may be a consumer with a right of withdrawal. A VAT ID that can be theirs makes them a business; without a country, we
 * assume that they have the right.
 */
export function mayWithdraw(
  buyer: { country: string | null; vatId: string | null },
  policy: WithdrawalPolicy = WITHDRAWAL_POLICY,
): boolean {
  if (buyer.vatId) return false;
  return !buyer.country || policy.countries.includes(buyer.country.toUpperCase());
}

/** How far a zone's clock is ahead of UTC at an instant, in ms. Zones have been whole minutes ahead since 1972. */
const aheadMs = (at: Date, timeZone: string): number =>
  new Date(`${wallClock(at, timeZone)}Z`).getTime() - Math.floor(at.getTime() / MINUTE) * MINUTE;

const SATURDAY = 6;
const SUNDAY = 0;

/**
 * When the right of withdrawal ends: at the end of the last day of the period, counted from the day after payment, in
 * the buyer's time zone. A period that would end on a weekend ends with the Monday after it.
 */
export function withdrawalEndsAt(paidAt: Date, timeZone: string, policy: WithdrawalPolicy = WITHDRAWAL_POLICY): Date {
  const localMs = paidAt.getTime() + aheadMs(paidAt, timeZone);
  let lastDay = Math.floor(localMs / DAY) * DAY + policy.days * DAY;
  const weekday = new Date(lastDay).getUTCDay();
  if (weekday === SATURDAY) lastDay += 2 * DAY;
  if (weekday === SUNDAY) lastDay += DAY;
  // Midnight after it, on that zone's clock: the clock may have changed since, so the second guess decides.
  const midnight = lastDay + DAY;
  const guess = new Date(midnight - aheadMs(new Date(midnight), timeZone));
  return new Date(midnight - aheadMs(guess, timeZone));
}

/** Something a consumer paid for later and asked us to start right away. */
export type ExtraStart = {
  kind: string;
  amountMinor: number;
  /** The share of the work done when it was paid. */
  doneBp: number;
  /** ISO. */
  paidAt: string;
};

/** When the period starts: a later payment changes the contract, so the period starts again with it. */
export const withdrawalFrom = (paidAt: Date, extras: readonly Pick<ExtraStart, "paidAt">[]): Date =>
  new Date(Math.max(paidAt.getTime(), ...extras.map((extra) => new Date(extra.paidAt).getTime())));

/**
 * Whether a consumer who asked for an early start can still withdraw: until the work is delivered, within the period.
 */
export const canWithdraw = (
  order: { paidAt: Date | null; deliveredAt: Date | null },
  consent: { timeZone: string; extras: readonly Pick<ExtraStart, "paidAt">[] } | null,
  now: Date,
): boolean =>
  consent !== null &&
  order.paidAt !== null &&
  order.deliveredAt === null &&
  now < withdrawalEndsAt(withdrawalFrom(order.paidAt, consent.extras), consent.timeZone);

/**
 * Payouts in euros: what is frozen when a run is prepared, and what a bank may say about them. The books are in US
 * dollars.
 */
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { type Rate, RATE_SOURCE, formatRate, inEuros } from "#app/features/payments/rules/reference-rates.ts";

/** The currencies editors can be paid in. */
export const PAID_CURRENCIES = ["USD", "EUR"] as const;
export type PaidCurrency = (typeof PAID_CURRENCIES)[number];

/** The fields frozen with a payout's rate. All null for a payout in the currency of the books. */
export type FrozenExchange = {
  /** The amount the bank is asked to pay. */
  paidCurrency: string | null;
  paidMinor: number | null;
  /** Millionths of a US dollar for one euro, its day ("YYYY-MM-DD"), and who published it. */
  rateMicros: number | null;
  rateOn: string | null;
  rateSource: string | null;
  rateFrozenAt: Date | null;
};

export const NO_EXCHANGE: FrozenExchange = {
  paidCurrency: null,
  paidMinor: null,
  rateMicros: null,
  rateOn: null,
  rateSource: null,
  rateFrozenAt: null,
};

/** A payout of so many US cents at a rate. */
export const freeze = (amountMinor: number, rate: Rate, frozenAt: Date): FrozenExchange => ({
  paidCurrency: "EUR",
  paidMinor: inEuros(amountMinor, rate.micros),
  rateMicros: rate.micros,
  rateOn: rate.on,
  rateSource: RATE_SOURCE,
  rateFrozenAt: frozenAt,
});

/** The amount the bank is asked to pay for a payout. */
export const paidAmount = (
  p: Pick<FrozenExchange, "paidCurrency" | "paidMinor"> & { amountMinor: number; currency: string },
): { minor: number; currency: string } =>
  p.paidCurrency !== null && p.paidMinor !== null
    ? { minor: p.paidMinor, currency: p.paidCurrency }
    : { minor: p.amountMinor, currency: p.currency };

/** "€1 = $1.0828 (European Central Bank, Nov 30, 2026)". Null for a payout without a rate. */
export function rateWords(p: Pick<FrozenExchange, "rateMicros" | "rateOn" | "rateSource">): string | null {
  if (p.rateMicros === null || p.rateOn === null) return null;
  return `€1 = $${formatRate(p.rateMicros)} (${p.rateSource ?? RATE_SOURCE}, ${formatDay(new Date(`${p.rateOn}T12:00:00Z`), "UTC")})`;
}

/** How far what a bank charges may be from the frozen amount: days of market movement, and the bank's own margin. */
const MOST_OFF_BP = 1_000;

/**
 * Whether a sum that left or reached our account can be this payout. In the currency of the books it's exact; for one
 * in euros the bank exchanges at its own rate.
 * @param chargedMinor positive, in the currency of our account
 */
export function isChargeOf(p: { amountMinor: number; paidCurrency: string | null }, chargedMinor: number): boolean {
  if (p.paidCurrency === null) return chargedMinor === p.amountMinor;
  return Math.abs(chargedMinor - p.amountMinor) * 10_000 <= p.amountMinor * MOST_OFF_BP;
}

/**
 * Whether what a bank's file says about a payout is about its amount. A file may give no amount, or one in either
 * currency.
 */
export function agrees(
  word: { amountMinor: number | null; currency: string | null },
  payout: { amountMinor: number; currency: string } & Pick<FrozenExchange, "paidCurrency" | "paidMinor">,
): boolean {
  const paid = paidAmount(payout);
  if (word.currency !== null && word.currency !== payout.currency && word.currency !== paid.currency) return false;
  if (word.amountMinor === null) return true;
  if (payout.paidCurrency === null) return word.amountMinor === payout.amountMinor;
  const isPaid = word.amountMinor === paid.minor;
  if (word.currency === null) return isPaid || word.amountMinor === payout.amountMinor;
  return word.currency === paid.currency ? isPaid : isChargeOf(payout, word.amountMinor);
}

/** "€83.12 ($90.00)", or "$90.00" for a payout in the currency of the books. */
export function paidWords(p: Parameters<typeof paidAmount>[0]): string {
  const paid = paidAmount(p);
  const own = formatMoney(p.amountMinor, p.currency);
  return paid.currency === p.currency ? own : `${formatMoney(paid.minor, paid.currency)} (${own})`;
}

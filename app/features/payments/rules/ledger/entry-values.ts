/**
 * What the lines of an entry in another currency are worth in the books' currency. Money is worth what it is on the day
 * it moves. What an order deferred, and what an organization owes or has prepaid, leaves the books at the value that it
 * entered with. Income follows what was deferred, so a change of the rate is never a sale. What remains is an exchange
 * difference, posted with the entry that made it.
 */
import { divideBigHalfUp, minor, unitsOf } from "#app/platform/rules/core/money.ts";
import type { Account } from "./chart-of-accounts.ts";

/** A line with what it's worth. Null without a rate. */
export type ValuedLine = { account: Account; party: string; amountMinor: number; valueMinor: number | null };
type Line = { account: Account; party?: string; amountMinor: number };
/** What is on an account before the entry. Debits are positive. */
export type Carried = { amountMinor: number; valueMinor: number };

/** Accounts whose balance keeps the value that it was booked with: by order, or by organization. */
export const CARRIED_BY_ORDER = ["deferred_revenue", "deferred_discounts"] as const satisfies readonly Account[];
export const CARRIED_BY_PARTY = [
  "receivables",
  "customer_balances",
  "courtesy_credits",
] as const satisfies readonly Account[];
const CARRIED: readonly Account[] = [...CARRIED_BY_ORDER, ...CARRIED_BY_PARTY];
/** Income, and what reduces it: valued at the rate at which the order was paid. */
const SALES: readonly Account[] = ["revenue", "discounts", "refunds"];

const BILLION = 1_000_000_000n;

/**
 * An amount in the books' currency, rounded half up, away from zero.
 * @param rateNanos billionths of the books' currency for one of the amount's
 */
export const valueAt = (amountMinor: number, currency: string, rateNanos: number): number =>
  divideBigHalfUp(BigInt(amountMinor) * BigInt(rateNanos) * 100n, BigInt(unitsOf(currency)) * BILLION);

/** The part of a carried value that a movement against it takes: all of it with the last of the amount. */
function taken(amountMinor: number, { amountMinor: balance, valueMinor }: Carried): number {
  const value = BigInt(valueMinor) * BigInt(Math.abs(amountMinor));
  return -divideBigHalfUp(value, BigInt(Math.abs(balance))) || 0;
}

/**
 * The lines of an entry with their values, and a line for the exchange difference where there is one. The values add up
 * to zero like the amounts.
 * @param rates of the day, and at which the entry's order was paid @param carriedOn what is on an account of `CARRIED`
 */
export function valuedLines(
  lines: readonly Line[],
  currency: string,
  rates: { dayNanos: number; orderNanos: number },
  carriedOn: (account: Account, party: string) => Carried,
): ValuedLine[] {
  const left = new Map<string, Carried>();
  const carried = lines.map(({ account, party = "", amountMinor }): number | null => {
    if (!CARRIED.includes(account)) return null;
    const rate = (CARRIED_BY_PARTY as readonly Account[]).includes(account) ? rates.dayNanos : rates.orderNanos;
    const key = `${account}:${party}`;
    const before = left.get(key) ?? carriedOn(account, party);
    const against = Math.sign(before.amountMinor) === -Math.sign(amountMinor);
    const leaving = against
      ? Math.sign(amountMinor) * Math.min(Math.abs(amountMinor), Math.abs(before.amountMinor))
      : 0;
    const valueMinor = (leaving === 0 ? 0 : taken(leaving, before)) + valueAt(amountMinor - leaving, currency, rate);
    left.set(key, { amountMinor: before.amountMinor + amountMinor, valueMinor: before.valueMinor + valueMinor });
    return valueMinor;
  });
  const used = new Set<number>();
  const valued = lines.map(({ account, party = "", amountMinor }, i): ValuedLine => {
    const own = carried[i] ?? null;
    if (own !== null) return { account, party, amountMinor, valueMinor: own };
    if (!SALES.includes(account))
      return { account, party, amountMinor, valueMinor: valueAt(amountMinor, currency, rates.dayNanos) };
    const pair = lines.findIndex(
      (other, j) =>
        !used.has(j) &&
        (CARRIED_BY_ORDER as readonly Account[]).includes(other.account) &&
        other.amountMinor === -amountMinor,
    );
    if (pair >= 0) used.add(pair);
    const valueMinor = pair < 0 ? valueAt(amountMinor, currency, rates.orderNanos) : -carried[pair]!;
    return { account, party, amountMinor, valueMinor: valueMinor || 0 };
  });
  return balanced(valued, rates);
}

function balanced(lines: ValuedLine[], { dayNanos, orderNanos }: { dayNanos: number; orderNanos: number }) {
  const offMinor = lines.reduce((sum, line) => sum + (line.valueMinor ?? 0), 0);
  if (offMinor === 0) return lines;
  // With one rate, what's left is the rounding of the lines. The largest one takes it that carries no value of its own:
  // with the last of a deferred amount, nothing of its value may stay.
  if (dayNanos === orderNanos && Math.abs(offMinor) <= lines.length) {
    const free = lines.filter(({ account }) => !CARRIED.includes(account));
    const [largest] = (free.length > 0 ? free : lines).toSorted(
      (a, b) => Math.abs(b.amountMinor) - Math.abs(a.amountMinor),
    );
    return lines.map((line) => (line === largest ? { ...line, valueMinor: (line.valueMinor ?? 0) - offMinor } : line));
  }
  return [
    ...lines,
    { account: "exchange_differences" as const, party: "", amountMinor: minor(0), valueMinor: minor(-offMinor) },
  ];
}

/**
 * Ledger entries of refunds: how a refund splits into list price, discount, and tax, and how much of it wasn't earned.
 */
import type { Authority } from "#app/features/tax/rules/authority.ts";
import { divideHalfUp, minor, type Minor } from "#app/platform/rules/core/money.ts";
import {
  type Entry,
  type MoneySource,
  type OrderAmounts,
  type Unearned,
  credit,
  debit,
  entryOf,
  notNegative,
  positive,
  takenFrom,
} from "./ledger.ts";

export type RefundParts = { listMinor: Minor; discountMinor: Minor; creditMinor: Minor; taxMinor: Minor };
/** The parts of earlier refunds. */
type Booked = { discountMinor: number; creditMinor?: number; taxMinor: number };

/**
 * How a refund splits into list price, discount, courtesy credit, and tax. Each part is its share of everything refunded so far, less
 * the parts of earlier refunds, so the parts of all refunds add up exactly and a full refund reverses everything.
 * @param booked the parts of earlier refunds if one of them failed, because the rest needn't be the shares of their sum
 * @throws RangeError if the refunds exceed the payment
 */
export function refundParts(
  order: OrderAmounts,
  refundedMinor: number,
  refundMinor: number,
  booked?: Booked,
): RefundParts {
  const before = notNegative(refundedMinor, "The amount already refunded");
  const upTo = before + positive(refundMinor, "A refund");
  if (upTo > order.totalMinor)
    throw new RangeError(
      `A refund of ${refundMinor} after ${refundedMinor} is more than the ${order.totalMinor} that was paid`,
    );
  const share = (whole: number, of: number) => divideHalfUp(whole * of, order.totalMinor);
  const part = (whole: number, had = share(whole, before)) => Math.max(0, share(whole, upTo) - had);
  const discountMinor = minor(part(order.discountMinor, booked?.discountMinor));
  const creditMinor = minor(part(order.creditMinor ?? 0, booked && (booked.creditMinor ?? 0)));
  const taxMinor = minor(Math.min(refundMinor, part(order.taxMinor, booked?.taxMinor)));
  return {
    listMinor: minor(refundMinor - taxMinor + discountMinor + creditMinor),
    discountMinor,
    creditMinor,
    taxMinor,
  };
}

/** A tax of a payment, and how much of it earlier refunds took back. Minor units. */
export type TaxBefore = { amountMinor: number; refundedMinor: number };
/** The same on an authority's account. */
export type BookedTax = TaxBefore & { authority: Authority };

/**
 * A refund's tax by rate: the share of everything refunded so far, less what was refunded before, as for the refund
 * itself. The last rate gets the rest. Credit notes and the ledger both follow it.
 * @param upToMinor what will have been refunded @param taxMinor the refund's whole tax
 */
export function refundedTaxes(
  taxes: readonly TaxBefore[],
  totalMinor: number,
  upToMinor: number,
  taxMinor: number,
): number[] {
  let left = taxMinor;
  return taxes.map(({ amountMinor, refundedMinor }, i) => {
    const share = divideHalfUp(amountMinor * upToMinor, totalMinor) - refundedMinor;
    const own = i === taxes.length - 1 ? left : Math.min(left, Math.max(0, share));
    left -= own;
    return own;
  });
}

/**
 * The part of a refund taken from deferred amounts: as much of its list price as is deferred, and enough of its
 * discount to keep the remaining deferred discounts within the remaining deferred list prices.
 */
export function unearnedPart(parts: RefundParts, unearned: Unearned): Unearned {
  const listMinor = Math.min(parts.listMinor, Math.max(0, unearned.listMinor));
  const atMost = Math.max(0, Math.min(unearned.discountMinor, unearned.listMinor));
  const atLeast = Math.max(0, atMost - (unearned.listMinor - listMinor));
  return { listMinor, discountMinor: Math.max(Math.min(parts.discountMinor, atMost), atLeast) };
}

/** What is earned if `promised` has to stay for refunds or future work. */
export function lessPromised(unearned: Unearned, promised: Unearned): Unearned {
  const listMinor = Math.max(0, unearned.listMinor - promised.listMinor);
  const left = Math.min(promised.listMinor, unearned.listMinor);
  const discountMinor = Math.max(0, unearned.discountMinor - promised.discountMinor);
  // Neither the earned part nor the rest may have more discount than list price.
  return {
    listMinor,
    discountMinor: Math.min(Math.max(discountMinor, unearned.discountMinor - left), listMinor, unearned.discountMinor),
  };
}

/**
 * A refund to the client, taken from unearned amounts first and then from revenue.
 * @param refundedMinor the amount already refunded for this order @param unearned the order's unearned amounts
 * @param taxes what was owed to each authority, and what of it was refunded
 * @param booked as `refundParts` @param to where it was paid from
 * @param creditTo whose courtesy credit returns. Null if nobody may have it back: it's income then.
 */
export function refund(
  order: OrderAmounts,
  refundedMinor: number,
  refundMinor: number,
  unearned: Unearned,
  taxes: readonly BookedTax[],
  booked?: Booked,
  to: MoneySource = "card",
  creditTo: string | null = null,
): Entry {
  const parts = refundParts(order, refundedMinor, refundMinor, booked);
  const back = refundedTaxes(taxes, order.totalMinor, refundedMinor + refundMinor, parts.taxMinor);
  const before = unearnedPart(parts, unearned);
  return entryOf("refund", [
    debit("deferred_revenue", before.listMinor),
    debit("refunds", parts.listMinor - before.listMinor),
    ...taxes.map(({ authority }, i) => debit("tax_payable", back[i]!, authority)),
    credit("deferred_discounts", before.discountMinor),
    credit("discounts", parts.discountMinor - before.discountMinor),
    creditTo === null
      ? credit("other_income", parts.creditMinor)
      : credit("courtesy_credits", parts.creditMinor, creditTo),
    ...takenFrom(to, -refundMinor),
  ]);
}

/**
 * The double-entry ledger: accounts, and one function for each kind of money movement. Debits are positive and credits
 * negative. Every entry sums to zero, and entries are never changed or deleted.
 */
import { divideHalfUp, minor, sum, type Minor } from "#app/platform/rules/core/money.ts";
import type { Account } from "./chart-of-accounts.ts";

/** Accounts kept per editor. Their lines name the editor. */
const BY_EDITOR: readonly Account[] = ["editor_pending", "editor_available", "editor_in_payout"];

export type EntryLine = { account: Account; party?: string; amountMinor: Minor };

export type EntryKind =
  | "payment_received"
  | "provider_fee"
  | "earning_pending"
  | "review_earned"
  | "order_delivered"
  | "order_accepted"
  | "order_cancelled"
  | "refund"
  | "earning_reversed"
  | "earning_reduced"
  | "duplicate_payment_in"
  | "duplicate_payment_out"
  | "goodwill_granted"
  | "payout_started"
  | "payout_paid"
  | "payout_returned"
  | "provider_payout"
  | "provider_payout_failed"
  | "provider_payout_arrived"
  | "provider_adjusted"
  | "exchange_difference"
  | "bank_opened"
  | "bank_moved"
  | "assigned"
  | "dispute_moved"
  | "dispute_lost"
  | "dispute_excess"
  | "dispute_regained";

export type Entry = { kind: EntryKind; lines: EntryLine[] };

const debit = (account: Account, amount: number, party?: string): EntryLine => ({
  account,
  ...(party ? { party } : {}),
  amountMinor: minor(amount),
});
const credit = (account: Account, amount: number, party?: string): EntryLine => debit(account, -amount, party);

/**
 * A balanced entry without zero lines.
 * @throws RangeError when it doesn't sum to zero, moves nothing, or omits the party of an account
 */
export function entryOf(kind: EntryKind, lines: readonly EntryLine[]): Entry {
  const moved = lines.filter((line) => line.amountMinor !== 0);
  const off = sum(moved.map((line) => line.amountMinor));
  if (off !== 0) throw new RangeError(`${kind} is out of balance by ${off}`);
  if (moved.length < 2) throw new RangeError(`${kind} moves no money`);
  for (const line of moved)
    if (BY_EDITOR.includes(line.account) && !line.party)
      throw new RangeError(`${kind} doesn't name the party of ${line.account}`);
  return { kind, lines: moved };
}

function positive(amount: number, what: string): Minor {
  if (amount <= 0) throw new RangeError(`${what} must be above zero: ${amount}`);
  return minor(amount);
}
function notNegative(amount: number, what: string): Minor {
  if (amount < 0) throw new RangeError(`${what} must not be negative: ${amount}`);
  return minor(amount);
}

/**
 * The amounts of an order as priced, in cents and never negative. `totalMinor` is list price minus discount plus tax.
 */
export type OrderAmounts = { listMinor: number; discountMinor: number; taxMinor: number; totalMinor: number };
/** What one editor earns for an order. */
export type EarningAmount = { uid: string; amountMinor: number };

/**
 * What clients have paid for and we haven't earned yet: list prices, and the discounts on them. Both in minor units,
 * never negative, and the discount never above the list price.
 */
export type Unearned = { listMinor: number; discountMinor: number };
export const NOTHING_UNEARNED: Unearned = { listMinor: 0, discountMinor: 0 };

/**
 * The client's payment has been confirmed. It's owed to the client as work until the delivery, its discount included.
 */
export const paymentReceived = (order: OrderAmounts): Entry =>
  entryOf("payment_received", [
    debit("provider", positive(order.totalMinor, "The payment")),
    debit("deferred_discounts", notNegative(order.discountMinor, "The discount")),
    credit("deferred_revenue", positive(order.listMinor, "The list price")),
    credit("tax_payable", notNegative(order.taxMinor, "The tax")),
  ]);

/** Deferred amounts become revenue, and their discounts a deduction from it. */
const earnedLines = ({ listMinor, discountMinor }: Unearned): EntryLine[] => [
  debit("deferred_revenue", notNegative(listMinor, "The deferred amount")),
  credit("revenue", listMinor),
  debit("discounts", notNegative(discountMinor, "The deferred discount")),
  credit("deferred_discounts", discountMinor),
];

/** The order, or a revision of it, was delivered: what was paid for it is earned. */
export const orderDelivered = (unearned: Unearned): Entry => entryOf("order_delivered", earnedLines(unearned));

/** The provider's fee on a payment, taken from what it holds for us. A fee that it gives back is `providerFeeBack`. */
export const providerFee = (feeMinor: number): Entry =>
  entryOf("provider_fee", [debit("provider_fees", positive(feeMinor, "The fee")), credit("provider", feeMinor)]);

/** The provider gave a fee back. */
export const providerFeeBack = (feeMinor: number): Entry =>
  entryOf("provider_fee", [debit("provider", positive(feeMinor, "The fee")), credit("provider_fees", feeMinor)]);

/** The order was delivered: its editors have earned, to be paid once it is accepted. */
export const earningPending = (earnings: readonly EarningAmount[]): Entry =>
  entryOf(
    "earning_pending",
    earnings.flatMap((e) => [
      debit("editor_cost", positive(e.amountMinor, "An earning")),
      credit("editor_pending", e.amountMinor, e.uid),
    ]),
  );

/** A quality review was done. The company pays for it, and the reviewer can be paid right away. */
export const reviewEarned = (earning: EarningAmount): Entry =>
  entryOf("review_earned", [
    debit("review_cost", positive(earning.amountMinor, "An earning")),
    credit("editor_available", earning.amountMinor, earning.uid),
  ]);

/**
 * The order was accepted: pending earnings can be paid, and what was paid since the last delivery is earned. Either may
 * be nothing, but not both.
 */
export const orderAccepted = (unearned: Unearned, earnings: readonly EarningAmount[]): Entry =>
  entryOf("order_accepted", [
    ...earnedLines(unearned),
    ...earnings.flatMap((e) => [
      debit("editor_pending", positive(e.amountMinor, "An earning"), e.uid),
      credit("editor_available", e.amountMinor, e.uid),
    ]),
  ]);

/**
 * The order was canceled and part of the price kept. That part is revenue, and the editors' share of it is available
 * right away. Post the refund first.
 */
export const orderCancelled = (kept: Unearned, earnings: readonly EarningAmount[]): Entry =>
  entryOf("order_cancelled", [
    ...earnedLines(kept),
    ...earnings.flatMap((e) => [
      debit("editor_cost", positive(e.amountMinor, "An earning")),
      credit("editor_available", e.amountMinor, e.uid),
    ]),
  ]);

export type RefundParts = { listMinor: Minor; discountMinor: Minor; taxMinor: Minor };

/**
 * How a refund splits into list price, discount and tax. Each part is the share of everything refunded by now, less
 * what earlier refunds had of it, so the parts of all refunds add up exactly and a full refund reverses everything.
 * @param booked the parts of earlier refunds, where one of them failed: those that are left needn't be the shares of
 * their sum
 * @throws RangeError when the refunds exceed what was paid
 */
export function refundParts(
  order: OrderAmounts,
  refundedMinor: number,
  refundMinor: number,
  booked?: { discountMinor: number; taxMinor: number },
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
  const taxMinor = minor(Math.min(refundMinor, part(order.taxMinor, booked?.taxMinor)));
  return { listMinor: minor(refundMinor - taxMinor + discountMinor), discountMinor, taxMinor };
}

/**
 * What of a refund is taken from deferred amounts: as much of its list price as there is, and of its discount as leaves
 * the rest of the deferred discounts within the rest of the deferred list prices.
 */
export function unearnedPart(parts: RefundParts, unearned: Unearned): Unearned {
  const listMinor = Math.min(parts.listMinor, Math.max(0, unearned.listMinor));
  const atMost = Math.max(0, Math.min(unearned.discountMinor, unearned.listMinor));
  const atLeast = Math.max(0, atMost - (unearned.listMinor - listMinor));
  return { listMinor, discountMinor: Math.max(Math.min(parts.discountMinor, atMost), atLeast) };
}

/** What is earned once `promised` has to stay for refunds, or for work to come. */
export function lessPromised(unearned: Unearned, promised: Unearned): Unearned {
  const listMinor = Math.max(0, unearned.listMinor - promised.listMinor);
  const left = Math.min(promised.listMinor, unearned.listMinor);
  const discountMinor = Math.max(0, unearned.discountMinor - promised.discountMinor);
  // Neither what is earned nor what stays may have more discount than list price.
  return {
    listMinor,
    discountMinor: Math.min(Math.max(discountMinor, unearned.discountMinor - left), listMinor, unearned.discountMinor),
  };
}

/**
 * A refund to the client: taken from what isn't earned yet, and from revenue beyond that.
 * @param refundedMinor the amount already refunded for this order @param unearned what of the order isn't earned yet
 * @param booked as `refundParts`
 */
export function refund(
  order: OrderAmounts,
  refundedMinor: number,
  refundMinor: number,
  unearned: Unearned,
  booked?: { discountMinor: number; taxMinor: number },
): Entry {
  const parts = refundParts(order, refundedMinor, refundMinor, booked);
  const before = unearnedPart(parts, unearned);
  return entryOf("refund", [
    debit("deferred_revenue", before.listMinor),
    debit("refunds", parts.listMinor - before.listMinor),
    debit("tax_payable", parts.taxMinor),
    credit("deferred_discounts", before.discountMinor),
    credit("discounts", parts.discountMinor - before.discountMinor),
    credit("provider", refundMinor),
  ]);
}

export type EarningStage = "pending" | "available";

const takeBack = (kind: "earning_reversed" | "earning_reduced", earning: EarningAmount, stage: EarningStage): Entry =>
  entryOf(kind, [
    debit(
      stage === "pending" ? "editor_pending" : "editor_available",
      positive(earning.amountMinor, "The amount"),
      earning.uid,
    ),
    credit("editor_cost", earning.amountMinor),
  ]);

/** Reverses a whole earning. If it was already paid out, it becomes a debt: a debit balance on available earnings. */
export const earningReversed = (earning: EarningAmount, stage: EarningStage): Entry =>
  takeBack("earning_reversed", earning, stage);

/** Reduces an earning by this amount. */
export const earningReduced = (by: EarningAmount, stage: EarningStage): Entry => takeBack("earning_reduced", by, stage);

/**
 * Money arrived for an order that is already paid, expired, or canceled. It belongs to the client until it is refunded.
 */
export const duplicatePaymentIn = (paymentId: string, amountMinor: number): Entry =>
  entryOf("duplicate_payment_in", [
    debit("provider", positive(amountMinor, "The payment")),
    credit("deferred_revenue", amountMinor, paymentId),
  ]);

/** The surplus was refunded. */
export const duplicatePaymentOut = (paymentId: string, amountMinor: number): Entry =>
  entryOf("duplicate_payment_out", [
    debit("deferred_revenue", positive(amountMinor, "The payment"), paymentId),
    credit("provider", amountMinor),
  ]);

/** A bonus to an editor beyond what the order earns. */
export const goodwillGranted = (to: EarningAmount): Entry =>
  entryOf("goodwill_granted", [
    debit("goodwill", positive(to.amountMinor, "The amount")),
    credit("editor_available", to.amountMinor, to.uid),
  ]);

/** A payout run takes the available earnings. */
export const payoutStarted = (payout: EarningAmount): Entry =>
  entryOf("payout_started", [
    debit("editor_available", positive(payout.amountMinor, "A payout"), payout.uid),
    credit("editor_in_payout", payout.amountMinor, payout.uid),
  ]);

/** The bank paid it. */
export const payoutPaid = (payout: EarningAmount): Entry =>
  entryOf("payout_paid", [
    debit("editor_in_payout", positive(payout.amountMinor, "A payout"), payout.uid),
    credit("bank", payout.amountMinor),
  ]);

/**
 * The payout didn't reach the editor and is available again.
 * @param wasPaid whether the money had left our bank and was returned
 */
export const payoutReturned = (payout: EarningAmount, wasPaid: boolean): Entry =>
  entryOf("payout_returned", [
    wasPaid
      ? debit("bank", positive(payout.amountMinor, "A payout"))
      : debit("editor_in_payout", positive(payout.amountMinor, "A payout"), payout.uid),
    credit("editor_available", payout.amountMinor, payout.uid),
  ]);

/** The card provider sent money to our bank. Until a statement has it, it's in transit. */
export const providerPayout = (amountMinor: number): Entry =>
  entryOf("provider_payout", [
    debit("in_transit", positive(amountMinor, "The transfer")),
    credit("provider", amountMinor),
  ]);

/** A transfer didn't reach our bank and is at the provider again. */
export const providerPayoutFailed = (amountMinor: number): Entry =>
  entryOf("provider_payout_failed", [
    debit("provider", positive(amountMinor, "The transfer")),
    credit("in_transit", amountMinor),
  ]);

/** A transfer of the card provider is on our bank statement. */
export const providerPayoutArrived = (amountMinor: number): Entry =>
  entryOf("provider_payout_arrived", [
    debit("bank", positive(amountMinor, "The transfer")),
    credit("in_transit", amountMinor),
  ]);

/**
 * The bank exchanged a payout at its own rate, so its line differs from the amount at the frozen rate.
 * @param amountMinor what the line has beyond what was booked, negative when more money left or less came back
 */
export const exchangeDifference = (amountMinor: number): Entry =>
  entryOf("exchange_difference", [debit("bank", amountMinor), credit("exchange_differences", amountMinor)]);

/**
 * What was in the bank account before the first statement: the owners' money.
 * @param amountMinor negative for an overdraft
 */
export const bankOpened = (amountMinor: number): Entry =>
  entryOf("bank_opened", [debit("bank", amountMinor), credit("equity", amountMinor)]);

/** The bank account moved for a reason that nobody has explained yet. @param amountMinor negative when money left */
export const bankMoved = (amountMinor: number): Entry =>
  entryOf("bank_moved", [debit("bank", amountMinor), credit("unassigned", amountMinor)]);

/** Money that nobody had explained belongs to an account. @param amountMinor negative when money left */
export const assigned = (amountMinor: number, account: Account): Entry =>
  entryOf("assigned", [debit("unassigned", amountMinor), credit(account, amountMinor)]);

/** The provider's balance moved for a reason that isn't an order's. @param amountMinor negative when it took money */
export const providerAdjusted = (amountMinor: number, account: Account): Entry =>
  entryOf("provider_adjusted", [debit("provider", amountMinor), credit(account, amountMinor)]);

/**
 * The provider moved our balance because of a dispute: it withholds money and takes a fee, or gives either back.
 * @param amountMinor what it moved, negative when it withholds
 * @param feeMinor what it took for it, negative when it's given back
 */
export const disputeMoved = (amountMinor: number, feeMinor: number): Entry =>
  entryOf("dispute_moved", [
    debit("disputed", -amountMinor),
    debit("dispute_fees", feeMinor),
    debit("provider", amountMinor - feeMinor),
  ]);

/**
 * Where what a lost dispute took lies: withheld, or nowhere in the ledger, because the provider withheld another
 * currency.
 */
export type LostFrom = Extract<Account, "disputed" | "unassigned">;

/**
 * A dispute is lost: what was withheld won't come back, and counts as refunded.
 * @param refundLines the lines of a refund of the same amount
 */
export const disputeLost = (refundLines: readonly EntryLine[], from: LostFrom = "disputed"): Entry =>
  entryOf(
    "dispute_lost",
    refundLines.map((line) => (line.account === "provider" ? { ...line, account: from } : line)),
  );

/** A bank kept more than was left of the payment, such as all of one that was refunded in part: a cost of ours. */
export const disputeExcess = (amountMinor: number, from: LostFrom = "disputed"): Entry =>
  entryOf("dispute_excess", [
    debit("dispute_fees", positive(amountMinor, "What the bank kept")),
    credit(from, amountMinor),
  ]);

/** The bank gave back what had been lost in a dispute: the loss stays a refund, and this is income. */
export const disputeRegained = (amountMinor: number): Entry =>
  entryOf("dispute_regained", [
    debit("disputed", positive(amountMinor, "What came back")),
    credit("other_income", amountMinor),
  ]);

/** The balance of an account, or one party's share of it, after these entries. Debits are positive. */
export function balanceOf(entries: Iterable<Entry>, account: Account, party?: string): Minor {
  let total = 0;
  for (const entry of entries)
    for (const line of entry.lines)
      if (line.account === account && (party === undefined || line.party === party)) total += line.amountMinor;
  return minor(total);
}

/** Ledger entries of editors' earnings and payouts. */
import { recipientTaxAccount } from "./recipient-tax.ts";
import { type EarningAmount, type Entry, credit, debit, entryOf, notNegative, positive } from "./ledger.ts";

/** The order was delivered: its editors have earned their pay, which becomes available once it's accepted. */
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

/** A bonus to an editor beyond what the order earns. */
export const goodwillGranted = (to: EarningAmount): Entry =>
  entryOf("goodwill_granted", [
    debit("goodwill", positive(to.amountMinor, "The amount")),
    credit("editor_available", to.amountMinor, to.uid),
  ]);

/**
 * What the bank pays, with the VAT in it, and whether the tax office gives that back. `recipientTaxMinor` is what we owe
 * at home on the invoice of an editor abroad, and get back.
 */
export type PayoutAmount = EarningAmount & {
  vatMinor?: number;
  vatDeductible?: boolean;
  recipientTaxMinor?: number;
  editorInEu?: boolean;
};
const netOf = ({ amountMinor, vatMinor = 0 }: PayoutAmount) => amountMinor - vatMinor;
const vatAccount = ({ vatDeductible }: PayoutAmount) => (vatDeductible ? "input_tax" : "input_tax_cost");

const recipientTax = ({ recipientTaxMinor = 0 }: PayoutAmount) => notNegative(recipientTaxMinor, "The tax owed");
const owedTo = ({ editorInEu = false }: PayoutAmount) => recipientTaxAccount(editorInEu);

/**
 * A payout run takes the available earnings. VAT on the editor's invoice is paid on top. What we owe on it ourselves is
 * input tax, too.
 */
export const payoutStarted = (payout: PayoutAmount): Entry =>
  entryOf("payout_started", [
    debit("editor_available", positive(netOf(payout), "A payout"), payout.uid),
    debit(vatAccount(payout), notNegative(payout.vatMinor ?? 0, "VAT")),
    debit("input_tax", recipientTax(payout)),
    credit(owedTo(payout), recipientTax(payout)),
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
export const payoutReturned = (payout: PayoutAmount, wasPaid: boolean): Entry =>
  entryOf("payout_returned", [
    wasPaid
      ? debit("bank", positive(payout.amountMinor, "A payout"))
      : debit("editor_in_payout", positive(payout.amountMinor, "A payout"), payout.uid),
    credit(vatAccount(payout), notNegative(payout.vatMinor ?? 0, "VAT")),
    credit("input_tax", recipientTax(payout)),
    debit(owedTo(payout), recipientTax(payout)),
    credit("editor_available", netOf(payout), payout.uid),
  ]);

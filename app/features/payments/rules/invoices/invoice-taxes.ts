/** The taxes on an invoice or credit note, by rate. */
import { minor } from "#app/platform/rules/core/money.ts";
import type { PriceLine } from "#app/features/pricing/rules/price-receipt.ts";
import { TREATMENT_WORDS, type TaxRule, taxParts } from "#app/features/tax/rules/tax-rule.ts";
import type { OrderAmounts } from "../ledger/ledger.ts";
import { refundedTaxes } from "../ledger/refund-entries.ts";
import type { InvoiceDocument, InvoiceTax } from "./invoice.ts";

export const taxLine = (rule: TaxRule, amount: number): InvoiceDocument["tax"] =>
  rule.kind === "none"
    ? null
    : { label: rule.kind === "rate" && rule.more ? "Tax" : rule.label, amountMinor: minor(amount) };
export const taxNotes = (rule: TaxRule): string[] => (rule.note ? [rule.note] : []);

/**
 * The tax of a document by rate. @param amountsMinor in the order of the rule's taxes
 */
export function taxesOf(rule: TaxRule, netMinor: number, amountsMinor: readonly number[]): { taxes?: InvoiceTax[] } {
  const baseMinor = minor(netMinor);
  if (rule.kind === "rate")
    return {
      taxes: taxParts(rule).map((part, i) => ({
        treatment: "charged",
        ...part,
        baseMinor,
        amountMinor: minor(amountsMinor[i] ?? 0),
      })),
    };
  if (rule.kind === "none" && !rule.note) return {};
  const isNone = rule.kind === "none";
  return {
    taxes: [
      {
        treatment: rule.kind,
        code: isNone ? "" : rule.code,
        label: isNone ? TREATMENT_WORDS.none : rule.label,
        rateBp: 0,
        baseMinor,
        amountMinor: minor(0),
      },
    ],
  };
}

/** Each tax of an order's price, in the order of its rule. */
export const taxAmounts = (lines: readonly PriceLine[], rule: TaxRule): number[] =>
  taxParts(rule).map(
    (part) => lines.find((line) => line.code === "tax" && line.label === part.label)?.amountMinor ?? 0,
  );

/** What was refunded of an invoice before, and how much of that was discount, tax, and each tax. */
export type Credited = {
  refundedMinor: number;
  discountMinor: number;
  creditMinor?: number;
  taxMinor: number;
  taxesMinor: readonly number[];
};

/** A refund's tax by rate, as it's booked. */
export const refundedByRate = (
  input: {
    order: OrderAmounts;
    invoiced?: readonly InvoiceTax[] | undefined;
    before: Credited;
    refundMinor: number;
  },
  taxMinor: number,
): number[] =>
  refundedTaxes(
    (input.invoiced ?? []).map(({ amountMinor }, i) => ({
      amountMinor,
      refundedMinor: input.before.taxesMinor[i] ?? 0,
    })),
    input.order.totalMinor,
    input.before.refundedMinor + input.refundMinor,
    taxMinor,
  );

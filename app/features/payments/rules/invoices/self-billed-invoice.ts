import { minor, sum } from "#app/platform/rules/core/money.ts";
import { type TaxRule, taxAt, taxOn, taxParts } from "#app/features/tax/rules/tax-rule.ts";
import { taxLine, taxNotes, taxesOf } from "./invoice-taxes.ts";
import {
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  TITLES,
  dayInWords,
  issuedLook,
} from "./invoice.ts";

/** The self-billed invoice of one payout: the editor is the seller and we issue it. A debt is a negative line. */
export function selfBilledInvoice(input: {
  number: string;
  issuedAt: Date;
  payoutId: string;
  period: { from: Date; to: Date };
  editor: InvoiceParty;
  company: InvoiceParty;
  currency: string;
  /**
   * `review`, `reading`: how the fee of a quality review or a second reading was calculated. The manuscript of somebody
   * else's order isn't named.
   */
  earnings: readonly { orderId: string; title: string; amountMinor: number; review?: string; reading?: string }[];
  debtMinor: number;
  /** The tax on the editor's services, added to what they earned. */
  tax: TaxRule;
  /** What the bank is asked to pay, and at what rate, if that's another currency than the invoice's. */
  paidIn?: string;
}): InvoiceDocument {
  const lines: InvoiceLine[] = input.earnings.map((e) => ({
    label: `${e.review ? "Quality review of order" : e.reading ? "Second reading of order" : "Order"} ${e.orderId}`,
    detail: e.review ?? e.reading ?? e.title,
    amountMinor: minor(e.amountMinor),
  }));
  if (input.debtMinor > 0)
    lines.push({ label: "Deduction for an earlier overpayment", detail: "", amountMinor: minor(-input.debtMinor) });
  const net = sum(lines.map((line) => line.amountMinor));
  const vat = taxOn(net, input.tax);
  return {
    kind: "self-billed-invoice",
    title: TITLES["self-billed-invoice"],
    number: input.number,
    issuedAt: input.issuedAt,
    seller: input.editor,
    buyer: input.company,
    references: [
      { label: "Payout", value: input.payoutId },
      { label: "Period", value: `${dayInWords(input.period.from)} to ${dayInWords(input.period.to)}` },
    ],
    currency: input.currency,
    lines,
    netMinor: net,
    tax: taxLine(input.tax, vat),
    ...taxesOf(
      input.tax,
      net,
      taxParts(input.tax).map((part) => taxAt(net, part)),
    ),
    totalMinor: minor(net + vat),
    // We are its buyer, and its lines name manuscripts.
    ...issuedLook(null),
    notes: [
      ...taxNotes(input.tax),
      ...(input.paidIn ? [`Paid as ${input.paidIn}.`] : []),
      "Issued by the buyer on the seller's behalf, as agreed in the editor agreement.",
    ],
  };
}

/** The pro forma invoice for an organization's prepayment by bank transfer. */
import { type InvoiceDocument, type InvoiceParty, TITLES, issuedLook } from "./invoice.ts";
import { minor } from "#app/platform/rules/core/money.ts";

/** @param input.bank how to transfer the amount */
export function proFormaInvoice(input: {
  number: string;
  issuedAt: Date;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  bank: InvoiceDocument["references"];
  currency: string;
  amountMinor: number;
}): InvoiceDocument {
  const { number, issuedAt, seller, buyer, currency } = input;
  const amountMinor = minor(input.amountMinor);
  return {
    kind: "pro-forma",
    title: TITLES["pro-forma"],
    number,
    issuedAt,
    seller,
    buyer,
    ...issuedLook(buyer.country),
    references: input.bank,
    currency,
    lines: [{ label: "Prepayment", detail: "Added to the organization's balance", amountMinor }],
    netMinor: amountMinor,
    tax: null,
    totalMinor: amountMinor,
    notes: [
      `Transfer the amount in ${currency} to the account above and give ${number} as the reference.`,
      "This is not an invoice. No tax is due on a prepayment: each order paid from the balance gets an invoice, with tax if any.",
      "The balance doesn't expire, and what isn't spent is paid back on request.",
    ],
  };
}

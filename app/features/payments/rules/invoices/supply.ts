/**
 * When the service of an invoice is supplied: on delivery. Invoices are issued before that, on payment or, if they're
 * paid later, with the order. The day of supply is stated as far as it's known (Directive 2006/112/EC, Art. 226(7)), and
 * an invoice for a payment in advance can be told by the expected day (German UStAE 14.8(1) and (4), decision 450).
 */
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { ElectronicFacts } from "./e-invoice.ts";
import { type InvoiceDocument, PAID, PREPAID, dayInWords } from "./invoice.ts";

/** Delivered, or to be delivered by a day, if there's one. */
export type Supply = { deliveredAt: Date } | { dueAt: Date | null };

/** The supply of what an invoice is about. After the delivery, only new words of a revision are invoiced. */
export function supplyOf(
  { deliveredAt, dueAt, revisionDueAt }: Record<"deliveredAt" | "dueAt" | "revisionDueAt", Date | null>,
  issuedAt: Date,
): Supply {
  if (deliveredAt === null) return { dueAt };
  return issuedAt <= deliveredAt ? { deliveredAt } : { dueAt: revisionDueAt };
}

/** What documents call it. */
const SUPPLY = "Date of supply";

function words(supply: Supply): string {
  if ("deliveredAt" in supply) return dayInWords(supply.deliveredAt);
  return supply.dueAt ? `On delivery, expected by ${dayInWords(supply.dueAt)}` : "On delivery";
}

/** References with the date of supply, after the others. */
export const withSupply = (
  references: InvoiceDocument["references"],
  supply: Supply,
): InvoiceDocument["references"] => [
  ...references.filter(({ label }) => label !== SUPPLY),
  { label: SUPPLY, value: words(supply) },
];

/** What a paid invoice says about its payment. */
export const paidNote = (supply: Supply): string => ("deliveredAt" in supply ? PAID : PREPAID);

/** The same for its e-invoice. @param payable when it's paid, if that's later */
export const electronicSupply = (
  supply: Supply,
  payable?: string | null,
): Pick<ElectronicFacts, "suppliedOn" | "prepaid"> => {
  if ("deliveredAt" in supply) return { suppliedOn: dayOf(supply.deliveredAt) };
  return payable ? {} : { prepaid: true };
};

import {
  type FrozenDocument,
  type InvoiceDocument,
  dayInWords,
} from "#app/features/payments/rules/invoices/invoice.ts";

/**
 * The credit note that cancels a self-billed invoice whose payout didn't arrive: the same lines, amounts positive as on
 * every credit note. The next payout invoices the earnings again, so each counts once.
 * @param why the payout's end, in a sentence
 */
export function selfBilledCreditNote(input: {
  number: string;
  issuedAt: Date;
  original: FrozenDocument;
  why: string;
}): InvoiceDocument {
  const { original } = input;
  return {
    kind: "credit-note",
    title: "Self-billed credit note",
    number: input.number,
    issuedAt: input.issuedAt,
    seller: original.seller,
    buyer: original.buyer,
    references: [
      { label: "For invoice", value: `${original.number} of ${dayInWords(new Date(original.issuedAt))}` },
      ...original.references,
    ],
    currency: original.currency,
    lines: original.lines,
    netMinor: original.netMinor,
    tax: original.tax,
    ...(original.taxes ? { taxes: original.taxes } : {}),
    ...(original.national ? { national: original.national } : {}),
    totalMinor: original.totalMinor,
    notes: [
      `This cancels invoice ${original.number} in full. ${input.why}`,
      ...original.notes.filter((note) => !note.startsWith("Paid as ")),
    ],
  };
}

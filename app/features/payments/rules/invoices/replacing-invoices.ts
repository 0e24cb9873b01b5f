/** Documents that cancel or correct another one. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { withElectronic } from "./e-invoice-faults.ts";
import {
  type FrozenDocument,
  type InvoiceDocument,
  type InvoiceParty,
  PAID,
  PREPAID,
  TITLES,
  dayInWords,
  isPaymentNote,
  isPurchase,
  issuedLook,
} from "./invoice.ts";
import { type Supply, electronicSupply, paidNote, withSupply } from "./supply.ts";

const preceded = ({ number, issuedAt }: FrozenDocument) => ({ number, issuedOn: dayOf(new Date(issuedAt)) });

/**
 * A document that cancels another one in full, with the same amounts in the other direction: an invoice cancels a
 * credit note, and a credit note cancels an invoice.
 * @param why in a sentence, as the first of its notes
 */
export function cancellationOf(input: {
  number: string;
  issuedAt: Date;
  original: FrozenDocument;
  why: string;
}): InvoiceDocument {
  const { original } = input;
  const kind = original.kind === "credit-note" ? "invoice" : "credit-note";
  const document: InvoiceDocument = {
    ...original,
    kind,
    title: TITLES[kind],
    number: input.number,
    issuedAt: input.issuedAt,
    references: [
      ...original.references.filter((it) => ["Order", "For invoice"].includes(it.label) || isPurchase(it)),
      {
        label: "Cancels",
        value: `${TITLES[original.kind].toLowerCase()} ${original.number} of ${dayInWords(new Date(original.issuedAt))}`,
      },
    ],
    ...issuedLook(original.buyer.country),
    notes: [input.why, ...original.notes.filter((note) => !isPaymentNote(note))],
  };
  // What cancels a document from before e-invoices has none either.
  if (!original.electronic) return document;
  const { payable: _money, suppliedOn: _day, prepaid: _advance, ...electronic } = original.electronic;
  return withElectronic(document, {
    ...electronic,
    typeCode: kind === "invoice" ? 380 : 381,
    preceding: [preceded(original), ...(kind === "invoice" ? original.electronic.preceding : [])],
  });
}

/**
 * The invoice that replaces one with wrong details of the buyer. Amounts and tax are the same.
 * @param note the tax note that goes with the new details @param creditNotes those issued for the replaced invoice
 */
export function correctedInvoice(input: {
  number: string;
  issuedAt: Date;
  original: FrozenDocument;
  buyer: InvoiceParty;
  /** As it's known now. */
  supply: Supply;
  taxNotes: { before: string | undefined; now: string | undefined };
  creditNotes: readonly string[];
}): InvoiceDocument {
  const { original, supply, taxNotes: notes, creditNotes } = input;
  const payable = original.electronic?.payable;
  const paid = (note: string) => (note === PAID || note === PREPAID ? paidNote(supply) : note);
  const document: InvoiceDocument = {
    ...original,
    number: input.number,
    issuedAt: input.issuedAt,
    buyer: input.buyer,
    ...issuedLook(input.buyer.country),
    references: [
      ...withSupply(
        original.references.filter(({ label }) => label !== "Replaces"),
        supply,
      ),
      { label: "Replaces", value: `invoice ${original.number} of ${dayInWords(new Date(original.issuedAt))}` },
    ],
    notes: [
      ...original.notes.flatMap((note) => (note === notes.before ? (notes.now ? [notes.now] : []) : [paid(note)])),
      ...(creditNotes.length > 0
        ? [`Issued for the replaced invoice and valid for this one: ${creditNotes.join(", ")}.`]
        : []),
    ],
  };
  return withElectronic(document, {
    typeCode: 384,
    preceding: [preceded(original)],
    exemption: notes.now ?? null,
    ...(payable === undefined ? {} : { payable }),
    ...electronicSupply(supply, payable),
  });
}

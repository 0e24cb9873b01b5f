/** What confirms an order to its buyer: the agreed price, and the buyer's own references. */
import { type FrozenDocument, PURCHASE, TITLES, dayInWords } from "./invoice.ts";

/** What a confirmation says of the invoice's references. The others are about the payment. */
const KEPT: ReadonlySet<string> = new Set([
  "Order",
  "Manuscript",
  "Service",
  "Author",
  PURCHASE.poNumber,
  PURCHASE.costCenter,
]);

/**
 * The confirmation of an order. It repeats what the order's invoice has frozen, so the two never disagree.
 * @param of.endedWords what happened to the order if nothing is delivered anymore, such as "canceled"
 */
export function orderConfirmation(
  { electronic: _electronic, national: _national, ...invoice }: FrozenDocument,
  of: { number: string; placedAt: Date; dueAt: Date | null; endedWords: string | null },
): FrozenDocument {
  return {
    ...invoice,
    kind: "order-confirmation",
    title: TITLES["order-confirmation"],
    number: of.number,
    issuedAt: of.placedAt.toISOString(),
    references: [
      ...invoice.references.filter(({ label }) => KEPT.has(label)),
      { label: "Placed on", value: dayInWords(of.placedAt) },
      ...(of.dueAt && of.endedWords === null ? [{ label: "Delivery", value: `By ${dayInWords(of.dueAt)}` }] : []),
    ],
    notes: [
      ...(of.endedWords === null ? [] : [`The order was ${of.endedWords} later.`]),
      `This confirms the order and its price. It isn't an invoice: that is ${invoice.number}.`,
    ],
  };
}

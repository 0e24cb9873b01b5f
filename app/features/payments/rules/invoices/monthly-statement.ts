/** What an organization owes for a month's orders on credit, as a document. */
import { formatMoney, minor, sum } from "#app/platform/rules/core/money.ts";
import { formatMonth } from "#app/platform/rules/core/time.ts";
import { SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import {
  type InvoiceDocument,
  type InvoiceLine,
  type InvoiceParty,
  TITLES,
  dayInWords,
  issuedLook,
} from "./invoice.ts";

/** An order on a statement. Amounts are in minor units. */
export type StatementLine = {
  order: string;
  service: Service;
  member: string;
  costCenter: string;
  poNumber: string;
  /** The order's own invoice. */
  invoice: string | null;
  succeededAt: Date | null;
  /** Less what was refunded. */
  amountMinor: number;
  refundedMinor: number;
};

/**
 * The statement of a month.
 * @param input.month any moment of it @param input.prepaidMinor how much of the orders was prepaid
 * @param input.bank how to transfer the amount
 */
export function monthlyStatement(input: {
  number: string;
  issuedAt: Date;
  month: Date;
  dueAt: Date;
  seller: InvoiceParty;
  buyer: InvoiceParty;
  currency: string;
  bank: InvoiceDocument["references"];
  lines: readonly StatementLine[];
  prepaidMinor: number;
}): InvoiceDocument {
  const { currency, number } = input;
  const lines: InvoiceLine[] = [
    ...input.lines.map((line) => ({
      label: `${line.order}: ${SERVICE_LABELS[line.service]}, ${line.member}`,
      detail: [
        line.succeededAt ? dayInWords(line.succeededAt) : "",
        line.invoice ? `Invoice ${line.invoice}` : "",
        line.poNumber ? `PO ${line.poNumber}` : "",
        line.costCenter,
        line.refundedMinor > 0 ? `${formatMoney(line.refundedMinor, currency)} refunded` : "",
      ]
        .filter(Boolean)
        .join(" · "),
      amountMinor: minor(line.amountMinor),
    })),
    ...(input.prepaidMinor > 0
      ? [{ label: "Paid from the prepaid balance", detail: "", amountMinor: minor(-input.prepaidMinor) }]
      : []),
  ];
  const totalMinor = sum(lines.map((line) => line.amountMinor));
  const centers = Map.groupBy(
    input.lines.filter((line) => line.costCenter !== ""),
    (line) => line.costCenter,
  );
  return {
    kind: "statement",
    title: TITLES.statement,
    number,
    issuedAt: input.issuedAt,
    seller: input.seller,
    buyer: input.buyer,
    references: [
      { label: "Month", value: formatMonth(input.month) },
      { label: "Due", value: totalMinor > 0 ? dayInWords(input.dueAt) : "Nothing to pay" },
      ...(totalMinor > 0 ? input.bank : []),
    ],
    currency,
    lines,
    netMinor: totalMinor,
    tax: null,
    totalMinor,
    ...issuedLook(input.buyer.country),
    notes: [
      ...(totalMinor > 0 ? [`Transfer the total to the account above and give ${number} as the reference.`] : []),
      ...[...centers].map(
        ([center, its]) => `${center}: ${formatMoney(sum(its.map((line) => line.amountMinor)), currency)}`,
      ),
      "Each order has its own invoice with its tax. This statement adds them up, and isn't an invoice itself.",
    ],
  };
}

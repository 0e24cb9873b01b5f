/**
 * What was invoiced, credited, paid, and refunded in a calendar year, by currency. It adds up issued documents and
 * isn't one itself, so it has no number and isn't stored.
 */
import { count } from "#app/platform/rules/core/count.ts";
import { type Minor, formatMoney, minor, sum } from "#app/platform/rules/core/money.ts";
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { type InvoiceLine, type InvoiceTax, dayInWords } from "./invoice.ts";

/** A document. Amounts are positive, as on the document. */
export type StatedDocument = {
  kind: "invoice" | "credit_note";
  number: string;
  order: string;
  issuedAt: Date;
  currency: string;
  totalMinor: number;
  taxes: readonly Pick<InvoiceTax, "label" | "amountMinor">[];
};

/** Money that moved. A refund's amount is positive, too. */
export type StatedMovement = {
  kind: "payment" | "refund";
  order: string;
  at: Date;
  currency: string;
  amountMinor: number;
  cardLabel: string | null;
};

export type StatementTable = { lines: InvoiceLine[]; totals: { label: string; amountMinor: Minor }[] };
export type StatementPart = { currency: string; documents: StatementTable; movements: StatementTable };

/** With more rows than this, a statement has one row per month. */
export const MOST_ROWS = 200;

const MONTHS = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
/** "1 invoice and 2 credit notes" */
const inWords = (parts: readonly (readonly [n: number, one: string])[]) =>
  joinWords(parts.flatMap(([n, one]) => (n > 0 ? [count(n, one)] : [])));

const signed = (minus: boolean, amount: number): Minor => minor(minus ? -amount : amount);
const documentAmount = (it: StatedDocument) => signed(it.kind === "credit_note", it.totalMinor);
const movementAmount = (it: StatedMovement) => signed(it.kind === "refund", it.amountMinor);

/** The taxes on documents by name, less those on credit notes. */
function taxesOf(documents: readonly StatedDocument[]): { label: string; amountMinor: Minor }[] {
  const all = documents.flatMap(({ kind, taxes }) =>
    taxes.map(({ label, amountMinor }) => ({ label, amountMinor: signed(kind === "credit_note", amountMinor) })),
  );
  return [...Map.groupBy(all, ({ label }) => label)].map(([label, its]) => ({
    label,
    amountMinor: sum(its.map((it) => it.amountMinor)),
  }));
}

const taxWords = (documents: readonly StatedDocument[], currency: string) =>
  taxesOf(documents).map(({ label, amountMinor }) => `${label} ${formatMoney(amountMinor, currency)}`);

/** One row for each month with rows. */
const byMonth = <Row>(
  rows: readonly Row[],
  at: (row: Row) => Date,
  line: (its: Row[]) => Omit<InvoiceLine, "label">,
): InvoiceLine[] =>
  [...Map.groupBy(rows, (row) => at(row).getUTCMonth())].map(([, its]) => ({
    label: MONTHS.format(at(its[0]!)),
    ...line(its),
  }));

function documentTable(documents: readonly StatedDocument[], currency: string, monthly: boolean): StatementTable {
  const of = (kind: StatedDocument["kind"], among = documents) => among.filter((it) => it.kind === kind);
  const [invoices, notes] = [of("invoice"), of("credit_note")];
  const total = (its: readonly StatedDocument[]) => sum(its.map(documentAmount));
  return {
    lines: monthly
      ? byMonth(
          documents,
          (it) => it.issuedAt,
          (its) => ({
            detail: [
              inWords([
                [of("invoice", its).length, "invoice"],
                [of("credit_note", its).length, "credit note"],
              ]),
              ...taxWords(its, currency),
            ].join(" · "),
            amountMinor: total(its),
          }),
        )
      : documents.map((it) => ({
          label: `${it.kind === "invoice" ? "Invoice" : "Credit note"} ${it.number}`,
          detail: [dayInWords(it.issuedAt), `Order ${it.order}`, ...taxWords([it], currency)].join(" · "),
          amountMinor: documentAmount(it),
        })),
    totals: [
      { label: `Invoices (${invoices.length.toLocaleString("en-US")})`, amountMinor: total(invoices) },
      ...(notes.length > 0
        ? [{ label: `Credit notes (${notes.length.toLocaleString("en-US")})`, amountMinor: total(notes) }]
        : []),
      ...taxesOf(documents).map((tax) => ({ ...tax, label: `Of this, ${tax.label}` })),
      { label: "Total of the documents", amountMinor: total(documents) },
    ],
  };
}

function movementTable(movements: readonly StatedMovement[], monthly: boolean): StatementTable {
  const of = (kind: StatedMovement["kind"], among = movements) => among.filter((it) => it.kind === kind);
  const total = (its: readonly StatedMovement[]) => sum(its.map(movementAmount));
  return {
    lines: monthly
      ? byMonth(
          movements,
          (it) => it.at,
          (its) => ({
            detail: inWords([
              [of("payment", its).length, "payment"],
              [of("refund", its).length, "refund"],
            ]),
            amountMinor: total(its),
          }),
        )
      : movements.map((it) => ({
          label: it.kind === "payment" ? "Payment" : "Refund",
          detail: [dayInWords(it.at), `Order ${it.order}`, it.cardLabel ?? ""].filter(Boolean).join(" · "),
          amountMinor: movementAmount(it),
        })),
    totals: [
      { label: "Paid", amountMinor: total(of("payment")) },
      ...(of("refund").length > 0 ? [{ label: "Refunded", amountMinor: total(of("refund")) }] : []),
      { label: "Total paid, less refunds", amountMinor: total(movements) },
    ],
  };
}

/** The parts of a statement, by currency. @param documents oldest first @param movements oldest first */
export function yearStatement(
  documents: readonly StatedDocument[],
  movements: readonly StatedMovement[],
): StatementPart[] {
  const monthly = documents.length + movements.length > MOST_ROWS;
  return [...new Set([...documents, ...movements].map((it) => it.currency))].toSorted().map((currency) => ({
    currency,
    documents: documentTable(
      documents.filter((it) => it.currency === currency),
      currency,
      monthly,
    ),
    movements: movementTable(
      movements.filter((it) => it.currency === currency),
      monthly,
    ),
  }));
}

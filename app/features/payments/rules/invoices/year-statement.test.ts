import fc from "fast-check";
import { expect, test } from "vitest";
import { minor, sum } from "#app/platform/rules/core/money.ts";
import { MOST_ROWS, type StatedDocument, type StatedMovement, yearStatement } from "./year-statement.ts";

const at = (month: number) => new Date(Date.UTC(2026, month, 5));
const document = (more: Partial<StatedDocument> = {}): StatedDocument => ({
  kind: "invoice",
  number: "INV-2026-000001",
  order: "S-10041",
  issuedAt: at(10),
  currency: "USD",
  totalMinor: 11_900,
  taxes: [{ label: "VAT 19% (Germany)", amountMinor: minor(1_900) }],
  ...more,
});
const movement = (more: Partial<StatedMovement> = {}): StatedMovement => ({
  kind: "payment",
  order: "S-10041",
  at: at(10),
  currency: "USD",
  amountMinor: 11_900,
  cardLabel: "Visa ending 4242",
  ...more,
});

test("lists documents and payments with their tax, and adds them up", () => {
  const [part, ...others] = yearStatement(
    [
      document(),
      document({
        kind: "credit_note",
        number: "CN-2026-000001",
        totalMinor: 1_190,
        taxes: [{ label: "VAT 19% (Germany)", amountMinor: minor(190) }],
      }),
    ],
    [movement(), movement({ kind: "refund", amountMinor: 1_190 })],
  );
  expect(others).toEqual([]);
  expect(part).toEqual({
    currency: "USD",
    documents: {
      lines: [
        {
          label: "Invoice INV-2026-000001",
          detail: "Nov 5, 2026 · Order S-10041 · VAT 19% (Germany) $19.00",
          amountMinor: 11_900,
        },
        {
          label: "Credit note CN-2026-000001",
          detail: "Nov 5, 2026 · Order S-10041 · VAT 19% (Germany) −$1.90",
          amountMinor: -1_190,
        },
      ],
      totals: [
        { label: "Invoices (1)", amountMinor: 11_900 },
        { label: "Credit notes (1)", amountMinor: -1_190 },
        { label: "Of this, VAT 19% (Germany)", amountMinor: 1_710 },
        { label: "Total of the documents", amountMinor: 10_710 },
      ],
    },
    movements: {
      lines: [
        { label: "Payment", detail: "Nov 5, 2026 · Order S-10041 · Visa ending 4242", amountMinor: 11_900 },
        { label: "Refund", detail: "Nov 5, 2026 · Order S-10041 · Visa ending 4242", amountMinor: -1_190 },
      ],
      totals: [
        { label: "Paid", amountMinor: 11_900 },
        { label: "Refunded", amountMinor: -1_190 },
        { label: "Total paid, less refunds", amountMinor: 10_710 },
      ],
    },
  });
});

test("keeps currencies apart, and an empty year is empty", () => {
  expect(yearStatement([], [])).toEqual([]);
  const parts = yearStatement([document(), document({ currency: "EUR", totalMinor: 5_000, taxes: [] })], []);
  expect(parts.map((part) => [part.currency, part.documents.totals.at(-1)!.amountMinor])).toEqual([
    ["EUR", 5_000],
    ["USD", 11_900],
  ]);
});

test("has a row per document up to a limit, and a row per month above it", () => {
  const many = (n: number) =>
    Array.from({ length: n }, (_, i) => document({ issuedAt: at(i % 12) })).toSorted(
      (a, b) => +a.issuedAt - +b.issuedAt,
    );
  expect(yearStatement(many(MOST_ROWS), [])[0]!.documents.lines).toHaveLength(MOST_ROWS);
  const { lines } = yearStatement(many(MOST_ROWS + 1), [])[0]!.documents;
  expect(lines).toHaveLength(12);
  expect(lines[0]).toEqual({
    label: "January",
    detail: "17 invoices · VAT 19% (Germany) $323.00",
    amountMinor: 202_300,
  });
  // Payments count, too.
  expect(yearStatement(many(MOST_ROWS), [movement()])[0]!.movements.lines[0]).toEqual({
    label: "November",
    detail: "1 payment",
    amountMinor: 11_900,
  });
});

test("the total is the sum of the rows and of the documents, in either form", () => {
  const any = fc.array(
    fc.record({ note: fc.boolean(), month: fc.nat(11), totalMinor: fc.nat(1_000_000), taxMinor: fc.nat(10_000) }),
    { minLength: 1, maxLength: 2 * MOST_ROWS },
  );
  fc.assert(
    fc.property(any, (rows) => {
      const documents = rows.map(({ note, month, totalMinor, taxMinor }) =>
        document({
          kind: note ? "credit_note" : "invoice",
          issuedAt: at(month),
          totalMinor,
          taxes: [{ label: "VAT", amountMinor: minor(taxMinor) }],
        }),
      );
      const expected = sum(rows.map((row) => (row.note ? -row.totalMinor : row.totalMinor)));
      const tax = sum(rows.map((row) => (row.note ? -row.taxMinor : row.taxMinor)));
      const [part] = yearStatement(documents, []);
      expect(sum(part!.documents.lines.map((line) => line.amountMinor))).toBe(expected);
      expect(part!.documents.totals.at(-1)!.amountMinor).toBe(expected);
      expect(part!.documents.totals.find((it) => it.label === "Of this, VAT")!.amountMinor).toBe(tax);
    }),
    { numRuns: 30 },
  );
});

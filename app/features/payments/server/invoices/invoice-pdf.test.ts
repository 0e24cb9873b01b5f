import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { type FrozenDocument, PAID } from "../../rules/invoices/invoice.ts";
import { invoicePdf } from "./invoice-pdf.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const document = (lines: number, more: Partial<FrozenDocument> = {}): FrozenDocument => ({
  kind: "invoice",
  title: "Invoice",
  number: "INV-2026-000081",
  issuedAt: "2026-11-25T12:00:00.000Z",
  seller: { name: "Stet GmbH", address: ["Hauptstraße 1"], country: "DE", vatId: "DE123456788", email: null },
  buyer: { name: "Verlag am Main", address: ["Kai 2"], country: "DE", vatId: null, email: null },
  references: [
    { label: "Order", value: "S-10021" },
    { label: "Manuscript", value: "The 1,000 genomes of Nov 25, 2026" },
    { label: "Paid on", value: "Nov 25, 2026" },
  ],
  currency: "USD",
  lines: Array.from({ length: lines }, (_, i) => ({
    label: `Line ${i + 1}.`,
    detail: "1,000 words at $0.030",
    amountMinor: minor(123_456),
  })),
  netMinor: minor(lines * 123_456),
  tax: { label: "VAT 19% (Germany)", amountMinor: minor(1_900) },
  totalMinor: minor(lines * 123_456 + 1_900),
  notes: [PAID],
  writtenFor: "DE",
  layout: 2,
  ...more,
});
const pagesOf = async (it: FrozenDocument): Promise<string[]> =>
  (await extractText(new Uint8Array(await invoicePdf(it)), { mergePages: false })).text.map((text) =>
    text.replaceAll("\u00a0", " "),
  );

describe("the PDF of a document about money", () => {
  test("numbers its pages if there are several", async () => {
    const [only, ...none] = await pagesOf(document(3));
    expect(none).toEqual([]);
    expect(only).not.toContain("Page 1");
    const pages = await pagesOf(document(70));
    expect(pages.length).toBeGreaterThan(2);
    for (const [i, text] of pages.entries()) {
      expect(text).toContain(`Page ${i + 1} of ${pages.length}`);
      expect(text).toContain("Invoice INV-2026-000081");
    }
  });

  test("never has the totals or the notes on a page without the last line", async () => {
    const counts = new Set<number>();
    for (let lines = 1; lines <= 34; lines++) {
      const pages = await pagesOf(document(lines));
      counts.add(pages.length);
      const last = pages.at(-1)!;
      for (const words of [`Line ${lines}.`, "Net", "VAT 19% (Germany)", "Total USD", "Paid in full."])
        expect(last, `${lines} lines`).toContain(words);
      for (let i = 1; i <= lines; i++) expect(pages.join(" ")).toContain(`Line ${i}.`);
    }
    expect([...counts]).toEqual([1, 2, 3]);
  });

  test("repeats a table's headings on each page that it runs onto", async () => {
    for (const lines of [20, 30, 34, 70, 200]) {
      const pages = await pagesOf(document(lines));
      for (const [i, text] of pages.entries())
        expect(text.match(/Description\s+Amount/g) ?? [], `page ${i + 1} of ${lines} lines`).toHaveLength(1);
      // Nothing is lost or twice.
      for (let i = 1; i <= lines; i++) expect(pages.join(" ").split(`Line ${i}.`)).toHaveLength(2);
    }
  });

  test("issued before that keeps its layout", async () => {
    const { layout: _since, ...before } = document(70);
    const pages = await pagesOf(before);
    expect(pages.filter((text) => text.includes("Description"))).toHaveLength(1);
  });

  test("breaks a block that's longer than a page", async () => {
    const notes = Array.from({ length: 80 }, (_, i) => `Cost center ${i + 1}.`);
    const pages = await pagesOf(document(2, { notes }));
    expect(pages.length).toBe(3);
    expect(pages.join(" ")).toContain("Cost center 80.");
  });

  test("has the buyer's country's figures and dates, and leaves what people typed", async () => {
    const [german] = await pagesOf(document(1));
    for (const words of [
      "Issued on 25 Nov 2026",
      "25 Nov 2026",
      "The 1,000 genomes of Nov 25, 2026",
      "1.000 words at USD 0,030",
      "USD 1.234,56",
      "USD 1.253,56",
    ])
      expect(german).toContain(words);
    const [american] = await pagesOf(document(1, { writtenFor: "US" }));
    expect(american).toContain("Issued on Nov 25, 2026");
    expect(american).toContain("$1,253.56");
  });

  test("of a document from before stays as it was", async () => {
    const { writtenFor: _since, layout: _also, ...before } = document(30);
    const pages = await pagesOf(before);
    expect(pages.join(" ")).not.toContain("Page 1");
    expect(pages[0]).toContain("$1,234.56");
  });
});

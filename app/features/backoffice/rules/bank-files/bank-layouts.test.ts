import { dayOf } from "#app/platform/rules/core/day.ts";
import { expect, test } from "vitest";
import { BANK_LAYOUTS, type BankLayout } from "../../testing/bank-layouts.ts";
import { readStatements } from "../reconciliation/bank-statement.ts";
import { textOfBankFile } from "./bank-text.ts";
import { guessLayout } from "./csv-guess.ts";
import { shiftJisBytes } from "../../testing/shift-jis.ts";

/** The bytes of a text in an encoding that banks use. */
function bytesOf({ text, encoding }: BankLayout): Uint8Array {
  if (encoding === "shift_jis") return shiftJisBytes(text);
  if (encoding === "utf-16le") return Buffer.from(`\uFEFF${text}`, "utf16le");
  return Buffer.from(text, encoding ?? "utf8");
}

test.each(BANK_LAYOUTS.map((layout) => [layout.name, layout] as const))(
  "%s is read without naming its columns",
  (_, layout) => {
    const [read, ...more] = readStatements(textOfBankFile(bytesOf(layout)));
    expect(more).toEqual([]);
    const { account, currency, openingMinor: opening, closingMinor: closing, lines } = read!;
    expect({ account, currency, opening, closing }).toEqual({
      account: layout.account ?? "",
      currency: layout.currency,
      opening: layout.opening,
      closing: layout.closing,
    });
    const days = lines.map((line) => dayOf(line.bookedAt));
    expect(
      lines.map((line, i) => [days[i], line.amountMinor, line.details, line.reference, line.counterparty]),
    ).toEqual(
      layout.lines.map(([day, amount, text, reference = "", counterparty = ""]) => [
        day,
        amount,
        text,
        reference,
        counterparty,
      ]),
    );
  },
);

test("an account has the currency that its earlier files said, whatever its number's country", () => {
  const text = ["Date,Description,Amount", "2026-10-14,Hosting,-118.00"].join("\n");
  const iban = "DE89370400440532013000";
  const guess = (...known: { account: string; currency: string }[]) => guessLayout(text, iban, known).currency;
  const [dollars, euros] = ["USD", "EUR"].map((currency) => ({ account: "0532013000", currency }));
  expect([guess(), guess(dollars!), guess({ account: "1234567890", currency: "USD" })]).toEqual(["EUR", "USD", "EUR"]);
  expect(guess(dollars!, euros!)).toBe("EUR");
  const named = ["Date,Description,Amount (EUR)", "2026-10-14,A,1.00"].join("\n");
  expect(guessLayout(named, iban, [dollars!]).currency).toBe("EUR");
});

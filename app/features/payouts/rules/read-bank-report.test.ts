import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { camt053, nachaReturns, pain002 } from "../testing/bank-report-samples.ts";
import { readBankReport } from "./read-bank-report.ts";
import { ADMIN_CODES, reasonLabel, reasonOf } from "./return-codes.ts";

const ID = `PYO-${"0".repeat(25)}A`;
const OTHER = `PYO-${"0".repeat(25)}B`;
const words = (text: string) =>
  readBankReport(text).words.map((w) => [w.of, w.reference, w.verdict, w.code, w.amountMinor]);

describe("a bank's file", () => {
  test("as pain.002 says which payments were settled, rejected, or only taken in", () => {
    const file = pain002("RUN-2026-0001", [
      { id: ID, status: "ACSC", amount: "94.84" },
      { id: OTHER, status: "RJCT", code: "AC04" },
      { id: "PYO-C", status: "PDNG" },
    ]);
    expect(words(file)).toEqual([
      ["payment", ID, "settled", "ACSC", 9_484],
      ["payment", OTHER, "rejected", "AC04", null],
      ["payment", "PYO-C", "noted", "PDNG", null],
    ]);
    expect(words(pain002("RUN-2026-0001", [], { status: "RJCT", code: "FF01" }))).toEqual([
      ["run", "RUN-2026-0001", "rejected", "FF01", null],
    ]);
    // Prefixes and older versions are the same message.
    const prefixed = file.replaceAll(/<(\/?)(?=[A-Z])/g, "<$1p:").replace("xmlns=", "xmlns:p=");
    expect(words(prefixed)).toEqual(words(file));
  });

  test("as CAMT says which payouts left the account and which came back, and leaves out everything else", () => {
    const file = camt053([
      { id: ID, amount: "94.84", side: "DBIT" },
      { id: ID, amount: "94.84", side: "CRDT", code: "AC06" },
      { id: OTHER, amount: "10.00", side: "DBIT", status: "PDNG" },
      { id: "NOTPROVIDED", amount: "5.00", side: "DBIT" },
    ]);
    expect(words(file)).toEqual([
      ["payment", ID, "settled", "BOOK", 9_484],
      ["payment", ID, "returned", "AC06", 9_484],
      ["payment", OTHER, "noted", "BOOK", 1_000],
    ]);
    expect(readBankReport(file)).toMatchObject({ kind: "camt", others: 2 });
  });

  test("as NACHA says which entries came back and which are only corrected", () => {
    const file = nachaReturns([
      { trace: "021000020000007", code: "R03", amountMinor: 9_484 },
      { trace: "021000020000008", code: "C01", amountMinor: 5_000 },
    ]);
    expect(
      file
        .split("\n")
        .filter(Boolean)
        .every((l) => l.length === 94),
    ).toBe(true);
    const expected = [
      ["trace", "021000020000007", "returned", "R03", 9_484],
      ["trace", "021000020000008", "noted", "C01", null],
    ];
    expect(words(file)).toEqual(expected);
    // Some banks send one long line.
    expect(words(file.replaceAll("\n", ""))).toEqual(expected);
  });

  test.each([
    ["nothing", ""],
    ["another kind of XML", "<html><body>Sign in</body></html>"],
    ["XML that is cut short", pain002("RUN-1", [{ id: ID, status: "ACSC" }]).slice(0, -30)],
    ["a DTD", `<!DOCTYPE a [<!ENTITY b "c">]>${pain002("RUN-1", []).replace(/^.*\n/, "")}`],
    ["a payment without a status", pain002("RUN-1", [{ id: ID, status: "" }])],
    ["an amount that is none", pain002("RUN-1", [{ id: ID, status: "ACSC", amount: "1,000" }])],
    ["a statement entry without an amount", camt053([{ id: ID, amount: "", side: "DBIT" }])],
    ["NACHA records that are too long", nachaReturns([]).replace(/^1/, "11")],
    [
      "NACHA totals that don't add up",
      nachaReturns([{ trace: "021000020000007", code: "R03", amountMinor: 100 }]).replace("0000000100 ", "0000000200 "),
    ],
    [
      "NACHA without its end",
      nachaReturns([{ trace: "021000020000007", code: "R03", amountMinor: 100 }])
        .split("\n")
        .slice(0, 4)
        .join("\n"),
    ],
    ["a spreadsheet", "Date,Amount\n2026-12-17,94.84\n"],
  ])("that is %s is refused with a sentence", (_what, text) => {
    expect(() => readBankReport(text)).toThrow(/empty|damaged|can't|can read|isn't/);
  });

  test("never gives words when any of it is cut off", () => {
    const whole = camt053([
      { id: ID, amount: "94.84", side: "DBIT" },
      { id: OTHER, amount: "10.00", side: "CRDT", code: "MS03" },
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 2 }), (at) => {
        expect(() => readBankReport(whole.slice(0, at))).toThrow(/empty|damaged/);
      }),
    );
  });

  test("gives a reason for every code, also one we don't know", () => {
    for (const code of ADMIN_CODES) expect(reasonOf(code).says).not.toBe("");
    expect(reasonOf("AC04").fixedBy).toBe("account");
    expect(reasonOf("AM04").fixedBy).toBe("ours");
    expect(reasonOf("ZZ99")).toEqual(reasonOf("MS03"));
    expect(reasonOf("toString")).toEqual(reasonOf("MS03"));
    expect(reasonLabel("R02")).toBe("The account is closed (R02)");
  });
});

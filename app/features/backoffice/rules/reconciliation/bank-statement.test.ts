import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStatement, typedBalance } from "./bank-statement.ts";

const entry = (amount: string, sign: "CRDT" | "DBIT", more = "") =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>${more}</Ntry>`;
const balance = (code: string, amount: string, sign = "CRDT") =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
const camt = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><c:BkToCstmrStmt>${`<Stmt><Id>ST-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>${body}</Stmt>`.replaceAll(/<(\/?)(\w)/g, "<$1c:$2")}</c:BkToCstmrStmt></c:Document>`;

describe("a CAMT.053 statement", () => {
  test("is read with its balances, signs, names, and references, whatever its namespace's prefix", () => {
    const refs =
      "<AcctSvcrRef>B-7</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>STET-1</EndToEndId></Refs><RltdPties><Cdtr><Pty><Nm>Jonas Weber</Nm></Pty></Cdtr></RltdPties><RmtInf><Ustrd>November</Ustrd><Ustrd>earnings</Ustrd></RmtInf></TxDtls></NtryDtls>";
    expect(
      readStatement(
        camt(
          `${balance("OPBD", "10.00", "DBIT")}${balance("CLBD", "72.50")}${entry("100.00", "CRDT")}${entry("17.5", "DBIT", refs)}`,
        ),
      ),
    ).toEqual({
      format: "camt053",
      account: "DE89370400440532013000",
      currency: "USD",
      reference: "ST-1",
      fromAt: new Date("2026-11-20T00:00:00Z"),
      toAt: new Date("2026-11-20T23:59:59.999Z"),
      openingMinor: -1_000,
      closingMinor: 7_250,
      lines: [
        {
          bookedAt: new Date("2026-11-20T00:00:00Z"),
          amountMinor: 10_000,
          counterparty: "",
          details: "",
          reference: "",
          bankReference: "",
        },
        {
          bookedAt: new Date("2026-11-20T00:00:00Z"),
          amountMinor: -1_750,
          counterparty: "Jonas Weber",
          details: "November earnings",
          reference: "STET-1",
          bankReference: "B-7",
        },
      ],
    });
  });

  const part = (amount: string, reference: string, more = "") =>
    `<TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs><Amt Ccy="USD">${amount}</Amt>${more}</TxDtls>`;
  const batch = (amount: string, ...parts: string[]) =>
    readStatement(
      camt(entry(amount, "DBIT", `<AcctSvcrRef>B-9</AcctSvcrRef><NtryDtls>${parts.join("")}</NtryDtls>`)),
    ).lines.map((line) => [line.amountMinor, line.reference, line.details, line.bankReference]);

  test("has a line for each payment of a batch, and one for the rest of the batch", () => {
    expect(batch("30.00", part("10.00", "STET-1"), part("20.00", "STET-2"))).toEqual([
      [-1_000, "STET-1", "", "B-9"],
      [-2_000, "STET-2", "", "B-9"],
    ]);
    // A payment that came back within the batch, and the bank's charge.
    expect(batch("11.50", part("20.00", "STET-1"), part("10.00", "STET-2", "<CdtDbtInd>CRDT</CdtDbtInd>"))).toEqual([
      [-2_000, "STET-1", "", "B-9"],
      [1_000, "STET-2", "", "B-9"],
      [-150, "", "Rest of a batch of 2", "B-9"],
    ]);
  });

  test("keeps a batch as one line if the bank doesn't list its payments, or lists them in another currency", () => {
    expect(batch("30.00", part("10.00", "STET-1"), part("", "STET-2"))).toEqual([[-3_000, "STET-1", "", "B-9"]]);
    expect(batch("30.00", part("10.00", "STET-1").replace("USD", "EUR"), part("20.00", "STET-2"))).toHaveLength(1);
  });

  test.each([
    [
      camt(`${balance("OPBD", "10.00")}${balance("CLBD", "11.00")}${entry("100.00", "CRDT")}`),
      "opening to its closing",
    ],
    [camt(entry("ten", "CRDT")), "Line 1 needs an amount"],
    [camt(entry("1.00", "CRDT")).replace("2026-11-20", "2026-02-31"), "Line 1 needs a date"],
    [camt(entry("1.00", "CRDT")).replace("CRDT", "UP"), "money came in or went out"],
    [camt(entry("1.00", "CRDT")).replace("</c:Ntry>", ""), "well-formed"],
    [camt(entry("1.00", "CRDT")).replace("?><", '?><!DOCTYPE x [<!ENTITY a "b">]><'), "well-formed"],
    [camt(entry("1.00", "CRDT").replace("USD", "EUR")), "isn't in USD"],
    ["<Document/>", "no bank statement"],
    ["", "empty"],
  ])("is refused with its reason (case %#)", (text, why) => {
    expect(() => readStatement(text)).toThrow(why);
  });
});

describe("a CSV statement", () => {
  const csv = (...rows: string[]) => readStatement(["Date,Amount,Balance", ...rows].join("\n"));

  test("gets its opening and closing balance from its lines, oldest or newest first", () => {
    const rows = ["2026-11-19,-12.30,87.70", "2026-11-19,40,127.70", "2026-11-20,-27.70,100"];
    for (const order of [rows, rows.toReversed()])
      expect(csv(...order)).toMatchObject({ openingMinor: 10_000, closingMinor: 10_000 });
    // Balances that don't follow from the lines say nothing.
    expect(csv(rows[0]!, "2026-11-20,5,1")).toMatchObject({ openingMinor: null, closingMinor: null });
    expect(csv("2026-11-19,5,")).toMatchObject({ openingMinor: null, closingMinor: null });
  });

  test.each([
    ["1,250.00", 125_000],
    ["$0", 0],
    [" -12.5 ", -1_250],
    ["1250", 125_000],
    ["12,50", null],
    ["1.250,00", null],
    ["a lot", null],
    ["", null],
  ])("reads a typed balance: %s", (text, minor) => expect(typedBalance(text)).toBe(minor));

  test("is read by the names of its columns, with quotes, semicolons, and a byte order mark", () => {
    const { lines, currency, account } = readStatement(
      '\uFEFFBooking date;Amount;Description;Reference;Currency;IBAN\r\n2026-11-19;-12.30;"Fee; ""monthly""";;eur;DE1\r\n2026-11-20;40;STRIPE PAYOUT;po_1;EUR;DE1\r\n',
    );
    expect([currency, account]).toEqual(["EUR", "DE1"]);
    expect(lines.map((line) => [line.amountMinor, line.details, line.reference])).toEqual([
      [-1_230, 'Fee; "monthly"', ""],
      [4_000, "STRIPE PAYOUT", "po_1"],
    ]);
  });

  test.each([
    ["Day,Sum\n1,2", "must name its columns"],
    ["Date,Amount\n", "has no lines"],
    ["Date,Amount\n2026-11-19,1.2.3", "Row 2 needs an amount"],
    ["Date,Amount\n19.11.2026,1", "Row 2 needs a date"],
    ['Date,Amount\n"2026-11-19,1', "never closed"],
    ["Date,Amount,Currency\n2026-11-19,1,USD\n2026-11-19,1,EUR", "more than one currency"],
  ])("is refused with its reason (case %#)", (text, why) => {
    expect(() => readStatement(text)).toThrow(why);
  });

  test("any text is read or refused with advice", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `Date,Amount\n${s}`),
          fc.string().map((s) => `<${s}`),
        ),
        (text) => {
          try {
            readStatement(text);
          } catch (error) {
            expect(error).toMatchObject({ kind: "invalid", advice: expect.stringContaining("CAMT.053") as string });
          }
        },
      ),
    );
  });
});

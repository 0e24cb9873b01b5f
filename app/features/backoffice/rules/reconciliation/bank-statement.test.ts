import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Statement, readStatements, typedBalance } from "./bank-statement.ts";

/** The only statement in a text. */
const readStatement = (text: string): Statement => {
  const [statement, ...more] = readStatements(text);
  expect(more).toEqual([]);
  return statement!;
};

const entry = (amount: string, sign: "CRDT" | "DBIT", more = "") =>
  `<Ntry><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>${more}</Ntry>`;
const balance = (code: string, amount: string, sign = "CRDT") =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${amount}</Amt><CdtDbtInd>${sign}</CdtDbtInd><Dt><Dt>2026-11-20</Dt></Dt></Bal>`;
const camt = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><c:Document xmlns:c="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><c:BkToCstmrStmt>${`<Stmt><Id>ST-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>${body}</Stmt>`.replaceAll(/<(\/?)(\w)/g, "<$1c:$2")}</c:BkToCstmrStmt></c:Document>`;

const plain = {
  bookedAt: new Date("2026-11-20T00:00:00Z"),
  valueAt: null,
  isReturn: false,
  isReversal: false,
  items: [],
};

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
          ...plain,
          amountMinor: 10_000,
          counterparty: "",
          details: "",
          reference: "",
          bankReference: "",
        },
        {
          ...plain,
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
  const batch = (amount: string, ...parts: string[]) => {
    const { lines } = readStatement(
      camt(entry(amount, "DBIT", `<AcctSvcrRef>B-9</AcctSvcrRef><NtryDtls>${parts.join("")}</NtryDtls>`)),
    );
    expect(lines).toHaveLength(1);
    return {
      amountMinor: lines[0]!.amountMinor,
      items: lines[0]!.items.map((item) => [item.amountMinor, item.reference]),
    };
  };

  test("lists the payments of a batch in its line", () => {
    expect(batch("30.00", part("10.00", "STET-1"), part("20.00", "STET-2"))).toEqual({
      amountMinor: -3_000,
      items: [
        [-1_000, "STET-1"],
        [-2_000, "STET-2"],
      ],
    });
    // A payment that came back within the batch, and the bank's charge.
    expect(batch("11.50", part("20.00", "STET-1"), part("10.00", "STET-2", "<CdtDbtInd>CRDT</CdtDbtInd>"))).toEqual({
      amountMinor: -1_150,
      items: [
        [-2_000, "STET-1"],
        [1_000, "STET-2"],
      ],
    });
  });

  test("lists none if the bank doesn't say their amounts, or says them in another currency", () => {
    expect(batch("30.00", part("10.00", "STET-1"), part("", "STET-2")).items).toEqual([]);
    expect(batch("30.00", part("10.00", "STET-1").replace("USD", "EUR"), part("20.00", "STET-2")).items).toEqual([]);
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
      '\uFEFFBooking date;Amount;Description;Reference;Currency;IBAN\r\n2026-11-19;-12.30;"Fee; ""monthly""";;eur;DE89370400440532013000\r\n2026-11-20;40;STRIPE PAYOUT;po_1;EUR;DE89370400440532013000\r\n',
    );
    expect([currency, account]).toEqual(["EUR", "DE89370400440532013000"]);
    expect(lines.map((line) => [line.amountMinor, line.details, line.reference])).toEqual([
      [-1_230, 'Fee; "monthly"', ""],
      [4_000, "STRIPE PAYOUT", "po_1"],
    ]);
  });

  test("of several accounts or currencies has a statement for each", () => {
    const text = "Date,Amount,Currency,IBAN\n2026-11-19,1,USD,DE1\n2026-11-19,2,EUR,DE1\n2026-11-20,3,USD,DE1";
    expect(readStatements(text).map((one) => [one.currency, one.lines.map((line) => line.amountMinor)])).toEqual([
      ["USD", [100, 300]],
      ["EUR", [200]],
    ]);
  });

  test.each([
    ["Shape,Color\nround,red", "column of dates"],
    ["Date,Color\n2026-11-19,red", "column of amounts"],
    ["Date,Amount\n", "column of dates"],
    ["Date,Amount\n2026-11-18,1.50\n2026-11-18,1.50\n2026-11-18,1.50\n2026-11-19,1.2.3", "Row 5 needs an amount"],
    ["Date,Amount\n2026-11-18,1.50\n2026-11-18,1.50\n2026-11-18,1.50\n41.11.2026,1.50", "Row 5 needs a date"],
    ['Date,Amount\n"2026-11-19,1', "never closed"],
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
            readStatements(text);
          } catch (error) {
            expect(error).toMatchObject({ kind: "invalid", advice: expect.stringContaining("CAMT.053") as string });
          }
        },
      ),
    );
  });
});

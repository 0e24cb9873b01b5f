import { dayOf } from "#app/platform/rules/core/day.ts";
import { describe, expect, test } from "vitest";
import { type Statement, readStatements } from "../reconciliation/bank-statement.ts";
import { guessLayout } from "./csv-guess.ts";
import { csvLayoutSchema } from "./csv-layout.ts";

const rows = (...lines: string[]): string => lines.join("\r\n");
const said = (statements: readonly Statement[]) =>
  statements.map(({ account, currency, openingMinor, closingMinor, lines }) => ({
    of: [account, currency, openingMinor, closingMinor],
    lines: lines.map((line) => [
      dayOf(line.bookedAt),
      line.amountMinor,
      line.details,
      line.reference,
      line.counterparty,
    ]),
  }));

describe("MT940", () => {
  test("of the Netherlands has its fields between slashes, and its pages are one statement", () => {
    const text = rows(
      "{1:F01INGBNL2ABXXX0000000000}{2:I940INGBNL2AXXXN}{4:",
      ":20:P261001000000001",
      ":25:NL91ABNA0417164300EUR",
      ":28C:00001/001",
      ":60F:C260930EUR1000,",
      ":61:2610011001C250,50NTRFEREF//00000000001005",
      "/TRCD/00100/",
      ":86:/EREF/INV-77//CNTP/NL20INGB0001234567/INGBNL2A/Uitgeverij Oever///R",
      "EMI/USTD//Factuur 77 van oktober/",
      ":62M:C261001EUR1250,50",
      "-}",
      ":20:P261001000000001",
      ":25:NL91ABNA0417164300EUR",
      ":28C:00001/002",
      ":60M:C261001EUR1250,50",
      ":61:2610021002D50,5NTRFNONREF//2",
      ":86:/TRTP/SEPA OVERBOEKING/IBAN/NL02RABO0123456789/BIC/RABONL2U/NAME/J. V",
      "OS/REMI/HONORARIUM/EREF/NOTPROVIDED",
      ":61:2610021002C20,NTRFNONREF",
      ":86:/ORDP//NAME/Museum Zee/REMI/STRD/CUR/9999000011112222/",
      ":62F:C261002EUR1220,",
      "-",
    );
    expect(said(readStatements(text))).toEqual([
      {
        of: ["NL91ABNA0417164300", "EUR", 100_000, 122_000],
        lines: [
          ["2026-10-01", 25_050, "Factuur 77 van oktober", "INV-77", "Uitgeverij Oever"],
          ["2026-10-02", -5_050, "HONORARIUM", "", "J. VOS"],
          ["2026-10-02", 2_000, "", "9999000011112222", "Museum Zee"],
        ],
      },
    ]);
  });

  test("of Poland and of Switzerland is read with its own marks, or as plain text", () => {
    const polish = rows(
      ":20:ST1",
      ":25:/PL61109010140000071219812874",
      ":28C:1",
      ":60F:C261001PLN100,00",
      ":61:2610021002CN230,00S034FAKTURA 5//B1",
      ":86:034<00PRZELEW KRAJOWY<10123<20FAKTURA<21 5/2026<27WYDAWNICTWO<28 SOJKA<3010901014",
      ":62F:C261002PLN330,00",
    );
    expect(said(readStatements(polish))).toEqual([
      {
        of: ["PL61109010140000071219812874", "PLN", 10_000, 33_000],
        lines: [["2026-10-02", 23_000, "FAKTURA 5/2026", "FAKTURA 5", "WYDAWNICTWO SOJKA"]],
      },
    ]);
    const swiss = rows(
      ":20:1",
      ":25:CH9300762011623852957",
      ":28C:1/1",
      ":60F:D260930CHF10,05",
      ":61:2610010930D5,00NCHGNONREF",
      ":86:PREIS KONTOFÜHRUNG",
      "SEPTEMBER",
      ":62F:D261001CHF15,05",
    );
    expect(said(readStatements(swiss))).toEqual([
      {
        of: ["CH9300762011623852957", "CHF", -1_005, -1_505],
        lines: [["2026-09-30", -500, "PREIS KONTOFÜHRUNG SEPTEMBER", "", ""]],
      },
    ]);
  });

  test.each([
    [rows(":20:1", ":25:X1", ":60F:C260930EURten", ":62F:C260930EUR1,00"), "balance that can't be read"],
    [rows(":20:1", ":25:X1", ":60F:C260930EUR1,00", ":61:26", ":62F:C260930EUR1,00"), "can't be read"],
    [rows(":20:1", ":25:X1", ":60F:C260930EUR1,00", ":61:2610011001C1,00NTRFX", ":62F:C260930EUR1,00"), "don't lead"],
  ])("is refused with its reason (case %#)", (text, why) => {
    expect(() => readStatements(text)).toThrow(why);
  });
});

describe("OFX", () => {
  const body =
    "<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR</CURDEF><BANKACCTFROM><BANKID>1</BANKID><ACCTID>123456</ACCTID></BANKACCTFROM>" +
    "<BANKTRANLIST><STMTTRN><TRNTYPE>CREDIT</TRNTYPE><DTPOSTED>20261001</DTPOSTED><TRNAMT>12.5</TRNAMT><FITID>F1</FITID>" +
    "<NAME>Vale &amp; Press</NAME><MEMO>Invoice 9</MEMO></STMTTRN></BANKTRANLIST><LEDGERBAL><BALAMT>20.00</BALAMT></LEDGERBAL>" +
    "</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>";
  const expected = [
    {
      of: ["123456", "EUR", 750, 2_000],
      lines: [["2026-10-01", 1_250, "Vale & Press Invoice 9", "F1", "Vale & Press"]],
    },
  ];

  test("is read in version 1, with and without closing tags, and in version 2", () => {
    const head = "OFXHEADER:100\r\nDATA:OFXSGML\r\n\r\n";
    const open = body.replaceAll(
      /<\/(?:CURDEF|BANKID|ACCTID|TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|MEMO|BALAMT)>/g,
      "\r\n",
    );
    const xml = `<?xml version="1.0" encoding="UTF-8"?><?OFX OFXHEADER="200" VERSION="211"?>${body}`;
    for (const text of [head + body, head + open, xml]) expect(said(readStatements(text))).toEqual(expected);
  });

  test.each([
    [`OFXHEADER:100\n<OFX><BANKMSGSRSV1>`, "isn't complete"],
    [`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><OFX></OFX>`, "DOCTYPE"],
    ["OFXHEADER:100\n<OFX></OFX>", "no bank statement"],
  ])("is refused with its reason (case %#)", (text, why) => {
    expect(() => readStatements(text)).toThrow(why);
  });
});

test("a Zengin statement is read in yen, of fixed records or fields between commas", () => {
  const pad = (fields: readonly [string, number][]) =>
    fields
      .map(([text, width]) => text.padEnd(width))
      .join("")
      .padEnd(200);
  const head = pad([
    ["1030", 4],
    ["081031", 6],
    ["081001", 6],
    ["081031", 6],
    ["9999ﾌｲｸｼﾖﾝ", 19],
    ["001ﾎﾝﾃﾝ", 18],
    ["", 3],
    ["1", 1],
    ["0001234567", 10],
    ["ｽﾃﾂﾄ", 40],
    ["11", 2],
    ["00000001000000", 14],
  ]);
  const line = (side: string, amount: string) =>
    pad([
      ["2", 1],
      ["00000001", 8],
      ["081005", 6],
      ["081005", 6],
      [side, 1],
      ["11", 2],
      [amount.padStart(12, "0"), 12],
      ["000000000000", 12],
      ["", 12],
      ["", 8],
      ["", 3],
      ["", 10],
      ["ｽｽﾞﾒｼﾕﾂﾊﾟﾝ", 48],
      ["", 30],
      ["ﾌﾘｺﾐ", 20],
      ["INV5", 20],
    ]);
  const tail = pad([
    ["8", 1],
    ["000001", 6],
    ["0000000150000", 13],
    ["000001", 6],
    ["0000000000440", 13],
    ["1", 1],
    ["00000001149560", 14],
    ["0000002", 7],
  ]);
  const text = rows(head, line("1", "150000"), line("2", "440"), tail, "9".padEnd(200));
  const expected = [
    {
      of: ["0001234567", "JPY", 1_000_000, 1_149_560],
      lines: [
        ["2026-10-05", 150_000, "ﾌﾘｺﾐ", "INV5", "ｽｽﾞﾒｼﾕﾂﾊﾟﾝ"],
        ["2026-10-05", -440, "ﾌﾘｺﾐ", "INV5", "ｽｽﾞﾒｼﾕﾂﾊﾟﾝ"],
      ],
    },
  ];
  expect(said(readStatements(text))).toEqual(expected);
});

describe("CAMT", () => {
  const entry =
    '<Ntry><Amt Ccy="CHF">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-02</Dt></BookgDt><ValDt><Dt>2026-10-03</Dt></ValDt>' +
    "<NtryDtls><Btch><MsgId>QRB-1</MsgId><NbOfTxs>2</NbOfTxs></Btch>" +
    ["10.00", "20.00"]
      .map(
        (amount, i) =>
          `<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Payer ${i}</Nm></Pty></Dbtr></RltdPties><RmtInf><Strd><CdtrRefInf><Ref>00000000000000000000000${i + 1}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>`,
      )
      .join("") +
    "</NtryDtls><AddtlNtryInf>QR collection</AddtlNtryInf></Ntry>";
  const account = "<Acct><Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy></Acct>";

  test("054 lists the payments of a batch with their structured references", () => {
    const [notification] = readStatements(
      `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Id>N1</Id>${account}${entry}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
    );
    expect(notification).toMatchObject({ format: "camt054", openingMinor: null, closingMinor: null });
    expect(notification!.lines).toMatchObject([
      {
        amountMinor: 3_000,
        details: "QR collection",
        reference: "QRB-1",
        items: [
          { amountMinor: 1_000, counterparty: "Payer 0", reference: "000000000000000000000001" },
          { amountMinor: 2_000, counterparty: "Payer 1", reference: "000000000000000000000002" },
        ],
      },
    ]);
  });

  test("052 is read without what is only announced", () => {
    const pending = entry.replace("BOOK", "PDNG");
    const [report] = readStatements(
      `<Document><BkToCstmrAcctRpt><Rpt><Id>R1</Id>${account}${entry}${pending}</Rpt></BkToCstmrAcctRpt></Document>`,
    );
    expect(report!.lines).toHaveLength(1);
  });
});

describe("CSV", () => {
  test("with a quotation mark for inches is read however long it is", () => {
    const lines = Array.from({ length: 3_000 }, (_, i) => `2026-10-01,-1.00,Frames of ${i % 2 ? 4 : '5"'} by 7,USD,`);
    for (const from of [0, 1, 2, 3]) {
      const text = ["Date,Amount,Description,Currency,", ...lines.slice(from)].join("\n");
      const [statement] = readStatements(text);
      expect(statement!.lines).toHaveLength(3_000 - from);
      expect(statement!.lines[0]!.details).toMatch(/^Frames of (?:5"|4) by 7$/);
    }
  });

  test("with a column of a single number keeps the signs of its amounts", () => {
    const text = rows(
      "Date,Amount,Shares,Description,Currency",
      "2026-10-01,5.00,2,Fee,USD",
      "2026-10-02,6.00,2,Fee,USD",
    );
    expect(readStatements(text)[0]!.lines.map((line) => line.amountMinor)).toEqual([500, 600]);
  });

  test("of far too many columns is read as far as a layout can be remembered", () => {
    const text = ["2026-10-02", "-5.00", "Fees", ...Array.from({ length: 250 }, () => "7.00")].join(",");
    const layout = guessLayout(`${text}\n${text}`);
    expect(csvLayoutSchema.safeParse(layout).success).toBe(true);
    expect(layout.roles).toHaveLength(200);
  });
});

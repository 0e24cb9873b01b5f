/** Files as banks send them, for tests. */

type Status = { id: string; status: string; code?: string; amount?: string };

/** A payment status report on a run. */
export const pain002 = (run: string, payments: readonly Status[], group?: { status: string; code?: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>BANK-${run}-${payments.length}</MsgId><CreDtTm>2026-12-17T08:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${run}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>${
    group
      ? `<GrpSts>${group.status}</GrpSts>${group.code ? `<StsRsnInf><Rsn><Cd>${group.code}</Cd></Rsn></StsRsnInf>` : ""}`
      : ""
  }</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${run}</OrgnlPmtInfId>${payments
    .map(
      (p) =>
        `<TxInfAndSts><OrgnlEndToEndId>${p.id}</OrgnlEndToEndId><TxSts>${p.status}</TxSts>${
          p.code ? `<StsRsnInf><Rsn><Cd>${p.code}</Cd></Rsn></StsRsnInf>` : ""
        }${p.amount ? `<OrgnlTxRef><Amt><InstdAmt Ccy="USD">${p.amount}</InstdAmt></Amt></OrgnlTxRef>` : ""}</TxInfAndSts>`,
    )
    .join("")}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;

type Entry = { id: string; amount: string; side: "CRDT" | "DBIT"; code?: string; status?: string };

/** A statement with one payment for each entry, and one entry that has nothing to do with payouts. */
export const camt053 = (entries: readonly Entry[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr>
<Stmt><Id>S-2026-12-17</Id><Acct><Id><IBAN>DE02120300000000202051</IBAN></Id></Acct>
<Ntry><Amt Ccy="USD">1000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AddtlNtryInf>Card provider</AddtlNtryInf></Ntry>
${entries
  .map(
    (e) =>
      `<Ntry><Amt Ccy="USD">${e.amount}</Amt><CdtDbtInd>${e.side}</CdtDbtInd><Sts><Cd>${e.status ?? "BOOK"}</Cd></Sts><NtryDtls><TxDtls><Refs><EndToEndId>${e.id}</EndToEndId></Refs>${
        e.code ? `<RtrInf><Rsn><Cd>${e.code}</Cd></Rsn></RtrInf>` : ""
      }</TxDtls></NtryDtls></Ntry>`,
  )
  .join("\n")}
</Stmt></BkToCstmrStmt></Document>`;

type Returned = { trace: string; code: string; amountMinor: number; routing?: string };

/** ACH returns (R codes) and corrections (C codes) as a NACHA file. */
export function nachaReturns(entries: readonly Returned[]): string {
  const routing = (e: Returned) => (e.routing ?? "02100002").slice(0, 8);
  const cents = (n: number, width: number) => String(n).padStart(width, "0");
  const isBack = (e: Returned) => e.code.startsWith("R");
  const records = [
    `101 021000021 1234567892612170800A094101${"YOUR BANK".padEnd(23)}${"STET".padEnd(23)}${" ".repeat(8)}`,
    `5220${"STET".padEnd(16)}${" ".repeat(20)}1234567890PPDPAYOUT    ${"261217261217"}   1021000020000001`,
    ...entries.flatMap((e, i) => [
      `621${routing(e)}1${"123456789".padEnd(17)}${cents(isBack(e) ? e.amountMinor : 0, 10)}${" ".repeat(15)}${"WEBER".padEnd(22)}  1${routing(e)}${cents(i + 1, 7)}`,
      `7${isBack(e) ? "99" : "98"}${e.code}${e.trace}${" ".repeat(6)}${routing(e)}${" ".repeat(44)}${routing(e)}${cents(i + 1, 7)}`,
    ]),
  ];
  const count = entries.length * 2;
  const hash = entries.reduce((sum, e) => sum + Number(routing(e)), 0) % 10_000_000_000;
  const credit = entries.reduce((sum, e) => sum + (isBack(e) ? e.amountMinor : 0), 0);
  records.push(
    `8220${cents(count, 6)}${cents(hash, 10)}${cents(0, 12)}${cents(credit, 12)}1234567890${" ".repeat(25)}021000020000001`,
    `9${cents(1, 6)}${cents(1, 6)}${cents(count, 8)}${cents(hash, 10)}${cents(0, 12)}${cents(credit, 12)}${" ".repeat(39)}`,
  );
  while (records.length % 10 !== 0) records.push("9".repeat(94));
  return `${records.join("\n")}\n`;
}

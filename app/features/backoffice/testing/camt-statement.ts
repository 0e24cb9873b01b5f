import { decimalMoney } from "#app/platform/rules/core/money.ts";

/** A line of a statement. With parts, the bank booked several payments as one. */
export type CamtLine = {
  minor: number;
  text: string;
  reference?: string;
  bankReference?: string;
  /** Its own day, if it isn't the statement's. */
  day?: string;
  parts?: readonly { minor: number; text: string; reference?: string }[];
};

const moneyIn = (currency: string) => (minor: number) => decimalMoney(Math.abs(minor), currency);
const side = (minor: number) => `<CdtDbtInd>${minor < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;
const payment = (of: { text: string; reference?: string }, amount = "") =>
  `<TxDtls><Refs><EndToEndId>${of.reference ?? "NOTPROVIDED"}</EndToEndId></Refs>${amount}<RmtInf><Ustrd>${of.text}</Ustrd></RmtInf></TxDtls>`;

/** The same entries as a notification (CAMT.054). */
export const camtNotification = (of: { id: string; day: string; lines: readonly CamtLine[] }): string =>
  camtStatement({ ...of, openingMinor: 0 })
    .text.replaceAll(/<Bal>.*?<\/Bal>/g, "")
    .replaceAll("camt.053.001.08", "camt.054.001.08")
    .replaceAll("BkToCstmrStmt", "BkToCstmrDbtCdtNtfctn")
    .replaceAll("Stmt>", "Ntfctn>");

/** A bank statement as banks export it (CAMT.053). @param of.day "2026-11-30" */
export function camtStatement(of: {
  id: string;
  day: string;
  openingMinor: number;
  lines: readonly CamtLine[];
  currency?: string;
}): {
  text: string;
  closingMinor: number;
} {
  const { currency = "USD" } = of;
  const money = moneyIn(currency);
  const closingMinor = of.openingMinor + of.lines.reduce((sum, line) => sum + line.minor, 0);
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${money(minor)}</Amt>${side(minor)}</Bal>`;
  const entries = of.lines.map((line, i) => {
    const details =
      line.parts?.map((part) => payment(part, `<Amt Ccy="${currency}">${money(part.minor)}</Amt>`)).join("") ??
      payment(line);
    return `<Ntry><Amt Ccy="${currency}">${money(line.minor)}</Amt>${side(line.minor)}<Sts>BOOK</Sts><BookgDt><Dt>${line.day ?? of.day}</Dt></BookgDt><AcctSvcrRef>${line.bankReference ?? `${of.id}-${i}`}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  });
  const text = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>${of.id}</Id><Acct><Id><IBAN>DE89</IBAN></Id><Ccy>${currency}</Ccy></Acct>${balance("OPBD", of.openingMinor)}${balance("CLBD", closingMinor)}${entries.join("")}</Stmt></BkToCstmrStmt></Document>`;
  return { text, closingMinor };
}

import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { reconcileNow } from "#app/features/backoffice/server/reconciliation/record-differences.ts";
import { importStatement } from "#app/features/backoffice/server/reconciliation/import-statement.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { personOf } from "./cast.ts";

const OPENING_MINOR = 500_000;
const FEE_MINOR = -1_200;
/** What the bank's rate makes of an amount at the frozen one. */
const BANK_RATE = 1.0045;

/** The bank statement that contains the first payout run, a lab's prepayment, and an unexplained fee, reconciled with the books. */
export async function seedBankStatement(at: Date, prepaid: { number: string; minor: number }): Promise<void> {
  const ada = personOf("ada");
  const paid = await database()
    .selectFrom("payouts")
    .select(["endToEndId", "amountMinor", "paidCurrency", "paidAt"])
    .where("status", "=", "paid")
    .orderBy("id")
    .execute();
  const first = paid[0]?.paidAt ?? after(at, -20 * DAY);
  const lines = [
    // The bank exchanges euros at its own rate.
    ...paid.map((p) => ({
      minor: 0 - (p.paidCurrency ? Math.round(p.amountMinor * BANK_RATE) : p.amountMinor),
      text: "Editor payout",
      reference: p.endToEndId,
    })),
    { minor: prepaid.minor, text: `Prepayment ${prepaid.number}`, reference: prepaid.number },
    { minor: FEE_MINOR, text: "Account fee October", reference: "" },
  ];
  await importStatement(ada, { fileName: "statement.xml", text: camt(first, lines), opening: "" });
  await readProviderAccount(at);
  await reconcileNow(ada);
}

const money = (minor: number): string => (Math.abs(minor) / 100).toFixed(2);
const amount = (minor: number): string =>
  `<Amt Ccy="USD">${money(minor)}</Amt><CdtDbtInd>${minor < 0 ? "DBIT" : "CRDT"}</CdtDbtInd>`;

function camt(on: Date, lines: readonly { minor: number; text: string; reference: string }[]): string {
  const day = dayOf(on);
  const closing = lines.reduce((sum, line) => sum + line.minor, OPENING_MINOR);
  const balance = (code: string, minor: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}</Bal>`;
  const entry = (line: (typeof lines)[number], i: number) =>
    `<Ntry>${amount(line.minor)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>DEMO-${i + 1}</AcctSvcrRef>` +
    `<NtryDtls><TxDtls><Refs><EndToEndId>${line.reference || "NOTPROVIDED"}</EndToEndId></Refs><RmtInf><Ustrd>${line.text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  return `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>DEMO-1</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>USD</Ccy></Acct>${balance("OPBD", OPENING_MINOR)}${balance("CLBD", closing)}${lines.map(entry).join("")}</Stmt></BkToCstmrStmt></Document>`;
}

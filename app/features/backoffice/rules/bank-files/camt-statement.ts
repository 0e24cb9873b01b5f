/** Reads CAMT.053 statements, CAMT.052 reports, and CAMT.054 notifications (ISO 20022), any version. */
import { type BankElement, allAt, at, readBankXml, textAt } from "#app/features/payments/rules/bank-xml.ts";
import { entryStatus } from "#app/features/payments/rules/camt.ts";
import type { BatchItem, Statement, StatementFormat, StatementLine } from "../reconciliation/bank-statement.ts";
import { saysReturned } from "./return-words.ts";
import {
  amountOf,
  broken,
  checkAccount,
  checkCurrency,
  checkLength,
  dateOf,
  endOf,
  firstReference,
  periodOf,
  short,
} from "./statement-fields.ts";

const MESSAGES: readonly { path: readonly [string, string]; format: StatementFormat }[] = [
  { path: ["BkToCstmrStmt", "Stmt"], format: "camt053" },
  { path: ["BkToCstmrAcctRpt", "Rpt"], format: "camt052" },
  { path: ["BkToCstmrDbtCdtNtfctn", "Ntfctn"], format: "camt054" },
];

/** @throws invalid with the reason */
export function readCamtStatements(xml: string): Statement[] {
  const root = readBankXml(xml);
  if (!root) throw broken("This file isn't well-formed XML, or it defines entities (DOCTYPE). Nothing was read.");
  for (const { path, format } of MESSAGES) {
    const found = allAt(root, ...path);
    if (found.length > 0) return found.map((one) => readOne(one, format));
  }
  throw broken("This XML file has no bank statement (CAMT.052, CAMT.053, or CAMT.054) in it.");
}

function readOne(statement: BankElement, format: StatementFormat): Statement {
  const entries = allAt(statement, "Ntry");
  const balances = allAt(statement, "Bal");
  const amounts = [...balances, ...entries].map((one) => at(one, "Amt")?.currency ?? "");
  const currency = textAt(statement, "Acct", "Ccy") || (amounts[0] ?? "");
  const account = textAt(statement, "Acct", "Id", "IBAN") || textAt(statement, "Acct", "Id", "Othr", "Id");
  checkCurrency(currency);
  checkAccount(account);
  if (amounts.some((one) => one !== currency))
    throw broken(`An amount in this statement isn't in ${currency}, the currency of its account.`);
  // Of several balances, the opening one is the first day's, and the closing one the last day's.
  const balance = (place: 0 | -1, ...codes: string[]): number | null => {
    const one = codes
      .map((code) => balances.filter((bal) => textAt(bal, "Tp", "CdOrPrtry", "Cd") === code).at(place))
      .find((found) => found !== undefined);
    if (!one) return null;
    const minor = amountOf(textAt(one, "Amt"), currency, "A balance");
    return textAt(one, "CdtDbtInd") === "DBIT" ? -minor : minor;
  };
  const lines = entries
    .map((entry, i) => ({ entry, where: `Line ${i + 1}` }))
    // A pending line may still change or vanish.
    .filter(({ entry }) => !/^(PDNG|INFO|FUTR)/.test(entryStatus(entry)))
    .map(({ entry, where }) => lineOf(entry, currency, where));
  checkLength(lines.length);
  const from = textAt(statement, "FrToDt", "FrDtTm") || textAt(statement, "FrToDt", "FrDt");
  const to = textAt(statement, "FrToDt", "ToDtTm") || textAt(statement, "FrToDt", "ToDt");
  const days = periodOf(lines);
  const made = textAt(statement, "CreDtTm");
  if (!days && (from === "" || to === "") && made === "") throw broken("This statement has no lines and no period.");
  const until = to ? dateOf(to, "The period") : days ? null : dateOf(made, "The statement");
  return {
    format,
    account: short(account),
    currency,
    reference: short(textAt(statement, "Id")),
    fromAt: from ? dateOf(from, "The period") : (days?.fromAt ?? dateOf(made, "The statement")),
    toAt: until ? endOf(until) : days!.toAt,
    openingMinor: format === "camt054" ? null : balance(0, "OPBD", "PRCD"),
    closingMinor: format === "camt054" ? null : balance(-1, "CLBD", "ITBD"),
    lines,
  };
}

const partyAt = (payment: BankElement, party: string): string =>
  textAt(payment, "RltdPties", party, "Nm") || textAt(payment, "RltdPties", party, "Pty", "Nm");
const remittance = (payment: BankElement): string =>
  allAt(payment, "RmtInf", "Ustrd")
    .map((one) => one.text)
    .join(" ");
const structuredAt = (payment: BankElement): string => textAt(payment, "RmtInf", "Strd", "CdtrRefInf", "Ref");

function lineOf(entry: BankElement, currency: string, where: string): StatementLine {
  const minor = amountOf(textAt(entry, "Amt"), currency, where);
  const direction = textAt(entry, "CdtDbtInd");
  if (minor <= 0 || (direction !== "CRDT" && direction !== "DBIT"))
    throw broken(`${where} doesn't say whether money came in or went out.`);
  const amountMinor = direction === "DBIT" ? -minor : minor;
  const booked = textAt(entry, "BookgDt", "Dt") || textAt(entry, "BookgDt", "DtTm");
  const value = textAt(entry, "ValDt", "Dt") || textAt(entry, "ValDt", "DtTm");
  const payments = allAt(entry, "NtryDtls", "TxDtls");
  const [payment] = payments;
  const info = textAt(entry, "AddtlNtryInf");
  const batches = [
    textAt(entry, "NtryDtls", "Btch", "PmtInfId"),
    payment ? textAt(payment, "Refs", "PmtInfId") : "",
    textAt(entry, "NtryDtls", "Btch", "MsgId"),
    payment ? textAt(payment, "Refs", "MsgId") : "",
  ];
  const whole = {
    bookedAt: dateOf(booked || value, where),
    valueAt: value ? dateOf(value, where) : null,
    amountMinor,
    bankReference: firstReference(textAt(entry, "AcctSvcrRef"), textAt(entry, "NtryRef")),
    isReversal: textAt(entry, "RvslInd") === "true",
  };
  if (payments.length > 1 || !payment) {
    const items = payments.map((one) => itemOf(one, entry, amountMinor));
    return {
      ...whole,
      counterparty: "",
      details: short(info || (payment ? remittance(payment) : "")),
      reference: firstReference(...batches),
      isReturn: saysReturned(info),
      // All or none: some of them wouldn't add up.
      items: items.every((one) => one !== null) ? items : [],
    };
  }
  const isReturn = at(payment, "RtrInf") !== null;
  const structured = structuredAt(payment);
  const said = remittance(payment);
  const details = short(said || (structured ? "" : textAt(payment, "AddtlTxInf") || info));
  return {
    ...whole,
    counterparty: short(counterpartyOf(payment, amountMinor > 0, isReturn)),
    details,
    reference: firstReference(structured, textAt(payment, "Refs", "EndToEndId"), ...batches),
    isReturn: isReturn || saysReturned(details),
    items: [],
    ...foreignOf(payment, currency),
    ...chargesOf(payment, entry, currency),
  };
}

/** Who paid or was paid. What comes back keeps the names of the payment that it belongs to. */
function counterpartyOf(payment: BankElement, isCredit: boolean, isReturn: boolean): string {
  const first = isCredit === isReturn ? "Cdtr" : "Dbtr";
  return partyAt(payment, first) || partyAt(payment, `Ultmt${first}`);
}

/** One payment in a batch. Null if the bank doesn't say its amount, or says it in another currency. */
function itemOf(payment: BankElement, entry: BankElement, wholeMinor: number): BatchItem | null {
  const amount = at(payment, "Amt") ?? at(payment, "AmtDtls", "TxAmt", "Amt");
  const currency = at(entry, "Amt")?.currency ?? "";
  if (!amount || amount.currency !== currency || amount.text.trim() === "") return null;
  const minor = amountOf(amount.text, currency, "A payment of a batch");
  const own = textAt(payment, "CdtDbtInd");
  const amountMinor = own === "DBIT" ? -minor : own === "CRDT" ? minor : Math.sign(wholeMinor) * minor;
  return {
    amountMinor,
    counterparty: short(counterpartyOf(payment, amountMinor > 0, at(payment, "RtrInf") !== null)),
    details: short(remittance(payment)),
    reference: firstReference(structuredAt(payment), textAt(payment, "Refs", "EndToEndId")),
  };
}

function foreignOf(payment: BankElement, currency: string): Pick<StatementLine, "foreign"> {
  const sent = at(payment, "AmtDtls", "InstdAmt", "Amt");
  if (!sent?.currency || sent.currency === currency) return {};
  const rate =
    textAt(payment, "AmtDtls", "TxAmt", "CcyXchg", "XchgRate") ||
    textAt(payment, "AmtDtls", "InstdAmt", "CcyXchg", "XchgRate");
  const amountMinor = amountOf(sent.text, sent.currency, "An amount in another currency");
  return { foreign: { amountMinor, currency: sent.currency, rate } };
}

function chargesOf(payment: BankElement, entry: BankElement, currency: string): Pick<StatementLine, "chargesMinor"> {
  for (const place of [payment, entry]) {
    const found =
      at(place, "Chrgs", "TtlChrgsAndTaxAmt") ?? at(place, "Chrgs", "Rcrd", "Amt") ?? at(place, "Chrgs", "Amt");
    if (found && (found.currency ?? currency) === currency && found.text.trim() !== "")
      return { chargesMinor: amountOf(found.text, currency, "A charge") };
  }
  return {};
}

/** Reads CAMT.053 statements (ISO 20022). */
import { type BankElement, allAt, at, hundredths, readBankXml, textAt } from "#app/features/payments/rules/bank-xml.ts";
import { entryStatus } from "#app/features/payments/rules/camt.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import type { Statement, StatementLine } from "./bank-statement.ts";
import { STATEMENT_LIMITS, amountOf, broken, dayOf, short } from "./statement-fields.ts";

const STATEMENT = ["BkToCstmrStmt", "Stmt"] as const;

/** @throws invalid with the reason */
export function readCamt(xml: string): Statement {
  const root = readBankXml(xml);
  if (!root) throw broken("This file isn't well-formed XML.");
  const [statement, second] = allAt(root, ...STATEMENT);
  if (!statement) throw broken("This XML file has no bank statement (CAMT.053) in it.");
  if (second) throw broken("This file has more than one statement. Export one account and period at a time.");
  const entries = allAt(statement, "Ntry");
  const balances = allAt(statement, "Bal");
  const balance = (code: string): number | null => {
    const found = balances.find((one) => textAt(one, "Tp", "CdOrPrtry", "Cd") === code);
    if (!found) return null;
    const minor = amountOf(textAt(found, "Amt"), "A balance");
    return textAt(found, "CdtDbtInd") === "DBIT" ? -minor : minor;
  };
  const lines = entries
    .map((entry, i) => ({ entry, where: `Line ${i + 1}` }))
    // A pending line may still change or vanish.
    .filter(({ entry }) => !/^(PDNG|INFO|FUTR)/.test(entryStatus(entry)))
    .flatMap(({ entry, where }) => camtLines(entry, where));
  if (lines.length > STATEMENT_LIMITS.lines)
    throw broken(`This statement has more than ${STATEMENT_LIMITS.lines} lines. Export a shorter period.`);
  const amounts = [...balances, ...entries].map((one) => at(one, "Amt")?.currency ?? "");
  const currency = textAt(statement, "Acct", "Ccy") || (amounts[0] ?? "");
  const account = textAt(statement, "Acct", "Id", "IBAN") || textAt(statement, "Acct", "Id", "Othr", "Id");
  if (!/^[A-Z]{3}$/.test(currency)) throw broken("This statement doesn't name its currency.");
  if (account === "") throw broken("This statement doesn't name its account.");
  if (amounts.some((one) => one !== currency))
    throw broken(`An amount in this statement isn't in ${currency}, the currency of its account.`);
  const days = lines.map((line) => line.bookedAt.getTime());
  const from = textAt(statement, "FrToDt", "FrDtTm") || textAt(statement, "FrToDt", "FrDt");
  const to = textAt(statement, "FrToDt", "ToDtTm") || textAt(statement, "FrToDt", "ToDt");
  if (days.length === 0 && (from === "" || to === "")) throw broken("This statement has no lines and no period.");
  return {
    format: "camt053",
    account: short(account),
    currency,
    reference: short(textAt(statement, "Id")),
    fromAt: from ? dayOf(from, "The period") : new Date(days.reduce((a, b) => Math.min(a, b))),
    toAt: new Date((to ? dayOf(to, "The period").getTime() : days.reduce((a, b) => Math.max(a, b), 0)) + DAY - 1),
    openingMinor: balance("OPBD") ?? balance("PRCD"),
    closingMinor: balance("CLBD"),
    lines,
  };
}

/**
 * The lines of an entry: one, or one for each payment of a batch that the bank booked as a whole. If a batch is
 * more than its payments, for example by the bank's charge, the rest is another line.
 */
function camtLines(entry: BankElement, where: string): StatementLine[] {
  const minor = amountOf(textAt(entry, "Amt"), where);
  const direction = textAt(entry, "CdtDbtInd");
  if (minor <= 0 || (direction !== "CRDT" && direction !== "DBIT"))
    throw broken(`${where} doesn't say whether money came in or went out.`);
  const sign = direction === "DBIT" ? -1 : 1;
  const booked = textAt(entry, "BookgDt", "Dt") || textAt(entry, "BookgDt", "DtTm") || textAt(entry, "ValDt", "Dt");
  const whole = {
    bookedAt: dayOf(booked, where),
    bankReference: short(textAt(entry, "AcctSvcrRef") || textAt(entry, "NtryRef")),
  };
  const batchId =
    textAt(entry, "NtryDtls", "Btch", "PmtInfId") ||
    textAt(entry, "NtryDtls", "TxDtls", "Refs", "PmtInfId") ||
    textAt(entry, "NtryDtls", "Btch", "MsgId") ||
    textAt(entry, "NtryDtls", "TxDtls", "Refs", "MsgId");
  const lineOf = (details: BankElement | null, amountMinor: number): StatementLine => {
    const detail = (...path: string[]): string =>
      details
        ? allAt(details, ...path)
            .map((one) => one.text)
            .join(" ")
        : "";
    const party = amountMinor > 0 ? "Dbtr" : "Cdtr";
    return {
      ...whole,
      amountMinor,
      counterparty: short(detail("RltdPties", party, "Nm") || detail("RltdPties", party, "Pty", "Nm")),
      details: short(detail("RmtInf", "Ustrd") || textAt(entry, "AddtlNtryInf")),
      reference: short(detail("Refs", "EndToEndId")).replace(/^NOTPROVIDED$/, "") || short(batchId),
    };
  };
  const payments = allAt(entry, "NtryDtls", "TxDtls");
  const parts = payments.length > 1 ? payments.map((one) => partOf(one, entry, sign)) : [];
  if (parts.length === 0) return [lineOf(payments[0] ?? null, sign * minor)];
  // The references of single payments say nothing about the whole batch.
  if (parts.some((part) => part === null))
    return [{ ...lineOf(payments[0]!, sign * minor), ...(batchId === "" ? {} : { reference: short(batchId) }) }];
  const lines = payments.map((one, i) => lineOf(one, parts[i]!));
  const restMinor = sign * minor - lines.reduce((sum, line) => sum + line.amountMinor, 0);
  return restMinor === 0
    ? lines
    : [...lines, { ...lineOf(null, restMinor), details: `Rest of a batch of ${lines.length}` }];
}

/**
 * The signed amount of one payment in a batch. Null if the bank doesn't say, or says it in another
 * currency.
 */
function partOf(payment: BankElement, entry: BankElement, sign: number): number | null {
  const amount = at(payment, "Amt") ?? at(payment, "AmtDtls", "TxAmt", "Amt");
  const minor = hundredths(amount?.text ?? "");
  if (!minor || amount?.currency !== at(entry, "Amt")?.currency) return null;
  const own = textAt(payment, "CdtDbtInd");
  return own === "DBIT" ? -minor : own === "CRDT" ? minor : sign * minor;
}

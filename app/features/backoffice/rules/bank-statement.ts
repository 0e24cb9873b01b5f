/**
 * Bank statements as banks export them: CAMT.053 (ISO 20022) and CSV. Amounts are in minor units, negative when money
 * left the account.
 */
import { invalid } from "#app/platform/rules/core/errors.ts";
import { type BankElement, allAt, at, hundredths, readBankXml, textAt } from "#app/features/payments/rules/bank-xml.ts";
import { entryStatus } from "#app/features/payments/rules/camt.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

export const STATEMENT_FORMATS = ["camt053", "csv"] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

export type StatementLine = {
  bookedAt: Date;
  amountMinor: number;
  counterparty: string;
  details: string;
  /** The end-to-end reference of a transfer; "" without one. */
  reference: string;
  /** The bank's own reference of the line; "" without one. */
  bankReference: string;
};
export type Statement = {
  format: StatementFormat;
  account: string;
  currency: string;
  reference: string;
  fromAt: Date;
  /** The end of its last day. */
  toAt: Date;
  openingMinor: number | null;
  closingMinor: number | null;
  lines: StatementLine[];
};

/** The account of a CSV file without a column for it. */
export const UNNAMED_ACCOUNT = "Bank account";

export const STATEMENT_LIMITS = { bytes: 10_000_000, lines: 50_000, text: 300 } as const;

const ADVICE = "Download the statement from your bank again, as CAMT.053 (XML) or as CSV.";
const broken = (what: string) => invalid("statement", what, ADVICE);
const short = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, STATEMENT_LIMITS.text);

/**
 * Reads a statement. Its lines must lead from the opening to the closing balance.
 * @throws invalid for a file that is neither, is broken, is too long, or doesn't add up
 */
export function readStatement(text: string): Statement {
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (clean === "") throw broken("This file is empty.");
  const statement = clean.startsWith("<") ? readCamt(clean) : readCsvStatement(clean);
  const { openingMinor, closingMinor, lines } = statement;
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  if (openingMinor !== null && closingMinor !== null && openingMinor + moved !== closingMinor)
    throw broken("The lines of this statement don't lead from its opening to its closing balance.");
  return statement;
}

/** "-12.5" in minor units. @throws invalid */
function amountOf(text: string, where: string): number {
  const found = /^([+-]?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) throw broken(`${where} needs an amount like 12.34, not “${text.trim().slice(0, 30)}”.`);
  const minor = Number(found[2]) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] === "-" ? -minor : minor;
}

/** @throws invalid */
function dayOf(text: string, where: string): Date {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(text.trim())?.[1];
  const at = new Date(`${day ?? ""}T00:00:00Z`);
  if (!day || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw broken(`${where} needs a date like 2026-11-30, not “${text.trim().slice(0, 30)}”.`);
  return at;
}

const STATEMENT = ["BkToCstmrStmt", "Stmt"] as const;

function readCamt(xml: string): Statement {
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
      reference: short(detail("Refs", "EndToEndId")).replace(/^NOTPROVIDED$/, ""),
    };
  };
  const payments = allAt(entry, "NtryDtls", "TxDtls");
  const parts = payments.length > 1 ? payments.map((one) => partOf(one, entry, sign)) : [];
  if (parts.length === 0 || parts.some((part) => part === null)) return [lineOf(payments[0] ?? null, sign * minor)];
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

/**
 * The records of a CSV text, with quoted fields as RFC 4180 has them. The separator is the header's: comma, semicolon,
 * or tab.
 */
function csvRecords(text: string): string[][] {
  const header = text.slice(0, text.search(/[\r\n]|$/));
  const separator = [",", ";", "\t"].find((one) => header.includes(one)) ?? ",";
  const records: string[][] = [[]];
  let field = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!;
    if (quoted) {
      if (char !== '"') field += char;
      else if (text[i + 1] === '"') {
        field += '"';
        i++;
      } else quoted = false;
    } else if (char === '"' && field === "") quoted = true;
    else if (char === separator || char === "\n") {
      records.at(-1)!.push(field.replace(/\r$/, ""));
      field = "";
      if (char === "\n") records.push([]);
      if (records.length > STATEMENT_LIMITS.lines + 2)
        throw broken(`This file has more than ${STATEMENT_LIMITS.lines} lines. Export a shorter period.`);
    } else field += char;
  }
  if (quoted) throw broken("A quotation mark in this CSV file is never closed.");
  records.at(-1)!.push(field);
  return records.filter((record) => record.some((one) => one.trim() !== ""));
}

const NAMES: Readonly<Record<string, readonly string[]>> = {
  date: ["date", "booking date", "posting date", "posted"],
  amount: ["amount"],
  currency: ["currency"],
  account: ["account", "account number", "iban"],
  details: ["description", "details", "memo"],
  counterparty: ["counterparty", "name", "payee"],
  reference: ["reference", "end-to-end id", "end to end id"],
  bankReference: ["bank reference", "transaction id", "id"],
  balance: ["balance"],
};

function readCsvStatement(text: string): Statement {
  const [header, ...records] = csvRecords(text);
  const titles = (header ?? []).map((title) => title.trim().toLowerCase());
  const column = (name: string): number => titles.findIndex((title) => NAMES[name]!.includes(title));
  if (column("date") < 0 || column("amount") < 0)
    throw broken("The first row of this CSV file must name its columns, with Date and Amount among them.");
  if (records.length === 0) throw broken("This CSV file has no lines.");
  const of = (record: string[], name: string): string => (column(name) < 0 ? "" : (record[column(name)] ?? ""));
  const lines = records
    .map((record, i) => ({
      bookedAt: dayOf(of(record, "date"), `Row ${i + 2}`),
      amountMinor: amountOf(of(record, "amount"), `Row ${i + 2}`),
      counterparty: short(of(record, "counterparty")),
      details: short(of(record, "details")),
      reference: short(of(record, "reference")),
      bankReference: short(of(record, "bankReference")),
    }))
    .filter((line) => line.amountMinor !== 0);
  const currencies = new Set(records.map((record) => of(record, "currency").trim().toUpperCase() || "USD"));
  if (currencies.size > 1) throw broken("This CSV file has more than one currency. Export one account at a time.");
  const days = lines.map((line) => line.bookedAt.getTime());
  if (days.length === 0) throw broken("This CSV file has no lines with an amount.");
  const balances = column("balance") < 0 ? [] : records.map((record) => of(record, "balance"));
  return {
    format: "csv",
    account: short(of(records[0]!, "account")) || UNNAMED_ACCOUNT,
    currency: [...currencies][0]!,
    reference: "",
    fromAt: new Date(days.reduce((a, b) => Math.min(a, b))),
    toAt: new Date(days.reduce((a, b) => Math.max(a, b)) + DAY - 1),
    ...balancesOf(
      records.map((record, i) => amountOf(of(record, "amount"), `Row ${i + 2}`)),
      balances,
    ),
    lines,
  };
}

/**
 * The opening and closing balance by a CSV's column of balances, oldest or newest line first. Null if it doesn't add
 * up.
 */
function balancesOf(
  amounts: readonly number[],
  texts: readonly string[],
): Pick<Statement, "openingMinor" | "closingMinor"> {
  const none = { openingMinor: null, closingMinor: null };
  if (texts.length === 0 || texts.some((text) => text.trim() === "")) return none;
  const after = texts.map((text, i) => amountOf(text, `The balance in row ${i + 2}`));
  const leads = (amount: readonly number[], balance: readonly number[]) =>
    balance.every((one, i) => i === 0 || balance[i - 1]! + amount[i]! === one);
  const between = (amount: readonly number[], balance: readonly number[]) => ({
    openingMinor: balance[0]! - amount[0]!,
    closingMinor: balance.at(-1)!,
  });
  if (leads(amounts, after)) return between(amounts, after);
  const [oldest, balances] = [amounts.toReversed(), after.toReversed()];
  return leads(oldest, balances) ? between(oldest, balances) : none;
}

/** A typed balance, such as "12,345.67", "-5", or "$0", in minor units. Null if it isn't an amount. */
export function typedBalance(text: string): number | null {
  const found = /^([+-]?)\s*\$?\s*(\d{1,3}(?:,\d{3})*|\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) return null;
  const minor = Number(found[2]!.replaceAll(",", "")) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] === "-" ? 0 - minor : minor;
}

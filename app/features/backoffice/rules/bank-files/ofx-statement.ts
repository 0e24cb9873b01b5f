/** Reads OFX and QFX: version 1 (SGML, whose values have no closing tags) and version 2 (XML). */
import { type BankElement, allAt, readBankXml, textAt } from "#app/features/payments/rules/bank-xml.ts";
import type { Statement, StatementLine } from "../reconciliation/bank-statement.ts";
import { folded } from "./folded.ts";
import { saysReturned } from "./return-words.ts";
import {
  amountOf,
  bothBalances,
  broken,
  checkAccount,
  checkCurrency,
  checkLength,
  dayAt,
  endOf,
  firstReference,
  periodOf,
  short,
} from "./statement-fields.ts";
import { readDay } from "./file-dates.ts";

const MOST_TAGS = 2_000_000;
/** The longest NAME that OFX allows. One that fills it is a text that was cut. */
const NAME_LENGTH = 32;

export const isOfx = (text: string): boolean => {
  const beginning = text.slice(0, 2_000);
  return /^OFXHEADER\s*:/i.test(beginning) || /<OFX>|<\?OFX/i.test(beginning);
};

/** @throws invalid with the reason */
export function readOfx(text: string): Statement[] {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw broken("This OFX file defines entities (DOCTYPE). Nothing was read.");
  const from = text.search(/<OFX>/i);
  if (from < 0) throw broken("This OFX file is cut off.");
  const isXml = text.trimStart().startsWith("<?xml");
  const root = isXml ? readBankXml(text) : sgmlTree(text.slice(from));
  if (!root) throw broken("This OFX file isn't complete or isn't well-formed. Nothing was read.");
  const bank = allAt(root, "BANKMSGSRSV1", "STMTTRNRS", "STMTRS");
  const cards = allAt(root, "CREDITCARDMSGSRSV1", "CCSTMTTRNRS", "CCSTMTRS");
  const statements = [...bank, ...cards].map(readOne);
  if (statements.length === 0) throw broken("This OFX file has no bank statement in it.");
  return statements;
}

function readOne(statement: BankElement): Statement {
  const currency = textAt(statement, "CURDEF").toUpperCase();
  const account = textAt(statement, "BANKACCTFROM", "ACCTID") || textAt(statement, "CCACCTFROM", "ACCTID");
  checkCurrency(currency);
  checkAccount(account);
  const lines = allAt(statement, "BANKTRANLIST", "STMTTRN").map((one, i) => lineOf(one, currency, `Line ${i + 1}`));
  checkLength(lines.length);
  const closing = textAt(statement, "LEDGERBAL", "BALAMT");
  const [from, to] = [
    textAt(statement, "BANKTRANLIST", "DTSTART"),
    textAt(statement, "BANKTRANLIST", "DTEND"),
  ] as const;
  const period = periodOf(lines) ?? {
    fromAt: dayOf(from, "The period"),
    toAt: endOf(dayOf(to, "The period")),
  };
  return {
    format: "ofx",
    account: short(account),
    currency,
    reference: "",
    ...period,
    ...bothBalances(null, closing === "" ? null : amountOf(closing, currency, "The balance"), lines),
    lines: lines.filter((line) => line.amountMinor !== 0),
  };
}

function lineOf(transaction: BankElement, currency: string, where: string): StatementLine {
  const name = textAt(transaction, "NAME") || textAt(transaction, "PAYEE", "NAME");
  const memo = textAt(transaction, "MEMO");
  const details = short(`${name} ${memo}`);
  // A name that only repeats the text, or its beginning, isn't a person's.
  const isText =
    folded(memo) === folded(name) || (name.length >= NAME_LENGTH - 1 && folded(memo).startsWith(folded(name)));
  const value = textAt(transaction, "DTAVAIL");
  return {
    bookedAt: dayOf(textAt(transaction, "DTPOSTED"), where),
    valueAt: value === "" ? null : dayOf(value, where),
    amountMinor: amountOf(textAt(transaction, "TRNAMT"), currency, where),
    counterparty: isText || memo === "" ? "" : short(name),
    details,
    reference: firstReference(textAt(transaction, "FITID")),
    bankReference: firstReference(textAt(transaction, "FITID")),
    isReturn: saysReturned(details),
    isReversal: false,
    items: [],
  };
}

/** The day in the bank's own time zone, which is how it's written. */
function dayOf(text: string, where: string): Date {
  const day = readDay(text, "YMD");
  if (day === null) throw broken(`${where} needs a date like 20261130, not “${text.slice(0, 30)}”.`);
  return dayAt(day);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", nbsp: " ", quot: '"', apos: "'" };
const decoded = (text: string): string =>
  text.includes("&")
    ? text.replaceAll(/&(?:#(\d{1,6})|([a-z]{2,4}));/g, (whole, code?: string, name?: string) =>
        code === undefined ? (ENTITIES[name!] ?? whole) : String.fromCodePoint(Number(code) || 0xfffd),
      )
    : text;

/** The tree of an SGML text: a tag with text after it is a value, which the next tag ends. Null if it's incomplete. */
function sgmlTree(text: string): BankElement | null {
  const root: BankElement = { name: "", text: "", currency: null, children: [] };
  const open: BankElement[] = [root];
  let tags = 0;
  for (let at = text.indexOf("<"); at >= 0;) {
    const end = text.indexOf(">", at);
    if (end < 0 || ++tags > MOST_TAGS) return null;
    const next = text.indexOf("<", end);
    const name = text.slice(at + 1, end).trim();
    const value = decoded(text.slice(end + 1, next < 0 ? text.length : next)).trim();
    if (name.startsWith("/")) {
      const closing = name.slice(1).toUpperCase();
      const block = open.at(-1)!;
      // The end of the innermost block, or of a value that was ended already.
      if (block.name === closing) open.pop();
      else if (block.children.at(-1)?.name !== closing && open.some((one) => one.name === closing)) return null;
    } else if (!name.startsWith("?") && !name.startsWith("!")) {
      const element: BankElement = { name: name.toUpperCase(), text: value, currency: null, children: [] };
      open.at(-1)!.children.push(element);
      if (value === "" && !isEmptyValue(text, next, element.name)) open.push(element);
      if (open.length > 40) return null;
    }
    at = next;
  }
  return open.length === 1 ? (root.children.find((one) => one.name === "OFX") ?? null) : null;
}

/** Whether a tag without text is a value left empty: values' names, which never hold other tags. */
const VALUES = new Set([
  "MEMO",
  "NAME",
  "CHECKNUM",
  "REFNUM",
  "FITID",
  "SIC",
  "PAYEEID",
  "ORG",
  "FID",
  "MESSAGE",
  "LANGUAGE",
]);
const isEmptyValue = (text: string, next: number, name: string): boolean =>
  VALUES.has(name) && !text.startsWith(`</${name}>`, Math.max(next, 0));

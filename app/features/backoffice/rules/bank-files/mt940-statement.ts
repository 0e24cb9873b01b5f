/** Reads MT940 (and MT942) of any bank: with German, Dutch, Polish, or Swiss fields in :86:, or plain text. */
import type { Statement, StatementLine } from "../reconciliation/bank-statement.ts";
import { readDay } from "./file-dates.ts";
import { labelledParts } from "./labelled-text.ts";
import { saysReturned } from "./return-words.ts";
import {
  amountOf,
  bothBalances,
  broken,
  checkCurrency,
  checkLength,
  dayAt,
  endOf,
  firstReference,
  germanIban,
  periodOf,
  short,
} from "./statement-fields.ts";

type Tag = { name: string; lines: string[] };

export const isMt940 = (text: string): boolean => /(?:^|[\n\r])\s?:(?:20|25|28C?):/.test(text.slice(0, 4_000));

/** The tags of a file, without the blocks that SWIFT puts around a message. */
function tagsOf(text: string): Tag[] {
  const tags: Tag[] = [];
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.startsWith("{")
      ? raw.slice(raw.lastIndexOf("{4:") < 0 ? raw.length : raw.lastIndexOf("{4:") + 3)
      : raw;
    const [, name, rest] = /^\s?:(\d{2}[A-Z]?|NS):(.*)$/.exec(line) ?? [];
    if (name !== undefined) tags.push({ name, lines: [rest ?? ""] });
    else if (/^-\}?\s*$/.test(line) || line.startsWith("-}")) tags.push({ name: "-", lines: [] });
    else if (line !== "" && tags.length > 0 && tags.at(-1)!.name !== "-") tags.at(-1)!.lines.push(line);
  }
  return tags;
}

type Open = {
  account: string;
  number: string;
  currency: string;
  opening: number | null;
  closing: number | null;
  continues: boolean;
  days: string[];
  lines: StatementLine[];
};

/** @throws invalid with the reason */
export function readMt940(text: string): Statement[] {
  const statements: Open[] = [];
  let now: Open | null = null;
  let entry: { line: StatementLine; customer: string } | null = null;
  let count = 0;
  const current = (): Open => {
    if (!now) throw broken("This MT940 file has a line before its first statement.");
    return now;
  };
  for (const { name, lines } of tagsOf(text)) {
    const value = lines[0]!;
    if (name !== "86") entry = null;
    if (name === "20") {
      now = {
        account: "",
        number: "",
        currency: "",
        opening: null,
        closing: null,
        continues: false,
        days: [],
        lines: [],
      };
      statements.push(now);
    } else if (name === "25") current().account = accountOf(value);
    else if (name === "28C" || name === "28") current().number = value.split("/")[0]!.trim();
    else if (name === "60F" || name === "60M") {
      const balance = balanceOf(value);
      Object.assign(current(), { currency: balance.currency, opening: balance.minor, continues: name === "60M" });
      current().days.push(balance.day);
    } else if (name === "62F" || name === "62M") {
      const balance = balanceOf(value);
      Object.assign(current(), { currency: balance.currency, closing: balance.minor });
      current().days.push(balance.day);
    } else if (name === "34F") current().currency ||= value.slice(0, 3);
    else if (name === "61") {
      checkLength(++count);
      entry = entryOf(lines, current().currency, `Line ${current().lines.length + 1}`);
      current().lines.push(entry.line);
    } else if (name === "86" && entry) {
      describe(entry.line, entry.customer, lines);
      entry = null;
    }
  }
  const whole = joinPages(statements.filter((one) => one.account !== ""));
  if (whole.length === 0) throw broken("This MT940 file has no statement in it.");
  return whole.map(statementOf);
}

/** Pages of one statement, which go on with an intermediate balance, as one. */
function joinPages(pages: readonly Open[]): Open[] {
  const whole: Open[] = [];
  for (const page of pages) {
    const last = whole.at(-1);
    if (page.continues && last?.account === page.account && last.closing === page.opening) {
      last.closing = page.closing;
      last.lines.push(...page.lines);
    } else whole.push(page);
  }
  return whole;
}

function statementOf({ account, number, currency, opening, closing, days, lines }: Open): Statement {
  checkCurrency(currency);
  const period = periodOf(lines);
  const [first] = days;
  if (!period && first === undefined) throw broken("This statement has no lines and no balance.");
  const iban = germanIban(account);
  return {
    format: "mt940",
    account: short(account),
    ...(iban ? { iban } : {}),
    currency,
    reference: short(number),
    ...(period ?? { fromAt: dayAt(first!), toAt: endOf(dayAt(days.at(-1)!)) }),
    ...bothBalances(opening, closing, lines),
    lines: lines.filter((line) => line.amountMinor !== 0),
  };
}

/** The account's number as written, without a slash before it or a currency after it. */
function accountOf(value: string): string {
  const account = value.trim().replace(/^\//, "");
  const iban = /^([A-Z]{2}\d{2}[A-Z0-9]{11,30}?)[ /]?(?:[A-Z]{3})?$/.exec(account.replaceAll(" ", ""))?.[1];
  return iban ?? account.replace(/[ /]?[A-Z]{3}$/, "");
}

function balanceOf(value: string): { minor: number; currency: string; day: string } {
  const [, side, date, currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,.]{1,20})/.exec(value.trim()) ?? [];
  const day = readDay(`20${date ?? ""}`, "YMD");
  if (!side || !currency || !amount || day === null)
    throw broken(`This statement has a balance that can't be read: “${value.slice(0, 40)}”.`);
  const minor = amountOf(trimmed(amount), currency, "A balance");
  return { minor: side === "D" ? -minor : minor, currency, day };
}
const trimmed = (amount: string): string => amount.replace(/[,.]$/, "");

/** :61: value date, entry date, mark, amount, type, the customer's reference // the bank's, and what is on its next line. */
function entryOf(lines: readonly string[], currency: string, where: string): { line: StatementLine; customer: string } {
  const first = lines[0]!;
  const found = /^(\d{6})(\d{4})?(R?[CD]|E[CD])([A-Z])?([\d,.]{1,16})([A-Z][A-Z0-9]{3})?(.*)$/.exec(first.trim());
  if (!found) throw broken(`${where} can't be read: “${first.slice(0, 40)}”.`);
  const [, value = "", entered, mark = "", , amount = "", , rest = ""] = found;
  const valueDay = readDay(`20${value}`, "YMD");
  if (valueDay === null) throw broken(`${where} needs a date like 261130, not “${value}”.`);
  const day = entered ? nearest(valueDay, entered) : valueDay;
  if (day === null) throw broken(`${where} needs a date like 1130, not “${entered}”.`);
  const minor = amountOf(trimmed(amount), currency, where);
  const isOut = mark === "D" || mark === "RC" || mark === "ED";
  const [customer = "", bank = ""] = rest.split("//");
  const more = short(lines.slice(1).join(" "));
  return {
    customer,
    line: {
      bookedAt: dayAt(day),
      valueAt: dayAt(valueDay),
      amountMinor: isOut ? -minor : minor,
      counterparty: "",
      details: more,
      reference: firstReference(customer),
      bankReference: firstReference(bank),
      isReturn: saysReturned(more),
      isReversal: mark.startsWith("R"),
      items: [],
    },
  };
}

/** The day of an entry, which is written without its year: the one nearest to the value date. */
function nearest(valueDay: string, monthDay: string): string | null {
  const year = Number(valueDay.slice(0, 4));
  const days = [year - 1, year, year + 1]
    .map((one) => readDay(`${one}${monthDay}`, "YMD"))
    .filter((one) => one !== null);
  const away = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueDay));
  return days.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}

type Described = { details: string; counterparty: string; references: string[]; isReturn: boolean };

function describe(line: StatementLine, customer: string, lines: readonly string[]): void {
  const joined = lines.join("");
  const { details, counterparty, references, isReturn } =
    numberedFields(joined) ?? slashFields(joined) ?? plainFields(lines);
  line.details = short(details);
  line.counterparty = short(counterparty);
  line.reference = firstReference(...references.slice(0, 2), customer, ...references.slice(2));
  line.isReturn ||= isReturn || saysReturned(line.details);
}

/** Fields that a sign and two digits begin: "166?00GUTSCHRIFT?20EREF+…?32NAME", in Poland also "<" or "~". */
function numberedFields(text: string): Described | null {
  const [, code = "", sign] = /^(\d{3})?([?~^<|])\d{2}/.exec(text) ?? [];
  if (sign === undefined) return null;
  const fields = text
    .slice(code.length)
    .split(sign)
    .slice(1)
    .map((field): [string, string] => [field.slice(0, 2), field.slice(2)]);
  const of = (test: (number: number) => boolean) =>
    fields.filter(([id]) => /^\d{2}$/.test(id) && test(Number(id))).map(([, rest]) => rest);
  const isName =
    sign === "?" || fields.some(([id]) => id === "32")
      ? (n: number) => n === 32 || n === 33
      : (n: number) => n === 27 || n === 28;
  const isText = isName(27)
    ? (n: number) => n >= 20 && n <= 26
    : (n: number) => (n >= 20 && n <= 29) || (n >= 60 && n <= 63);
  const parts = taggedParts(of(isText));
  const key = of((n) => n === 34)[0]?.trim() ?? "";
  return {
    details: parts.get("SVWZ") ?? parts.get("") ?? of((n) => n === 0).join(" "),
    counterparty: of(isName).join("").trim(),
    references: [parts.get("EREF") ?? "", parts.get("KREF") ?? ""],
    isReturn: /^(?:108|109|159|181|183|184|185)$/.test(code) || /^9\d{2}$/.test(key),
  };
}

const SEPA_TAGS = /^(EREF|KREF|MREF|CRED|DEBT|SVWZ|ABWA|ABWE|IBAN|BIC|COAM|OAMT|ANAM|PURP)\+/;
/** The values of tags such as EREF+ and SVWZ+, which begin fields. What no tag begins is under "". */
function taggedParts(fields: readonly string[]): Map<string, string> {
  const parts = new Map<string, string>();
  let tag = "";
  for (const field of fields) {
    const found = SEPA_TAGS.exec(field)?.[1];
    if (found) tag = found;
    parts.set(tag, `${parts.get(tag) ?? ""}${found ? field.slice(found.length + 1) : field}`);
  }
  return parts;
}

const SLASH_CODES = new Set(
  (
    "TRTP TYPE IBAN BIC NAME REMI EREF KREF IREF PREF NRTX CNTP ORDP BENM ULTC ULTD ULTB ISDT CSID MARF TRCD PURP RTRN " +
    "EXCH CHGS CHGS1 ADDR ID OCMT SVCL ACCW BO BUSP CNTY OAMT RREF SVWZ ABWA VALUE RATE"
  ).split(" "),
);
/** Dutch fields: "/TRTP/SEPA OVERBOEKING/IBAN/…/NAME/…/REMI/…/EREF/…". */
function slashFields(text: string): Described | null {
  if (!text.startsWith("/")) return null;
  const fields = new Map<string, string>();
  let code = "";
  let rest: string[] = [];
  const put = () => {
    while (rest.length > 0 && rest.at(-1)!.trim() === "") rest.pop();
    const value = rest.join("/").trim();
    if (code !== "" && (value !== "" || !fields.has(code))) fields.set(code, fields.get(code) || value);
  };
  for (const part of text.slice(1).split("/"))
    if (SLASH_CODES.has(part.trim())) {
      put();
      code = part.trim();
      rest = [];
    } else rest.push(part);
  put();
  if (fields.size === 0 || (fields.size === 1 && !fields.has("REMI"))) return null;
  const name = fields.get("NAME") ?? cntpName(fields.get("CNTP") ?? "");
  const structured = strd(fields.get("REMI") ?? "");
  return {
    details: structured ? "" : (fields.get("REMI") ?? fields.get("SVWZ") ?? "").replace(/^(?:USTD\/\/?|\/)/, ""),
    counterparty: name,
    references: [structured, fields.get("EREF") ?? "", fields.get("KREF") ?? "", fields.get("PREF") ?? ""],
    isReturn: fields.has("RTRN"),
  };
}
/** /CNTP/IBAN/BIC/NAME/CITY/ */
const cntpName = (text: string): string => text.split("/")[2] ?? "";
/** The reference of /REMI/STRD/CUR/reference/. */
const strd = (text: string): string =>
  text.startsWith("STRD/")
    ? (text
        .split("/")
        .filter((one) => one !== "")
        .at(-1) ?? "")
    : "";

function plainFields(lines: readonly string[]): Described {
  // A line that is full goes on with the next one.
  const text = lines.reduce(
    (sum, line, i) => sum + line + (line.length >= 65 || i === lines.length - 1 ? "" : " "),
    "",
  );
  const parts = labelledParts(text);
  return {
    details: text,
    counterparty: parts.get("name") ?? "",
    references: [parts.get("reference") ?? ""],
    isReturn: false,
  };
}

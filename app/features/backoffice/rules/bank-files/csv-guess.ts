/**
 * Guesses how a CSV file is laid out, of any bank: by the titles of its columns, by what they hold, and by arithmetic.
 * A column of balances proves which amounts lead from one to the next.
 */
import { takeAmounts } from "./csv-amounts.ts";
import { type Column, type Roles, columnsOf, isConstant, isSide, means, mostly, named, rankOf } from "./csv-columns.ts";
import type { Given } from "../reconciliation/bank-statement.ts";
import { currencyByAccount, currencyByLanguage } from "./csv-currency.ts";
import { factsOf } from "./csv-facts.ts";
import { type CsvLayout, MONEY, firstRecords, headerAt, isDate, separatorOf } from "./csv-layout.ts";
import { type Language, currencyInTitle, isOfPayouts, isUnbooked, rolesOfTitle } from "./csv-words.ts";
import { CURRENCY_CODES } from "./currencies.ts";
import { decimalOf, readEither } from "./file-amounts.ts";
import { orderOf } from "./file-dates.ts";
import { folded } from "./folded.ts";
import { looksLikeIban, sameAccount } from "./statement-fields.ts";
import type { DateOrder } from "./layout-choices.ts";

/** A column's values say what it is by a sample. */
const SAMPLE = 1_500;

/**
 * @param account the own account's number, if the file may not name it
 * @param known the currencies of accounts that earlier files said
 * @throws invalid if the text has too many lines
 */
export function guessLayout(text: string, account = "", known: Given["known"] = []): CsvLayout {
  const separator = separatorOf(text);
  const records = firstRecords(text, separator);
  const at = headerAt(records);
  const titles = at < 0 ? [] : records[at]!.map((title) => title.trim());
  const statusAt = titles.findIndex((title) => rolesOfTitle(title)[0]?.role === "status");
  // A shorter row with a date is a note, such as the balance below the table.
  const isLine = (record: readonly string[]) =>
    record.length * 2 > titles.length &&
    record.some((one) => isDate(one.trim())) &&
    !isUnbooked(record[statusAt] ?? "");
  const columns = columnsOf(titles, records.slice(at + 1, at + 1 + SAMPLE).filter(isLine));
  const decimal = decimalOf(columns.flatMap((column) => (column.dates > 0 ? [] : column.filled)));
  const languages = languagesOf(columns);
  const roles: Roles = columns.map(() => null);
  const preferred: DateOrder = languages[0] === "en" || languages.length === 0 ? "MDY" : "DMY";
  const booked = takeDates(columns, roles);
  const dateOrder = orderOf(booked?.filled.filter(isDate) ?? [], preferred) ?? preferred;
  takeAmounts(columns, roles, decimal);
  takeAccount(columns, roles, account);
  takeCurrency(columns, roles);
  takeParties(columns, roles);
  takeReferences(columns, roles);
  takeTexts(columns, roles);
  const mirrored = columns.some((column) => isOfPayouts(column.title)) && !roles.includes("balance");
  const own = ownNumber(columns, roles) || account;
  const currency =
    currencyShown(columns, roles, records.slice(0, Math.max(at, 0))) ??
    currencyKnown(own, known) ??
    currencyByAccount(own, records) ??
    currencyByLanguage({ languages, dateOrder, hasTitles: at >= 0 }) ??
    "";
  return { separator, titles, roles, dateOrder, decimal, mirrored, currency };
}

/** The currency that an account's earlier files said, if they all said the same. */
function currencyKnown(own: string, known: NonNullable<Given["known"]>): string | undefined {
  const said = known.filter((one) => own !== "" && sameAccount(one.account, own)).map((one) => one.currency);
  return new Set(said).size === 1 ? said[0] : undefined;
}

/** The columns without a role that have values. */
const left = (columns: readonly Column[], roles: Roles): Column[] =>
  columns.filter((column) => roles[column.at] === null && column.filled.length > 0);

/** Languages of the titles, most of them first. */
function languagesOf(columns: readonly Column[]): Language[] {
  const votes = new Map<Language, number>();
  for (const { roles } of columns)
    for (const language of new Set(roles.filter((one) => one.rank < 100).map((one) => one.language)))
      votes.set(language, (votes.get(language) ?? 0) + 1);
  return [...votes].toSorted((a, b) => b[1] - a[1]).map(([language]) => language);
}

/** @returns the column with the days of booking */
function takeDates(columns: readonly Column[], roles: Roles): Column | undefined {
  const dates = columns.filter((column) => mostly(column.dates, column));
  const value = named(dates, "value").find((one) => rankOf(one, "value") <= rankOf(one, "booked"));
  const others = dates.filter((one) => one !== value);
  const booked = named(others, "booked")[0] ?? others.find((one) => one.title === "") ?? value ?? others[0];
  if (booked) roles[booked.at] = "booked";
  const isUntitled = columns.every((one) => one.title === "");
  const second = value ?? (isUntitled ? others.find((one) => one !== booked) : undefined);
  if (second && second !== booked) roles[second.at] = "value";
  return booked;
}

/** The own account is the same in all rows, or in many of them if a file has several. */
function takeAccount(columns: readonly Column[], roles: Roles, given: string): void {
  const isNumber = (one: Column) => one.filled.some((value) => /\d{2}/.test(value));
  const numbers = left(columns, roles).filter((one) => isNumber(one) || one.roles[0]?.role === "account");
  const isOwn = (one: Column) => rankOf(one, "account") < rankOf(one, "counterAccount");
  const repeats = (one: Column) => isConstant(one) || one.distinct * 4 <= one.filled.length;
  const mayBe = (one: Column) => folded(one.title) === "iban" || means(one, "account") || one.title === "";
  const constant = numbers.filter((one) => isConstant(one) && mayBe(one) && /\d{5}/.test(one.filled[0]!));
  const account =
    named(numbers, "account").find((one) => isOwn(one) && repeats(one)) ??
    // Without a title that says so, what a person says counts more.
    constant.find((one) => one.cells.length > 1 && (given === "" || sameAccount(one.filled[0]!, given)));
  if (!account) return;
  // An IBAN is the better of two columns for the account.
  const iban = constant.find((one) => looksLikeIban(one.filled[0]!));
  roles[(iban ?? account).at] = "account";
  for (const one of named(left(columns, roles), "branch")) if (repeats(one)) roles[one.at] = "branch";
}

/** A column of currencies is of the amounts, not of what was paid abroad, unless it's the only one. */
function takeCurrency(columns: readonly Column[], roles: Roles): void {
  const codes = left(columns, roles).filter((one) =>
    one.filled.every((value) => CURRENCY_CODES.has(value.toUpperCase())),
  );
  const currency =
    named(codes, "currency")[0] ??
    codes.find((one) => one.roles.length === 0) ??
    named(codes, "foreignCurrency").find(isConstant) ??
    codes.find((one) => !means(one, "none") && isConstant(one));
  if (currency) roles[currency.at] = "currency";
}

/** Names of others, and what became of each row. */
function takeParties(columns: readonly Column[], roles: Roles): void {
  for (const role of ["status", "returned"] as const)
    for (const one of named(left(columns, roles), role)) if (one.roles[0]!.role === role) roles[one.at] = role;
  const names = () =>
    left(columns, roles).filter((one) => {
      const written = one.filled.filter((value) => /\p{L}{2}/u.test(value) && !looksLikeIban(value));
      return written.length * 2 > one.filled.length && !isSide(one);
    });
  const [payer, payee] = (["payer", "payee"] as const).map((role) =>
    named(names(), role).find((one) => one.roles[0]!.role === role),
  );
  if (payer && payee) {
    roles[payer.at] = "payer";
    roles[payee.at] = "payee";
    return;
  }
  const party = named(names(), "party")[0] ?? payer ?? payee;
  if (party) roles[party.at] = "party";
}

const REFERENCES = ["structured", "endToEnd", "customer", "own"] as const;

/** References are ids. What the bank calls one but has blanks is a text, and what has no digits is a code. */
function takeReferences(columns: readonly Column[], roles: Roles): void {
  for (const column of left(columns, roles)) {
    const role = REFERENCES.find((one) => column.roles[0]?.role === one);
    if (!role || isNumbered(columns, column)) continue;
    const share = (test: RegExp) => column.filled.filter((value) => test.test(value)).length / column.filled.length;
    if (share(/\S\s+\S/) > 0.5 && role !== "structured") roles[column.at] = "text";
    else if (share(/\d/) >= 0.5 && (column.distinct > 1 || column.filled.length < 3)) roles[column.at] = role;
  }
}

const stem = (title: string): string => folded(title).replace(/ ?\d{1,2}$/, "");
/** Whether it's one of several columns that only a number tells apart: a text in pieces. */
const isNumbered = (columns: readonly Column[], { at, title }: Column): boolean =>
  /\d$/.test(title) && columns.some((one) => one.at !== at && /\d$/.test(one.title) && stem(one.title) === stem(title));

function takeTexts(columns: readonly Column[], roles: Roles): void {
  const free = left(columns, roles).filter((one) => !mostly(one.dates, one) && !isSide(one));
  const isText = (one: Column) => {
    const role = one.roles[0]?.role;
    return (
      role === "bankText" ||
      role === "text" ||
      role === "name" ||
      (REFERENCES.some((it) => it === role) && isNumbered(columns, one))
    );
  };
  const texts = free.filter(isText);
  const hasBankText = texts.some((one) => means(one, "bankText"));
  const name = hasBankText && !roles.includes("party") && texts.find((one) => means(one, "name"));
  for (const one of texts) roles[one.at] = one === name ? "party" : "text";
  if (!roles.includes("text")) takeAnyText(free, roles);
}

/** The text of a file that has no column for it: kinds of transactions, or what is longest, or at last people's names. */
function takeAnyText(free: readonly Column[], roles: Roles): void {
  const length = (one: Column) => one.filled.join("").length / one.filled.length;
  const kinds = free.filter((one) => one.roles[0]?.role === "kind").toSorted((a, b) => length(b) - length(a));
  const others = free.filter(
    (one) =>
      one.roles.length === 0 && !mostly(one.numbers, one) && /\p{L}/u.test(one.filled.join(" ")) && one.distinct > 1,
  );
  const long = others.filter((one) => length(one) >= 6);
  const best = [kinds.slice(0, 1), long, others].find((some) => some.length > 0) ?? [];
  for (const one of best) roles[one.at] = "text";
  if (best.length === 0) for (const [i, role] of roles.entries()) if (role === "party") roles[i] = "text";
}

const ownNumber = (columns: readonly Column[], roles: Roles): string =>
  columns.find((one) => roles[one.at] === "branch" || roles[one.at] === "account")?.filled[0] ?? "";

/** The currency that titles, the rows above the table, or amounts show. Null without one. */
function currencyShown(columns: readonly Column[], roles: Roles, above: readonly string[][]): string | null {
  const money = columns.filter((one) => MONEY.has(roles[one.at] ?? null));
  const inTitle = (some: readonly Column[]) =>
    some.map((one) => currencyInTitle(one.title)).find((one) => one !== null);
  const texts = money.flatMap((one) => one.filled.slice(0, 50));
  const symbol = () => texts.map((text) => readEither(text, ".")?.currency).find((one) => typeof one === "string");
  return inTitle(money) ?? factsOf(above, []).currency ?? symbol() ?? inTitle(columns) ?? null;
}

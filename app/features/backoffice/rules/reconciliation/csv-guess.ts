/**
 * Guesses how a CSV file is laid out, of any bank: by the titles of its columns, by what they hold, and by arithmetic.
 * A column of balances proves which amounts lead from one to the next.
 */
import { type BalanceChain, chainOf } from "./csv-balances.ts";
import { type CsvLayout, headerAt, isDate, isMoney, recordsOf, separatorOf } from "./csv-layout.ts";
import { type ColumnRole, type Language, SIDES, type TitleRole, type WordRole, currencyInTitle, rolesOfTitle } from "./csv-words.ts";
import { factsOf } from "./csv-facts.ts";
import { currencyByAccount, currencyByLanguage } from "./csv-currency.ts";
import { CURRENCY_CODES } from "./currency-digits.ts";
import { type DateOrder, orderOf, readDay } from "./file-dates.ts";
import { type Decimal, decimalOf, minorOf, readAmount } from "./file-amounts.ts";
import { folded } from "./return-words.ts";

/** A column's values say what it is by a sample. */
const SAMPLE = 1_500;
/** The share of a column's filled cells that must be dates or amounts. */
const MOST = 0.75;

type Column = {
  at: number;
  title: string;
  roles: TitleRole[];
  /** Every sampled row's cell, trimmed. */
  cells: string[];
  filled: string[];
  dates: number;
  money: number;
  numbers: number;
  distinct: number;
};

/** @param account the own account's number, if the file may not name it @throws invalid if the text isn't CSV */
export function guessLayout(text: string, account = ""): CsvLayout {
  const separator = separatorOf(text);
  const records = recordsOf(text, separator);
  const at = headerAt(records);
  const titles = at < 0 ? [] : records[at]!.map((title) => title.trim());
  const body = records.slice(at + 1).slice(0, SAMPLE);
  const columns = columnsOf(titles, body.filter((record) => record.some((one) => isDate(one.trim()))));
  const decimal = decimalOf(columns.flatMap((column) => (column.dates > 0 ? [] : column.filled)));
  const languages = languagesOf(columns);
  const roles: (ColumnRole | null)[] = columns.map(() => null);
  const preferred: DateOrder = languages[0] === "en" || languages.length === 0 ? "MDY" : "DMY";
  const booked = takeDates(columns, roles);
  const dateOrder = orderOf(booked?.filled.filter(isDate) ?? [], preferred) ?? preferred;
  takeAmounts(columns, roles, decimal);
  takeFacts(columns, roles);
  takeReferences(columns, roles);
  takeTexts(columns, roles);
  const mirrored = columns.some((column) => /\barrival\b/i.test(column.title)) && !roles.includes("balance");
  const currency = currencyOf(columns, roles, records, { languages, dateOrder, hasTitles: at >= 0, account });
  return { separator, titles, roles, dateOrder, decimal, mirrored, currency };
}

function columnsOf(titles: readonly string[], body: readonly string[][]): Column[] {
  const width = Math.max(titles.length, ...[...new Set(body.map((record) => record.length))]);
  return Array.from({ length: width }, (_, at) => {
    const cells = body.map((record) => (record[at] ?? "").trim());
    const filled = cells.filter((one) => one !== "");
    return {
      at,
      title: titles[at] ?? "",
      roles: rolesOfTitle(titles[at] ?? ""),
      cells,
      filled,
      dates: filled.filter(isDate).length,
      money: filled.filter(isMoney).length,
      numbers: filled.filter((one) => (readAmount(one, ".") ?? readAmount(one, ",")) !== null).length,
      distinct: new Set(filled).size,
    };
  });
}

const mostly = (part: number, column: Column): boolean => part > 0 && part >= MOST * column.filled.length;
const rankOf = (column: Column, role: WordRole): number => column.roles.find((one) => one.role === role)?.rank ?? Infinity;
/** Columns whose titles may mean a role, the best first. */
const named = (columns: readonly Column[], role: WordRole): Column[] =>
  columns
    .filter((column) => column.roles.some((one) => one.role === role))
    .toSorted((a, b) => rankOf(a, role) - rankOf(b, role) || a.at - b.at);
const free = (roles: readonly (ColumnRole | null)[]) => (column: Column) => roles[column.at] === null;

/** Languages of the titles, most of them first. */
function languagesOf(columns: readonly Column[]): Language[] {
  const votes = new Map<Language, number>();
  for (const { roles } of columns)
    for (const language of new Set(roles.filter((one) => one.rank < 100).map((one) => one.language)))
      votes.set(language, (votes.get(language) ?? 0) + 1);
  return [...votes].toSorted((a, b) => b[1] - a[1]).map(([language]) => language);
}

/** @returns the column with the days of booking */
function takeDates(columns: readonly Column[], roles: (ColumnRole | null)[]): Column | undefined {
  const dates = columns.filter((column) => mostly(column.dates, column));
  const value = named(dates, "value").find((one) => rankOf(one, "value") <= rankOf(one, "booked"));
  const booked = named(dates, "booked").find((one) => one !== value) ?? dates.find((one) => one !== value) ?? value;
  if (booked) roles[booked.at] = "booked";
  const second = value ?? (columns.every((one) => one.title === "") ? dates.find((one) => one !== booked) : undefined);
  if (second && second !== booked) roles[second.at] = "value";
  return booked;
}

type Choice = { amount?: Column; debit?: Column; credit?: Column; side?: Column; fee?: Column; balance?: Column };

function takeAmounts(columns: readonly Column[], roles: (ColumnRole | null)[], decimal: Decimal): void {
  const hasTitles = columns.some((one) => one.title !== "");
  const numeric = columns.filter(
    (one) => roles[one.at] === null && mostly(hasTitles ? one.numbers : one.money, one) && rankOf(one, "none") === Infinity,
  );
  const of = (role: WordRole) => named(numeric, role).filter((one) => one.roles[0]!.role === role || rankOf(one, role) < 100);
  const balances = [...of("balance"), undefined];
  const fees = [undefined, ...of("fee")];
  const sides = columns.filter((one) => roles[one.at] === null && isSide(one));
  const side = sides.find((one) => rankOf(one, "side") < Infinity) ?? sides[0];
  const choices: Choice[] = [];
  const debits = of("debit");
  const credits = of("credit");
  for (const debit of debits)
    for (const credit of credits) if (debit !== credit) choices.push({ debit, credit });
  for (const amount of of("amount"))
    choices.push(...fees.map((fee) => ({ amount, ...(fee ? { fee } : {}) })), ...(side && !isSigned(amount) ? [{ amount, side }] : []));
  if (choices.length === 0)
    for (const one of numeric.filter((column) => !of("balance").includes(column) && column.roles.length === 0)) {
      choices.push({ amount: one }, ...(side && !isSigned(one) ? [{ amount: one, side }] : []));
      for (const other of numeric) if (other !== one && exclude(one, other)) choices.push({ debit: one, credit: other });
    }
  const every = hasTitles ? balances : [...numeric, undefined];
  let best: { choice: Choice; score: number } | null = null;
  for (const choice of choices)
    for (const balance of every) {
      if (balance && Object.values(choice).includes(balance)) continue;
      const chain = balance ? chainFor({ ...choice, balance }, decimal) : null;
      const proven = chain && chain.share >= MOST ? chain.share * 10 : 0;
      const filled = choice.amount ? choice.amount.filled.length : choice.debit!.filled.length + choice.credit!.filled.length;
      const score =
        proven +
        filled / Math.max(choice.amount?.cells.length ?? choice.debit!.cells.length, 1) +
        (choice.side ? 0.2 : 0) -
        (choice.fee ? 0.1 : 0) +
        (choice.debit && choice.credit && !exclude(choice.debit, choice.credit) ? -0.9 : 0) -
        (balance && proven === 0 && !hasTitles ? 1 : 0) +
        (balance && proven === 0 && hasTitles ? 0.01 : 0);
      if (!best || score > best.score) best = { choice: { ...choice, ...(balance ? { balance } : {}) }, score };
    }
  for (const [role, column] of Object.entries(best?.choice ?? {})) roles[column.at] = role as ColumnRole;
  // Beside a gross amount, a fee is told apart; otherwise it's only read if it's deducted from the amount.
  const gross = named(numeric, "gross")[0];
  if (gross) for (const role of ["gross", "fee"] as const) for (const column of named(numeric, role)) roles[column.at] ??= role;
  for (const column of named(numeric, "item")) roles[column.at] ??= "item";
}

/** Whether never both are filled with an amount. */
const exclude = (a: Column, b: Column): boolean =>
  a.cells.every((one, i) => isNothing(one) || isNothing(b.cells[i]!)) && a.filled.length < a.cells.length;
const isNothing = (text: string): boolean => text === "" || /^[-0.,]*$/.test(text);
/** Whether the amounts have signs, so that another column for them says nothing new. */
const isSigned = (column: Column): boolean => column.filled.some((one) => readAmount(one, ".")?.sign === -1 || readAmount(one, ",")?.sign === -1);
const isSide = (column: Column): boolean => {
  const words = [...new Set(column.filled.map((one) => (/^[-+]$/.test(one) ? one : folded(one))))];
  return words.length > 0 && words.length <= 2 && words.every((one) => SIDES.has(one) || /^[-+]$/.test(one));
};

/** The amounts that a choice makes of the rows, and how many of its balances they lead to. */
function chainFor({ amount, debit, credit, side, fee, balance }: Choice, decimal: Decimal): BalanceChain {
  const minor = (column: Column | undefined, i: number): number | null => {
    const found = column ? readAmount(column.cells[i]!, decimal) : null;
    return found ? minorOf(found, 3) : null;
  };
  const rows = balance!.cells.map((_, i) => {
    const paid = minor(debit, i);
    const got = minor(credit, i);
    const single = minor(amount, i);
    const sign = side ? (SIDES.get(folded(side.cells[i]!)) ?? (side.cells[i] === "-" ? -1 : 1)) : 1;
    const moved = amount ? (single === null ? null : single * sign - Math.abs(minor(fee, i) ?? 0)) : paid === null && got === null ? null : (got ?? 0) - Math.abs(paid ?? 0);
    return { amount: moved, balance: minor(balance, i) };
  });
  return chainOf(rows);
}

/** Own account, currency, parties, status: facts that titles name. */
function takeFacts(columns: readonly Column[], roles: (ColumnRole | null)[]): void {
  const left = () => columns.filter(free(roles)).filter((one) => one.filled.length > 0);
  const isConstant = (one: Column) => one.distinct === 1 && one.filled.length === one.cells.length;
  const isNumber = (one: Column) => one.filled.some((value) => /\d{3}/.test(value));
  const accounts = left().filter((one) => isNumber(one) || rankOf(one, "account") < 100);
  const account =
    named(accounts, "account").find((one) => rankOf(one, "counterAccount") > rankOf(one, "account") && (isConstant(one) || one.distinct * 4 <= one.filled.length)) ??
    accounts.find((one) => isConstant(one) && one.cells.length > 1 && (folded(one.title) === "iban" || rankOf(one, "account") < Infinity || one.title === "") && /\d{5}/.test(one.filled[0]!));
  // An IBAN is the better of two columns for the account.
  const iban = account && accounts.find((one) => isConstant(one) && /^[A-Z]{2}\d{2}/.test(one.filled[0]!) && (rankOf(one, "account") < Infinity || rankOf(one, "counterAccount") < Infinity));
  if (account) roles[(iban ?? account).at] = "account";
  for (const one of named(left(), "branch")) if (isConstant(one) || one.distinct * 4 <= one.filled.length) roles[one.at] = "branch";
  const currencies = left().filter((one) => one.filled.every((value) => CURRENCY_CODES.has(value.toUpperCase())));
  const currency =
    named(currencies, "currency")[0] ?? currencies.find((one) => one.roles.length === 0) ?? named(currencies, "foreignCurrency").find(isConstant) ?? currencies.find((one) => rankOf(one, "none") === Infinity && isConstant(one));
  if (currency) roles[currency.at] = "currency";
  for (const role of ["status", "returned"] as const)
    for (const one of named(left(), role)) if (one.roles[0]!.role === role) roles[one.at] = role;
  const isName = (one: Column) => one.filled.filter((value) => /\p{L}{2}/u.test(value) && !/^[A-Z]{2}\d{2}[A-Z0-9 ]{10,}$/.test(value)).length > one.filled.length / 2;
  for (const role of ["payer", "payee"] as const) {
    const one = named(left().filter(isName), role).find((column) => column.roles[0]!.role === role);
    if (one) roles[one.at] = role;
  }
  if (roles.includes("payer") !== roles.includes("payee")) for (const [i, role] of roles.entries()) if (role === "payer" || role === "payee") roles[i] = "party";
  if (!roles.includes("payer") && !roles.includes("party")) {
    const party = named(left().filter(isName), "party")[0];
    if (party) roles[party.at] = "party";
  }
}

const REFERENCES = ["structured", "endToEnd", "customer", "own"] as const;

/** References are ids. What the bank calls one but has blanks is a text, and what has no digits is a code. */
function takeReferences(columns: readonly Column[], roles: (ColumnRole | null)[]): void {
  for (const column of columns.filter(free(roles))) {
    const role = REFERENCES.find((one) => column.roles[0]?.role === one);
    if (!role || column.filled.length === 0 || isNumbered(columns, column)) continue;
    const some = (test: RegExp) => column.filled.filter((value) => test.test(value)).length / column.filled.length;
    if (some(/\S\s+\S/) > 0.5 && role !== "structured") roles[column.at] = "text";
    else if (some(/\d/) >= 0.5 && (column.distinct > 1 || column.filled.length < 3)) roles[column.at] = role;
  }
}

const stem = (title: string): string => folded(title).replace(/ ?\d{1,2}$/, "");
/** Whether it's one of several columns that only a number tells apart: a text in pieces. */
const isNumbered = (columns: readonly Column[], column: Column): boolean =>
  /\d$/.test(column.title) && columns.some((one) => one !== column && /\d$/.test(one.title) && stem(one.title) === stem(column.title));

function takeTexts(columns: readonly Column[], roles: (ColumnRole | null)[]): void {
  const left = columns.filter(free(roles)).filter((one) => one.filled.length > 0 && !mostly(one.dates, one) && !isSide(one));
  const isText = (one: Column) => one.roles[0]?.role === "text" || one.roles[0]?.role === "name";
  const texts = left.filter((one) => isText(one) || (REFERENCES.some((role) => one.roles[0]?.role === role) && isNumbered(columns, one)));
  const statement = texts.find((one) => one.title !== "" && /\b(?:bank|statement) description\b/i.test(one.title));
  if (statement && !roles.includes("party")) {
    const name = texts.find((one) => one !== statement && rankOf(one, "name") < Infinity);
    if (name) {
      roles[name.at] = "party";
      texts.splice(texts.indexOf(name), 1);
    }
  }
  for (const one of texts) roles[one.at] = "text";
  if (roles.includes("text")) return;
  const kinds = left.filter((one) => one.roles[0]?.role === "kind" && roles[one.at] === null);
  const long = (one: Column) => one.filled.reduce((sum, value) => sum + value.length, 0) / one.filled.length;
  const others = left.filter((one) => one.roles.length === 0 && !mostly(one.numbers, one) && /\p{L}/u.test(one.filled.join(" ")) && one.distinct > 1);
  const best = kinds.length > 0 ? kinds : others.filter((one) => long(one) >= 6);
  for (const one of best.length > 0 ? best : others) roles[one.at] = "text";
  // A file without words for its text may use its parties' names.
  if (!roles.includes("text")) for (const [i, role] of roles.entries()) if (role === "party") roles[i] = "text";
}

function currencyOf(
  columns: readonly Column[],
  roles: readonly (ColumnRole | null)[],
  records: readonly string[][],
  of: { languages: Language[]; dateOrder: DateOrder; hasTitles: boolean; account: string },
): string {
  const above = factsOf(records.slice(0, headerAt(records) < 0 ? 0 : headerAt(records)), []);
  const money = columns.filter((one) => ["amount", "debit", "credit", "balance"].includes(roles[one.at] ?? ""));
  const inTitle = money.map((one) => currencyInTitle(one.title)).find((one) => one !== null);
  if (inTitle ?? above.currency) return (inTitle ?? above.currency)!;
  for (const column of money)
    for (const text of column.filled.slice(0, 50)) {
      const found = (readAmount(text, ".") ?? readAmount(text, ","))?.currency;
      if (found) return found;
    }
  const codes = columns.map((one) => currencyInTitle(one.title)).find((one) => one !== null);
  if (codes) return codes;
  const account = columns.find((one) => roles[one.at] === "account" || roles[one.at] === "branch")?.filled[0] ?? of.account;
  return currencyByAccount(account, records) ?? currencyByLanguage(of) ?? "";
}

/** Whether a row's first date can be read, so that it is a line. */
export const bookedDay = (record: readonly string[], layout: CsvLayout): string | null =>
  readDay((record[layout.roles.indexOf("booked")] ?? "").trim(), layout.dateOrder);

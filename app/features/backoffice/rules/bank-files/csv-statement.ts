/** Reads statements in CSV by their layout. */
import type { BatchItem, Given, Statement, StatementLine } from "../reconciliation/bank-statement.ts";
import { signOf } from "./csv-amounts.ts";
import { type BalanceRow, chainOf } from "./csv-balances.ts";
import { type FileFacts, factsOf } from "./csv-facts.ts";
import { currencyOfAccount } from "./csv-currency.ts";
import { guessLayout } from "./csv-guess.ts";
import { type CsvLayout, findTitles, firstRecords, headerAt, recordsOf } from "./csv-layout.ts";
import { isUnbooked } from "./csv-words.ts";
import { digitsOf } from "#app/platform/rules/core/money.ts";
import { CURRENCY_CODES } from "./currencies.ts";
import { readDay } from "./file-dates.ts";
import { minorOf, readEither } from "./file-amounts.ts";
import { labelledParts } from "./labelled-text.ts";
import { folded } from "./folded.ts";
import { saysReturned } from "./return-words.ts";
import {
  bothBalances,
  broken,
  checkLength,
  dayAt,
  firstReference,
  looksLikeIban,
  periodOf,
  sameAccount,
  short,
} from "./statement-fields.ts";
import type { ColumnRole } from "./layout-choices.ts";

const ADVICE = "Choose its columns, or download the statement again as CAMT.053 (XML), MT940, or OFX.";

/**
 * Reads by the layout that is given, or that was remembered for the account, or else by a guess.
 * @throws invalid with the reason
 */
export function readCsvStatements(text: string, given: Given): Statement[] {
  if (given.layout) return readByLayout(text, given.layout, given);
  const known = rememberedLayout(text, given);
  return known?.statements ?? readByLayout(text, known?.layout ?? guessLayout(text, given.account, given.known), given);
}

/**
 * The layout that was chosen before for the account of a file, and that has its columns, with the statements if they
 * were read by it to find the account. Undefined without one.
 */
export function rememberedLayout(
  text: string,
  { account = "", remembered = [] }: Given,
): { layout: CsvLayout; statements?: Statement[] } | undefined {
  const fitting = remembered.filter(({ layout }) => fits(text, layout));
  const of = (name: string) => fitting.find((one) => name !== "" && sameAccount(one.account, name));
  const [first] = fitting;
  if (!first || account !== "") return of(account);
  // By any layout with these columns, the account is where it is.
  const statements = readByLayout(text, first.layout, {});
  const known = statements.map((one) => of(one.account)).find((one) => one !== undefined);
  return known === first ? { layout: first.layout, statements } : known;
}

/** Whether a file has the columns of a layout. */
export function fits(text: string, { separator, titles }: CsvLayout): boolean {
  const records = firstRecords(text, separator, 20_000);
  return titles.length > 0 ? findTitles(records, titles) >= 0 : headerAt(records) < 0;
}

function readByLayout(text: string, layout: CsvLayout, given: Given): Statement[] {
  const records = recordsOf(text, layout.separator);
  const { roles } = layout;
  if (!roles.includes("booked")) throw broken("We couldn't find a column of dates in this CSV file.", ADVICE);
  if (!roles.includes("amount") && !roles.includes("debit") && !roles.includes("credit"))
    throw broken("We couldn't find a column of amounts in this CSV file.", ADVICE);
  const start = findTitles(records, layout.titles) + 1;
  if (start === 0 && layout.titles.length > 0)
    throw broken("The columns of this CSV file aren't the ones that were chosen for its account.", ADVICE);
  if (records.length === start) throw broken("This CSV file has no lines.");
  const reader = new RowReader(layout, cutWidth(records.slice(start), layout));
  const groups = new Map<string, Group>();
  const outside: string[][] = records.slice(0, start);
  let last: Row | null = null;
  for (const [i, record] of records.slice(start).entries()) {
    const row = reader.read(record, `Row ${start + i + 1}`);
    if (row === "outside") outside.push(record);
    if (typeof row === "string") continue;
    if ("details" in row) {
      last?.line?.items.push(row);
      continue;
    }
    if (row.item) last?.line?.items.push(row.item);
    const key = `${row.account}\n${row.currency}`;
    const group = groups.get(key) ?? { account: row.account, currency: row.currency, rows: [] };
    groups.set(key, group);
    group.rows.push(row);
    if (row.line) last = row;
  }
  const facts = factsOf(outside, layout.titles);
  const statements = [...groups.values()]
    .filter((group) => group.rows.some((row) => row.line))
    .map((group) => statementOf(group, facts, given));
  if (statements.length === 0) throw broken("This CSV file has no lines with a date and an amount.");
  return statements;
}

type Group = { account: string; currency: string; rows: Row[] };
type Amounts = { amountMinor: number; grossMinor?: number; feeMinor?: number };
/** A row with a date. `line` is null for one that moves no money. Amounts are in the currency's minor units. */
type Row = {
  account: string;
  currency: string;
  line: StatementLine | null;
  item: BatchItem | null;
  balance: BalanceRow;
};

class RowReader {
  private readonly byRole: ReadonlyMap<ColumnRole | null | undefined, number[]>;
  private readonly layout: CsvLayout;
  private readonly cut: number | null;

  constructor(layout: CsvLayout, cut: number | null) {
    this.layout = layout;
    this.cut = cut;
    this.byRole = Map.groupBy(layout.roles.keys(), (i) => layout.roles[i]);
  }

  private columns(role: ColumnRole): readonly number[] {
    return this.byRole.get(role) ?? [];
  }

  /** Where the first column of a role is, or -1. */
  private at(role: ColumnRole): number {
    return this.columns(role)[0] ?? -1;
  }

  /**
   * A row, or a payment of the batch above it if it has no date.
   * @returns "outside" for a row that isn't of the table, "skip" for one whose money hasn't moved
   */
  read(record: readonly string[], where: string): Row | BatchItem | "outside" | "skip" {
    const of = (role: ColumnRole): string => this.cell(record, role);
    const booked = of("booked");
    const day = readDay(booked, this.layout.dateOrder);
    if (day === null) {
      if (
        /\d/.test(booked) &&
        /[1-9]/.test(of("amount")) &&
        record.length >= this.layout.titles.length &&
        this.amounts(record, "USD") !== null
      )
        throw broken(`${where} needs a date like 2026-11-30, not “${booked.slice(0, 30)}”.`);
      const item = booked === "" ? this.item(record, this.layout.currency) : null;
      return item ?? "outside";
    }
    const status = of("status");
    if (!this.layout.mirrored && isUnbooked(status)) return "skip";
    const code = of("currency").toUpperCase();
    const currency = CURRENCY_CODES.has(code) ? code : this.layout.currency;
    const amounts = this.amounts(record, currency);
    const written = [of("amount"), of("debit"), of("credit")].find((one) => /[1-9]/.test(one));
    if (amounts === null && written !== undefined)
      throw broken(`${where} needs an amount like 12.34, not “${written.slice(0, 30)}”.`);
    const balance = this.minor(record, "balance", currency);
    const account = [of("branch"), of("account")]
      .map((one) => one.replace(/^'/, ""))
      .filter((one) => one !== "")
      .join(" ");
    const found = { account, currency, balance: { amount: amounts?.amountMinor ?? null, balance } };
    if (amounts === null || amounts.amountMinor === 0)
      return { ...found, line: null, item: amounts === null ? this.item(record, currency) : null };
    return { ...found, line: this.line(record, day, amounts), item: null };
  }

  /** All columns of a role, as they're written. */
  private all(record: readonly string[], role: ColumnRole): string[] {
    return this.columns(role).map((at) => record[at] ?? "");
  }

  /** The first column of a role, trimmed. "" without one. */
  private cell(record: readonly string[], role: ColumnRole): string {
    return record[this.at(role)]?.trim() ?? "";
  }

  private minor(record: readonly string[], role: ColumnRole, currency: string): number | null {
    const amount = readEither(this.cell(record, role), this.layout.decimal);
    return amount && minorOf(amount, digitsOf(currency));
  }

  /** What a row moves. Null without an amount. */
  private amounts(record: readonly string[], currency: string): Amounts | null {
    const minor = (role: ColumnRole) => this.minor(record, role, currency);
    const [single, out, come] = [minor("amount"), minor("debit"), minor("credit")];
    const [fee, gross] = [minor("fee"), minor("gross")];
    let amountMinor: number;
    if (single !== null) {
      // Beside a gross amount, the fee is deducted already.
      const deducted = this.at("gross") < 0 ? Math.abs(fee ?? 0) : 0;
      amountMinor = signOf(record[this.at("side")]?.trim()) * single - deducted;
    } else if (out !== null || come !== null) amountMinor = (come ?? 0) - Math.abs(out ?? 0);
    else return null;
    if (this.layout.mirrored) amountMinor = -amountMinor;
    return {
      amountMinor: amountMinor || 0,
      ...(gross === null ? {} : { grossMinor: gross }),
      ...(fee === null ? {} : { feeMinor: fee }),
    };
  }

  /** A payment of the batch in a row above: it has an amount of its own, and no column of what is booked. */
  private item(record: readonly string[], currency: string): BatchItem | null {
    const amountMinor = this.minor(record, "item", currency);
    if (!amountMinor) return null;
    const [first = "", ...rest] = this.all(record, "text")
      .map(short)
      .filter((one) => one !== "");
    const party = short(this.cell(record, "party"));
    const others = party ? [first, ...rest] : rest;
    return {
      amountMinor,
      counterparty: party || first,
      details: others.join(" "),
      reference: others.find((one) => /\d/.test(one) && !one.includes(" ")) ?? "",
    };
  }

  private line(record: readonly string[], day: string, amounts: Amounts): StatementLine {
    const of = (role: ColumnRole): string => short(this.cell(record, role));
    const parts = this.all(record, "text");
    const details = short(parts.join(" "));
    const labels = labelledParts(details);
    const value = readDay(of("value") || (labels.get("value") ?? ""), this.layout.dateOrder);
    const own = firstReference(...this.all(record, "own"));
    const references = (["structured", "endToEnd", "customer"] as const).flatMap((role) => this.all(record, role));
    const labelled = labels.get("reference") ?? "";
    const status = of("status");
    return {
      bookedAt: dayAt(day),
      valueAt: value === null ? null : dayAt(value),
      ...amounts,
      counterparty: this.counterparty(record, amounts.amountMinor, parts, details, labels),
      details,
      reference: firstReference(...references, labelled.includes(" ") ? "" : labelled, own),
      bankReference: own,
      isReturn: saysReturned(details) || of("returned") !== "" || (this.layout.mirrored && isUnbooked(status)),
      isReversal: false,
      items: [],
      ...(this.layout.mirrored && status !== "" ? { status } : {}),
    };
  }

  private counterparty(
    record: readonly string[],
    amountMinor: number,
    parts: readonly string[],
    details: string,
    labels: ReadonlyMap<string, string>,
  ): string {
    const of = (role: ColumnRole): string => short(this.cell(record, role));
    const byFlow = amountMinor > 0 ? of("payer") || of("payee") : of("payee") || of("payer");
    const name = of("party") || byFlow;
    if (labels.has("name")) return name || labels.get("name")!;
    // A bank without a name for a line repeats the line's text instead.
    const said = labels.get("description") ?? details;
    const isText = [said, ...parts].some((one) => folded(one) === folded(name));
    if (name !== "") return isText || (labels.has("description") && said.startsWith(name)) ? "" : name;
    const [first = "", next = ""] = parts;
    if (this.cut === null || next.trim() === "") return "";
    const goesOn = first.length === this.cut && !/^\p{Lu}/u.test(next);
    return goesOn ? "" : short(first);
  }
}

/**
 * At which length a bank cuts its text into columns. Null if it doesn't, or if the first column is always such a piece
 * and never a name.
 */
function cutWidth(body: readonly string[][], { roles, titles }: CsvLayout): number | null {
  const texts = [...roles.keys()].filter((i) => roles[i] === "text");
  const isFamily = texts.length > 1 && texts.every((i) => /\d$/.test(titles[i] ?? ""));
  if (!isFamily || roles.some((role) => role === "party" || role === "payer" || role === "payee")) return null;
  const pieces = body.flatMap((record) =>
    texts
      .slice(0, -1)
      .filter((at, i) => (record[texts[i + 1]!] ?? "").trim() !== "")
      .map((at) => ({ at, length: (record[at] ?? "").length })),
  );
  const [width, same] = [...Map.groupBy(pieces, (one) => one.length)].toSorted(
    (a, b) => b[1].length - a[1].length,
  )[0] ?? [0, []];
  if (same.length < 3 || same.length * 4 < pieces.length) return null;
  const firsts = pieces.filter((one) => one.at === texts[0]);
  return firsts.filter((one) => one.length === width).length >= 0.8 * firsts.length ? null : width;
}

/** An account's name from a column. What a person says counts more than one without a number ("Main"). */
const ownOf = (account: string, given: Given): string => (given.account && !/\d/.test(account) ? "" : account);

function statementOf(group: Group, facts: FileFacts, given: Given): Statement {
  const lines = group.rows.map((row) => row.line).filter((line) => line !== null);
  checkLength(lines.length);
  const account = looksLikeIban(group.account)
    ? group.account.replaceAll(" ", "")
    : ownOf(group.account, given) || facts.account;
  const currency = group.currency || (facts.currency ?? currencyOfAccount(given.account ?? "") ?? "");
  if (!/^[A-Z]{3}$/.test(currency)) throw broken("This CSV file doesn't say in which currency it is.", ADVICE);
  const chain = chainOf(group.rows.map((row) => row.balance));
  const isProven =
    chain.opening !== null &&
    (chain.share === 1 || group.rows.filter((row) => row.balance.balance !== null).length === 1);
  const { opening, closing } = facts.balances(
    currency,
    lines.reduce((sum, line) => sum + line.amountMinor, 0),
  );
  return {
    format: "csv",
    account: short(account),
    currency,
    reference: "",
    ...periodOf(lines)!,
    ...(isProven
      ? { openingMinor: chain.opening, closingMinor: chain.closing }
      : bothBalances(opening, closing, lines)),
    lines,
  };
}

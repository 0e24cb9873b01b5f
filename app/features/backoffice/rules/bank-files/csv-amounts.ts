/** Finds the columns of amounts and balances: by their titles, and by which amounts lead from one balance to the next. */
import { type BalanceChain, chainOf } from "./csv-balances.ts";
import { type Column, MOST, type Roles, isSide, means, mostly, named, rankOf } from "./csv-columns.ts";
import { SIDES, type WordRole } from "./csv-words.ts";
import { type Decimal, minorOf, readEither } from "./file-amounts.ts";
import { folded } from "./folded.ts";
import type { ColumnRole } from "./layout-choices.ts";

type Choice = { amount?: Column; debit?: Column; credit?: Column; side?: Column; fee?: Column; balance?: Column };

/** How many columns of a kind are tried: all pairs of them are, with each column of balances. */
const MOST_CHOICES = 12;

/** Gives the columns of amounts their roles. */
export function takeAmounts(columns: readonly Column[], roles: Roles, decimal: Decimal): void {
  const hasTitles = columns.some((one) => one.title !== "");
  const numeric = columns.filter(
    (one) => roles[one.at] === null && mostly(hasTitles ? one.numbers : one.money, one) && !means(one, "none"),
  );
  const of = (role: WordRole) =>
    named(numeric, role)
      .filter((one) => one.roles[0]!.role === role || rankOf(one, role) < 100)
      .slice(0, MOST_CHOICES);
  const sides = columns.filter((one) => roles[one.at] === null && isSide(one));
  const side = sides.find((one) => means(one, "side")) ?? sides[0];
  const balances = hasTitles ? of("balance") : numeric.slice(0, MOST_CHOICES);
  const untitled = numeric.filter((one) => one.roles.length === 0).slice(0, MOST_CHOICES);
  const byTitle = titledChoices(of, side);
  const choices = byTitle.length > 0 ? byTitle : untitledChoices(untitled, side);
  const minors: Minors = new Map(numeric.map((one) => [one, one.cells.map((text) => minorIn(text, decimal))]));
  let best: { choice: Choice; score: number } | null = null;
  for (const choice of choices) {
    const alone = scoreOf(choice);
    for (const balance of [...balances, undefined]) {
      if (balance && Object.values(choice).includes(balance)) continue;
      const score = alone + (balance ? proofOf(choice, minors, balance, hasTitles) : 0);
      if (!best || score > best.score) best = { choice: balance ? { ...choice, balance } : choice, score };
    }
  }
  for (const [role, column] of Object.entries(best?.choice ?? {})) roles[column.at] = role as ColumnRole;
  // Beside a gross amount, a fee is told apart; otherwise it's only read if it's deducted from the amount.
  if (named(numeric, "gross").length > 0)
    for (const role of ["gross", "fee"] as const) for (const one of named(numeric, role)) roles[one.at] ??= role;
  for (const one of named(numeric, "item")) roles[one.at] ??= "item";
}

function titledChoices(of: (role: WordRole) => Column[], side: Column | undefined): Choice[] {
  const choices: Choice[] = [];
  for (const debit of of("debit"))
    for (const credit of of("credit")) if (debit !== credit) choices.push({ debit, credit });
  for (const amount of of("amount")) {
    choices.push({ amount }, ...of("fee").map((fee) => ({ amount, fee })));
    if (side && !isSigned(amount)) choices.push({ amount, side });
  }
  return choices;
}

function untitledChoices(numeric: readonly Column[], side: Column | undefined): Choice[] {
  const choices: Choice[] = [];
  for (const one of numeric) {
    choices.push({ amount: one });
    if (side && !isSigned(one)) choices.push({ amount: one, side });
    for (const other of numeric) if (other !== one && exclude(one, other)) choices.push({ debit: one, credit: other });
  }
  return choices;
}

/** The better the choice, the higher: the more rows have an amount. */
function scoreOf({ amount, debit, credit, side, fee }: Choice): number {
  const columns = [amount, debit, credit].filter((one) => one !== undefined);
  const filled = columns.reduce((sum, one) => sum + one.filled.filter((text) => !isNothing(text)).length, 0);
  let score = filled / Math.max(columns[0]!.cells.length, 1);
  if (side) score += 0.2;
  if (fee) score -= 0.1;
  if (debit && credit && !exclude(debit, credit)) score -= 0.9;
  return score;
}

/** What a column of balances adds to a choice's score: most of it, if the amounts lead from each to the next. */
function proofOf(choice: Choice, minors: Minors, balance: Column, hasTitles: boolean): number {
  const { share } = chainFor(choice, minors, balance);
  if (share >= MOST) return share * 10;
  return hasTitles ? 0.01 : -1;
}

/** Whether never both are filled with an amount. */
const exclude = (a: Column, b: Column): boolean =>
  a.cells.every((one, i) => isNothing(one) || isNothing(b.cells[i]!)) && !a.cells.every((one) => !isNothing(one));
const isNothing = (text: string): boolean => /^[-0.,]*$/.test(text);
/** Whether the amounts have signs, so that another column for them says nothing new. */
const isSigned = (column: Column): boolean => column.filled.some((one) => readEither(one, ".")?.sign === -1);

/** What each cell of a column is as an amount, in thousandths of any currency. */
type Minors = ReadonlyMap<Column, readonly (number | null)[]>;

function minorIn(text: string, decimal: Decimal): number | null {
  const found = readEither(text, decimal);
  return found && minorOf(found, 3);
}

/** The amounts that a choice makes of the rows, and how many of the balances they lead to. */
function chainFor({ amount, debit, credit, side, fee }: Choice, minors: Minors, balance: Column): BalanceChain {
  const minor = (column: Column | undefined, i: number): number | null => (column && minors.get(column)?.[i]) ?? null;
  const signed = (i: number): number | null => {
    const single = minor(amount, i);
    if (single === null) return null;
    return single * signOf(side?.cells[i]) - Math.abs(minor(fee, i) ?? 0);
  };
  const paired = (i: number): number | null => {
    const [out, come] = [minor(debit, i), minor(credit, i)];
    return out === null && come === null ? null : (come ?? 0) - Math.abs(out ?? 0);
  };
  return chainOf(balance.cells.map((_, i) => ({ amount: amount ? signed(i) : paired(i), balance: minor(balance, i) })));
}

/** What a cell for debit or credit makes of an amount: 1 without one. */
export const signOf = (side: string | undefined): 1 | -1 =>
  side === undefined ? 1 : (SIDES.get(folded(side)) ?? (side === "-" ? -1 : 1));

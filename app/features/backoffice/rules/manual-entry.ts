/** Journal entries that people book: accruals, corrections, and whatever else no order, payout, or bank statement books. */
import { ACCOUNTS, BY_HAND, type Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { RECIPIENT_TAX_ACCOUNTS } from "#app/features/payments/rules/ledger/recipient-tax.ts";
import { isDay } from "#app/platform/rules/core/day.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { moneyTyped } from "#app/platform/rules/text/typed-money.ts";

/** Waiting for a second person, in the journal, refused by the second person, or taken back by the first. */
export const MANUAL_ENTRY_STATES = ["waiting", "booked", "declined", "withdrawn"] as const;
export type ManualEntryState = (typeof MANUAL_ENTRY_STATES)[number];
export const MANUAL_ENTRY_WORDS: Readonly<Record<ManualEntryState, string>> = {
  waiting: "Waiting for a second person",
  booked: "Booked",
  declined: "Declined",
  withdrawn: "Taken back",
};

export const MANUAL_ENTRY_BOUNDS = { lines: 20, mostMinor: 10_000_000_000 } as const;

/** A line in minor units: debits above zero, credits below. */
export type ManualLine = { account: Account; party?: string; amountMinor: number };

/** The sum of an entry's debits, which is also the sum of its credits. In minor units. */
export const entrySum = (lines: readonly ManualLine[]): number =>
  lines.reduce((sum, line) => sum + Math.max(0, line.amountMinor), 0);

/** Tax that's owed as a recipient, and what it's set off against. */
const SET_OFF: readonly Account[] = [...RECIPIENT_TAX_ACCOUNTS, "input_tax"];

/** Why an entry can't have these lines, as a sentence, or null if it can. */
export function linesFault(lines: readonly ManualLine[]): string | null {
  if (lines.length < 2) return "Enter at least two lines: a debit and a credit.";
  const { lines: most, mostMinor } = MANUAL_ENTRY_BOUNDS;
  if (lines.length > most) return `Enter at most ${most} lines.`;
  const has = (name: Account) => lines.some(({ account }) => account === name);
  const other = lines.find(({ account }) => !BY_HAND.includes(account));
  if (other) return `${ACCOUNTS[other.account].label} can't be changed by hand.`;
  // A return declares the costs of an entry with the tax that's owed on them.
  if (RECIPIENT_TAX_ACCOUNTS.every((name) => has(name)) && lines.some(({ account }) => !SET_OFF.includes(account)))
    return "Enter invoices from the EU and from elsewhere as two entries.";
  if (lines.some(({ amountMinor }) => !Number.isSafeInteger(amountMinor) || amountMinor === 0))
    return "Enter a debit or a credit for each line, such as 120.00.";
  if (entrySum(lines) > mostMinor) return `Enter at most ${formatMoney(mostMinor, CURRENCY)}.`;
  const offMinor = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  if (offMinor === 0) return null;
  return `Debits are ${formatMoney(Math.abs(offMinor), CURRENCY)} ${offMinor > 0 ? "above" : "below"} credits. They have to be equal.`;
}

/**
 * Why an entry can't have this date, as a sentence, or null if it can.
 * @param day "2026-11-28", in UTC
 * @param closedUntil the first day that isn't in a closed month, or null if none is closed
 */
export function dayFault(day: string, { today, openFrom }: { today: string; openFrom: string | null }): string | null {
  if (!isDay(day)) return "Choose a date.";
  if (day > today) return "Choose today or a day before it.";
  return openFrom !== null && day < openFrom
    ? `The month of this day is closed. Choose a day from ${openFrom} on.`
    : null;
}

/**
 * Why an entry can't be taken back on this day, as a sentence, or null if it can.
 * @param takeBackOn "" if it stays
 */
export function takeBackFault(takeBackOn: string, day: string): string | null {
  if (takeBackOn === "") return null;
  if (!isDay(takeBackOn)) return "Choose a date, or leave it empty.";
  return takeBackOn <= day ? "Choose a day after the entry's date." : null;
}

type Template = {
  code: string;
  label: string;
  /** When to use it, as a sentence. */
  what: string;
  debit: Account | null;
  credit: Account | null;
  /** A second debit, if there's one. */
  andDebit?: Account;
  /** A second credit, if there's one. */
  andCredit?: Account;
  /** Whether it's usually taken back on the first day of the next month. */
  isTakenBack?: true;
};

/** What entries by hand are usually for. */
export const TEMPLATES = [
  {
    code: "accrual",
    label: "Accrued cost",
    what: "A cost of this month whose invoice hasn't come yet. It's taken back on the first of the next month, when the invoice is paid.",
    debit: "other_costs",
    credit: "accrued_costs",
    isTakenBack: true,
  },
  {
    code: "invoice",
    label: "Invoice with input tax",
    what: "An invoice whose VAT the tax office at home gives back. The tax is taken off the return of the entry's day. When the invoice is paid, assign its bank line to “Accrued costs”.",
    debit: "other_costs",
    andDebit: "input_tax",
    credit: "accrued_costs",
  },
  {
    code: "invoice-abroad",
    label: "Invoice from abroad",
    what: "An invoice of a supplier abroad who charges no VAT (reverse charge). You owe the VAT of your country on it, and get it back with the same return: enter it as a debit of “Input tax” and a credit of “Tax owed as recipient”. When the invoice is paid, assign its bank line to “Accrued costs”.",
    debit: "other_costs",
    andDebit: "input_tax",
    credit: "accrued_costs",
    andCredit: "reverse_charge",
  },
  {
    code: "invoice-eu",
    label: "Invoice from the EU",
    what: "For a company in the EU: the same with a supplier in another EU country, whose services the return has on a line of their own. Credit the VAT to “Tax owed as recipient, EU”.",
    debit: "other_costs",
    andDebit: "input_tax",
    credit: "accrued_costs",
    andCredit: "reverse_charge_eu",
  },
  {
    code: "prepayment",
    label: "Prepaid cost",
    what: "A cost that's paid already and belongs to a later month. It's taken back when that month begins.",
    debit: "prepaid_costs",
    credit: "other_costs",
    isTakenBack: true,
  },
  {
    code: "owners",
    label: "Cost paid by the owners",
    what: "Something for the company that an owner paid with their own money. What they pay into the bank account comes with its bank line.",
    debit: "other_costs",
    credit: "equity",
  },
  {
    code: "tax",
    label: "Input tax set off",
    what: "Input tax that a tax return sets against the tax we owe. What's paid to the tax office comes with its bank line.",
    debit: "tax_payable",
    credit: "input_tax",
  },
  {
    code: "tax-payment",
    label: "Tax paid by the owners",
    what: "Tax that an owner paid to a tax office with their own money. What's paid from the bank account comes with its bank line.",
    debit: "tax_payable",
    credit: "equity",
  },
  {
    code: "correction",
    label: "Something else",
    what: "Any other entry on the accounts that can be booked by hand.",
    debit: null,
    credit: null,
  },
] as const satisfies readonly Template[];

/** A template by its code. @param code untrusted */
export const templateOf = (code: string | null): Template =>
  TEMPLATES.find((one) => one.code === code) ?? TEMPLATES.at(-1)!;

/**
 * The lines as they're typed, without empty ones. An amount that can't be read, or a line with both a debit and a
 * credit, is NaN, which `linesFault` refuses.
 * @param text a field of the form: "account-1", "debit-1", "credit-1", and so on
 */
export function linesTyped(text: (field: string) => string): { account: string; amountMinor: number }[] {
  const lines: { account: string; amountMinor: number }[] = [];
  for (let n = 1; n <= MANUAL_ENTRY_BOUNDS.lines; n++) {
    const [debit, credit] = [text(`debit-${n}`).trim(), text(`credit-${n}`).trim()];
    if (debit === "" && credit === "") continue;
    const cents = debit !== "" && credit !== "" ? null : moneyTyped(debit || credit, CURRENCY);
    lines.push({
      account: text(`account-${n}`),
      amountMinor: cents === null ? Number.NaN : debit !== "" ? cents : 0 - cents,
    });
  }
  return lines;
}

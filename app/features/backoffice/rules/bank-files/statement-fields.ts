/** The fields of a bank statement's lines, as files write them. */
import { isDay } from "#app/platform/rules/core/day.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { ibanOf } from "#app/platform/rules/core/iban.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { StatementLine } from "../reconciliation/bank-statement.ts";
import { digitsOf } from "#app/platform/rules/core/money.ts";

import { minorOf, readAmount } from "./file-amounts.ts";

export const STATEMENT_LIMITS = { bytes: 24_000_000, lines: 50_000, text: 1_000 } as const;

const ADVICE = "Download the statement from your bank again, as CAMT.053 (XML), MT940, OFX, or CSV.";
const SHORTER = "Export a shorter period.";
/** A file that can't be read, with what to do. */
export const broken = (what: string, how = ADVICE) => invalid("statement", what, how);
export const TOO_LONG = broken("This file takes too long to read.", SHORTER);
/** A text without line breaks, cut to what is kept. */
export const short = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, STATEMENT_LIMITS.text);

/** "-12.5" or "-12,5" in minor units of a currency. @throws invalid */
export function amountOf(text: string, currency: string, where: string): number {
  const plain = text.trim().replace(",", ".");
  const found = /^[+-]?\d{1,13}\.?\d{0,5}$/.test(plain) ? readAmount(plain.replace(/\.$/, ""), ".") : null;
  const minor = found ? minorOf(found, digitsOf(currency)) : null;
  if (minor === null) throw broken(`${where} needs an amount like 12.34, not “${text.trim().slice(0, 30)}”.`);
  return minor;
}

/** Midnight of "2026-11-30". */
export const dayAt = (day: string): Date => new Date(`${day}T00:00:00Z`);
/** The end of the day that begins then. */
export const endOf = (day: Date): Date => after(day, DAY - 1);

/** Midnight of a day written as 2026-11-30, with or without a time. @throws invalid */
export function dateOf(text: string, where: string): Date {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(text.trim())?.[1];
  if (!day || !isDay(day)) throw broken(`${where} needs a date like 2026-11-30, not “${text.trim().slice(0, 30)}”.`);
  return dayAt(day);
}

/** The days that lines are from, up to the end of the last one. Null without lines. */
export function periodOf(lines: readonly StatementLine[]): { fromAt: Date; toAt: Date } | null {
  if (lines.length === 0) return null;
  const days = lines.map((line) => line.bookedAt.getTime());
  return {
    fromAt: new Date(days.reduce((a, b) => Math.min(a, b))),
    toAt: endOf(new Date(days.reduce((a, b) => Math.max(a, b)))),
  };
}

/** Both balances if one is known: the lines lead from one to the other. */
export function bothBalances(
  opening: number | null,
  closing: number | null,
  lines: readonly StatementLine[],
): { openingMinor: number | null; closingMinor: number | null } {
  const moved = lines.reduce((sum, line) => sum + line.amountMinor, 0);
  return {
    openingMinor: opening ?? (closing === null ? null : closing - moved),
    closingMinor: closing ?? (opening === null ? null : opening + moved),
  };
}

/** What banks write for no reference. */
const NONE = /^(?:NOTPROVIDED|NOT PROVIDED|NONREF|NOREF|NONE|EREF|PREF|KREF|MREF|MARF|N\/A|-+|0+)$/i;
/** The first reference that is one. */
export const firstReference = (...texts: readonly string[]): string =>
  texts.map(short).find((one) => one !== "" && !NONE.test(one)) ?? "";

/** @throws invalid if a statement is longer than we take */
export function checkLength(count: number): void {
  if (count > STATEMENT_LIMITS.lines)
    throw broken(`This statement has more than ${STATEMENT_LIMITS.lines.toLocaleString("en-US")} lines.`, SHORTER);
}

/** @throws invalid if a statement's currency isn't named */
export function checkCurrency(currency: string): void {
  if (!/^[A-Z]{3}$/.test(currency)) throw broken("This statement doesn't name its currency.");
}

/** @throws invalid if a statement's account isn't named */
export function checkAccount(account: string): void {
  if (account === "") throw broken("This statement doesn't name its account.");
}

/** An account's number or name as it's compared: "DE89 3704 0044" and "DE8937040044" are the same. */
const accountKey = (account: string): string => account.replaceAll(/\s+/g, "").toUpperCase();

/** Whether a text has the form of an IBAN, with or without blanks. */
export const looksLikeIban = (text: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9 ]{10,}$/.test(text);

/**
 * The IBAN that a German bank code and account number make ("99912345/9000010007"), by its check digits. Null for
 * anything else.
 */
export function germanIban(account: string): string | null {
  const [, bank, number] = /^(\d{8})\/(\d{1,10})$/.exec(account.trim()) ?? [];
  if (!bank || !number) return null;
  return ibanOf("DE", `${bank}${number.padStart(10, "0")}`);
}

/**
 * Whether two numbers name one account: equal without blanks and dashes, a German bank code and number and its IBAN, or
 * a national number and the IBAN that ends with it, or a number that shows only its end ("xx8072").
 */
export function sameAccount(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => accountKey(germanIban(text) ?? text).replaceAll(/[^A-Z0-9]/g, "")) as [
    string,
    string,
  ];
  if (one === other) return true;
  if ([one, other].some((text) => /^\d{4}$/.test(text))) return one.endsWith(other) || other.endsWith(one);
  const shown = [a, b].map((text) => /(?:[xX*•]{2}|\.{3})\s?(\d{4,6})$/.exec(text.trim())?.[1]);
  if ((shown[0] && other.endsWith(shown[0])) || (shown[1] && one.endsWith(shown[1]))) return true;
  const [iban, number] = looksLikeIban(one) ? [one, other] : [other, one];
  return (
    looksLikeIban(iban) && !looksLikeIban(number) && number.length >= 8 && /^\d+$/.test(number) && iban.endsWith(number)
  );
}

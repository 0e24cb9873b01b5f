/** The fields of a bank statement's lines, as files write them. */
import { invalid } from "#app/platform/rules/core/errors.ts";

export const STATEMENT_LIMITS = { bytes: 24_000_000, lines: 50_000, text: 300 } as const;

const ADVICE = "Download the statement from your bank again, as CAMT.053 (XML) or as CSV.";
/** A file that can't be read, with what to do. */
export const broken = (what: string) => invalid("statement", what, ADVICE);
/** A text without line breaks, cut to what is kept. */
export const short = (text: string): string => text.replaceAll(/\s+/g, " ").trim().slice(0, STATEMENT_LIMITS.text);

/** "-12.5" in minor units. @throws invalid */
export function amountOf(text: string, where: string): number {
  const found = /^([+-]?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (!found) throw broken(`${where} needs an amount like 12.34, not “${text.trim().slice(0, 30)}”.`);
  const minor = Number(found[2]) * 100 + Number((found[3] ?? "").padEnd(2, "0"));
  return found[1] === "-" ? -minor : minor;
}

/** @throws invalid */
export function dayOf(text: string, where: string): Date {
  const day = /^(\d{4}-\d{2}-\d{2})/.exec(text.trim())?.[1];
  const at = new Date(`${day ?? ""}T00:00:00Z`);
  if (!day || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw broken(`${where} needs a date like 2026-11-30, not “${text.trim().slice(0, 30)}”.`);
  return at;
}

/** An account's number or name as it's compared: "DE89 3704 0044" and "DE8937040044" are the same. */
export const accountKey = (account: string): string => account.replaceAll(/\s+/g, "").toUpperCase();

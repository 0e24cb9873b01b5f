/** What a file for an accountant's program is written from, and how its text and amounts are written. */
import type { Company } from "#app/features/company/rules/company.ts";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import type { AccountBalances } from "../books.ts";

export type FileLine = {
  account: Account;
  code: string;
  label: string;
  amountMinor: number;
  /** What moved in the entry's own currency, if that isn't the file's. */
  moved: { amountMinor: number; currency: string } | null;
  /** The editor, organization, or tax authority whose account it is; else "". */
  party: string;
  /** Whom it concerns: the editor or organization whose account it is, or the order's customer. */
  name: string | null;
};

/** A journal entry in one currency. Debits are above zero. Its lines sum to zero. */
export type FileEntry = {
  /** Its number within the calendar year and currency, from 1, without gaps. */
  number: number;
  bookedAt: Date;
  happenedAt: Date;
  /** When it was written, from which on nothing of it changes. */
  writtenAt: Date;
  memo: string;
  orderNumber: string | null;
  /** What made it, as an id. */
  causeId: string;
  lines: readonly FileLine[];
};

/** What a file for tax auditors says about its period besides the entries. */
export type AuditFigures = {
  company: Company;
  /** At the period's first and last moment. */
  opening: AccountBalances;
  closing: AccountBalances;
  entries: number;
  debitMinor: number;
  creditMinor: number;
};

export type FileContext = {
  /** "2026-10", or "2026" for a year. */
  period: string;
  startsAt: Date;
  endsAt: Date;
  currency: string;
  madeAt: Date;
  /** What the person entered, checked against the format's fields. */
  entered: Readonly<Record<string, string>>;
  /** Of formats with `audit`, else null. */
  audit: AuditFigures | null;
};

/** Something that only the accountant knows, entered before the download. */
export type FileField = {
  name: string;
  label: string;
  pattern: RegExp;
  /** Says what is expected. */
  problem: string;
  /** Filled in at first. Without it, the field starts empty. */
  suggested?: string;
};

export type JournalFile = {
  code: string;
  label: string;
  extension: string;
  contentType: string;
  /** How its text becomes bytes. */
  encode: (text: string) => Uint8Array;
  fields: readonly FileField[];
  /**
   * Set for files that tax auditors ask for: a month or a calendar year in the books' currency. With "closed", its months
   * have to be closed, because the file begins with totals that later entries would make wrong.
   */
  audit?: "open" | "closed";
  /** The file's name without its extension. */
  name: (context: FileContext) => string;
  head: (context: FileContext) => string;
  entry: (entry: FileEntry, context: FileContext) => string;
  /** What follows the last entry. */
  tail?: () => string;
};

/** The figures of a file with `audit`. @throws if the format didn't ask for them */
export function auditOf({ audit }: FileContext): AuditFigures {
  if (!audit) throw new Error("The format has no audit figures");
  return audit;
}

/** "20261031" in UTC. */
export const compactDay = (at: Date): string => dayOf(at).replaceAll("-", "");

/** "1234,56". @param amount minor units */
export const commaAmount = (amount: number, currency: string): string =>
  decimalMoney(amount, currency).replace(".", ",");

/** "2026-000042". */
export const entryNumber = (entry: Pick<FileEntry, "number" | "bookedAt">): string =>
  `${entry.bookedAt.getUTCFullYear()}-${String(entry.number).padStart(6, "0")}`;

/** The document that an entry is about: its order, or what made it. */
export const documentOf = ({ orderNumber, causeId }: Pick<FileEntry, "orderNumber" | "causeId">): string =>
  orderNumber ?? causeId;

/** Text on one line, without control characters. */
export const onOneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, " ").trim();

/**
 * An encoder for a character set of one byte per character. Letters that it doesn't have lose their accents, or become
 * question marks.
 * @param name as `TextDecoder` knows it
 */
export function oneByteEncoder(name: string): (text: string) => Uint8Array {
  const bytes = new Map<string, number>();
  const decoder = new TextDecoder(name);
  for (let byte = 255; byte >= 0; byte--) bytes.set(decoder.decode(Uint8Array.of(byte)), byte);
  const question = bytes.get("?")!;
  return (text) => {
    const out: number[] = [];
    for (const letter of text.normalize("NFC")) {
      const byte = bytes.get(letter);
      if (byte !== undefined) out.push(byte);
      else out.push(bytes.get(letter.normalize("NFKD").replace(/\p{M}/gu, "")) ?? question);
    }
    return Uint8Array.from(out);
  };
}

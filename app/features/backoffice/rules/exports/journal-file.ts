/** What a file for an accountant's program is written from, and how its text and amounts are written. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";

export type FileLine = {
  code: string;
  label: string;
  amountMinor: number;
  /** Whom it concerns: the editor or organization whose account it is, or the order's customer. */
  name: string | null;
};

/** A journal entry in one currency. Debits are above zero. Its lines sum to zero. */
export type FileEntry = {
  /** Its number within the calendar year and currency, from 1, without gaps. */
  number: number;
  bookedAt: Date;
  memo: string;
  orderNumber: string | null;
  lines: readonly FileLine[];
};

export type FileContext = {
  /** "2026-10". */
  month: string;
  startsAt: Date;
  endsAt: Date;
  currency: string;
  madeAt: Date;
  /** What the person entered, checked against the format's fields. */
  entered: Readonly<Record<string, string>>;
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
  /** The file's name without its extension. */
  name: (context: FileContext) => string;
  head: (context: FileContext) => string;
  entry: (entry: FileEntry, context: FileContext) => string;
};

/** "20261031" in UTC. */
export const compactDay = (at: Date): string => dayOf(at).replaceAll("-", "");

/** "1234,56". @param amount minor units */
export const commaAmount = (amount: number, currency: string): string =>
  decimalMoney(amount, currency).replace(".", ",");

/** "2026-000042". */
export const entryNumber = (entry: Pick<FileEntry, "number" | "bookedAt">): string =>
  `${entry.bookedAt.getUTCFullYear()}-${String(entry.number).padStart(6, "0")}`;

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

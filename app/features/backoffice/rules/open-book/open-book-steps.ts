/** The steps that the open book shows, and what each links to. */
import { DAY } from "#app/platform/rules/core/time.ts";
import type { BookEntry, BookFacts } from "./open-book-facts.ts";

export type BookState = "done" | "waiting" | "late" | "stopped";
export type BookStep = {
  key: string;
  what: string;
  state: BookState;
  /** The amount. Null if nothing has moved yet, or if the step moves no money. */
  amountMinor: number | null;
  /** ISO: when it happened. */
  at: string | null;
  /** Only its day is known, in UTC: a bank's statement has no times. */
  day: boolean;
  detail: string;
  /** What it's waiting for, with the day it's expected if there is one (ISO). */
  waits: { says: string; at: string | null } | null;
  link: { to: string; label: string } | null;
  /** Keys of the journal entries it was booked with. */
  entries: readonly string[];
};
export type BookChain = {
  key: string;
  title: string;
  amountMinor: number;
  currency: string;
  steps: readonly BookStep[];
};

export const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
export const step = (
  of: Pick<BookStep, "key" | "what" | "state"> & Partial<Omit<BookStep, "waits">>,
  waits: [says: string, at?: Date | null] | null = null,
): BookStep => ({
  amountMinor: null,
  at: null,
  day: false,
  detail: "",
  link: null,
  entries: [],
  ...of,
  waits: waits ? { says: waits[0], at: iso(waits[1] ?? null) } : null,
});
export const pdf = (id: string | null, label: string): BookStep["link"] =>
  id ? { to: `/api/invoices/${id}/pdf`, label } : null;

/** How long a bank statement can be missing before it counts as late. */
export const STATEMENT_MS = 5 * DAY;

export const same = (one: string | null, other: string | null): boolean => one !== null && one === other;
export const keysOf = (facts: BookFacts, is: (entry: BookEntry) => boolean): string[] =>
  facts.entries.filter(is).map((e) => e.key);

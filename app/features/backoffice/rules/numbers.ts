import { addDays, isDay, dayOf } from "#app/platform/rules/core/day.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { OTHER_SOURCES } from "#app/platform/rules/requests/visit-source.ts";

/** The figures counted by day. Each is a total, or is split by source, subfield, or one of the outcomes below. */
export const NUMBERS = [
  "visits",
  "signUps",
  "files",
  "prices",
  "paid",
  "repeatOrders",
  "taken",
  "takenMinutes",
  "delivered",
  "deliveredOnTime",
  "answered",
  "answeredInTime",
  "resolved",
  "resolvedInTime",
  "quotes",
  "freeWords",
  "freeEditors",
  "orderedWords",
  "refusedWords",
  "delayedWords",
] as const;
export type NumberName = (typeof NUMBERS)[number];

/** The funnel, in order. */
export const FUNNEL = [
  { key: "visits", label: "Visits" },
  { key: "files", label: "Files dropped" },
  { key: "prices", label: "Prices seen" },
  { key: "signUps", label: "Sign-ups" },
  { key: "paid", label: "Paid orders" },
] as const;
export type FunnelKey = (typeof FUNNEL)[number]["key"];

/** How long after payment an editor accepted. */
export const TAKEN = [
  { key: "1h", label: "Within 1 hour" },
  { key: "4h", label: "1 to 4 hours" },
  { key: "24h", label: "4 to 24 hours" },
  { key: "later", label: "Later" },
  { key: "open", label: "Not accepted" },
] as const;

/** The outcomes of a quote. */
export const QUOTE_OUTCOMES = [
  { key: "paid", label: "Paid without a reminder" },
  { key: "paid_reminded", label: "Paid after a reminder" },
  { key: "open", label: "Open" },
  { key: "expired", label: "Expired" },
  { key: "discarded", label: "Discarded" },
] as const;

/** A figure added up for part of a period. */
export type NumberRow = { bucket: string; what: NumberName; about: string; amount: number };

export const STEPS = ["day", "week", "month"] as const;
export type Step = (typeof STEPS)[number];
export type NumbersAsked = {
  /** Days in UTC, both inclusive. */
  from: string;
  to: string;
  /** The period of the same length before it. */
  before: { from: string; to: string };
  step: Step;
};

/** The longest period: a year and a day. */
export const LONGEST_DAYS = 366;
const STANDARD_DAYS = 28;
/** Longer periods than this are drawn by week, and much longer ones by month. */
export const MOST_DAYS_DRAWN = 62;
const MOST_WEEKS_DRAWN = 27;

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const parseDay = (text: string | null): number | null => (text !== null && isDay(text) ? startOf(text) : null);

/** The period of the same length right before one. @param period days, both inclusive */
export function periodBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const days = (startOf(to) - startOf(from)) / DAY + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}

/** The page's period. Anything invalid falls back to the last 28 days. @param search untrusted */
export function readNumbers(search: URLSearchParams, now: Date): NumbersAsked {
  const today = startOf(dayOf(now.getTime()));
  const to = Math.min(parseDay(search.get("to")) ?? today, today);
  const asked = parseDay(search.get("from")) ?? to - (STANDARD_DAYS - 1) * DAY;
  const from = Math.max(Math.min(asked, to), to - (LONGEST_DAYS - 1) * DAY);
  const days = (to - from) / DAY + 1;
  return {
    from: dayOf(from),
    to: dayOf(to),
    before: periodBefore({ from: dayOf(from), to: dayOf(to) }),
    step: days <= MOST_DAYS_DRAWN ? "day" : days <= MOST_WEEKS_DRAWN * 7 ? "week" : "month",
  };
}

/** The name of the day, week, or month that a day is in: its first day, or "2026-11". */
export function bucketOf(day: string, step: Step): string {
  if (step === "day") return day;
  if (step === "month") return day.slice(0, 7);
  const at = startOf(day);
  return dayOf(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY);
}

/** Every day, week or month of a period in order, so that charts have no gaps. */
export function bucketsOf({ from, to, step }: Pick<NumbersAsked, "from" | "to" | "step">): string[] {
  const all: string[] = [];
  for (let at = startOf(from); at <= startOf(to); at += DAY) {
    const bucket = bucketOf(dayOf(at), step);
    if (all.at(-1) !== bucket) all.push(bucket);
  }
  return all;
}

/** The sum of figures of one name, about anything or one thing. */
export const sumOf = (rows: readonly NumberRow[], what: NumberName, about?: string): number =>
  rows.reduce((sum, r) => (r.what === what && (about === undefined || r.about === about) ? sum + r.amount : sum), 0);

/** A share in percent with one decimal, or null if the whole is zero. */
export const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part / whole) * 1_000) / 10;

const figureWords = (figure: number): string => figure.toLocaleString("en-US");

/** A greater change says nothing in percent. */
const MOST_PERCENT = 1_000;

/**
 * "up 12% from 50", "same as the period before"; null if both are zero.
 * @param words says a figure, such as an amount
 */
export function changeFrom(before: number, now: number, words = figureWords): string | null {
  if (before === 0) return now === 0 ? null : "none in the period before";
  if (before === now) return "same as the period before";
  const percent = Math.round(Math.abs((now - before) / before) * 100);
  return `${now > before ? "up" : "down"}${percent < MOST_PERCENT ? ` ${percent}%` : ""} from ${words(before)}`;
}

export type SourceRow = { source: string } & Record<FunnelKey, number>;

/** The funnel by source, the most visits first; the smallest are put together as "other". @param most rows */
export function funnelBySource(rows: readonly NumberRow[], most: number): SourceRow[] {
  const by = new Map<string, SourceRow>();
  const rowFor = (source: string): SourceRow => {
    let row = by.get(source);
    if (!row) by.set(source, (row = { source, visits: 0, files: 0, prices: 0, signUps: 0, paid: 0 }));
    return row;
  };
  for (const { what, about, amount } of rows)
    if (FUNNEL.some((f) => f.key === what)) rowFor(about)[what as FunnelKey] += amount;
  const sorted = [...by.values()].toSorted(
    (a, b) => b.visits - a.visits || b.paid - a.paid || b.files - a.files || (a.source < b.source ? -1 : 1),
  );
  if (sorted.length <= most) return sorted;
  const shown = sorted.filter((r) => r.source !== OTHER_SOURCES).slice(0, most - 1);
  const rest = sorted.filter((r) => !shown.includes(r));
  const other: SourceRow = { source: OTHER_SOURCES, visits: 0, files: 0, prices: 0, signUps: 0, paid: 0 };
  for (const row of rest) for (const { key } of FUNNEL) other[key] += row[key];
  return [...shown, other];
}

export type FieldRow = {
  subfield: string;
  freeWords: number;
  freeEditors: number;
  orderedWords: number;
  refusedWords: number;
  delayedWords: number;
};

/**
 * Supply against demand by subfield, the most words refused or delayed first: where to recruit.
 * @param free the latest snapshot @param rows of the period
 */
export function supplyAndDemand(free: readonly NumberRow[], rows: readonly NumberRow[]): FieldRow[] {
  const subfields = new Set(
    [...free, ...rows]
      .filter((r) => /^(?:free|ordered|refused|delayed)/.test(r.what) && r.about !== "")
      .map((r) => r.about),
  );
  return [...subfields]
    .map((subfield) => ({
      subfield,
      freeWords: sumOf(free, "freeWords", subfield),
      freeEditors: sumOf(free, "freeEditors", subfield),
      orderedWords: sumOf(rows, "orderedWords", subfield),
      refusedWords: sumOf(rows, "refusedWords", subfield),
      delayedWords: sumOf(rows, "delayedWords", subfield),
    }))
    .toSorted(
      (a, b) =>
        b.refusedWords + b.delayedWords - (a.refusedWords + a.delayedWords) ||
        b.orderedWords - a.orderedWords ||
        (a.subfield < b.subfield ? -1 : 1),
    );
}

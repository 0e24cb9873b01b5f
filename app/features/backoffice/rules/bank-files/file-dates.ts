/** Dates as banks' files write them. */
import { dayOf } from "#app/platform/rules/core/day.ts";
import { DATE_ORDERS, type DateOrder } from "./layout-choices.ts";

/** The first letters of the months' names, in the languages of banks, without diacritics. */
const MONTHS: readonly string[] = [
  "jan|janv|ene|gen|sty|led|tammi|januar|gennaio|enero|janvier|styczen",
  "feb|fev|fevr|lut|uno|helmi|februar|febbraio|febrero|fevrier",
  "mar|mars|mrt|mrz|maa|marz|maerz|brez|maalis|march|maart|marzo|marec",
  "apr|avr|abr|kwi|dub|huhti|april|avril|abril|aprile",
  "may|mai|maj|mei|mag|kve|touko|mayo|maggio|maio|toukokuu",
  "jun|juin|giu|cze|kesa|june|juni|junio|giugno|junho",
  "jul|juil|lug|lip|heina|july|juli|julio|luglio|julho|juillet",
  "aug|aout|ago|sie|srp|elo|august|augustus|agosto|augusti",
  "sep|sept|set|wrz|zar|syys|september|septembre|septiembre|settembre|setembro",
  "oct|okt|ott|out|paz|rij|loka|october|oktober|octobre|octubre|ottobre|outubro",
  "nov|lis|marras|november|novembre|noviembre|novembro|listopad",
  "dec|dez|dic|des|gru|pro|joulu|december|dezember|decembre|diciembre|dicembre|dezembro|desember",
];
const MONTH_OF = new Map(MONTHS.flatMap((names, i) => names.split("|").map((name): [string, number] => [name, i + 1])));
/** The first century's years that two digits mean. */
const CENTURY = 2000;

const iso = (year: number, month: number, day: number): string | null => {
  if (year < 1970 || year > 2199 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 ? dayOf(at) : null;
};
const fullYear = (text: string): number => (text.length === 2 ? CENTURY + Number(text) : Number(text));

/** "2026-11-30". A time after the date is left out. @returns null for a text that isn't a date in this order */
export function readDay(text: string, order: DateOrder): string | null {
  if (text.length < 6 || text.length > 40 || !/\d/.test(text)) return null;
  const date = text.trim().replace(/^'/, "");
  const years = /^(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})\.?日?(?:$|[T\s,])/.exec(date);
  if (years) return iso(Number(years[1]), Number(years[2]), Number(years[3]));
  const plain = /^(\d{8})(?:\d{6})?(?:$|[T\s.[])/.exec(date)?.[1];
  if (plain !== undefined) {
    const part = (from: number, length: number) => Number(plain.slice(from, from + length));
    const ymd = iso(part(0, 4), part(4, 2), part(6, 2));
    if (ymd !== null) return ymd;
    return order === "MDY" ? iso(part(4, 4), part(0, 2), part(2, 2)) : iso(part(4, 4), part(2, 2), part(0, 2));
  }
  const parts = /^(\d{1,2})\s?[-/.]\s?(\d{1,2})\s?[-/.]\s?(\d{4}|\d{2})\.?(?:$|[T\s,])/.exec(date);
  if (parts) {
    const [a, b, c] = [parts[1]!, parts[2]!, parts[3]!];
    if (order === "YMD") return c.length === 2 && a.length === 2 ? iso(fullYear(a), Number(b), Number(c)) : null;
    return order === "DMY" ? iso(fullYear(c), Number(b), Number(a)) : iso(fullYear(c), Number(a), Number(b));
  }
  return namedDay(date);
}

/** "30 Sep 2026", "30-Sep-26", or "Sep 30, 2026", in any language. */
function namedDay(date: string): string | null {
  const words = date
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .split(/[-/., ]+/);
  if (words[0] !== undefined && !MONTH_OF.has(words[0]) && /^[a-z]+$/.test(words[0])) words.shift();
  const [a = "", b = "", c = ""] = words;
  if (!/^(?:\d{2}|\d{4})$/.test(c)) return null;
  if (/^\d{1,2}$/.test(a) && MONTH_OF.has(b)) return iso(fullYear(c), MONTH_OF.get(b)!, Number(a));
  if (MONTH_OF.has(a) && /^\d{1,2}$/.test(b)) return iso(fullYear(c), MONTH_OF.get(a)!, Number(b));
  return null;
}

/**
 * The order of a column's dates: one that all of them have; if several, the one that makes them run one way, or in
 * which they span the shortest time.
 * @param preferred decides if nothing else does @returns null if they aren't dates
 */
export function orderOf(texts: readonly string[], preferred: DateOrder): DateOrder | null {
  let best: { order: DateOrder; cost: number } | null = null;
  for (const order of [preferred, ...DATE_ORDERS.filter((one) => one !== preferred)]) {
    const days = texts.map((text) => readDay(text, order));
    if (days.some((day) => day === null)) continue;
    const times = days.map((day) => Date.parse(day!));
    const span = times.reduce((a, b) => Math.max(a, b), -Infinity) - times.reduce((a, b) => Math.min(a, b), Infinity);
    const steps = times.slice(1).map((at, i) => Math.sign(at - times[i]!));
    const turns = Math.min(steps.filter((step) => step > 0).length, steps.filter((step) => step < 0).length);
    const cost = turns * 1e13 + span;
    if (!best || cost < best.cost) best = { order, cost };
  }
  return best?.order ?? null;
}

/**
 * The European Central Bank's euro reference rates: the files it publishes, the days they cover, and which one a payout
 * run uses. A rate is an exact number: millionths of a US dollar for one euro. Days are "YYYY-MM-DD".
 */
import { isBankDay } from "./bank-days.ts";
import { CLOSE, END, OPEN, XmlScanner } from "#app/features/documents/rules/docx/xml.ts";
import { Refused } from "#app/features/documents/rules/readers/refusal.ts";
import { dayOf, isDay, addDays } from "#app/platform/rules/core/day.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { type Minor, divideBigHalfUp, divideHalfUp, minor, unitsOf } from "#app/platform/rules/core/money.ts";
import { DAY, formatDay } from "#app/platform/rules/core/time.ts";

export type Rate = {
  on: string;
  /** US dollars for one euro. */
  micros: number;
  /** Other currencies for one euro, in millionths. Missing in rates imported before they were needed. */
  others?: OtherRates | null;
};
export type OtherRates = Readonly<Partial<Record<OtherCurrency, number>>>;

/** The currencies besides the euro in which taxes are declared or orders are paid, as the ECB's files have them. */
export const OTHER_CURRENCIES = [
  "AUD",
  "CAD",
  "CHF",
  "CZK",
  "DKK",
  "GBP",
  "HUF",
  "JPY",
  "NOK",
  "NZD",
  "PLN",
  "RON",
  "SEK",
] as const;
export type OtherCurrency = (typeof OTHER_CURRENCIES)[number];

/** The publisher of the rates, which is frozen on each payout. */
export const RATE_SOURCE = "European Central Bank";
const MILLION = 1_000_000;

export const RATE_LIMITS = { bytes: 16_000_000, days: 20_000 } as const;
/**
 * How many days old a rate may be when a run is prepared. The longest time without a new one is five days: from the
 * Thursday before Easter to the Tuesday after it.
 */
export const RATE_MOST_DAYS = 5;
/**
 * Two rates of one week that are further apart than this are a mistake in a file. The euro has never moved half as
 * much.
 */
const MOST_CHANGE = 0.1;
const WEEK = 7 * DAY;

const ADVICE = "Download eurofxref-hist.csv or a eurofxref XML file from the ECB's website and import it unchanged.";
const broken = (what: string) => invalid("rates", what, `${ADVICE} Nothing was imported.`, { file: what });

/** "1.0828" as millionths, or null when it isn't a rate. */
function microsOf(text: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,6}))?$/.exec(text.trim());
  const micros = found ? Number(found[1]) * MILLION + Number((found[2] ?? "").padEnd(6, "0")) : 0;
  return micros > 0 ? micros : null;
}

/** "1.0828": a rate as the ECB writes it, with at least four decimals. */
export function formatRate(micros: number): string {
  return (micros / MILLION).toFixed(6).replace(/0{1,2}$/, "");
}

const MONTHS = "january february march april may june july august september october november december".split(" ");

/** "2026-11-30", or "30 November 2026" as in the daily file. Null when it isn't a day. */
function readDay(text: string): string | null {
  const written = /^(\d{1,2}) ([a-z]+) (\d{4})$/i.exec(text.trim());
  const month = written ? MONTHS.indexOf(written[2]!.toLowerCase()) + 1 : 0;
  const day = written ? `${written[3]}-${String(month).padStart(2, "0")}-${written[1]!.padStart(2, "0")}` : text.trim();
  return isDay(day) ? day : null;
}

/**
 * The rates for US dollars in a file of the ECB's: eurofxref-hist.csv, eurofxref.csv, or any eurofxref XML. Days
 * without one ("N/A") are left out. Oldest first.
 * @throws invalid for another file, a damaged one, a day that's in it twice with two rates, or rates that can't be
 * right
 */
export function readRates(text: string): Rate[] {
  const clean = text.replace(/^\uFEFF/, "").trim();
  if (clean === "") throw broken("This file is empty.");
  const found = clean.startsWith("<") ? readXml(clean) : readCsv(clean);
  const byDay = new Map<string, Rate>();
  for (const rate of found) {
    if ((byDay.get(rate.on)?.micros ?? rate.micros) !== rate.micros)
      throw broken(`This file has two different rates for ${rate.on}.`);
    byDay.set(rate.on, rate);
  }
  if (byDay.size === 0) throw broken("This file has no rate for US dollars.");
  if (byDay.size > RATE_LIMITS.days) throw broken(`This file has more than ${RATE_LIMITS.days} days.`);
  return [...byDay.values()].toSorted((a, b) => (a.on < b.on ? -1 : 1));
}

function readCsv(text: string): Rate[] {
  const [header, ...rows] = text.split(/\r?\n/).map((line) => line.split(",").map((field) => field.trim()));
  const column = header!.indexOf("USD");
  if (header![0] !== "Date" || column < 0)
    throw broken("The first row of this file isn't the ECB's: it must start with Date and include USD.");
  const others = OTHER_CURRENCIES.map((currency) => [currency, header!.indexOf(currency)] as const);
  return rows.flatMap((row, i): Rate[] => {
    if (row.every((field) => field === "")) return [];
    const on = readDay(row[0]!);
    if (!on) throw broken(`Row ${i + 2} must start with a date like 2026-11-30, not “${row[0]!.slice(0, 30)}”.`);
    const rate = row[column];
    if (rate === "N/A") return [];
    const micros = microsOf(rate ?? "");
    if (micros === null) throw broken(`Row ${i + 2} must have a rate like 1.0828, not “${(rate ?? "").slice(0, 30)}”.`);
    return [{ on, micros, ...othersOf(others.map(([currency, at]) => [currency, row[at]] as const)) }];
  });
}

/** The rates that a day has. A currency that didn't exist yet, or doesn't anymore, has none. */
function othersOf(texts: Iterable<readonly [OtherCurrency, string | undefined]>): Pick<Rate, "others"> {
  const found: Partial<Record<OtherCurrency, number>> = {};
  for (const [currency, text] of texts) {
    const micros = microsOf(text ?? "");
    if (micros !== null) found[currency] = micros;
  }
  return Object.keys(found).length > 0 ? { others: found } : {};
}

const NO_WORDS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map();

/** A cube for each day, and in it one for each currency. */
function readXml(xml: string): Rate[] {
  const rates: Rate[] = [];
  const others = new Map<string, [OtherCurrency, string][]>();
  const whole = () => rates.map((rate) => ({ ...rate, ...othersOf(others.get(rate.on) ?? []) }));
  try {
    const scanner = new XmlScanner(xml, NO_WORDS);
    let on: string | null = null;
    for (let depth = 0; ;) {
      const token = scanner.next();
      if (token === END) return whole();
      if (token === CLOSE) depth--;
      if (token !== OPEN) continue;
      if (!scanner.selfClosing) depth++;
      if (depth > 20) throw broken("This XML file isn't the ECB's.");
      if (!/(?:^|:)Cube$/.test(scanner.name)) continue;
      const time = scanner.attribute("time");
      if (time !== null) {
        on = readDay(time);
        if (!on) throw broken(`A day in this file isn't a date: “${time.slice(0, 30)}”.`);
      }
      const currency = scanner.attribute("currency");
      const other = OTHER_CURRENCIES.find((it) => it === currency);
      if (on && other) others.set(on, [...(others.get(on) ?? []), [other, scanner.attribute("rate") ?? ""]]);
      if (currency !== "USD") continue;
      const micros = microsOf(scanner.attribute("rate") ?? "");
      if (!on || micros === null) throw broken("A rate for US dollars in this file has no day, or isn't a number.");
      rates.push({ on, micros });
    }
  } catch (error) {
    if (error instanceof Refused) throw broken("This XML file is damaged or cut short.");
    throw error;
  }
}

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * Refuses rates that can't be right: dated in the future, or too far from another one in the same week.
 * @param rates oldest first, with those already known
 * @param today "YYYY-MM-DD"
 * @throws invalid
 */
export function checkRates(rates: readonly Rate[], today: string): void {
  const last = rates.at(-1);
  if (last && last.on > today) throw broken(`This file has a rate for ${last.on}, which is in the future.`);
  for (const [i, rate] of rates.entries()) {
    const before = rates[i - 1];
    if (!before || at(rate.on) - at(before.on) > WEEK) continue;
    if (Math.abs(rate.micros - before.micros) / before.micros > MOST_CHANGE)
      throw broken(
        `The rates of ${before.on} (${formatRate(before.micros)}) and ${rate.on} (${formatRate(rate.micros)}) are too far apart to be right.`,
      );
  }
}

/** Whether the ECB publishes rates on a day: as long as TARGET is open. */
export const isRateDay = (day: string): boolean => isBankDay("target", day);

/** The days from one to another, both included, that should have a rate and don't. Oldest first. */
export function missingRateDays(known: readonly string[], from: string, to: string): string[] {
  const have = new Set(known);
  const missing: string[] = [];
  for (let ms = at(from); ms <= at(to); ms += DAY) {
    const day = dayOf(ms);
    if (!have.has(day) && isRateDay(day)) missing.push(day);
  }
  return missing;
}

/**
 * Why a run prepared on a day can't use the latest rate, as a sentence, or null if it can.
 * @param latest the latest rate of that day or before; null without any @param today "YYYY-MM-DD"
 */
export function rateObjection(latest: Rate | null, today: string): string | null {
  if (!latest) return "No reference rate has been imported yet.";
  const days = Math.round((at(today) - at(latest.on)) / DAY);
  return days <= RATE_MOST_DAYS
    ? null
    : `The latest reference rate is from ${formatDay(new Date(at(latest.on)), "UTC")}, which is ${days} days ago.`;
}

/**
 * The rate for a document of a day: the last one that the ECB had published when the day began, so that it's the same
 * at any hour, and whenever the rates are imported. Null while that one is missing.
 * @param latest the latest known rate of an earlier day @param day "YYYY-MM-DD"
 */
export function rateForDay(latest: Rate | null, day: string): Rate | null {
  if (!latest || latest.on >= day) return null;
  const before = addDays(day, -1);
  return missingRateDays([latest.on], latest.on, before).length === 0 ? latest : null;
}

/**
 * An amount in another currency's minor units, at a day's rates, rounded half up once. Null if the day has no rate for
 * one of them.
 */
export function exchanged(amountMinor: number, from: string, to: string, rate: Rate): Minor | null {
  if (from === to) return minor(amountMinor);
  const [before, after] = [perEuroMicros(from, rate), perEuroMicros(to, rate)];
  if (before === null || after === null) return null;
  // The product of large numbers: exact in big integers only.
  const amount = BigInt(amountMinor) * BigInt(after) * BigInt(unitsOf(to));
  return minor(divideBigHalfUp(amount, BigInt(before) * BigInt(unitsOf(from))));
}

/** Millionths of a currency for one euro, or null without a rate. */
export function perEuroMicros(currency: string, { micros, others }: Rate): number | null {
  if (currency === "EUR") return MILLION;
  if (currency === "USD") return micros;
  return others?.[currency as OtherCurrency] ?? null;
}

/** Billionths of a US dollar for one of another currency, rounded half up. Null if the day has no rate for it. */
export function nanosOf(currency: string, rate: Rate): number | null {
  const perEuro = perEuroMicros(currency, rate);
  return perEuro === null ? null : divideBigHalfUp(BigInt(rate.micros) * 1_000_000_000n, BigInt(perEuro));
}

/** US cents as euro cents, rounded half up once. @param micros millionths of a dollar for one euro */
export const inEuros = (usdMinor: number, micros: number): Minor => minor(divideHalfUp(usdMinor * MILLION, micros));

import { dayOf } from "#app/platform/rules/core/day.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

/**
 * Systems through which banks settle: TARGET for euros, the Federal Reserve's (Fedwire, FedACH) for US dollars, and the
 * United Kingdom's, for what its banks do at all.
 */
export type PaymentSystem = "target" | "fed" | "uk";

const at = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);
const weekdayOf = (ms: number): number => new Date(ms).getUTCDay();

/** Western Easter Sunday by Meeus's algorithm, as midnight UTC in ms. */
function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const n = h + l - 7 * m + 114;
  return at(year, Math.floor(n / 31), (n % 31) + 1);
}

/** The nth weekday of a month (0 is Sunday); the last one with -1. */
function nth(year: number, month: number, weekday: number, n: number): number {
  if (n > 0) return at(year, month, 1 + ((weekday - weekdayOf(at(year, month, 1)) + 7) % 7) + 7 * (n - 1));
  const last = at(year, month + 1, 0);
  return last - ((weekdayOf(last) - weekday + 7) % 7) * DAY;
}

const MONDAY = 1;
const THURSDAY = 4;

/** Closed on these days besides weekends. Rules of those who run the systems, as in the sources below. */
const CLOSED: Readonly<Record<PaymentSystem, (year: number) => number[]>> = {
  // ECB: TARGET closing days since 2002.
  target: (year) => [
    at(year, 1, 1),
    easterOf(year) - 2 * DAY,
    easterOf(year) + DAY,
    at(year, 5, 1),
    at(year, 12, 25),
    at(year, 12, 26),
  ],
  // Federal Reserve Banks: holiday schedules. A holiday on a Sunday is observed on Monday, and one on a Saturday isn't.
  fed: (year) => [
    ...[at(year, 1, 1), at(year, 6, 19), at(year, 7, 4), at(year, 11, 11), at(year, 12, 25)].map((day) =>
      weekdayOf(day) === 0 ? day + DAY : day,
    ),
    nth(year, 1, MONDAY, 3),
    nth(year, 2, MONDAY, 3),
    nth(year, 5, MONDAY, -1),
    nth(year, 9, MONDAY, 1),
    nth(year, 10, MONDAY, 2),
    nth(year, 11, THURSDAY, 4),
  ],
  // Banking and Financial Dealings Act 1971, England and Wales, and the proclamations for New Year's Day and the early
  // May holiday. Days that are proclaimed once, such as for a coronation, are typed into the policy.
  uk: (year) => {
    const newYear = at(year, 1, 1);
    const [christmas, boxing] = [at(year, 12, 25), at(year, 12, 26)];
    return [
      newYear + ([DAY, 0, 0, 0, 0, 0, 2 * DAY][weekdayOf(newYear)] ?? 0),
      easterOf(year) - 2 * DAY,
      easterOf(year) + DAY,
      nth(year, 5, MONDAY, 1),
      nth(year, 5, MONDAY, -1),
      nth(year, 8, MONDAY, -1),
      christmas + (weekdayOf(christmas) === 0 || weekdayOf(christmas) === 6 ? 2 * DAY : 0),
      boxing + (weekdayOf(boxing) === 0 || weekdayOf(boxing) === 6 ? 2 * DAY : 0),
    ];
  },
};

/** Whether a payment system is open on a day, "YYYY-MM-DD". */
export function isBankDay(system: PaymentSystem, day: string): boolean {
  const ms = Date.parse(`${day}T00:00:00Z`);
  const weekday = weekdayOf(ms);
  if (weekday === 0 || weekday === 6) return false;
  return !CLOSED[system](Number(day.slice(0, 4))).some((closed) => dayOf(closed) === day);
}

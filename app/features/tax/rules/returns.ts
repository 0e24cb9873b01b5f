/** The periods that a tax is declared for, and the day until which. Days are UTC dates, both ends included. */
import { dayOf, addDays } from "#app/platform/rules/core/day.ts";
import { type Authority, registrationOf } from "./authority.ts";
import { type Registration, isValidOn } from "./registration.ts";
import type { TaxTreatment } from "./tax-rule.ts";

export const FREQUENCIES = ["monthly", "two-monthly", "quarterly", "half-yearly", "yearly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const FREQUENCY_WORDS: Readonly<Record<Frequency, string>> = {
  monthly: "Every month",
  "two-monthly": "Every two months",
  quarterly: "Every quarter",
  "half-yearly": "Every half-year",
  yearly: "Every year",
};
const MONTHS: Readonly<Record<Frequency, number>> = {
  monthly: 1,
  "two-monthly": 2,
  quarterly: 3,
  "half-yearly": 6,
  yearly: 12,
};

export type Period = { from: string; until: string };

/** The One Stop Shop is declared by calendar quarter (Directive 2006/112/EC, Art. 369f); elsewhere, the office says. */
export const frequencyOf = (authority: Authority, chosen: Frequency | null): Frequency | null =>
  registrationOf(authority)?.scheme === "oss" ? "quarterly" : chosen;

const day = (year: number, month: number, date: number): string => dayOf(Date.UTC(year, month, date));
const parts = (of: string): [year: number, month: number] => [Number(of.slice(0, 4)), Number(of.slice(5, 7)) - 1];

/** The calendar period that a day is in. */
export function periodAt(frequency: Frequency, on: string): Period {
  const [year, month] = parts(on);
  const first = month - (month % MONTHS[frequency]);
  return { from: day(year, first, 1), until: day(year, first + MONTHS[frequency], 0) };
}

const MONTH_WORDS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ");

/** "2026", "Q3 2026", "Nov 2026", "Jan to Jun 2026", or the days of a period that begins or ends within a month. */
export function periodWords({ from, until }: Period): string {
  const [year, first] = parts(from);
  const last = parts(until)[1];
  const whole = from.endsWith("-01") && addDays(until, 1).endsWith("-01") && until.startsWith(String(year));
  if (!whole) return `${from} to ${until}`;
  if (first === 0 && last === 11) return String(year);
  if (first === last) return `${MONTH_WORDS[first]} ${year}`;
  if (first % 3 === 0 && last === first + 2) return `Q${first / 3 + 1} ${year}`;
  return `${MONTH_WORDS[first]} to ${MONTH_WORDS[last]} ${year}`;
}

/** More periods than that aren't listed. */
const MOST_PERIODS = 240;

/**
 * An authority's periods until today's, oldest first. What was filed stays as it was filed, and the next period begins
 * the day after it, so that another frequency applies from there on.
 * @param registrations those with the authority @param since the first day that there are documents of
 */
export function periodsOf(of: {
  registrations: readonly Registration[];
  frequency: Frequency;
  filed: readonly Period[];
  since: string;
  today: string;
}): Period[] {
  const { frequency, today } = of;
  const filed = new Map(of.filed.map((period) => [period.from, period]));
  const found: Period[] = [];
  const spans = of.registrations.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom));
  for (const { validFrom, validUntil } of spans) {
    const start = periodAt(frequency, of.since).from;
    let from = validFrom > start ? validFrom : start;
    // With another frequency, the first one may have begun earlier.
    for (const period of of.filed) if (period.from < from && period.from >= validFrom) from = period.from;
    while (from <= today && (validUntil === null || from <= validUntil) && found.length < MOST_PERIODS) {
      const known = filed.get(from);
      const whole = periodAt(frequency, from).until;
      // One that's filed already ends this one, if they'd overlap.
      const next = of.filed
        .map((period) => period.from)
        .filter((other) => other > from && other <= whole)
        .toSorted()[0];
      const last = next === undefined ? whole : addDays(next, -1);
      const until = known?.until ?? (validUntil !== null && validUntil < last ? validUntil : last);
      found.push({ from, until });
      from = addDays(until, 1);
    }
  }
  return found;
}

/** The registration that's valid on a period's last day, or the last one before. */
export const registrationIn = <T extends Registration>(registrations: readonly T[], { until }: Period): T | undefined =>
  registrations.find((it) => isValidOn(it, until)) ??
  registrations.toSorted((a, b) => a.validFrom.localeCompare(b.validFrom)).findLast((it) => it.validFrom <= until);

type DueRule = {
  place: string;
  /** When the return of a period is due, as a sentence. */
  rule: string;
  source: string;
  /** The last day, or null if the law names none for such a period. */
  due: (period: Period) => string | null;
};

/** @returns the day of the month that's this many months after the period's last one */
const dayOfMonth = ({ until }: Period, months: number, date: number): string => {
  const [year, month] = parts(until);
  return day(year, month + months, date);
};
const endOfMonthAfter = (period: Period): string => dayOfMonth(period, 2, 0);
const months = ({ from, until }: Period): number => {
  const [a, b] = [parts(from), parts(until)];
  return (b[0] - a[0]) * 12 + b[1] - a[1] + 1;
};
const monthOf = ({ until }: Period): number => parts(until)[1];
const isYear = (period: Period): boolean => months(period) === 12;

/**
 * The days on which returns are due, by place. Where an office moves a day that's a weekend or a holiday, it's the next
 * working day, so that these are never late. Longer times for those who have an adviser or applied for more aren't here.
 */
export const DUE_RULES: readonly DueRule[] = [
  {
    place: "OSS",
    rule: "By the end of the month after the quarter.",
    source: "Directive 2006/112/EC, Art. 369f",
    due: endOfMonthAfter,
  },
  {
    place: "AT",
    rule: "By the 15th of the second month after the period.",
    source: "Umsatzsteuergesetz 1994, § 21(1)",
    due: (period) => (isYear(period) ? null : dayOfMonth(period, 2, 15)),
  },
  {
    place: "AU",
    rule: "28 days after a quarter, in February for October to December; the 21st of the month after a month.",
    source: "A New Tax System (Goods and Services Tax) Act 1999, sections 31-8 and 31-10",
    due: (period) => {
      if (months(period) === 1) return dayOfMonth(period, 1, 21);
      if (months(period) !== 3) return null;
      return dayOfMonth(period, monthOf(period) === 11 ? 2 : 1, 28);
    },
  },
  ...["CA", "CA-QC"].map((place): DueRule => ({
    place,
    rule: "One month after the period, three months after a year.",
    source: place === "CA" ? "Excise Tax Act, section 238(1)" : "Act respecting the Québec sales tax, section 468",
    due: (period) => (isYear(period) ? dayOfMonth(period, 4, 0) : endOfMonthAfter(period)),
  })),
  {
    place: "CH",
    rule: "60 days after the period.",
    source: "Swiss VAT Act, Art. 71(1)",
    due: (period) => addDays(period.until, 60),
  },
  {
    place: "DE",
    rule: "By the 10th of the month after the period. The return of a year is due on July 31.",
    source: "Umsatzsteuergesetz, § 18(1); Abgabenordnung, § 149(2)",
    due: (period) => dayOfMonth(period, isYear(period) ? 7 : 1, isYear(period) ? 31 : 10),
  },
  {
    place: "GB",
    rule: "One month and seven days after the period.",
    source: "VAT Regulations 1995, regulations 25 and 25A; HMRC, VAT Notice 700/12",
    due: (period) => (isYear(period) ? null : dayOfMonth(period, 2, 7)),
  },
  {
    place: "NL",
    rule: "By the end of the month after the period.",
    source: "Algemene wet inzake rijksbelastingen, Art. 10 and 19",
    due: (period) => (isYear(period) ? null : endOfMonthAfter(period)),
  },
  {
    place: "NO",
    rule: "One month and ten days after the period, on August 31 for May and June. The return of a year is due on March 10.",
    source: "Skatteforvaltningsforskriften, § 8-3-10 and 8-3-11",
    due: (period) => {
      if (isYear(period)) return dayOfMonth(period, 3, 10);
      return monthOf(period) === 5 ? dayOfMonth(period, 2, 31) : dayOfMonth(period, 2, 10);
    },
  },
  {
    place: "NZ",
    rule: "By the 28th of the month after the period, on January 15 for November and on May 7 for March.",
    source: "Goods and Services Tax Act 1985, section 16; Tax Administration Act 1994, section 2A",
    due: (period) => {
      if (monthOf(period) === 10) return dayOfMonth(period, 2, 15);
      return monthOf(period) === 2 ? dayOfMonth(period, 2, 7) : dayOfMonth(period, 1, 28);
    },
  },
];

/** When a return is due, with the rule and its source. Null where we don't know: the office says so. */
export function dueOf(authority: Authority, period: Period): { day: string; rule: string; source: string } | null {
  const of = registrationOf(authority);
  const rule = of && DUE_RULES.find(({ place }) => place === (of.scheme === "oss" ? "OSS" : of.place));
  const due = rule?.due(period);
  return rule && due ? { day: due, rule: rule.rule, source: rule.source } : null;
}

/** From so many days before it's due on, a return is on the to-do list. Where we don't know the day, once it can be filed. */
const DAYS_BEFORE = 14;

/** Whether a return that isn't filed should be on the to-do list. */
export function isPressing(authority: Authority, period: Period, today: string): boolean {
  if (period.until >= today) return false;
  const due = dueOf(authority, period);
  return due === null || addDays(today, DAYS_BEFORE) >= due.day;
}

/** An amount that isn't known yet, because a rate is missing. It's counted as zero until then. */
type MaybeUnknown = { isUnknown?: true };
/** What's declared under one rate in one place. In minor units of the return's currency. */
export type ReturnRow = MaybeUnknown & {
  treatment: TaxTreatment;
  place: string;
  label: string;
  rateBp: number;
  baseMinor: number;
  taxMinor: number;
};
/** Tax of earlier periods in one member state, which the One Stop Shop wants by period. */
export type ReturnCorrection = MaybeUnknown & Period & { place: string; taxMinor: number };
/**
 * What a filed return lacks, because something changed in its period later. Of the One Stop Shop, for the member state
 * and the quarter of the supply; what was booked by hand has none.
 */
export type LateDifference = Period & {
  minor: number;
  place?: string;
  /** The first day of the return that lacks it, where that isn't the period's own. */
  lackedBy?: string;
};

/** The first day of the return that lacks it. */
export const lackedBy = (it: LateDifference): string => it.lackedBy ?? it.from;

/** Whether it's no part of the One Stop Shop's corrections. */
export const hasNoState = (it: LateDifference): boolean => !it.place;

/** A correction as the One Stop Shop's form wants it: what was declared so far, and what should have been. */
export type DeclaredCorrection = ReturnCorrection & {
  /** Null if no return of that quarter was filed here, so that we don't know it. */
  declaredMinor: number | null;
};

/** Tax on invoices of suppliers abroad, and what it's owed on. */
type OwedAsRecipient = MaybeUnknown & { baseMinor: number; taxMinor: number };

/** What a return declares. In minor units of its currency. */
export type ReturnFigures = {
  currency: string;
  /** Where the amounts in that currency come from, as a sentence. */
  rates: string;
  rows: ReturnRow[];
  corrections: ReturnCorrection[];
  /** What journal entries by hand in the period take off or add, such as input tax; negative if they take off. */
  byHandMinor: number;
  byHandIsUnknown?: true;
  /** What input tax takes off, so below zero; missing where it isn't set against, and in returns filed before it was. */
  inputTaxMinor?: number;
  /** What's owed on invoices of suppliers abroad; missing where it isn't declared, and in returns filed before it was. */
  reverseCharge?: OwedAsRecipient;
  /** The same of suppliers in other EU countries, for a company in the EU. */
  reverseChargeEu?: OwedAsRecipient;
  /** Documents and entries without a rate yet, which the figures lack. */
  lacking: number;
  /** What's declared of this period alone. */
  ownMinor: number;
};

/** The sum of a return's parts. */
export const ownOf = (
  of: Pick<
    ReturnFigures,
    "rows" | "corrections" | "byHandMinor" | "inputTaxMinor" | "reverseCharge" | "reverseChargeEu"
  >,
): number =>
  [...of.rows, ...of.corrections].reduce((sum, it) => sum + it.taxMinor, 0) +
  of.byHandMinor +
  (of.inputTaxMinor ?? 0) +
  owedAsRecipient(of);

/** The tax that's owed as a recipient. The same amount is input tax. */
export const owedAsRecipient = (of: Pick<ReturnFigures, "reverseCharge" | "reverseChargeEu">): number =>
  (of.reverseCharge?.taxMinor ?? 0) + (of.reverseChargeEu?.taxMinor ?? 0);

/**
 * Where a country's form wants tax that's owed as a recipient, and the input tax of the same amount, if it tells suppliers
 * in the EU apart. Germany: Umsatzsteuer-Voranmeldung, § 13b(1) and (2) UStG. The Netherlands: aangifte omzetbelasting.
 */
export const RECIPIENT_FIELDS: Readonly<Record<string, { eu: string; elsewhere: string; inputTax: string }>> = {
  DE: { eu: "46 and 47", elsewhere: "84 and 85", inputTax: "67" },
  NL: { eu: "4b", elsewhere: "4a", inputTax: "5b" },
};

/** What's due with a return: its own period, and what earlier ones lack. */
export const dueMinorOf = (ownMinor: number, late: readonly LateDifference[]): number =>
  late.reduce((sum, it) => sum + it.minor, ownMinor);

const quarterKey = (from: string, place: string): string => `${periodAt("quarterly", from).from} ${place}`;

/** What a return of the One Stop Shop declares for each quarter and member state, by `quarterKey`. */
export function declaredByState(
  { from }: Pick<Period, "from">,
  { rows, corrections }: Pick<ReturnFigures, "rows" | "corrections">,
  late: readonly LateDifference[],
): Map<string, number> {
  const sums = new Map<string, number>();
  const add = (key: string, minor: number) => sums.set(key, (sums.get(key) ?? 0) + minor);
  for (const row of rows) add(quarterKey(from, row.place), row.taxMinor);
  for (const it of corrections) add(quarterKey(it.from, it.place), it.taxMinor);
  for (const it of late) if (it.place) add(quarterKey(it.from, it.place), it.minor);
  return sums;
}

/** A return, filed or not. */
export type Declaring = Period & { figures: ReturnFigures; late: readonly LateDifference[] };

/**
 * The corrections of a One Stop Shop's return, one for each quarter and member state: what documents of its own quarter
 * correct, and what else has changed since the earlier returns.
 * @param filed returns of the same authority
 */
export function correctionsIn(of: Declaring, filed: readonly Declaring[]): DeclaredCorrection[] {
  const before = filed.filter((it) => it.from < of.from);
  const known = new Set(before.map((it) => quarterKey(it.from, "")));
  const declared = new Map<string, number>();
  for (const one of before)
    for (const [key, minor] of declaredByState(one, one.figures, one.late))
      declared.set(key, (declared.get(key) ?? 0) + minor);
  const late = of.late.flatMap(({ place, minor, from, until }) =>
    place ? [{ from, until, place, taxMinor: minor }] : [],
  );
  const all: ReturnCorrection[] = [...of.figures.corrections, ...late];
  return [...Map.groupBy(all, (it) => quarterKey(it.from, it.place))]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([key, same]) => ({
      ...together(same),
      declaredMinor: known.has(quarterKey(same[0]!.from, "")) ? (declared.get(key) ?? 0) : null,
    }));
}

/** Corrections of one quarter and member state as one. */
export const together = (same: readonly ReturnCorrection[]): ReturnCorrection =>
  same.reduce((a, b) => ({ ...a, ...(b.isUnknown ? { isUnknown: true } : {}), taxMinor: a.taxMinor + b.taxMinor }));

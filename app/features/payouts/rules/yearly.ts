import { EU_COUNTRIES } from "#app/features/tax/rules/places.ts";

/**
 * What editors were paid in a calendar year, as the yearly reports to tax offices have it. Years and quarters are in
 * UTC.
 */

/**
 * From what sum in US cents a form 1099-NEC is due for payments of a year. From 2027 on it follows inflation: check it
 * each year.
 */
export const necThresholdMinor = (year: number): number => (year >= 2026 ? 200_000 : 60_000);

export type PaidPayout = { editorId: string; paidAt: Date; amountMinor: number; earnings: number };

export type Quarter = { amountMinor: number; earnings: number };
export type YearOfEditor = {
  editorId: string;
  quarters: [Quarter, Quarter, Quarter, Quarter];
  totalMinor: number;
  payouts: number;
};

/** The year of every editor who was paid in it, the largest total first. Payouts of other years don't count. */
export function yearOf(year: number, payouts: readonly PaidPayout[]): YearOfEditor[] {
  const byEditor = new Map<string, YearOfEditor>();
  const nothing = (): Quarter => ({ amountMinor: 0, earnings: 0 });
  for (const p of payouts) {
    if (p.paidAt.getUTCFullYear() !== year) continue;
    const of = byEditor.get(p.editorId) ?? {
      editorId: p.editorId,
      quarters: [nothing(), nothing(), nothing(), nothing()] as YearOfEditor["quarters"],
      totalMinor: 0,
      payouts: 0,
    };
    const quarter = of.quarters[Math.floor(p.paidAt.getUTCMonth() / 3)]!;
    quarter.amountMinor += p.amountMinor;
    quarter.earnings += p.earnings;
    of.totalMinor += p.amountMinor;
    of.payouts++;
    byEditor.set(p.editorId, of);
  }
  return [...byEditor.values()].toSorted((a, b) => b.totalMinor - a.totalMinor || (a.editorId < b.editorId ? -1 : 1));
}

export type TaxReport = "dac7" | "1099-nec";

/** Which report an editor belongs in, by where they pay tax, or null for neither. DAC7 is the European Union's. */
export const reportFor = (taxCountry: string | null): TaxReport | null =>
  taxCountry === "US" ? "1099-nec" : taxCountry !== null && EU_COUNTRIES.includes(taxCountry) ? "dac7" : null;

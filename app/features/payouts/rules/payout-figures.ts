/** The figures of payouts that admins may change, as their form has them, and what they can't say together. */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { DAY, formatDay } from "#app/platform/rules/core/time.ts";
import { PAYOUT_POLICY, type PayoutPolicy } from "./policy.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `payouts.${path}`,
  label,
  ...of,
});

/**
 * The first and last day of the month that a cut-off can be: the two are never far apart, and each of these days is a
 * "th".
 */
const CUTOFF_DAYS = [10, 20] as const;
/** No payout waits longer than this for a business day. */
const MOST_CLOSED_DAYS = 7;

export const PAYOUT_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "payouts",
    title: "Payouts",
    summary: "What editors are paid when. A run follows the policy in effect at its cut-off.",
    tables: [
      {
        title: "Each payout",
        intro: "Smaller amounts carry over. A debt comes from earnings that were taken back after they were paid.",
        columns: ["Figure"],
        rows: [
          {
            label: "Minimum ($)",
            figures: [figure("minimumMinor", "Payout minimum", { unit: "money", least: 100, most: 20_000 })],
          },
          {
            label: "Largest share deducted for a debt (%)",
            figures: [figure("debtBp", "Largest share of a payout for a debt", { unit: "bp", least: 0, most: 10_000 })],
          },
        ],
      },
      {
        title: "Waiting times",
        intro: "From acceptance of an order, and from the confirmation of new bank details.",
        columns: ["Days"],
        rows: [
          {
            label: "Earnings are available before they're paid",
            figures: [figure("settleMs", "Earnings wait before a payout", { unit: "days", least: 0, most: 30 * DAY })],
          },
          {
            label: "New bank details aren't used",
            figures: [figure("bankFrozenMs", "New bank details wait", { unit: "days", least: DAY, most: 30 * DAY })],
          },
        ],
      },
      {
        title: "Cut-offs",
        intro:
          "Two in each month, at 23:59 UTC: this day and the last. A month keeps the day it began with, so a change applies from the first of the next month.",
        columns: ["Day"],
        rows: [
          {
            label: "First cut-off, day of the month",
            figures: [
              figure("cutoffDay", "First cut-off of payouts, day of the month", {
                unit: "count",
                least: CUTOFF_DAYS[0],
                most: CUTOFF_DAYS[1],
              }),
            ],
          },
        ],
      },
      {
        title: "Bank holidays",
        intro:
          "Days on which one of our banks doesn't pay, besides weekends and the holidays of the payment systems, which are known: TARGET's for euros, the Federal Reserve's for dollars, and those of England and Wales if our account is in the UK. A payout that would be sent on one is sent on the next business day.",
        hint: "A run that has been prepared keeps its day. To remove a holiday, clear it. Save to get more rows.",
        columns: ["Day"],
        spare: 4,
        rows: PAYOUT_POLICY.holidays.map((_, i) => ({
          label: `Holiday ${i + 1}`,
          figures: [
            figure(`holidays.${i}`, `Bank holiday ${i + 1}`, {
              unit: "date",
              least: Date.UTC(2026, 0, 1) / DAY,
              most: Date.UTC(2099, 11, 31) / DAY,
              empty: "none",
            }),
          ],
        })),
      },
    ],
  },
];

/**
 * Bank holidays that would keep payouts from being sent, and what to do about it, by figure. Empty when they're sound.
 */
export function payoutFaults({ holidays }: PayoutPolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  const fault = (i: number, message: string) => faults.push({ key: `payouts.holidays.${i}`, message });
  const closed = (day: number): boolean => holidays.includes(day) || [0, 6].includes(new Date(day * DAY).getUTCDay());
  for (const [i, day] of holidays.entries()) {
    if (day === null) continue;
    const first = holidays.indexOf(day);
    if (first < i) {
      fault(i, `Holiday ${i + 1} is the same day as holiday ${first + 1}. Clear one of them.`);
      continue;
    }
    let from = day;
    while (closed(from - 1)) from--;
    // Of days that are closed in a row, the first holiday is named.
    if (holidays.some((other) => other !== null && other >= from && other < day)) continue;
    let days = day - from + 1;
    while (closed(from + days)) days++;
    if (days > MOST_CLOSED_DAYS)
      fault(
        i,
        `No payout could be sent for ${days} days from ${formatDay(new Date(from * DAY), "UTC")}. Clear holidays so that it's at most ${MOST_CLOSED_DAYS}.`,
      );
  }
  return faults;
}

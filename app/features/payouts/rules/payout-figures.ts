/** When and how editors are paid: the figures with their defaults, their form, and what they can't say together. */
import { count, dayOrNone, days, money, policyPart, row, share } from "#app/features/policy/rules/policy-part.ts";
import { DAY, formatDay } from "#app/platform/rules/core/time.ts";

/** How many bank holidays there can be at once. */
const MOST_HOLIDAYS = 40;
/** No payout waits longer than this for a business day. */
const MOST_CLOSED_DAYS = 7;

export const PAYOUT_PART = policyPart(
  "payouts",
  {
    /**
     * The day of the month whose end is a cut-off, in addition to the last day. A month keeps the one it started with.
     * The two are never far apart, and each of these days is a "th".
     */
    cutoffDay: count(15, "First cut-off of payouts, day of the month", [10, 20]),
    /** Days on which banks don't pay, as their number since 1970, or null for an unused row. */
    holidays: Array.from({ length: MOST_HOLIDAYS }, (_, i) => dayOrNone(`Bank holiday ${i + 1}`)),
    minimumMinor: money(2_500, "Payout minimum", [100, 20_000]),
    /** How long an earning must have been available at the cut-off. */
    settleMs: days(3, "Earnings wait before a payout", [0, 30]),
    /** How long new bank details aren't used. */
    bankFrozenMs: days(3, "New bank details wait", [1, 30]),
    /** The largest share of a payout deducted for debt. */
    debtBp: share(5_000, "Largest share of a payout for a debt", [0, 10_000]),
  },
  ({ cutoffDay, holidays, minimumMinor, settleMs, bankFrozenMs, debtBp }) => [
    {
      id: "payouts",
      title: "Payouts",
      summary: "What editors are paid when. A run follows the policy in effect at its cut-off.",
      tables: [
        {
          title: "Each payout",
          intro: "Smaller amounts carry over. A debt comes from earnings that were taken back after they were paid.",
          columns: ["Figure"],
          rows: [row("Minimum ($)", minimumMinor), row("Largest share deducted for a debt (%)", debtBp)],
        },
        {
          title: "Waiting times",
          intro: "From acceptance of an order, and from the confirmation of new bank details.",
          columns: ["Days"],
          rows: [
            row("Earnings are available before they're paid", settleMs),
            row("New bank details aren't used", bankFrozenMs),
          ],
        },
        {
          title: "Cut-offs",
          intro:
            "Two in each month, at 23:59 UTC: this day and the last. A month keeps the day it began with, so a change applies from the first of the next month.",
          columns: ["Day"],
          rows: [row("First cut-off, day of the month", cutoffDay)],
        },
        {
          title: "Bank holidays",
          intro:
            "Days on which one of our banks doesn't pay, besides weekends and the holidays of the payment systems, which are known: TARGET's for euros, the Federal Reserve's for dollars, and those of England and Wales if our account is in the UK. A payout that would be sent on one is sent on the next business day.",
          hint: "A run that has been prepared keeps its day. To remove a holiday, clear it. Save to get more rows.",
          columns: ["Day"],
          spare: 4,
          rows: holidays.map((holiday, i) => row(`Holiday ${i + 1}`, holiday)),
        },
      ],
    },
  ],
  // Bank holidays that would keep payouts from being sent.
  ({ holidays }, fault) => {
    const closed = (day: number): boolean => holidays.includes(day) || [0, 6].includes(new Date(day * DAY).getUTCDay());
    for (const [i, day] of holidays.entries()) {
      if (day === null) continue;
      const path = `holidays.${i}`;
      const first = holidays.indexOf(day);
      if (first < i) {
        fault(path, `Holiday ${i + 1} is the same day as holiday ${first + 1}. Clear one of them.`);
        continue;
      }
      let from = day;
      while (closed(from - 1)) from--;
      // Of days that are closed in a row, the first holiday is named.
      if (holidays.some((other) => other !== null && other >= from && other < day)) continue;
      let length = day - from + 1;
      while (closed(from + length)) length++;
      if (length > MOST_CLOSED_DAYS)
        fault(
          path,
          `No payout could be sent for ${length} days from ${formatDay(new Date(from * DAY), "UTC")}. Clear holidays so that it's at most ${MOST_CLOSED_DAYS}.`,
        );
    }
  },
);

export const PAYOUT_POLICY = PAYOUT_PART.defaults;

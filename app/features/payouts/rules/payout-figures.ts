/** The figures of payouts that admins may change, as their form has them, and what they can't say together. */
import type { Figure, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { DAY } from "#app/platform/rules/core/time.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `payouts.${path}`,
  label,
  ...of,
});

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
    ],
  },
];

/** The refund table's figures that admins can change, as in their form, and which combinations are contradictory. */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import type { RefundPolicy } from "./policy.ts";

const share = (path: string, label: string, least: number, most: number): Figure => ({
  key: `refunds.${path}`,
  label,
  unit: "bp",
  least,
  most,
});

export const REFUND_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "refunds",
    title: "Refunds",
    summary: "What clients get back, and what editors lose. An order keeps the table it was priced under.",
    tables: [
      {
        title: "Refunds by case",
        intro:
          "In percent of the price. Lateness is refunded automatically, once per order, and the client keeps the work.",
        columns: ["Refund (%)"],
        rows: [
          {
            label: "Late, up to the limit below",
            figures: [share("late.some.clientBp", "Refund, late up to the limit", 100, 10_000)],
          },
          {
            label: "Later than that",
            figures: [share("late.much.clientBp", "Refund, late beyond the limit", 100, 10_000)],
          },
          {
            label: "Canceled while late, up to the limit below",
            figures: [share("cancelLate.someBp", "Refund, canceled while late", 100, 10_000)],
          },
          {
            label: "Revision closed because it's late",
            figures: [share("lateRevision.clientBp", "Refund, late revision closed", 100, 10_000)],
          },
          {
            label: "Quality complaint upheld, problems remained",
            figures: [share("quality.minorBp", "Refund, quality complaint", 100, 10_000)],
          },
        ],
      },
      {
        title: "When an order is late",
        intro: "Time on hold doesn't count. Beyond the full turnaround, all of it is refunded.",
        columns: ["Figure"],
        rows: [
          {
            label: "Grace after the due date (minutes)",
            figures: [
              { key: "refunds.graceMs", label: "Grace after the due date", unit: "minutes", least: 0, most: 2 * HOUR },
            ],
          },
          {
            label: "Limit of the lower refund (% of the turnaround)",
            figures: [share("late.some.upToBp", "Limit of the lower refund for lateness", 500, 9_000)],
          },
        ],
      },
      {
        title: "What editors lose for being late",
        intro: "Of their pay, if they missed their own deadline. Beyond the full turnaround, it's all of it.",
        hint: "The editor agreement names these. A higher share needs 14 days' notice, as lower pay does.",
        columns: ["Share (%)"],
        rows: [
          {
            label: "Late, up to the limit above",
            figures: [share("late.some.editorLosesBp", "Editor loses, late up to the limit", 0, 5_000)],
          },
          {
            label: "Later than that",
            figures: [share("late.much.editorLosesBp", "Editor loses, late beyond the limit", 0, 8_000)],
          },
        ],
      },
      {
        title: "Canceling after an editor accepted",
        intro: "We keep the share of the work that's done, within these limits.",
        columns: ["Share kept (%)"],
        rows: [
          { label: "At least", figures: [share("cancel.leastWithheldBp", "Kept on canceling, at least", 0, 5_000)] },
          { label: "At most", figures: [share("cancel.mostWithheldBp", "Kept on canceling, at most", 0, 10_000)] },
        ],
      },
    ],
  },
];

/** Contradictions in a refund table, with advice, by figure. Empty if there are none. */
export function refundFaults({ late, cancel, cancelLate }: RefundPolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  if (late.much.clientBp < late.some.clientBp)
    faults.push({
      key: "refunds.late.much.clientBp",
      message: `Very late orders are refunded less than late ones. Enter at least ${late.some.clientBp / 100}%.`,
    });
  else if (cancelLate.someBp < late.some.clientBp)
    faults.push({
      key: "refunds.cancelLate.someBp",
      message: `Canceling a late order refunds less than waiting for it. Enter at least ${late.some.clientBp / 100}%.`,
    });
  if (late.much.editorLosesBp < late.some.editorLosesBp)
    faults.push({
      key: "refunds.late.much.editorLosesBp",
      message: `Editors lose less when they're very late. Enter at least ${late.some.editorLosesBp / 100}%.`,
    });
  if (cancel.mostWithheldBp < cancel.leastWithheldBp)
    faults.push({
      key: "refunds.cancel.mostWithheldBp",
      message: `The most we keep on canceling is below the least. Enter at least ${cancel.leastWithheldBp / 100}%.`,
    });
  return faults;
}

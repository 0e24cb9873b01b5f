/** The figures of free revisions that admins may change, as their form has them, and what they can't say together. */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { DEADLINE_POLICY, type DeadlinePolicy } from "./policy.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `deadlines.revision.${path}`,
  label,
  ...of,
});
const long = `${DEADLINE_POLICY.longFromWords.toLocaleString("en-US")} words or more`;

export const REVISION_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "revisions",
    title: "Revisions",
    summary: "How long clients can request a free revision, and how many new words it may have.",
    tables: [
      {
        title: "Time to request a revision",
        intro: "From each delivery. Accepting the work doesn't end it.",
        columns: ["Days"],
        rows: [
          {
            label: "Orders",
            figures: [figure("windowMs", "Free revisions", { unit: "days", least: 7 * DAY, most: 90 * DAY })],
          },
          {
            label: `Orders of ${long}`,
            figures: [
              figure("longWindowMs", `Free revisions, ${long}`, { unit: "days", least: 7 * DAY, most: 90 * DAY }),
            ],
          },
        ],
      },
      {
        title: "Free new words",
        intro: "In each revision, the larger of the two is free. More words cost what a re-edit costs.",
        columns: ["Figure"],
        rows: [
          {
            label: "Words",
            figures: [figure("newWords", "Free new words", { unit: "words", least: 0, most: 5_000 })],
          },
          {
            label: "Share of the order (%)",
            figures: [
              figure("newWordsBp", "Free new words, share of the order", { unit: "bp", least: 0, most: 2_500 }),
            ],
          },
        ],
      },
    ],
  },
];

/** Contradictions in the figures of revisions, with advice, by figure. Empty if there are none. */
export function revisionFaults({ revision }: DeadlinePolicy): FigureFault[] {
  if (revision.longWindowMs >= revision.windowMs) return [];
  return [
    {
      key: "deadlines.revision.longWindowMs",
      message: `Long orders have less time for a revision than others. Enter at least ${revision.windowMs / DAY} days.`,
    },
  ];
}

/** The requirements for each level: the figures that admins may change, as in their form. */
import type { Figure, FigureSubject } from "#app/features/policy/rules/figures.ts";

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `levels.${path}`,
  label,
  ...of,
});

export const LEVEL_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "levels",
    title: "Editor levels",
    summary: "What raises an editor's level. A level is never lowered by these figures, and admins appoint leads.",
    tables: [
      {
        title: "From trial to standard",
        intro: "Orders that passed quality review.",
        columns: ["Orders"],
        rows: [
          {
            label: "At least",
            figures: [figure("standard.qaPassed", "Standard: reviews passed", { unit: "count", least: 1, most: 200 })],
          },
        ],
      },
      {
        title: "From standard to senior",
        intro: "All three are needed.",
        columns: ["Figure"],
        rows: [
          {
            label: "Orders delivered",
            figures: [figure("senior.delivered", "Senior: orders delivered", { unit: "count", least: 1, most: 1_000 })],
          },
          {
            label: "Average rating (stars)",
            figures: [figure("senior.ratingTenths", "Senior: average rating", { unit: "stars", least: 10, most: 50 })],
          },
          {
            label: "Late at most (%)",
            figures: [figure("senior.lateBp", "Senior: late at most", { unit: "bp", least: 0, most: 5_000 })],
          },
        ],
      },
    ],
  },
];

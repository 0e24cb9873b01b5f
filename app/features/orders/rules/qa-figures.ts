/** How much work goes through quality review: the figures that admins may change, as in their form. */
import type { Figure, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { MOST_FIRST_ORDERS } from "./qa.ts";

const count = (path: string, label: string, least: number, most: number): Figure => ({
  key: `qa.${path}`,
  label,
  unit: "count",
  least,
  most,
});

export const QA_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "qa",
    title: "Quality review",
    summary:
      "How much work a second person reviews. An order keeps the figures it was sold with. All expert orders are reviewed, and so is work in a format that can't be compared.",
    tables: [
      {
        title: "Before delivery",
        intro: "Whether an order is reviewed is decided when its editor accepts it, and its deadline allows for it.",
        columns: ["Orders"],
        rows: [
          {
            label: "An editor's first orders, until so many have passed",
            figures: [count("firstOrders", "Reviewed: an editor's first orders", 1, MOST_FIRST_ORDERS)],
          },
          {
            label: "Of other orders, one in",
            figures: [count("sampleOneIn", "Reviewed: of other orders, one in", 2, 100)],
          },
        ],
      },
      {
        title: "After delivery",
        intro: "Work with a low rating is reviewed within a day of the rating.",
        columns: ["Stars"],
        rows: [
          { label: "Ratings of up to", figures: [count("lowRating", "Reviewed: ratings of up to, in stars", 1, 4)] },
        ],
      },
    ],
  },
];

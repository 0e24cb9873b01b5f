/**
 * Quality review: how much work is reviewed, by what it's measured, and by when. The figures that admins may change, as
 * in their form, and which combinations are invalid.
 */
import { DAY, HOUR, MINUTE, formatDays } from "#app/platform/rules/core/time.ts";
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { MOST_FIRST_ORDERS, QA_PARTS, type QaPolicy } from "./qa.ts";

const count = (path: string, label: string, least: number, most: number): Figure => ({
  key: `qa.${path}`,
  label,
  unit: "count",
  least,
  most,
});
const time = (
  path: string,
  label: string,
  unit: "minutes" | "hours" | "days",
  least: number,
  most: number,
): Figure => ({
  key: `qa.${path}`,
  label,
  unit,
  least,
  most,
});

export const QA_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "qa",
    title: "Quality review",
    summary:
      "How much work a second person reviews, what a score is measured by, and by when. An order keeps the figures it was sold with, so each of its scores keeps its meaning. All expert orders are reviewed, and so is work in a format that can't be compared.",
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
        intro: "Work with a low rating is reviewed, too.",
        columns: ["Stars"],
        rows: [
          { label: "Ratings of up to", figures: [count("lowRating", "Reviewed: ratings of up to, in stars", 1, 4)] },
        ],
      },
      {
        title: "Scores",
        intro:
          "The most points for each part of the rubric: together they are 100. Work passes at the pass mark, unless an instruction was ignored.",
        columns: ["Points"],
        rows: [
          { label: "Pass mark", figures: [count("passMark", "Review: pass mark", 50, 95)] },
          ...QA_PARTS.map(({ code, label }) => ({
            label,
            figures: [count(`points.${code}`, `Review: points for ${label.toLowerCase()}`, 0, 100)],
          })),
        ],
      },
      {
        title: "Deadlines",
        intro:
          "A review that's due before delivery has its share of the order's time, and never makes an order late. These are for reviews of delivered work, and for appeals. When an undecided appeal ends, the score no longer counts.",
        columns: ["Time"],
        rows: [
          {
            label: "A review after delivery or a low rating (hours)",
            figures: [time("afterDeliveryMs", "Review after delivery: done within", "hours", 4 * HOUR, 72 * HOUR)],
          },
          {
            label: "An editor can appeal a score for (days)",
            figures: [time("appeal.openMs", "Appeal of a score: open for", "days", 3 * DAY, 30 * DAY)],
          },
          {
            label: "An appeal is decided within (days)",
            figures: [time("appeal.dueMs", "Appeal of a score: decided within", "days", DAY, 14 * DAY)],
          },
          {
            label: "An undecided appeal ends after (days)",
            figures: [time("dropped.appealMs", "Undecided appeal: ends after", "days", 2 * DAY, 60 * DAY)],
          },
          {
            label: "Another review that nobody does ends after (days)",
            figures: [time("dropped.otherMs", "Review that nobody does: ends after", "days", 7 * DAY, 90 * DAY)],
          },
        ],
      },
      {
        title: "Reviewers",
        intro:
          "A reviewer who takes a review has it until it's due, within these limits. Then it returns to the queue.",
        columns: ["Limit"],
        rows: [
          {
            label: "At most (hours)",
            figures: [time("held.mostMs", "A reviewer has a review for at most", "hours", HOUR, 48 * HOUR)],
          },
          {
            label: "At least, when little time is left (minutes)",
            figures: [time("held.leastMs", "A reviewer has a review for at least", "minutes", 15 * MINUTE, 4 * HOUR)],
          },
          { label: "Reviews at once", figures: [count("held.atOnce", "Reviews that a reviewer has at once", 1, 20)] },
        ],
      },
    ],
  },
];

/** What the figures of reviews must not say, and what to do about it, by figure. Empty when they're sound. */
export function qaFaults({ points, appeal, dropped, held }: QaPolicy): FigureFault[] {
  const faults: FigureFault[] = [];
  const fault = (path: string, message: string) => faults.push({ key: `qa.${path}`, message });
  const total = QA_PARTS.reduce((sum, { code }) => sum + points[code], 0);
  if (total !== 100)
    fault("points.accuracy", `The parts of the rubric add up to ${total} points. Change them so that it's 100.`);
  if (dropped.appealMs <= appeal.dueMs)
    fault(
      "dropped.appealMs",
      `An appeal would end before its decision is overdue. Enter more than ${formatDays(appeal.dueMs)}.`,
    );
  if (held.leastMs > held.mostMs)
    fault("held.leastMs", "This is longer than the most a reviewer has. Enter a shorter time.");
  return faults;
}

/**
 * Quality review: how much work is reviewed, by what it's measured, and by when. The figures with their defaults, their
 * form, and which combinations are invalid.
 */
import {
  type DeclaredFigure,
  count,
  days,
  hours,
  minutes,
  policyPart,
  row,
} from "#app/features/policy/rules/policy-part.ts";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { MOST_FIRST_ORDERS, QA_PARTS, type QaPart } from "./qa.ts";

const points = (of: QaPart, most: number) =>
  count(most, `Review: points for ${QA_PARTS.find(({ code }) => code === of)!.label.toLowerCase()}`, [0, 100]);

export const QA_PART = policyPart(
  "qa",
  {
    /** How many of an editor's first orders are reviewed: each until so many have passed. */
    firstOrders: count(10, "Reviewed: an editor's first orders", [1, MOST_FIRST_ORDERS]),
    /** Of the other orders, one in so many is reviewed. */
    sampleOneIn: count(10, "Reviewed: of other orders, one in", [2, 100]),
    /** Ratings up to this many stars are reviewed. */
    lowRating: count(3, "Reviewed: ratings of up to, in stars", [1, 4]),
    passMark: count(80, "Review: pass mark", [50, 95]),
    /** The most points for each part of the rubric. Together they are 100. */
    points: {
      accuracy: points("accuracy", 35),
      language: points("language", 25),
      instructions: points("instructions", 20),
      formatting: points("formatting", 10),
      letter: points("letter", 10),
    } satisfies Record<QaPart, DeclaredFigure>,
    /**
     * How long a review of delivered work may take: after a low rating, or after a delivery that nobody reviewed in
     * time.
     */
    afterDeliveryMs: hours(24, "Review after delivery: done within", [4, 72]),
    /** How long an editor can appeal, and how long the second review may take. */
    appeal: {
      openMs: days(7, "Appeal of a score: open for", [3, 30]),
      dueMs: days(3, "Appeal of a score: decided within", [1, 14]),
    },
    /** How long a reviewer has a review, at most, and at least where little time is left. */
    held: {
      mostMs: hours(12, "A reviewer has a review for at most", [1, 48]),
      leastMs: minutes(45, "A reviewer has a review for at least", [15, 240]),
      atOnce: count(3, "Reviews that a reviewer has at once", [1, 20]),
    },
    /** When an undone review of delivered work is dropped. A score that was appealed then no longer counts. */
    dropped: {
      appealMs: days(14, "Undecided appeal: ends after", [2, 60]),
      otherMs: days(30, "Review that nobody does: ends after", [7, 90]),
    },
  },
  (qa) => [
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
            row("An editor's first orders, until so many have passed", qa.firstOrders),
            row("Of other orders, one in", qa.sampleOneIn),
          ],
        },
        {
          title: "After delivery",
          intro: "Work with a low rating is reviewed, too.",
          columns: ["Stars"],
          rows: [row("Ratings of up to", qa.lowRating)],
        },
        {
          title: "Scores",
          intro:
            "The most points for each part of the rubric: together they are 100. Work passes at the pass mark, unless an instruction was ignored.",
          columns: ["Points"],
          rows: [row("Pass mark", qa.passMark), ...QA_PARTS.map(({ code, label }) => row(label, qa.points[code]))],
        },
        {
          title: "Deadlines",
          intro:
            "A review that's due before delivery has its share of the order's time, and never makes an order late. These are for reviews of delivered work, and for appeals. When an undecided appeal ends, the score no longer counts.",
          columns: ["Time"],
          rows: [
            row("A review after delivery or a low rating (hours)", qa.afterDeliveryMs),
            row("An editor can appeal a score for (days)", qa.appeal.openMs),
            row("An appeal is decided within (days)", qa.appeal.dueMs),
            row("An undecided appeal ends after (days)", qa.dropped.appealMs),
            row("Another review that nobody does ends after (days)", qa.dropped.otherMs),
          ],
        },
        {
          title: "Reviewers",
          intro:
            "A reviewer who takes a review has it until it's due, within these limits. Then it returns to the queue.",
          columns: ["Limit"],
          rows: [
            row("At most (hours)", qa.held.mostMs),
            row("At least, when little time is left (minutes)", qa.held.leastMs),
            row("Reviews at once", qa.held.atOnce),
          ],
        },
      ],
    },
  ],
  (qa, fault) => {
    const total = QA_PARTS.reduce((sum, { code }) => sum + qa.points[code], 0);
    if (total !== 100)
      fault("points.accuracy", `The parts of the rubric add up to ${total} points. Change them so that it's 100.`);
    if (qa.dropped.appealMs <= qa.appeal.dueMs)
      fault(
        "dropped.appealMs",
        `An appeal would end before its decision is overdue. Enter more than ${formatDays(qa.appeal.dueMs)}.`,
      );
    if (qa.held.leastMs > qa.held.mostMs)
      fault("held.leastMs", "This is longer than the most a reviewer has. Enter a shorter time.");
  },
);

export const QA_POLICY = QA_PART.defaults;

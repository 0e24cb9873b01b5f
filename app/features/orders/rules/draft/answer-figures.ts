/**
 * How soon quote requests and complaints are answered: the figures that admins may change, as in their form, and which
 * combinations are invalid.
 */
import type { Figure, FigureFault, FigureSubject } from "#app/features/policy/rules/figures.ts";
import { DAY, HOUR, formatBusinessDays } from "#app/platform/rules/core/time.ts";

export type AnswerPolicy = {
  quote: {
    /** Business days within which we promise an answer to a request for a custom quote. */
    answerDays: number;
    /** Business days after which an unanswered request is closed. */
    giveUpDays: number;
    /** Staff are reminded after this share of the promised time, in basis points. */
    warnBp: number;
    /** How long an editor has to say whether they agree to an offer. */
    askMs: number;
    /** How long a quote that its author shared can be paid, from when its price was set. */
    sharedMs: number;
  };
  complaint: {
    /** Business days within which we decide on a problem that a client reported. */
    decideDays: number;
  };
};

export const ANSWER_POLICY: AnswerPolicy = {
  quote: { answerDays: 1, giveUpDays: 5, warnBp: 7_500, askMs: DAY, sharedMs: 30 * DAY },
  complaint: { decideDays: 2 },
};

const figure = (path: string, label: string, of: Omit<Figure, "key" | "label">): Figure => ({
  key: `answers.${path}`,
  label,
  ...of,
});
const days = (path: string, label: string, least: number, most: number): Figure =>
  figure(path, label, { unit: "count", least, most });

export const ANSWER_SUBJECTS: readonly FigureSubject[] = [
  {
    id: "answers",
    title: "Quotes and complaints",
    summary:
      "How soon requests for custom quotes and complaints are answered. Business days are those on which support is open. What was sent before keeps its date.",
    tables: [
      {
        title: "Custom quotes",
        intro:
          "After each request, counteroffer, or refusal. Staff are reminded before the time is over, and when it is.",
        columns: ["Time"],
        rows: [
          {
            label: "Answered within (business days)",
            figures: [days("quote.answerDays", "Custom quote: answered within, in business days", 1, 10)],
          },
          {
            label: "Closed unanswered after (business days)",
            figures: [days("quote.giveUpDays", "Custom quote: closed unanswered after, in business days", 2, 30)],
          },
          {
            label: "Time used when staff are reminded (%)",
            figures: [
              figure("quote.warnBp", "Custom quote: time used when staff are reminded", {
                unit: "bp",
                least: 2_500,
                most: 9_500,
              }),
            ],
          },
          {
            label: "An editor agrees within (hours)",
            figures: [
              figure("quote.askMs", "Custom quote: an editor agrees within", {
                unit: "hours",
                least: HOUR,
                most: 5 * DAY,
              }),
            ],
          },
        ],
      },
      {
        title: "Shared quotes",
        intro:
          "An author can share a quote so that somebody else pays. It's valid for this long after its price was set, and the price is held for as long. An offer keeps its own end.",
        columns: ["Time"],
        rows: [
          {
            label: "Valid for (days)",
            figures: [
              figure("quote.sharedMs", "Shared quote: valid for", { unit: "days", least: DAY, most: 90 * DAY }),
            ],
          },
        ],
      },
      {
        title: "Complaints",
        intro:
          "When a client reports a problem with a delivered order. The refund policy names it, and an order keeps the time it was sold with.",
        columns: ["Time"],
        rows: [
          {
            label: "Decided within (business days)",
            figures: [days("complaint.decideDays", "Complaint: decided within, in business days", 1, 10)],
          },
        ],
      },
    ],
  },
];

/** What is wrong with these times and how to fix it, by figure. Empty when they're valid. */
export const answerFaults = ({ quote }: AnswerPolicy): FigureFault[] =>
  quote.giveUpDays > quote.answerDays
    ? []
    : [
        {
          key: "answers.quote.giveUpDays",
          message: `A request would be closed before its answer is overdue. Enter more than ${formatBusinessDays(quote.answerDays)}.`,
        },
      ];

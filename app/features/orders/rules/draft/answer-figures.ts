/** How soon quote requests and complaints are answered: the figures with their defaults, their form, and its checks. */
import { type PolicyOf, count, days, hours, policyPart, row, share } from "#app/features/policy/rules/policy-part.ts";
import { formatBusinessDays } from "#app/platform/rules/core/time.ts";

export const ANSWER_PART = policyPart(
  "answers",
  {
    quote: {
      /** Business days within which we promise an answer to a request for a custom quote. */
      answerDays: count(1, "Custom quote: answered within, in business days", [1, 10]),
      /** Business days after which an unanswered request is closed. */
      giveUpDays: count(5, "Custom quote: closed unanswered after, in business days", [2, 30]),
      /** Staff are reminded after this share of the promised time. */
      warnBp: share(7_500, "Custom quote: time used when staff are reminded", [2_500, 9_500]),
      /** How long an editor has to say whether they agree to an offer. */
      askMs: hours(24, "Custom quote: an editor agrees within", [1, 120]),
      /** How long a quote that its author shared can be paid, from when its price was set. */
      sharedMs: days(30, "Shared quote: valid for", [1, 90]),
    },
    complaint: {
      /** Business days within which we decide on a problem that a client reported. */
      decideDays: count(2, "Complaint: decided within, in business days", [1, 10]),
    },
  },
  ({ quote, complaint }) => [
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
            row("Answered within (business days)", quote.answerDays),
            row("Closed unanswered after (business days)", quote.giveUpDays),
            row("Time used when staff are reminded (%)", quote.warnBp),
            row("An editor agrees within (hours)", quote.askMs),
          ],
        },
        {
          title: "Shared quotes",
          intro:
            "An author can share a quote so that somebody else pays. It's valid for this long after its price was set, and the price is held for as long. An offer keeps its own end.",
          columns: ["Time"],
          rows: [row("Valid for (days)", quote.sharedMs)],
        },
        {
          title: "Complaints",
          intro:
            "When a client reports a problem with a delivered order. The refund policy names it, and an order keeps the time it was sold with.",
          columns: ["Time"],
          rows: [row("Decided within (business days)", complaint.decideDays)],
        },
      ],
    },
  ],
  ({ quote }, fault) => {
    if (quote.giveUpDays <= quote.answerDays)
      fault(
        "quote.giveUpDays",
        `A request would be closed before its answer is overdue. Enter more than ${formatBusinessDays(quote.answerDays)}.`,
      );
  },
);

export const ANSWER_POLICY = ANSWER_PART.defaults;
export type AnswerPolicy = PolicyOf<typeof ANSWER_PART>;

/**
 * Single things that somebody has to decide about, with what the product does by itself if nobody does. What happens is
 * a rule of the clock that exists; `then` is its name, and the rule itself says when.
 */
const KINDS = {
  /** The bank decides without our evidence. */
  dispute: { words: "Dispute", then: "Lost without evidence" },
  /** refund-overdue.ts */
  late: { words: "Late order", then: "Full refund" },
  unassigned: { words: "No editor", then: "Full refund" },
  /** watch-reviews.ts: a review never makes an order late. */
  review: { words: "QA review", then: "Delivered without review" },
  /** watch-quotes.ts */
  quote: { words: "Quote request", then: "Declined with an apology" },
} as const;
export type DecisionKind = keyof typeof KINDS;

export type Decision = {
  kind: DecisionKind;
  id: string;
  /** The order's number. */
  number: string;
  to: string;
  since: Date;
  /** Whose it is; null if it's nobody's. */
  owner: string | null;
  /** When the product acts by itself; null if it never does. */
  actsAt: Date | null;
};

export const decisionWords = ({ kind }: Pick<Decision, "kind">): string => KINDS[kind].words;
export const thenWords = ({ kind }: Pick<Decision, "kind">): string => KINDS[kind].then;

/** As many as have a key: 1 to 9. */
export const MOST_DECISIONS = 9;

/** Those that the product ends first come first; then the oldest. */
export const byUrgency = (a: Decision, b: Decision): number =>
  (a.actsAt?.getTime() ?? Infinity) - (b.actsAt?.getTime() ?? Infinity) || a.since.getTime() - b.since.getTime();

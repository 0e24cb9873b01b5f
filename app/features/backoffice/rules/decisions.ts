/**
 * Single things that somebody has to decide about, with what the product does automatically if nobody does. What happens
 * is a rule of the clock that exists; `after` is its name, and the rule itself says when.
 */
const KINDS = {
  /** The bank decides without our evidence. */
  dispute: { words: "Dispute", after: "Lost without evidence" },
  /** refund-overdue.ts */
  late: { words: "Late order", after: "Full refund" },
  unassigned: { words: "No editor", after: "Full refund" },
  /** watch-reviews.ts: a review never makes an order late. */
  review: { words: "QA review", after: "Delivered without review" },
  /** watch-quotes.ts */
  quote: { words: "Quote request", after: "Declined with an apology" },
} as const;
export type DecisionKind = keyof typeof KINDS;

export type Decision = {
  kind: DecisionKind;
  id: string;
  /** The order's number. */
  number: string;
  to: string;
  since: Date;
  /** Who has it; null if it has no owner. */
  owner: string | null;
  /** When the product acts; null if it never does. */
  actsAt: Date | null;
};

export const decisionWords = ({ kind }: Pick<Decision, "kind">): string => KINDS[kind].words;
export const thenWords = ({ kind }: Pick<Decision, "kind">): string => KINDS[kind].after;

/** As many as have a key: 1 to 9. */
export const MOST_DECISIONS = 9;

/** Those that the product ends first come first; then the oldest. */
export const byUrgency = (a: Decision, b: Decision): number =>
  (a.actsAt?.getTime() ?? Infinity) - (b.actsAt?.getTime() ?? Infinity) || a.since.getTime() - b.since.getTime();

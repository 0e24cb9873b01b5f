/** Quality review: which submissions are reviewed, and the rubric. */
import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { QA_PART } from "./qa-figures.ts";

export type QaReason = "trial" | "expert" | "sample" | "unread_format" | "low_rating" | "appeal";

/** The value for an assigned order that isn't reviewed before delivery. */
export const NO_QA = "none";

export const QA_REASON_WORDS: Record<QaReason, string> = {
  trial: "One of the editor's first orders",
  expert: "An expert order",
  sample: "Chosen at random",
  unread_format: "A format whose changes we can't compare automatically",
  low_rating: "A low rating by the author",
  appeal: "The editor's appeal",
};

/** The most first orders that a policy can ask for, so that an editor's history isn't counted further. */
export const MOST_FIRST_ORDERS = 50;

export type QaPolicy = PolicyOf<typeof QA_PART>;
/** How much work is reviewed. */
export type QaRates = Pick<QaPolicy, "firstOrders" | "sampleOneIn" | "lowRating">;

/** The parts of the rubric. How many points each has is a figure of the policy. */
export const QA_PARTS = [
  {
    code: "accuracy",
    label: "Accuracy",
    asks: "Errors are found and corrected, none are introduced, and the meaning is kept.",
  },
  { code: "language", label: "Language", asks: "Clear, idiomatic, and in the English variant ordered." },
  {
    code: "instructions",
    label: "Instructions",
    asks: "The author's instructions and the style guide are followed.",
  },
  {
    code: "formatting",
    label: "Formatting",
    asks: "Headings, tables, figures, and references are intact and consistent.",
  },
  {
    code: "letter",
    label: "Letter and comments",
    asks: "The letter explains what was done. Comments are useful and polite.",
  },
] as const;

export type QaPart = (typeof QA_PARTS)[number]["code"];
export type QaScores = Record<QaPart, number>;

/** Maps a string to a number from 0 to `below` - 1: stable and evenly distributed (FNV-1a). */
export function drawOf(text: string, below: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, 0x01000193);
  }
  // The low bits of FNV are weak on short strings: mix once before the remainder.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return (hash >>> 0) % below;
}

/** The rates that decide about work before its delivery. */
type DeliveryRates = Pick<QaRates, "firstOrders" | "sampleOneIn">;
type AboutQa = { orderId: string; service: string | null; editorQaDone: number };
/** The reasons that are known before anything is submitted. */
export type AssignedQaReason = "expert" | "trial" | "sample";

/**
 * Why the work on an order is reviewed before delivery, or null. The sample is drawn from the order's id, so the answer
 * never changes.
 * @param it.editorQaDone orders of this editor that have been through review before this one
 * @param rates those the order was sold with
 */
export function assignedQaReason(it: AboutQa, rates: DeliveryRates): AssignedQaReason | null {
  if (it.service === "expert") return "expert";
  if (it.editorQaDone < rates.firstOrders) return "trial";
  return drawOf(it.orderId, rates.sampleOneIn) === 0 ? "sample" : null;
}

/** The same after a submission: a copy that the gate couldn't read is always reviewed. */
export const qaReason = (it: AboutQa & { gateRead: boolean }, rates: DeliveryRates): QaReason | null =>
  it.gateRead ? assignedQaReason(it, rates) : "unread_format";

/** The sum of the rubric, 0 to 100. */
export const qaTotal = (scores: QaScores): number => QA_PARTS.reduce((sum, part) => sum + scores[part.code], 0);

/** Whether a review passes: the score reaches the pass mark and no instruction was ignored. */
export const qaPasses = (
  scores: QaScores,
  ignoredInstruction: boolean,
  { passMark }: Pick<QaPolicy, "passMark">,
): boolean => !ignoredInstruction && qaTotal(scores) >= passMark;

/** What a score is measured by: shown on the reviewer's form and beside each result. */
export type QaRubric = Pick<QaPolicy, "passMark" | "points">;
export const rubricOf = ({ passMark, points }: QaPolicy): QaRubric => ({ passMark, points });

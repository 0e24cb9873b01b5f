/** Quality review: which submissions a reviewer reads, and the rubric that is filled in. */

export type QaReason = "trial" | "expert" | "sample" | "unread_format";

export const QA_REASON_WORDS: Record<QaReason, string> = {
  trial: "one of the editor's first orders",
  expert: "an expert order",
  sample: "chosen at random, one order in ten",
  unread_format: "a format in which changes cannot be compared by machine",
};

export type QaPolicy = { firstOrders: number; sampleOneIn: number; passMark: number };
export const QA_POLICY: QaPolicy = { firstOrders: 10, sampleOneIn: 10, passMark: 80 };

/** The parts of the rubric and the most each can give; together 100. */
export const QA_PARTS = [
  { code: "accuracy", most: 35, label: "Accuracy", asks: "Errors found and put right; none brought in; meaning kept." },
  { code: "language", most: 25, label: "Language", asks: "Clear, idiomatic, in the English variant that was ordered." },
  {
    code: "instructions",
    most: 20,
    label: "Instructions",
    asks: "The author's instructions and the style guide were followed.",
  },
  {
    code: "formatting",
    most: 10,
    label: "Formatting",
    asks: "Headings, tables, figures and references left whole and consistent.",
  },
  {
    code: "letter",
    most: 10,
    label: "Letter and comments",
    asks: "The letter says what was done; comments are useful and civil.",
  },
] as const;

export type QaPart = (typeof QA_PARTS)[number]["code"];
export type QaScores = Record<QaPart, number>;

/** A number from 0 to `below` - 1 that belongs to a string: the same each time, spread evenly (FNV-1a). */
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

/**
 * Why a submission is read before it is delivered, or null. By the order's id, not by a die: asked twice, it says the same.
 * @param it.editorQaDone orders of this editor that have been through review before this one
 */
export function qaReason(
  it: { orderId: string; service: string | null; editorQaDone: number; gateRead: boolean },
  policy: QaPolicy = QA_POLICY,
): QaReason | null {
  if (!it.gateRead) return "unread_format";
  if (it.service === "expert") return "expert";
  if (it.editorQaDone < policy.firstOrders) return "trial";
  return drawOf(it.orderId, policy.sampleOneIn) === 0 ? "sample" : null;
}

/** The sum of the rubric, 0 to 100. */
export const qaTotal = (scores: QaScores): number => QA_PARTS.reduce((sum, part) => sum + scores[part.code], 0);

/** Whether a review passes: the mark is reached and no instruction was ignored. */
export const qaPasses = (scores: QaScores, ignoredInstruction: boolean, policy: QaPolicy = QA_POLICY): boolean =>
  !ignoredInstruction && qaTotal(scores) >= policy.passMark;

/** Quality review: which submissions are reviewed, and the rubric. */

export type QaReason = "trial" | "expert" | "sample" | "unread_format";

export const QA_REASON_WORDS: Record<QaReason, string> = {
  trial: "one of the editor's first orders",
  expert: "an expert order",
  sample: "chosen at random, one order in ten",
  unread_format: "a format whose changes we can't compare automatically",
};

export type QaPolicy = { firstOrders: number; sampleOneIn: number; passMark: number };
export const QA_POLICY: QaPolicy = { firstOrders: 10, sampleOneIn: 10, passMark: 80 };

/** The parts of the rubric and the maximum score of each; the total is 100. */
export const QA_PARTS = [
  {
    code: "accuracy",
    most: 35,
    label: "Accuracy",
    asks: "Errors are found and corrected, none are introduced, and the meaning is kept.",
  },
  { code: "language", most: 25, label: "Language", asks: "Clear, idiomatic, and in the English variant ordered." },
  {
    code: "instructions",
    most: 20,
    label: "Instructions",
    asks: "The author's instructions and the style guide are followed.",
  },
  {
    code: "formatting",
    most: 10,
    label: "Formatting",
    asks: "Headings, tables, figures, and references are intact and consistent.",
  },
  {
    code: "letter",
    most: 10,
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

/**
 * Why a submission is reviewed before delivery, or null. The sample is drawn from the order's id, so the answer never changes.
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

/** Whether a review passes: the score reaches the pass mark and no instruction was ignored. */
export const qaPasses = (scores: QaScores, ignoredInstruction: boolean, policy: QaPolicy = QA_POLICY): boolean =>
  !ignoredInstruction && qaTotal(scores) >= policy.passMark;

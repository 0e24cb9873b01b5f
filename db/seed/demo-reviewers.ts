/** What reviewers of the demo's manuscripts wrote, and the scores of its quality reviews. */
import type { QaScores } from "#app/features/orders/rules/review/qa.ts";

/** What two reviewers wrote about the demo's manuscript, and its author's draft of a reply. */
export const REVIEWS = [
  "Reviewer 1: The paper is clear and the data are worth publishing. Please say in the methods how the districts were chosen.",
  "Reviewer 2: The discussion claims more than the numbers show. Please name the limits of the survey.",
];
export const REPLY = [
  "Dear Editor, we thank both reviewers for they careful reading. Our answers is below.",
  "Reviewer 1 asks how the districts was chosen. We have add a sentence to the methods which explain it.",
  "Reviewer 2 finds that we claim more than the numbers shows. We agree, and we have rewrote the discussion in this sense.",
];

export const GOOD: QaScores = { accuracy: 32, language: 23, instructions: 19, formatting: 9, letter: 9 };
export const WEAK: QaScores = { accuracy: 24, language: 18, instructions: 12, formatting: 9, letter: 8 };

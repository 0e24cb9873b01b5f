import { count } from "#app/platform/rules/core/count.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import { DECLARATION_LIMITS, NO_AI_STATEMENT, declaredWords } from "./declaration.ts";
import type { CertificateFacts, Extent } from "./certificate-facts.ts";

/** The text of a certificate, the same on paper and on its page. */

const DONE: Record<Service, string> = {
  proofreading: "Proofreading covers spelling, grammar, punctuation, and consistency.",
  copyediting: "Copyediting covers spelling, grammar, punctuation, consistency, and the clarity of sentences.",
  substantive:
    "Substantive editing covers the language, the clarity of sentences, and the flow of paragraphs and sections.",
  expert: "Expert editing covers the language and the clarity of sentences, by an editor whose doctorate we verified.",
};

/** The service and what was checked, in sentences. */
export const doneWords = ({
  service,
  extent,
  house,
  noAi,
}: Pick<CertificateFacts, "service" | "extent" | "house" | "noAi">): string[] =>
  service === null
    ? [
        "This certificate is tied to a text by its sentences. It was created on the command line, isn't in any register, and says nothing about who edited the text.",
      ]
    : [
        `An editor at ${house} edited the language of this text. We verified the editor's identity.`,
        DONE[service],
        ...(extent
          ? [
              "Every change to the text was tracked. We rejected the changes in the edited copy and compared it with the author's text, whose own tracked changes may have been accepted or rejected.",
            ]
          : []),
        ...(noAi ? [NO_AI_STATEMENT] : []),
      ];

/** What no software can know, so that nobody reads it into a certificate. */
export const LIMITS: readonly string[] = [
  "Our editors agree not to write passages for authors and not to add findings, data, or references.",
  "This certificate doesn't say who wrote the text, whether it is correct, or how good it is.",
];

/** What a certificate or a declaration says, in sentences, and what it doesn't say. */
export const statementOf = (facts: CertificateFacts): { done: string[]; limits: readonly string[] } =>
  facts.declaration
    ? {
        done: [...doneWords({ ...facts, extent: null, noAi: false }), ...declaredWords(facts.declaration)],
        limits: DECLARATION_LIMITS,
      }
    : { done: doneWords(facts), limits: LIMITS };

const number = (n: number): string => n.toLocaleString("en-US");

/** How much the text was changed, by kind, as rows of label and value. */
export const extentRows = (extent: Extent): { label: string; value: string }[] => [
  {
    label: "Insertions",
    value: `${number(extent.insertions)} (${count(extent.wordsInserted, "word")})`,
  },
  {
    label: "Deletions",
    value: `${number(extent.deletions)} (${count(extent.wordsDeleted, "word")})`,
  },
  { label: "Passages moved", value: number(extent.moves) },
  { label: "Formatting changes", value: number(extent.formatChanges) },
  { label: "Comments", value: number(extent.comments) },
  { label: "Per 1,000 words", value: extent.per1000.toLocaleString("en-US") },
];

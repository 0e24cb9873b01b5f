import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { CertificateFacts, Extent } from "./certificate-facts.ts";

/** What a certificate says in words: the same on paper and on the page. */

const DONE: Record<Service, string> = {
  proofreading: "Spelling, grammar, punctuation and consistency were corrected.",
  copyediting: "Spelling, grammar, punctuation and consistency were corrected, and sentences were made clearer.",
  substantive:
    "Language was corrected, sentences were made clearer, and the way in which paragraphs and sections follow from each other was improved.",
  expert: "Language was corrected and sentences were made clearer by an editor with a doctorate in the subject.",
};

/** What was done. */
export const doneWords = ({
  service,
  extent,
  house,
}: Pick<CertificateFacts, "service" | "extent" | "house">): string[] =>
  service === null
    ? [
        "This certificate is bound to a text by its sentences. It was made on the command line, stands in no register, and says nothing of who edited the text.",
      ]
    : [
        `A human editor of ${house}, whose identity was checked, edited the language of this text.`,
        DONE[service],
        ...(extent
          ? [
              "Every change was tracked: the edited copy with all changes rejected was compared with the author’s text and is the same, word for word.",
            ]
          : []),
      ];

/** What was not done: by the rules that every order is under. */
export const NOT_DONE: readonly string[] = [
  "No passage was written for the author; the argument, the findings, the data and the references are the author’s.",
  "The certificate says nothing about who wrote the text, whether what it says is right, or how good it is.",
];

const number = (n: number): string => n.toLocaleString("en-US");

/** How far the text was changed, by kind, as rows of label and value. */
export const extentRows = (extent: Extent): { label: string; value: string }[] => [
  {
    label: "Insertions",
    value: `${number(extent.insertions)} (${number(extent.wordsInserted)} ${extent.wordsInserted === 1 ? "word" : "words"})`,
  },
  {
    label: "Deletions",
    value: `${number(extent.deletions)} (${number(extent.wordsDeleted)} ${extent.wordsDeleted === 1 ? "word" : "words"})`,
  },
  { label: "Passages moved", value: number(extent.moves) },
  { label: "Formatting changes", value: number(extent.formatChanges) },
  { label: "Comments", value: number(extent.comments) },
  { label: "Per 1,000 words", value: extent.per1000.toLocaleString("en-US") },
];

/** What follows from a client's choices. The order form runs it too: the schemas of what is sent are in choices.ts. */
import type { AddOnCode } from "#app/features/pricing/rules/add-ons.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import type { PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import { findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import type { ChoiceField, ChoicesPatch, OrderChoices } from "./choices.ts";
import { type FileRole, LETTER_WORDS, isManuscript } from "./file-role.ts";

export const MAX_TITLE = 200;

/**
 * The choices after a patch. Choosing another field clears a subfield of the old one; choosing a subfield sets its
 * field.
 */
export function applyPatch(choices: OrderChoices, patch: ChoicesPatch): OrderChoices {
  const next: Record<string, unknown> = { ...choices };
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === "") delete next[name];
    else if (value !== undefined) next[name] = value;
  }
  const result = next as OrderChoices;
  if (patch.subfield) result.field = findSubfield(patch.subfield)?.field.slug;
  else if (patch.field !== undefined && result.subfield && findSubfield(result.subfield)?.field.slug !== result.field)
    delete result.subfield;
  // Consent is for one service and turnaround; changing either asks again.
  if (
    (patch.service !== undefined && patch.service !== choices.service) ||
    (patch.turnaround !== undefined && patch.turnaround !== choices.turnaround)
  )
    if (patch.consentOverflow === undefined) delete result.consentOverflow;
  // A supervisor agrees to one policy's help.
  if (patch.policy !== undefined && patch.policy !== (choices.policy ?? null) && patch.supervisorConsent === undefined)
    delete result.supervisorConsent;
  return result;
}

/** A file as the rules of a draft see it. */
export type DraftFile = {
  id: string;
  name: string;
  purpose: "source" | "reference";
  role?: FileRole | null;
  receipt?: { words: number } | null;
  state: "stored" | "counting" | "counted" | "refused";
  pdf: boolean;
};

export type Missing = { field: ChoiceField | "files" | "reviewerComments" | "replyLetter"; message: string };

/** What must still be chosen before the order can be quoted, in the order of the form. */
export function missingChoices(choices: OrderChoices, files: readonly DraftFile[]): Missing[] {
  const missing: Missing[] = [];
  const ask = (field: Missing["field"], message: string) => missing.push({ field, message });
  const sources = files.filter((f) => f.purpose === "source");
  const refused = sources.find((f) => f.state === "refused");
  const letter = sources.find((f) => f.role === "reply_letter");
  if (!sources.some(isManuscript)) ask("files", "Add your manuscript.");
  else if (sources.some((f) => f.state === "counting"))
    ask("files", "We're still counting a file. This takes a few seconds.");
  else if (refused) ask("files", `We can't read “${refused.name}”. Remove it, or add it again in another format.`);
  if (choices.forReviewers && !files.some((f) => f.role === "reviewer_comments"))
    ask("reviewerComments", "Add the reviewers' comments.");
  if (choices.forReviewers && !letter) ask("replyLetter", "Add your reply letter.");
  if (letter?.pdf)
    ask("replyLetter", "A PDF can't be edited with tracked changes. Add the reply letter as a Word or text file.");
  const letterWords = letter?.receipt?.words ?? 0;
  if (letterWords > LETTER_WORDS)
    ask(
      "replyLetter",
      `Your reply letter has ${formatWords(letterWords)}, and the limit is ${formatWords(LETTER_WORDS)}. Shorten it, or place a new order for it.`,
    );
  if (!choices.subfield)
    ask(
      "subfield",
      choices.field
        ? "Choose a subfield so we can find the right editor."
        : "Choose your field so we can find the right editor.",
    );
  if (!choices.variant) ask("variant", "Choose a variant of English.");
  if (!choices.documentType) ask("documentType", "Choose a document type.");
  if (!choices.styleGuide) ask("styleGuide", "Choose a style guide, or “None”.");
  if (!choices.service) ask("service", "Choose a service.");
  if (!choices.turnaround) ask("turnaround", "Choose when you need it back.");
  if (sources.some((f) => isManuscript(f) && f.pdf && f.state === "counted") && !choices.pdfConsent)
    ask("pdfConsent", "Confirm that you'll get an annotated PDF, without a clean copy.");
  return missing;
}

/** Whether this many words are over an add-on's limit. */
export const addOnTooLong = (code: AddOnCode, words: number, policy: PricingPolicy): boolean => {
  const { maxWords } = policy.addOns[code];
  return maxWords !== null && words > maxWords;
};

import { z } from "zod";
import { formatWords } from "#app/features/pricing/rules/price.ts";
import { SERVICES, TURNAROUNDS, type PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import {
  DOCUMENT_TYPES,
  ENGLISH_VARIANTS,
  FIELDS,
  MAX_INSTRUCTIONS,
  STYLE_GUIDES,
  findSubfield,
} from "#app/features/pricing/rules/taxonomy.ts";
import { type FileRole, LETTER_WORDS, isManuscript } from "./file-role.ts";
import { KeepDays } from "./retention.ts";
import { ownValue } from "#app/platform/rules/core/own-value.ts";

export const MAX_TITLE = 200;
const MOST_UNITS = 5_000;

const units = z
  .int("Enter a whole number.")
  .min(0, "Enter a whole number, 0 or more.")
  .max(MOST_UNITS, `Enter at most ${MOST_UNITS}.`);

const AddOnChoices = z
  .object({
    journalFormatting: z.boolean(),
    referenceStyling: units,
    coverLetter: z.boolean(),
    figuresAndTables: units,
    secondReader: z.boolean(),
  })
  .partial();

const Excluded = z.object({ fileId: z.string().max(60), section: z.string().max(20) });

const fields = {
  service: z.enum(SERVICES, "Choose one of the services."),
  turnaround: z.enum(TURNAROUNDS, "Choose one of the turnarounds."),
  /** The broad field; the subfield decides who is invited. */
  field: z.string().refine((slug) => FIELDS.some((f) => f.slug === slug), "Choose a field from the list."),
  subfield: z.string().refine((slug) => findSubfield(slug) !== null, "Choose a subfield from the list."),
  variant: z.enum(ENGLISH_VARIANTS, "Choose one of the English variants."),
  styleGuide: z.enum(STYLE_GUIDES, "Choose one of the style guides."),
  documentType: z.enum(DOCUMENT_TYPES, "Choose one of the document types."),
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS, `Instructions can have up to ${MAX_INSTRUCTIONS.toLocaleString("en-US")} characters.`),
  title: z.string().trim().max(MAX_TITLE, `A title can have up to ${MAX_TITLE} characters.`),
  addOns: AddOnChoices,
  referencesChecked: z.boolean(),
  /** Sections the client left out of the work. */
  excluded: z.array(Excluded).max(2_000),
  /** An editor from the client's own list, invited first. */
  preferredEditor: z.string().max(60),
  /** Whether invited editors may see a short sample. */
  allowSample: z.boolean(),
  /** How many days the files are kept after acceptance. */
  keepDays: KeepDays,
  couponCode: z.string().trim().max(40, "A code can have up to 40 characters."),
  /** The client agreed to a later date because the text is over the turnaround's word limit. */
  consentOverflow: z.boolean(),
  /** For a custom quote: what the client needs, and when, on their own clocks ("2026-11-24T14:05"). */
  quoteRequirements: z
    .string()
    .max(MAX_INSTRUCTIONS, `Shorten this to ${MAX_INSTRUCTIONS.toLocaleString("en-US")} characters or fewer.`),
  quoteWantedAt: z.string().max(20),
  /** The client agreed to get an annotated PDF, without a clean copy. */
  pdfConsent: z.boolean(),
  /** A response to reviewers. Set when the draft is started, never by a patch. */
  forReviewers: z.boolean(),
};

/** A client's choices so far. Any field can be missing in a draft. */
export const OrderChoices = z.object(fields).partial();
export type OrderChoices = z.infer<typeof OrderChoices>;
export type ChoiceField = keyof OrderChoices;

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();
const { forReviewers: _set, ...changeable } = fields;
/** A change to some choices: null clears a field, a missing field stays as it is. */
export const ChoicesPatch = z.strictObject(
  Object.fromEntries(Object.entries(changeable).map(([name, schema]) => [name, nullable(schema)])) as {
    [K in keyof typeof changeable]: z.ZodOptional<z.ZodNullable<(typeof fields)[K]>>;
  },
);
export type ChoicesPatch = z.infer<typeof ChoicesPatch>;

/** Reads stored choices and drops values this version doesn't know. Never fails. */
export function readChoices(stored: unknown): OrderChoices {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((stored ?? {}) as Record<string, unknown>)) {
    const schema = ownValue(fields as Record<string, z.ZodType>, name);
    const parsed = schema?.safeParse(value);
    if (parsed?.success) known[name] = parsed.data;
  }
  return known as OrderChoices;
}

/** The choices after a patch. Choosing another field clears a subfield of the old one; choosing a subfield sets its field. */
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
export const addOnTooLong = (code: keyof PricingPolicy["addOns"], words: number, policy: PricingPolicy): boolean => {
  const { maxWords } = policy.addOns[code];
  return maxWords !== null && words > maxWords;
};

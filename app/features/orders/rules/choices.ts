import { z } from "zod";
import { SERVICES, TURNAROUNDS, type PricingPolicy } from "#app/features/pricing/rules/policy.ts";
import {
  DOCUMENT_TYPES,
  ENGLISH_VARIANTS,
  FIELDS,
  MAX_INSTRUCTIONS,
  STYLE_GUIDES,
  findSubfield,
} from "#app/features/pricing/rules/taxonomy.ts";
import { ownValue } from "#app/platform/rules/own-value.ts";

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
  /** The broad field; the subfield decides who is asked. */
  field: z.string().refine((slug) => FIELDS.some((f) => f.slug === slug), "Choose a field from the list."),
  subfield: z.string().refine((slug) => findSubfield(slug) !== null, "Choose a subfield from the list."),
  variant: z.enum(ENGLISH_VARIANTS, "Choose one of the English variants."),
  styleGuide: z.enum(STYLE_GUIDES, "Choose one of the style guides."),
  documentType: z.enum(DOCUMENT_TYPES, "Choose one of the document types."),
  instructions: z
    .string()
    .max(MAX_INSTRUCTIONS, `Instructions have at most ${MAX_INSTRUCTIONS.toLocaleString("en-US")} characters.`),
  title: z.string().trim().max(MAX_TITLE, `A title has at most ${MAX_TITLE} characters.`),
  addOns: AddOnChoices,
  referencesChecked: z.boolean(),
  /** Sections the client left out of the work. */
  excluded: z.array(Excluded).max(2_000),
  /** An editor of the client's own list, asked first. */
  preferredEditor: z.string().max(60),
  /** Whether invited editors may see a short sample. */
  allowSample: z.boolean(),
  couponCode: z.string().trim().max(40, "A code has at most 40 characters."),
  /** Agreed that it comes later, because there are more words than the turnaround holds. */
  consentOverflow: z.boolean(),
  /** Agreed that a pdf comes back annotated, without a clean copy. */
  pdfConsent: z.boolean(),
};

/** What a client has chosen so far. Every field may be missing while it is a draft. */
export const OrderChoices = z.object(fields).partial();
export type OrderChoices = z.infer<typeof OrderChoices>;
export type ChoiceField = keyof OrderChoices;

const nullable = <T extends z.ZodType>(schema: T) => schema.nullable().optional();
/** A change to some of the choices: a field that is null is taken back, one that is missing stays. */
export const ChoicesPatch = z.strictObject(
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, nullable(schema)])) as {
    [K in ChoiceField]: z.ZodOptional<z.ZodNullable<(typeof fields)[K]>>;
  },
);
export type ChoicesPatch = z.infer<typeof ChoicesPatch>;

/** Choices as stored, with what this version of the product no longer knows left out. Never fails. */
export function readChoices(stored: unknown): OrderChoices {
  const known: Record<string, unknown> = {};
  for (const [name, value] of Object.entries((stored ?? {}) as Record<string, unknown>)) {
    const schema = ownValue(fields as Record<string, z.ZodType>, name);
    const parsed = schema?.safeParse(value);
    if (parsed?.success) known[name] = parsed.data;
  }
  return known as OrderChoices;
}

/** The choices after a patch. Choosing another field takes a subfield of the old one with it; choosing a subfield names its field. */
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
  // A consent is to a certain service and turnaround; another choice asks again.
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
  state: "stored" | "counting" | "counted" | "refused";
  pdf: boolean;
};

export type Missing = { field: ChoiceField | "files"; message: string };

/** What is still to be chosen before an order can be priced for good, in the order of the form. */
export function missingChoices(choices: OrderChoices, files: readonly DraftFile[]): Missing[] {
  const missing: Missing[] = [];
  const ask = (field: Missing["field"], message: string) => missing.push({ field, message });
  const sources = files.filter((f) => f.purpose === "source");
  const refused = sources.find((f) => f.state === "refused");
  if (sources.length === 0) ask("files", "Add the manuscript that is to be edited.");
  else if (sources.some((f) => f.state === "counting"))
    ask("files", "A file is still being counted. This takes a few seconds.");
  else if (refused) ask("files", `“${refused.name}” cannot be read. Remove it, or add it again in another form.`);
  if (!choices.service) ask("service", "Choose a service.");
  if (!choices.turnaround) ask("turnaround", "Choose when you need it back.");
  if (!choices.subfield)
    ask(
      "subfield",
      choices.field
        ? "Choose a subfield, so that the right editor is asked."
        : "Choose the field, so that the right editor is asked.",
    );
  if (!choices.variant) ask("variant", "Choose the English it should be in.");
  if (!choices.documentType) ask("documentType", "Choose what kind of document it is.");
  if (!choices.styleGuide) ask("styleGuide", "Choose a style guide, or “None”.");
  if (sources.some((f) => f.pdf && f.state === "counted") && !choices.pdfConsent)
    ask("pdfConsent", "Tick that a PDF comes back as an annotated PDF, without a clean copy.");
  return missing;
}

/** Whether an add-on's limit in words keeps it from being ordered for this many words. */
export const addOnTooLong = (code: keyof PricingPolicy["addOns"], words: number, policy: PricingPolicy): boolean => {
  const { maxWords } = policy.addOns[code];
  return maxWords !== null && words > maxWords;
};

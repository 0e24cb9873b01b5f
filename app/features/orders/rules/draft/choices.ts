import { z } from "zod";
import { CURRENCY_NAMES } from "#app/platform/rules/core/money.ts";
import { ADD_ONS, type CountedCode, type TickedCode, eachAddOn } from "#app/features/pricing/rules/add-ons.ts";
import { SERVICES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import {
  DOCUMENT_TYPES,
  ENGLISH_VARIANTS,
  FIELDS,
  MAX_INSTRUCTIONS,
  STYLE_GUIDES,
  findSubfield,
} from "#app/features/pricing/rules/taxonomy.ts";
import { OwnPolicy } from "#app/features/policy-profiles/rules/own-policy.ts";
import { MAX_TITLE } from "./choice-patch.ts";
import { MAX_SUPERVISOR } from "./policy-choice.ts";
import { KeepDaysInput } from "../retention/retention-input.ts";
import { ownValue } from "#app/platform/rules/core/own-value.ts";

/** How many of a counted add-on can be ordered. */
export const MOST_UNITS = 5_000;

const units = z
  .int("Enter a whole number.")
  .min(0, "Enter a whole number, 0 or more.")
  .max(MOST_UNITS, `Enter at most ${MOST_UNITS}.`);

type Shape = { [K in CountedCode]: typeof units } & { [K in TickedCode]: z.ZodBoolean };
export const AddOnChoices = z
  .object(
    {
      ...(eachAddOn((code) => (ADD_ONS[code].unit ? units : z.boolean())) as Shape),
      secondReader: z.boolean(),
    },
    "Reload the page and choose the add-ons again.",
  )
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
  keepDays: KeepDaysInput,
  /** What the price is in. */
  currency: z.enum(CURRENCY_NAMES, "Choose one of the currencies."),
  couponCode: z.string().trim().max(40, "A code can have up to 40 characters."),
  /** The client agreed to a later date because the text is over the turnaround's word limit. */
  consentOverflow: z.boolean(),
  /** For a custom quote: the client's requirements, and the wanted date in their time zone ("2026-11-24T14:05"). */
  quoteRequirements: z
    .string()
    .max(MAX_INSTRUCTIONS, `Shorten this to ${MAX_INSTRUCTIONS.toLocaleString("en-US")} characters or fewer.`),
  quoteWantedAt: z.string().max(20),
  /** The client agreed to get an annotated PDF, without a clean copy. */
  pdfConsent: z.boolean(),
  /** The university's policy for assessed work: a profile's id, or OWN_POLICY. */
  policy: z.string().regex(/^[a-z0-9-]{1,80}$/, "Choose a policy from the list."),
  ownPolicy: OwnPolicy,
  /** Who agreed to the editing, where the policy asks for it. */
  supervisorName: z.string().trim().max(MAX_SUPERVISOR, `The name can have up to ${MAX_SUPERVISOR} characters.`),
  supervisorConsent: z.boolean(),
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

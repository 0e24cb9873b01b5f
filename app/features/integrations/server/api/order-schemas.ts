import { z } from "zod";
import { ADD_ONS, eachAddOn } from "#app/features/pricing/rules/add-ons.ts";
import { SERVICES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import { FIELDS } from "#app/features/pricing/rules/taxonomy.ts";
import { AddOnChoices, ChoicesPatch, type OrderChoices } from "#app/features/orders/rules/draft/choices.ts";
import { snake } from "#app/platform/rules/requests/api-error.ts";
import { API_STATUSES } from "../../rules/order-status.ts";
import { snakeNames } from "./answer-api.ts";

/** Every schema that the reference names. */
export const apiSchemas = z.registry<{ id: string; description?: string }>();
const named = <T extends z.ZodType>(id: string, schema: T, description?: string): T => {
  apiSchemas.add(schema, { id, ...(description ? { description } : {}) });
  return schema;
};
export { named };

export const Instant = z.iso.datetime();
export const instantOrNull = Instant.nullable();
export const Minor = z.int();
export const Currency = z.string().length(3);
export const Service = z.enum(SERVICES);
export const Turnaround = z.enum(TURNAROUNDS);

const SUBFIELDS = FIELDS.flatMap((field) => field.subfields.map(({ slug }) => slug)) as [string, ...string[]];
export const Subfield = z.enum(SUBFIELDS);

const addOns = AddOnChoices.shape;
/** Add-ons with the API's names. */
const AddOns = named(
  "AddOns",
  z.strictObject({
    ...Object.fromEntries(
      Object.keys(eachAddOn(() => null)).map((code) => [
        snake(code),
        addOns[code as keyof typeof addOns].describe(ADD_ONS[code as keyof typeof ADD_ONS].label),
      ]),
    ),
    second_reader: addOns.secondReader,
  }),
  "What is ordered besides the edit. Counted add-ons take a number, the others true or false.",
);

const fields = ChoicesPatch.shape;
/** What a draft can be changed to, with the API's names. A missing field stays, and null clears it. */
export const DraftBody = named(
  "DraftChoices",
  z.strictObject({
    title: fields.title,
    service: fields.service,
    turnaround: fields.turnaround,
    subfield: Subfield.nullable().optional(),
    variant: fields.variant,
    style_guide: fields.styleGuide,
    document_type: fields.documentType,
    instructions: fields.instructions,
    add_ons: AddOns.nullable().optional(),
    references_checked: fields.referencesChecked,
    excluded: z
      .array(z.strictObject({ file: z.string().max(60), section: z.string().max(20) }))
      .max(2_000)
      .nullable()
      .optional(),
    preferred_editor: fields.preferredEditor,
    allow_sample: fields.allowSample,
    keep_days: fields.keepDays,
    currency: fields.currency,
    coupon_code: fields.couponCode,
    consent_overflow: fields.consentOverflow,
    pdf_consent: fields.pdfConsent,
  }),
  "What is chosen for an order. Every field is optional while it's a draft.",
);
export type DraftBody = z.infer<typeof DraftBody>;

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const camelNames = (value: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [camel(name), one]));

/** A body as the patch that the commands take. */
export function patchOf({ add_ons, excluded, ...rest }: DraftBody): ChoicesPatch {
  return {
    ...camelNames(rest),
    ...(add_ons === undefined ? {} : { addOns: add_ons && camelNames(add_ons) }),
    ...(excluded === undefined
      ? {}
      : { excluded: excluded && excluded.map(({ file, section }) => ({ fileId: file, section })) }),
  } as ChoicesPatch;
}

/** Choices as the API shows them. */
export function choicesView({ excluded, forReviewers: _internal, field: _follows, ...rest }: OrderChoices) {
  const { quoteRequirements: _requirements, quoteWantedAt: _wanted, ...shown } = rest;
  return {
    ...snakeNames(shown),
    ...(excluded ? { excluded: excluded.map(({ fileId, section }) => ({ file: fileId, section })) } : {}),
  };
}

export const Status = z.enum(API_STATUSES);

export const PriceLine = named(
  "PriceLine",
  z.object({ code: z.string(), label: z.string(), detail: z.string(), amount_minor: Minor }),
);

export const OrderObject = named(
  "Order",
  z.object({
    object: z.literal("order"),
    id: z.string(),
    number: z.string().describe("The number that people use, such as S-10023."),
    status: Status,
    title: z.string(),
    choices: z.record(z.string(), z.unknown()).describe("What was chosen, with the names of DraftChoices."),
    words: z.int(),
    billable_words: z.int(),
    currency: Currency,
    total_minor: Minor.nullable().describe("Null until the order is quoted."),
    paid_minor: Minor,
    refunded_minor: Minor,
    price_lines: z.array(PriceLine).describe("They add up to total_minor."),
    created_at: Instant,
    quoted_at: instantOrNull,
    quote_expires_at: instantOrNull,
    paid_at: instantOrNull,
    due_at: instantOrNull,
    delivered_at: instantOrNull,
    accepted_at: instantOrNull,
    revision_due_at: instantOrNull,
    revision_until_at: instantOrNull.describe("Until when a free revision can be requested."),
    canceled_at: instantOrNull,
    files_deleted_at: instantOrNull,
    organization: z.string().nullable().describe("The organization that pays, if one does."),
    url: z.url().describe("Its page, for people."),
  }),
  "An order, from draft to delivery. Amounts are in minor units, such as cents.",
);

import { z } from "zod";
import { SERVICES, type Service } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANTS, type EnglishVariant, findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { SAMPLES } from "./samples.ts";

/** The first of the samples (samples.ts). */
export const SAMPLE_PARAGRAPH = SAMPLES[0]!.text;

export const APPLICATION_LIMITS = {
  degree: 160,
  institution: 160,
  headline: 80,
  bio: 1_500,
  leastBio: 80,
  sample: 4_000,
  sampleNote: 1_500,
  subfields: 12,
  years: 60,
} as const;
const L = APPLICATION_LIMITS;

const text = (most: number) =>
  z
    .string()
    .transform((s) => s.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(most, `Shorten this to ${most.toLocaleString("en-US")} characters or fewer.`))
    .default("");
const listOf = <T extends string>(schema: z.ZodType<T, unknown>, most: number, tooMany: string) =>
  z
    .array(schema)
    .max(most, tooMany)
    .transform((list) => [...new Set(list)])
    .default([]);

/** An applicant's answers so far; any may be missing. */
export const ApplicationAnswers = z.object({
  /** Highest degree and its subject. */
  degree: text(L.degree),
  institution: text(L.institution),
  subfields: listOf(
    z.string().refine((slug) => findSubfield(slug) !== null, "Choose subfields from the list."),
    L.subfields,
    `Choose up to ${L.subfields} subfields that you know best.`,
  ),
  services: listOf<Service>(
    z.enum(SERVICES, "Choose services from the list."),
    SERVICES.length,
    "Choose services from the list.",
  ),
  variants: listOf<EnglishVariant>(
    z.enum(ENGLISH_VARIANTS, "Choose variants from the list."),
    ENGLISH_VARIANTS.length,
    "Choose variants from the list.",
  ),
  /** Years of editing or writing in the field; null until answered. */
  years: z
    .int("Enter a whole number of years, 0 or more.")
    .min(0, "Enter a whole number of years, 0 or more.")
    .max(L.years, `Enter ${L.years} or fewer.`)
    .nullable()
    .default(null),
  headline: text(L.headline),
  bio: text(L.bio),
  /** The sample paragraph as edited by the applicant. */
  sample: text(L.sample),
  /** Their letter to its author. */
  sampleNote: text(L.sampleNote),
});
export type ApplicationAnswers = z.output<typeof ApplicationAnswers>;
export type ApplicationInput = z.input<typeof ApplicationAnswers>;

export const EMPTY_ANSWERS: ApplicationAnswers = {
  degree: "",
  institution: "",
  subfields: [],
  services: [],
  variants: [],
  years: null,
  headline: "",
  bio: "",
  sample: "",
  sampleNote: "",
};

/** Answers as stored; questions an older version didn't ask are empty. */
export const answersOf = (stored: unknown): ApplicationAnswers => ({
  ...EMPTY_ANSWERS,
  ...(typeof stored === "object" && stored !== null ? (stored as Partial<ApplicationAnswers>) : {}),
});

const collapseSpaces = (s: string): string => s.replace(/\s+/g, " ").trim();

/**
 * What's missing in the answers before an application can be sent, by field; empty if complete.
 * @param given the sample as it was given
 */
export function missingAnswers(
  answers: ApplicationAnswers,
  given: string = SAMPLE_PARAGRAPH,
): Partial<Record<keyof ApplicationAnswers, string>> {
  const missing: Partial<Record<keyof ApplicationAnswers, string>> = {};
  if (!answers.degree) missing.degree = "Enter your highest degree and its subject.";
  if (answers.subfields.length === 0) missing.subfields = "Choose at least one subfield.";
  if (answers.services.length === 0) missing.services = "Choose at least one service.";
  if (answers.variants.length === 0) missing.variants = "Choose at least one variant of English.";
  if (answers.years === null) missing.years = "Enter a number of years, 0 or more.";
  if (!answers.headline) missing.headline = "Enter a short headline.";
  if (answers.bio.length < L.leastBio) missing.bio = `Write at least ${L.leastBio} characters about yourself.`;
  const sample = collapseSpaces(answers.sample);
  if (sample === "" || sample === collapseSpaces(given)) missing.sample = "Edit the paragraph.";
  else if (sample.length < given.length / 3) missing.sample = "Enter the whole paragraph with your edits.";
  return missing;
}

/** Answers as entered, valid or not. */
export type TypedAnswers = {
  [K in keyof ApplicationAnswers]: ApplicationAnswers[K] extends string[] ? string[] : ApplicationAnswers[K];
};

/** The answers in a form, sent with or without script. */
export function answersFromForm(form: FormData): TypedAnswers {
  const one = (name: string): string => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const many = (name: string): string[] => form.getAll(name).filter((v): v is string => typeof v === "string");
  const years = one("years").trim();
  return {
    degree: one("degree"),
    institution: one("institution"),
    subfields: many("subfields"),
    services: many("services"),
    variants: many("variants"),
    years: years === "" ? null : Number(years),
    headline: one("headline"),
    bio: one("bio"),
    sample: one("sample"),
    sampleNote: one("sampleNote"),
  };
}

/** The applicant's degree, formatted for an editor's profile. */
export const degreeLine = (answers: Pick<ApplicationAnswers, "degree" | "institution">): string =>
  [answers.degree, answers.institution].filter(Boolean).join(", ");

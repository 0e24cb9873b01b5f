import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { z } from "zod";
import { isDay } from "#app/platform/rules/core/day.ts";
import { EDIT_KINDS, EDIT_KIND_WORDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { type KindRule, PERMISSIONS, type Permission } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { ASSESSED_TYPES } from "./assessed.ts";

/** What a policy says about a kind of change, in words. */
export const PERMISSION_WORDS: Record<Permission, string> = {
  allowed: "May change",
  comment: "As comments only",
  forbidden: "Won't change",
};

/** What else a policy demands of the student. */
export const DEMANDS = ["consent", "acknowledgment", "declaration", "tracked-copy"] as const;
export type Demand = (typeof DEMANDS)[number];
export const DEMAND_WORDS: Record<Demand, string> = {
  consent: "Your supervisor has to agree.",
  acknowledgment: "Say in your work that it was edited, and by whom.",
  declaration: "Declare the editing when you submit.",
  "tracked-copy": "Keep the copy with tracked changes.",
};

export const PROFILE_LIMITS = { name: 160, url: 500, text: 600, maxWords: 500_000 } as const;

const line = (what: string, max: number = PROFILE_LIMITS.name) =>
  z
    .string()
    .transform((text) => text.replaceAll(/\s+/g, " ").trim())
    .pipe(z.string().max(max, `${what} can have up to ${max} characters.`));

/** The address of a page: https or http, without a name and a password in it. */
export const pageAddress = line("The address", PROFILE_LIMITS.url).refine((text) => {
  if (text === "") return true;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.hostname.includes(".");
}, "Enter the whole address, starting with https://.");

const kindRules = z.strictObject(
  Object.fromEntries(EDIT_KINDS.map((kind) => [kind, z.enum(PERMISSIONS).nullable()])) as Record<
    EditKind,
    z.ZodNullable<z.ZodEnum<Record<Permission, Permission>>>
  >,
);

/** A profile as it's drafted and stored. A kind is null while nobody has found what the policy says about it. */
export const ProfileContent = z.strictObject({
  /** The university, or what a profile without one is called. */
  institution: line("The institution").refine((text) => text !== "", "Enter the institution."),
  /** The faculty or degree, if its rule differs from the rest of the institution. */
  unit: line("The faculty or degree"),
  policy: line("The policy's name").refine((text) => text !== "", "Enter the policy's name."),
  /** The policy's page. Empty only for a generic profile. */
  url: pageAddress,
  /** Doesn't belong to an institution, so it has no page to read. */
  generic: z.boolean(),
  appliesTo: z.array(z.enum(ASSESSED_TYPES)).max(ASSESSED_TYPES.length),
  /** The least words that the work may have. */
  minWords: z
    .int("Enter a whole number.")
    .min(1, "Enter 1 or more, or leave it empty.")
    .max(PROFILE_LIMITS.maxWords, `Enter at most ${PROFILE_LIMITS.maxWords.toLocaleString("en-US")}.`)
    .nullable(),
  kinds: kindRules,
  demands: z.array(z.enum(DEMANDS)).max(DEMANDS.length),
  /** What it says about AI tools. */
  ai: line("The sentence on AI tools", PROFILE_LIMITS.text),
  /** Anything else that the student and the editor should know. */
  note: line("The note", PROFILE_LIMITS.text),
  /** When staff should read the page again. */
  reviewOn: z.string().refine(isDay, "Choose a date.").nullable(),
  /** False once it isn't offered to students anymore. */
  offered: z.boolean(),
});
export type ProfileContent = z.infer<typeof ProfileContent>;

/** A policy whose every kind is decided: an institution's rule on what an editor may change in assessed work. */
export type PolicyProfile = Omit<ProfileContent, "kinds"> & {
  kinds: KindRule;
  /** The day on which a member of staff read the whole page; null for generic profiles and a client's own. */
  readOn: string | null;
};

/** What has to be corrected before a draft can be proposed, in the order of the form. */
export function profileFaults(draft: ProfileContent, readOn: string | null): string[] {
  const open = EDIT_KINDS.filter((kind) => draft.kinds[kind] === null);
  return [
    ...(draft.appliesTo.length === 0 ? ["Choose at least one document type."] : []),
    ...(open.length > 0
      ? [
          `Decide what the policy says about ${wordsOf(open)}. If it says nothing, “${PERMISSION_WORDS.comment}” is the careful choice.`,
        ]
      : []),
    ...(draft.generic
      ? []
      : [
          ...(draft.url === "" ? ["Enter the address of the policy's page."] : []),
          ...(draft.reviewOn === null ? ["Choose when the page should be read again."] : []),
          ...(readOn === null ? ["Read the whole page of the policy, then confirm it below."] : []),
        ]),
  ];
}

/** Whether every kind is decided. */
export const isDecided = (kinds: ProfileContent["kinds"]): kinds is KindRule =>
  EDIT_KINDS.every((kind) => kinds[kind] !== null);

/** Kinds in a row, as within a sentence: "spelling, punctuation, and grammar". */
export const wordsOf = (kinds: readonly EditKind[]): string =>
  joinWords(kinds.map((kind) => EDIT_KIND_WORDS[kind].toLowerCase()));

export type RuleLine = { rule: Permission; label: string; kinds: string };

/** The rule in three lines: what the editor may change, will only comment on, and won't change. */
export const ruleLines = (kinds: ProfileContent["kinds"]): RuleLine[] =>
  PERMISSIONS.map((rule) => {
    const under = EDIT_KINDS.filter((kind) => kinds[kind] === rule);
    return { rule, label: PERMISSION_WORDS[rule], kinds: under.length > 0 ? wordsOf(under) : "nothing" };
  });

/** A profile's name: "University of Birmingham (research)". */
export const profileName = ({ institution, unit }: Pick<ProfileContent, "institution" | "unit">): string =>
  unit === "" ? institution : `${institution} (${unit})`;

/** A profile in lines of text, to compare two of them. */
export const profileText = (of: ProfileContent): string =>
  [
    profileName(of),
    of.policy,
    of.url || "No page",
    of.offered ? "Offered to students" : "Not offered to students",
    `Applies to ${of.appliesTo.join(", ") || "nothing yet"}`,
    of.minWords === null ? "Any length" : `At least ${of.minWords.toLocaleString("en-US")} words`,
    ...EDIT_KINDS.map((kind) => {
      const rule = of.kinds[kind];
      return `${EDIT_KIND_WORDS[kind]}: ${rule === null ? "not decided" : PERMISSION_WORDS[rule].toLowerCase()}`;
    }),
    ...of.demands.map((demand) => DEMAND_WORDS[demand]),
    `AI tools: ${of.ai || "says nothing"}`,
    ...(of.note ? [of.note] : []),
    of.reviewOn === null ? "No next review" : `Next review ${of.reviewOn}`,
  ].join("\n\n");

/** A policy as documents name it. Without a version, the client described it. */
export type PolicyNamed = { name: string; version: number | null };

/** "University of Example, version 3 as we keep it" */
export const policyTitle = ({ name, version }: PolicyNamed): string =>
  version === null ? `${name}, as described by the author` : `${name}, version ${version} as we keep it`;

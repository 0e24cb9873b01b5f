import { z } from "zod";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { ASSESSED_TYPES } from "./assessed.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { PROFILE_LIMITS, type PolicyProfile, type ProfileContent, pageAddress } from "./profile.ts";

/** The policy of a university that isn't listed, as the client says it is. */
export const OwnPolicy = z.strictObject({
  institution: z.string().trim().max(PROFILE_LIMITS.name, `Shorten the name to ${PROFILE_LIMITS.name} characters.`),
  url: pageAddress,
  /** The kinds of change that it allows. */
  may: z.array(z.enum(EDIT_KINDS)).max(EDIT_KINDS.length),
  /** What applies to all other kinds. */
  others: z.enum(["comment", "forbidden"]),
});
export type OwnPolicy = z.infer<typeof OwnPolicy>;

const kindsOf = ({ may, others }: OwnPolicy): KindRule =>
  Object.fromEntries(EDIT_KINDS.map((kind) => [kind, may.includes(kind) ? "allowed" : others])) as KindRule;

/** A client's own policy as a profile. */
export const ownProfile = (own: OwnPolicy): PolicyProfile => ({
  ...ownContent(own),
  kinds: kindsOf(own),
  readOn: null,
});

/** The same as the beginning of a draft for staff, with what the client said about each kind. */
export const ownContent = (own: OwnPolicy): ProfileContent => ({
  institution: own.institution,
  unit: "",
  policy: "Policy on proofreading",
  url: own.url,
  generic: false,
  appliesTo: [...ASSESSED_TYPES],
  minWords: null,
  kinds: kindsOf(own),
  demands: [],
  ai: "",
  note: "",
  reviewOn: null,
  offered: true,
});

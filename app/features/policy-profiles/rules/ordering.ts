import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { EDIT_KINDS, type EditKind } from "#app/features/documents/rules/kinds/edit-kind.ts";
import { SERVICES, SERVICE_LABELS, type Service } from "#app/features/pricing/rules/policy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { ASSESSED_TYPES, type AssessedType } from "./assessed.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import type { PolicyProfile } from "./profile.ts";

/** What people buy each service for, besides what the lighter ones have. */
const SERVICE_KINDS: Readonly<Record<Service, readonly EditKind[]>> = {
  proofreading: ["spelling", "punctuation", "grammar"],
  copyediting: ["word-choice", "rewriting"],
  substantive: ["headings-structure", "moved"],
  expert: ["headings-structure", "moved"],
};

/** Why a policy rules out a service, or null: all that the service is bought for may not even be commented on. */
export function whyNoService({ kinds }: { kinds: KindRule }, service: Service): string | null {
  if (EDIT_KINDS.every((kind) => kinds[kind] === "forbidden")) return "This policy doesn't allow help from an editor.";
  return SERVICE_KINDS[service].every((kind) => kinds[kind] === "forbidden")
    ? `This policy doesn't allow ${SERVICE_LABELS[service].toLowerCase()}.`
    : null;
}

const PLURALS: Record<AssessedType, string> = {
  thesis: "theses",
  dissertation: "dissertations",
  proposal: "proposals",
  essay: "essays",
};
/** Document types in a row: "theses and dissertations". */
export const typesInWords = (types: readonly AssessedType[]): string => joinWords(types.map((type) => PLURALS[type]));

/** Why a document type can't be ordered under a policy, or null. */
export const whyNoType = ({ appliesTo }: Pick<PolicyProfile, "appliesTo">, type: AssessedType): string | null =>
  appliesTo.includes(type)
    ? null
    : `This policy allows editing of ${typesInWords(appliesTo)}, but not of ${PLURALS[type]}.`;

/** Why a text is too short for a policy, or null. @param words of the manuscript, 0 while unknown */
export const whyTooShort = ({ minWords }: Pick<PolicyProfile, "minWords">, words: number): string | null =>
  minWords === null || words === 0 || words >= minWords
    ? null
    : `This policy allows editing from ${formatWords(minWords)} on. Your manuscript has ${formatWords(words)}.`;

/** The services and document types that a policy rules out, each with why. */
export type RuledOut = {
  services: Partial<Record<Service, string>>;
  types: Partial<Record<AssessedType, string>>;
  tooShort: string | null;
};

export const ruledOut = (profile: PolicyProfile, words: number): RuledOut => ({
  services: Object.fromEntries(
    SERVICES.flatMap((service) => {
      const why = whyNoService(profile, service);
      return why === null ? [] : [[service, why]];
    }),
  ),
  types: Object.fromEntries(
    ASSESSED_TYPES.flatMap((type) => {
      const why = whyNoType(profile, type);
      return why === null ? [] : [[type, why]];
    }),
  ),
  tooShort: whyTooShort(profile, words),
});

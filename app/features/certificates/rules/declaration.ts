import { type PolicyNamed, policyTitle } from "#app/features/policy-profiles/rules/profile.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import {
  EDIT_KINDS,
  EDIT_KIND_WORDS,
  type EditKind,
  type KindCounts,
} from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { KindRule, Permission } from "#app/features/documents/rules/kinds/judge-kinds.ts";

/** What a declaration says besides what a certificate says: measured by the gate, or attested by the editor. */
export type DeclarationFacts = {
  policy: PolicyNamed;
  /** The changes by kind, with what the policy says about the kind. In the order of kinds. */
  kinds: { kind: EditKind; count: number; permission: Permission }[];
  /** Words inserted and deleted, of the words before and after. */
  share: { changed: number; of: number };
  /** The editor confirmed that no generative AI saw the manuscript or wrote the edits. */
  noAi: boolean;
  /** As the editor states it, and whether we verified it. */
  degree: string;
  degreeVerified: boolean;
  /** When the author said that the supervisor agreed (ISO); null if the policy doesn't ask. */
  consentedAt: string | null;
  files: DeclaredFile[];
};

/** One manuscript's SHA-256 hashes, in hexadecimal. */
export type DeclaredFile = { original: string; tracked: string; clean: string };

/** Every kind that was changed or that the policy restricts. */
export const declaredKinds = (counts: KindCounts, rule: KindRule): DeclarationFacts["kinds"] =>
  EDIT_KINDS.flatMap((kind) =>
    counts[kind] || rule[kind] !== "allowed"
      ? [{ kind, count: counts[kind] ?? 0, permission: rule[kind] ?? "forbidden" }]
      : [],
  );

const PERMISSION_WORDS: Readonly<Record<Permission, string>> = {
  allowed: "allowed",
  comment: "only as comments",
  forbidden: "not allowed",
};

/** "4.1%" */
export function wordsChanged({ changed, of }: DeclarationFacts["share"]): string {
  const share = of === 0 ? 0 : (100 * changed) / of;
  return share > 0 && share < 0.1
    ? "less than 0.1%"
    : `${share.toLocaleString("en-US", { maximumFractionDigits: 1 })}%`;
}

export const kindRows = ({ kinds }: Pick<DeclarationFacts, "kinds">): { label: string; value: string }[] =>
  kinds.map(({ kind, count: n, permission }) => ({
    label: EDIT_KIND_WORDS[kind],
    value: `${n.toLocaleString("en-US")}, ${PERMISSION_WORDS[permission]}`,
  }));

/** What's declared, in sentences. */
export const declaredWords = ({ policy, noAi, consentedAt, share }: DeclarationFacts): string[] => [
  `This text was edited under ${policyTitle(policy)}. Every change was told apart by kind.`,
  "Every change to the text is tracked: with all changes rejected, the edited copy has the author's text. No change of a kind that the policy doesn't allow was made.",
  `${wordsChanged(share)} of the words were inserted or deleted, counting both versions.`,
  ...(noAi ? [NO_AI_STATEMENT] : []),
  ...(consentedAt
    ? [`The author stated on ${formatDay(new Date(consentedAt), "UTC")} that the supervisor agreed.`]
    : []),
];

export const NO_AI_STATEMENT =
  "The editor confirmed that no generative AI saw the manuscript or wrote the edits. We can't measure that.";

/** "PhD, Forestry (verified)" */
export const degreeWords = ({ degree, degreeVerified }: Pick<DeclarationFacts, "degree" | "degreeVerified">): string =>
  degree === "" ? "Not stated" : `${degree} (${degreeVerified ? "verified" : "as stated by the editor"})`;

/** What no software can know, so that nobody reads it into a declaration. */
export const DECLARATION_LIMITS: readonly string[] = [
  "The kinds were found by rules that agree with people in about 95 of 100 changes. In doubt, a change counts as the stricter kind.",
  "This declaration doesn't say who wrote the text, whether it is correct, or what was done outside this order.",
];

const FILE_LABELS: Readonly<Record<keyof DeclaredFile, string>> = {
  original: "Original file",
  tracked: "Tracked changes",
  clean: "Clean copy",
};

/** The hashes as rows. */
export const hashRows = ({ files }: Pick<DeclarationFacts, "files">): { label: string; value: string }[] =>
  files.flatMap((file, i) =>
    (Object.keys(FILE_LABELS) as (keyof DeclaredFile)[]).flatMap((which) =>
      file[which] === ""
        ? []
        : [{ label: `${FILE_LABELS[which]}${files.length > 1 ? ` ${i + 1}` : ""}`, value: file[which] }],
    ),
  );

/** What a file with this hash is, in a sentence; null if it's none of the order's. */
export function fileWords(files: readonly DeclaredFile[], hash: string): string | null {
  if (files.some((file) => file.tracked === hash)) return "This is the delivered file with tracked changes.";
  if (files.some((file) => file.clean === hash)) return "This is the delivered file.";
  return files.some((file) => file.original === hash) ? "This is the file before editing." : null;
}

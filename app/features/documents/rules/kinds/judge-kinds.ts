import { count } from "#app/platform/rules/core/count.ts";
import { EDIT_KIND_WORDS, EDIT_KINDS, type EditKind, type KindCounts } from "./edit-kind.ts";

/** What a rule says about a kind of change: the editor may make it, may suggest it in a comment, or neither. */
export const PERMISSIONS = ["allowed", "comment", "forbidden"] as const;
export type Permission = (typeof PERMISSIONS)[number];
/** What an institution lets an editor change, by kind. */
export type KindRule = Record<EditKind, Permission>;

/** A tracked change as it's judged. A replacement is one. */
export type JudgedChange = {
  /** Its numbers from `listRevisions`, ascending; none for a change in the code of a LaTeX source. */
  ids: readonly number[];
  kind: EditKind;
  /** The kind is the stricter of two that are close. */
  close: boolean;
  /** The heading above it, and the paragraph's number, as in `RevisionPlace`. */
  section: string;
  paragraph: number;
  /** The text that went and the text that came. */
  deleted: string;
  inserted: string;
};

/** Changes that a rule doesn't allow, and what all the changes are. Plain data: stored with the submission. */
export type RuleVerdict = {
  /** At most `MAX_NOT_ALLOWED`, in reading order. `total` is how many there are. */
  changes: JudgedChange[];
  total: number;
  /** By kind, most frequent first. */
  groups: { kind: EditKind; permission: Permission; count: number; ids: number[] }[];
  /** All of the editor's changes by kind, allowed or not. */
  counts: KindCounts;
  /** Changes of formatting that aren't tracked, where the rule doesn't allow those. They can't become comments. */
  untracked: number;
  /** Whether the changes can be turned into comments: only those of a Word file can. */
  turnable: boolean;
};

export const MAX_NOT_ALLOWED = 200;
/** As much of a change's text as a list shows. */
const SHOWN = 300;

/** How many changes there are of each kind. */
export function countChanges(changes: readonly Pick<JudgedChange, "kind">[]): KindCounts {
  const counts: KindCounts = {};
  for (const { kind } of changes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Where a change is: "Methods, paragraph 3". Empty if neither is known. */
export const placeOf = ({ section, paragraph }: Pick<JudgedChange, "section" | "paragraph">): string =>
  [section, paragraph > 0 ? `paragraph ${paragraph}` : ""].filter(Boolean).join(", ");

/** A change's text as a list shows it: paragraph ends as a sign, and so is what is nothing but blanks. */
export const shownText = (text: string): string => text.replaceAll("\u00b6", " ¶ ").trim() || (text === "" ? "" : "␣");

/** "4 changes aren't allowed" */
export const notAllowedWords = (total: number): string => `${count(total, "change isn't", "changes aren't")} allowed`;

/** A change with as much of its text as lists show. */
export const clipped = (change: JudgedChange): JudgedChange => ({
  ...change,
  deleted: change.deleted.slice(0, SHOWN),
  inserted: change.inserted.slice(0, SHOWN),
});

/** Which changes a rule doesn't allow, and how many there are of each kind. */
export function judgeKinds(
  changes: readonly JudgedChange[],
  rule: KindRule,
  { untracked = 0, turnable = true }: { untracked?: number; turnable?: boolean } = {},
): RuleVerdict {
  // A kind that the rule doesn't name isn't allowed.
  const broken = changes.filter((one) => (rule[one.kind] as Permission | undefined) !== "allowed");
  const groups = EDIT_KINDS.flatMap((kind) => {
    const own = broken.filter((one) => one.kind === kind);
    const permission = (rule[kind] as Permission | undefined) ?? "forbidden";
    return own.length === 0 ? [] : [{ kind, permission, count: own.length, ids: own.flatMap((one) => one.ids) }];
  }).sort((a, b) => b.count - a.count);
  return {
    changes: broken.slice(0, MAX_NOT_ALLOWED).map(clipped),
    total: broken.length,
    groups,
    counts: countChanges(changes),
    untracked: rule.formatting === "allowed" ? 0 : untracked,
    turnable,
  };
}

/** Whether nothing in a copy breaks its rule. */
export const isWithinRule = ({ total, untracked }: Pick<RuleVerdict, "total" | "untracked">): boolean =>
  total + untracked === 0;

/** "Counted as rewriting, the stricter kind." */
export const closeWords = (kind: EditKind): string =>
  `Counted as ${EDIT_KIND_WORDS[kind].toLowerCase()}, the stricter kind.`;

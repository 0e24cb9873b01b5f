import type { ChangedFormula } from "../docx/change-stats.ts";
import type { Fate } from "./pending-changes.ts";

/**
 * Places where an edit may have changed more than language, which the gate lists in addition to untracked edits. Plain
 * data, stored with the submission.
 */

export const FINDING_KINDS = [
  "locked",
  "borrowed",
  "undone",
  "author_change",
  "section",
  "number",
  "citation",
  "reference",
  "quotation",
  "equation",
  "picture",
  "concealed",
  "annotation",
  "preamble",
  "command",
  "label",
  "code",
  "project",
  "caption",
  "heading",
  "link",
  "name",
  "formatting",
  "spelling",
  "foreign_change",
  "open_comment",
  "metadata",
  "author_change_kept",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** `stops`: blocks submission. `look`: the editor has to confirm each one. `note`: for information. */
export type FindingSeverity = "stops" | "look" | "note";

export type Finding = {
  /** The same for the same change in a later copy of the same source. */
  key: string;
  kind: FindingKind;
  severity: FindingSeverity;
  /** Its section's title, "" in a document without sections. */
  section: string;
  /** The paragraph's number in the source, from 1, not counting empty ones; 0 for the whole document. */
  paragraph: number;
  /** The text before and after; "" if it was added or removed. */
  before: string;
  after: string;
  /** A few words on either side, if it's inside a sentence. */
  leading: string;
  trailing: string;
  /** Of a change that was pending in the source. */
  change?: { noun: string; author: string; fate: Fate };
  /** Of an equation in a Word file: what it looked like, and what it looks like. */
  formula?: ChangedFormula;
};

export type FindingCount = { kind: FindingKind; severity: FindingSeverity; count: number };

/** Kinds of changes that the editor confirms one by one, or together, before submitting. */
export const NEEDS_A_LOOK: readonly FindingKind[] = [
  "undone",
  "author_change",
  "section",
  "number",
  "citation",
  "reference",
  "quotation",
  "equation",
  "picture",
  "concealed",
  "annotation",
  "preamble",
  "command",
  "label",
  "code",
  "project",
];

/** Findings beyond this are counted but not listed. */
export const MAX_FINDINGS = 1_000;

export const severityOf = (kind: FindingKind): FindingSeverity =>
  kind === "locked" || kind === "borrowed" ? "stops" : NEEDS_A_LOOK.includes(kind) ? "look" : "note";

/** A text as it's shown in a list: at most 300 characters. */
export const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
const MAX_SHOWN = 300;

/** Keys for the findings of one file. Those that say the same are numbered, so that each has a key of its own. */
export function findingKeys(): (kind: FindingKind, ...parts: (string | number)[]) => string {
  const seen = new Map<string, number>();
  return (kind, ...parts) => {
    const said = [kind, ...parts].join("\u0000");
    const nth = seen.get(said) ?? 0;
    seen.set(said, nth + 1);
    return findingKey(kind, ...parts, nth);
  };
}

/** A hash of a finding's content: 53 bits (cyrb53), evenly distributed. */
export function findingKey(kind: FindingKind, ...parts: (string | number)[]): string {
  const text = parts.join("\u0000");
  let one = 0xdeadbeef;
  let two = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    one = Math.imul(one ^ c, 2_654_435_761);
    two = Math.imul(two ^ c, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(two ^ (two >>> 13), 3_266_489_909);
  two = Math.imul(two ^ (two >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return `${kind}.${(4_294_967_296 * (2_097_151 & two) + (one >>> 0)).toString(36)}`;
}

/** The number of each kind and severity, in the order of the kinds. */
export function countFindings(findings: readonly Finding[]): FindingCount[] {
  const counts = new Map<string, FindingCount>();
  for (const { kind, severity } of findings) {
    const key = `${kind}.${severity}`;
    const entry = counts.get(key);
    if (entry) entry.count++;
    else counts.set(key, { kind, severity, count: 1 });
  }
  return [...counts.values()].sort(
    (a, b) => FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind) || RANK[a.severity] - RANK[b.severity],
  );
}

const RANK: Readonly<Record<FindingSeverity, number>> = { stops: 0, look: 1, note: 2 };

/** At most `MAX_FINDINGS` in document order. Blocking findings and those to confirm take precedence over notes. */
export function listedFindings(findings: readonly Finding[]): Finding[] {
  if (findings.length <= MAX_FINDINGS) return [...findings];
  const kept = new Set(findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]).slice(0, MAX_FINDINGS));
  return findings.filter((finding) => kept.has(finding));
}

/** What the gate shows beside untracked edits: places where an edit may have changed more than language. Plain data, kept with the submission. */

export const FINDING_KINDS = [
  "locked",
  "borrowed",
  "undone",
  "number",
  "citation",
  "reference",
  "quotation",
  "equation",
  "picture",
  "concealed",
  "caption",
  "heading",
  "link",
  "name",
  "formatting",
  "spelling",
  "foreign_change",
  "open_comment",
  "metadata",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** `stops`: blocks submission. `look`: the editor has to confirm each one. `note`: for information. */
export type FindingSeverity = "stops" | "look" | "note";

export type Finding = {
  /** The same for the same change in a later copy of the same source. */
  key: string;
  kind: FindingKind;
  severity: FindingSeverity;
  /** Title of the section where it stands, "" in a document without sections. */
  section: string;
  /** Number of the paragraph in the source, from 1, empty ones not counted; 0 for what belongs to the whole document. */
  paragraph: number;
  /** As it stood and as it stands now; "" for what was added or taken out. */
  before: string;
  after: string;
  /** A few words on either side, where it stands inside a sentence. */
  leading: string;
  trailing: string;
};

export type FindingCount = { kind: FindingKind; severity: FindingSeverity; count: number };

/** Kinds whose changes the editor goes through one by one, or together, before the work can be submitted. */
export const NEEDS_A_LOOK: readonly FindingKind[] = [
  "undone",
  "number",
  "citation",
  "reference",
  "quotation",
  "equation",
  "picture",
  "concealed",
];

/** More than this are counted, not listed. */
export const MAX_FINDINGS = 1_000;

export const severityOf = (kind: FindingKind): FindingSeverity =>
  kind === "locked" || kind === "borrowed" ? "stops" : NEEDS_A_LOOK.includes(kind) ? "look" : "note";

/** A key that belongs to what a finding says: 53 bits (cyrb53), spread evenly over any text. */
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

/** How many there are of each kind and severity, in the order of the kinds. */
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

/** At most `MAX_FINDINGS`, in the document's order; what stops and what needs a look is kept before notes. */
export function listedFindings(findings: readonly Finding[]): Finding[] {
  if (findings.length <= MAX_FINDINGS) return [...findings];
  const kept = new Set(findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity]).slice(0, MAX_FINDINGS));
  return findings.filter((finding) => kept.has(finding));
}

import { count } from "#app/platform/rules/core/count.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { FATE_WORDS } from "#app/features/documents/rules/gate/author-findings.ts";
import type { Fate } from "#app/features/documents/rules/gate/pending-changes.ts";
import {
  FINDING_KINDS,
  type Finding,
  type FindingKind,
  type FindingSeverity,
} from "#app/features/documents/rules/gate/findings.ts";

/** The heading, the count and the hint for each kind of finding. */
export const FINDING_WORDS: Readonly<Record<FindingKind, { title: string; one: string; many: string; hint: string }>> =
  {
    locked: {
      title: "Sections left out",
      one: "passage changed in a section that was left out",
      many: "passages changed in sections that were left out",
      hint: "The author left these sections out. Undo the changes. Comments may stay.",
    },
    borrowed: {
      title: "Changes under the other editor's name",
      one: "passage changed under the other editor's name",
      many: "passages changed under the other editor's name",
      hint: "Set your own name in Word (File > Options > General), make these changes again, and upload the copy.",
    },
    undone: {
      title: "Another editor's changes, undone",
      one: "change by another editor is gone",
      many: "changes by another editor are gone",
      hint: "A change that you reject or delete in Word leaves no trace. Restore it and track your own change on top, or confirm that it should be gone and say why.",
    },
    author_change: {
      title: "The author's own changes",
      one: "of the author's tracked changes decided",
      many: "of the author's tracked changes decided",
      hint: "The author sent these as tracked changes. Restore each one in your copy, or confirm your decision. The author will see it.",
    },
    author_change_kept: {
      title: "The author's own changes, kept",
      one: "tracked change is still pending, as the author sent it",
      many: "tracked changes are still pending, as the author sent them",
      hint: "",
    },
    section: {
      title: "Deleted sections",
      one: "section lost all of its text",
      many: "sections lost all of their text",
      hint: "Confirm that the author should do without it.",
    },
    number: {
      title: "Numbers",
      one: "number changed",
      many: "numbers changed",
      hint: "The numbers are the author's. Confirm each change.",
    },
    citation: {
      title: "Citations",
      one: "citation changed",
      many: "citations changed",
      hint: "Names, years, and numbers that point to a source.",
    },
    reference: {
      title: "References",
      one: "reference changed",
      many: "references changed",
      hint: "Entries that were added, removed, or changed.",
    },
    quotation: {
      title: "Quotations",
      one: "quotation changed",
      many: "quotations changed",
      hint: "Text in quotation marks is someone else's words.",
    },
    equation: {
      title: "Equations",
      one: "equation changed",
      many: "equations changed",
      hint: "Symbols and numbers in formulas.",
    },
    picture: {
      title: "Pictures",
      one: "picture added, deleted, or replaced by a tracked change",
      many: "pictures added, deleted, or replaced by tracked changes",
      hint: "Pictures, charts, shapes, and embedded objects are the author's. Confirm each change.",
    },
    concealed: {
      title: "Words made hard to see",
      one: "passage hidden, made white, or too small to read",
      many: "passages hidden, made white, or too small to read",
      hint: "The author would overlook these words. Undo the formatting, or confirm it.",
    },
    annotation: {
      title: "The author's annotations",
      one: "annotation of the author changed or removed",
      many: "annotations of the author changed or removed",
      hint: "These were in the manuscript. Restore them, or confirm each one and say why.",
    },
    preamble: {
      title: "Document class and preamble",
      one: "line of the preamble changed",
      many: "lines of the preamble changed",
      hint: "The preamble is the author's or the journal's. Undo what the edit doesn't need.",
    },
    command: {
      title: "New commands",
      one: "command that the manuscript doesn't use or define",
      many: "commands that the manuscript doesn't use or define",
      hint: "If a package doesn't define it, LaTeX stops there. Check that the manuscript still compiles.",
    },
    label: {
      title: "Labels and cross-references",
      one: "label or cross-reference changed",
      many: "labels or cross-references changed",
      hint: "A reference without its label prints as ??.",
    },
    code: {
      title: "Other LaTeX code",
      one: "piece of code changed",
      many: "pieces of code changed",
      hint: "Commands and their settings, besides text, formulas, citations, and labels.",
    },
    project: {
      title: "Files of the project",
      one: "file added, removed, or changed",
      many: "files added, removed, or changed",
      hint: "Files other than LaTeX text: figures, bibliographies, styles. Confirm each one.",
    },
    caption: {
      title: "Labels of figures and tables",
      one: "label changed",
      many: "labels changed",
      hint: "The text may still point to the old number.",
    },
    heading: { title: "Headings", one: "heading changed", many: "headings changed", hint: "" },
    link: { title: "Addresses", one: "address changed", many: "addresses changed", hint: "Links and DOIs." },
    name: { title: "Names", one: "name spelled differently", many: "names spelled differently", hint: "" },
    formatting: {
      title: "Formatting",
      one: "untracked formatting change",
      many: "untracked formatting changes",
      hint: "This doesn't block your delivery, but the author won't see it as a tracked change. Undo what you didn't mean to change.",
    },
    spelling: {
      title: "Mixed spelling",
      one: "word in a different variant of English than ordered",
      many: "words in a different variant of English than ordered",
      hint: "The spelling after all changes are accepted, and the spelling in the English variant ordered.",
    },
    foreign_change: {
      title: "Changes under another name",
      one: "name that isn't yours",
      many: "names that aren't yours",
      hint: "We'll deliver these changes under the name of the editor who submitted this copy.",
    },
    open_comment: {
      title: "The author's comments",
      one: "comment without an answer",
      many: "comments without an answer",
      hint: "",
    },
    metadata: {
      title: "Names in the file",
      one: "name in the file's properties",
      many: "names in the file's properties",
      hint: "We remove these when we deliver the work.",
    },
  };

export type Resolution = { findingKey: string; reason: string };
export type SheetFinding = Finding & { resolved: boolean; reason: string };
export type SheetGroup = {
  kind: FindingKind;
  severity: FindingSeverity;
  count: number;
  /** "3 numbers changed". */
  summary: string;
  open: number;
  findings: SheetFinding[];
};
/** The findings of one copy by kind, with the editor's confirmations. */
export type FindingSheet = { groups: SheetGroup[]; open: number };

/** Findings that need the editor's confirmation. */
export const openFindings = (gate: Pick<GateResult, "findings">, resolved: ReadonlySet<string>): Finding[] =>
  (gate.findings ?? []).filter((finding) => finding.severity === "look" && !resolved.has(finding.key));

const MAX_SHOWN = 200;
const RANK: Readonly<Record<FindingSeverity, number>> = { stops: 0, look: 1, note: 2 };

/** The sheet of one copy; at most 200 of each kind, open ones first. Null for a copy checked before sheets existed. */
export function findingSheet(
  gate: Pick<GateResult, "findings" | "findingCounts">,
  resolutions: readonly Resolution[],
): FindingSheet | null {
  const { findings, findingCounts } = gate;
  if (!findings || !findingCounts) return null;
  const reasons = new Map(resolutions.map((one) => [one.findingKey, one.reason]));
  const groups: SheetGroup[] = [];
  for (const { kind, severity, count } of findingCounts) {
    const own = findings
      .filter((finding) => finding.kind === kind && finding.severity === severity)
      .map((finding): SheetFinding => ({
        ...finding,
        resolved: reasons.has(finding.key),
        reason: reasons.get(finding.key) ?? "",
      }));
    const open = severity === "look" ? own.filter((finding) => !finding.resolved).length : 0;
    groups.push({
      kind,
      severity,
      count,
      summary: kind === "author_change" ? decidedWords(findings) : countWords(kind, count),
      open,
      findings:
        own.length > MAX_SHOWN
          ? [...own].sort((a, b) => Number(a.resolved) - Number(b.resolved)).slice(0, MAX_SHOWN)
          : own,
    });
  }
  groups.sort(
    (a, b) => RANK[a.severity] - RANK[b.severity] || FINDING_KINDS.indexOf(a.kind) - FINDING_KINDS.indexOf(b.kind),
  );
  return { groups, open: groups.reduce((sum, group) => sum + group.open, 0) };
}

/** "2 accepted, 1 rejected, 3 kept": the author's own changes. */
function decidedWords(findings: readonly Finding[]): string {
  const count = (fate: Fate): number => findings.filter((one) => one.change?.fate === fate).length;
  return (Object.keys(FATE_WORDS) as Fate[])
    .filter((fate) => count(fate) > 0)
    .map((fate) => `${count(fate).toLocaleString("en-US")} ${FATE_WORDS[fate]}`)
    .join(", ");
}

/** What became of one of the author's own changes: "insertion by Ada Byron, rejected: the text was removed". */
export function fateWords({ noun, author, fate }: NonNullable<Finding["change"]>): string {
  const effect = EFFECTS[`${noun} ${fate}`];
  const by = author.trim() === "" ? "" : ` by ${author}`;
  return `${noun}${by}, ${FATE_WORDS[fate]}${effect ? `: ${effect}` : ""}`;
}

const EFFECTS: Readonly<Record<string, string>> = {
  "insertion accepted": "the text stays",
  "insertion rejected": "the text was removed",
  "deletion accepted": "the text is gone",
  "deletion rejected": "the text is back",
};

/** "3 numbers changed". */
export const countWords = (kind: FindingKind, n: number): string =>
  count(n, FINDING_WORDS[kind].one, FINDING_WORDS[kind].many);

import type { MathNode } from "../equations/equation.ts";
import type { KindCounts } from "../kinds/edit-kind.ts";
import type { RuleVerdict } from "../kinds/judge-kinds.ts";
import type { Finding, FindingCount } from "../gate/findings.ts";
import type { PdfAnnotation } from "../gate/pages/annotations.ts";

/** The gate's result. Plain data: stored with the submission, shown to the editor, the client and QA. */

export type UntrackedEdit = {
  /** Its section's title, "" in a document without sections. */
  section: string;
  /** The paragraph's number in the source, from 1, not counting empty ones; 0 for headers and footers. */
  paragraph: number;
  /**
   * The words in the source, and in the tracked copy with its changes rejected. "" for a pure insertion or deletion.
   */
  before: string;
  after: string;
  /** Up to eight words before and after, for locating it. */
  leading: string;
  trailing: string;
  /** If it isn't an edit of words: what happened, and what to do. */
  what?: string;
  advice?: string;
  /** Of an edit of a formula: what it looked like, and what it looks like. */
  formula?: ChangedFormula;
};

/** A formula before and after, where they can be shown as mathematics. */
export type ChangedFormula = { before?: readonly MathNode[]; after?: readonly MathNode[] };

export type SectionChanges = {
  title: string;
  insertions: number;
  deletions: number;
  moves: number;
  wordsInserted: number;
  wordsDeleted: number;
  originalWords: number;
};

export type ChangeStats = {
  /** Inserted or deleted stretches. Adjacent ones by the same author count as one. */
  insertions: number;
  deletions: number;
  /** Each move counts once, not once per end. */
  moves: number;
  formatChanges: number;
  /** Changes to paragraph marks, table rows, cells and numbering. */
  otherChanges: number;
  comments: number;
  replies: number;
  wordsInserted: number;
  wordsDeleted: number;
  /** Words with all changes rejected, and accepted. */
  originalWords: number;
  finalWords: number;
  /** Insertions, deletions and moves per 1,000 original words, to one decimal. */
  per1000: number;
  /** How many changes of each kind, a replacement counting once. Missing in older results, and for PDFs. */
  kinds?: KindCounts;
  sections: SectionChanges[];
};

export type CommentNote = {
  author: string;
  date: string;
  text: string;
  section: string;
  reply: boolean;
  resolved: boolean;
};

export type GateResult = {
  ok: true;
  /** What was compared, if it isn't a Word file: the pages of a PDF, or LaTeX sources. */
  format?: "pdf" | "tex";
  /** Every edit is tracked, which is required to submit the copy. */
  passed: boolean;
  /** The tracked copy belongs to a completely different text, and its edits aren't listed. */
  anotherManuscript: boolean;
  /** The share of words common to the source and the rejected copy, 0 to 1. */
  similarity: number;
  /** At most 200. `untrackedTotal` is the total. */
  untracked: UntrackedEdit[];
  untrackedTotal: number;
  /** The program that saved the copy, if it's one that rewrites what it doesn't know ("LibreOffice"). */
  rewriter?: string;
  /** The tracked copy has no tracked changes. */
  unchanged: boolean;
  stats: ChangeStats;
  comments: CommentNote[];
  /** Names of people in the tracked copy's metadata, changes and comments. */
  authors: string[];
  /** Differences that don't block, such as refreshed fields. */
  notes: string[];
  /** Edits beyond language, at most `MAX_FINDINGS`; missing in older results. */
  findings?: Finding[];
  /** How many of each kind there are, including those not listed. */
  findingCounts?: FindingCount[];
  /** What breaks the order's policy, and all changes by kind. Missing without a policy, and for PDFs. */
  rule?: RuleVerdict;
  /** Of a PDF: what the editor marked and wrote on its pages. At most 1,000; `stats.comments` is the total. */
  annotations?: PdfAnnotation[];
};

import type { Finding, FindingCount } from "../gate/findings.ts";

/** What the gate finds. Plain data: stored with the submission, shown to the editor, the client and QA. */

export type UntrackedEdit = {
  /** Title of the section where it stands, "" in a document without sections. */
  section: string;
  /** Number of the paragraph in the source, from 1, empty ones not counted; 0 outside the text, in headers and footers. */
  paragraph: number;
  /** The words in the source, and in the tracked copy with its changes rejected. "" for a pure insertion or deletion. */
  before: string;
  after: string;
  /** Up to eight words before and after, to find the place by. */
  leading: string;
  trailing: string;
  /** Of what is no edit of words: what happened, and what to do about it. */
  what?: string;
  advice?: string;
};

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
  /** Inserted or deleted stretches. Neighboring ones by the same author count as one. */
  insertions: number;
  deletions: number;
  /** Each once, not once for either end. */
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
  /** Every edit is tracked. Only then may the copy be submitted. */
  passed: boolean;
  /** The tracked copy is a version of something else altogether; its edits are not listed. */
  anotherManuscript: boolean;
  /** Share of the words that source and rejected copy have in common, 0 to 1. */
  similarity: number;
  /** At most 200; `untrackedTotal` is how many there are. */
  untracked: UntrackedEdit[];
  untrackedTotal: number;
  /** The tracked copy has no tracked change at all. */
  unchanged: boolean;
  stats: ChangeStats;
  comments: CommentNote[];
  /** Names of people in the tracked copy's metadata, changes and comments. */
  authors: string[];
  /** Differences that do not block: refreshed fields and the like. */
  notes: string[];
  /** What the edits changed besides language, at most `MAX_FINDINGS`; missing in results that were kept before there were any. */
  findings?: Finding[];
  /** How many of each kind there are, also those not listed. */
  findingCounts?: FindingCount[];
};

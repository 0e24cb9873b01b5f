import type { Edit } from "../../rules/explore/edits.ts";
import type { ExplorerChange, State } from "../../rules/explore/explorer-model.ts";
import { EDIT_KIND_WORDS } from "../../rules/kinds/edit-kind.ts";
import type { RevisionKind } from "../../rules/docx/revision-numbers.ts";

/** The types of change to filter by. */
export type Group = "replace" | "insert" | "delete" | "move" | "format" | "table";

const GROUPS: Record<RevisionKind, Group> = {
  insert: "insert",
  delete: "delete",
  move: "move",
  format: "format",
  layout: "format",
  insertRow: "table",
  deleteRow: "table",
  insertCell: "table",
  deleteCell: "table",
  mergeCell: "table",
};
export const GROUP_WORDS: Record<Group, string> = {
  replace: "Replacements",
  insert: "Insertions",
  delete: "Deletions",
  move: "Moves",
  format: "Formatting",
  table: "Rows and cells",
};
const KIND_WORDS: Record<RevisionKind, string> = {
  insert: "Insertion",
  delete: "Deletion",
  move: "Move",
  format: "Formatting",
  layout: "Layout",
  insertRow: "Row inserted",
  deleteRow: "Row deleted",
  insertCell: "Cell inserted",
  deleteCell: "Cell deleted",
  mergeCell: "Cells merged",
};
/** Said before changed text by screen readers. */
export const STATE_WORDS: Record<State, string> = {
  ins: "inserted: ",
  del: "deleted: ",
  from: "moved away: ",
  to: "moved here: ",
};
/** What an edit does to the text, in words. */
export const editWords = (edit: Edit): string => EDIT_KIND_WORDS[edit.head.edit];
export const groupOf = (edit: Edit): Group => (edit.insertion ? "replace" : GROUPS[edit.head.kind]);
export const kindWords = (edit: Edit): string => (edit.insertion ? "Replacement" : KIND_WORDS[edit.head.kind]);

/** An edit on one line of plain text. */
export const lineOf = (edit: Edit): string =>
  edit.insertion ? `${changeLine(edit.head)} \u2192 ${changeLine(edit.insertion)}` : changeLine(edit.head);

/** The text of a change on one line, or a description if it has no text. */
export function changeLine(change: ExplorerChange): string {
  const text = change.text.replaceAll("\ufffc", "\u25a1").replace(/\s+/g, " ").trim();
  if (text === "\u00b6") return change.kind === "delete" ? "\u00b6 paragraphs joined" : "\u00b6 paragraph split";
  return text === "" ? (change.kind === "layout" ? "paragraph or page layout" : "(no text)") : text;
}

export const figure = (n: number): string => n.toLocaleString("en-US");
export const perThousand = (changes: number, words: number): string =>
  words === 0 ? "\u2013" : ((changes * 1_000) / words).toLocaleString("en-US", { maximumFractionDigits: 1 });

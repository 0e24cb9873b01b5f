import type { ExplorerChange } from "../../rules/explorer-model.ts";
import type { RevisionKind } from "../../rules/revision-numbers.ts";

/** The types of change to filter by. */
export type Group = "insert" | "delete" | "move" | "format" | "table";

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
  insert: "Insertions",
  delete: "Deletions",
  move: "Moves",
  format: "Formats",
  table: "Rows and cells",
};
export const KIND_WORDS: Record<RevisionKind, string> = {
  insert: "Insertion",
  delete: "Deletion",
  move: "Move",
  format: "Format",
  layout: "Layout",
  insertRow: "Row inserted",
  deleteRow: "Row deleted",
  insertCell: "Cell inserted",
  deleteCell: "Cell deleted",
  mergeCell: "Cells merged",
};
export const groupOf = (change: Pick<ExplorerChange, "kind">): Group => GROUPS[change.kind];

/** The text of a change on one line, or a description if it has no text. */
export function lineOf(change: ExplorerChange): string {
  const text = change.text.replaceAll("\ufffc", "\u25a1").replace(/\s+/g, " ").trim();
  if (text === "\u00b6") return change.kind === "delete" ? "\u00b6 paragraphs joined" : "\u00b6 paragraph split";
  return text === "" ? (change.kind === "layout" ? "paragraph or page layout" : "(no text)") : text;
}

export const count = (n: number): string => n.toLocaleString("en-US");
export const perThousand = (changes: number, words: number): string =>
  words === 0 ? "\u2013" : ((changes * 1_000) / words).toLocaleString("en-US", { maximumFractionDigits: 1 });

/** A tracked change as a suggestion in words. */
import { RUN_WORDS } from "../gate/formatting-changes.ts";
import { C, find } from "../docx/revision-markup.ts";
import type { Revision } from "../docx/revision-numbers.ts";
import { attributeOf, type Node } from "../docx/xml-tree.ts";

/** A change of format with the properties that it's recorded in. */
export type Format = { change: Node; properties: Node };

/** What the elements of a change show besides its text. */
export type ChangeDetails = {
  /** Its format and layout changes. */
  formats: readonly Format[];
  /** For a move: the words before its target. */
  target: string;
};

/** What the editor suggested: for a replacement, `insertion` is what replaces the deletion. */
export function suggestionOf(head: Revision, insertion: Revision | null, { formats, target }: ChangeDetails): string {
  if (insertion) {
    const [gone, came] = [quoted(head.text), quoted(insertion.text)];
    if (came === "") return gone === "" ? "Suggested: change this passage." : `Suggested: delete ${gone}.`;
    return gone === "" ? `Suggested: add ${came}.` : `Suggested: ${came} instead of ${gone}.`;
  }
  const text = quoted(head.text);
  switch (head.kind) {
    case "insert":
      if (/^\u00b6+$/.test(head.text)) return "Suggested: start a new paragraph here.";
      return text === "" ? "Suggested: an insertion here." : `Suggested: add ${text}.`;
    case "delete":
      if (/^\u00b6+$/.test(head.text)) return "Suggested: join this paragraph with the next one.";
      return text === "" ? "Suggested: delete this." : `Suggested: delete ${text}.`;
    case "move":
      return `Suggested: move ${text === "" ? "this" : text} ${target === "" ? "to the beginning" : `to after “${target}”`}.`;
    case "format":
      return `Suggested: ${formatOf(formats) || "another format"}${text === "" ? "" : ` for ${text}`}.`;
    case "layout":
      return `Suggested: ${layoutOf(formats)}.`;
    case "insertRow":
      return `Suggested: add a table row${text === "" ? "" : `: ${text}`}.`;
    case "deleteRow":
      return `Suggested: delete this table row${text === "" ? "" : `: ${text}`}.`;
    case "insertCell":
      return "Suggested: add a table cell here.";
    case "deleteCell":
      return "Suggested: delete this table cell.";
    case "mergeCell":
      return "Suggested: merge or split these table cells.";
  }
}

/** In full: the comment is all that's left of the suggestion. */
function quoted(text: string): string {
  const plain = text
    .replace(/\u00b6+/g, " \u00b6 ")
    .replaceAll("\ufffc", "[object]")
    .trim()
    .replace(/^\u00b6\s*|\s*\u00b6$/g, "");
  if (plain !== "") return `“${plain}”`;
  return text === "" ? "" : /\u00b6/.test(text) ? "“\u00b6”" : /\t/.test(text) ? "a tab" : "a space";
}

const nameOf = (node: Node): string => /^<(?:[\w.-]+:)?([\w.-]+)/.exec(node.raw)?.[1] ?? "";
const isOff = (node: Node): boolean => /^(?:0|false|off|none)$/.test(attributeOf(node, "val") ?? "");

/** The looks that a run's properties set. */
function looksIn(properties: readonly Node[]): Map<string, string> {
  const looks = new Map<string, string>();
  for (const one of properties) {
    const name = nameOf(one);
    const value = attributeOf(one, "val") ?? "";
    if (name === "vertAlign" && value !== "baseline") looks.set(value, value);
    else if (RUN_WORDS[name] && !isOff(one)) looks.set(name, RUN_WORDS[name]);
  }
  return looks;
}

/** "bold, not italic" */
function formatOf(formats: readonly Format[]): string {
  for (const { change, properties } of formats) {
    if (change.code !== C.rPrChange) continue;
    const now = looksIn(properties.children.filter((one) => one !== change));
    const was = looksIn(find(change, C.rPr)?.children ?? []);
    const words = [
      ...[...now].filter(([name]) => !was.has(name)).map(([, word]) => word),
      ...[...was].filter(([name]) => !now.has(name)).map(([, word]) => `not ${word}`),
    ];
    if (words.length > 0) return words.join(", ");
  }
  return "";
}

function layoutOf(formats: readonly Format[]): string {
  for (const { change, properties } of formats) {
    if (change.code !== C.pPrChange) continue;
    const style = (nodes: readonly Node[]): string => {
      const found = nodes.find((one) => nameOf(one) === "pStyle");
      return found ? (attributeOf(found, "val") ?? "") : "";
    };
    const now = style(properties.children);
    if (now !== "" && now !== style(find(change, C.pPr)?.children ?? []))
      return `the style “${now}” for this paragraph`;
    return "another layout of this paragraph";
  }
  return "another layout here";
}

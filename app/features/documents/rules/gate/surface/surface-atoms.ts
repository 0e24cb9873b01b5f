/** Content without words (pictures, equations, fields, marks), and what makes two of them the same. */
import { type DocxPackage, type Relationship, readRelationships } from "../../docx/docx-package.ts";
import { textOf, treeOf } from "./surface-markup.ts";
import { localOf, type Node, valueOf } from "../../docx/xml-tree.ts";
import { contentOf, textOfPart } from "../../docx/zip.ts";

/**
 * What a reader sees besides letters: pictures, equations, fields. Each has a key that stays the same when Word saves
 * it again.
 */

export type AtomKind =
  | "picture"
  | "chart"
  | "diagram"
  | "object"
  | "shape"
  | "equation"
  | "field"
  | "citation"
  | "footnote"
  | "endnote"
  | "ruby"
  | "checkbox";

export type Atom = {
  kind: AtomKind;
  /** What it shows: equal keys look the same. */
  key: string;
  /** A picture's cropping. */
  crop: string;
  /** What may change without changing its meaning: size, alternative text, a citation's stored data. */
  looks: Readonly<Record<string, string>>;
  /** A label for people: a field's code, an equation's text. */
  shown: string;
  /** Its position in the line's text; -1 if it floats. */
  at: number;
};

export const newAtom = (kind: AtomKind, key: string, at: number, shown = ""): Atom => ({
  kind,
  key,
  crop: "",
  looks: {},
  shown,
  at,
});

/** One part's relationships, by id. */
export type Relations = ReadonlyMap<string, Relationship>;

export const relationsOf = (docx: DocxPackage, part: string): Relations =>
  new Map((part === docx.main ? docx.relations : readRelationships(docx.zip, part)).map((one) => [one.id, one]));

/** The relationship that a start tag names; "" for none. */
export const relationIn = (tag: string): string => /\s[\w.-]+:id\s*=\s*["']([^"']+)["']/.exec(tag)?.[1] ?? "";

/** Identifies a part by content, because media are renamed and renumbered on every save. */
export function contentKey(docx: DocxPackage, relation: Relationship | undefined): string {
  if (!relation) return "missing";
  if (relation.external) return `link ${relation.target}`;
  return contentOf(docx.zip, relation.target) ?? "missing";
}

/** What a chart or diagram shows: its texts and figures, and its chart types. */
export function shownIn(docx: DocxPackage, relation: Relationship | undefined): string {
  const xml = relation && !relation.external ? textOfPart(docx.zip, relation.target) : null;
  if (xml === null) return "missing";
  const out: string[] = [];
  const walk = (node: Node): void => {
    const local = localOf(node);
    if (local === "v" || local === "t") out.push(textOf(node).trim());
    else {
      if (/^(?:bar|line|pie|area|scatter|bubble|radar|doughnut|surface|stock|ofPie)\w*Chart$|^barDir$/.test(local))
        out.push(local + (local === "barDir" ? (valueOf(node, "val") ?? "") : ""));
      for (const child of node.children) walk(child);
    }
  };
  walk(treeOf(xml));
  return out.filter((one) => one !== "").join("\u0001");
}

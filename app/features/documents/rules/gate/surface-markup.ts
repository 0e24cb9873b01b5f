import { unescapeXml } from "../docx/xml.ts";
import { attributeOf, parseTree, type Node } from "../docx/xml-tree.ts";

/** Pieces of markup read by local names: inside a part that was read by namespaces, prefixes tell enough. */

const NONE = new Map<string, never>();

/** A piece of markup as a tree: its elements are the children of what is returned. */
export const fragment = (raw: string): Node =>
  parseTree(`<x>${raw}</x>`, NONE).children.find((one) => one.close !== null) ?? {
    code: 0,
    raw: "",
    close: null,
    children: [],
  };

const names = new Map<string, string>();

/** The local name of an element; "" for text. */
export function localName(node: Node): string {
  const { raw } = node;
  if (raw.charCodeAt(0) !== 60) return "";
  const end = raw.search(/[\s/>]/);
  const name = raw.slice(1, end < 1 ? raw.length : end);
  let local = names.get(name);
  if (local === undefined) {
    local = name.slice(name.indexOf(":") + 1);
    if (names.size < 5_000) names.set(name, local);
  }
  return local;
}

/** The value of an attribute by local name, entities replaced; null where there is none. */
export function valueOf(node: Node, local: string): string | null {
  const raw = attributeOf(node, local);
  return raw === null ? null : unescapeXml(raw);
}

/** The text in an element and all its children. */
export const textOf = (node: Node): string =>
  node.raw.startsWith("<") || node.close !== null ? node.children.map(textOf).join("") : unescapeXml(node.raw);

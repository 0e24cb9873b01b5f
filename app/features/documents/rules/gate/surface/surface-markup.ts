import { unescapeXml } from "../../docx/xml-text.ts";
import { attributeOf, parseTree, type Node } from "../../docx/xml-tree.ts";

/** Markup pieces read by local names: inside a part that was read with namespaces, prefixes are enough. */

const NONE = new Map<string, never>();

/** Parses a piece of markup: its elements are the children of the result. */
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

/** An attribute's value by local name, with entities replaced; null if it's missing. */
export function valueOf(node: Node, local: string): string | null {
  const raw = attributeOf(node, local);
  return raw === null ? null : unescapeXml(raw);
}

/** The text in an element and its descendants. */
export const textOf = (node: Node): string =>
  node.raw.startsWith("<") || node.close !== null ? node.children.map(textOf).join("") : unescapeXml(node.raw);

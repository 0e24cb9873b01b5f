import { unescapeXml } from "../../docx/xml-text.ts";
import { localOf, parseTree, type Node } from "../../docx/xml-tree.ts";

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

/** A whole part's tree. */
export const treeOf = (xml: string): Node => fragment(xml.replace(/^\ufeff?<\?xml[^>]*\?>/, ""));

/** The text in an element and its descendants. */
export const textOf = (node: Node): string =>
  node.raw.startsWith("<") || node.close !== null ? node.children.map(textOf).join("") : unescapeXml(node.raw);

/** What an element says; "on" if it's empty, such as w:mirrorMargins. */
export const saidBy = (node: Node, skip?: ReadonlySet<string>): string =>
  canonical(node, skip) || (node.close === null ? "on" : "");

const ATTRIBUTE = /\s(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
/** Attributes that programs change on every save, and declarations. */
const SAVED = /^(?:rsid\w*|xmlns|paraId|textId|anchorId|editId|themeTint|themeShade)$/;

/**
 * What an element says, whatever program wrote it: its attributes in order, then its children's.
 * @param skip elements that say nothing, by local name
 */
export function canonical(node: Node, skip: ReadonlySet<string> = new Set()): string {
  if (localOf(node) === "") return node.raw.trim();
  const said: string[] = [];
  for (const [whole, name = "", one, two] of node.raw.matchAll(ATTRIBUTE)) {
    if (SAVED.test(name) || /^\s*xmlns:/.test(whole)) continue;
    const value = unescapeXml(one ?? two ?? "");
    said.push(
      `${name}=${value === "true" || value === "on" ? "1" : value === "false" || value === "off" ? "0" : value}`,
    );
  }
  said.sort();
  for (const child of node.children) {
    const local = localOf(child);
    if (local === "extLst" || skip.has(local)) continue;
    const inner = canonical(child, skip);
    if (local !== "") said.push(`${local}(${inner})`);
    else if (inner !== "") said.push(inner);
  }
  return said.join(" ");
}

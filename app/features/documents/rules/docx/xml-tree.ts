import { isOn } from "./docx-styles.ts";
import { unescapeXml } from "./xml-text.ts";
import { CLOSE, END, OPEN, XmlScanner, type Vocabulary } from "./xml.ts";

/** A tree of raw markup. Unchanged nodes are written back exactly as read. */
export type Node = {
  /** 0 for text, comments and unknown elements. */
  code: number;
  /** The start tag, or the whole text. */
  raw: string;
  /** The end tag; null for text and self-closing tags. */
  close: string | null;
  children: Node[];
};

export const textNode = (raw: string): Node => ({ code: 0, raw, close: null, children: [] });

/**
 * Parses XML into a tree. The returned node represents the whole file: its children are prolog, root element and what
 * follows.
 */
export function parseTree(xml: string, vocabulary: Vocabulary): Node {
  const scanner = new XmlScanner(xml, vocabulary);
  const file: Node = { code: 0, raw: "", close: "", children: [] };
  const stack: Node[] = [file];
  let read = 0;
  for (let token = scanner.next(); ; token = scanner.next()) {
    const top = stack[stack.length - 1] as Node;
    if (token === END) {
      if (read < xml.length) top.children.push(textNode(xml.slice(read)));
      return file;
    }
    if (token === OPEN) {
      if (scanner.start > read) top.children.push(textNode(xml.slice(read, scanner.start)));
      const node: Node = { code: scanner.code, raw: xml.slice(scanner.start, scanner.end), close: null, children: [] };
      top.children.push(node);
      if (!scanner.selfClosing) {
        node.close = "";
        stack.push(node);
      }
    } else if (token === CLOSE) {
      if (scanner.start > read) top.children.push(textNode(xml.slice(read, scanner.start)));
      top.close = xml.slice(scanner.start, scanner.end);
      stack.pop();
    } else top.children.push(textNode(xml.slice(read, scanner.end)));
    read = scanner.end;
  }
}

export function writeTree(node: Node): string {
  // Concatenated instead of joined: the engine keeps such a string as a rope and flattens it once.
  let out = node.raw;
  for (const child of node.children)
    out += child.children.length === 0 ? (child.close ? child.raw + child.close : child.raw) : writeTree(child);
  return node.close ? out + node.close : out;
}

/** Turns a self-closing element, such as `<w:p/>`, into one with content. */
export function openUp(node: Node): void {
  if (node.close !== null) return;
  const name = /^<([^\s/>]+)/.exec(node.raw)?.[1] ?? "w:p";
  node.raw = node.raw.replace(/\s*\/>$/, ">");
  node.close = `</${name}>`;
}

const attributes = new Map<string, RegExp>();

/** The value of an attribute in a raw start tag, by local name. */
export function attributeOf(node: Node, local: string): string | null {
  let wanted = attributes.get(local);
  if (!wanted) attributes.set(local, (wanted = new RegExp(`[\\s:]${local}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)));
  const match = wanted.exec(node.raw);
  return match ? (match[1] ?? match[2] ?? "") : null;
}

/** An attribute's value by local name, with entities replaced; null if it's missing. */
export function valueOf(node: Node, local: string): string | null {
  const raw = attributeOf(node, local);
  return raw === null ? null : unescapeXml(raw);
}

/** The value of a child element; null if it or its value is missing. */
export const valueIn = (node: Node | undefined, name: string): string | null => {
  const child = childNamed(node, name);
  return child ? valueOf(child, "val") : null;
};

/** Whether an element such as w:vanish is on; a missing one isn't. */
export const isOnIn = (node: Node | undefined, name: string): boolean => {
  const child = childNamed(node, name);
  return child !== undefined && isOn(attributeOf(child, "val"));
};

/** Whether an attribute is on; a missing one isn't. */
export const isOnAttribute = (node: Node, name: string): boolean =>
  /^(?:1|true|on)$/.test(attributeOf(node, name) ?? "");

/** The prefix of a raw start tag with its colon, or "". */
export const prefixOf = (node: Node): string => /^<([\w.-]+:)/.exec(node.raw)?.[1] ?? "";

/** The local name of an element; "" for text. */
export function localOf(node: Node): string {
  const { raw } = node;
  if (raw.charCodeAt(0) !== 60) return "";
  let from = 1;
  for (let i = 1; ; i++) {
    const c = raw.charCodeAt(i);
    if (c === 58) from = i + 1;
    else if (c <= 32 || c === 47 || c === 62 || c !== c) return raw.slice(from, i);
  }
}

/** The first child element with a local name. */
export const childNamed = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((child) => localOf(child) === name);

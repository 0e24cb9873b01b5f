import { isAscii } from "node:buffer";
import { Refused } from "../readers/refusal.ts";
import { decodeUtf8, decodeXml, unescapeXml } from "./xml-text.ts";

/** The maximum nesting of elements. */
const MAX_DEPTH = 5_000;

/** Results of `next()`. */
export const END = 0;
export const OPEN = 1;
export const CLOSE = 2;
export const TEXT = 3;

/** Codes (1 and up) by local name, by namespace. Other elements have code 0. */
export type Vocabulary = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Known = {
  name: string;
  code: number;
  open: string;
  close: string;
  scope: number;
  /** The next closing tag of this name, searched for only once. */
  searched: boolean;
  closeAt: number;
};

/**
 * Reads XML in one pass as a series of opens, closes and texts. Namespaces are resolved, so any prefix works. Refuses a
 * DTD ("dtd") and malformed XML ("damaged"), which Word wouldn't open either.
 */
export class XmlScanner {
  readonly xml: string;
  /** The current element: its code, and whether it's self-closing (then no CLOSE follows). */
  code = 0;
  name = "";
  selfClosing = false;
  /** The parent's code; 0 if there is none or it isn't in the vocabulary. */
  parent = 0;
  /** Start and end of the current token in `xml`. */
  start = 0;
  end = 0;
  /**
   * Codes of the open elements, innermost last. On OPEN (not self-closing) it includes the current element, on CLOSE it
   * doesn't.
   */
  readonly path: number[] = [];
  private readonly names: string[] = [];
  private readonly vocabulary: Vocabulary;
  private readonly prefixes = new Map<string, string>();
  private readonly known: (Known | undefined)[];
  private current: Known = { name: "", code: 0, open: "", close: "", scope: 0, searched: false, closeAt: -1 };
  /** Changes whenever prefixes do: name lookups are valid within one scope. */
  private scope = 0;
  private readonly undo: { depth: number; prefix: string; before: string | undefined }[] = [];
  private attributesFrom = 0;
  private attributesTo = 0;
  private cdata = false;
  private readonly bytes: boolean;

  /** With `bytes`, each character of `xml` is one byte of UTF-8, and only requested text is decoded. */
  constructor(xml: string, vocabulary: Vocabulary, bytes = false) {
    this.xml = xml;
    this.vocabulary = vocabulary;
    this.bytes = bytes;
    // A power of two. Pieces of a part have few names, and there are many of them.
    this.known = Array.from<Known | undefined>({ length: xml.length < 10_000 ? 32 : 1024 });
    if (xml.charCodeAt(0) === 0xfeff) this.end = 1;
  }

  next(): number {
    const xml = this.xml;
    for (;;) {
      const at = this.end;
      if (at >= xml.length) {
        if (this.names.length > 0) throw new Refused("damaged");
        return END;
      }
      this.start = at;
      if (xml.charCodeAt(at) !== 60) {
        let end = xml.indexOf("<", at);
        if (end < 0) end = xml.length;
        this.end = end;
        this.cdata = false;
        if (this.names.length === 0) {
          if (/[^ \t\r\n\0]/.test(xml.slice(at, end))) throw new Refused("damaged");
          continue;
        }
        return TEXT;
      }
      const second = xml.charCodeAt(at + 1);
      if (second === 47) {
        const end = this.find(">", at + 2);
        const name = this.names.pop();
        if (name === undefined || !isAt(name, xml, at + 2)) throw new Refused("damaged");
        for (let i = at + 2 + name.length; i < end; i++) if (xml.charCodeAt(i) > 32) throw new Refused("damaged");
        this.name = name;
        this.code = this.path.pop() ?? 0;
        this.parent = this.path.length > 0 ? (this.path[this.path.length - 1] as number) : 0;
        this.end = end + 1;
        if (this.undo.length > 0) this.leaveScope();
        return CLOSE;
      }
      if (second === 33) {
        if (xml.startsWith("<!--", at)) {
          this.end = this.find("-->", at + 4) + 3;
          continue;
        }
        if (xml.startsWith("<![CDATA[", at)) {
          const end = this.find("]]>", at + 9);
          this.start = at + 9;
          this.end = end + 3;
          this.cdata = true;
          if (this.names.length === 0) throw new Refused("damaged");
          return TEXT;
        }
        throw new Refused(xml.startsWith("<!DOCTYPE", at) || xml.startsWith("<!ENTITY", at) ? "dtd" : "damaged");
      }
      if (second === 63) {
        this.end = this.find("?>", at + 2) + 2;
        continue;
      }
      this.open(at);
      return OPEN;
    }
  }

  /** The current text, with entities replaced. */
  text(): string {
    const raw = this.xml.slice(this.start, this.cdata ? this.end - 3 : this.end);
    const text = this.bytes ? decodeUtf8(raw) : raw;
    return this.cdata ? text : unescapeXml(text);
  }

  /** An attribute's value in the element just opened, by local name with any prefix; null if it's missing. */
  attribute(local: string): string | null {
    const xml = this.xml;
    let i = this.attributesFrom;
    const to = this.attributesTo;
    while (i < to) {
      while (i < to && isSpace(xml.charCodeAt(i))) i++;
      const nameFrom = i;
      let localFrom = i;
      while (i < to) {
        const c = xml.charCodeAt(i);
        if (c === 61 || isSpace(c)) break;
        if (c === 58) localFrom = i + 1;
        i++;
      }
      const nameTo = i;
      while (i < to && xml.charCodeAt(i) !== 34 && xml.charCodeAt(i) !== 39) i++;
      if (i >= to) return null;
      const quote = xml.charCodeAt(i) === 34 ? '"' : "'";
      const close = xml.indexOf(quote, i + 1);
      if (
        nameTo - localFrom === local.length &&
        xml.startsWith(local, localFrom) &&
        !xml.startsWith("xmlns", nameFrom)
      ) {
        const value = xml.slice(i + 1, close);
        return unescapeXml(this.bytes ? decodeUtf8(value) : value);
      }
      i = close + 1;
    }
    return null;
  }

  /** Whether the current text is exactly `xml` from `start` to `end`, given the result of `text()`. */
  isVerbatim(text: string): boolean {
    return text.length === this.end - this.start;
  }

  /** Whether the tag just opened has exactly these attributes, character for character. */
  attributesAre(raw: string): boolean {
    return this.attributesTo - this.attributesFrom === raw.length && this.xml.startsWith(raw, this.attributesFrom);
  }

  /** Skips the element just opened (not self-closing) with its content. Its CLOSE has then been read. */
  skip(): void {
    if (this.selfClosing) return;
    const depth = this.names.length;
    for (;;) {
      const token = this.next();
      if (token === END) throw new Refused("damaged");
      if (token === CLOSE && this.names.length < depth) return;
    }
  }

  /**
   * Where the raw content of the element just opened (not self-closing) ends. -1 if that requires parsing: it may
   * contain another of its name, as properties with a tracked change do, or a comment, or an unusual closing tag. The
   * position doesn't change.
   */
  contentEnd(): number {
    const { xml, end, current } = this;
    if (!current.searched || (current.closeAt >= 0 && current.closeAt < end)) {
      current.searched = true;
      current.closeAt = xml.indexOf(current.close, end);
    }
    const { closeAt } = current;
    if (closeAt < 0) return -1;
    const content = xml.slice(end, closeAt);
    return mayHold(content, current.open) || content.includes("<!") ? -1 : closeAt;
  }

  /** Continues after the close of the element just opened, whose content ends here. No CLOSE follows. */
  leap(contentEnd: number): void {
    this.end = contentEnd + this.name.length + 3;
    this.names.pop();
    this.path.pop();
    if (this.undo.length > 0) this.leaveScope();
  }

  private find(what: string, from: number): number {
    const at = this.xml.indexOf(what, from);
    if (at < 0) throw new Refused("damaged");
    return at;
  }

  private open(at: number): void {
    const xml = this.xml;
    let i = at + 1;
    let c = xml.charCodeAt(i);
    let hash = 0;
    while (c > 32 && c !== 62 && c !== 47 && c !== 60) {
      hash = (hash * 31 + c) | 0;
      c = xml.charCodeAt(++i);
    }
    if (i === at + 1) throw new Refused("damaged");
    const nameEnd = i;
    this.attributesFrom = i;
    let declares = false;
    let slash = false;
    while (c !== 62) {
      if (c <= 32) c = xml.charCodeAt(++i);
      else if (c === 47) {
        slash = true;
        c = xml.charCodeAt(++i);
      } else if (c === 34 || c === 39) {
        slash = false;
        // Values are short, so an inline loop is faster than a call.
        const quote = c;
        do c = xml.charCodeAt(++i);
        while (c !== quote && c >= 0);
        if (c !== quote) throw new Refused("damaged");
        c = xml.charCodeAt(++i);
      } else if (c === 60 || !(c >= 0)) throw new Refused("damaged");
      else {
        slash = false;
        if (c === 120 && xml.startsWith("xmlns", i)) declares = true;
        do c = xml.charCodeAt(++i);
        while (c > 62 || (c > 39 && c < 60 && c !== 47));
      }
    }
    this.attributesTo = slash ? i - 1 : i;
    this.end = i + 1;
    this.selfClosing = slash;
    if (declares) this.enterScope();
    const known = this.nameAt(at + 1, nameEnd, hash & (this.known.length - 1));
    this.current = known;
    const { name, code } = known;
    this.name = name;
    this.code = code;
    this.parent = this.path.length > 0 ? (this.path[this.path.length - 1] as number) : 0;
    if (!slash) {
      if (this.names.length >= MAX_DEPTH) throw new Refused("damaged");
      this.names.push(name);
      this.path.push(code);
    } else if (declares) this.leaveScope(this.names.length + 1);
  }

  /** The known name at a position. Names recur, so most are found without creating a string. */
  private nameAt(from: number, to: number, place: number): Known {
    const found = this.known[place];
    if (
      found !== undefined &&
      found.scope === this.scope &&
      found.name.length === to - from &&
      isAt(found.name, this.xml, from)
    )
      return found;
    const name = this.xml.slice(from, to);
    const known = {
      name,
      code: this.lookUp(name),
      open: `<${name}`,
      close: `</${name}>`,
      scope: this.scope,
      searched: false,
      closeAt: -1,
    };
    this.known[place] = known;
    return known;
  }

  private lookUp(name: string): number {
    const colon = name.indexOf(":");
    const uri = this.prefixes.get(colon < 0 ? "" : name.slice(0, colon));
    if (uri === undefined) return 0;
    return this.vocabulary.get(uri)?.get(colon < 0 ? name : name.slice(colon + 1)) ?? 0;
  }

  private enterScope(): void {
    const declared = this.xml.slice(this.attributesFrom, this.attributesTo);
    for (const match of declared.matchAll(/\sxmlns(?::([^\s=]+))?\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
      const prefix = match[1] ?? "";
      const uri = unescapeXml(match[2] ?? match[3] ?? "");
      const before = this.prefixes.get(prefix);
      if (before === uri) continue;
      this.prefixes.set(prefix, uri);
      this.undo.push({ depth: this.names.length + 1, prefix, before });
      this.scope++;
    }
  }

  private leaveScope(closed = this.names.length + 1): void {
    for (;;) {
      const last = this.undo.at(-1);
      if (!last || last.depth < closed) return;
      this.undo.pop();
      if (last.before === undefined) this.prefixes.delete(last.prefix);
      else this.prefixes.set(last.prefix, last.before);
      this.scope++;
    }
  }
}

/** Whether raw markup may contain a start tag ("<name"), and not only longer names with that prefix. */
function mayHold(raw: string, open: string): boolean {
  for (let at = raw.indexOf(open); at >= 0; at = raw.indexOf(open, at + 1)) {
    const after = raw.charCodeAt(at + open.length);
    if (!(after > 32) || after === 62 || after === 47) return true;
  }
  return false;
}

/** Whether a name is at a position. Names are short, so comparing characters beats a call. */
function isAt(name: string, xml: string, at: number): boolean {
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== xml.charCodeAt(at + i)) return false;
  return true;
}

const isSpace = (c: number): boolean => c === 32 || c === 9 || c === 10 || c === 13;

/** Scans an XML part. If the part is UTF-8, as document parts are, it decodes only requested text. */
export function scanPart(bytes: Buffer, vocabulary: Vocabulary): XmlScanner {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (!marked && (bytes[0] !== 0x3c || bytes[1] === 0)) return new XmlScanner(decodeXml(bytes), vocabulary);
  const declared = /^<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/.exec(
    bytes.toString("latin1", marked ? 3 : 0, 200),
  )?.[1];
  if (declared !== undefined && !/^(?:utf-?8|us-ascii)$/i.test(declared))
    return new XmlScanner(decodeXml(bytes), vocabulary);
  return new XmlScanner(bytes.toString("latin1", marked ? 3 : 0), vocabulary, marked || !isAscii(bytes));
}

import { M, M_ALTERNATE, M_MATH, POINTS, child, inside, isBlank, textIn, withoutNoise } from "./compare-markup.ts";
import { isCjk } from "./words.ts";
import { unescapeXml } from "./xml.ts";
import { attributeOf, writeTree, type Node } from "./xml-tree.ts";

/** An element around runs (a link, a content control): its start and end as written. */
export type Wrapper = { open: string; close: string; outer: Wrapper | null };

/** One run's part of a token. */
export type Piece = { properties: Node | null; text: string | null; xml: string; wrapper: Wrapper | null };

/** The smallest thing that is kept, deleted or inserted: a word, a blank, a picture, a field, a note's mark, a paragraph's end. */
export type Token = {
  /** Two tokens with the same key are the same. */
  key: string;
  kind: "word" | "blank" | "atom" | "note" | "end";
  pieces: Piece[];
  /** Atoms that stand beside runs (equations, whole fields): their nodes. */
  nodes: Node[] | null;
  /** Of a picture: itself, for the text boxes in it. */
  picture: Node | null;
  /** Marks without width before it. */
  before: string;
  note: { kind: "footnote" | "endnote"; id: string } | null;
  /** Of a paragraph's end: the paragraph. */
  paragraph: Node | null;
};

const made = (key: string, kind: Token["kind"], rest: Partial<Token> = {}): Token => ({ key, kind, pieces: [], nodes: null, picture: null, before: "", note: null, paragraph: null, ...rest });

const WORDS = /[\p{L}\p{M}\p{N}]+(?:['\u2019\u2011-][\p{L}\p{M}\p{N}]+)*|[ \t\r\n\u00a0\u2000-\u200a\u202f\u3000]+|[\s\S]/gu;

/** A text cut into words, blanks and single signs; CJK characters each for themselves. */
export function cutText(text: string): string[] {
  const out: string[] = [];
  for (const [piece] of text.matchAll(WORDS)) {
    let cjk = false;
    for (let i = 0; i < piece.length && !cjk; i++) cjk = isCjk(piece.charCodeAt(i));
    if (cjk && piece.length > 1) out.push(...piece);
    else out.push(piece);
  }
  return out;
}

type Span = Piece & { text: string };
type Mark = { at: number; xml: string };

/** Identity of what a relationship leads to, so that the same picture in two files is one. */
export type TargetKey = (relationshipId: string) => string;

/** Reads a paragraph to tokens, the last of which is its end. */
export function tokensOf(paragraph: Node, targetKey: TargetKey): Token[] {
  const tokens: Token[] = [];
  let spans: Span[] = [];
  let marks: Mark[] = [];
  let length = 0;
  let points = "";

  const flush = (): void => {
    if (spans.length === 0) return;
    const all = spans.map((span) => span.text).join("");
    let at = 0;
    let used = 0;
    let start = 0;
    let mark = 0;
    for (const text of cutText(all)) {
      const pieces: Piece[] = [];
      for (let left = text.length; left > 0; ) {
        const span = spans[at] as Span;
        const take = Math.min(left, span.text.length - used);
        if (take > 0) pieces.push({ properties: span.properties, wrapper: span.wrapper, xml: "", text: span.text.slice(used, used + take) });
        left -= take;
        used += take;
        if (used >= span.text.length) {
          at++;
          used = 0;
        }
      }
      // A mark inside a word moves to its end: a word is one however it is marked.
      let before = "";
      while (mark < marks.length && (marks[mark] as Mark).at <= start) before += (marks[mark++] as Mark).xml;
      tokens.push(made(text, /^\s+$/u.test(text) ? "blank" : "word", { pieces, before }));
      start += text.length;
    }
    for (; mark < marks.length; mark++) points += (marks[mark] as Mark).xml;
    spans = [];
    marks = [];
    length = 0;
  };
  const push = (token: Token): void => {
    flush();
    token.before = points + token.before;
    points = "";
    tokens.push(token);
  };
  const addText = (text: string, properties: Node | null, wrapper: Wrapper | null): void => {
    if (text === "") return;
    if (spans.length === 0 && points !== "") {
      marks.push({ at: 0, xml: points });
      points = "";
    }
    length += text.length;
    spans.push({ text, properties, wrapper, xml: "" });
  };
  const addPoint = (xml: string): void => {
    if (spans.length > 0) marks.push({ at: length, xml });
    else points += xml;
  };
  const atom = (node: Node, key: string, properties: Node | null, wrapper: Wrapper | null, picture: Node | null = null): void =>
    push(made(key, "atom", { pieces: [{ properties, wrapper, text: null, xml: writeTree(node) }], picture }));

  const readRun = (run: Node, wrapper: Wrapper | null): void => {
    const properties = child(run, M.rPr);
    for (const one of run.children) {
      if (one.code === M.rPr || isBlank(one) || one.code === M.lastRenderedPageBreak) continue;
      if (one.code === M.t) addText(unescapeXml(inside(one)).replace(attributeOf(one, "space") === "preserve" ? /$^/ : /^[ \t\r\n]+|[ \t\r\n]+$/g, ""), properties, wrapper);
      else if (one.code === M.commentReference) addPoint(`${run.raw}${properties ? writeTree(properties) : ""}${writeTree(one)}${run.close ?? ""}`);
      else if (one.code === M.footnoteReference || one.code === M.endnoteReference) {
        const kind = one.code === M.footnoteReference ? "footnote" : "endnote";
        push(made(`\u0001${kind}`, "note", { note: { kind, id: attributeOf(one, "id") ?? "" }, pieces: [{ properties, wrapper, text: null, xml: writeTree(one) }] }));
      } else if (one.code === M.tab || one.code === M.ptab) atom(one, "\t", properties, wrapper);
      else if (one.code === M.br || one.code === M.cr) atom(one, `\u0002br ${attributeOf(one, "type") ?? ""}`, properties, wrapper);
      else if (one.code === M.drawing || one.code === M.pict || one.code === M.object || one.code === M_ALTERNATE) atom(one, `\u0002picture ${pictureKey(one, targetKey)}`, properties, wrapper, one);
      else atom(one, `\u0002${withoutNoise(writeTree(one))}`, properties, wrapper);
    }
  };

  const walk = (nodes: readonly Node[], wrapper: Wrapper | null): void => {
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as Node;
      if (node.code === M.pPr || isBlank(node)) continue;
      if (POINTS.has(node.code)) addPoint(writeTree(node));
      else if (node.code === M.r) {
        const until = wrapper === null || fieldBegins(node) ? fieldEnd(nodes, i) : i;
        if (until > i) {
          const field = nodes.slice(i, until + 1).filter((one) => !isBlank(one));
          push(made(`\u0003${field.map((one) => fieldCode(one)).join("")}\u0003${field.map(textIn).join("")}`, "atom", { nodes: field, pieces: [{ properties: null, wrapper, text: null, xml: "" }] }));
          i = until;
        } else readRun(node, wrapper);
      } else if (node.code === M.hyperlink || node.code === M.smartTag || node.code === M.customXml || node.code === M.dir || node.code === M.bdo) {
        if (node.close !== null) walk(node.children, { open: node.raw, close: node.close, outer: wrapper });
      } else if (node.code === M.sdt) {
        const content = child(node, M.sdtContent);
        if (!content || content.close === null) continue;
        const head = node.children.slice(0, node.children.indexOf(content)).map(writeTree).join("");
        walk(content.children, { open: node.raw + head + content.raw, close: content.close + (node.close ?? ""), outer: wrapper });
      } else {
        const key = node.code === M_MATH ? `\u0004${withoutNoise(writeTree(node))}` : `\u0002${withoutNoise(writeTree(node))}`;
        push(made(key, "atom", { nodes: [node], pieces: [{ properties: null, wrapper, text: null, xml: "" }] }));
      }
    }
  };
  walk(paragraph.children, null);
  push(made("\u00b6", "end", { paragraph }));
  return tokens;
}

const pictureKey = (node: Node, targetKey: TargetKey): string => {
  const xml = writeTree(node);
  const boxes = textBoxesOf(node).length;
  const targets = [...xml.matchAll(/\s(?:r|[\w.-]+):(?:embed|id|link|pict|dm)="([^"]+)"/g)].map((match) => targetKey(match[1] as string));
  // What stands in text boxes is compared inside them.
  return `${targets.join(" ")} ${boxes > 0 ? `boxes ${boxes}` : textIn(node)}`;
};

/** The text boxes in a picture, none of which stands in another. */
export const textBoxesOf = (node: Node): Node[] => (node.code === M.txbxContent ? [node] : node.children.flatMap(textBoxesOf));

const fieldBegins = (run: Node): boolean => run.children.some((one) => one.code === M.fldChar && attributeOf(one, "fldCharType") === "begin");
const fieldCode = (node: Node): string => (node.code === M.instrText ? inside(node) : node.children.map(fieldCode).join(""));

/** Where the field that begins in a run ends, among its siblings; the run itself where none begins or it goes on in another paragraph. */
function fieldEnd(nodes: readonly Node[], from: number): number {
  let depth = 0;
  for (let i = from; i < nodes.length; i++) {
    const node = nodes[i] as Node;
    for (const one of node.children) {
      if (one.code !== M.fldChar) continue;
      const type = attributeOf(one, "fldCharType");
      if (type === "begin") depth++;
      else if (type === "end") depth--;
    }
    if (depth === 0) return i;
  }
  return from;
}

/** A paragraph's tokens: words, spaces, and everything else in its runs. */
import {
  M,
  M_ALTERNATE,
  M_MATH,
  POINTS,
  child,
  inside,
  isBlank,
  isWrapperProperties,
  textIn,
  withoutNoise,
} from "./compare-markup.ts";
import { unescapeXml } from "../docx/xml-text.ts";
import { attributeOf, writeTree, type Node } from "../docx/xml-tree.ts";
import { cutText, isBlankText } from "./cut-text.ts";

/** An element around runs (a link, a content control): its start and end as written. */
export type Wrapper = { open: string; close: string; outer: Wrapper | null };

/** One run's part of a token. */
export type Piece = { properties: Node | null; text: string | null; xml: string; wrapper: Wrapper | null };

/**
 * The smallest unit that's kept, deleted or inserted: a word, a space, a picture, a field, a note's mark, a paragraph's
 * end.
 */
export type Token = {
  /** Two tokens with the same key are the same. */
  key: string;
  kind: "word" | "blank" | "atom" | "note" | "end";
  pieces: Piece[];
  /** The nodes of atoms that are siblings of runs (equations, whole fields). */
  nodes: Node[] | null;
  /** For a picture: the node itself, because of its text boxes. */
  picture: Node | null;
  /** Zero-width marks before it. */
  before: string;
  note: { kind: "footnote" | "endnote"; id: string } | null;
  /** For a paragraph's end: the paragraph. */
  paragraph: Node | null;
};

const NO_PIECES: Piece[] = [];

/** All tokens have the same fields in the same order for speed, because there are hundreds of thousands of them. */
const made = (
  key: string,
  kind: Token["kind"],
  pieces: Piece[],
  before = "",
  nodes: Node[] | null = null,
  picture: Node | null = null,
  note: Token["note"] = null,
  paragraph: Node | null = null,
): Token => ({ key, kind, pieces, nodes, picture, before, note, paragraph });

type Span = Piece & { text: string };
type Mark = { at: number; xml: string };

/** Identifies a relationship's target, which makes the same picture in two files equal. */
export type TargetKey = (relationshipId: string) => string;

/** Splits a paragraph into tokens. The last token is the paragraph's end. */
export function tokensOf(paragraph: Node, targetKey: TargetKey): Token[] {
  const tokens: Token[] = [];
  let spans: Span[] = [];
  let marks: Mark[] = [];
  let length = 0;
  let points = "";

  const flush = (): void => {
    if (spans.length === 0) return;
    const all = spans.length === 1 ? (spans[0] as Span).text : spans.map((span) => span.text).join("");
    let at = 0;
    let used = 0;
    let start = 0;
    let mark = 0;
    for (const text of cutText(all)) {
      let span = spans[at] as Span;
      let pieces: Piece[];
      if (span.text.length - used >= text.length) {
        pieces = [{ properties: span.properties, text, xml: "", wrapper: span.wrapper }];
        used += text.length;
      } else {
        pieces = [];
        for (let left = text.length; left > 0;) {
          span = spans[at] as Span;
          const take = Math.min(left, span.text.length - used);
          if (take > 0)
            pieces.push({
              properties: span.properties,
              text: span.text.slice(used, used + take),
              xml: "",
              wrapper: span.wrapper,
            });
          left -= take;
          used += take;
          if (left > 0 && used >= span.text.length) {
            at++;
            used = 0;
          }
        }
      }
      if (used >= (spans[at] as Span).text.length) {
        at++;
        used = 0;
      }
      // A mark inside a word moves to its end, so marks don't split words.
      let before = "";
      while (mark < marks.length && (marks[mark] as Mark).at <= start) before += (marks[mark++] as Mark).xml;
      tokens.push(made(text, isBlankText(text) ? "blank" : "word", pieces, before));
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
  const atom = (
    node: Node,
    key: string,
    properties: Node | null,
    wrapper: Wrapper | null,
    picture: Node | null = null,
  ): void => push(made(key, "atom", [{ properties, text: null, xml: writeTree(node), wrapper }], "", null, picture));

  const readRun = (run: Node, wrapper: Wrapper | null): void => {
    const properties = child(run, M.rPr);
    for (const one of run.children) {
      if (one.code === M.rPr || isBlank(one) || one.code === M.lastRenderedPageBreak) continue;
      if (one.code === M.t) {
        const text = unescapeXml(inside(one));
        addText(
          attributeOf(one, "space") === "preserve" ? text : text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""),
          properties,
          wrapper,
        );
      } else if (one.code === M.commentReference)
        addPoint(`${run.raw}${properties ? writeTree(properties) : ""}${writeTree(one)}${run.close ?? ""}`);
      else if (one.code === M.footnoteReference || one.code === M.endnoteReference) {
        const kind = one.code === M.footnoteReference ? "footnote" : "endnote";
        push(
          made(`\u0001${kind}`, "note", [{ properties, text: null, xml: writeTree(one), wrapper }], "", null, null, {
            kind,
            id: attributeOf(one, "id") ?? "",
          }),
        );
      } else if (one.code === M.tab || one.code === M.ptab) atom(one, "\t", properties, wrapper);
      else if (one.code === M.br || one.code === M.cr)
        atom(one, `\u0002br ${attributeOf(one, "type") ?? ""}`, properties, wrapper);
      else if (one.code === M.drawing || one.code === M.pict || one.code === M.object || one.code === M_ALTERNATE)
        atom(one, `\u0002picture ${pictureKey(one, targetKey)}`, properties, wrapper, one);
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
          push(
            made(
              `\u0003${field.map((one) => fieldCode(one)).join("")}\u0003${field.map(textIn).join("")}`,
              "atom",
              [{ properties: null, text: null, xml: "", wrapper }],
              "",
              field,
            ),
          );
          i = until;
        } else readRun(node, wrapper);
      } else if (
        node.code === M.hyperlink ||
        node.code === M.smartTag ||
        node.code === M.customXml ||
        node.code === M.dir ||
        node.code === M.bdo
      ) {
        if (node.close === null) continue;
        const own = node.children.filter(isWrapperProperties);
        walk(own.length > 0 ? node.children.filter((one) => !isWrapperProperties(one)) : node.children, {
          open: node.raw + own.map(writeTree).join(""),
          close: node.close,
          outer: wrapper,
        });
      } else if (node.code === M.sdt) {
        const content = child(node, M.sdtContent);
        if (!content || content.close === null) continue;
        const head = node.children.slice(0, node.children.indexOf(content)).map(writeTree).join("");
        walk(content.children, {
          open: node.raw + head + content.raw,
          close: content.close + (node.close ?? ""),
          outer: wrapper,
        });
      } else {
        const key =
          node.code === M_MATH ? `\u0004${withoutNoise(writeTree(node))}` : `\u0002${withoutNoise(writeTree(node))}`;
        push(made(key, "atom", [{ properties: null, text: null, xml: "", wrapper }], "", [node]));
      }
    }
  };
  walk(paragraph.children, null);
  push(made("\u00b6", "end", NO_PIECES, "", null, null, null, paragraph));
  return tokens;
}

const pictureKey = (node: Node, targetKey: TargetKey): string => {
  const xml = writeTree(node);
  const boxes = textBoxesOf(node).length;
  // The content of text boxes is compared box by box.
  return `${targetsIn(xml, targetKey)} ${boxes > 0 ? `boxes ${boxes}` : textIn(node)}`;
};

/** The targets of the relationships in some markup. */
export function targetsIn(xml: string, targetKey: TargetKey): string {
  let out = "";
  for (const match of xml.matchAll(/\s[\w.-]+:(?:embed|id|link|pict|dm)="(?!\d)([^"]+)"/g))
    out += ` ${targetKey(match[1] as string)}`;
  return out;
}

/** A picture's outermost text boxes. */
export const textBoxesOf = (node: Node): Node[] =>
  node.code === M.txbxContent ? [node] : node.children.flatMap(textBoxesOf);

const fieldBegins = (run: Node): boolean =>
  run.children.some((one) => one.code === M.fldChar && attributeOf(one, "fldCharType") === "begin");
const fieldCode = (node: Node): string =>
  node.code === M.instrText ? inside(node) : node.children.map(fieldCode).join("");

/**
 * The sibling at which a field that starts in a run ends, or the run itself if none starts or it continues in another
 * paragraph.
 */
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

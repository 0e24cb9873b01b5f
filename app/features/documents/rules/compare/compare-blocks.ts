/** A document's blocks (paragraphs, tables, other elements), as the comparison pairs them. */
import { M, child, isBlank, withoutNoise } from "./compare-markup.ts";
import type { Pairable } from "./compare-pairing.ts";
import { type TargetKey, type Token, type Wrapper, targetsIn, tokensOf } from "./compare-tokens.ts";
import { writeTree, type Node } from "../docx/xml-tree.ts";

export type Side = "a" | "b";

/** A paragraph or table of one side. Most are the same on both, so expensive properties are computed lazily. */
export class Block implements Pairable {
  readonly node: Node;
  readonly kind: "p" | "t";
  /** The content control around it. */
  readonly wrapper: Wrapper | null;
  /** The markup between it and the previous block. */
  before: string;
  readonly side: Side;
  private readonly targetKey: TargetKey;
  private readonly got: { source?: string; tokens?: Token[]; key?: string; words?: string[]; notes?: boolean } = {};

  constructor(node: Node, kind: "p" | "t", side: Side, targetKey: TargetKey, wrapper: Wrapper | null, before: string) {
    this.node = node;
    this.kind = kind;
    this.side = side;
    this.targetKey = targetKey;
    this.wrapper = wrapper;
    this.before = before;
  }

  get source(): string {
    return (this.got.source ??= sourceOf(this.node, this.targetKey));
  }

  /** A paragraph's own tokens, or those of all of a table's paragraphs. */
  get tokens(): Token[] {
    return (this.got.tokens ??=
      this.kind === "p" ? tokensOf(this.node, this.targetKey) : tokensIn(this.node, this.targetKey));
  }

  get key(): string {
    return (this.got.key ??= keyOf(this.kind, this.tokens));
  }

  get words(): string[] {
    return (this.got.words ??= wordsIn(this.tokens));
  }

  /** Has notes, so equal markup doesn't make it equal. */
  get notes(): boolean {
    return (this.got.notes ??= holdsNotes(this.node));
  }
}

/** A story's blocks: paragraphs, tables, and anything else between them. */
export function blocksOf(
  nodes: readonly Node[],
  side: Side,
  targetKey: TargetKey,
  wrapper: Wrapper | null = null,
): { blocks: Block[]; after: string } {
  const blocks: Block[] = [];
  let before = "";
  for (const node of nodes) {
    if (isBlank(node)) continue;
    if (node.code === M.p || node.code === M.tbl) {
      blocks.push(new Block(node, node.code === M.p ? "p" : "t", side, targetKey, wrapper, before));
      before = "";
    } else if (node.code === M.sdt || node.code === M.customXml) {
      const content = node.code === M.sdt ? child(node, M.sdtContent) : node;
      if (!content || content.close === null) continue;
      const head =
        node.code === M.sdt
          ? node.raw + node.children.slice(0, node.children.indexOf(content)).map(writeTree).join("") + content.raw
          : node.raw;
      const own = blocksOf(content.children, side, targetKey, {
        open: head,
        close: content.close + (node.code === M.sdt ? (node.close ?? "") : ""),
        outer: wrapper,
      });
      if (own.blocks[0]) {
        own.blocks[0].before = before + own.blocks[0].before;
        before = "";
      }
      for (const block of own.blocks) blocks.push(block);
      before += own.after;
    } else before += writeTree(node);
  }
  return { blocks, after: before };
}

/** Markup without what differs between saves, and with the targets of its relationships. */
function sourceOf(node: Node, targetKey: TargetKey): string {
  const xml = writeTree(node);
  return withoutNoise(xml) + targetsIn(xml, targetKey);
}

const keyOf = (kind: string, tokens: readonly Token[]): string => {
  let key = kind;
  for (const token of tokens) key += `\u0000${token.key}`;
  return key;
};

function wordsIn(tokens: readonly Token[]): string[] {
  const words: string[] = [];
  for (const token of tokens) if (token.kind !== "blank" && token.kind !== "end") words.push(token.key);
  return words;
}

const holdsNotes = (node: Node): boolean =>
  node.code === M.footnoteReference || node.code === M.endnoteReference || node.children.some(holdsNotes);

function tokensIn(table: Node, targetKey: TargetKey): Token[] {
  const out: Token[] = [];
  const walk = (node: Node): void => {
    if (node.code === M.p) for (const token of tokensOf(node, targetKey)) out.push(token);
    else for (const one of node.children) walk(one);
  };
  walk(table);
  return out;
}

export type Keys = { a: TargetKey; b: TargetKey };

/** Rows and cells, looking inside content controls. */
const under = (node: Node, code: number): Node[] =>
  node.children.flatMap((one) =>
    one.code === code
      ? [one]
      : one.code === M.sdt
        ? under(child(one, M.sdtContent) ?? one, code)
        : one.code === M.customXml
          ? under(one, code)
          : [],
  );
export const rowsOf = (table: Node): Node[] => under(table, M.tr);
export const cellsOf = (row: Node): Node[] => under(row, M.tc);

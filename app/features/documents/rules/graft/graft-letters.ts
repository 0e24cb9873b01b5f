/** A story's text letter by letter, with the element that each letter comes from. */
import { runText } from "../queries/comment-anchors.ts";
import { C, find, isRevision, MATH_RUN } from "../docx/revision-markup.ts";
import { unescapeXml } from "../docx/xml-text.ts";
import { attributeOf, type Node } from "../docx/xml-tree.ts";

export type Mark = { author: string; date: string };

export type Letter = {
  /** A character, or one of the marks below. */
  text: string;
  ins: Mark | null;
  del: Mark | null;
  /** The run it's in; null for the end of a paragraph or row. */
  run: Node | null;
  /** The paragraph it's in, or the row that it ends. */
  block: Node | null;
};

export const PARAGRAPH = "\u00b6";
export const ROW = "\u0007";
export const NOTE = "\ufffb";
export const ATOM = "\ufffc";

export type Letters = {
  letters: Letter[];
  /** What programs wrote in fields, by the place in `letters` where it stands. It isn't among the letters. */
  results: Map<number, string>;
  /** Places of comments' marks, by id. */
  comments: Map<string, { start: number; end: number }>;
  /** Rows that a tracked change inserts; their text isn't among the letters. */
  newRows: number;
};

type Field = { code: string; inResult: boolean; skipped: boolean };
type Place = { ins: Mark | null; del: Mark | null; block: Node | null };

const FALLBACK = /^<(?:[\w.-]+:)?Fallback[\s/>]/;
const FIELD = /^<(?:[\w.-]+:)?fldChar\b/;
const SIMPLE_FIELD = /^<(?:[\w.-]+:)?fldSimple[\s>]/;
const LINK = /^\s*HYPERLINK\b/i;
const SINGLE: readonly [RegExp, string][] = [
  [/^<(?:[\w.-]+:)?(?:tab|ptab)[\s/>]/, "\t"],
  [/^<(?:[\w.-]+:)?(?:br|cr)[\s/>]/, "\n"],
  [/^<(?:[\w.-]+:)?noBreakHyphen[\s/>]/, "\u2011"],
  [/^<(?:[\w.-]+:)?softHyphen[\s/>]/, "\u00ad"],
  [/^<(?:[\w.-]+:)?(?:footnote|endnote)Reference[\s/>]/, NOTE],
  [/^<(?:[\w.-]+:)?(?:drawing|pict|object|AlternateContent|sym)[\s/>]/, ATOM],
];

/** What a run's child shows, if it isn't text. */
export const singleOf = (node: Node): string => SINGLE.find(([pattern]) => pattern.test(node.raw))?.[1] ?? "";

const markOf = (node: Node): Mark => ({
  author: unescapeXml(attributeOf(node, "author") ?? ""),
  date: attributeOf(node, "date") ?? "",
});

/** @param isNew whether a tracked change is the editor's, so that its new table rows are left out */
export function readLetters(tree: Node, isNew: (author: string) => boolean): Letters {
  const reader = new LetterReader(isNew);
  reader.walk(tree, { ins: null, del: null, block: null });
  // Text boxes come after the text, because programs anchor them elsewhere.
  for (let next = reader.boxes.shift(); next; next = reader.boxes.shift())
    reader.walkAll(next, { ins: null, del: null, block: null });
  return reader.out;
}

class LetterReader {
  readonly out: Letters = { letters: [], results: new Map(), comments: new Map(), newRows: 0 };
  readonly boxes: Node[] = [];
  private readonly fields: Field[] = [];
  private readonly isNew: (author: string) => boolean;

  constructor(isNew: (author: string) => boolean) {
    this.isNew = isNew;
  }

  walk(node: Node, place: Place): void {
    switch (node.code) {
      case C.ins:
      case C.moveTo:
        return this.walkAll(node, { ...place, ins: markOf(node) });
      case C.del:
      case C.moveFrom:
        return this.walkAll(node, { ...place, del: markOf(node) });
      case C.txbxContent:
        this.boxes.push(node);
        return;
      case C.pPr:
      case C.rPr:
      case MATH_RUN:
        return;
      case C.r:
        return this.run(node, { ...place });
      case C.p: {
        this.walkAll(node, { ...place, block: node });
        const marks = find(find(node, C.pPr), C.rPr)?.children.filter((one) => isRevision(one.code)) ?? [];
        const ins = marks.find((one) => one.code === C.ins || one.code === C.moveTo);
        const del = marks.find((one) => one.code === C.del || one.code === C.moveFrom);
        return this.say(PARAGRAPH, {
          ins: ins ? markOf(ins) : place.ins,
          del: del ? markOf(del) : place.del,
          block: node,
        });
      }
      case C.tr:
        return this.row(node, place);
      case C.commentRangeStart:
      case C.commentRangeEnd:
      case C.commentReference:
        return this.comment(node);
      default:
        if (FALLBACK.test(node.raw)) return;
        if (SIMPLE_FIELD.test(node.raw) && !LINK.test(attributeOf(node, "instr") ?? "")) {
          this.fields.push({ code: "", inResult: true, skipped: true });
          this.walkAll(node, place);
          this.fields.pop();
        } else this.walkAll(node, place);
    }
  }

  walkAll(node: Node, place: Place): void {
    for (const child of node.children) this.walk(child, place);
  }

  private row(node: Node, place: Place): void {
    const marks = find(node, C.trPr)?.children ?? [];
    const [ins, del] = [marks.find((one) => one.code === C.ins), marks.find((one) => one.code === C.del)];
    if (ins && this.isNew(markOf(ins).author)) {
      this.out.newRows++;
      return;
    }
    this.walkAll(node, place);
    this.say(ROW, { ins: ins ? markOf(ins) : place.ins, del: del ? markOf(del) : place.del, block: node });
  }

  private comment(node: Node): void {
    const id = attributeOf(node, "id") ?? "";
    const at = this.out.letters.length;
    const known = this.out.comments.get(id);
    if (known) known.end = at;
    else this.out.comments.set(id, { start: at, end: at });
  }

  private run(node: Node, place: Place): void {
    for (const child of node.children) {
      if (FIELD.test(child.raw)) this.field(attributeOf(child, "fldCharType") ?? "");
      else if (child.code === C.instrText || child.code === C.delInstrText) {
        const open = this.fields.at(-1);
        if (open && !open.inResult) open.code += unescapeXml(child.children.map((one) => one.raw).join(""));
      } else if (child.code === C.t || child.code === C.delText)
        for (const text of runText(child)) this.say(text, place, node);
      else if (child.code === C.commentReference) this.comment(child);
      else if (child.code !== C.rPr) {
        const single = singleOf(child);
        if (single) this.say(single, place, node);
        this.walkAll(child, place);
      }
    }
  }

  private field(type: string): void {
    const open = this.fields.at(-1);
    if (type === "begin") this.fields.push({ code: "", inResult: false, skipped: false });
    else if (type === "end") this.fields.pop();
    else if (open) {
      open.inResult = true;
      open.skipped = !LINK.test(open.code);
    }
  }

  private say(text: string, { ins, del, block }: Place, run: Node | null = null): void {
    const { letters, results } = this.out;
    if (this.fields.some((one) => one.skipped)) results.set(letters.length, (results.get(letters.length) ?? "") + text);
    else if (this.fields.every((one) => one.inResult)) letters.push({ text, ins, del, run, block });
  }
}

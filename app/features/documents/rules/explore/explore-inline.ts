import { EQUATION, RAISED, type Block, type Chart, type Picture, type Tie } from "./explorer-model.ts";
import { inFormat } from "../docx/lists.ts";
import { letteringOf, WORDS } from "../equations/letters.ts";
import { EquationReader } from "./explore-equations.ts";
import { MEANT_STYLES, Styles } from "./explore-look.ts";
import { C, CHANGES, find, isRevision, MATH, MATH_OBJECT, MATH_RUN, RANGE_MARKS } from "../docx/revision-markup.ts";
import { unescapeXml } from "../docx/xml-text.ts";
import { attributeOf, localOf, type Node } from "../docx/xml-tree.ts";
import { Refused } from "../readers/refusal.ts";
import { readChart } from "./read-chart.ts";
import { stopAfter } from "./tab-stops.ts";
import { type Look, isSafeLink } from "./explore-state.ts";

const MAX_FIELDS = 1_000;
const EMU_PER_PIXEL = 9_525;
const PIXELS_PER_POINT = 4 / 3;
const MOST_PIXELS = 2_000;
const MOST_PICTURES = 2_000;
const MOST_CHARTS = 200;
/** Formats that browsers' picture libraries read. Word's own drawings (EMF, WMF) aren't among them. */
const SHOWN_PICTURE = /\.(?:png|jpe?g|jfif|gif|webp)$/i;

/** Shared by everything in a run. */
type Run = { look: Look; math: boolean; style: ReturnType<Styles["paragraph"]> };
/** Reads an element inside a run. */
type InRun = (it: InlineReader, node: Node, run: Run) => void;

/** Elements that represent a character. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["tab", "\t"],
  ["ptab", "\t"],
  ["br", "\n"],
  ["cr", "\n"],
  ["noBreakHyphen", "\u2011"],
  ["softHyphen", "\u00ad"],
]);

/** The first of several alternatives. */
export const chosenOf = (node: Node): Node | undefined =>
  node.children.find((child) => localOf(child) === "Choice") ??
  node.children.find((child) => localOf(child) === "Fallback");

/** Reads what is inside paragraphs: runs, fields, links, marks, pictures, and text boxes. */
export abstract class InlineReader extends EquationReader {
  /** Reads a text box's paragraphs and tables. */
  protected abstract walkBlocks(holder: Node, out: Block[]): void;

  protected walkInline(node: Node, looks: number, style: ReturnType<Styles["paragraph"]>): void {
    const { code } = node;
    if (code === C.r || code === MATH_RUN) {
      this.readRun(node, style);
      return;
    }
    if (isRevision(code)) {
      this.within(this.tieOf(node), () => {
        for (const child of node.children) this.walkInline(child, looks, style);
      });
      return;
    }
    if (code === C.commentRangeStart || code === C.commentRangeEnd || code === C.commentReference) {
      this.comment(node);
      return;
    }
    if (RANGE_MARKS.has(code)) {
      this.touch(this.numbering.of(node));
      return;
    }
    if (node.children.length === 0) return;
    const walk = (child: Node): void => this.walkInline(child, looks, style);
    if (code === MATH) {
      this.readEquation(node, walk);
      return;
    }
    if (code === MATH_OBJECT && this.readObject(node, walk)) return;
    if (code === C.hyperlink) {
      const link = this.story.links.get(attributeOf(node, "id") ?? "");
      this.story.fields.push({ code: "", inResult: true, link });
      for (const child of node.children) this.walkInline(child, looks, style);
      this.story.fields.pop();
      return;
    }
    const local = code === 0 ? localOf(node) : "";
    if (local === "fldSimple") {
      this.story.fields.push({
        code: "",
        inResult: true,
        link: linkOfField(unescapeXml(attributeOf(node, "instr") ?? "")),
      });
      for (const child of node.children) this.walkInline(child, looks, style);
      this.story.fields.pop();
    } else if (local === "AlternateContent") {
      const chosen = chosenOf(node);
      for (const child of chosen?.children ?? []) this.walkInline(child, looks, style);
    } else if (local !== "rt" && !(local.endsWith("Pr") && local !== "oMathPara"))
      for (const child of node.children) this.walkInline(child, looks, style);
  }

  private readRun(node: Node, style: ReturnType<Styles["paragraph"]>): void {
    const properties = find(node, C.rPr);
    let looks = this.styles.run(properties, style);
    let before: number | undefined;
    const formats: number[] = [];
    const marks: Tie[] = [];
    for (const child of properties?.children ?? []) {
      if (isRevision(child.code)) marks.push(...this.tieOf(child));
      else if (CHANGES.has(child.code)) {
        const id = this.numbering.of(child);
        this.touch(id);
        if (id > 0) {
          formats.push(id);
          before = this.styles.run(find(child, C.rPr), style);
        }
      }
    }
    const math = node.code === MATH_RUN;
    if (math) looks |= EQUATION;
    // A tracked change of format may be one of color or size, and of those only what's there now is known.
    const letters = math || formats.length > 0 ? {} : this.styles.letters(properties, style, this.hasOwnSize(style));
    const look = { m: looks, f: formats, o: before, ...letters };
    this.lettering = math ? letteringOf(node) : WORDS;
    this.within(marks, () => {
      for (const child of node.children) if (child !== properties) this.readInRun(child, { look, math, style });
    });
  }

  /** The screen decides how large the letters of these paragraphs are. */
  private hasOwnSize({ level, name }: Run["style"]): boolean {
    return level > 0 || MEANT_STYLES.test(name) || this.places.at(-1)?.place !== "body";
  }

  private readInRun(node: Node, run: Run): void {
    const { code } = node;
    if (code === 0) this.readNamed(node, run);
    else if (code === C.t || code === C.delText) this.say(textIn(node), run.look);
    else if (code === C.instrText) this.readFieldCode(node);
    else if (code === C.commentReference) {
      this.comment(node);
      if (this.startingComments.length > 0) this.say("", run.look);
    } else if (isRevision(code)) this.within(this.tieOf(node), () => this.readAllInRun(node, run));
    else if (code === C.txbxContent) this.readBox(node);
  }

  private readAllInRun(node: Node, run: Run): void {
    for (const child of node.children) this.readInRun(child, run);
  }

  /** Reads a run element that isn't about tracked changes, by its name. */
  private readNamed(node: Node, run: Run): void {
    const local = localOf(node);
    const sign = SIGNS.get(local);
    if (local === "") return;
    if (sign !== undefined) {
      if (sign === "\t") this.readTab(run.look);
      else this.say(sign, run.look);
      if (sign === "\n") this.reach.at = 0;
      if (local === "br" && attributeOf(node, "type") === "page" && this.paragraph) this.paragraph.pb = "after";
    } else (InlineReader.NAMED.get(local) ?? InlineReader.inside)(this, node, run);
  }

  private readTab(look: Look): void {
    const stop = stopAfter(this.reach.stops, this.reach.at);
    if (stop?.leader && !this.inCode()) this.put({ t: "\t", lead: stop.leader }, look);
    else this.say("\t", look);
    if (stop) this.reach.at = Math.max(this.reach.at, stop.at);
  }

  private static readonly inside: InRun = (it, node, run) => it.readAllInRun(node, run);

  private static readonly NAMED: ReadonlyMap<string, InRun> = new Map<string, InRun>([
    ["t", (it, node, { math, look }) => (math ? it.say(textIn(node), look) : undefined)],
    ["sym", (it, node, { look }) => it.readSymbol(node, look)],
    ["fldChar", (it, node) => it.readFieldMark(node)],
    ["footnoteReference", (it, node, { look }) => it.readNoteReference(node, "footnote", look)],
    ["endnoteReference", (it, node, { look }) => it.readNoteReference(node, "endnote", look)],
    ["drawing", (it, node, { look }) => it.readPicture(node, look)],
    ["pict", (it, node, { look }) => it.readPicture(node, look)],
    ["object", (it, node, { look }) => it.readPicture(node, look)],
    ["AlternateContent", (it, node, run) => it.readChosen(node, run)],
    ["ruby", (it, node, run) => it.readRuby(node, run)],
  ]);

  private readFieldCode(node: Node): void {
    const field = this.story.fields.at(-1);
    if (field && !field.inResult && field.code.length < 2_000) field.code += textIn(node);
  }

  private readSymbol(node: Node, look: Look): void {
    const char = Number.parseInt(attributeOf(node, "char") ?? "", 16);
    if (char > 0 && char <= 0xffff) this.say(String.fromCharCode(char), look);
  }

  private readFieldMark(node: Node): void {
    const type = attributeOf(node, "fldCharType");
    const { fields } = this.story;
    if (type === "begin" && fields.length < MAX_FIELDS) fields.push({ code: "", inResult: false, link: undefined });
    else if (type === "separate") {
      const field = fields.at(-1);
      if (field) {
        field.inResult = true;
        field.link = linkOfField(field.code);
      }
    } else if (type === "end") fields.pop();
  }

  private readNoteReference(node: Node, kind: "footnote" | "endnote", look: Look): void {
    if (this.inCode()) return;
    const id = attributeOf(node, "id") ?? "";
    const list = this.notes[kind];
    if (!list.includes(id)) list.push(id);
    const number = list.indexOf(id) + 1;
    this.put(
      { t: kind === "footnote" ? String(number) : lettered(number), note: `${kind[0]}${id}` },
      { ...look, m: (look.m ?? 0) | RAISED },
    );
  }

  private readChosen(node: Node, run: Run): void {
    for (const child of chosenOf(node)?.children ?? []) this.readInRun(child, run);
  }

  /** The base text of a phonetic guide. */
  private readRuby(node: Node, { look, style }: Run): void {
    for (const child of node.children)
      if (localOf(child) === "rubyBase") for (const inner of child.children) this.walkInline(inner, look.m ?? 0, style);
  }

  /** A picture with its size and description. Its text boxes are read too. */
  private readPicture(node: Node, look: Look): void {
    const boxes: Node[] = [];
    const first = new Map<string, Node>();
    const search = (one: Node): void => {
      if (one.code === C.txbxContent) {
        boxes.push(one);
        return;
      }
      const local = localOf(one);
      if (local === "AlternateContent") {
        for (const child of chosenOf(one)?.children ?? []) search(child);
        return;
      }
      if (!first.has(local)) first.set(local, one);
      for (const child of one.children) search(child);
    };
    search(node);
    if (IMAGES.some((local) => first.has(local))) this.put({ t: "", pic: this.pictureOf(first) }, look);
    for (const box of boxes) this.readBox(box);
  }

  /** @param first the first element of each name in a drawing */
  private pictureOf(first: ReadonlyMap<string, Node>): Picture {
    const named = first.get("docPr");
    const alt = named ? attributeOf(named, "descr") : attributeOf(first.get("shape") ?? NONE, "alt");
    const picture: Picture = { alt: unescapeXml(alt ?? "").slice(0, 300), ...sizeOf(first) };
    const [blip, old] = [first.get("blip"), first.get("imagedata")];
    const part = this.story.images.get((blip && attributeOf(blip, "embed")) ?? (old && attributeOf(old, "id")) ?? "");
    if (part !== undefined && SHOWN_PICTURE.test(part)) {
      const known = this.pictures.indexOf(part);
      if (known >= 0) picture.n = known;
      else if (this.pictures.length < MOST_PICTURES) picture.n = this.pictures.push(part) - 1;
    }
    const chart = this.chartOf(first.get("chart"));
    if (chart) picture.chart = chart;
    else if (picture.n === undefined) this.unshownPictures++;
    const crop = first.get("srcRect");
    if (crop && picture.n !== undefined) {
      const [top = 0, right = 0, bottom = 0, left = 0] = ["t", "r", "b", "l"].map(
        (side) => Math.min(95_000, Math.max(0, Number(attributeOf(crop, side) ?? "0") || 0)) / 100_000,
      );
      if (top + bottom + left + right > 0 && top + bottom < 0.95 && left + right < 0.95)
        picture.crop = [top, right, bottom, left];
    }
    return picture;
  }

  private chartOf(node: Node | undefined): Chart | null {
    const part = node && this.story.charts.get(attributeOf(node, "id") ?? "");
    if (part === undefined || this.charts >= MOST_CHARTS) return null;
    try {
      const tree = this.tree(part);
      const chart = tree && readChart(tree);
      if (chart) this.charts++;
      return chart;
    } catch (error) {
      // A damaged chart is a frame, and the text is still shown.
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  private readBox(node: Node): void {
    const host = this.paragraph;
    if (!host) return;
    const blocks: Block[] = [];
    const { fields } = this.story;
    this.story.fields = [];
    this.walkBlocks(node, blocks);
    this.story.fields = fields;
    this.paragraph = host;
    host.x = [...(host.x ?? []), ...blocks];
  }
}

/** Elements that make a drawing a picture. A chart or a diagram has no file of its own. */
const IMAGES = ["pic", "chart", "imagedata", "relIds"];
const NONE: Node = { code: 0, raw: "", close: null, children: [] };

/** A drawing's size in CSS pixels, 0 if it has none: an extent, or the style of an old shape in points. */
function sizeOf(first: ReadonlyMap<string, Node>): { width: number; height: number } {
  const pixels = (value: number): number => Math.max(0, Math.min(MOST_PIXELS, Math.round(value))) || 0;
  const extent = first.get("extent");
  if (extent) {
    const [width = 0, height = 0] = ["cx", "cy"].map((name) =>
      pixels(Number(attributeOf(extent, name) ?? "0") / EMU_PER_PIXEL),
    );
    return { width, height };
  }
  const style = attributeOf(first.get("shape") ?? NONE, "style") ?? "";
  const [width = 0, height = 0] = ["width", "height"].map((name) =>
    pixels(Number(new RegExp(`(?:^|;)\\s*${name}:([0-9.]{1,9})pt`).exec(style)?.[1] ?? "0") * PIXELS_PER_POINT),
  );
  return { width, height };
}

/** An element's text with entities replaced. White space at its ends counts only if the element says so. */
function textIn(node: Node): string {
  let raw = "";
  for (const child of node.children) {
    if (child.raw.startsWith("<![CDATA[")) raw += child.raw.slice(9, -3).replaceAll("&", "&amp;");
    else if (child.raw.includes("<!--")) raw += child.raw.replace(/<!--[^]*?-->/g, "");
    else if (!child.raw.startsWith("<")) raw += child.raw;
  }
  const preserve = attributeOf(node, "space") === "preserve" || node.code === 0;
  return unescapeXml(preserve ? raw : raw.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, ""));
}

function linkOfField(code: string): string | undefined {
  const link = /^\s*HYPERLINK\s+"([^"]+)"/i.exec(code)?.[1];
  return link !== undefined && isSafeLink(link) ? link : undefined;
}

/** Endnote numbers in Word's default format. */
export const lettered = (number: number): string => inFormat(number, "lowerRoman");

import { createHash } from "node:crypto";
import type { PDFDocumentProxy, PDFPageProxy } from "unpdf/pdfjs";
import { getResolvedPDFJS } from "unpdf";
import type { Box, DrawnPage, Glyph, Mark } from "../../rules/gate/pages/drawn-page.ts";

type Matrix = readonly [number, number, number, number, number, number];
type Layers = Awaited<ReturnType<PDFDocumentProxy["getOptionalContentConfig"]>>;

const UPRIGHT: Matrix = [1, 0, 0, 1, 0, 0];
/** First `inner`, then `outer`. */
const times = (outer: Matrix, inner: Matrix): Matrix => [
  outer[0] * inner[0] + outer[2] * inner[1],
  outer[1] * inner[0] + outer[3] * inner[1],
  outer[0] * inner[2] + outer[2] * inner[3],
  outer[1] * inner[2] + outer[3] * inner[3],
  outer[0] * inner[4] + outer[2] * inner[5] + outer[4],
  outer[1] * inner[4] + outer[3] * inner[5] + outer[5],
];

/** The upright box around a transformed one. */
function boxOf([a, b, c, d, e, f]: Matrix, left: number, bottom: number, right: number, top: number): Box {
  const [x0, x1] = [a * left, a * right];
  const [x2, x3] = [c * bottom, c * top];
  const [y0, y1] = [b * left, b * right];
  const [y2, y3] = [d * bottom, d * top];
  return [
    e + Math.min(x0, x1) + Math.min(x2, x3),
    f + Math.min(y0, y1) + Math.min(y2, y3),
    e + Math.max(x0, x1) + Math.max(x2, x3),
    f + Math.max(y0, y1) + Math.max(y2, y3),
  ];
}

type GraphicsState = {
  matrix: Matrix;
  fill: string;
  stroke: string;
  alpha: string;
  size: number;
  letterSpace: number;
  wordSpace: number;
  scale: number;
  leading: number;
  rise: number;
  /** Of letters: 3 and 7 don't show them. */
  mode: number;
};

/** A letter as pdf.js gives it. */
type PdfGlyph = { unicode: string; width: number; isSpace: boolean };
type PdfImage = { width: number; height: number; data?: Uint8Array | null };

/**
 * Follows the drawing instructions of a page. pdf.js has unpacked and parsed them, so that it doesn't matter how a
 * program wrote them.
 */
class Drawing {
  readonly glyphs: Glyph[] = [];
  readonly marks: Mark[] = [];
  packed = false;
  private readonly page: PDFPageProxy;
  private readonly layers: Layers;
  private readonly pageBox: Box;
  private readonly states: GraphicsState[] = [];
  /** For each open marked part, whether its layer hides it. */
  private readonly hidden: boolean[] = [];
  private state: GraphicsState = {
    matrix: UPRIGHT,
    fill: "#000000",
    stroke: "#000000",
    alpha: "",
    size: 0,
    letterSpace: 0,
    wordSpace: 0,
    scale: 1,
    leading: 0,
    rise: 0,
    mode: 0,
  };
  private text: Matrix = UPRIGHT;
  private line: Matrix = UPRIGHT;

  constructor(page: PDFPageProxy, layers: Layers, pageBox: Box) {
    this.page = page;
    this.layers = layers;
    this.pageBox = pageBox;
  }

  private get look(): string {
    const unseen = this.hidden.includes(true) || this.state.mode === 3 || this.state.mode === 7;
    return unseen ? "hidden" : `${this.state.mode % 4 === 1 ? this.state.stroke : this.state.fill}${this.state.alpha}`;
  }

  /** Runs one instruction. Those that change nothing here, such as the width of lines, are left out. */
  run(name: string, args: unknown[]): void {
    const { state } = this;
    const n = (at: number): number => Number(args[at] ?? 0);
    switch (name) {
      case "save":
      case "paintFormXObjectBegin":
      case "beginGroup":
        this.states.push({ ...state });
        if (name === "paintFormXObjectBegin" && args[0]) state.matrix = times(state.matrix, args[0] as Matrix);
        break;
      case "restore":
      case "paintFormXObjectEnd":
      case "endGroup":
        this.state = this.states.pop() ?? state;
        break;
      case "transform":
        state.matrix = times(state.matrix, args as unknown as Matrix);
        break;
      case "setGState":
        this.transparency(args[0] as [string, unknown][]);
        break;
      case "beginMarkedContent":
      case "beginMarkedContentProps":
        this.hidden.push(args[0] === "OC" && !this.layers.isVisible(args[1]));
        break;
      case "endMarkedContent":
        this.hidden.pop();
        break;
      default:
        if (!this.runText(name, args, n)) this.runPaint(name, args);
    }
  }

  private transparency(entries: readonly [string, unknown][]): void {
    for (const [key, value] of entries) {
      if (key === "ca") this.state.alpha = value === 1 ? "" : ` ${String(value)}`;
      if (key === "Font") this.state.size = Number((value as unknown[])[1]);
    }
  }

  private runText(name: string, args: unknown[], n: (at: number) => number): boolean {
    const { state } = this;
    if (name === "beginText") this.text = this.line = UPRIGHT;
    else if (name === "setFont") state.size = n(1);
    else if (name === "setCharSpacing") state.letterSpace = n(0);
    else if (name === "setWordSpacing") state.wordSpace = n(0);
    else if (name === "setHScale") state.scale = n(0) / 100;
    else if (name === "setLeading") state.leading = -n(0);
    else if (name === "setTextRise") state.rise = n(0);
    else if (name === "setTextRenderingMode") state.mode = n(0);
    else if (name === "moveText") this.moveLine(n(0), n(1));
    else if (name === "setLeadingMoveText") {
      state.leading = n(1);
      this.moveLine(n(0), n(1));
    } else if (name === "nextLine") this.moveLine(0, state.leading);
    else if (name === "setTextMatrix")
      this.text = this.line = [
        ...(ArrayBuffer.isView(args[0]) ? (args[0] as Float32Array) : args),
      ] as unknown as Matrix;
    else if (name === "showText" || name === "showSpacedText") this.show(args[0] as (PdfGlyph | number | null)[]);
    else return false;
    return true;
  }

  private moveLine(x: number, y: number): void {
    this.text = this.line = times(this.line, [1, 0, 0, 1, x, y]);
  }

  private show(glyphs: readonly (PdfGlyph | number | null)[]): void {
    const { size, letterSpace, wordSpace, scale, rise, matrix } = this.state;
    const look = this.look;
    for (const glyph of glyphs) {
      let advance = 0;
      if (typeof glyph === "number") advance = (-glyph * size * scale) / 1_000;
      else if (glyph) {
        const width = (glyph.width / 1_000) * size * scale;
        if (!/^\s*$/.test(glyph.unicode))
          this.glyphs.push({
            text: glyph.unicode.normalize("NFKC"),
            box: boxOf(times(matrix, this.text), 0, rise, width, rise + Math.abs(size)),
            look,
          });
        advance = width + (letterSpace + (glyph.isSpace ? wordSpace : 0)) * scale;
      }
      this.text = times(this.text, [1, 0, 0, 1, advance, 0]);
    }
  }

  private runPaint(name: string, args: unknown[]): void {
    if (name.startsWith("setFill")) this.state.fill = colorOf(name, args);
    else if (name.startsWith("setStroke")) this.state.stroke = colorOf(name, args);
    else if (name === "constructPath") this.path(args);
    else if (name === "shadingFill") this.marks.push({ kind: "shape", key: "shading", box: this.pageBox });
    else if (
      name.startsWith("paintImage") ||
      name.startsWith("paintInlineImage") ||
      name === "paintSolidColorImageMask"
    )
      this.picture(name, args);
  }

  private path([operator, paths, bounds]: unknown[]): void {
    const edges = bounds as Float32Array | null;
    // A path that isn't painted only limits what follows.
    if (!edges || Number(operator) === END_PATH || this.look === "hidden") return;
    const box = boxOf(this.state.matrix, edges[0]!, edges[1]!, edges[2]!, edges[3]!);
    const points = (paths as (Float32Array | null)[])[0]?.length ?? 0;
    this.marks.push({
      kind: "shape",
      key: `${String(operator)} ${points} ${this.state.fill} ${this.state.stroke}${this.state.alpha}`,
      box,
    });
  }

  private picture(name: string, args: unknown[]): void {
    if (this.look === "hidden") return;
    const box = boxOf(this.state.matrix, 0, 0, 1, 1);
    const [first] = args;
    if (typeof first === "string") {
      const image = this.object(first);
      if (!image?.data) this.packed = true;
      this.marks.push({
        kind: "picture",
        key: image?.data ? hashOf(image.data) : `${String(args[1])}x${String(args[2])}`,
        box,
      });
      return;
    }
    const inner = first as { data?: unknown; width?: number; height?: number } | null;
    const data = typeof inner?.data === "string" ? this.object(inner.data)?.data : inner?.data;
    this.marks.push({
      kind: "picture",
      key: ArrayBuffer.isView(data)
        ? hashOf(data)
        : `${name} ${inner?.width ?? (Array.isArray(first) ? first.length : 0)}x${inner?.height ?? 0}`,
      box,
    });
  }

  private object(id: string): PdfImage | null {
    const objects = id.startsWith("g_") ? this.page.commonObjs : this.page.objs;
    return objects.has(id) ? (objects.get(id) as PdfImage | null) : null;
  }
}

const END_PATH = 28;
const hashOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): string =>
  createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("base64url")
    .slice(0, 22);
/** Patterns have names that differ in every file. */
const colorOf = (name: string, args: unknown[]): string =>
  name.endsWith("ColorN")
    ? "pattern"
    : name.endsWith("Transparent")
      ? "none"
      : typeof args[0] === "string"
        ? args[0]
        : args.join(",");

/** @throws what pdf.js throws when the page's instructions can't be read to the end */
export async function drawPage(page: PDFPageProxy, layers: Layers): Promise<DrawnPage> {
  const { OPS } = await getResolvedPDFJS();
  const names = new Map(Object.entries(OPS).map(([name, code]) => [code, name]));
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const drawing = new Drawing(page, layers, page.view as unknown as Box);
  for (const [i, code] of fnArray.entries())
    drawing.run(names.get(code) ?? "", Array.isArray(argsArray[i]) ? (argsArray[i] as unknown[]) : [argsArray[i]]);
  const size = page.view.map((length) => Math.round(length)).join(" ");
  return {
    format: `${size} ${page.rotate} ${page.userUnit}`,
    glyphs: drawing.glyphs,
    marks: drawing.marks,
    packed: drawing.packed,
  };
}

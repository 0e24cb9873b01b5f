import { ATOM_MARK, NOTE_MARK, type Surface, type SurfaceLine } from "./surface/surface.ts";
import type { Properties } from "./surface/properties.ts";
import { TOO_LOW, groundOf, isCollapsed } from "./surface/surface-lines.ts";
import type { Look } from "./surface/surface-looks.ts";
import { AROUND, type SurfaceReport, UNDO, UNDO_ONLY, shortened } from "./surface/surface-report.ts";

/** Compares what words look like. */
export class LookChanges {
  private readonly report: SurfaceReport;
  private readonly before: Surface;
  private readonly after: Surface;
  private readonly known = new Map<string, boolean>();

  constructor(before: Surface, after: Surface, report: SurfaceReport) {
    this.before = before;
    this.after = after;
    this.report = report;
  }

  compare(one: SurfaceLine, two: SurfaceLine): void {
    const [x, y] = [this.before.styles, this.after.styles];
    const differentStyle = one.style !== two.style && x.nameOf(one.style) !== y.nameOf(two.style);
    const [before, after] = [x.paragraph(one.properties), y.paragraph(two.properties)];
    if (!this.sameParagraph(before, after)) this.paragraphLook(one, two, before, after);
    const [ground, other] = [groundOf(one, before), groundOf(two, after)];
    if (isCollapsed(two, after) && !isCollapsed(one, before) && /\S/.test(one.text))
      this.report.looks.push({
        kind: "concealed",
        paragraph: one.number,
        words: shortened(one.text),
        what: TOO_LOW,
      });
    const [p, q] = [one.spans, two.spans];
    let [i, j] = [0, 0];
    const { length } = one.text;
    let last: { kind: string; what: string; from: number; to: number }[] = [];
    const flush = (from: number): void => {
      for (const event of last) if (event.to < from) this.tell(one, event);
      last = last.filter((event) => event.to >= from);
    };
    for (let at = 0; at < length;) {
      while (i + 2 < p.length && (p[i + 2] as number) <= at) i += 2;
      while (j + 2 < q.length && (q[j + 2] as number) <= at) j += 2;
      const to = Math.min(
        length,
        (p[i + 2] as number | undefined) ?? length,
        (q[j + 2] as number | undefined) ?? length,
      );
      const [a, b] = [(p[i + 1] as number | undefined) ?? 0, (q[j + 1] as number | undefined) ?? 0];
      if (!this.sameLook(one.style, a, ground, two.style, b, other)) {
        const text = one.text.slice(at, to);
        if (new RegExp(`[^\\s${ATOM_MARK}]`).test(text)) {
          for (const [kind, what] of differences(
            x.run(one.style, a, ground),
            y.run(two.style, b, other),
            differentStyle && a === b,
          )) {
            const going = last.find(
              (event) => event.kind === kind && event.what === what && /^\s*$/.test(one.text.slice(event.to, at)),
            );
            if (going) going.to = to;
            else last.push({ kind, what, from: at, to });
          }
        }
      }
      at = to;
    }
    flush(Number.POSITIVE_INFINITY);
  }

  private readonly paragraphs = new WeakMap<Properties, WeakMap<Properties, boolean>>();

  private sameParagraph(one: Properties, two: Properties): boolean {
    let known = this.paragraphs.get(one);
    if (!known) this.paragraphs.set(one, (known = new WeakMap()));
    let same = known.get(two);
    if (same === undefined) {
      same = [...new Set([...Object.keys(one), ...Object.keys(two)])].every(
        (name) => UNCOMPARED.has(name) || shownValue(one[name]) === shownValue(two[name]),
      );
      known.set(two, same);
    }
    return same;
  }

  private sameLook(styleA: string, a: number, groundA: string, styleB: string, b: number, groundB: string): boolean {
    const key = `${a} ${b} ${groundA} ${groundB} ${styleA}\u0000${styleB}`;
    let same = this.known.get(key);
    if (same === undefined) {
      const [one, two] = [this.before.styles.run(styleA, a, groundA), this.after.styles.run(styleB, b, groundB)];
      same = differences(one, two, false).length === 0;
      this.known.set(key, same);
    }
    return same;
  }

  private tell(
    line: SurfaceLine,
    { kind, what, from, to }: { kind: string; what: string; from: number; to: number },
  ): void {
    const raw = line.text.slice(from, to);
    const words = raw.includes(NOTE_MARK) && raw.replaceAll(NOTE_MARK, "").trim() === "" ? "note mark" : shortened(raw);
    if (kind === "formatting" || kind === "concealed") {
      this.report.looks.push({ kind, paragraph: line.number, words, what });
      return;
    }
    this.report.content.push({
      ...this.report.placeOf(line),
      leading: shortened(line.text.slice(Math.max(0, from - AROUND), from).replace(from > AROUND ? /^\S*/ : /^/, "")),
      trailing: shortened(line.text.slice(to, to + AROUND).replace(to + AROUND < line.text.length ? /\S*$/ : /$/, "")),
      before: "",
      after: words,
      what: what.replace("%", `“${words}”`),
      advice:
        kind === "hidden"
          ? "Undo it: the author would no longer see what's in the manuscript. To remove it, delete it with Track Changes on."
          : UNDO,
    });
  }

  private paragraphLook(one: SurfaceLine, two: SurfaceLine, before: Properties, after: Properties): void {
    if (before.style !== after.style) {
      this.report.looks.push({
        kind: "formatting",
        paragraph: one.number,
        words: shortened(one.text),
        what: `style: ${before.style} → ${after.style}`,
      });
      return;
    }
    const said = new Set<string>();
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [was, is] = [shownValue(before[name]), shownValue(after[name])];
      if (was === is || UNCOMPARED.has(name)) continue;
      const word = PARAGRAPH_WORDS[name] ?? "other formatting of the paragraph";
      said.add(
        /^(?:level|list|alignment)$/.test(name) ? `${word}: ${was || "none"} → ${is || "none"}` : `${word} changed`,
      );
    }
    for (const what of said)
      this.report.looks.push({ kind: "formatting", paragraph: one.number, words: shortened(one.text), what });
  }

  /** Compares what two table rows look like. The first of a table says what the table looks like. */
  compareRows(one: SurfaceLine, two: SurfaceLine): void {
    const [before, after] = [one.properties, two.properties];
    if (before === after) return;
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[name] === after[name] || (ADDED.has(name) && !(before[name] && after[name]))) continue;
      if (name === "hidden")
        this.report.say(
          one,
          `A table row ${after[name] ? "was hidden" : "that was hidden can be seen now"}.`,
          UNDO_ONLY,
        );
      else
        this.report.looks.push({
          kind: "formatting",
          paragraph: one.number,
          words: /table|columns|widths/.test(name) ? "Table" : "Table row",
          what: `${name} changed`,
        });
    }
  }
}

export const RUN_WORDS: Readonly<Record<string, string>> = {
  b: "bold",
  i: "italic",
  strike: "struck through",
  dstrike: "struck through twice",
  caps: "in capitals",
  smallCaps: "in small capitals",
  outline: "outlined",
  shadow: "shadowed",
  emboss: "embossed",
  imprint: "engraved",
  u: "underlined",
};
const VALUE_WORDS: Readonly<Record<string, string>> = {
  u: "underline",
  color: "color",
  highlight: "highlight",
  shd: "shading",
  sz: "size",
  font: "font",
  fontAsia: "font for Asian text",
};
/** Named without their values. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  spacing: "letter spacing",
  w: "letter width",
  position: "height above the line",
  kern: "kerning",
  em: "emphasis marks",
  bdr: "border",
  rtl: "direction",
  bCs: "bold of right-to-left text",
  iCs: "italics of right-to-left text",
  szCs: "size of right-to-left text",
  fitText: "fitted text",
  eastAsianLayout: "East Asian layout",
};
const PARAGRAPH_WORDS: Readonly<Record<string, string>> = {
  level: "outline level",
  list: "list",
  alignment: "alignment",
  left: "indent",
  right: "right indent",
  first: "first-line indent",
  before: "space before",
  after: "space after",
  line: "line spacing",
  tabs: "tab stops",
  pBdr: "border",
  shd: "shading",
  framePr: "frame",
  keepNext: "keep with next",
  keepLines: "keep lines together",
  pageBreakBefore: "page break before",
  bidi: "direction",
  textDirection: "direction",
  textAlignment: "vertical alignment",
  contextualSpacing: "space between paragraphs",
  suppressLineNumbers: "line numbers",
  suppressAutoHyphens: "hyphenation",
  mirrorIndents: "mirrored indents",
};
/** Compared by name, or by the numbers they give. `widowControl`: seen only where pages end, which differs anyway. */
const UNCOMPARED = new Set(["numId", "ilvl", "widowControl"]);

/** Word adds these to tables that don't say them. */
const ADDED = new Set(["styled rows and columns", "column widths"]);

const shownValue = (value: string | undefined): string => (value === undefined || value === "0" ? "" : value);
const ON_LINE: Readonly<Record<string, string>> = { super: "superscript", sub: "subscript" };

/**
 * The differences between two looks, as [kind, what]. @param styleOnly the format difference comes from the paragraph's
 * style, which is itself listed
 */
function differences(one: Look, two: Look, styleOnly: boolean): [string, string][] {
  const out: [string, string][] = [];
  if (one.script !== two.script)
    out.push([
      "script",
      two.script === ""
        ? `% is no longer ${ON_LINE[one.script]}.`
        : one.script === ""
          ? `% is now ${ON_LINE[two.script]}.`
          : `% is now ${ON_LINE[two.script]}, not ${ON_LINE[one.script]}.`,
    ]);
  if (one.hidden !== two.hidden)
    out.push(["hidden", two.hidden ? "% was hidden." : "%, which was hidden, can be seen now."]);
  const concealed = two.faint !== "" && one.faint === "";
  if (concealed) out.push(["concealed", two.faint]);
  if (styleOnly || one.properties === two.properties) return out;
  for (const name of new Set([...Object.keys(one.properties), ...Object.keys(two.properties)])) {
    const [was, is] = [one.properties[name] ?? "", two.properties[name] ?? ""];
    if (was === is || (concealed && (name === "color" || name === "sz"))) continue;
    const adjective = RUN_WORDS[name];
    if (adjective && (name !== "u" || was === "" || is === ""))
      out.push(["formatting", is === "" ? `no longer ${adjective}` : `now ${adjective}`]);
    else if (VALUE_WORDS[name])
      out.push(["formatting", `${VALUE_WORDS[name]}: ${valueShown(name, was)} → ${valueShown(name, is)}`]);
    else if (name !== "position" || one.script === two.script)
      out.push(["formatting", `${OTHER_WORDS[name] ?? "text effects"} changed`]);
  }
  return out;
}

const valueShown = (name: string, value: string): string =>
  value === ""
    ? name === "color"
      ? "automatic"
      : "none"
    : name === "sz"
      ? `${Number(value) / 2} points`
      : /^[0-9A-F]{6}$/.test(value)
        ? `#${value}`
        : value;

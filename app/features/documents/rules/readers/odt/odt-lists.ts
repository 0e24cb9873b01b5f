import { bullet, inFormat } from "../../docx/lists.ts";
import type { XmlScanner } from "../../docx/xml.ts";
import type { Seen } from "../../check/marks.ts";
import { T } from "./odt-vocabulary.ts";

type Level = {
  bullet: string | null;
  format: string;
  prefix: string;
  suffix: string;
  /** Newer files say the whole label instead: "%1%.%2%". */
  whole: string | null;
  start: number;
  /** How many levels the label shows. */
  shown: number;
};

/** A list item that is open. `isFresh`: its first paragraph, which gets the label, is still to come. */
type Item = { isFresh: boolean; start: number | null };

/** LibreOffice has ten levels. */
const DEEPEST = 10;
const NO_LABEL = { label: "", depth: 0 };
/** The style of headings' numbers. No list style has an empty name. */
const OUTLINE = "";

/** Labels of an OpenDocument text's lists and headings, counted through the document. */
export class OdtLists {
  private readonly styles = new Map<string, Map<number, Level>>();
  private style = OUTLINE;
  private readonly open: { style: string }[] = [];
  private readonly items: Item[] = [];
  /** Numbers so far, by level: of the outermost list that's open, and of those that others may continue. */
  private counts: number[] = [];
  private readonly byStyle = new Map<string, number[]>();
  private readonly byId = new Map<string, number[]>();
  private readonly headings: number[] = [];

  /** A list style begins, or the one of headings. */
  startStyle(scanner: XmlScanner): void {
    this.style = scanner.code === T.outlineStyle ? OUTLINE : (scanner.attribute("name") ?? OUTLINE);
    this.styles.set(this.style, new Map());
  }

  addLevel(scanner: XmlScanner): void {
    const number = (name: string, otherwise: number): number => {
      const value = Number(scanner.attribute(name) ?? otherwise);
      return Number.isInteger(value) && value >= 0 && value < 100_000 ? value : otherwise;
    };
    const text = (name: string): string => (scanner.attribute(name) ?? "").slice(0, 24);
    this.styles.get(this.style)?.set(number("level", 1), {
      bullet: scanner.code === T.levelBullet ? bullet(text("bullet-char")) : null,
      format: text("num-format"),
      prefix: text("num-prefix"),
      suffix: text("num-suffix"),
      whole: scanner.attribute("num-list-format")?.slice(0, 100) ?? null,
      start: number("start-value", 1),
      shown: number("display-levels", 1),
    });
  }

  openList(scanner: XmlScanner): void {
    const style = scanner.attribute("style-name") ?? this.open.at(-1)?.style ?? OUTLINE;
    if (this.open.length === 0) {
      const continued = scanner.attribute("continue-list");
      const before =
        (continued === null ? undefined : this.byId.get(continued)) ??
        (scanner.attribute("continue-numbering") === "true" ? this.byStyle.get(style) : undefined);
      this.counts = before ?? [];
      this.byStyle.set(style, this.counts);
      const id = scanner.attribute("id");
      if (id !== null) this.byId.set(id, this.counts);
    }
    this.open.push({ style });
  }

  closeList(): void {
    this.open.pop();
  }

  openItem(scanner: XmlScanner): void {
    const start = scanner.attribute("start-value");
    this.items.push({ isFresh: scanner.code === T.listItem, start: start === null ? null : Number(start) || 0 });
  }

  closeItem(): void {
    this.items.pop();
  }

  /** The label of the paragraph that begins. @param heading its level if it's a heading, else 0 */
  next(heading: number): Pick<Seen, "label" | "depth"> {
    const list = this.open.at(-1);
    const item = this.items.at(-1);
    if (!list || !item) return heading > 0 ? this.labelAt(OUTLINE, this.headings, heading, null) : NO_LABEL;
    if (!item.isFresh) return NO_LABEL;
    item.isFresh = false;
    return this.labelAt(list.style, this.counts, this.open.length, item.start);
  }

  private labelAt(style: string, counts: number[], depth: number, start: number | null): Pick<Seen, "label" | "depth"> {
    const levels = this.styles.get(style);
    const level = levels?.get(depth);
    if (!levels || !level || depth > DEEPEST) return NO_LABEL;
    counts.length = Math.min(counts.length, depth);
    for (let at = 0; at < depth - 1; at++) counts[at] ??= levels.get(at + 1)?.start ?? 1;
    counts[depth - 1] = start ?? (counts[depth - 1] ?? level.start - 1) + 1;
    if (level.bullet !== null) return { label: level.bullet, depth };
    if (level.format === "") return NO_LABEL;
    const numberAt = (at: number): string =>
      inFormat(counts[at - 1] ?? 1, FORMATS.get(levels.get(at)?.format ?? "1") ?? "");
    const label =
      level.whole === null
        ? level.prefix + numbersShown(depth, level.shown).map(numberAt).join(".") + level.suffix
        : level.whole.replace(/%(\d{1,2})%/g, (_, at: string) => numberAt(Number(at)));
    return { label: label.trim().slice(0, 24), depth };
  }
}

/** The levels whose numbers a label shows. */
const numbersShown = (depth: number, shown: number): number[] => {
  const first = Math.max(1, depth - Math.max(1, shown) + 1);
  return Array.from({ length: depth - first + 1 }, (_, at) => first + at);
};

/** OpenDocument's formats as a .docx names them; others are digits. */
const FORMATS = new Map([
  ["a", "lowerLetter"],
  ["A", "upperLetter"],
  ["i", "lowerRoman"],
  ["I", "upperRoman"],
]);

import { attributeOf, childNamed, isOnIn, localOf, type Node, valueIn } from "./xml-tree.ts";

type Level = {
  start: number;
  format: string;
  text: string;
  /** The level, from 1, after which it starts again; 0 for never. */
  restart: number;
  /** Numbers of other levels are written in digits. */
  legal: boolean;
  /** In points. */
  left: number | null;
  first: number | null;
};
type List = { abstract: string; starts: Map<number, number>; levels: Map<number, Level> };

/** A list paragraph's label. */
export type Label = { label: string; format: string; left: number | null; first: number | null };

const points = (node: Node | undefined, name: string): number | null => {
  const value = Number(node ? (attributeOf(node, name) ?? Number.NaN) : Number.NaN);
  return Number.isFinite(value) ? Math.max(-288, Math.min(288, Math.round(value / 20))) : null;
};

/** A paragraph's indents in points, from its properties. */
export function indentsOf(properties: Node | undefined): { left: number | null; first: number | null } {
  const indent = childNamed(properties, "ind");
  const hanging = points(indent, "hanging");
  return {
    left: points(indent, "left") ?? points(indent, "start"),
    first: hanging === null ? points(indent, "firstLine") : -hanging,
  };
}

function levelOf(node: Node): Level {
  return {
    start: Number(valueIn(node, "start") ?? "1"),
    format: valueIn(node, "numFmt") ?? "decimal",
    text: (valueIn(node, "lvlText") ?? "").slice(0, 100),
    restart: Number(valueIn(node, "lvlRestart") ?? attributeOf(node, "ilvl") ?? "0"),
    legal: isOnIn(node, "isLgl"),
    ...indentsOf(childNamed(node, "pPr")),
  };
}

/** Word has nine levels. */
const DEEPEST = 8;
const placeOf = (node: Node): number => Math.max(0, Math.min(DEEPEST, Number(attributeOf(node, "ilvl") ?? "0") || 0));

/** Labels of list paragraphs, counted through the document. */
export class Lists {
  private readonly levels = new Map<string, Map<number, Level>>();
  private readonly lists = new Map<string, List>();
  private readonly counters = new Map<string, (number | undefined)[]>();
  private readonly begun = new Set<string>();

  /** @param tree the numbering part; null if there is none */
  constructor(tree: Node | null) {
    const walk = (node: Node): void => {
      const name = localOf(node);
      if (name === "abstractNum") {
        const levels = new Map<number, Level>();
        for (const child of node.children) if (localOf(child) === "lvl") levels.set(placeOf(child), levelOf(child));
        this.levels.set(attributeOf(node, "abstractNumId") ?? "", levels);
      } else if (name === "num") this.lists.set(attributeOf(node, "numId") ?? "", this.listOf(node));
      else for (const child of node.children) walk(child);
    };
    if (tree) walk(tree);
  }

  private listOf(node: Node): List {
    const starts = new Map<number, number>();
    const levels = new Map<number, Level>();
    for (const child of node.children) {
      if (localOf(child) !== "lvlOverride") continue;
      const [start, level] = [valueIn(child, "startOverride"), childNamed(child, "lvl")];
      if (start !== null) starts.set(placeOf(child), Number(start));
      if (level) levels.set(placeOf(child), levelOf(level));
    }
    return { abstract: valueIn(node, "abstractNumId") ?? "", starts, levels };
  }

  /** The next paragraph's label and indents, or null if it isn't in a list. */
  next(list: { id: string; level: number }): Label | null {
    if (list.level > DEEPEST) return null;
    const own = this.lists.get(list.id);
    const levels = own ? this.levels.get(own.abstract) : undefined;
    const levelAt = (at: number): Level | undefined => own?.levels.get(at) ?? levels?.get(at);
    const level = levelAt(list.level);
    if (!own || !level) return null;
    let counts = this.counters.get(own.abstract);
    if (!counts) this.counters.set(own.abstract, (counts = []));
    if (own.starts.size > 0 && !this.begun.has(list.id))
      for (const at of own.starts.keys()) counts.length = Math.min(counts.length, at);
    this.begun.add(list.id);
    const startOf = (at: number): number => own.starts.get(at) ?? levelAt(at)?.start ?? 1;
    for (let at = 0; at < list.level; at++) counts[at] ??= startOf(at);
    const count = counts[list.level];
    counts[list.level] = count === undefined ? startOf(list.level) : count + 1;
    for (let at = list.level + 1; at < counts.length; at++)
      if (list.level < (levelAt(at)?.restart ?? at)) counts[at] = undefined;
    const label =
      level.format === "bullet"
        ? bullet(level.text)
        : level.format === "none"
          ? ""
          : level.text.replace(/%([1-9])/g, (_, digit: string) => {
              const at = Number(digit) - 1;
              const format = level.legal ? "decimal" : (levelAt(at)?.format ?? "decimal");
              return inFormat(counts[at] ?? startOf(at), format);
            });
    return { label: label.slice(0, 24), format: level.format, left: level.left, first: level.first };
  }
}

/** A bullet as Unicode has it: those of symbol fonts are in no alphabet. */
export const bullet = (text: string): string =>
  text === "o" ? "\u25e6" : /^[\ue000-\uf8ff\u00a7\u00b7]?$/.test(text) ? "\u2022" : text;

export function inFormat(value: number, format: string): string {
  switch (format) {
    case "lowerLetter":
    case "upperLetter": {
      const letter = String.fromCharCode(97 + ((Math.max(1, value) - 1) % 26)).repeat(
        Math.min(4, Math.floor((Math.max(1, value) - 1) / 26) + 1),
      );
      return format === "upperLetter" ? letter.toUpperCase() : letter;
    }
    case "lowerRoman":
      return roman(value);
    case "upperRoman":
      return roman(value).toUpperCase();
    case "decimalZero":
      return String(value).padStart(2, "0");
    default:
      return String(value);
  }
}

function roman(value: number): string {
  if (value < 1 || value > 3_999) return String(value);
  let left = value;
  let out = "";
  for (const [worth, letters] of [
    [1000, "m"],
    [900, "cm"],
    [500, "d"],
    [400, "cd"],
    [100, "c"],
    [90, "xc"],
    [50, "l"],
    [40, "xl"],
    [10, "x"],
    [9, "ix"],
    [5, "v"],
    [4, "iv"],
    [1, "i"],
  ] as const) {
    while (left >= worth) {
      out += letters;
      left -= worth;
    }
  }
  return out;
}

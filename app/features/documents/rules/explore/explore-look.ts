import * as Look from "./explorer-model.ts";
import { C, find } from "../docx/revision-markup.ts";
import { isOn } from "../docx/docx-styles.ts";
import { unescapeXml } from "../docx/xml-text.ts";
import { attributeOf, type Node } from "../docx/xml-tree.ts";

/** The formatting of paragraphs and characters, from styles, base styles and own properties, and list labels. */

/** The local name of an element; "" for text. */
export function localOf(node: Node): string {
  const { raw } = node;
  if (raw.charCodeAt(0) !== 60) return "";
  let from = 1;
  for (let i = 1; ; i++) {
    const c = raw.charCodeAt(i);
    if (c === 58) from = i + 1;
    else if (c <= 32 || c === 47 || c === 62 || c !== c) return raw.slice(from, i);
  }
}

export const childNamed = (node: Node | undefined, name: string): Node | undefined =>
  node?.children.find((child) => localOf(child) === name);
const valueOf = (node: Node | undefined): string | null => (node ? unescapeXml(attributeOf(node, "val") ?? "") : null);

/** Formatting that properties turn on and off. */
type Looks = { on: number; off: number };

const SWITCHES = new Map([
  ["b", Look.BOLD],
  ["i", Look.ITALIC],
  ["strike", Look.STRIKETHROUGH],
  ["dstrike", Look.STRIKETHROUGH],
  ["smallCaps", Look.SMALL_CAPS],
  ["caps", Look.CAPS],
  ["vanish", Look.HIDDEN],
]);

function looksIn(properties: Node | undefined): Looks {
  const looks: Looks = { on: 0, off: 0 };
  const set = (bit: number, on: boolean): void => {
    if (on) looks.on |= bit;
    else looks.off |= bit;
  };
  for (const child of properties?.children ?? []) {
    if (child.code !== 0) continue;
    const name = localOf(child);
    const bit = SWITCHES.get(name);
    if (bit !== undefined) set(bit, isOn(attributeOf(child, "val")));
    else if (name === "u") set(Look.UNDERLINE, attributeOf(child, "val") !== "none");
    else if (name === "highlight") set(Look.HIGHLIGHT, attributeOf(child, "val") !== "none");
    else if (name === "vertAlign") {
      const value = attributeOf(child, "val");
      set(Look.RAISED, value === "superscript");
      set(Look.LOWERED, value === "subscript");
    }
  }
  return looks;
}

export type StyleLook = {
  name: string;
  level: number;
  looks: number;
  align: Look.ParagraphBlock["al"] | null;
  left: number | null;
  first: number | null;
  list: { id: string; level: number } | null;
};
const PLAIN: StyleLook = { name: "", level: 0, looks: 0, align: null, left: null, first: null, list: null };

type ParagraphLook = Pick<StyleLook, "align" | "left" | "first"> & {
  level: number | null;
  listId: string | null;
  listLevel: number | null;
};

const points = (node: Node | undefined, name: string): number | null => {
  const value = Number(node ? (attributeOf(node, name) ?? Number.NaN) : Number.NaN);
  return Number.isFinite(value) ? Math.max(-288, Math.min(288, Math.round(value / 20))) : null;
};

const ALIGN: Record<string, Look.ParagraphBlock["al"]> = {
  center: "c",
  right: "r",
  end: "r",
  both: "j",
  distribute: "j",
};

function paragraphLook(properties: Node | undefined): ParagraphLook {
  const align = valueOf(childNamed(properties, "jc"));
  const indent = childNamed(properties, "ind");
  const hanging = points(indent, "hanging");
  const outline = valueOf(childNamed(properties, "outlineLvl"));
  const level = outline === null ? null : Number(outline);
  const list = find(properties, C.numPr);
  const listLevel = valueOf(childNamed(list, "ilvl"));
  return {
    align: align === null ? null : ALIGN[align],
    left: points(indent, "left") ?? points(indent, "start"),
    first: hanging === null ? points(indent, "firstLine") : -hanging,
    level: level === null ? null : level >= 0 && level <= 8 ? level + 1 : 0,
    listId: valueOf(childNamed(list, "numId")),
    listLevel: listLevel === null ? null : Number(listLevel),
  };
}

export class Styles {
  private readonly nodes = new Map<string, Node>();
  private readonly known = new Map<string, StyleLook>();
  private standard = "";

  /** @param tree the styles part; null if there is none */
  constructor(tree: Node | null) {
    const walk = (node: Node): void => {
      if (localOf(node) === "style") {
        const id = attributeOf(node, "styleId") ?? "";
        this.nodes.set(id, node);
        if (attributeOf(node, "type") === "paragraph" && isOn(attributeOf(node, "default") ?? "0")) this.standard = id;
      } else for (const child of node.children) walk(child);
    };
    if (tree) walk(tree);
  }

  of(id: string, depth = 0): StyleLook {
    const known = this.known.get(id);
    if (known) return known;
    const node = this.nodes.get(id);
    if (!node || depth > 30) return PLAIN;
    const based = valueOf(childNamed(node, "basedOn")) ?? "";
    const base = based === "" || based === id ? PLAIN : this.of(based, depth + 1);
    const own = paragraphLook(find(node, C.pPr));
    const looks = looksIn(find(node, C.rPr));
    const name = (valueOf(childNamed(node, "name")) ?? "").toLowerCase();
    const heading = /^heading ([1-9])$/.exec(name)?.[1];
    const made: StyleLook = {
      name: name === "" || name === "normal" ? base.name : name,
      level: heading === undefined ? (own.level ?? base.level) : Number(heading),
      looks: (base.looks & ~looks.off) | looks.on,
      align: own.align === null ? base.align : own.align,
      left: own.left ?? base.left,
      first: own.first ?? base.first,
      list: own.listId === null ? base.list : { id: own.listId, level: own.listLevel ?? 0 },
    };
    this.known.set(id, made);
    return made;
  }

  /** A paragraph's formatting, and its list. */
  paragraph(properties: Node | undefined): StyleLook {
    const id = valueOf(childNamed(properties, "pStyle")) ?? this.standard;
    const style = this.of(id);
    if (!properties) return style;
    const own = paragraphLook(properties);
    return {
      ...style,
      level: own.level ?? style.level,
      align: own.align === null ? style.align : own.align,
      left: own.left ?? style.left,
      first: own.first ?? style.first,
      list:
        own.listId === null && own.listLevel === null
          ? style.list
          : { id: own.listId ?? style.list?.id ?? "0", level: own.listLevel ?? style.list?.level ?? 0 },
    };
  }

  /** A run's formatting within a paragraph. Headings are bold by default, which the screen handles. */
  run(properties: Node | undefined, paragraph: StyleLook): number {
    const from = paragraph.level > 0 || paragraph.name === "title" ? paragraph.looks & Look.HIDDEN : paragraph.looks;
    if (!properties) return from;
    const style = valueOf(childNamed(properties, "rStyle"));
    const base = from | (style === null ? 0 : this.of(style).looks);
    const own = looksIn(properties);
    return (base & ~own.off) | own.on;
  }
}

type Level = { start: number; format: string; text: string; left: number | null; first: number | null };

/** Labels of list paragraphs, counted through the document. */
export class Lists {
  private readonly levels = new Map<string, Map<number, Level>>();
  private readonly lists = new Map<string, { abstract: string; starts: Map<number, number> }>();
  private readonly counters = new Map<string, number[]>();
  private readonly begun = new Set<string>();

  /** @param tree the numbering part; null if there is none */
  constructor(tree: Node | null) {
    const walk = (node: Node): void => {
      const name = localOf(node);
      if (name === "abstractNum") {
        const levels = new Map<number, Level>();
        for (const child of node.children) {
          if (localOf(child) !== "lvl") continue;
          const look = paragraphLook(find(child, C.pPr));
          levels.set(Number(attributeOf(child, "ilvl") ?? "0"), {
            start: Number(valueOf(childNamed(child, "start")) ?? "1"),
            format: valueOf(childNamed(child, "numFmt")) ?? "decimal",
            text: valueOf(childNamed(child, "lvlText")) ?? "",
            left: look.left,
            first: look.first,
          });
        }
        this.levels.set(attributeOf(node, "abstractNumId") ?? "", levels);
      } else if (name === "num") {
        const starts = new Map<number, number>();
        for (const child of node.children) {
          const start = localOf(child) === "lvlOverride" ? valueOf(childNamed(child, "startOverride")) : null;
          if (start !== null) starts.set(Number(attributeOf(child, "ilvl") ?? "0"), Number(start));
        }
        this.lists.set(attributeOf(node, "numId") ?? "", {
          abstract: valueOf(childNamed(node, "abstractNumId")) ?? "",
          starts,
        });
      } else for (const child of node.children) walk(child);
    };
    if (tree) walk(tree);
  }

  /** The next paragraph's label and indents, or null if it isn't in a list. */
  next(list: { id: string; level: number }): { label: string; left: number | null; first: number | null } | null {
    const own = this.lists.get(list.id);
    const levels = own ? this.levels.get(own.abstract) : undefined;
    const level = levels?.get(list.level);
    if (!own || !levels || !level) return null;
    let counts = this.counters.get(own.abstract);
    if (!counts) this.counters.set(own.abstract, (counts = []));
    if (own.starts.size > 0 && !this.begun.has(list.id))
      for (const at of own.starts.keys()) counts.length = Math.min(counts.length, at);
    this.begun.add(list.id);
    const startOf = (at: number): number => own.starts.get(at) ?? levels.get(at)?.start ?? 1;
    for (let at = 0; at < list.level; at++) counts[at] ??= startOf(at);
    counts[list.level] = counts[list.level] === undefined ? startOf(list.level) : (counts[list.level] as number) + 1;
    counts.length = list.level + 1;
    const label =
      level.format === "bullet"
        ? bullet(level.text)
        : level.format === "none"
          ? ""
          : level.text.replace(/%([1-9])/g, (_, digit: string) => {
              const at = Number(digit) - 1;
              return inFormat(counts[at] ?? startOf(at), levels.get(at)?.format ?? "decimal");
            });
    return { label: label.slice(0, 24), left: level.left, first: level.first };
  }
}

/** Bullets of symbol fonts have no Unicode character. */
const bullet = (text: string): string =>
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

import * as Look from "./explorer-model.ts";
import { C, find } from "../docx/revision-markup.ts";
import { isOn } from "../docx/docx-styles.ts";
import { indentsOf } from "../docx/lists.ts";
import { attributeOf, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import { type TabStop, withStops } from "./tab-stops.ts";
import { Typefaces } from "./typefaces.ts";
import { NO_STYLE, type TableStyle, tableStyle } from "./table-look.ts";

/** The formatting of paragraphs and characters, from styles, base styles and own properties. */

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

/** Colors, sizes, and typefaces of letters, null where a style decides. */
type Letters = { color: string | null; size: number | null; face: Look.Face | null };
const NO_LETTERS: Letters = { color: null, size: null, face: null };

function lettersIn(properties: Node | undefined, typefaces: Typefaces): Letters {
  const [color, size] = [valueIn(properties, "color"), Number(valueIn(properties, "sz") ?? "")];
  return {
    color: color !== null && /^[0-9a-fA-F]{6}$|^auto$/.test(color) ? color.toLowerCase() : null,
    size: size > 0 && size < 1_000 ? size : null,
    face: typefaces.in(properties),
  };
}

export const MEANT_STYLES =
  /^(?:title|subtitle|author|caption|quote|intense quote|block text|bibliography|code|source code|html preformatted|preformatted text|listing|verbatim|macro text)$/;
/** Differences of less than this aren't shown, and no color that's nearly gray. */
const LEAST_COLOR = 60;
const USUAL_SIZE = { from: 80, to: 125 };
const SHOWN_SIZE = { from: 60, to: 300 };
/** Half points, where a document doesn't say. */
const STANDARD_SIZE = 20;

function isColored(color: string): boolean {
  const parts = [0, 2, 4].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return Math.max(...parts) - Math.min(...parts) >= LEAST_COLOR;
}

export type StyleLook = Letters & {
  name: string;
  level: number;
  looks: number;
  align: Look.ParagraphBlock["al"] | null;
  left: number | null;
  first: number | null;
  list: { id: string; level: number } | null;
  /** By their places. */
  stops: readonly TabStop[];
};
const PLAIN: StyleLook = {
  ...NO_LETTERS,
  name: "",
  level: 0,
  looks: 0,
  align: null,
  left: null,
  first: null,
  list: null,
  stops: [],
};

type ParagraphLook = Pick<StyleLook, "align" | "left" | "first"> & {
  level: number | null;
  listId: string | null;
  listLevel: number | null;
};

const ALIGN: Record<string, Look.ParagraphBlock["al"]> = {
  center: "c",
  right: "r",
  end: "r",
  both: "j",
  distribute: "j",
};

function paragraphLook(properties: Node | undefined): ParagraphLook {
  const align = valueIn(properties, "jc");
  const outline = valueIn(properties, "outlineLvl");
  const level = outline === null ? null : Number(outline);
  const list = find(properties, C.numPr);
  const listLevel = valueIn(list, "ilvl");
  return {
    align: align === null ? null : ALIGN[align],
    ...indentsOf(properties),
    level: level === null ? null : level >= 0 && level <= 8 ? level + 1 : 0,
    listId: valueIn(list, "numId"),
    listLevel: listLevel === null ? null : Number(listLevel),
  };
}

export class Styles {
  private readonly nodes = new Map<string, Node>();
  private readonly known = new Map<string, StyleLook>();
  private readonly tables = new Map<string, TableStyle>();
  private standard = "";
  private readonly typefaces: Typefaces;
  private usual = STANDARD_SIZE;
  /** The document's usual typeface. */
  face: Look.Face = "serif";
  private standardTable = "";

  /** @param tree the styles part; null if there is none @param typefaces known by their names only, if it's left out */
  constructor(tree: Node | null, typefaces = new Typefaces(null, null)) {
    this.typefaces = typefaces;
    const walk = (node: Node): void => {
      if (localOf(node) === "style") {
        const id = attributeOf(node, "styleId") ?? "";
        this.nodes.set(id, node);
        if (isOn(attributeOf(node, "default") ?? "0")) {
          const type = attributeOf(node, "type");
          if (type === "paragraph") this.standard = id;
          else if (type === "table") this.standardTable = id;
        }
      } else if (localOf(node) === "rPrDefault") {
        const { size, face } = lettersIn(find(node, C.rPr), typefaces);
        this.usual = size ?? this.usual;
        this.face = face ?? this.face;
      } else for (const child of node.children) walk(child);
    };
    if (tree) walk(tree);
    const { size, face } = this.of(this.standard);
    this.usual = size ?? this.usual;
    this.face = face ?? this.face;
  }

  /** About how wide a letter of the usual size is, in points: sizes are in half-points, and letters half as wide. */
  get letterWidth(): number {
    return this.usual / 4;
  }

  of(id: string, depth = 0): StyleLook {
    const known = this.known.get(id);
    if (known) return known;
    const node = this.nodes.get(id);
    if (!node || depth > 30) return PLAIN;
    const based = valueIn(node, "basedOn") ?? "";
    const base = based === "" || based === id ? PLAIN : this.of(based, depth + 1);
    const own = paragraphLook(find(node, C.pPr));
    const looks = looksIn(find(node, C.rPr));
    const letters = lettersIn(find(node, C.rPr), this.typefaces);
    const name = (valueIn(node, "name") ?? "").toLowerCase();
    const heading = /^heading ([1-9])$/.exec(name)?.[1];
    const made: StyleLook = {
      name: name === "" || name === "normal" ? base.name : name,
      level: heading === undefined ? (own.level ?? base.level) : Number(heading),
      looks: (base.looks & ~looks.off) | looks.on,
      color: letters.color ?? base.color,
      size: letters.size ?? base.size,
      face: letters.face ?? base.face,
      align: own.align === null ? base.align : own.align,
      left: own.left ?? base.left,
      first: own.first ?? base.first,
      list: own.listId === null ? base.list : { id: own.listId, level: own.listLevel ?? 0 },
      stops: withStops(base.stops, find(node, C.pPr)),
    };
    this.known.set(id, made);
    return made;
  }

  /** The style of a table. @param properties the table's own */
  table(properties: Node | undefined): TableStyle {
    return this.tableOf(valueIn(properties, "tblStyle") ?? this.standardTable);
  }

  private tableOf(id: string, depth = 0): TableStyle {
    const known = this.tables.get(id);
    if (known) return known;
    const node = this.nodes.get(id);
    if (!node || depth > 30) return NO_STYLE;
    const based = valueIn(node, "basedOn") ?? "";
    const made = tableStyle(node, based === "" || based === id ? NO_STYLE : this.tableOf(based, depth + 1));
    this.tables.set(id, made);
    return made;
  }

  /** A paragraph's formatting, and its list. */
  paragraph(properties: Node | undefined): StyleLook {
    const id = valueIn(properties, "pStyle") ?? this.standard;
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
      stops: withStops(style.stops, properties),
    };
  }

  /** A run's formatting within a paragraph. Headings are bold by default, which the screen handles. */
  run(properties: Node | undefined, paragraph: StyleLook): number {
    const from = paragraph.level > 0 || paragraph.name === "title" ? paragraph.looks & Look.HIDDEN : paragraph.looks;
    if (!properties) return from;
    const style = valueIn(properties, "rStyle");
    const base = from | (style === null ? 0 : this.of(style).looks);
    const own = looksIn(properties);
    return (base & ~own.off) | own.on;
  }

  /**
   * The color, size, and typeface of a run's letters. The screen has its own sizes for headings, captions, and notes, so that only
   * what differs from their style counts in them.
   */
  letters(properties: Node | undefined, paragraph: StyleLook, ownSize: boolean): Pick<Look.Span, "col" | "sz" | "ff"> {
    const own = properties ? lettersIn(properties, this.typefaces) : NO_LETTERS;
    const named = properties ? valueIn(properties, "rStyle") : null;
    const style = named === null ? NO_LETTERS : this.of(named);
    const color = own.color ?? style.color ?? paragraph.color;
    const face = own.face ?? style.face ?? paragraph.face ?? this.face;
    const usual = ownSize ? (paragraph.size ?? this.usual) : this.usual;
    const size = Math.round(((own.size ?? style.size ?? paragraph.size ?? this.usual) / usual) * 100);
    return {
      ...(color !== null && color !== "auto" && isColored(color) && { col: color }),
      ...((size < USUAL_SIZE.from || size > USUAL_SIZE.to) && {
        sz: Math.min(SHOWN_SIZE.to, Math.max(SHOWN_SIZE.from, size)),
      }),
      ...(face !== this.face && { ff: face }),
    };
  }
}

import { MATH_ARGUMENT } from "../docx/revision-markup.ts";
import { childNamed, isOnIn, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import type { MathAttributes, MathElement, MathNode, MathToken } from "./equation.ts";

/**
 * Objects of Office's equations (ECMA-376 part 1, 22.1: fractions, roots, matrices) as MathML. Their letters are read by
 * the code that reads all other letters of the document.
 */

/** Reads the elements in an argument, as far as they are letters or objects. */
type Read = (argument: Node) => MathNode[];

/** An object's parts: its properties, and its arguments by name, in the order of the file. */
class Parts {
  readonly properties: Node | undefined;
  private readonly named = new Map<string, MathElement[]>();

  constructor(object: Node, read: Read) {
    this.properties = object.children.find((child) => localOf(child) === `${localOf(object)}Pr`);
    for (const child of object.children) {
      if (child.code !== MATH_ARGUMENT) continue;
      const name = localOf(child);
      this.all(name).push(row(read(child), 1));
    }
  }

  all(name: string): MathElement[] {
    let list = this.named.get(name);
    if (!list) this.named.set(name, (list = []));
    return list;
  }

  /** The argument with a name: empty if it's missing. */
  get(name: string): MathElement {
    const [first = row([], 1), ...others] = this.all(name);
    return others.length === 0
      ? first
      : row(
          [first, ...others].flatMap((one) => one.k),
          1,
        );
  }

  value(name: string): string | null {
    return valueIn(this.properties, name);
  }

  isOn(name: string): boolean {
    return isOnIn(this.properties, name);
  }

  /** Whether an argument isn't shown: the file hides it, and no letters would be lost. */
  isHidden(name: string, property: string): boolean {
    return this.isOn(property) && this.get(name).k.length === 0;
  }
}

const element = (n: MathElement["n"], k: MathNode[], a?: MathAttributes): MathElement => ({ n, k, ...(a && { a }) });
const row = (k: MathNode[], arg?: 1): MathElement => ({ n: "mrow", k, ...(arg && { arg }) });
/** A sign that the structure adds to the letters. It's one character, so that a file can't hide words there. */
const sign = (text: string, a?: MathAttributes): MathToken => {
  const [t = ""] = text.slice(0, 2);
  return { n: "mo", t, x: 1, ...(a && { a }) };
};
const gap: MathToken = { n: "mspace", t: "", x: 1, a: { width: "0.17em" } };

/** An object (m:f, m:rad) as an element. One that isn't known is a row of its arguments. */
export function objectOf(object: Node, read: Read): MathElement {
  const name = localOf(object);
  if (name === "m") return matrix(object, read);
  const parts = new Parts(object, read);
  return (OBJECTS[name] ?? box)(parts);
}

const box = (parts: Parts): MathElement => row([parts.get("e")]);

const OBJECTS: Record<string, (parts: Parts) => MathElement> = {
  f: fraction,
  rad: (parts) =>
    parts.isHidden("deg", "degHide")
      ? element("msqrt", [parts.get("e")])
      : element("mroot", [parts.get("e"), parts.get("deg")]),
  sSup: (parts) => element("msup", [parts.get("e"), parts.get("sup")]),
  sSub: (parts) => element("msub", [parts.get("e"), parts.get("sub")]),
  sSubSup: (parts) => element("msubsup", [parts.get("e"), parts.get("sub"), parts.get("sup")]),
  sPre: (parts) =>
    element("mmultiscripts", [parts.get("e"), element("mprescripts", []), parts.get("sub"), parts.get("sup")]),
  nary,
  d: delimiters,
  func: (parts) => {
    const argument = parts.get("e");
    const [first] = argument.k;
    const bracketed = first !== undefined && "k" in first && first.k[0] !== undefined && "x" in first.k[0];
    return row([parts.get("fName"), ...(bracketed ? [] : [gap]), argument]);
  },
  limLow: (parts) => element("munder", [parts.get("e"), parts.get("lim")]),
  limUpp: (parts) => element("mover", [parts.get("e"), parts.get("lim")]),
  acc: (parts) => {
    const accent = parts.value("chr") ?? "\u0302";
    return accent === OVERLINE
      ? bar(parts, "over")
      : element("mover", [parts.get("e"), sign(SPACING[accent] ?? accent)], { accent: "true" });
  },
  bar: (parts) => bar(parts, parts.value("pos") === "top" ? "over" : "under"),
  groupChr: (parts) => {
    const brace = sign(parts.value("chr") ?? "\u23df", { stretchy: "true" });
    return element(parts.value("pos") === "top" ? "mover" : "munder", [parts.get("e"), brace]);
  },
  eqArr: equations,
  box,
  borderBox: (parts) => ({ ...box(parts), a: { "data-lines": linesOf(parts) } }),
  phant: phantom,
};

function fraction(parts: Parts): MathElement {
  const [above, below] = [parts.get("num"), parts.get("den")];
  switch (parts.value("type") ?? "bar") {
    case "noBar":
      return element("mfrac", [above, below], { linethickness: "0" });
    case "lin":
      return row([above, sign("/"), below]);
    case "skw":
      return row([
        element("mpadded", [above], { voffset: "0.4em", scriptlevel: "+1" }),
        sign("\u2044", { stretchy: "false" }),
        element("mpadded", [below], { voffset: "-0.4em", scriptlevel: "+1" }),
      ]);
    default:
      return element("mfrac", [above, below]);
  }
}

/** An integral by default, or a sum or product, with its limits. */
function nary(parts: Parts): MathElement {
  const operator = parts.value("chr") ?? "\u222b";
  const stacked = (parts.value("limLoc") ?? (/^[\u222b-\u2233]$/.test(operator) ? "subSup" : "undOvr")) === "undOvr";
  const under = !parts.isHidden("sub", "subHide");
  const over = !parts.isHidden("sup", "supHide");
  const limits = [...(under ? [parts.get("sub")] : []), ...(over ? [parts.get("sup")] : [])];
  const core = sign(operator, { movablelimits: "false" });
  const name =
    under && over
      ? stacked
        ? "munderover"
        : "msubsup"
      : under
        ? stacked
          ? "munder"
          : "msub"
        : stacked
          ? "mover"
          : "msup";
  return row([limits.length === 0 ? core : element(name, [core, ...limits]), parts.get("e")]);
}

function delimiters(parts: Parts): MathElement {
  const stretchy = parts.value("grow") !== null && !parts.isOn("grow") ? "false" : "true";
  const bracket = (property: string, usual: string, form: "prefix" | "infix" | "postfix"): MathToken[] => {
    const letter = parts.value(property) ?? usual;
    return letter === "" ? [] : [sign(letter, { form, fence: "true", stretchy })];
  };
  return row([
    ...bracket("begChr", "(", "prefix"),
    ...parts.all("e").flatMap((one, i) => (i === 0 ? [one] : [...bracket("sepChr", "|", "infix"), one])),
    ...bracket("endChr", ")", "postfix"),
  ]);
}

/** Few fonts have a bar that grows, so the style sheet draws it. */
const bar = (parts: Parts, side: "over" | "under"): MathElement =>
  row([
    { ...parts.get("e"), a: { "data-bar": side } },
    { n: "mtext", t: side === "over" ? " bar" : " underbar", x: 1, a: { "data-said": "" } },
  ]);
const OVERLINE = "\u0305";

/** Combining accents as the signs that MathML puts above. */
export const SPACING: Readonly<Record<string, string>> = {
  "\u0300": "`",
  "\u0301": "\u00b4",
  "\u0302": "^",
  "\u0303": "~",
  "\u0304": "\u00af",
  "\u0306": "\u02d8",
  "\u0307": "\u02d9",
  "\u0308": "\u00a8",
  "\u030a": "\u02da",
  "\u030c": "\u02c7",
  "\u20d6": "\u2190",
  "\u20d7": "\u2192",
  "\u20db": "\u22ef",
  "\u20e1": "\u2194",
};

/** The columns' alignment comes in groups (m:mc) of `count` columns. */
function matrix(object: Node, read: Read): MathElement {
  const groups = childNamed(childNamed(object, "mPr"), "mcs")?.children ?? [];
  const aligned = groups.flatMap((group) => {
    const properties = childNamed(group, "mcPr");
    const side = valueIn(properties, "mcJc");
    const count = Math.max(1, Math.min(MOST_COLUMNS, Number(valueIn(properties, "count") ?? "1") || 1));
    return properties ? Array.from({ length: count }, () => side) : [];
  });
  const rows = object.children.flatMap((child) =>
    localOf(child) === "mr"
      ? element(
          "mtr",
          new Parts(child, read).all("e").map(({ k }, i) => cell(k, aligned[i])),
        )
      : [],
  );
  return element("mtable", rows);
}

const MOST_COLUMNS = 64;
const cell = (k: MathNode[], side: string | null | undefined): MathElement => ({
  ...element("mtd", k, side === "left" || side === "right" ? { columnalign: side } : undefined),
  arg: 1,
});

/** Equations below each other. They're aligned at every other "&", and numbered after a "#". */
function equations(parts: Parts): MathElement {
  const numbered = parts.isOn("maxDist");
  const rows = parts.all("e").map(({ k }) => {
    const cells: MathNode[][] = [[]];
    for (const node of k) {
      if (numbered && "t" in node && node.t === "#") cells.at(-1)?.push({ ...node, n: "mspace", a: { width: "2em" } });
      else if (!("t" in node) || node.t !== "&") cells.at(-1)?.push(node);
      else {
        // Kept, because it's among the letters of the file, but a space shows nothing.
        cells.at(-1)?.push({ ...node, n: "mspace" });
        cells.push([]);
      }
    }
    return cells;
  });
  const aligned = rows.some((cells) => cells.length > 1);
  return element(
    "mtable",
    rows.map((cells) =>
      element(
        "mtr",
        cells.map((k, i) => cell(k, aligned ? (i % 2 === 0 ? "right" : "left") : null)),
      ),
    ),
    aligned ? { "data-aligned": "" } : undefined,
  );
}

const LINES: readonly [property: string, line: string][] = [
  ["hideTop", "top"],
  ["hideBot", "bottom"],
  ["hideLeft", "left"],
  ["hideRight", "right"],
];
const STRIKES: readonly [property: string, line: string][] = [
  ["strikeH", "across"],
  ["strikeV", "down"],
  ["strikeBLTR", "up"],
  ["strikeTLBR", "fall"],
];
const linesOf = (parts: Parts): string =>
  [...LINES.filter(([property]) => !parts.isOn(property)), ...STRIKES.filter(([property]) => parts.isOn(property))]
    .map(([, line]) => line)
    .join(" ");

/** Takes the place of its content, or less, and may not show it, unless it was changed. */
function phantom(parts: Parts): MathElement {
  const content = parts.get("e");
  const visible = parts.value("show") === null || parts.isOn("show") || content.k.some(isChanged);
  const shown = visible ? content : element("mphantom", [content]);
  const a: MathAttributes = {
    ...(parts.isOn("zeroWid") && { width: "0" }),
    ...(parts.isOn("zeroAsc") && { height: "0" }),
    ...(parts.isOn("zeroDesc") && { depth: "0" }),
  };
  return Object.keys(a).length === 0 ? row([shown]) : element("mpadded", [shown], a);
}

const isChanged = (node: MathNode): boolean =>
  node.c !== undefined || ("t" in node ? node.f !== undefined : node.k.some(isChanged));

import { readXml, type DocxPackage } from "../../docx/docx-package.ts";
import { fragment, localName, valueOf } from "./surface-markup.ts";
import type { Node } from "../../docx/xml-tree.ts";

/** How text looks to a reader, with styles resolved, in values that are comparable between documents. */

/** Properties by name; "" and missing are equal. Toggles are "1" or "0". */
export type Properties = Readonly<Record<string, string>>;

const TOGGLES = new Set([
  "b",
  "i",
  "caps",
  "smallCaps",
  "strike",
  "dstrike",
  "vanish",
  "outline",
  "shadow",
  "emboss",
  "imprint",
]);
const NOTHING: Properties = Object.freeze({});

const toggle = (node: Node): string => {
  const value = valueOf(node, "val");
  return value === null || !/^(?:0|false|off)$/.test(value) ? "1" : "0";
};
const plain = (value: string | null, ...none: string[]): string =>
  value === null || none.includes(value.toLowerCase()) ? "" : value;

/** Run properties: an rPr's content. */
export function runProperties(node: Node): Properties {
  const out: Record<string, string> = {};
  for (const one of node.children) {
    const name = localName(one);
    if (TOGGLES.has(name)) out[name] = toggle(one);
    else if (name === "u") out.u = plain(valueOf(one, "val"), "none") || "0";
    else if (name === "color") out.color = plain(valueOf(one, "val"), "auto").toUpperCase() || "0";
    else if (name === "highlight") out.highlight = plain(valueOf(one, "val"), "none") || "0";
    else if (name === "shd") out.shd = plain(valueOf(one, "fill"), "auto").toUpperCase() || "0";
    else if (name === "sz") out.sz = valueOf(one, "val") ?? "";
    else if (name === "vertAlign") out.vertAlign = plain(valueOf(one, "val"), "baseline") || "0";
    else if (name === "position") out.position = String(Math.sign(Number(valueOf(one, "val") ?? "0")) || 0);
    else if (name === "rStyle") out.rStyle = valueOf(one, "val") ?? "";
    else if (name === "rFonts") {
      const font = valueOf(one, "asciiTheme") ?? valueOf(one, "ascii") ?? valueOf(one, "hAnsi");
      if (font !== null) out.font = font;
    }
  }
  return out;
}

/** Paragraph properties: a pPr's content. */
export function paragraphProperties(node: Node): Properties {
  const out: Record<string, string> = {};
  for (const one of node.children) {
    const name = localName(one);
    if (name === "pStyle") out.style = valueOf(one, "val") ?? "";
    else if (name === "jc") {
      const value = plain(valueOf(one, "val"), "left", "start");
      out.alignment = value === "end" ? "right" : value || "0";
    } else if (name === "outlineLvl") out.level = plain(valueOf(one, "val"), "9") || "0";
    else if (name === "numPr") {
      const id = one.children.find((it) => localName(it) === "numId");
      const level = one.children.find((it) => localName(it) === "ilvl");
      out.list = id && valueOf(id, "val") === "0" ? "0" : `level ${Number((level && valueOf(level, "val")) ?? 0) + 1}`;
    } else if (name === "ind") {
      const left = valueOf(one, "left") ?? valueOf(one, "start");
      const first =
        valueOf(one, "firstLine") ?? (valueOf(one, "hanging") === null ? null : `-${valueOf(one, "hanging")}`);
      if (left !== null) out.left = plain(left, "0") || "0";
      if (first !== null) out.first = plain(first, "0", "-0") || "0";
    }
  }
  return out;
}

/** Gives equal properties the same number, across both documents of a comparison. */
export class LookRegistry {
  private readonly ids = new Map<string, number>();
  readonly list: Properties[] = [];

  constructor() {
    this.of(NOTHING);
  }

  of(properties: Properties): number {
    let key = "";
    for (const name of Object.keys(properties).sort()) key += `${name}=${properties[name]};`;
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.list.length;
      this.ids.set(key, id);
      this.list.push(properties);
    }
    return id;
  }
}

type Style = { name: string; basedOn: string; run: Properties; paragraph: Properties };

/** How some words look to a reader. */
export type Look = {
  /** "super", "sub" or "". */
  script: string;
  hidden: boolean;
  /** White without a background, or smaller than 3 points. */
  faint: boolean;
  properties: Properties;
};

const MAX_CHAIN = 30;

/** One document's styles. */
export class SurfaceStyles {
  private readonly styles = new Map<string, Style>();
  private defaultParagraph = "";
  private defaults: { run: Properties; paragraph: Properties } = { run: NOTHING, paragraph: NOTHING };
  private readonly chains = new Map<string, { run: Properties; paragraph: Properties }>();
  private readonly looks = new Map<string, Look>();
  private readonly registry: LookRegistry;

  constructor(docx: DocxPackage, registry: LookRegistry) {
    this.registry = registry;
    if (!docx.styles) return;
    const root = fragment(readXml(docx.zip, docx.styles).replace(/^\ufeff?<\?xml[^>]*\?>/, ""));
    const styles = root.children.find((one) => localName(one) === "styles");
    for (const node of styles?.children ?? []) {
      const name = localName(node);
      if (name === "docDefaults") this.defaults = defaultsOf(node);
      if (name !== "style") continue;
      const type = valueOf(node, "type");
      if (type === "table" || type === "numbering") continue;
      const id = valueOf(node, "styleId") ?? "";
      const part = (local: string): Node | undefined => node.children.find((one) => localName(one) === local);
      const [run, paragraph, base, named] = [part("rPr"), part("pPr"), part("basedOn"), part("name")];
      this.styles.set(id, {
        name: ((named && valueOf(named, "val")) ?? id).toLowerCase(),
        basedOn: (base && valueOf(base, "val")) ?? "",
        run: run ? runProperties(run) : NOTHING,
        paragraph: paragraph ? paragraphProperties(paragraph) : NOTHING,
      });
      if (type === "paragraph" && /^(?:1|true|on)$/.test(valueOf(node, "default") ?? "")) this.defaultParagraph = id;
    }
  }

  /** The name of a paragraph's style, whatever language its id is in. */
  nameOf(id: string): string {
    return this.styles.get(id || this.defaultParagraph)?.name ?? (id === "" ? "normal" : id.toLowerCase());
  }

  /** A paragraph's look, including its style. */
  paragraph(properties: Properties): Properties {
    const { style = "", ...own } = properties;
    const base = this.chain(style || this.defaultParagraph);
    return { ...this.defaults.paragraph, ...base.paragraph, ...own, style: this.nameOf(style) };
  }

  /** A run's look in a paragraph with a style. @param direct the registry number of its own properties */
  run(paragraphStyle: string, direct: number): Look {
    const key = `${direct} ${paragraphStyle}`;
    const known = this.looks.get(key);
    if (known) return known;
    const own = this.registry.list[direct] ?? NOTHING;
    const base = this.chain(paragraphStyle || this.defaultParagraph).run;
    const character = own.rStyle ? this.chain(own.rStyle).run : NOTHING;
    const all: Record<string, string> = { ...this.defaults.run, ...base, ...character };
    // On in both styles means off, because Word toggles them.
    for (const name of TOGGLES) if (base[name] === "1" && character[name] === "1") all[name] = "0";
    Object.assign(all, own);
    const properties: Record<string, string> = {};
    for (const [name, value] of Object.entries(all))
      if (value !== "" && value !== "0" && name !== "rStyle" && name !== "style") properties[name] = value;
    const { vertAlign, position, vanish, ...shown } = properties;
    const look: Look = {
      script:
        vertAlign === "superscript" || (!vertAlign && position === "1")
          ? "super"
          : vertAlign === "subscript" || (!vertAlign && position === "-1")
            ? "sub"
            : "",
      hidden: vanish === "1",
      faint:
        (properties.color === "FFFFFF" && !properties.shd && !properties.highlight) ||
        Number(properties.sz ?? "24") < 6,
      properties: shown,
    };
    this.looks.set(key, look);
    return look;
  }

  private chain(id: string): { run: Properties; paragraph: Properties } {
    const known = this.chains.get(id);
    if (known) return known;
    const list: Style[] = [];
    for (let at = id; list.length < MAX_CHAIN;) {
      const style = this.styles.get(at);
      if (!style || list.includes(style)) break;
      list.unshift(style);
      at = style.basedOn;
    }
    const made = {
      run: Object.assign({}, ...list.map((one) => one.run)) as Properties,
      paragraph: Object.assign({}, ...list.map((one) => one.paragraph)) as Properties,
    };
    this.chains.set(id, made);
    return made;
  }
}

function defaultsOf(node: Node): { run: Properties; paragraph: Properties } {
  const under = (outer: string, inner: string): Node | undefined =>
    node.children.find((one) => localName(one) === outer)?.children.find((one) => localName(one) === inner);
  const [run, paragraph] = [under("rPrDefault", "rPr"), under("pPrDefault", "pPr")];
  return {
    run: run ? runProperties(run) : NOTHING,
    paragraph: paragraph ? paragraphProperties(paragraph) : NOTHING,
  };
}

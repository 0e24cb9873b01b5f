import { W } from "./docx-vocabulary.ts";
import { CLOSE, END, OPEN, type XmlScanner } from "./xml.ts";

/** What a paragraph or character style means for reading. */
export type StyleMeaning = {
  /** 1 to 9, or 0 if it isn't a heading. */
  level: number;
  toc: boolean;
  caption: boolean;
  bibliography: boolean;
  /** A block quotation. */
  quote: boolean;
  title: boolean;
  bold: boolean;
  hidden: boolean;
};

type Raw = { name: string; basedOn: string; level: number | null; bold: boolean | null; hidden: boolean | null };

export const PLAIN: StyleMeaning = {
  level: 0,
  toc: false,
  caption: false,
  bibliography: false,
  quote: false,
  title: false,
  bold: false,
  hidden: false,
};

/** Whether a toggle such as w:b or w:vanish is on. */
export const isOn = (value: string | null): boolean =>
  value === null || !(value === "0" || value === "false" || value === "off");

/** Skips an irrelevant element, as most of a style's are. */
function leapOver(scanner: XmlScanner): void {
  const end = scanner.contentEnd();
  if (end < 0) scanner.skip();
  else scanner.leap(end);
}

/** Relevant properties. */
const TELLING = /[:<](?:b|vanish|outlineLvl)[\s/>]/;

/** Records what the element says about its style. */
function readProperty(scanner: XmlScanner, style: Raw): void {
  const value = scanner.attribute("val");
  switch (scanner.code) {
    case W.name:
      style.name = (value ?? "").toLowerCase();
      break;
    case W.basedOn:
      style.basedOn = value ?? "";
      break;
    case W.outlineLvl:
      style.level = Number(value ?? "9");
      break;
    case W.b:
      if (scanner.parent === W.rPr) style.bold = isOn(value);
      break;
    case W.vanish:
      if (scanner.parent === W.rPr) style.hidden = isOn(value);
      break;
  }
}

/**
 * Meanings by style id. Styles are identified by name, because ids are localized. Missing properties are inherited from
 * the base style.
 */
export function readStyles(scanner: XmlScanner): Map<string, StyleMeaning> {
  const raw = new Map<string, Raw>();
  let id = "";
  let style: Raw | null = null;
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token === CLOSE) {
      if (scanner.code === W.style && style) {
        raw.set(id, style);
        style = null;
      }
      continue;
    }
    if (token !== OPEN) continue;
    switch (scanner.code) {
      case W.style:
        id = scanner.attribute("styleId") ?? "";
        style = null;
        if (!scanner.selfClosing && /^(?:table|numbering)$/.test(scanner.attribute("type") ?? "")) {
          leapOver(scanner);
          break;
        }
        style = { name: "", basedOn: "", level: null, bold: null, hidden: null };
        break;
      case W.name:
      case W.basedOn:
      case W.outlineLvl:
      case W.b:
      case W.vanish:
        if (style) readProperty(scanner, style);
        break;
      case W.rPr:
      case W.pPr: {
        const end = scanner.selfClosing ? -1 : scanner.contentEnd();
        if (end >= 0 && !TELLING.test(scanner.xml.slice(scanner.end, end))) scanner.leap(end);
        break;
      }
      case W.latentStyles:
        if (!scanner.selfClosing) leapOver(scanner);
        break;
      case W.rPrChange:
      case W.pPrChange:
        scanner.skip();
        break;
    }
  }

  const meanings = new Map<string, StyleMeaning>();
  const resolve = (styleId: string, depth: number): StyleMeaning => {
    const known = meanings.get(styleId);
    if (known) return known;
    const own = raw.get(styleId);
    if (!own || depth > 30) return PLAIN;
    const base = own.basedOn === "" || own.basedOn === styleId ? PLAIN : resolve(own.basedOn, depth + 1);
    const heading = /^heading ([1-9])$/.exec(own.name)?.[1];
    const named = heading !== undefined ? Number(heading) : null;
    const outline = own.level === null ? null : own.level >= 0 && own.level <= 8 ? own.level + 1 : 0;
    const toc = /^(?:toc [1-9]|table of figures|table of authorities)$/.test(own.name);
    const meaning: StyleMeaning = {
      level: toc ? 0 : (named ?? outline ?? base.level),
      toc: toc || (base.toc && own.name !== ""),
      caption: own.name === "caption" || base.caption,
      bibliography: own.name === "bibliography" || base.bibliography,
      quote: /^(?:intense )?quote$|^quotations?$|^block (?:text|quote|quotation)$/.test(own.name) || base.quote,
      title: own.name === "title" || own.name === "subtitle" || own.name === "author",
      bold: own.bold ?? base.bold,
      hidden: own.hidden ?? base.hidden,
    };
    meanings.set(styleId, meaning);
    return meaning;
  };
  for (const styleId of raw.keys()) resolve(styleId, 0);
  return meanings;
}

import { attributeOf, childNamed, localOf, type Node, valueIn } from "../docx/xml-tree.ts";
import type { Face } from "./explorer-model.ts";

/** Fonts that aren't letters, such as Wingdings, and those that nothing is known about, are null. */
const BY_NAME: readonly [RegExp, Face | null][] = [
  [/\b(?:wingdings|webdings|dingbats|symbol|marlett)\b/, null],
  [/\b(?:mono|courier|console|consolas|menlo|monaco|typewriter|code|inconsolata)\b/, "mono"],
  [/\bsans\b/, "sans"],
  [/\b(?:serif|slab)\b/, "serif"],
  [
    /\b(?:arial|helvetica|calibri|carlito|aptos|verdana|tahoma|trebuchet|segoe|roboto|lato|candara|corbel|futura|gothic|univers|frutiger|myriad|ubuntu|inter)\b/,
    "sans",
  ],
  [
    /\b(?:times|georgia|garamond|cambria|caladea|palatino|antiqua|bookman|century|baskerville|constantia|didot|bodoni|minion|roman|libertine|libertinus|charter|tinos)\b/,
    "serif",
  ],
];
/** A longer name isn't one. */
const LONGEST_NAME = 100;

/** What kind of typeface a document's fonts are, by their names, by what the file says about them, and by its theme. */
export class Typefaces {
  /** By the font's name in lower case. */
  private readonly said = new Map<string, Face | null>();
  private readonly known = new Map<string, Face | null>();
  /** The theme's fonts for headings and for text. */
  private readonly theme = new Map<"major" | "minor", Face | null>();

  /** @param fonts the file's table of fonts @param theme its theme; null if there is none */
  constructor(fonts: Node | null, theme: Node | null) {
    for (const font of elementsOf(fonts, "font"))
      this.said.set((attributeOf(font, "name") ?? "").toLowerCase(), faceByTable(font));
    for (const scheme of elementsOf(theme, "fontScheme"))
      for (const kind of ["major", "minor"] as const) {
        const latin = childNamed(childNamed(scheme, `${kind}Font`), "latin");
        if (!latin) continue;
        const name = attributeOf(latin, "typeface") ?? "";
        this.theme.set(kind, this.of(name) ?? faceByPanose(attributeOf(latin, "panose") ?? ""));
      }
  }

  /** The kind of a run's typeface; null if its properties don't say. Only fonts for Latin letters count. */
  in(properties: Node | undefined): Face | null {
    const fonts = childNamed(properties, "rFonts");
    if (!fonts) return null;
    const theme = attributeOf(fonts, "asciiTheme") ?? attributeOf(fonts, "hAnsiTheme");
    if (theme !== null) return this.theme.get(theme.startsWith("major") ? "major" : "minor") ?? null;
    const name = attributeOf(fonts, "ascii") ?? attributeOf(fonts, "hAnsi");
    return name === null ? null : this.of(name);
  }

  private of(name: string): Face | null {
    const key = name.toLowerCase();
    if (key.length > LONGEST_NAME) return null;
    let face = this.known.get(key);
    if (face === undefined) {
      const found = BY_NAME.find(([pattern]) => pattern.test(key));
      this.known.set(key, (face = found ? found[1] : (this.said.get(key) ?? null)));
    }
    return face;
  }
}

/** Elements with a name at the top of a part, or a level or two below. */
function elementsOf(node: Node | null, name: string, depth = 0): Node[] {
  if (!node || depth > 3) return [];
  return node.children.flatMap((child) => (localOf(child) === name ? [child] : elementsOf(child, name, depth + 1)));
}

/** A row of the table of fonts: its PANOSE number, its family, and whether all its letters have the same width. */
function faceByTable(font: Node): Face | null {
  const panose = faceByPanose(valueIn(font, "panose1") ?? "");
  if (panose) return panose;
  const family = valueIn(font, "family");
  if (valueIn(font, "pitch") === "fixed" && family === "modern") return "mono";
  return family === "roman" ? "serif" : family === "swiss" ? "sans" : null;
}

/** A PANOSE number has ten bytes: of Latin text (2), the second says which serifs, and the fourth which widths. */
function faceByPanose(panose: string): Face | null {
  if (!/^02[0-9a-fA-F]{18}$/.test(panose)) return null;
  const [serifs, widths] = [panose.slice(2, 4), panose.slice(6, 8)].map((byte) => Number.parseInt(byte, 16));
  if (widths === MONOSPACED) return "mono";
  if (serifs === undefined || serifs < 2 || serifs > LAST_SANS) return null;
  return serifs < FIRST_SANS ? "serif" : "sans";
}
const MONOSPACED = 9;
const [FIRST_SANS, LAST_SANS] = [11, 15];

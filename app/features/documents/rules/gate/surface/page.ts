/** What a document says about its pages: sections, settings, and the theme. */
import { type DocxPackage, hasPart, readRelationships, readXml, relatedPart } from "../../docx/docx-package.ts";
import { childNamed, isOnAttribute, isOnIn, localOf, type Node, valueIn, valueOf } from "../../docx/xml-tree.ts";
import type { Properties } from "./properties.ts";
import { type Relations, relationIn } from "./surface-atoms.ts";
import type { LookRegistry } from "./surface-looks.ts";
import { canonical, saidBy, textOf, treeOf } from "./surface-markup.ts";

export type Section = {
  /** Relationship ids by type: first, even, default. */
  headers: Map<string, string>;
  footers: Map<string, string>;
  /** Its first page has a header and footer of its own. */
  titlePage: boolean;
  look: Properties;
};

/** What elements of a section's properties are called in the list of changes. */
const SECTION_PARTS: ReadonlyMap<string, string> = new Map([
  ["pgBorders", "page borders"],
  ["lnNumType", "line numbers"],
  ["pgNumType", "page numbers"],
  ["footnotePr", "numbers of footnotes"],
  ["endnotePr", "numbers of endnotes"],
  ["type", "where the section begins"],
  ["vAlign", "vertical position on the page"],
  ["textDirection", "direction of text"],
  ["bidi", "direction of the section"],
]);
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ["autoHyphenation", "hyphenation"],
  ["defaultTabStop", "default tab stops"],
  ["mirrorMargins", "mirrored margins"],
  ["bookFoldPrinting", "book layout"],
  ["gutterAtTop", "gutter"],
  ["footnotePr", "numbers of footnotes"],
  ["endnotePr", "numbers of endnotes"],
  ["clrSchemeMapping", "theme colors"],
  ["writeProtection", "write protection"],
  ["mailMerge", "mail merge"],
]);
/** Notes' separators aren't their numbers. */
const SEPARATORS = new Set(["footnote", "endnote"]);

const isUsual = (name: string, said: string): boolean =>
  said === "" ||
  /^val=(?:0|nextPage|top|lrTb)$/.test(said) ||
  (name === "clrSchemeMapping" && said.includes("bg1=light1") && said.includes("t1=dark1"));

/** Numbers in whole points: programs round them. */
const rounded = (said: string): string =>
  said.replace(/=(-?\d+(?:\.\d+)?)(?= |$)/g, (_, value: string) => `=${Math.round(Number(value) / 20)}`);

export function readSection(node: Node, relations: Relations): Section {
  const section: Section = { headers: new Map(), footers: new Map(), titlePage: isOnIn(node, "titlePg"), look: {} };
  const look: Record<string, string> = {};
  for (const one of node.children) {
    const local = localOf(one);
    if (local === "headerReference" || local === "footerReference") {
      const id = relationIn(one.raw);
      if (relations.has(id))
        section[local === "headerReference" ? "headers" : "footers"].set(valueOf(one, "type") ?? "default", id);
    } else if (local === "pgSz") look["page size"] = `${pointsIn(one, "w")} x ${pointsIn(one, "h")} points`;
    else if (local === "pgMar") {
      const sides = (names: string[]): string => names.map((name) => pointsIn(one, name)).join(" ");
      look["page margins"] = sides(["top", "right", "bottom", "left", "gutter"]);
      look["places of headers and footers"] = sides(["header", "footer"]);
    } else if (local === "cols") {
      const columns = Number(valueOf(one, "num") ?? "1");
      const widths = one.children.flatMap((child) => (localOf(child) === "col" ? rounded(canonical(child)) : []));
      if (columns > 1)
        look.columns = `${columns}${isOnAttribute(one, "sep") ? " with a line" : ""} ${widths.join(", ")}`.trim();
    } else {
      const name = SECTION_PARTS.get(local);
      const said = name === undefined ? "" : saidBy(one, SEPARATORS);
      if (name && !isUsual(local, said)) look[name] = said;
    }
  }
  section.look = look;
  return section;
}

const pointsIn = (node: Node, name: string): number =>
  Math.round(Number(new RegExp(`\\s[\\w.-]+:${name}\\s*=\\s*["'](\\d+)`).exec(node.raw)?.[1] ?? "0") / 20);

const rootOf = (xml: string): Node | undefined => rootIn(treeOf(xml));

const rootIn = (tree: Node | null): Node | undefined => tree?.children.find((one) => localOf(one) !== "");

/** A document's settings that a reader would notice. */
function settingsOf(docx: DocxPackage, settings: Node): Record<string, string> {
  const look: Record<string, string> = {};
  for (const one of settings.children) {
    const name = SETTINGS.get(localOf(one));
    if (name === undefined) continue;
    const said = saidBy(one, SEPARATORS);
    if (!isUsual(localOf(one), said)) look[name] = said;
  }
  const protection = childNamed(settings, "documentProtection");
  // That every edit must be tracked is no restriction for its author.
  if (protection && isOnAttribute(protection, "enforcement") && valueOf(protection, "edit") !== "trackedChanges")
    look["editing restrictions"] = valueOf(protection, "edit") ?? "on";
  const template = readRelationships(docx.zip, relatedPart(docx, "settings") ?? "").find(
    (one) => one.type === "attachedTemplate",
  );
  if (template) look.template = template.target.replace(/^.*[\\/]/, "");
  return look;
}

/** The fonts and colors that styles refer to by their place in the theme. */
function themeOf(theme: Node): Record<string, string> {
  const look: Record<string, string> = {};
  const walk = (node: Node): void => {
    const local = localOf(node);
    if (local === "majorFont" || local === "minorFont") {
      const latin = childNamed(node, "latin");
      look[local === "majorFont" ? "theme font for headings" : "theme font for text"] =
        (latin && valueOf(latin, "typeface")) ?? "";
    } else if (local === "clrScheme")
      look["theme colors"] = node.children
        .flatMap((color) => color.children.map((one) => valueOf(one, "lastClr") ?? valueOf(one, "val") ?? ""))
        .filter((one) => one !== "")
        .join(" ")
        .toUpperCase();
    else for (const child of node.children) walk(child);
  };
  walk(theme);
  return look;
}

/** What is set for a whole document: settings, theme, and the color of its pages. */
export type DocumentLook = { settings: Properties | null; theme: Properties | null; evenAndOdd: boolean };

export function readDocumentLook(docx: DocxPackage, registry: LookRegistry): DocumentLook {
  const [settings, theme] = ["settings", "theme"].map((type) => rootIn(registry.tree(docx, relatedPart(docx, type))));
  return {
    // Word adds both to documents that other programs made.
    settings: settings ? settingsOf(docx, settings) : null,
    theme: theme ? themeOf(theme) : null,
    evenAndOdd: isOnIn(settings, "evenAndOddHeaders"),
  };
}

/** Settings of a content control that change what it shows, or what its reader can do. */
export function controlOf(properties: Node): string {
  const said: string[] = [];
  const lock = valueIn(properties, "lock");
  if (lock !== null && lock !== "unlocked") said.push(`lock ${lock}`);
  const binding = childNamed(properties, "dataBinding");
  if (binding) said.push(`filled from ${valueOf(binding, "xpath") ?? ""} ${valueOf(binding, "storeItemID") ?? ""}`);
  if (isOnIn(properties, "showingPlcHdr")) said.push("placeholder");
  for (const name of ["comboBox", "dropDownList"]) {
    const list = childNamed(properties, name);
    if (list)
      said.push(list.children.map((one) => valueOf(one, "displayText") ?? valueOf(one, "value") ?? "").join(", "));
  }
  return said.join("; ");
}

/** The data that content controls are filled from, by their ids. */
export function boundData(docx: DocxPackage, ids: ReadonlySet<string>): string {
  if (ids.size === 0) return "";
  const said: string[] = [];
  for (const { type, external, target } of docx.relations) {
    if (type !== "customXml" || external || !hasPart(docx.zip, target)) continue;
    const own = readRelationships(docx.zip, target).find((one) => one.type === "customXmlProps" && !one.external);
    const root = own && hasPart(docx.zip, own.target) ? rootOf(readXml(docx.zip, own.target)) : undefined;
    if (!root || !ids.has(valueOf(root, "itemID") ?? "")) continue;
    const data = rootOf(readXml(docx.zip, target));
    if (data) said.push(textOf(data));
  }
  return said.sort().join("\u0001");
}

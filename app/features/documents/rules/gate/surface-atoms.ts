import { type DocxPackage, type Relationship, readRelationships } from "../docx/docx-package.ts";
import { fragment, localName, textOf, valueOf } from "./surface-markup.ts";
import { decodeXml, unescapeXml } from "../docx/xml.ts";
import type { Node } from "../docx/xml-tree.ts";
import { readPart, type ZipEntry } from "../docx/zip.ts";

/**
 * What a reader sees besides letters: pictures, equations, fields. Each has a key that stays the same when Word saves
 * it again.
 */

export type AtomKind =
  | "picture"
  | "chart"
  | "diagram"
  | "object"
  | "shape"
  | "equation"
  | "field"
  | "citation"
  | "footnote"
  | "endnote"
  | "ruby"
  | "checkbox";

export type Atom = {
  kind: AtomKind;
  /** What it shows: equal keys look the same. */
  key: string;
  /** A picture's cropping. */
  crop: string;
  /** What may change without changing its meaning: size, alternative text, a citation's stored data. */
  looks: Readonly<Record<string, string>>;
  /** A label for people: a field's code, an equation's text. */
  shown: string;
  /** Its position in the line's text; -1 if it floats. */
  at: number;
  /** Deleted by a tracked change, so it exists until that is accepted. */
  deleted: boolean;
};

export const newAtom = (kind: AtomKind, key: string, at: number, deleted: boolean, shown = ""): Atom => ({
  kind,
  key,
  crop: "",
  looks: {},
  shown,
  at,
  deleted,
});

/** One part's relationships, by id. */
export type Relations = ReadonlyMap<string, Relationship>;

export const relationsOf = (docx: DocxPackage, part: string): Relations =>
  new Map((part === docx.main ? docx.relations : readRelationships(docx.zip, part)).map((one) => [one.id, one]));

const entryOf = (docx: DocxPackage, name: string): ZipEntry | undefined =>
  docx.zip.entries.get(name) ?? docx.zip.entries.get(docx.zip.folded.get(name.toLowerCase()) ?? "");

/**
 * Identifies a part by content, because media are renamed and renumbered on every save. Verified against the bytes when
 * they're read.
 */
export function contentKey(docx: DocxPackage, relation: Relationship | undefined): string {
  if (!relation) return "missing";
  if (relation.external) return `link ${relation.target}`;
  const entry = entryOf(docx, relation.target);
  return entry ? `${entry.crc.toString(16)}-${entry.size}` : "missing";
}

/** What a chart or diagram shows: its texts and figures, and its chart types. */
function shownIn(docx: DocxPackage, relation: Relationship | undefined): string {
  const name = relation && !relation.external ? entryOf(docx, relation.target)?.name : undefined;
  const bytes = name === undefined ? null : readPart(docx.zip, name);
  if (!bytes) return "missing";
  const out: string[] = [];
  const walk = (node: Node): void => {
    const local = localName(node);
    if (local === "v" || local === "t") out.push(textOf(node).trim());
    else {
      if (/^(?:bar|line|pie|area|scatter|bubble|radar|doughnut|surface|stock|ofPie)\w*Chart$|^barDir$/.test(local))
        out.push(local + (local === "barDir" ? (valueOf(node, "val") ?? "") : ""));
      for (const child of node.children) walk(child);
    }
  };
  walk(fragment(decodeXml(bytes).replace(/^\ufeff?<\?xml[^>]*\?>/, "")));
  return out.filter((one) => one !== "").join("\u0001");
}

/** What is known about a picture. */
type Picture = {
  docx: DocxPackage;
  relations: Relations;
  keys: string[];
  crops: string[];
  sizes: string[];
  looks: Record<string, string>;
  boxes: Node[];
  kinds: Set<AtomKind>;
  shapes: number;
  floating: boolean;
};

const SHAPE = /^<v:(?:shape|rect|oval|line|roundrect|polyline|arc|curve)[\s>]/;

/** What elements say about their picture, by local name. */
const SAID: ReadonlyMap<string, (picture: Picture, node: Node) => void> = new Map([
  ["anchor", (picture) => void (picture.floating = true)],
  [
    "extent",
    ({ sizes }, node) => {
      const [x, y] = [valueOf(node, "cx"), valueOf(node, "cy")];
      if (x !== null) sizes.push(`${Math.round(Number(x) / 12_700)} x ${Math.round(Number(y) / 12_700)}`);
    },
  ],
  [
    "docPr",
    ({ looks }, node) => {
      const text = valueOf(node, "descr");
      if (text) looks["alternative text"] = text;
    },
  ],
  [
    "srcRect",
    ({ crops }, node) => {
      const cut = ["l", "t", "r", "b"].map((side) => Number(valueOf(node, side) ?? "0"));
      if (cut.some((one) => one !== 0)) crops.push(cut.join(" "));
    },
  ],
  [
    "imagedata",
    ({ crops }, node) => {
      const cut = ["cropleft", "croptop", "cropright", "cropbottom"].map((side) => valueOf(node, side) ?? "0");
      if (cut.some((one) => one !== "0")) crops.push(cut.join(" "));
    },
  ],
  [
    "xfrm",
    ({ looks }, node) => {
      const turned = ["rot", "flipH", "flipV"].map((side) => {
        const value = valueOf(node, side) ?? "";
        return value === "0" || value === "false" ? "" : value;
      });
      if (turned.some((one) => one !== "")) looks.rotation = `${looks.rotation ?? ""}${turned.join("/")}`;
    },
  ],
  ["textpath", ({ keys }, node) => void keys.push(`text ${valueOf(node, "string") ?? ""}`)],
]);

function readShape(picture: Picture, node: Node): void {
  picture.shapes++;
  if (/position:\s*absolute/.test(valueOf(node, "style") ?? "")) picture.floating = true;
}

/** Adds what an element references: a picture's bytes, a chart's figures, an object, or a link. */
function readRelations({ docx, relations, keys, kinds, looks }: Picture, node: Node): void {
  for (const match of node.raw.matchAll(/\s(?:[\w.-]+:)(embed|link|id|pict|dm|relid)\s*=\s*["']([^"']+)["']/g)) {
    const relation = relations.get(match[2] ?? "");
    if (!relation) {
      if (match[1] === "embed" || match[1] === "link") keys.push("missing");
    } else if (relation.type === "chart" || relation.type === "chartEx") {
      kinds.add("chart");
      keys.push(`chart ${shownIn(docx, relation)}`);
    } else if (relation.type === "diagramData") {
      kinds.add("diagram");
      keys.push(`diagram ${shownIn(docx, relation)}`);
    } else if (relation.type === "hyperlink") looks.link = relation.target;
    else if (!relation.type.startsWith("diagram")) {
      if (/^(?:oleObject|package|control)$/.test(relation.type)) kinds.add("object");
      else if (relation.type === "image") kinds.add("picture");
      keys.push(contentKey(docx, relation));
    }
  }
}

function readInPicture(picture: Picture, node: Node): void {
  const local = localName(node);
  if (local === "") return;
  if (local === "txbxContent") {
    picture.boxes.push(node);
    return;
  }
  if (local === "AlternateContent") {
    const choice =
      node.children.find((one) => localName(one) === "Choice") ??
      node.children.find((one) => localName(one) === "Fallback");
    for (const one of choice?.children ?? []) readInPicture(picture, one);
    return;
  }
  if (local === "wsp" || SHAPE.test(node.raw)) readShape(picture, node);
  else SAID.get(local)?.(picture, node);
  const svg = local === "blip" ? descendant(node, "svgBlip") : undefined;
  if (svg) {
    picture.keys.push(contentKey(picture.docx, picture.relations.get(valueOf(svg, "embed") ?? "")));
    return;
  }
  readRelations(picture, node);
  for (const child of node.children) readInPicture(picture, child);
}

/** Reads a drawing, picture or object. @returns its text boxes too, which are separate stories */
export function readPicture(
  raw: string,
  docx: DocxPackage,
  relations: Relations,
): { atom: Atom; boxes: Node[]; floating: boolean } {
  const picture: Picture = {
    docx,
    relations,
    keys: [],
    crops: [],
    sizes: [],
    looks: {},
    boxes: [],
    kinds: new Set(),
    shapes: 0,
    floating: false,
  };
  for (const node of fragment(raw).children) readInPicture(picture, node);
  const { keys, crops, sizes, looks, boxes, kinds, shapes, floating } = picture;
  const kind = (["object", "chart", "diagram", "picture"] as const).find((one) => kinds.has(one)) ?? "shape";
  if (sizes.length > 0) looks.size = sizes.join(", ");
  return {
    atom: {
      ...newAtom(
        kind,
        `${kind} ${keys.length > 0 ? keys.join(" ") : `${Math.min(shapes, 1)} ${boxes.length}`}`,
        -1,
        false,
      ),
      crop: crops.join(", "),
      looks,
    },
    boxes,
    floating,
  };
}

function descendant(node: Node, local: string): Node | undefined {
  for (const child of node.children) {
    const found = localName(child) === local ? child : descendant(child, local);
    if (found) return found;
  }
  return undefined;
}

const EQUATION_MARKS = new Set([
  "chr",
  "begChr",
  "endChr",
  "sepChr",
  "pos",
  "type",
  "degHide",
  "subHide",
  "supHide",
  "vertJc",
  "mcJc",
  "scr",
  "nor",
]);

/** An equation by structure: "x(sup 2)" isn't "x2". @param gone revisions whose content is absent, by local name */
export function readEquation(raw: string, gone: ReadonlySet<string>): { key: string; text: string } {
  let text = "";
  let look = "";
  const dead = (node: Node): boolean =>
    node.children.some((one) => {
      const local = localName(one);
      return (
        (local === "rPr" || local === "ctrlPr") &&
        one.children.some(
          (it) =>
            gone.has(localName(it)) ||
            (localName(it) === "rPr" && it.children.some((deep) => gone.has(localName(deep)))),
        )
      );
    });
  const inner = (nodes: readonly Node[]): string => nodes.map(walk).join("");
  const walk = (node: Node): string => {
    const local = localName(node);
    if (local === "" || gone.has(local)) return "";
    if (
      local === "ins" ||
      local === "del" ||
      local === "moveFrom" ||
      local === "moveTo" ||
      local === "oMath" ||
      local === "oMathPara"
    )
      return inner(node.children);
    if (local === "t" || local === "delText") {
      const piece = textOf(node).replace(/\s+/g, "");
      text += piece;
      return piece;
    }
    if (local === "r") {
      if (dead(node)) return "";
      const own = node.children.find((one) => localName(one) === "rPr" && !one.raw.startsWith("<w:"));
      const now = own ? marksOf(own) : "";
      const sign = now === look ? "" : `{${now}}`;
      look = now;
      return sign + inner(node.children.filter((one) => !localName(one).endsWith("Pr")));
    }
    const properties = node.children.find((one) => /^\w+Pr$/.test(localName(one)));
    const content = inner(node.children.filter((one) => one !== properties && localName(one) !== "ctrlPr"));
    // A structure that a tracked change created or removed: its content exists without it.
    if (properties && dead(properties)) return content;
    return `${local}${properties ? marksOf(properties) : ""}(${content})`;
  };
  const root = fragment(raw);
  return { key: inner(root.children), text };
}

const marksOf = (properties: Node): string =>
  properties.children
    .filter((one) => EQUATION_MARKS.has(localName(one)))
    .map((one) => `[${localName(one)}=${valueOf(one, "val") ?? ""}]`)
    .join("");

const CITATION = /^ADDIN\s+(?:ZOTERO_|CSL_CITATION|EN\.CITE|Mendeley|PAPERPILE|RW\.CITE|CitaviPlaceholder|CITAVI|BEC)/i;

/** The relevant part of a field's code, and what its program may refresh without changing it. */
export function readFieldCode(code: string): { kind: AtomKind; key: string; refreshed: string; shown: string } {
  const tidy = code
    .replace(/\s+/g, " ")
    .replace(/\s*\\\* MERGEFORMAT\b/gi, "")
    .trim();
  const shown = tidy.length > 160 ? `${tidy.slice(0, 160)}…` : tidy;
  if (!CITATION.test(tidy)) {
    const name = /^\S+/.exec(tidy)?.[0] ?? "";
    return { kind: "field", key: name.toUpperCase() + tidy.slice(name.length), refreshed: "", shown };
  }
  const cited = tidy.includes("{") ? citedInJson(tidy) : tidy.includes("<") ? citedInEndNote(tidy) : null;
  return cited === null
    ? { kind: "citation", key: tidy, refreshed: "", shown }
    : { kind: "citation", key: cited.key, refreshed: tidy, shown: cited.shown || shown };
}

/** The works cited by Zotero or Mendeley, with surrounding text. The rest of the code can change at any time. */
function citedInJson(code: string): { key: string; shown: string } | null {
  try {
    const from = code.indexOf("{");
    const data = JSON.parse(code.slice(from, code.lastIndexOf("}") + 1)) as Record<string, unknown>;
    return citedIn(data, code.slice(0, from).trim().split(" ").slice(0, 3).join(" "));
  } catch {
    return null;
  }
}

function citedIn(data: Record<string, unknown>, head: string): { key: string; shown: string } | null {
  const items = data.citationItems;
  if (!Array.isArray(items)) {
    // A bibliography: works that were excluded or added by hand.
    return "uncited" in data || "omitted" in data || "custom" in data
      ? { key: `${head} ${JSON.stringify([data.uncited, data.omitted, data.custom])}`, shown: "" }
      : null;
  }
  const list = items as Record<string, unknown>[];
  const part = (item: Record<string, unknown>, name: string): string => {
    const value = item[name];
    return value === undefined || value === null || value === "" || value === false
      ? ""
      : `${name}=${JSON.stringify(value)}`;
  };
  const key = list
    .map((item) => {
      const uris = item.uris ?? item.uri;
      const work =
        Array.isArray(uris) && uris.length > 0 ? uris.map(String).sort().join(" ") : JSON.stringify(item.id ?? null);
      const around = ["locator", "label", "prefix", "suffix", "suppress-author", "author-only", "isTemporary"]
        .filter((name) => !(name === "label" && !item.locator))
        .map((name) => part(item, name));
      return [work, ...around].join(" ");
    })
    .join("\u0001");
  const titles = list.map((item) => {
    const work = item.itemData as { title?: unknown } | undefined;
    return typeof work?.title === "string" ? work.title : "";
  });
  return { key: `${head} ${key}`, shown: titles.filter(Boolean).join("; ").slice(0, 160) };
}

/** EndNote: the works' numbers, names and years, with pages and surrounding words. Its records can change. */
function citedInEndNote(code: string): { key: string; shown: string } | null {
  const plain = unescapeXml(code);
  const cites = [...plain.matchAll(/<Cite\b([^>]*)>(.*?)<\/Cite>/gs)];
  if (cites.length === 0) return null;
  const list = cites.map(([, attributes = "", inner = ""]) =>
    ["Author", "Year", "RecNum", "Pages", "Prefix", "Suffix"]
      .map((name) => new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(inner)?.[1] ?? "")
      .concat(attributes.trim())
      .join("|"),
  );
  return {
    key: `EN.CITE ${list.join("\u0001")}`,
    shown: list.map((one) => one.split("|").slice(0, 2).join(" ")).join("; "),
  };
}

/** A content control with a citation (Mendeley Cite, Citavi): what its tag says. Null for other controls. */
export function readCitationTag(tag: string): { key: string; refreshed: string; shown: string } | null {
  const coded = /^MENDELEY_CITATION_v\d+_(.+)$/.exec(tag)?.[1];
  if (coded !== undefined) {
    try {
      const data = JSON.parse(Buffer.from(coded, "base64").toString("utf8")) as Record<string, unknown>;
      const cited = citedIn(data, "MENDELEY");
      if (cited) return { ...cited, refreshed: tag };
    } catch {
      // An unknown format, so the tag itself is compared.
    }
    return { key: tag, refreshed: "", shown: "" };
  }
  return /^Citavi(?:Placeholder|Bibliography)/i.test(tag) ? { key: tag, refreshed: "", shown: "" } : null;
}

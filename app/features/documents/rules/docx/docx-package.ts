import { Refused } from "../readers/refusal.ts";
import { OPEN, END, scanPart, type Vocabulary, XmlScanner } from "./xml.ts";
import { entryOf, exactName, openZip, readPart, textOfPart, withTexts, type Zip } from "./zip.ts";

export type Relationship = { id: string; type: string; target: string; external: boolean };

export type DocxPackage = {
  zip: Zip;
  /** The parts' names in the archive; null if missing. */
  main: string;
  styles: string | null;
  footnotes: string | null;
  endnotes: string | null;
  comments: string | null;
  commentsExtended: string | null;
  core: string | null;
  app: string | null;
  /** The main part's relationships. */
  relations: readonly Relationship[];
};

const RELATIONSHIPS: Vocabulary = new Map([
  ["http://schemas.openxmlformats.org/package/2006/relationships", new Map([["Relationship", 1]])],
]);
const TYPES: Vocabulary = new Map([
  [
    "http://schemas.openxmlformats.org/package/2006/content-types",
    new Map([
      ["Default", 1],
      ["Override", 2],
    ]),
  ],
]);

/** The folder and the relationships part of a part. */
const relationshipsName = (part: string): string => part.replace(/([^/]*)$/, "_rels/$1.rels");

export function resolveTarget(part: string, target: string): string {
  const path = target.startsWith("/") ? target.slice(1) : part.slice(0, part.lastIndexOf("/") + 1) + target;
  if (!/(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return path;
  const out: string[] = [];
  for (const piece of path.split("/")) {
    if (piece === "..") out.pop();
    else if (piece !== "." && piece !== "") out.push(piece);
  }
  return out.join("/");
}

/** A part's relationships ("" for the package), with targets as names in the archive. */
export function readRelationships(zip: Zip, part: string): Relationship[] {
  const bytes = readPart(zip, part === "" ? "_rels/.rels" : relationshipsName(part));
  if (!bytes) return [];
  const scanner = scanPart(bytes, RELATIONSHIPS);
  const list: Relationship[] = [];
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token !== OPEN || scanner.code !== 1) continue;
    const external = scanner.attribute("TargetMode") === "External";
    const target = scanner.attribute("Target") ?? "";
    list.push({
      id: scanner.attribute("Id") ?? "",
      type: (scanner.attribute("Type") ?? "").replace(/^.*\//, ""),
      target: external ? target : resolveTarget(part, safeDecode(target)),
      external,
    });
  }
  return list;
}

function safeDecode(target: string): string {
  if (!target.includes("%")) return target;
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** The unpacked size of a part without text. The largest in real documents have one megabyte. */
const MAX_SIDE_PART = 8 * 1024 * 1024;

/** Finds a Word document's parts by relationships, never by name. Refuses other packages, and documents with macros. */
export function openDocx(input: Uint8Array | Zip): DocxPackage {
  const zip = input instanceof Uint8Array ? openZip(input) : input;
  const root = readRelationships(zip, "");
  const office = root.find((one) => one.type === "officeDocument" && !one.external);
  if (!office || !hasPart(zip, office.target)) throw new Refused("damaged");
  const type = contentType(zip, office.target);
  if (/spreadsheetml|presentationml|visio|ms-excel|ms-powerpoint/i.test(type))
    throw new Refused("not-a-document", "This is a spreadsheet or a presentation, not a manuscript.");
  const relations = readRelationships(zip, office.target);
  if (/macroEnabled/i.test(type) || relations.some((one) => one.type === "vbaProject" || one.type === "wordVbaData"))
    throw new Refused("macros");
  const find = (kind: string, list = relations): string | null => {
    const found = list.find((one) => one.type === kind && !one.external);
    return found && hasPart(zip, found.target) ? found.target : null;
  };
  for (const kind of ["styles", "numbering", "settings", "fontTable", "theme"]) {
    const name = find(kind);
    const entry = name === null ? undefined : entryOf(zip, name);
    if (entry && entry.size > MAX_SIDE_PART)
      throw new Refused(
        "bomb",
        `This file holds far more ${kind === "styles" ? "styles" : "settings"} than a manuscript needs.`,
        "Copy its text into a new document, save that as .docx, and upload the new file.",
      );
  }
  return {
    zip,
    main: office.target,
    styles: find("styles"),
    footnotes: find("footnotes"),
    endnotes: find("endnotes"),
    comments: find("comments"),
    commentsExtended: find("commentsExtended"),
    core: find("core-properties", root) ?? find("metadata/core-properties", root),
    app: find("extended-properties", root) ?? find("extendedProperties", root),
    relations,
  };
}

/** The main part's related part of a type, by name. */
export const relatedPart = (docx: DocxPackage, type: string): string | null =>
  docx.relations.find((one) => one.type === type && !one.external)?.target ?? null;

export const hasPart = (zip: Zip, name: string): boolean => entryOf(zip, name) !== undefined;

/** The document with other texts in some parts, by exact name. The same one if there are none. */
export const withParts = (docx: DocxPackage, texts: ReadonlyMap<string, string>): DocxPackage =>
  texts.size === 0 ? docx : { ...docx, zip: withTexts(docx.zip, texts) };

/** The text of a required XML part. */
export function readXml(zip: Zip, name: string): string {
  const text = textOfPart(zip, name);
  if (text === null) throw new Refused("damaged");
  return text;
}

/** A scanner for a required XML part. */
export function scanXml(zip: Zip, name: string, vocabulary: Vocabulary): XmlScanner {
  const text = zip.texts.get(exactName(zip, name));
  if (text !== undefined) return new XmlScanner(text, vocabulary);
  const bytes = readPart(zip, name);
  if (!bytes) throw new Refused("damaged");
  return scanPart(bytes, vocabulary);
}

function contentType(zip: Zip, part: string): string {
  const bytes = readPart(zip, "[Content_Types].xml");
  if (!bytes) throw new Refused("damaged");
  const scanner = scanPart(bytes, TYPES);
  let byExtension = "";
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (token !== OPEN) continue;
    if (scanner.code === 2 && scanner.attribute("PartName")?.toLowerCase() === `/${part.toLowerCase()}`)
      return scanner.attribute("ContentType") ?? "";
    if (scanner.code === 1 && part.toLowerCase().endsWith(`.${scanner.attribute("Extension")?.toLowerCase()}`))
      byExtension = scanner.attribute("ContentType") ?? "";
  }
  return byExtension;
}

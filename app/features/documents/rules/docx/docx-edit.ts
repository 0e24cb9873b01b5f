import { hasPart, readRelationships, type DocxPackage, type Relationship } from "./docx-package.ts";
import { decodeXml, END, OPEN, XmlScanner } from "./xml.ts";
import { openZip, readPart, rewriteZip, type Zip } from "./zip.ts";

/** The name a part has in the archive, whatever the case it is asked for in. */
export const exactName = (zip: Zip, name: string): string => zip.folded.get(name.toLowerCase()) ?? name;

/** XML as the bytes of a part: UTF-8, and said to be. */
export function encodeXml(xml: string): Buffer {
  const plain = xml.charCodeAt(0) === 0xfeff ? xml.slice(1) : xml;
  return Buffer.from(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2"), "utf8");
}

/** A .docx being changed: parts that nothing is done to stay as they are, to the byte. */
export class DocxEdit {
  readonly docx: DocxPackage;
  private readonly texts = new Map<string, string>();
  private readonly bytes = new Map<string, Buffer | null>();

  constructor(docx: DocxPackage) {
    this.docx = docx;
  }

  /** The XML of a part as it now is; null where there is none. */
  xml(part: string): string | null {
    const name = exactName(this.docx.zip, part);
    const known = this.texts.get(name);
    if (known !== undefined) return known;
    const bytes = this.bytes.get(name);
    if (bytes === null) return null;
    const read = bytes ?? readPart(this.docx.zip, name);
    return read ? decodeXml(read) : null;
  }

  /** Sets the XML of a part that differs from what it was. */
  set(part: string, xml: string): void {
    const name = exactName(this.docx.zip, part);
    this.bytes.delete(name);
    this.texts.set(name, xml);
  }

  setBytes(part: string, bytes: Buffer): void {
    this.bytes.set(exactName(this.docx.zip, part), bytes);
  }

  /** Takes out the parts that a part ("" for the package) leads to by relationships that `wanted` holds for, and these with them. */
  drop(from: string, wanted: (relation: Relationship) => boolean): void {
    const { zip } = this.docx;
    const dropped = readRelationships(zip, from).filter(wanted);
    if (dropped.length === 0) return;
    const names = new Set<string>();
    const remove = (relation: Relationship): void => {
      if (relation.external || !hasPart(zip, relation.target)) return;
      const name = exactName(zip, relation.target);
      if (names.has(`/${name.toLowerCase()}`)) return;
      names.add(`/${name.toLowerCase()}`);
      for (const part of [name, exactName(zip, name.replace(/([^/]*)$/, "_rels/$1.rels"))]) {
        this.texts.delete(part);
        if (zip.entries.has(part)) this.bytes.set(part, null);
      }
      // What hangs on it alone: the properties of a data store, the signatures of a signature's origin.
      for (const own of readRelationships(zip, name))
        if (/^(?:customXmlProps|signature|certificate)$/.test(own.type)) remove(own);
    };
    for (const relation of dropped) remove(relation);
    const ids = new Set(dropped.map((one) => one.id));
    this.cut(
      from === "" ? "_rels/.rels" : from.replace(/([^/]*)$/, "_rels/$1.rels"),
      (scanner, name) => name === "Relationship" && ids.has(scanner.attribute("Id") ?? ""),
    );
    if (names.size > 0)
      this.cut(
        "[Content_Types].xml",
        (scanner, name) => name === "Override" && names.has((scanner.attribute("PartName") ?? "").toLowerCase()),
      );
  }

  /** Cuts elements out of a part, by what `drop` says of them and their local name; the rest stays as it is. */
  cut(part: string, drop: (scanner: XmlScanner, name: string) => boolean): void {
    const xml = this.xml(part);
    if (xml === null) return;
    const scanner = new XmlScanner(xml, new Map());
    let out = "";
    let kept = 0;
    for (let token = scanner.next(); token !== END; token = scanner.next()) {
      if (token !== OPEN || !drop(scanner, scanner.name.replace(/^.*:/, ""))) continue;
      out += xml.slice(kept, scanner.start);
      scanner.skip();
      kept = scanner.end;
    }
    if (kept > 0) this.set(part, out + xml.slice(kept));
  }

  /** @param level how hard the changed parts are packed, 0 to 9 */
  finish(level = 6): Buffer {
    const changed = new Map<string, Buffer | null>(this.bytes);
    for (const [name, xml] of this.texts) changed.set(name, encodeXml(xml));
    return changed.size === 0 ? this.docx.zip.bytes : rewriteZip(this.docx.zip, changed, level);
  }
}

/** A template (.dotx) as a document: Word does not open one under a document's name. Whatever else it is stays as it is. */
export function asDocument(bytes: Buffer): Buffer {
  const zip = openZip(bytes);
  const name = exactName(zip, "[Content_Types].xml");
  const xml = readPart(zip, name)?.toString("utf8") ?? "";
  const made = xml.replace("wordprocessingml.template.main+xml", "wordprocessingml.document.main+xml");
  return made === xml ? bytes : rewriteZip(zip, new Map([[name, Buffer.from(made)]]));
}

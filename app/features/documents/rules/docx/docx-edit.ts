import { hasPart, readRelationships, type DocxPackage, type Relationship } from "./docx-package.ts";
import { decodeXml, encodeXml } from "./xml-text.ts";
import { END, OPEN, XmlScanner } from "./xml.ts";
import { exactName, openZip, readPart, rewriteZip, textOfPart } from "./zip.ts";

/** A .docx being edited. Unchanged parts stay byte for byte the same. */
export class DocxEdit {
  readonly docx: DocxPackage;
  private readonly texts = new Map<string, string>();
  private readonly bytes = new Map<string, Buffer | null>();

  constructor(docx: DocxPackage) {
    this.docx = docx;
  }

  /** A part's current XML; null if it doesn't exist. */
  xml(part: string): string | null {
    const name = exactName(this.docx.zip, part);
    const known = this.texts.get(name);
    if (known !== undefined) return known;
    const bytes = this.bytes.get(name);
    return bytes ? decodeXml(bytes) : bytes === null ? null : textOfPart(this.docx.zip, name);
  }

  /** Sets a part's changed XML. */
  set(part: string, xml: string): void {
    const name = exactName(this.docx.zip, part);
    this.bytes.delete(name);
    this.texts.set(name, xml);
  }

  setBytes(part: string, bytes: Buffer): void {
    this.bytes.set(exactName(this.docx.zip, part), bytes);
  }

  /**
   * Removes the parts related to a part ("" for the package) by matching relationships, along with the relationships.
   */
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
      // Parts that only it uses: a data store's properties, a signature origin's signatures.
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

  /** Removes elements from a part if `drop` returns true for them and their local name. The rest is unchanged. */
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

  finish(): Buffer {
    const changed = new Map<string, Buffer | null>(this.bytes);
    for (const [name, xml] of this.texts) changed.set(name, encodeXml(xml));
    return changed.size === 0 ? this.docx.zip.bytes : rewriteZip(this.docx.zip, changed);
  }
}

/**
 * A template (.dotx) as a document, because Word doesn't open one with a document's extension. Everything else is
 * unchanged.
 */
export function asDocument(bytes: Buffer): Buffer {
  const zip = openZip(bytes);
  const name = exactName(zip, "[Content_Types].xml");
  const xml = readPart(zip, name)?.toString("utf8") ?? "";
  const made = xml.replace("wordprocessingml.template.main+xml", "wordprocessingml.document.main+xml");
  return made === xml ? bytes : rewriteZip(zip, new Map([[name, Buffer.from(made)]]));
}

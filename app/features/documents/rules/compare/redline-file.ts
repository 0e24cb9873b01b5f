import { readMarkup, type Part } from "./compare-markup.ts";
import { readXml, type DocxPackage } from "../docx/docx-package.ts";
import { Refused } from "../readers/refusal.ts";
import { encodeXml, escapeXml } from "../docx/xml-text.ts";
import { exactName } from "../docx/zip.ts";

/** B's file as it's written: its main part, and the parts, relationships, and types that are added. */
export class RedlineFile {
  readonly docx: DocxPackage;
  /** Its main part. */
  readonly part: Part;
  readonly changed = new Map<string, Buffer | null>();
  readonly newNamespaces = new Map<string, string>();
  readonly newRelations: string[] = [];
  readonly newTypes = new Map<string, string>();

  constructor(docx: DocxPackage) {
    this.docx = docx;
    const part = readMarkup(readXml(docx.zip, docx.main));
    if (!part) throw new Refused("damaged");
    this.part = part;
  }

  set(name: string, xml: string): void {
    this.changed.set(exactName(this.docx.zip, name), encodeXml(xml));
  }

  declareNamespaces(part: Part): void {
    const missing = [...this.newNamespaces].filter(([prefix]) => !part.namespaces.has(prefix));
    // Notes use B's prefixes too.
    if (part !== this.part)
      for (const [prefix, uri] of this.part.namespaces)
        if (prefix !== "" && !part.namespaces.has(prefix)) missing.push([prefix, uri]);
    if (missing.length === 0) return;
    const text = missing.map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`).join("");
    part.root.raw = part.root.raw.replace(/\s*(\/?)>$/, `${text}$1>`);
    for (const [prefix, uri] of missing) part.namespaces.set(prefix, uri);
  }

  /** Writes the added relationships and types. */
  finish(): void {
    const append = (name: string, tail: string, more: string): void => {
      const xml = readXml(this.docx.zip, name);
      const at = xml.lastIndexOf(`</`);
      if (at < 0) throw new Refused("damaged", `The file's ${tail} cannot be added to.`);
      this.set(name, xml.slice(0, at) + more + xml.slice(at));
    };
    const relations = this.docx.main.replace(/([^/]*)$/, "_rels/$1.rels");
    if (this.newRelations.length > 0) {
      const exact = this.docx.zip.folded.get(relations.toLowerCase());
      if (exact) append(exact, "relationships", this.newRelations.join(""));
      else
        this.changed.set(
          relations,
          Buffer.from(
            `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${this.newRelations.join("")}</Relationships>`,
          ),
        );
    }
    if (this.newTypes.size === 0) return;
    const name = this.docx.zip.folded.get("[content_types].xml") ?? "[Content_Types].xml";
    const present = readXml(this.docx.zip, name);
    const more = [...this.newTypes]
      .map(([key, type]) =>
        key.startsWith("/")
          ? `<Override PartName="${key}" ContentType="${type}"/>`
          : new RegExp(`Extension="${key}"`, "i").test(present)
            ? ""
            : `<Default Extension="${key}" ContentType="${type}"/>`,
      )
      .join("");
    if (more !== "") append(name, "content types", more);
  }
}

import { WORD_NAMESPACES, inNamespaceOf, inside, readMarkup, type Part } from "./compare-markup.ts";
import { readRelationships, readXml, type DocxPackage } from "../docx/docx-package.ts";
import { Refused } from "../readers/refusal.ts";
import { escapeXml } from "../docx/xml-text.ts";
import type { Node } from "../docx/xml-tree.ts";
import { readPart } from "../docx/zip.ts";
import type { RedlineFile } from "./redline-file.ts";

export const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** What only A has, adapted for B's file. */
export class Foreign {
  readonly docx: DocxPackage;
  /** A's main part. */
  readonly part: Part;
  private readonly file: RedlineFile;
  private readonly imported = new Map<string, string | null>();
  private readonly relations: Map<string, { type: string; target: string; external: boolean }>;
  /** Whether A's markup can be used in B unchanged. */
  private readonly alike: boolean;
  /** Properties of A's runs as written in B. Cached, because a run has many words. */
  private readonly writtenProperties = new WeakMap<Node, string>();
  private drawing = 900_000;

  constructor(docx: DocxPackage, file: RedlineFile) {
    this.docx = docx;
    this.file = file;
    const part = readMarkup(inNamespaceOf(file.part, readXml(docx.zip, docx.main)));
    if (!part) throw new Refused("damaged");
    this.part = part;
    const space = (of: Part): string => of.namespaces.get(of.prefix.replace(":", "")) ?? "";
    this.alike =
      part.prefix === file.part.prefix &&
      space(part) === space(file.part) &&
      (WORD_NAMESPACES as readonly string[]).includes(space(file.part));
    this.relations = new Map(readRelationships(docx.zip, docx.main).map((one) => [one.id, one]));
  }

  /** A's markup adapted for B; null if a prefix means something else there. */
  adapt(xml: string): string | null {
    if (xml === "") return "";
    if (!this.alike) return null;
    const own = new Set([...xml.matchAll(/\sxmlns:([\w.-]+)\s*=/g)].map((match) => match[1] as string));
    for (const [, one, two] of xml.matchAll(/<([\w.-]+):|\s([\w.-]+):[\w.-]+\s*=/g)) {
      const prefix = (one ?? two) as string;
      if (prefix === "xmlns" || prefix === "xml" || own.has(prefix)) continue;
      const uri = this.part.namespaces.get(prefix);
      if (uri === undefined) return null;
      const there = this.file.part.namespaces.get(prefix) ?? this.file.newNamespaces.get(prefix);
      if (there === undefined) this.file.newNamespaces.set(prefix, uri);
      else if (there !== uri) return null;
    }
    return xml;
  }

  /** The properties of one of A's runs. */
  runProperties(properties: Node | null): string {
    if (!properties) return "";
    const known = this.writtenProperties.get(properties);
    if (known !== undefined) return known;
    const xml = this.adapt(inside(properties)) ?? "";
    const made = xml === "" ? "" : `<${this.file.part.prefix}rPr>${xml}</${this.file.part.prefix}rPr>`;
    this.writtenProperties.set(properties, made);
    return made;
  }

  /** Markup of A's that is deleted, with its pictures imported; "" if it can't be shown in B. */
  deletedAtom(xml: string): string {
    const fit = this.adapt(xml.replace(/<(\/?[\w.-]*:?)instrText\b/g, "<$1delInstrText"));
    if (fit === null) return "";
    let lost = false;
    const linked = fit.replace(
      /(\s(?:[\w.-]+):(?:embed|id|link|pict|dm|cs|lo|qs)=")(rId[^"]*|[^"]+)(")/g,
      (all: string, head: string, id: string, tail: string) => {
        if (!this.relations.has(id)) return all;
        const here = this.importRelation(id);
        if (here === null) lost = true;
        return head + (here ?? id) + tail;
      },
    );
    if (lost) return "";
    // Shapes are identified by ids, which B's own shapes use too.
    const suffix = `_before${++this.drawing}`;
    const shapes = new Set([...linked.matchAll(/<v:[a-z]+\b[^>]*?\sid="([^"]+)"/g)].map((match) => match[1] as string));
    const renamed =
      shapes.size === 0
        ? linked
        : linked
            .replace(/(<v:[a-z]+\b[^>]*?\sid=")([^"]+)(")/g, `$1$2${suffix}$3`)
            .replace(/(\stype="#)([^"]+)(")/g, (all: string, head: string, id: string, tail: string) =>
              shapes.has(id) ? `${head}${id}${suffix}${tail}` : all,
            )
            .replace(/\s(?:o:spid|w14:anchorId|w14:editId)="[^"]*"/g, "");
    return renamed.replace(
      /(<(?:[\w.-]+:)?docPr\b[^>]*?\sid=")\d+(")/g,
      (_all: string, head: string, tail: string) => `${head}${++this.drawing}${tail}`,
    );
  }

  /** Imports a picture or link of A's. @returns the relationship's id in B; null if it involves more than one file */
  private importRelation(id: string): string | null {
    const known = this.imported.get(id);
    if (known !== undefined) return known;
    const relation = this.relations.get(id);
    let here: string | null = null;
    if (relation && relation.external && relation.type === "hyperlink") {
      here = `rIdStet${this.imported.size + 1}`;
      this.file.newRelations.push(
        `<Relationship Id="${here}" Type="${RELATION}/hyperlink" Target="${escapeXml(relation.target)}" TargetMode="External"/>`,
      );
    } else if (relation && !relation.external && relation.type === "image") {
      const bytes = readPart(this.docx.zip, relation.target);
      const extension = /\.([A-Za-z0-9]{1,5})$/.exec(relation.target)?.[1]?.toLowerCase();
      if (bytes && extension && MEDIA[extension]) {
        here = `rIdStet${this.imported.size + 1}`;
        const folder = this.file.docx.main.replace(/[^/]*$/, "");
        const name = `media/before${this.imported.size + 1}.${extension}`;
        this.file.changed.set(folder + name, bytes);
        this.file.newTypes.set(extension, MEDIA[extension] as string);
        this.file.newRelations.push(`<Relationship Id="${here}" Type="${RELATION}/image" Target="${name}"/>`);
      }
    }
    this.imported.set(id, here);
    return here;
  }
}

const MEDIA: Record<string, string> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  bmp: "image/bmp",
  tif: "image/tiff",
  tiff: "image/tiff",
  emf: "image/x-emf",
  wmf: "image/x-wmf",
  svg: "image/svg+xml",
};

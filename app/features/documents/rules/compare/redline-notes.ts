import { M, child, inNamespaceOf, inside, readMarkup, type Part } from "./compare-markup.ts";
import { readXml, type DocxPackage } from "../docx/docx-package.ts";
import { escapeXml } from "../docx/xml-text.ts";
import { attributeOf, writeTree, type Node } from "../docx/xml-tree.ts";
import type { ChangeMarkup } from "./redline-markup.ts";
import { type Foreign, RELATION } from "./redline-foreign.ts";
import type { RedlineFile } from "./redline-file.ts";

export type NoteKind = "footnote" | "endnote";

/** The notes of one kind: A's and B's by id, B's part, and what's added to it. */
type NoteStore = {
  a: Map<string, Node>;
  b: Map<string, Node>;
  part: Part | null;
  name: string | null;
  added: string[];
  next: number;
};

/** Both versions' footnotes and endnotes. */
export class RedlineNotes {
  private readonly file: RedlineFile;
  private readonly foreign: Foreign;
  private readonly markup: ChangeMarkup;
  private readonly notes: Record<NoteKind, NoteStore>;

  constructor(file: RedlineFile, foreign: Foreign, markup: ChangeMarkup) {
    this.file = file;
    this.foreign = foreign;
    this.markup = markup;
    this.notes = { footnote: this.read("footnote"), endnote: this.read("endnote") };
  }

  /** The notes of one kind. */
  of(kind: NoteKind): NoteStore {
    return this.notes[kind];
  }

  private read(kind: NoteKind): NoteStore {
    const load = (docx: DocxPackage): { part: Part | null; name: string | null; byId: Map<string, Node> } => {
      const name = kind === "footnote" ? docx.footnotes : docx.endnotes;
      const xml = name === null ? null : readXml(docx.zip, name);
      const part =
        xml === null ? null : readMarkup(docx === this.foreign.docx ? inNamespaceOf(this.file.part, xml) : xml);
      const byId = new Map<string, Node>();
      for (const one of part?.root.children ?? [])
        if (one.code === M.footnote || one.code === M.endnote) byId.set(attributeOf(one, "id") ?? "", one);
      return { part, name, byId };
    };
    const [a, b] = [load(this.foreign.docx), load(this.file.docx)];
    const ids = [...a.byId.keys(), ...b.byId.keys()].map(Number).filter(Number.isFinite);
    return { a: a.byId, b: b.byId, part: b.part, name: b.name, added: [] as string[], next: Math.max(0, ...ids) + 1 };
  }

  /** Imports a note that only A has. @returns its mark in the text */
  importMark(kind: NoteKind, id: string): string {
    const { w } = this.markup;
    const store = this.notes[kind];
    const note = store.a.get(id);
    if (!note) return "";
    const here = store.next++;
    const text = note.children.map((one) => (one.code === M.p ? this.plainParagraph(one) : "")).join("") || `<${w}p/>`;
    store.added.push(`<${w}${kind} ${w}id="${here}">${text}</${w}${kind}>`);
    return `<${w}${kind}Reference ${w}id="${here}"/>`;
  }

  /** A paragraph of A's in plain runs, as used in an imported note. */
  private plainParagraph(paragraph: Node): string {
    const { w } = this.markup;
    const properties = child(paragraph, M.pPr);
    const runs = (nodes: readonly Node[]): string =>
      nodes
        .map((node) => {
          if (node.code === M.r)
            return `<${w}r>${this.foreign.runProperties(child(node, M.rPr))}${node.children
              .filter((one) => one.code !== M.rPr && one.code !== M.commentReference)
              .map(
                (one) =>
                  this.foreign.adapt(writeTree(one)) ??
                  (one.code === M.t ? `<${w}t xml:space="preserve">${inside(one)}</${w}t>` : ""),
              )
              .join("")}</${w}r>`;
          if (node.code === M.pPr || node.close === null) return "";
          if (node.code === M.sdt) return runs(child(node, M.sdtContent)?.children ?? []);
          return node.code === 0 ? (this.foreign.adapt(writeTree(node)) ?? "") : runs(node.children);
        })
        .join("");
    return `<${w}p>${this.markup.paragraphProperties(properties, "", null, true)}${runs(paragraph.children)}</${w}p>`;
  }

  /** Writes the notes that were added or compared. */
  finish(): void {
    for (const kind of ["footnote", "endnote"] as const) {
      const { part, name, added } = this.notes[kind];
      if (part && name !== null) {
        if (added.length > 0) part.root.children.push({ code: 0, raw: added.join(""), close: null, children: [] });
        if (part.root.close === null) continue;
        this.file.declareNamespaces(part);
        this.file.set(name, writeTree(part.tree));
      } else if (added.length > 0) {
        const { w } = this.markup;
        const declarations = [...this.file.part.namespaces, ...this.file.newNamespaces]
          .map(([prefix, uri]) => ` xmlns${prefix ? `:${prefix}` : ""}="${escapeXml(uri)}"`)
          .join("");
        const mark = (id: number, type: string): string =>
          `<${w}${kind} ${w}type="${type}" ${w}id="${id}"><${w}p><${w}r><${w}${type}/></${w}r></${w}p></${w}${kind}>`;
        const folder = this.file.docx.main.replace(/[^/]*$/, "");
        this.file.changed.set(
          `${folder}${kind}s.xml`,
          Buffer.from(
            `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${w}${kind}s${declarations}>${mark(-1, "separator")}${mark(0, "continuationSeparator")}${added.join("")}</${w}${kind}s>`,
          ),
        );
        this.file.newRelations.push(
          `<Relationship Id="rIdStet${kind}s" Type="${RELATION}/${kind}s" Target="${kind}s.xml"/>`,
        );
        this.file.newTypes.set(
          `/${folder}${kind}s.xml`,
          `application/vnd.openxmlformats-officedocument.wordprocessingml.${kind}s+xml`,
        );
      }
    }
  }
}

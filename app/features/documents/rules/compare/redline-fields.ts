import { M, POINTS, child, inside, isBlank, isWrapperProperties } from "./compare-markup.ts";
import { attributeOf, writeTree, type Node } from "../docx/xml-tree.ts";
import type { ChangeMarkup } from "./redline-markup.ts";
import type { Foreign } from "./redline-foreign.ts";
import type { RedlineNotes } from "./redline-notes.ts";

/** Deleted and inserted fields, links, and equations, which changes can't simply surround. */
export class ChangedFields {
  private readonly foreign: Foreign;
  private readonly markup: ChangeMarkup;
  private readonly notes: RedlineNotes;

  constructor(foreign: Foreign, markup: ChangeMarkup, notes: RedlineNotes) {
    this.foreign = foreign;
    this.markup = markup;
    this.notes = notes;
  }

  /** Deleted fields and equations, as deleted text. */
  deleted(nodes: readonly Node[]): string {
    const { w } = this.markup;
    return nodes
      .map((node) => {
        if (node.code === M.fldSimple) return this.deletedSimpleField(node);
        if (node.code === M.hyperlink || node.code === M.sdt || node.code === M.smartTag || node.code === M.customXml)
          return this.deleted(node.code === M.sdt ? (child(node, M.sdtContent)?.children ?? []) : node.children);
        if (node.code === M.pPr || isBlank(node) || POINTS.has(node.code) || isWrapperProperties(node)) return "";
        if (node.code === M.r) {
          const inner = node.children
            .filter((one) => one.code !== M.rPr && one.code !== M.lastRenderedPageBreak)
            .map((one) => {
              if (one.code === M.t)
                return `<${w}delText xml:space="preserve">${attributeOf(one, "space") === "preserve" ? inside(one) : inside(one).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "")}</${w}delText>`;
              if (one.code === M.footnoteReference || one.code === M.endnoteReference)
                return this.notes.importMark(
                  one.code === M.footnoteReference ? "footnote" : "endnote",
                  attributeOf(one, "id") ?? "",
                );
              return this.foreign.deletedAtom(writeTree(one));
            })
            .join("");
          return `<${w}r>${this.foreign.runProperties(child(node, M.rPr))}${inner}</${w}r>`;
        }
        return this.foreign.deletedAtom(writeTree(node));
      })
      .join("");
  }

  /** A deletion can't contain a simple field, so it's written as a complex field. */
  private deletedSimpleField(node: Node): string {
    const { w } = this.markup;
    const mark = (type: string): string => `<${w}r><${w}fldChar ${w}fldCharType="${type}"/></${w}r>`;
    return `${mark("begin")}<${w}r><${w}delInstrText xml:space="preserve">${(attributeOf(node, "instr") ?? "").replace(/</g, "&lt;")}</${w}delInstrText></${w}r>${mark("separate")}${this.deleted(node.children)}${mark("end")}`;
  }

  inserted(node: Node): string {
    const { w } = this.markup;
    if (node.code === M.fldSimple) return this.insertedSimpleField(node);
    if (node.code !== M.hyperlink) return `<${w}ins ${this.markup.by()}>${writeTree(node)}</${w}ins>`;
    return (
      node.raw +
      node.children
        .map((one) =>
          isBlank(one)
            ? ""
            : one.code === M.r
              ? `<${w}ins ${this.markup.by()}>${writeTree(one)}</${w}ins>`
              : writeTree(one),
        )
        .join("") +
      (node.close ?? "")
    );
  }

  /** Only runs can be inserted: on rejection, a simple field would stay without its result. */
  private insertedSimpleField(node: Node): string {
    const { w } = this.markup;
    const mark = (type: string): string => `<${w}r><${w}fldChar ${w}fldCharType="${type}"/></${w}r>`;
    const instruction = (attributeOf(node, "instr") ?? "").replace(/</g, "&lt;");
    const result = node.children
      .filter((one) => !isBlank(one) && one.close !== null && one.code !== 0)
      .map((one) => this.inserted(one))
      .join("");
    return `<${w}ins ${this.markup.by()}>${mark("begin")}<${w}r><${w}instrText xml:space="preserve">${instruction}</${w}instrText></${w}r>${mark("separate")}</${w}ins>${result}<${w}ins ${this.markup.by()}>${mark("end")}</${w}ins>`;
  }
}

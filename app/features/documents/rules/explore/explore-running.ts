/** Which headers and footers the pages of a document show. */
import { C, CHANGES } from "../docx/revision-markup.ts";
import { attributeOf, childNamed, isOnIn, localOf, type Node } from "../docx/xml-tree.ts";

/**
 * The relationships of the headers and footers that pages show: those of first pages only where a section has its own,
 * those of even pages only if the document tells them apart. A section without one has the one of the section before.
 * @param settings the document's settings, null if it has none
 */
export function shownOnPages(main: Node, settings: Node | null): Set<string> {
  const evenToo = isOnIn(
    settings?.children.find((one) => localOf(one) === "settings"),
    "evenAndOddHeaders",
  );
  const current = new Map<string, string>();
  const shown = new Set<string>();
  for (const section of sectionsIn(main)) {
    for (const one of section.children) {
      const local = localOf(one);
      if (local === "headerReference" || local === "footerReference")
        current.set(`${attributeOf(one, "type") ?? "default"} ${local}`, attributeOf(one, "id") ?? "");
    }
    const types = ["default", ...(isOnIn(section, "titlePg") ? ["first"] : []), ...(evenToo ? ["even"] : [])];
    for (const type of types)
      for (const local of ["headerReference", "footerReference"]) {
        const id = current.get(`${type} ${local}`);
        if (id !== undefined) shown.add(id);
      }
  }
  return shown;
}

/** The properties of a document's sections: each is in the last paragraph of its section, the last one in the body. */
function sectionsIn(node: Node, out: Node[] = []): Node[] {
  for (const child of node.children) {
    if (child.code === C.sectPr) out.push(child);
    else if (child.code === C.p) {
      const own = childNamed(childNamed(child, "pPr"), "sectPr");
      if (own) out.push(own);
    } else if (child.code !== C.tbl && !CHANGES.has(child.code)) sectionsIn(child, out);
  }
  return out;
}

/** The letters of a header or footer, and a sign for each picture: "" if it's blank. */
export function saidIn(node: Node): string {
  const local = localOf(node);
  if (local === "drawing" || local === "pict" || local === "object") return "\ufffc";
  if (node.code === C.t) return node.children.map((child) => child.raw).join("");
  return node.children.map(saidIn).join("").trim();
}

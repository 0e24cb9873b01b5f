/** Reads pictures, charts, diagrams, and shapes. */
import type { DocxPackage } from "../../docx/docx-package.ts";
import { fragment, localName, valueOf } from "./surface-markup.ts";
import type { Node } from "../../docx/xml-tree.ts";
import { type Atom, type AtomKind, type Relations, contentKey, newAtom, shownIn } from "./surface-atoms.ts";

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

/** Reads pictures, charts, diagrams, and shapes. */
import type { DocxPackage } from "../../docx/docx-package.ts";
import { canonical, fragment, textOf } from "./surface-markup.ts";
import { childNamed, localOf, type Node, valueOf } from "../../docx/xml-tree.ts";
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

const inPoints = (emu: string): string => String(Math.round(Number(emu) / 12_700));

/** Where a floating picture stands: "column 12, paragraph top". */
const position: Say = ({ looks }, node) => {
  const place = node.children.map(textOf).join("").trim();
  const said = `${valueOf(node, "relativeFrom") ?? ""} ${/^-?\d+$/.test(place) ? inPoints(place) : place}`;
  looks.position = looks.position === undefined ? said : `${looks.position}, ${said}`;
};

/** Parts of a shape that aren't its fill, its outline, or an effect. */
const NOT_LOOKS = new Set(["xfrm", "prstGeom", "custGeom", "extLst"]);

const shapeLook: Say = ({ looks }, node) => {
  const geometry = childNamed(node, "prstGeom");
  const form = (geometry && valueOf(geometry, "prst")) ?? "";
  const said = node.children
    .filter((one) => localOf(one) !== "" && !NOT_LOOKS.has(localOf(one)))
    .map((one) => `${localOf(one)}(${canonical(one)})`);
  const look = [form === "rect" ? "" : form, ...said].join(" ").trim();
  if (look !== "") looks["fill and outline"] = `${looks["fill and outline"] ?? ""}${look};`;
};

/** A shape of the older format says everything in one attribute. */
const styleOf = (style: string, name: string): string =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`).exec(style)?.[1]?.trim() ?? "";

const oldShape: Say = (picture, node) => {
  const style = valueOf(node, "style") ?? "";
  const { looks } = picture;
  if (/position:\s*absolute/.test(style)) {
    picture.floating = true;
    const place = ["margin-left", "margin-top", "left", "top"].map((name) =>
      styleOf(style, name).replace(/-?\d+(?:\.\d+)?/, (value) => String(Math.round(Number(value)))),
    );
    looks.position = place.join(" ").trim();
    looks.wrapping = styleOf(style, "z-index").startsWith("-") ? "behind the text" : "";
  }
  if (styleOf(style, "visibility") === "hidden") looks.hidden = "1";
  const said = ["fillcolor", "strokecolor", "filled", "stroked"].map((name) => valueOf(node, name) ?? "").join(" ");
  if (said.trim() !== "") looks["fill and outline"] = `${looks["fill and outline"] ?? ""}${said};`;
};

type Say = (picture: Picture, node: Node) => void;

/** What elements say about their picture, by local name. */
const SAID: ReadonlyMap<string, Say> = new Map<string, Say>([
  [
    "anchor",
    (picture, node) => {
      picture.floating = true;
      const behind = /^(?:1|true)$/.test(valueOf(node, "behindDoc") ?? "");
      const wrap = node.children.map(localOf).find((name) => name.startsWith("wrap")) ?? "";
      picture.looks.wrapping = behind ? "behind the text" : wrap === "wrapNone" ? "in front of the text" : wrap;
    },
  ],
  ["positionH", position],
  ["positionV", position],
  ["spPr", shapeLook],
  [
    "blip",
    ({ looks }, node) => {
      const effects = node.children.filter((one) => !/^(?:extLst|)$/.test(localOf(one)));
      if (effects.length > 0) looks.effects = effects.map((one) => `${localOf(one)}(${canonical(one)})`).join(" ");
    },
  ],
  [
    "bodyPr",
    ({ looks }, node) => {
      const vertical = valueOf(node, "vert") ?? "horz";
      if (vertical !== "horz") looks["direction of its text"] = vertical;
    },
  ],
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
      if (/^(?:1|true)$/.test(valueOf(node, "hidden") ?? "")) looks.hidden = "1";
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
  const local = localOf(node);
  if (local === "") return;
  if (local === "txbxContent") {
    picture.boxes.push(node);
    return;
  }
  if (local === "AlternateContent") {
    const choice =
      node.children.find((one) => localOf(one) === "Choice") ??
      node.children.find((one) => localOf(one) === "Fallback");
    for (const one of choice?.children ?? []) readInPicture(picture, one);
    return;
  }
  if (local === "wsp" || SHAPE.test(node.raw)) picture.shapes++;
  if (SHAPE.test(node.raw)) oldShape(picture, node);
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
      ...newAtom(kind, `${kind} ${keys.length > 0 ? keys.join(" ") : `${Math.min(shapes, 1)} ${boxes.length}`}`, -1),
      crop: crops.join(", "),
      looks,
    },
    boxes,
    floating,
  };
}

function descendant(node: Node, local: string): Node | undefined {
  for (const child of node.children) {
    const found = localOf(child) === local ? child : descendant(child, local);
    if (found) return found;
  }
  return undefined;
}

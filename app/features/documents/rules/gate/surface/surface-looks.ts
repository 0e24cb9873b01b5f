import { readXml, type DocxPackage } from "../../docx/docx-package.ts";
import { coversLetters } from "./colors.ts";
import { NOTHING, type Properties, TOGGLES, paragraphProperties, runProperties } from "./properties.ts";
import { treeOf } from "./surface-markup.ts";
import { childNamed, isOnAttribute, localOf, type Node, valueIn, valueOf } from "../../docx/xml-tree.ts";
import { contentOf } from "../../docx/zip.ts";

/** How text looks to a reader, with styles resolved. */

/** Gives equal properties the same number, across the documents of a comparison, and reads parts that they share once. */
export class LookRegistry {
  private readonly ids = new Map<string, number>();
  readonly list: Properties[] = [];
  private readonly trees = new Map<string, Node>();

  constructor() {
    this.of(NOTHING);
  }

  /** A part's tree; null if there's no such part. */
  tree({ zip }: DocxPackage, part: string | null): Node | null {
    const content = part === null ? null : contentOf(zip, part);
    if (part === null || content === null) return null;
    let tree = this.trees.get(content);
    if (!tree) this.trees.set(content, (tree = treeOf(readXml(zip, part))));
    return tree;
  }

  of(properties: Properties): number {
    let key = "";
    for (const name of Object.keys(properties).sort()) key += `${name}=${properties[name]};`;
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.list.length;
      this.ids.set(key, id);
      this.list.push(properties);
    }
    return id;
  }
}

type Style = { name: string; basedOn: string; run: Properties; paragraph: Properties };

/** How some words look to a reader. */
export type Look = {
  /** "super", "sub" or "". */
  script: string;
  hidden: boolean;
  /** Why it can't be read: it's too small, squeezed, or like its background. "" if it can. */
  faint: string;
  properties: Properties;
};

const MAX_CHAIN = 30;

/** One document's styles. */
export class SurfaceStyles {
  private readonly styles = new Map<string, Style>();
  private defaultParagraph = "";
  private defaults: { run: Properties; paragraph: Properties } = { run: NOTHING, paragraph: NOTHING };
  private readonly chains = new Map<string, { run: Properties; paragraph: Properties }>();
  private readonly looks = new Map<string, Look>();
  private readonly paragraphs = new WeakMap<Properties, Properties>();
  private readonly registry: LookRegistry;

  constructor(docx: DocxPackage, registry: LookRegistry) {
    this.registry = registry;
    if (!docx.styles) return;
    const styles = childNamed(registry.tree(docx, docx.styles) ?? undefined, "styles");
    for (const node of styles?.children ?? []) {
      const name = localOf(node);
      if (name === "docDefaults") this.defaults = defaultsOf(node);
      if (name !== "style") continue;
      const type = valueOf(node, "type");
      if (type === "table" || type === "numbering") continue;
      const id = valueOf(node, "styleId") ?? "";
      const [run, paragraph] = [childNamed(node, "rPr"), childNamed(node, "pPr")];
      this.styles.set(id, {
        name: (valueIn(node, "name") ?? id).toLowerCase(),
        basedOn: valueIn(node, "basedOn") ?? "",
        run: run ? runProperties(run) : NOTHING,
        paragraph: paragraph ? paragraphProperties(paragraph) : NOTHING,
      });
      if (type === "paragraph" && isOnAttribute(node, "default")) this.defaultParagraph = id;
    }
  }

  /** The name of a paragraph's style, whatever language its id is in. */
  nameOf(id: string): string {
    return this.styles.get(id || this.defaultParagraph)?.name ?? (id === "" ? "normal" : id.toLowerCase());
  }

  /** A paragraph's look, including its style. */
  paragraph(properties: Properties): Properties {
    const known = this.paragraphs.get(properties);
    if (known) return known;
    const { style = "", ...own } = properties;
    const base = this.chain(style || this.defaultParagraph);
    const made: Record<string, string> = {
      ...this.defaults.paragraph,
      ...base.paragraph,
      ...own,
      style: this.nameOf(style),
    };
    const { numId = "0", ilvl = "0" } = made;
    made.list = numId === "0" ? "" : `level ${Number(ilvl) + 1}`;
    this.paragraphs.set(properties, made);
    return made;
  }

  /**
   * A run's look in a paragraph with a style. @param direct the registry number of its own properties @param behind the
   * color behind the paragraph
   */
  run(paragraphStyle: string, direct: number, behind = ""): Look {
    const key = `${direct} ${behind} ${paragraphStyle}`;
    const known = this.looks.get(key);
    if (known) return known;
    const own = this.registry.list[direct] ?? NOTHING;
    const base = this.chain(paragraphStyle || this.defaultParagraph).run;
    const character = own.rStyle ? this.chain(own.rStyle).run : NOTHING;
    const all: Record<string, string> = { ...this.defaults.run, ...base, ...character };
    // On in both styles means off, because Word toggles them.
    for (const name of TOGGLES) if (base[name] === "1" && character[name] === "1") all[name] = "0";
    Object.assign(all, own);
    const properties: Record<string, string> = {};
    for (const [name, value] of Object.entries(all))
      if (value !== "" && value !== "0" && name !== "rStyle" && name !== "style") properties[name] = value;
    const { vertAlign, vanish, ...shown } = properties;
    const raised = Number(properties.position ?? "0");
    const look: Look = {
      script:
        vertAlign === "superscript" || (!vertAlign && raised > 0)
          ? "super"
          : vertAlign === "subscript" || (!vertAlign && raised < 0)
            ? "sub"
            : "",
      hidden: vanish === "1",
      faint: whyUnreadable(properties, behind),
      properties: shown,
    };
    this.looks.set(key, look);
    return look;
  }

  private chain(id: string): { run: Properties; paragraph: Properties } {
    const known = this.chains.get(id);
    if (known) return known;
    const list: Style[] = [];
    for (let at = id; list.length < MAX_CHAIN;) {
      const style = this.styles.get(at);
      if (!style || list.includes(style)) break;
      list.unshift(style);
      at = style.basedOn;
    }
    const made = {
      run: Object.assign({}, ...list.map((one) => one.run)) as Properties,
      paragraph: Object.assign({}, ...list.map((one) => one.paragraph)) as Properties,
    };
    this.chains.set(id, made);
    return made;
  }
}

/** Less than 3 points high, a fifth as wide, or squeezed until its letters lie on each other. */
function whyUnreadable(look: Properties, behind: string): string {
  const ground = look.highlight ?? look.shd ?? behind;
  if (Number(look.sz ?? "24") < 6 || (look.color === "FFFFFF" && /^(?:FFFFFF|white|)$/.test(ground)))
    return "white on white, or too small to read";
  if (
    (look.w !== undefined && Number.parseFloat(look.w) < 20) ||
    Number(look.spacing ?? "0") < -3 * Number(look.sz ?? "24")
  )
    return "squeezed until nobody can read it";
  if (look.textFill === "none") return "letters without a fill";
  return coversLetters(look.color ?? "", ground, look.highlight !== undefined)
    ? "in nearly the same color as its background"
    : "";
}

function defaultsOf(node: Node): { run: Properties; paragraph: Properties } {
  const run = childNamed(childNamed(node, "rPrDefault"), "rPr");
  const paragraph = childNamed(childNamed(node, "pPrDefault"), "pPr");
  return {
    run: run ? runProperties(run) : NOTHING,
    paragraph: paragraph ? paragraphProperties(paragraph) : NOTHING,
  };
}

import { readRelationships, type DocxPackage } from "../docx/docx-package.ts";
import { Refused } from "../readers/refusal.ts";
import { VOCABULARY } from "../docx/revision-markup.ts";
import { openUp, parseTree, prefixOf, textNode, writeTree, type Node } from "../docx/xml-tree.ts";
import { escapeXml } from "../docx/xml-text.ts";
import { exactName, textOfPart } from "../docx/zip.ts";

export const W15 = "http://schemas.microsoft.com/office/word/2012/wordml";

const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const STRICT = "http://purl.oclc.org/ooxml/";

/** A part that a document may lack: its name, relationship, content type, and empty text. */
type NewPart = { stem: string; relation: string; type: string; xml: string };

const EXTENDED: NewPart = {
  stem: "commentsExtended",
  relation: "http://schemas.microsoft.com/office/2011/relationships/commentsExtended",
  type: `${WORD_TYPE}.commentsExtended+xml`,
  xml: `<w15:commentsEx xmlns:mc="${MC}" xmlns:w15="${W15}" mc:Ignorable="w15"></w15:commentsEx>`,
};
const commentsPart = (strict: boolean): NewPart => ({
  stem: "comments",
  relation: `${strict ? `${STRICT}officeDocument` : "http://schemas.openxmlformats.org/officeDocument/2006"}/relationships/comments`,
  type: `${WORD_TYPE}.comments+xml`,
  xml: `<w:comments xmlns:w="${strict ? `${STRICT}wordprocessingml/main` : "http://schemas.openxmlformats.org/wordprocessingml/2006/main"}"></w:comments>`,
});

/** A part that's added to: its tree and root. */
export type Open = { name: string; tree: Node; root: Node };

/** Opens, adds, and changes parts of a .docx. */
export class ChangedParts {
  readonly changed = new Map<string, Buffer | null>();
  private readonly added: { name: string; part: NewPart }[] = [];
  private readonly docx: DocxPackage;

  constructor(docx: DocxPackage) {
    this.docx = docx;
  }

  /** A part to add to, or null if there is none of this name. */
  open(part: string): Open | null {
    const name = exactName(this.docx.zip, part);
    const xml = textOfPart(this.docx.zip, name);
    if (xml === null) return null;
    const tree = parseTree(xml, VOCABULARY);
    const root = tree.children.find((one) => one.raw.startsWith("<") && !/^<[?!]/.test(one.raw));
    return root ? { name, tree, root } : null;
  }

  /** A new commentsExtended part. */
  createExtended(folder: string): Open {
    return this.create(folder, EXTENDED);
  }

  /** A new comments part, in the namespace of the main text. */
  createComments(): Open {
    const { main } = this.docx;
    const strict = (this.open(main) ?? fail()).root.raw.includes(`${STRICT}wordprocessingml/main`);
    return this.create(main.replace(/[^/]*$/, ""), commentsPart(strict));
  }

  private create(folder: string, part: NewPart): Open {
    let name = `${folder}${part.stem}.xml`;
    for (let n = 2; this.docx.zip.folded.has(name.toLowerCase()); n++) name = `${folder}${part.stem}${n}.xml`;
    const tree = parseTree(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${part.xml}`, VOCABULARY);
    this.added.push({ name, part });
    return { name, tree, root: tree.children.find((one) => one.close !== null) as Node };
  }

  /** Keeps a part as it is now. @param before its text before, to leave out what hasn't changed */
  keep(name: string, tree: Node, before: string | null): void {
    const xml = writeTree(tree);
    if (xml === before) return;
    const plain = xml.charCodeAt(0) === 0xfeff ? xml.slice(1) : xml;
    this.changed.set(
      name,
      Buffer.from(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2"), "utf8"),
    );
  }

  /** Registers the new parts in the package's own lists. */
  announce(): void {
    if (this.added.length === 0) return;
    const { zip, main } = this.docx;
    const relations = this.open(main.replace(/([^/]*)$/, "_rels/$1.rels")) ?? this.createRelations();
    const types = this.open("[Content_Types].xml") ?? fail();
    openUp(relations.root);
    const ids = new Set(readRelationships(zip, main).map((one) => one.id));
    for (const { name, part } of this.added) {
      const wanted = `rId${part.stem[0]?.toUpperCase()}${part.stem.slice(1)}`;
      let id = wanted;
      for (let n = 2; ids.has(id); n++) id = `${wanted}${n}`;
      relations.root.children.push(
        textNode(
          `<${prefixOf(relations.root)}Relationship Id="${id}" Type="${part.relation}" Target="/${escapeXml(name)}"/>`,
        ),
      );
      types.root.children.push(
        textNode(`<${prefixOf(types.root)}Override PartName="/${escapeXml(name)}" ContentType="${part.type}"/>`),
      );
    }
    this.keep(relations.name, relations.tree, null);
    this.keep(types.name, types.tree, null);
  }

  private createRelations(): Open {
    const tree = parseTree(
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>',
      VOCABULARY,
    );
    return {
      name: this.docx.main.replace(/([^/]*)$/, "_rels/$1.rels"),
      tree,
      root: tree.children.find((one) => one.close !== null) as Node,
    };
  }
}

export const fail = (): never => {
  throw new Refused("damaged");
};

/** A namespace's prefix in a part. Declares it on the root if necessary, as ignorable by older programs. */
export function declare(root: Node, uri: string, wanted: string): string {
  const declared = new Map(
    [...root.raw.matchAll(/\sxmlns:([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
      (match) => [match[1] as string, match[2] ?? match[3] ?? ""] as const,
    ),
  );
  for (const [prefix, there] of declared) if (there === uri) return prefix;
  const free = (name: string): string => {
    let prefix = name;
    for (let n = 2; declared.has(prefix); n++) prefix = `${name}_${n}`;
    return prefix;
  };
  const prefix = free(wanted);
  let more = ` xmlns:${prefix}="${uri}"`;
  let mc = [...declared].find(([, there]) => there === MC)?.[0];
  if (mc === undefined) {
    mc = free("mc");
    more += ` xmlns:${mc}="${MC}"`;
  }
  const ignorable = new RegExp(String.raw`(\s${mc}:Ignorable\s*=\s*)(["'])([^"']*)\2`);
  root.raw = ignorable.test(root.raw)
    ? root.raw.replace(
        ignorable,
        (_, head: string, quote: string, list: string) => `${head}${quote}${`${list} ${prefix}`.trim()}${quote}`,
      )
    : root.raw.replace(/\s*(\/?)>$/, ` ${mc}:Ignorable="${prefix}"$1>`);
  root.raw = root.raw.replace(/\s*(\/?)>$/, `${more}$1>`);
  return prefix;
}

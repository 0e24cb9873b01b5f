import { readRelationships, type DocxPackage } from "../docx/docx-package.ts";
import { escapeXml, initialsOf } from "../docx/xml-text.ts";
import { attributeOf, openUp, textNode, writeTree, type Node } from "../docx/xml-tree.ts";
import { declare, W15, type ChangedParts, type Open } from "./changed-parts.ts";

const W14 = "http://schemas.microsoft.com/office/word/2010/wordml";
const W16CID = "http://schemas.microsoft.com/office/word/2016/wordml/cid";
const W16CEX = "http://schemas.microsoft.com/office/word/2018/wordml/cex";

/** A comment to add. `look` and `sign` are markup for its paragraphs and before its first words. */
export type NewComment = { author: string; date: string; text: string; look?: string; sign?: string };

/** Writes comments into a document's parts as Word does: the comment, its place in a thread, and its author. */
export class CommentParts {
  readonly comments: Open;
  private readonly folder: string;
  private readonly file: ChangedParts;
  private extended: Open | null;
  private readonly ids: Open | null;
  private readonly extensible: Open | null;
  private readonly people: Open | null;
  private readonly paragraphIds: Set<string>;
  private nextComment: number;
  private nextParagraph = 0x5a000000;

  /** @param parts the parts whose comment and paragraph ids are taken. */
  constructor(docx: DocxPackage, file: ChangedParts, parts: readonly { tree: Node }[]) {
    this.file = file;
    this.comments = (docx.comments ? file.open(docx.comments) : null) ?? file.createComments();
    this.folder = this.comments.name.replace(/[^/]*$/, "");
    const relations = readRelationships(docx.zip, docx.main);
    const part = (type: string): Open | null => {
      const found = relations.find((one) => one.type === type && !one.external);
      return found ? file.open(found.target) : null;
    };
    this.extended = docx.commentsExtended ? file.open(docx.commentsExtended) : null;
    this.ids = part("commentsIds");
    this.extensible = part("commentsExtensible");
    this.people = part("people");
    const all = [this.comments, ...parts].map((one) => writeTree(one.tree));
    this.paragraphIds = new Set(
      all.flatMap((xml) =>
        [...xml.matchAll(/\sw?\w*:?paraId\s*=\s*["']([0-9A-Fa-f]{8})["']/g)].map((match) =>
          (match[1] as string).toUpperCase(),
        ),
      ),
    );
    this.nextComment =
      1 +
      all.reduce(
        (most, xml) =>
          idsIn(xml, /<(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)?\s[^>]*?\bid\s*=\s*["'](\d+)["']/g).reduce(
            (a, b) => Math.max(a, b),
            most,
          ),
        -1,
      );
  }

  /** Adds a comment after the existing ones. @returns its id, and its paragraph's, by which threads know it */
  add({ author, date, text, look = "", sign = "" }: NewComment, w: string): { id: number; paragraph: string } {
    const w14 = declare(this.comments.root, W14, "w14");
    const id = this.nextComment++;
    let last = "";
    const paragraphs = text.split(/\r\n?|\n/).map((line, i) => {
      last = this.newParagraphId();
      return `<${w}p ${w14}:paraId="${last}" ${w14}:textId="77777777">${look}${i === 0 ? sign : ""}${line === "" ? "" : `<${w}r><${w}t xml:space="preserve">${escapeXml(line)}</${w}t></${w}r>`}</${w}p>`;
    });
    const { children } = this.comments.root;
    const end = children.findLastIndex((one) => one.close !== null || one.raw.startsWith("<")) + 1;
    const dated = date === "" ? "" : ` ${w}date="${escapeXml(date)}"`;
    openUp(this.comments.root);
    children.splice(
      end,
      0,
      textNode(
        `<${w}comment ${w}id="${id}" ${w}author="${escapeXml(author)}"${dated} ${w}initials="${escapeXml(initialsOf(author))}">${paragraphs.join("")}</${w}comment>`,
      ),
    );
    this.addIds(last, date);
    return { id, paragraph: last };
  }

  /** The id of a paragraph of an existing comment, which is assigned if it's missing. */
  paragraphIdOf(paragraph: Node): string {
    const w14 = declare(this.comments.root, W14, "w14");
    const known = attributeOf(paragraph, "paraId");
    if (known) return known;
    const id = this.newParagraphId();
    paragraph.raw = paragraph.raw.replace(/^<([^\s/>]+)/, `<$1 ${w14}:paraId="${id}"`);
    return id;
  }

  /** Records in commentsExtended a comment that starts a thread, if the document has that part. */
  start(paragraph: string): void {
    if (!this.extended) return;
    const { root } = this.extended;
    openUp(root);
    const w15 = declare(root, W15, "w15");
    root.children.push(textNode(`<${w15}:commentEx ${w15}:paraId="${paragraph}" ${w15}:done="0"/>`));
  }

  /** Records in commentsExtended which comment a reply belongs to, and whether its thread is resolved. */
  reply(parent: string, reply: string, resolved: boolean): void {
    this.extended ??= this.file.createExtended(this.folder);
    const { root } = this.extended;
    openUp(root);
    const w15 = declare(root, W15, "w15");
    let own = root.children.find((one) => attributeOf(one, "paraId")?.toUpperCase() === parent.toUpperCase());
    if (!own) {
      own = textNode(`<${w15}:commentEx ${w15}:paraId="${parent}" ${w15}:done="0"/>`);
      root.children.push(own);
    }
    if (resolved)
      own.raw =
        attributeOf(own, "done") === null
          ? own.raw.replace(/\s*(\/?)>$/, ` ${w15}:done="1"$1>`)
          : own.raw.replace(/(\bdone\s*=\s*)(["'])[^"']*\2/, "$1$21$2");
    // Threads have one level: a reply to a reply belongs to the comment that started it.
    const top = attributeOf(own, "paraIdParent") ?? parent;
    root.children.push(
      textNode(
        `<${w15}:commentEx ${w15}:paraId="${reply}" ${w15}:paraIdParent="${top}" ${w15}:done="${resolved ? 1 : 0}"/>`,
      ),
    );
  }

  /** Names somebody among the people of the document, if it lists them. */
  addPerson(author: string): void {
    const { people } = this;
    if (!people || people.root.children.some((one) => attributeOf(one, "author") === escapeXml(author))) return;
    openUp(people.root);
    const w15 = declare(people.root, W15, "w15");
    const name = escapeXml(author);
    people.root.children.push(
      textNode(
        `<${w15}:person ${w15}:author="${name}"><${w15}:presenceInfo ${w15}:providerId="None" ${w15}:userId="${name}"/></${w15}:person>`,
      ),
    );
  }

  /** Keeps all of the parts as they are now, and registers new ones. */
  finish(): void {
    for (const part of [this.comments, this.extended, this.ids, this.extensible, this.people])
      if (part) this.file.keep(part.name, part.tree, null);
    this.file.announce();
  }

  private newParagraphId(): string {
    for (;;) {
      const id = (this.nextParagraph++).toString(16).toUpperCase().padStart(8, "0");
      if (this.paragraphIds.has(id)) continue;
      this.paragraphIds.add(id);
      return id;
    }
  }

  private addIds(paragraphId: string, date: string): void {
    const { ids, extensible } = this;
    // A number below 2^31 that no other comment has, such as the paragraph's own.
    if (ids) {
      openUp(ids.root);
      const cid = declare(ids.root, W16CID, "w16cid");
      ids.root.children.push(
        textNode(`<${cid}:commentId ${cid}:paraId="${paragraphId}" ${cid}:durableId="${paragraphId}"/>`),
      );
    }
    if (ids && extensible && date !== "") {
      openUp(extensible.root);
      const cex = declare(extensible.root, W16CEX, "w16cex");
      extensible.root.children.push(
        textNode(`<${cex}:commentExtensible ${cex}:durableId="${paragraphId}" ${cex}:dateUtc="${escapeXml(date)}"/>`),
      );
    }
  }
}

/** The numbers that a pattern finds in markup, apart from those near the largest possible. */
export const idsIn = (xml: string, pattern: RegExp): number[] =>
  [...xml.matchAll(pattern)]
    .map((match) => Number(match[1]))
    .filter((id) => Number.isSafeInteger(id) && id < 2 ** 31 - 100_000);

import { commentedParts, readAnchors, type Anchor, type AnchorPart } from "./comment-anchors.ts";
import { openDocx, readRelationships, type DocxPackage } from "../docx/docx-package.ts";
import type { QueryEdit } from "./query-options.ts";
import { Refused } from "../readers/refusal.ts";
import { C, find } from "../docx/revision-markup.ts";
import { attributeOf, openUp, prefixOf, textNode, writeTree, type Node } from "../docx/xml-tree.ts";
import { escapeXml, initialsOf } from "../docx/xml-text.ts";
import { rewriteZip } from "../docx/zip.ts";
import { ChangedParts, type Open, W15, declare, fail } from "./changed-parts.ts";
import { PassageEdits } from "./passage-edits.ts";
import { anchorReply } from "./reply-marks.ts";

/** An answer to one comment. */
export type QueryAnswer = {
  /** The comment's id from `readQueries`. */
  id: string;
  /** The choice made, as a label and as its edit; null if there was none to make. */
  choice: { label: string; edit: QueryEdit | null } | null;
  /** The written answer, as typed; "" if the choice says it all. */
  text: string;
  /** The date, as ISO 8601 to the second. */
  date: string;
};

export type WrittenAnswer = {
  id: string;
  /** Whether the reply is in the document; false if the comment isn't anchored in its text. */
  replied: boolean;
  /**
   * "made": as a tracked change. "kept": the choice was to change nothing. "left": the passage isn't plain text, so
   * there's only the reply.
   */
  edit: "none" | "made" | "kept" | "left";
  /** The comment is marked as resolved. */
  resolved: boolean;
};

const W14 = "http://schemas.microsoft.com/office/word/2010/wordml";

const W16CID = "http://schemas.microsoft.com/office/word/2016/wordml/cid";
const W16CEX = "http://schemas.microsoft.com/office/word/2018/wordml/cex";

/**
 * Writes answers into a .docx: each as a reply to its comment, like Word's own, and a choice as a tracked change by
 * `author`. Existing content stays, and rejecting these changes restores the text.
 * @param options.author the author of replies and changes
 * @throws Refused if it isn't a readable .docx or has no comments
 */
export function answerQueries(
  bytes: Buffer,
  answers: readonly QueryAnswer[],
  options: { author: string },
): { bytes: Buffer; written: WrittenAnswer[] } {
  const docx = openDocx(bytes);
  if (!docx.comments)
    throw new Refused(
      "unsupported",
      "This document has no comments to answer.",
      "Use the edited copy that you received.",
    );
  return new Answering(docx, docx.comments, options.author).write(answers);
}

/** Writes replies as Word does: the comment, its place in the thread, and its marks in the text. */
class Answering {
  private readonly docx: DocxPackage;
  private readonly author: string;
  private readonly parts: AnchorPart[];
  private readonly anchors: Map<string, Anchor>;
  private readonly comments: Open;
  private readonly extended: Open;
  private readonly newExtended: boolean;
  private readonly extras: { ids: Open | null; extensible: Open | null; people: Open | null };
  private readonly file: ChangedParts;
  private readonly edits: PassageEdits;
  private readonly paragraphIds: Set<string>;
  private nextComment: number;
  private nextParagraph = 0x5a000000;

  constructor(docx: DocxPackage, commentsPart: string, author: string) {
    this.docx = docx;
    this.author = author;
    this.file = new ChangedParts(docx);
    this.parts = commentedParts(docx);
    this.anchors = readAnchors(this.parts);
    this.comments = this.file.open(commentsPart) ?? fail();
    const relations = readRelationships(docx.zip, docx.main);
    const part = (type: string): Open | null => {
      const found = relations.find((one) => one.type === type && !one.external);
      return found ? this.file.open(found.target) : null;
    };
    const extended = docx.commentsExtended ? this.file.open(docx.commentsExtended) : null;
    this.newExtended = extended === null;
    this.extended = extended ?? this.file.createExtended(commentsPart.replace(/[^/]*$/, ""));
    this.extras = { ids: part("commentsIds"), extensible: part("commentsExtensible"), people: part("people") };
    const all = [this.comments, ...this.parts].map((one) => writeTree(one.tree));
    this.paragraphIds = new Set(
      all.flatMap((xml) =>
        [...xml.matchAll(/\sw?\w*:?paraId\s*=\s*["']([0-9A-Fa-f]{8})["']/g)].map((match) =>
          (match[1] as string).toUpperCase(),
        ),
      ),
    );
    const ids = (xml: string, pattern: RegExp): number[] =>
      [...xml.matchAll(pattern)]
        .map((match) => Number(match[1]))
        .filter((id) => Number.isSafeInteger(id) && id < 2 ** 31 - 100_000);
    this.nextComment =
      1 +
      all.reduce(
        (most, xml) =>
          ids(xml, /<(?:[\w.-]+:)?comment(?:RangeStart|RangeEnd|Reference)?\s[^>]*?\bid\s*=\s*["'](\d+)["']/g).reduce(
            (a, b) => Math.max(a, b),
            most,
          ),
        -1,
      );
    const firstRevision =
      1 + all.reduce((most, xml) => ids(xml, /:id\s*=\s*["'](\d+)["']/g).reduce((a, b) => Math.max(a, b), most), 0);
    this.edits = new PassageEdits(author, firstRevision);
  }

  write(answers: readonly QueryAnswer[]): { bytes: Buffer; written: WrittenAnswer[] } {
    const written = answers.map((answer) => this.answer(answer));
    if (written.every((one) => !one.replied)) return { bytes: rewriteZip(this.docx.zip, new Map()), written };
    this.addPerson();
    for (const part of this.parts) this.file.keep(part.name, part.tree, part.xml);
    for (const part of [this.comments, this.extras.ids, this.extras.extensible, this.extras.people])
      if (part) this.file.keep(part.name, part.tree, null);
    this.file.keep(this.extended.name, this.extended.tree, null);
    if (this.newExtended) this.file.announce(this.extended.name);
    return { bytes: rewriteZip(this.docx.zip, this.file.changed), written };
  }

  private answer(answer: QueryAnswer): WrittenAnswer {
    const comment = this.comments.root.children.find(
      (one) => one.code === C.comment && attributeOf(one, "id") === answer.id,
    );
    const anchor = this.anchors.get(answer.id);
    if (!comment || comment.close === null || !anchor?.reference)
      return { id: answer.id, replied: false, edit: "none", resolved: false };
    const wanted = answer.choice?.edit ?? null;
    const edit =
      wanted === null
        ? "none"
        : wanted.kind === "keep"
          ? "kept"
          : this.edits.make(anchor, wanted, answer.date)
            ? "made"
            : "left";
    const words = [
      answer.choice ? `${answer.choice.label}.` : "",
      answer.text.trim(),
      edit === "left" ? "(Not changed in the text: this passage holds more than plain text.)" : "",
    ].filter((line) => line !== "" && line !== ".");
    const resolved = edit === "made" || edit === "kept";
    this.reply(comment, anchor, words.join("\n"), answer.date, resolved);
    return { id: answer.id, replied: true, edit, resolved };
  }

  private reply(comment: Node, anchor: Anchor, words: string, date: string, resolved: boolean): void {
    const w = prefixOf(comment);
    const w14 = declare(this.comments.root, W14, "w14");
    const parent = this.paragraphIdOf(comment, w14);
    const id = this.nextComment++;
    const like = comment.children.findLast((one) => one.code === C.p);
    const style = like ? find(like, C.pPr)?.children.find((one) => /^<(?:[\w.-]+:)?pStyle\b/.test(one.raw)) : undefined;
    const look = style ? `<${w}pPr>${writeTree(style)}</${w}pPr>` : "";
    const sign = comment.children
      .flatMap((one) => one.children)
      .find((run) => run.code === C.r && run.children.some((one) => /^<(?:[\w.-]+:)?annotationRef\b/.test(one.raw)));
    const lines = words.split(/\r\n?|\n/);
    let last = "";
    const paragraphs = lines.map((line, i) => {
      last = this.newParagraphId();
      return `<${w}p ${w14}:paraId="${last}" ${w14}:textId="77777777">${look}${i === 0 && sign ? writeTree(sign) : ""}${line === "" ? "" : `<${w}r><${w}t xml:space="preserve">${escapeXml(line)}</${w}t></${w}r>`}</${w}p>`;
    });
    this.comments.root.children.splice(
      this.comments.root.children.indexOf(this.lastOf(comment)) + 1,
      0,
      textNode(
        `<${w}comment ${w}id="${id}" ${w}author="${escapeXml(this.author)}" ${w}date="${escapeXml(date)}" ${w}initials="${escapeXml(initialsOf(this.author))}">${paragraphs.join("")}</${w}comment>`,
      ),
    );
    this.extend(parent, last, resolved);
    this.addIds(last, date);
    anchorReply(anchor, id);
  }

  /** New comments go at the end, after the existing ones. */
  private lastOf(comment: Node): Node {
    const { children } = this.comments.root;
    return children.findLast((one) => one.close !== null || one.raw.startsWith("<")) ?? comment;
  }

  /** The id of a comment in its thread: its last paragraph's, which is assigned if it's missing. */
  private paragraphIdOf(comment: Node, w14: string): string {
    let paragraph = comment.children.findLast((one) => one.code === C.p);
    if (!paragraph) {
      const w = prefixOf(comment);
      paragraph = { code: C.p, raw: `<${w}p>`, close: `</${w}p>`, children: [] };
      comment.children.push(paragraph);
    }
    const known = attributeOf(paragraph, "paraId");
    if (known) return known;
    const id = this.newParagraphId();
    paragraph.raw = paragraph.raw.replace(/^<([^\s/>]+)/, `<$1 ${w14}:paraId="${id}"`);
    return id;
  }

  private newParagraphId(): string {
    for (;;) {
      const id = (this.nextParagraph++).toString(16).toUpperCase().padStart(8, "0");
      if (this.paragraphIds.has(id)) continue;
      this.paragraphIds.add(id);
      return id;
    }
  }

  /** Records in commentsExtended which comment a reply belongs to, and that its thread is resolved. */
  private extend(parent: string, reply: string, resolved: boolean): void {
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

  private addIds(paragraphId: string, date: string): void {
    const { ids, extensible } = this.extras;
    // A number below 2^31 that no other comment has, such as the paragraph's own.
    if (ids) {
      openUp(ids.root);
      const cid = declare(ids.root, W16CID, "w16cid");
      ids.root.children.push(
        textNode(`<${cid}:commentId ${cid}:paraId="${paragraphId}" ${cid}:durableId="${paragraphId}"/>`),
      );
    }
    if (ids && extensible) {
      openUp(extensible.root);
      const cex = declare(extensible.root, W16CEX, "w16cex");
      extensible.root.children.push(
        textNode(`<${cex}:commentExtensible ${cex}:durableId="${paragraphId}" ${cex}:dateUtc="${escapeXml(date)}"/>`),
      );
    }
  }

  private addPerson(): void {
    const { people } = this.extras;
    if (!people || people.root.children.some((one) => attributeOf(one, "author") === escapeXml(this.author))) return;
    openUp(people.root);
    const w15 = declare(people.root, W15, "w15");
    const name = escapeXml(this.author);
    people.root.children.push(
      textNode(
        `<${w15}:person ${w15}:author="${name}"><${w15}:presenceInfo ${w15}:providerId="None" ${w15}:userId="${name}"/></${w15}:person>`,
      ),
    );
  }
}

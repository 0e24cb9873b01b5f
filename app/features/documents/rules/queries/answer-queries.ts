import { commentedParts, readAnchors, type Anchor, type AnchorPart } from "./comment-anchors.ts";
import { openDocx, type DocxPackage } from "../docx/docx-package.ts";
import type { QueryEdit } from "./query-options.ts";
import { Refused } from "../readers/refusal.ts";
import { C, find } from "../docx/revision-markup.ts";
import { attributeOf, prefixOf, writeTree, type Node } from "../docx/xml-tree.ts";
import { rewriteZip } from "../docx/zip.ts";
import { ChangedParts } from "./changed-parts.ts";
import { CommentParts, idsIn } from "./comment-parts.ts";
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
  return new Answering(docx, options.author).write(answers);
}

/** Writes replies as Word does: the comment, its place in the thread, and its marks in the text. */
class Answering {
  private readonly docx: DocxPackage;
  private readonly author: string;
  private readonly parts: AnchorPart[];
  private readonly anchors: Map<string, Anchor>;
  private readonly file: ChangedParts;
  private readonly comments: CommentParts;
  private readonly edits: PassageEdits;

  constructor(docx: DocxPackage, author: string) {
    this.docx = docx;
    this.author = author;
    this.file = new ChangedParts(docx);
    this.parts = commentedParts(docx);
    this.anchors = readAnchors(this.parts);
    this.comments = new CommentParts(docx, this.file, this.parts);
    const firstRevision =
      1 +
      [this.comments.comments, ...this.parts].reduce(
        (most, one) => idsIn(writeTree(one.tree), /:id\s*=\s*["'](\d+)["']/g).reduce((a, b) => Math.max(a, b), most),
        0,
      );
    this.edits = new PassageEdits(author, firstRevision);
  }

  write(answers: readonly QueryAnswer[]): { bytes: Buffer; written: WrittenAnswer[] } {
    const written = answers.map((answer) => this.answer(answer));
    if (written.every((one) => !one.replied)) return { bytes: rewriteZip(this.docx.zip, new Map()), written };
    this.comments.addPerson(this.author);
    for (const part of this.parts) this.file.keep(part.name, part.tree, part.xml);
    this.comments.finish();
    return { bytes: rewriteZip(this.docx.zip, this.file.changed), written };
  }

  private answer(answer: QueryAnswer): WrittenAnswer {
    const comment = this.comments.comments.root.children.find(
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
    const parent = this.comments.paragraphIdOf(lastParagraphOf(comment));
    const like = comment.children.findLast((one) => one.code === C.p);
    const style = like ? find(like, C.pPr)?.children.find((one) => /^<(?:[\w.-]+:)?pStyle\b/.test(one.raw)) : undefined;
    const sign = comment.children
      .flatMap((one) => one.children)
      .find((run) => run.code === C.r && run.children.some((one) => /^<(?:[\w.-]+:)?annotationRef\b/.test(one.raw)));
    const { id, paragraph } = this.comments.add(
      {
        author: this.author,
        date,
        text: words,
        look: style ? `<${w}pPr>${writeTree(style)}</${w}pPr>` : "",
        sign: sign ? writeTree(sign) : "",
      },
      w,
    );
    this.comments.reply(parent, paragraph, resolved);
    anchorReply(anchor, id);
  }
}

/** A comment's last paragraph, by which its thread knows it. Added if it has none. */
function lastParagraphOf(comment: Node): Node {
  const last = comment.children.findLast((one) => one.code === C.p);
  if (last) return last;
  const w = prefixOf(comment);
  const made: Node = { code: C.p, raw: `<${w}p>`, close: `</${w}p>`, children: [] };
  comment.children.push(made);
  return made;
}

import {
  BARRIER,
  commentedParts,
  paragraphOf,
  readAnchors,
  stretchesOf,
  type Anchor,
  type AnchorPart,
  type Stretch,
} from "./comment-anchors.ts";
import { openDocx, readRelationships, type DocxPackage } from "../docx/docx-package.ts";
import { onceIn, type QueryEdit } from "./query-options.ts";
import { Refused } from "../readers/refusal.ts";
import { C, find, VOCABULARY } from "../docx/revision-markup.ts";
import { attributeOf, parseTree, prefixOf, textNode, writeTree, type Node } from "../docx/xml-tree.ts";
import { decodeXml, escapeXml } from "../docx/xml.ts";
import { readPart, rewriteZip } from "../docx/zip.ts";

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
const W15 = "http://schemas.microsoft.com/office/word/2012/wordml";
const W16CID = "http://schemas.microsoft.com/office/word/2016/wordml/cid";
const W16CEX = "http://schemas.microsoft.com/office/word/2018/wordml/cex";
const MC = "http://schemas.openxmlformats.org/markup-compatibility/2006";
const EXTENDED = "http://schemas.microsoft.com/office/2011/relationships/commentsExtended";
const EXTENDED_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml";

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

/** A part that's added to: its tree and root. */
type Open = { name: string; tree: Node; root: Node };

class Answering {
  private readonly docx: DocxPackage;
  private readonly author: string;
  private readonly parts: AnchorPart[];
  private readonly anchors: Map<string, Anchor>;
  private readonly comments: Open;
  private readonly extended: Open;
  private readonly newExtended: boolean;
  private readonly extras: { ids: Open | null; extensible: Open | null; people: Open | null };
  private readonly changed = new Map<string, Buffer | null>();
  private readonly paragraphIds: Set<string>;
  private nextComment: number;
  private nextRevision: number;
  private nextParagraph = 0x5a000000;

  constructor(docx: DocxPackage, commentsPart: string, author: string) {
    this.docx = docx;
    this.author = author;
    this.parts = commentedParts(docx);
    this.anchors = readAnchors(this.parts);
    this.comments = this.open(commentsPart) ?? fail();
    const relations = readRelationships(docx.zip, docx.main);
    const part = (type: string): Open | null => {
      const found = relations.find((one) => one.type === type && !one.external);
      return found ? this.open(found.target) : null;
    };
    const extended = docx.commentsExtended ? this.open(docx.commentsExtended) : null;
    this.newExtended = extended === null;
    this.extended = extended ?? this.create(commentsPart.replace(/[^/]*$/, ""));
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
    this.nextRevision =
      1 + all.reduce((most, xml) => ids(xml, /:id\s*=\s*["'](\d+)["']/g).reduce((a, b) => Math.max(a, b), most), 0);
  }

  write(answers: readonly QueryAnswer[]): { bytes: Buffer; written: WrittenAnswer[] } {
    const written = answers.map((answer) => this.answer(answer));
    if (written.every((one) => !one.replied)) return { bytes: rewriteZip(this.docx.zip, new Map()), written };
    this.addPerson();
    for (const part of this.parts) this.keep(part.name, part.tree, part.xml);
    for (const part of [this.comments, this.extras.ids, this.extras.extensible, this.extras.people])
      if (part) this.keep(part.name, part.tree, null);
    this.keep(this.extended.name, this.extended.tree, null);
    if (this.newExtended) this.announce();
    return { bytes: rewriteZip(this.docx.zip, this.changed), written };
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
          : this.edit(anchor, wanted, answer.date)
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

  // The edit

  /** Makes the edit in the passage. @returns whether it's possible by touching only plain text */
  private edit(anchor: Anchor, edit: Exclude<QueryEdit, { kind: "keep" }>, date: string): boolean {
    const paragraph = paragraphOf(anchor);
    if (!paragraph) return false;
    const { stretches, from: start, to: end } = stretchesOf(paragraph, anchor);
    const text = stretches.map((one) => one.text).join("");
    if (start < 0 || end <= start) return false;
    let from = start;
    let to = end;
    if (edit.kind === "replace") {
      const passage = text.slice(start, end);
      const at = passage.indexOf(edit.from);
      if (at < 0 || (onceIn(passage, edit.from) === null && passage.trim() !== edit.from.trim())) return false;
      from = start + at;
      to = from + edit.from.length;
    } else if (text.slice(from, to).trim() === text.slice(from, to)) {
      // Also removes one of the two spaces that would be left.
      const before = text[from - 1];
      const after = text[to];
      if (before === " " && (after === undefined || /[\s.,;:!?)\]]/.test(after))) from--;
      else if (after === " " && before === undefined) to++;
    }
    if (text.slice(from, to).includes(BARRIER)) return false;
    this.replace(paragraph, stretches, from, to, edit.kind === "replace" ? edit.text : "", date);
    return true;
  }

  /** Marks a stretch of a paragraph's plain text as deleted and inserts words after it. */
  private replace(
    paragraph: Node,
    stretches: readonly Stretch[],
    from: number,
    to: number,
    words: string,
    date: string,
  ): void {
    let at = 0;
    let last: { deleted: Node; run: Node; holder: Node | null } | null = null;
    for (const stretch of stretches) {
      const [begin, finish] = [at, at + stretch.text.length];
      at = finish;
      if (finish <= from || begin >= to || stretch.text === "") continue;
      const [cutFrom, cutTo] = [Math.max(from, begin) - begin, Math.min(to, finish) - begin];
      const home = stretch.holder ?? paragraph;
      const place = home.children.indexOf(stretch.node);
      const pieces: Node[] = [];
      if (cutFrom > 0) pieces.push(this.piece(stretch.node, stretch.text.slice(0, cutFrom), "t"));
      const gone = this.piece(stretch.node, stretch.text.slice(cutFrom, cutTo), "delText");
      const deleted = this.mark(stretch.node, "del", date, [gone]);
      pieces.push(deleted);
      if (cutTo < stretch.text.length) pieces.push(this.piece(stretch.node, stretch.text.slice(cutTo), "t"));
      home.children.splice(place, 1, ...pieces);
      last = { deleted, run: stretch.node, holder: stretch.holder };
    }
    if (!last || words === "") return;
    const inserted = this.mark(last.run, "ins", date, [this.piece(last.run, words, "t")]);
    if (!last.holder) {
      paragraph.children.splice(paragraph.children.indexOf(last.deleted) + 1, 0, inserted);
      return;
    }
    // Insertions can't be nested in another author's insertion, so theirs is split if necessary.
    const { holder } = last;
    const rest = holder.children.splice(holder.children.indexOf(last.deleted) + 1);
    const place = paragraph.children.indexOf(holder) + 1;
    const second = rest.some((one) => one.code === C.r)
      ? [
          {
            ...holder,
            raw: holder.raw.replace(/(\bid\s*=\s*)(["'])[^"']*\2/, `$1$2${this.nextRevision++}$2`),
            children: rest,
          },
        ]
      : rest;
    paragraph.children.splice(place, 0, inserted, ...second);
  }

  /** A copy of a run with this text. */
  private piece(like: Node, text: string, element: "t" | "delText"): Node {
    const w = prefixOf(like);
    const properties = find(like, C.rPr);
    return {
      ...like,
      children: [
        ...(properties ? [properties] : []),
        {
          code: element === "t" ? C.t : C.delText,
          raw: `<${w}${element} xml:space="preserve">`,
          close: `</${w}${element}>`,
          children: [textNode(escapeXml(text))],
        },
      ],
    };
  }

  private mark(like: Node, element: "ins" | "del", date: string, children: Node[]): Node {
    const w = prefixOf(like);
    return {
      code: element === "ins" ? C.ins : C.del,
      raw: `<${w}${element} ${w}id="${this.nextRevision++}" ${w}author="${escapeXml(this.author)}" ${w}date="${escapeXml(date)}">`,
      close: `</${w}${element}>`,
      children,
    };
  }

  // The reply

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
    const initials = this.author
      .split(/\s+/)
      .map((word) => Array.from(word)[0] ?? "")
      .join("")
      .slice(0, 3);
    this.comments.root.children.splice(
      this.comments.root.children.indexOf(this.lastOf(comment)) + 1,
      0,
      textNode(
        `<${w}comment ${w}id="${id}" ${w}author="${escapeXml(this.author)}" ${w}date="${escapeXml(date)}" ${w}initials="${escapeXml(initials)}">${paragraphs.join("")}</${w}comment>`,
      ),
    );
    this.extend(parent, last, resolved);
    this.addIds(last, date);
    this.anchorReply(anchor, id);
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

  /** The reply's marks next to its comment's, like Word's. */
  private anchorReply(anchor: Anchor, id: number): void {
    const reference = anchor.reference as { node: Node; parent: Node };
    const run = reference.node;
    const w = prefixOf(run);
    const properties = find(run, C.rPr);
    const look = properties ? writeTree(properties) : "";
    if (anchor.start && anchor.end)
      insertAfter(
        anchor.start.parent,
        anchor.start.node,
        C.commentRangeStart,
        `<${w}commentRangeStart ${w}id="${id}"/>`,
      );
    const end = anchor.start && anchor.end ? `<${w}commentRangeEnd ${w}id="${id}"/>` : "";
    insertAfter(reference.parent, run, 0, `${end}<${w}r>${look}<${w}commentReference ${w}id="${id}"/></${w}r>`);
  }

  // The package

  private open(part: string): Open | null {
    const name = this.docx.zip.folded.get(part.toLowerCase()) ?? part;
    const bytes = readPart(this.docx.zip, name);
    if (!bytes) return null;
    const tree = parseTree(decodeXml(bytes), VOCABULARY);
    const root = tree.children.find((one) => one.raw.startsWith("<") && !/^<[?!]/.test(one.raw));
    return root ? { name, tree, root } : null;
  }

  private create(folder: string): Open {
    let name = `${folder}commentsExtended.xml`;
    for (let n = 2; this.docx.zip.folded.has(name.toLowerCase()); n++) name = `${folder}commentsExtended${n}.xml`;
    const tree = parseTree(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w15:commentsEx xmlns:mc="${MC}" xmlns:w15="${W15}" mc:Ignorable="w15"></w15:commentsEx>`,
      VOCABULARY,
    );
    return { name, tree, root: tree.children.find((one) => one.close !== null) as Node };
  }

  private keep(name: string, tree: Node, before: string | null): void {
    const xml = writeTree(tree);
    if (xml === before) return;
    const plain = xml.charCodeAt(0) === 0xfeff ? xml.slice(1) : xml;
    this.changed.set(
      name,
      Buffer.from(plain.replace(/^(<\?xml[^>]*?encoding\s*=\s*)(["'])[^"']*\2/, "$1$2UTF-8$2"), "utf8"),
    );
  }

  /** Registers a new part in the package's own lists. */
  private announce(): void {
    const { zip, main } = this.docx;
    const relations = this.open(main.replace(/([^/]*)$/, "_rels/$1.rels")) ?? fail();
    const types = this.open("[Content_Types].xml") ?? fail();
    const ids = new Set(readRelationships(zip, main).map((one) => one.id));
    let id = "rIdCommentsExtended";
    for (let n = 2; ids.has(id); n++) id = `rIdCommentsExtended${n}`;
    relations.root.children.push(
      textNode(
        `<${prefixOf(relations.root)}Relationship Id="${id}" Type="${EXTENDED}" Target="/${escapeXml(this.extended.name)}"/>`,
      ),
    );
    types.root.children.push(
      textNode(
        `<${prefixOf(types.root)}Override PartName="/${escapeXml(this.extended.name)}" ContentType="${EXTENDED_TYPE}"/>`,
      ),
    );
    this.keep(relations.name, relations.tree, null);
    this.keep(types.name, types.tree, null);
  }
}

const fail = (): never => {
  throw new Refused("damaged");
};

/** Puts markup after a node and its siblings of the same kind (replies to the same comment). */
function insertAfter(parent: Node, node: Node, kind: number, xml: string): void {
  let at = parent.children.indexOf(node) + 1;
  if (kind !== 0)
    while (
      parent.children[at]?.code === kind ||
      /^<(?:[\w.-]+:)?commentRangeStart\b/.test(parent.children[at]?.raw ?? "")
    )
      at++;
  else while (isReplyMark(parent.children[at])) at++;
  parent.children.splice(at, 0, textNode(xml));
}

const isReplyMark = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.code === C.commentRangeEnd ||
    /^(?:<(?:[\w.-]+:)?commentRangeEnd\b[^>]*>)?<(?:[\w.-]+:)?r>.*commentReference/s.test(node.raw) ||
    (node.code === C.r && node.children.some((one) => one.code === C.commentReference)));

/** Opens a self-closing element `<x/>`. */
function openUp(node: Node): void {
  if (node.close !== null) return;
  const name = /^<([^\s/>]+)/.exec(node.raw)?.[1] ?? "";
  node.raw = node.raw.replace(/\s*\/>$/, ">");
  node.close = `</${name}>`;
}

/** A namespace's prefix in a part. Declares it on the root if necessary, as ignorable by older programs. */
function declare(root: Node, uri: string, wanted: string): string {
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

/** An edited copy's changes of words and comments, made in the author's own file. */
import { count } from "#app/platform/rules/core/count.ts";
import { RedlineFile } from "../compare/redline-file.ts";
import { RELATION } from "../compare/redline-foreign.ts";
import type { CompareOptions } from "../compare/redline-markup.ts";
import { type DocxPackage, openDocx } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { listRevisions } from "../docx/revise-docx.ts";
import { VOCABULARY } from "../docx/revision-markup.ts";
import { escapeXml, initialsOf } from "../docx/xml-text.ts";
import { parseTree, prefixOf, writeTree } from "../docx/xml-tree.ts";
import { rewriteZip, textOfPart } from "../docx/zip.ts";
import { answerQueries } from "../queries/answer-queries.ts";
import type { DocumentComment } from "../readers/text-model.ts";
import { graftEdits } from "./graft-edits.ts";
import { readLetters } from "./graft-letters.ts";
import { writeEdits } from "./graft-write.ts";

type Graft = {
  bytes: Buffer;
  /** What isn't words or comments and stays as the author sent it, each as a phrase: "2 formatting changes". */
  leftOut: string[];
};

const COMMENTS_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml";

/**
 * The author's file with the copy's tracked changes of words, and its comments. Words that differ without being tracked
 * become tracked changes too. Everything else (layout, pictures, headers, fields, equations, the author's own changes)
 * stays as the author sent it, because programs other than Word rewrite it.
 */
export function graftDocx(source: Buffer, copy: Buffer, options: CompareOptions): Graft {
  const [from, to] = [openDocx(source), openDocx(copy)];
  const theirs = new Set(listRevisions(source).map((one) => one.author));
  const isNew = (author: string): boolean => !theirs.has(author);
  const file = new RedlineFile(from);
  const ids = { next: 900_000 };
  const added = newComments(from, to);
  const first =
    1 + Math.max(-1, ...[...xmlOf(from, from.comments).matchAll(/:id="(\d{1,9})"/g)].map((one) => Number(one[1])));
  const numbers = new Map(added.roots.map((one, i) => [one.id, first + i]));
  const counts = { pictures: 0, notes: 0, rows: 0 };
  const written = new Set<string>();
  for (const kind of ["main", "footnotes", "endnotes"] as const) {
    const [own, other] = [from[kind], to[kind]];
    if (own === null || other === null) continue;
    const tree = parseTree(xmlOf(from, own), VOCABULARY);
    const [a, b] = [readLetters(tree, isNew), readLetters(parseTree(xmlOf(to, other), VOCABULARY), isNew)];
    const edits = graftEdits(a, b, isNew, options, new Set(numbers.keys()));
    const w = prefixOf(tree.children.find((one) => one.close !== null) ?? tree);
    writeEdits(tree, a.letters, edits, ids, (comment, end) => {
      const id = `${w}id="${numbers.get(comment)}"`;
      written.add(comment);
      return end
        ? `<${w}commentRangeEnd ${id}/><${w}r><${w}commentReference ${id}/></${w}r>`
        : `<${w}commentRangeStart ${id}/>`;
    });
    counts.pictures += edits.pictures;
    counts.notes += edits.notes;
    counts.rows += b.newRows;
    file.set(own, writeTree(tree));
  }
  addComments(
    file,
    added.roots.filter((one) => written.has(one.id)),
    numbers,
  );
  file.finish();
  const bytes = rewriteZip(from.zip, file.changed);
  const formats = listRevisions(copy).filter(
    (one) => isNew(one.author) && (one.kind === "format" || one.kind === "layout"),
  ).length;
  return {
    bytes: answer(bytes, added.replies, options.author),
    leftOut: [
      phrase(formats, "formatting change"),
      phrase(counts.pictures, "new picture"),
      phrase(counts.notes, "new note"),
      phrase(counts.rows, "new table row"),
    ].filter((one) => one !== ""),
  };
}

const phrase = (n: number, what: string): string => (n === 0 ? "" : count(n, what));

const xmlOf = ({ zip }: DocxPackage, part: string | null): string =>
  (part === null ? null : textOfPart(zip, part)) ?? "";

type Reply = { to: string; comment: DocumentComment };

/** The copy's comments that the source doesn't have: those of its own, and replies to the author's. */
function newComments(from: DocxPackage, to: DocxPackage): { roots: DocumentComment[]; replies: Reply[] } {
  const key = ({ author, text }: DocumentComment): string => `${author}\u0000${text.replace(/\s+/g, " ").trim()}`;
  const known = Map.groupBy(readDocx(from).comments, key);
  const all = readDocx(to).comments;
  const here = new Map<string, string>();
  const roots: DocumentComment[] = [];
  const replies: Reply[] = [];
  for (const comment of all) {
    const same = known.get(key(comment))?.shift();
    if (same) here.set(comment.id, same.id);
    else if (comment.replyTo !== null && here.has(comment.replyTo))
      replies.push({ to: here.get(comment.replyTo)!, comment });
    else roots.push(comment);
  }
  return { roots, replies };
}

function addComments(
  file: RedlineFile,
  comments: readonly DocumentComment[],
  numbers: ReadonlyMap<string, number>,
): void {
  if (comments.length === 0) return;
  const { docx } = file;
  const w = file.part.prefix;
  const made = comments
    .map(({ id, author, date, text }) => {
      const paragraphs = text
        .split("\n")
        .map((line) => `<${w}p><${w}r><${w}t xml:space="preserve">${escapeXml(line)}</${w}t></${w}r></${w}p>`);
      return `<${w}comment ${w}id="${numbers.get(id)}" ${w}author="${escapeXml(author)}"${date ? ` ${w}date="${escapeXml(date)}"` : ""} ${w}initials="${escapeXml(initialsOf(author))}">${paragraphs.join("")}</${w}comment>`;
    })
    .join("");
  const known = xmlOf(docx, docx.comments);
  const [, prefix] = /<(?:([\w.-]+):)?comments[\s>]/.exec(known) ?? [];
  if (docx.comments !== null && known !== "") {
    const own = prefix === undefined ? "" : `${prefix}:`;
    const fit =
      own === w
        ? made
        : made.replaceAll(`<${w}`, `<${own}`).replaceAll(`</${w}`, `</${own}`).replaceAll(` ${w}`, ` ${own}`);
    const end = `</${own}comments>`;
    const xml = known.includes(end)
      ? known.replace(end, fit + end)
      : known.replace(/(<(?:[\w.-]+:)?comments\b[^>]*?)\s*\/>/, `$1>${fit}${end}`);
    file.set(docx.comments, xml);
    return;
  }
  const folder = docx.main.replace(/[^/]*$/, "");
  const uri = file.part.namespaces.get(w.replace(":", "")) ?? "";
  const declaration = w === "" ? `xmlns="${uri}"` : `xmlns:${w.replace(":", "")}="${uri}"`;
  file.set(
    `${folder}comments.xml`,
    `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<${w}comments ${declaration}>${made}</${w}comments>`,
  );
  file.newRelations.push(`<Relationship Id="rIdStetComments" Type="${RELATION}/comments" Target="comments.xml"/>`);
  file.newTypes.set(`/${folder}comments.xml`, COMMENTS_TYPE);
}

const answer = (bytes: Buffer, replies: readonly Reply[], author: string): Buffer =>
  replies.length === 0
    ? bytes
    : answerQueries(
        bytes,
        replies.map(({ to, comment }) => ({ id: to, choice: null, text: comment.text, date: comment.date })),
        { author: replies[0]?.comment.author ?? author },
      ).bytes;

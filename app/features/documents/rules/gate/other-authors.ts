import { align } from "../compare/align.ts";
import type { MarkChange, Paragraph, TextModel } from "../readers/text-model.ts";
import { type Finding, type FindingKind, findingKeys, severityOf, shortened } from "./findings.ts";

/** One person's text in one paragraph. */
type Stretch = { text: string; paragraph: Paragraph };
type Piece = { text: string; paragraph: Paragraph };

/** Words and spaces, with an end after each paragraph to keep separate texts apart. */
function piecesOf(stretches: readonly Stretch[]): Piece[] {
  const pieces: Piece[] = [];
  let last: Paragraph | null = null;
  for (const { text, paragraph } of stretches) {
    if (last && last !== paragraph) pieces.push({ text: "\n", paragraph: last });
    for (const word of text.match(/\s+|[^\s]+/gu) ?? []) pieces.push({ text: word, paragraph });
    last = paragraph;
  }
  return pieces;
}

type Difference = { missing: string; added: string; missingAt: Paragraph | null; addedAt: Paragraph | null };

/**
 * The differences between two lists of pieces. Spaces and paragraph ends alone don't count, and neither does a split
 * word: somebody wrote into it.
 */
function differences(before: readonly Piece[], after: readonly Piece[]): Difference[] {
  const pairs = align(
    before.map((piece) => piece.text),
    after.map((piece) => piece.text),
  );
  pairs.push([before.length, after.length]);
  const found: Difference[] = [];
  let a = 0;
  let b = 0;
  const tight = (pieces: readonly Piece[]): string => pieces.map((piece) => piece.text.trim()).join("");
  for (const [i, j] of pairs) {
    const gone = before.slice(a, i);
    const come = after.slice(b, j);
    const [missing, added] = [tight(gone), tight(come)];
    if (missing !== added)
      found.push({
        missing: missing === "" ? "" : textOf(gone),
        added: added === "" ? "" : textOf(come),
        missingAt: placeOf(gone),
        addedAt: placeOf(come),
      });
    a = i + 1;
    b = j + 1;
  }
  return found;
}

const textOf = (pieces: readonly Piece[]): string =>
  shortened(
    pieces
      .map((piece) => (piece.text === "\n" ? " " : piece.text))
      .join("")
      .trim(),
  );
const placeOf = (pieces: readonly Piece[]): Paragraph | null =>
  pieces.find((piece) => piece.text.trim() !== "")?.paragraph ?? null;

const isMark = ({ kind }: MarkChange): boolean => kind !== "format";
const marksOf = (model: TextModel, editor: string): Map<string, MarkChange[]> =>
  Map.groupBy(
    model.markChanges.filter((one) => one.author === editor && isMark(one)),
    (one) => `${one.of}.${one.kind}`,
  );

const MARK_WORDS: Readonly<Record<MarkChange["of"], string>> = {
  paragraphMark: "paragraph break",
  row: "table row",
  cell: "table cell",
  numbering: "numbering",
  run: "formatting",
  paragraph: "formatting",
  section: "formatting",
  table: "formatting",
};

/**
 * What happened to an editor's tracked changes and comments in a copy that somebody else continued. A change deleted
 * again with tracking still exists. One that was rejected or accepted has disappeared, and is listed for the other
 * person to confirm. New changes under the editor's name are listed as borrowed. Formatting isn't compared.
 * @param before the copy as the editor left it @param after as it came back, both with changes accepted
 */
export function otherAuthorFindings(before: TextModel, after: TextModel, editor: string): Finding[] {
  const findings: Finding[] = [];
  const keyOf = findingKeys();
  const say = (kind: FindingKind, model: TextModel, at: Paragraph | null, was: string, now: string): void => {
    const section = at ? model.sections[at.section] : undefined;
    findings.push({
      key: keyOf(kind, was, now),
      kind,
      severity: severityOf(kind),
      section: section && section.level > 0 ? section.title : "",
      paragraph: 0,
      before: was,
      after: now,
      leading: "",
      trailing: "",
    });
  };
  const insertedTexts = (model: TextModel) => piecesOf(model.insertedTexts.filter((one) => one.author === editor));
  for (const it of differences(insertedTexts(before), insertedTexts(after))) {
    if (it.missing) say("undone", before, it.missingAt, it.missing, "");
    if (it.added) say("borrowed", after, it.addedAt, "", it.added);
  }
  const struck = (model: TextModel) =>
    piecesOf(
      model.changes.filter((one) => one.author === editor && (one.kind === "delete" || one.kind === "moveFrom")),
    );
  for (const it of differences(struck(before), struck(after))) {
    if (it.missing) say("undone", before, it.missingAt, "", it.missing);
    if (it.added) say("borrowed", after, it.addedAt, it.added, "");
  }
  const [marksBefore, marksAfter] = [marksOf(before, editor), marksOf(after, editor)];
  for (const [key, marks] of marksBefore) {
    const left = marksAfter.get(key)?.length ?? 0;
    if (left < marks.length) {
      const [mark] = marks as [MarkChange, ...MarkChange[]];
      const n = marks.length - left;
      say("undone", before, mark.paragraph, `${n === 1 ? "" : `${n} × `}${MARK_WORDS[mark.of]}`, "");
    }
  }
  const comments = new Map<string, number>();
  for (const { author, text } of after.comments)
    if (author === editor) comments.set(text, (comments.get(text) ?? 0) + 1);
  for (const { author, text, paragraph } of before.comments) {
    if (author !== editor) continue;
    const left = comments.get(text) ?? 0;
    comments.set(text, left - 1);
    if (left <= 0) say("undone", before, paragraph, shortened(`Comment: ${text}`), "");
  }
  return findings;
}

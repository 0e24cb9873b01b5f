import { count, plural } from "#app/platform/rules/core/count.ts";
import { citationStyle } from "./citation-style.ts";
import { billableWords, type CountReceipt } from "./receipt.ts";
import type { TextModel } from "./text-model.ts";

/** The receipt of a model with its sections. `language` and `variant` are determined elsewhere. */
export function receiptOf(model: TextModel): CountReceipt {
  const receipt: CountReceipt = {
    format: model.format,
    estimate: model.estimate,
    words: 0,
    billable: 0,
    body: 0,
    tables: 0,
    textBoxes: 0,
    footnotes: 0,
    endnotes: 0,
    inserted: model.inserted,
    deleted: model.deleted,
    hidden: model.hidden,
    equations: model.equations,
    faint: model.faint,
    separated: 0,
    chained: 0,
    korean: 0,
    references: 0,
    cjkCharacters: 0,
    figures: model.figures,
    tableCount: model.tableCount,
    referenceEntries: model.referenceEntries,
    comments: model.comments.length,
    trackedChanges: model.changes.length + model.formatChanges + model.otherChanges,
    language: null,
    variant: null,
    style: citationStyle(
      model.paragraphs.filter((paragraph) => paragraph.kind === "reference").map((paragraph) => paragraph.text),
    ),
    sections: model.sections,
    notes: [...model.notes],
  };
  let free = 0;
  let separated = 0;
  let chained = 0;
  let korean = 0;
  for (const paragraph of model.paragraphs) {
    receipt.words += paragraph.words;
    separated += paragraph.separated;
    chained += paragraph.chained;
    korean += paragraph.korean;
    receipt.cjkCharacters += paragraph.cjk;
    if (paragraph.kind === "textBox") receipt.textBoxes += paragraph.words;
    else if (paragraph.kind === "footnote") receipt.footnotes += paragraph.words;
    else if (paragraph.kind === "endnote") receipt.endnotes += paragraph.words;
    else receipt.body += paragraph.words;
    if (paragraph.kind === "tableCell") receipt.tables += paragraph.words;
    if (!paragraph.charged) free += paragraph.words;
    if (model.sections[paragraph.section]?.references) receipt.references += paragraph.words;
  }
  receipt.separated = separated;
  receipt.chained = chained;
  receipt.korean = korean;
  receipt.billable = billableWords([receipt], { excluded: [], referencesChecked: false });
  receipt.notes.push(...explain(receipt, free, scriptOf(model, receipt)));
  return receipt;
}

const words = (n: number): string => count(n, "word");
const are = (n: number): string => plural(n, "is", "are");

/** Which of the two scripts charged by two characters the text is in: only Japanese has kana. */
function scriptOf(model: TextModel, receipt: CountReceipt): string {
  if (receipt.cjkCharacters === 0) return "";
  let kana = 0;
  let others = 0;
  for (const { cjk, text } of model.paragraphs) {
    if (cjk === 0) continue;
    // Chinese text may quote a few kana, while Japanese is full of them.
    const here = text.match(/[\u3041-\u3096\u30a1-\u30fa\uff66-\uff9d]/g)?.length ?? 0;
    if (here * 10 >= cjk) kana += cjk;
    else others += cjk;
  }
  if (kana === 0) return "Chinese";
  return others * 20 <= kana ? "Japanese" : "Chinese and Japanese";
}

function explain(receipt: CountReceipt, free: number, script: string): string[] {
  const notes: string[] = [];
  const { hidden, equations, deleted, inserted, textBoxes, references, cjkCharacters } = receipt;
  const { faint = 0, separated = 0, chained = 0, korean = 0 } = receipt;
  const unseen = receipt.format.startsWith("tex")
    ? { one: "a LaTeX command", many: "LaTeX commands" }
    : { one: "invisible characters or gaps", many: "invisible characters or gaps" };
  const notesWords = receipt.footnotes + receipt.endnotes;
  if (receipt.estimate)
    notes.push(
      "This count is an estimate, because this type of file doesn't contain the text in an exact form. We'll confirm it before work starts.",
    );
  if (references > 0) {
    notes.push(
      `${words(references)} ${are(references)} in the reference list. They're charged at half if you want the references checked, otherwise not at all.`,
    );
  }
  if (notesWords > 0)
    notes.push(`${words(notesWords)} ${are(notesWords)} in footnotes and endnotes and ${are(notesWords)} counted.`);
  if (textBoxes > 0) notes.push(`${words(textBoxes)} ${are(textBoxes)} in text boxes and ${are(textBoxes)} counted.`);
  if (free > 0)
    notes.push(`${words(free)} in tables of contents and in table cells with only numbers ${are(free)} not charged.`);
  if (hidden > 0) notes.push(`${words(hidden)} ${are(hidden)} hidden text and ${are(hidden)} not counted.`);
  if (equations > 0) notes.push(`${words(equations)} in equations ${are(equations)} not counted.`);
  if (faint > 0) notes.push(`${words(faint)} ${are(faint)} white or smaller than 3 points and ${are(faint)} counted.`);
  if (separated > 0)
    notes.push(
      separated === 1
        ? `${words(1)} was separated by ${unseen.one} instead of a space. It's counted.`
        : `${words(separated)} were separated by ${unseen.many} instead of spaces. They're counted.`,
    );
  if (chained > 0)
    notes.push(
      `${count(chained, "word was", "words were")} joined by hyphens, dashes, or slashes in chains of eight or more. Each word is counted.`,
    );
  if (deleted > 0)
    notes.push(`${words(deleted)} ${are(deleted)} deleted with tracked changes and ${are(deleted)} not counted.`);
  if (inserted > 0)
    notes.push(`${words(inserted)} ${are(inserted)} inserted with tracked changes and ${are(inserted)} counted.`);
  if (cjkCharacters > 0)
    notes.push(
      `${count(cjkCharacters, `${script} character is`, `${script} characters are`)} charged as one word per two characters.`,
    );
  if (korean > 0) notes.push(`${words(korean)} ${are(korean)} Korean, counted by spaces.`);
  return notes;
}

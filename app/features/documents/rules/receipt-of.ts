import { billableWords, type CountReceipt } from "./receipt.ts";
import type { TextModel } from "./text-model.ts";

/** The receipt of a model whose sections are divided. `language` and `variant` are found elsewhere. */
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
    glued: model.glued,
    references: 0,
    cjkCharacters: 0,
    figures: model.figures,
    tableCount: model.tableCount,
    referenceEntries: model.referenceEntries,
    comments: model.comments.length,
    trackedChanges: model.changes.length + model.formatChanges + model.otherChanges,
    language: null,
    variant: null,
    sections: model.sections,
    notes: [...model.notes],
  };
  let free = 0;
  for (const paragraph of model.paragraphs) {
    receipt.words += paragraph.words;
    receipt.cjkCharacters += paragraph.cjk;
    if (paragraph.kind === "textBox") receipt.textBoxes += paragraph.words;
    else if (paragraph.kind === "footnote") receipt.footnotes += paragraph.words;
    else if (paragraph.kind === "endnote") receipt.endnotes += paragraph.words;
    else receipt.body += paragraph.words;
    if (paragraph.kind === "tableCell") receipt.tables += paragraph.words;
    if (!paragraph.charged) free += paragraph.words;
    if (model.sections[paragraph.section]?.references) receipt.references += paragraph.words;
  }
  receipt.billable = billableWords([receipt], { excluded: [], referencesChecked: false });
  receipt.notes.push(...explain(receipt, free));
  return receipt;
}

const figures = new Intl.NumberFormat("en-US");
const words = (count: number): string => `${figures.format(count)} ${count === 1 ? "word" : "words"}`;
const are = (count: number): string => (count === 1 ? "is" : "are");

function explain(receipt: CountReceipt, free: number): string[] {
  const notes: string[] = [];
  const { hidden, equations, deleted, inserted, textBoxes, references, cjkCharacters } = receipt;
  const { faint = 0, glued = 0 } = receipt;
  const notesWords = receipt.footnotes + receipt.endnotes;
  if (receipt.estimate)
    notes.push(
      "This count is an estimate, because this kind of file does not hold the text as such. It is confirmed before work starts.",
    );
  if (references > 0) {
    notes.push(
      `${words(references)} ${are(references)} in the reference list. They are charged at half when the references are to be checked, otherwise not at all.`,
    );
  }
  if (notesWords > 0)
    notes.push(`${words(notesWords)} ${are(notesWords)} in footnotes and endnotes and ${are(notesWords)} counted.`);
  if (textBoxes > 0) notes.push(`${words(textBoxes)} ${are(textBoxes)} in text boxes and ${are(textBoxes)} counted.`);
  if (free > 0)
    notes.push(
      `${words(free)} in tables of contents and in table cells that hold only numbers ${are(free)} not charged.`,
    );
  if (hidden > 0) notes.push(`${words(hidden)} ${are(hidden)} hidden text and ${are(hidden)} not counted.`);
  if (equations > 0) notes.push(`${words(equations)} in equations ${are(equations)} not counted.`);
  if (faint > 0) notes.push(`${words(faint)} ${are(faint)} white or smaller than 3 points and ${are(faint)} counted.`);
  if (glued > 0)
    notes.push(
      `${words(glued)} ${are(glued)} joined to the word before by invisible characters and ${are(glued)} not counted by ${glued === 1 ? "itself" : "themselves"}.`,
    );
  if (deleted > 0)
    notes.push(`${words(deleted)} ${are(deleted)} deleted with tracked changes and ${are(deleted)} not counted.`);
  if (inserted > 0)
    notes.push(`${words(inserted)} ${are(inserted)} inserted with tracked changes and ${are(inserted)} counted.`);
  if (cjkCharacters > 0)
    notes.push(
      `${figures.format(cjkCharacters)} Chinese or Japanese characters are charged as one word per two characters.`,
    );
  return notes;
}

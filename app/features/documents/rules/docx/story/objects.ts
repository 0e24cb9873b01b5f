/** Objects anchored to the text or wrapping it: notes, text boxes, pictures, equations, comments, content controls. */
import { ALTERNATE, CHOICE, FALLBACK, INLINE, MATH, MATH_RUN, PICTURE, W } from "../docx-vocabulary.ts";
import type { Paragraph } from "../../readers/text-model.ts";
import { gap } from "./draft.ts";
import { closeContainer, openContainer } from "./paragraphs.ts";
import type { Handler, Handlers, PartReading } from "./part-reading.ts";

/** Content controls in which Mendeley Cite, Citavi and others keep the reference list. */
const BIBLIOGRAPHY_TAG = /^MENDELEY_BIBLIOGRAPHY|^CitaviBibliography|^paperpile_bibliography|^ReadCube_?Bibliography/i;
const CITATION_TAG = /^MENDELEY_CITATION|^CitaviPlaceholder|^paperpile_citation|^ReadCube_?Citation/i;
const BIBLIOGRAPHY_GALLERY = /^Bibliographies$/;

/** Puts a note's paragraphs after the paragraph that first references it. */
const openReference =
  (storeOf: (part: PartReading) => Map<string, Paragraph[]>): Handler =>
  (part) => {
    const store = storeOf(part);
    const id = part.scanner.attribute("id") ?? "";
    const note = store.get(id);
    if (!note || !part.draft || part.dead > 0 || part.inCode > 0) return;
    part.draft.after.push(...note);
    store.delete(id);
  };

function openNote(part: PartReading): void {
  const { notes, scanner } = part;
  if (!notes || scanner.selfClosing) return;
  const type = scanner.attribute("type");
  part.noteSkipped = type !== null && type !== "normal";
  part.out = [];
  if (!part.noteSkipped) notes.set(scanner.attribute("id") ?? "", part.out);
  openContainer(part);
}

function closeNote(part: PartReading): void {
  closeContainer(part);
  part.noteSkipped = false;
}

function openTextBox(part: PartReading): void {
  if (part.scanner.selfClosing) return;
  part.boxes++;
  openContainer(part);
}

function closeTextBox(part: PartReading): void {
  closeContainer(part);
  part.boxes--;
}

/** Reads the first of several alternatives. */
function openChoice({ choices, scanner }: PartReading): void {
  if (choices.at(-1)) scanner.skip();
  else if (choices.length > 0) choices[choices.length - 1] = true;
}

/** Whether a content control contains the reference list. */
const openControlName =
  (bibliography: RegExp): Handler =>
  (part) => {
    const { controls, draft } = part;
    if (controls.at(-1) !== false || !bibliography.test(part.scanner.attribute("val") ?? "")) return;
    controls[controls.length - 1] = true;
    part.bibliography++;
    if (draft) draft.paragraph.inBibliography = true;
  };

function openPicture(part: PartReading): void {
  const { draft, scanner, story } = part;
  if (part.dead === 0) story.model.figures++;
  // Pictures in the old format are inline unless they say otherwise.
  if (draft && (scanner.path.includes(W.pict) || scanner.path.includes(W.object))) gap(draft, "between letters");
}

function openComment({ draft, scanner, story }: PartReading): void {
  const id = scanner.attribute("id") ?? "";
  if (!draft || story.anchors.has(id)) return;
  story.anchors.set(id, draft.paragraph);
  story.watch?.comment(draft, id);
}

function endMathRun(part: PartReading): void {
  part.runDead = 0;
  part.runBy = null;
}

export const OPENS: Handlers = {
  [W.footnoteReference]: openReference((part) => part.story.footnotes),
  [W.endnoteReference]: openReference((part) => part.story.endnotes),
  [W.footnote]: openNote,
  [W.endnote]: openNote,
  [W.txbxContent]: openTextBox,
  [ALTERNATE]: (part) => {
    if (!part.scanner.selfClosing) part.choices.push(false);
  },
  [CHOICE]: openChoice,
  [FALLBACK]: (part) => {
    if (part.choices.at(-1)) part.scanner.skip();
  },
  // A phonetic guide repeats its text.
  [W.rt]: (part) => part.scanner.skip(),
  [W.sdt]: (part) => {
    if (part.scanner.selfClosing) return;
    part.controls.push(false);
    part.citing.push(false);
  },
  [W.tag]: (part) => {
    openControlName(BIBLIOGRAPHY_TAG)(part);
    if (part.citing.length > 0 && CITATION_TAG.test(part.scanner.attribute("val") ?? ""))
      part.citing[part.citing.length - 1] = true;
  },
  [W.docPartGallery]: openControlName(BIBLIOGRAPHY_GALLERY),
  [MATH]: (part) => {
    if (part.dead === 0) part.story.model.equationCount++;
  },
  [MATH_RUN]: endMathRun,
  [PICTURE]: openPicture,
  [INLINE]: (part) => {
    if (part.draft && part.dead === 0) gap(part.draft, "between letters");
  },
  [W.commentRangeStart]: openComment,
  [W.commentReference]: openComment,
};

export const CLOSES: Handlers = {
  [W.footnote]: closeNote,
  [W.endnote]: closeNote,
  [W.txbxContent]: closeTextBox,
  [ALTERNATE]: (part) => {
    part.choices.pop();
  },
  [W.sdt]: (part) => {
    part.citing.pop();
    if (part.controls.pop()) part.bibliography--;
  },
  [MATH_RUN]: (part) => {
    endMathRun(part);
    part.story.equations.inWord = false;
  },
};

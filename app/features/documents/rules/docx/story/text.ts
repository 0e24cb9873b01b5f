/** Text, and elements that represent a character. */
import { CHOICE, FALLBACK, MATH_TEXT, W } from "../docx-vocabulary.ts";
import { differ, gap } from "./draft.ts";
import { feed, recordMath, tell } from "./feed.ts";
import type { Handlers, PartReading } from "./part-reading.ts";

const PRESERVE = ' xml:space="preserve"';
const MAX_FIELD_CODE = 2_000;

function openText(part: PartReading): void {
  const { scanner } = part;
  if (scanner.selfClosing) return;
  part.textDepth++;
  part.buffer = "";
  part.preserve =
    scanner.attributesAre(PRESERVE) || (!scanner.attributesAre("") && scanner.attribute("space") === "preserve");
}

/** Adds a piece to the text that's open. */
export function takePiece(part: PartReading): void {
  const { scanner } = part;
  const piece = scanner.text();
  part.verbatim = part.buffer === "" && scanner.isVerbatim(piece) ? scanner.start : -1;
  part.buffer = part.buffer === "" ? piece : part.buffer + piece;
}

function openMathText(part: PartReading): void {
  if (part.scanner.selfClosing) return;
  part.textDepth++;
  part.buffer = "";
  part.preserve = true;
}

/** The text that ends here, as written, or null if it's inside another. */
function takeRaw(part: PartReading): string | null {
  part.textDepth--;
  if (part.textDepth > 0) return null;
  const raw = part.buffer;
  part.buffer = "";
  return raw;
}

function closeText(part: PartReading): void {
  const raw = takeRaw(part);
  if (raw === null) return;
  const text = part.preserve ? raw : trimXml(raw);
  if (text.length === raw.length) {
    feed(part, text, part.verbatim);
    return;
  }
  const { draft } = part;
  // A space that the writer didn't mark as preserved, unlike line breaks from indented markup.
  const spaced = draft && part.dead === 0 && part.inCode === 0 && !/[\r\n]/.test(raw);
  if (spaced && /^[ \t]/.test(raw)) gap(draft, "maybe");
  feed(part, text);
  if (spaced && /[ \t]$/.test(raw)) gap(draft, "maybe");
}

function closeDeletedText(part: PartReading): void {
  const raw = takeRaw(part);
  if (raw === null) return;
  const text = part.preserve ? raw : trimXml(raw);
  if (part.dead > 0) feed(part, text, text.length === raw.length ? part.verbatim : -1);
}

function closeMathText(part: PartReading): void {
  const raw = takeRaw(part);
  const { draft } = part;
  if (raw === null || !draft) return;
  const text = part.preserve ? raw : trimXml(raw);
  if (text !== "") recordMath(part, text);
  if (part.dead > 0 || part.runDead > 0) return;
  if (text.trim() === "") gap(draft, "between letters");
  part.story.watch?.take(part, draft, text, "math");
  tell(part, part.story.equations, text, -1);
  differ(draft.paragraph);
  if (part.managed === 0) draft.paragraph.compare += text;
}

function closeFieldCode(part: PartReading): void {
  const field = part.fields.at(-1);
  if (field && !field.inResult && part.dead === 0 && field.code.length < MAX_FIELD_CODE) field.code += part.buffer;
  closeDeletedFieldCode(part);
}

function closeDeletedFieldCode(part: PartReading): void {
  part.textDepth--;
  part.buffer = "";
}

/** Elements whose children are a run's content. A choice between alternatives counts as the run. */
const isRunContent = (code: number): boolean => code === W.r || code === CHOICE || code === FALLBACK;

/** Adds a character where run content is expected: in pPr/tabs, w:tab is a tab stop. */
const character = (text: string) => (part: PartReading) => {
  if (isRunContent(part.scanner.parent)) feed(part, text);
};

const always = (text: string) => (part: PartReading) => feed(part, text);

function openBreak(part: PartReading): void {
  if (!isRunContent(part.scanner.parent)) return;
  const type = part.scanner.attribute("type");
  if (type !== "page" && type !== "column") feed(part, "\n");
  else breakPage(part);
}

/** A page break separates words but is layout, so editors needn't track it. */
function breakPage(part: PartReading): void {
  const { draft, dead, runDead, inCode, look, noteSkipped } = part;
  if (!draft || dead > 0 || runDead > 0 || inCode > 0 || noteSkipped) return;
  if (look.hidden ?? draft.styleHidden) return;
  differ(draft.paragraph);
  draft.paragraph.text += "\n";
  part.story.watch?.breakHere(draft);
  draft.tally.inWord = false;
}

function openSymbol(part: PartReading): void {
  const char = Number.parseInt(part.scanner.attribute("char") ?? "", 16);
  if (char > 0 && char <= 0xffff)
    feed(part, isBlankSymbol(part.scanner.attribute("font"), char) ? "\uf020" : String.fromCharCode(char));
}

/** Codes at which symbol fonts draw nothing. */
const isBlankSymbol = (font: string | null, char: number): boolean =>
  (char >= 0xf000 && char <= 0xf020) || char === 0xf07f || (font === "Symbol" && char > 0xf07f && char < 0xf0a0);

/** Trims only XML white space: JavaScript's trim() would remove no-break spaces, which Word keeps. */
function trimXml(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isXmlSpace(text.charCodeAt(from))) from++;
  while (to > from && isXmlSpace(text.charCodeAt(to - 1))) to--;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}
const isXmlSpace = (c: number): boolean => c === 32 || c === 9 || c === 10 || c === 13;

export const OPENS: Handlers = {
  [W.t]: openText,
  [W.delText]: openText,
  [W.instrText]: openText,
  [W.delInstrText]: openText,
  [MATH_TEXT]: openMathText,
  [W.tab]: character("\t"),
  [W.ptab]: always("\t"),
  [W.br]: openBreak,
  [W.cr]: character("\n"),
  [W.noBreakHyphen]: always("\u2011"),
  [W.softHyphen]: always("\u00ad"),
  [W.sym]: openSymbol,
};

export const CLOSES: Handlers = {
  [W.t]: closeText,
  [W.delText]: closeDeletedText,
  [MATH_TEXT]: closeMathText,
  [W.instrText]: closeFieldCode,
  [W.delInstrText]: closeDeletedFieldCode,
};

/** Paragraphs, runs and their text. */
import { NO_PROPERTIES, emptyLine } from "./surface.ts";
import { S } from "./surface-vocabulary.ts";
import type { ParagraphMeaning } from "./document.ts";
import type { Draft, Handler, Handlers, StoryReading } from "./story-reading.ts";

const PRESERVE = ' xml:space="preserve"';
const MAX_FIELD_CODE = 200_000;

const newDraft = (startsCell: boolean, managed: boolean): Draft => ({
  ...emptyLine("paragraph"),
  properties: NO_PROPERTIES,
  startsCell,
  look: -1,
  managed,
  after: [],
});

function openParagraph(story: StoryReading): void {
  const made = newDraft(story.startsCell, story.managed > 0);
  made.behind = story.rows.at(-1)?.looks.at(-1)?.fill || story.document.paper;
  made.collapsed = story.rows.some((row) => row.collapsed);
  for (const target of story.waiting.splice(0)) target.line = made;
  story.startsCell = false;
  story.drafts.push(made);
  story.draft = made;
  if (story.scanner.selfClosing) closeParagraph(story);
}

function closeParagraph(story: StoryReading): void {
  const done = story.drafts.pop();
  story.draft = story.drafts.at(-1) ?? null;
  if (!done || story.noteSkipped) return;
  const empty = done.text === "" && done.atoms.length === 0;
  if (empty && done.managed && !done.startsCell) return;
  done.layout = empty && done.breaks !== "";
  story.emit(done, done.after);
}

function applyMeaning(story: StoryReading, meaning: ParagraphMeaning): void {
  const { draft } = story;
  if (!draft) return;
  draft.properties = meaning.properties;
  draft.style = meaning.properties.style ?? "";
  if (meaning.section) {
    draft.breaks += " section";
    story.document.section(meaning.section, story.relations);
  }
}

function openParagraphProperties(story: StoryReading): void {
  const { scanner, xml, document } = story;
  if (scanner.parent !== S.p || scanner.selfClosing) {
    story.takeContent();
    return;
  }
  const from = scanner.end;
  const end = scanner.contentEnd();
  const known = end < 0 ? undefined : document.paragraphs.find(xml, from, end);
  if (known) {
    scanner.leap(end);
    applyMeaning(story, known);
    return;
  }
  const raw = story.takeContent();
  const meaning = document.paragraphMeaning(raw);
  if (end >= 0 && meaning.section === null) document.paragraphs.keep(xml, from, end, meaning);
  applyMeaning(story, meaning);
}

function openRunProperties(story: StoryReading): void {
  const { scanner, xml, document } = story;
  if (scanner.parent !== S.r || scanner.selfClosing) {
    story.takeContent();
    return;
  }
  const from = scanner.end;
  const end = scanner.contentEnd();
  const known = end < 0 ? undefined : document.runLooks.find(xml, from, end);
  if (known !== undefined) {
    story.look = known;
    scanner.leap(end);
    return;
  }
  const raw = story.takeContent();
  story.look = document.runLook(raw);
  if (end >= 0) document.runLooks.keep(xml, from, end, story.look);
}

function openText(story: StoryReading): void {
  const { scanner } = story;
  if (scanner.selfClosing) return;
  story.textDepth++;
  story.buffer = "";
  story.preserve =
    scanner.attributesAre(PRESERVE) || (!scanner.attributesAre("") && scanner.attribute("space") === "preserve");
}

function closeText(story: StoryReading): void {
  story.textDepth--;
  if (story.textDepth > 0) return;
  const text = story.preserve ? story.buffer : story.buffer.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");
  story.buffer = "";
  story.feed(text);
}

function closeFieldCode(story: StoryReading): void {
  story.textDepth--;
  const field = story.fields.at(-1);
  if (field && !field.inResult && field.code.length < MAX_FIELD_CODE) field.code += story.buffer;
  story.buffer = "";
}

const openTab: Handler = (story) => {
  if (story.scanner.parent === S.r) story.feed("\t");
};

function openBreak(story: StoryReading): void {
  const { scanner, draft } = story;
  if (scanner.parent !== S.r) return;
  const type = scanner.attribute("type");
  if (type !== "page" && type !== "column") story.feed("\n");
  else if (draft && story.shows) draft.breaks += ` ${type}`;
}

function openSymbol(story: StoryReading): void {
  const { scanner, document, look } = story;
  const char = Number.parseInt(scanner.attribute("char") ?? "", 16);
  const font = scanner.attribute("font");
  if (!(char > 0 && char <= 0xffff)) return;
  // The font determines the symbol.
  if (font !== null) story.look = document.registry.of({ ...document.registry.list[look], font });
  story.feed(String.fromCharCode(char));
  story.look = look;
}

export const OPENS: Handlers = {
  [S.p]: openParagraph,
  [S.pPr]: openParagraphProperties,
  [S.r]: (story) => {
    story.look = 0;
  },
  [S.rPr]: openRunProperties,
  [S.t]: openText,
  [S.instrText]: openText,
  [S.tab]: openTab,
  [S.ptab]: openTab,
  [S.cr]: (story) => story.feed("\n"),
  [S.br]: openBreak,
  [S.noBreakHyphen]: (story) => story.feed("\u2011"),
  [S.sym]: openSymbol,
};

export const CLOSES: Handlers = {
  [S.t]: closeText,
  [S.instrText]: closeFieldCode,
  [S.r]: (story) => {
    story.look = 0;
  },
  [S.p]: closeParagraph,
};

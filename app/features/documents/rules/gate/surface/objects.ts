/** Objects anchored to the text or wrapping it: notes, pictures, equations, content controls, sections. */
import { writeTree } from "../../docx/xml-tree.ts";
import { ATOM_MARK, NOTE_MARK, type Target, emptyLine } from "./surface.ts";
import { contentKey, newAtom, relationIn } from "./surface-atoms.ts";
import { readCitationTag } from "./surface-citations.ts";
import { readEquation } from "./surface-equations.ts";
import { readPicture } from "./surface-pictures.ts";
import { fragment, textOf } from "./surface-markup.ts";
import { ALTERNATE, CHOICE, FALLBACK, MATH, S } from "./surface-vocabulary.ts";
import { type Handler, type Handlers, type StoryReading, leaveOut } from "./story-reading.ts";

const MAX_BOX_DEPTH = 20;

const openReference =
  (kind: "footnote" | "endnote"): Handler =>
  (story) => {
    const { draft } = story;
    if (!draft || !story.shows) return;
    story.place(newAtom(kind, kind, 0), NOTE_MARK);
    const store = story.document.notes[kind];
    const id = story.scanner.attribute("id") ?? "";
    const note = store.get(id);
    if (!note) return;
    draft.after.push(...note);
    store.delete(id);
  };

function openNote(story: StoryReading): void {
  const { notes, scanner } = story;
  if (!notes || scanner.selfClosing) return;
  const type = scanner.attribute("type");
  story.noteSkipped = type !== null && type !== "normal";
  story.all = [];
  story.containers = [{ lines: story.all, from: 0 }];
  if (!story.noteSkipped) notes.set(scanner.attribute("id") ?? "", story.all);
}

function closeNote(story: StoryReading): void {
  if (!story.notes) return;
  story.noteSkipped = false;
}

function openPicture(story: StoryReading): void {
  const raw = story.takeElement();
  const { document, draft, xml } = story;
  if (story.noteSkipped || story.inCode > 0) return;
  const { atom, boxes, floating } = readPicture(raw, document.docx, story.relations);
  if (!draft) return;
  story.place(atom, floating ? null : ATOM_MARK);
  if (document.boxDepth >= MAX_BOX_DEPTH) return;
  document.boxDepth++;
  // The story's own root declares the prefixes that its text boxes use.
  const rootStart = /<[^?!][^>]*>/.exec(xml)?.[0] ?? "";
  const root = /^<([^\s/>]+)/.exec(rootStart)?.[1] ?? "x";
  for (const box of boxes) {
    const inner = box.children.map(writeTree).join("");
    for (const line of story.readInner(`${rootStart}${inner}</${root}>`)) draft.after.push(line);
  }
  document.boxDepth--;
}

/** Reads the first of several alternatives. Inside a run, the choice is a picture. */
function openAlternate(story: StoryReading): void {
  if (story.scanner.parent === S.r) openPicture(story);
  else if (!story.scanner.selfClosing) story.choices.push(false);
}

function openChoice({ choices, scanner }: StoryReading): void {
  if (choices.at(-1)) scanner.skip();
  else if (choices.length > 0) choices[choices.length - 1] = true;
}

function openEquation(story: StoryReading): void {
  const raw = story.takeElement();
  if (!story.shows) return;
  const { key, text, style } = readEquation(raw);
  const looks: Record<string, string> = style === "" ? {} : { "upright or bold letters": style };
  if (key !== "") story.place({ ...newAtom("equation", key, 0, text), looks }, ATOM_MARK);
}

/** A text's phonetic guide. */
function openRuby(story: StoryReading): void {
  const raw = story.takeContent();
  if (story.shows) story.place(newAtom("ruby", textOf(fragment(raw)).trim(), -1), null);
}

const CONTROLLING = /[:<](?:lock|dataBinding|showingPlcHdr|comboBox|dropDownList)[\s/>]/;

function openControlProperties(story: StoryReading): void {
  const raw = story.takeContent();
  if (CONTROLLING.test(raw)) story.document.control(raw);
  const tag = /<(?:[\w.-]+:)?tag\s[^>]*?val\s*=\s*["']([^"']*)["']/.exec(raw)?.[1];
  const citation = tag === undefined ? null : readCitationTag(tag);
  if (!citation || !story.shows) return;
  const looks: Record<string, string> = citation.refreshed === "" ? {} : { "stored data": citation.refreshed };
  story.place({ ...newAtom("citation", citation.key, -1, citation.shown), looks }, null);
}

/** A document embedded between paragraphs. */
function openEmbedded(story: StoryReading): void {
  const { scanner, xml, relations } = story;
  const id = relationIn(xml.slice(scanner.start, scanner.end));
  scanner.skip();
  if (story.drafts.length > 0) return;
  story.emit({ ...emptyLine("embedded"), text: contentKey(story.document.docx, relations.get(id)) });
}

function openSection(story: StoryReading): void {
  const raw = story.takeContent();
  if (story.notes === null) story.document.section(fragment(raw), story.relations);
}

/** Bookmarks and comments number their ranges separately. */
type RangeKind = "bookmark" | "comment";
const rangeOf = ({ scanner }: StoryReading, kind: RangeKind): string => `${kind} ${scanner.attribute("id") ?? ""}`;

function openRange(story: StoryReading, kind: RangeKind): Target {
  const { draft } = story;
  const target: Target = { line: draft, from: draft?.text.length ?? 0, words: "" };
  story.open.set(rangeOf(story, kind), target);
  return target;
}

const closeRange =
  (kind: RangeKind): Handler =>
  (story) => {
    const { draft } = story;
    const target = story.open.get(rangeOf(story, kind));
    if (target && target.line === draft && draft) target.words = draft.text.slice(target.from);
  };

/** A bookmark belongs to the paragraph it begins in, or else to the next. */
function openBookmark(story: StoryReading): void {
  const target = openRange(story, "bookmark");
  if (!story.draft) story.waiting.push(target);
  story.document.targets.set(story.scanner.attribute("name") ?? "", target);
}

const openComment: Handler = (story) =>
  void story.document.comments.set(story.scanner.attribute("id") ?? "", openRange(story, "comment"));

export const OPENS: Handlers = {
  [S.commentRangeStart]: openComment,
  [S.commentRangeEnd]: closeRange("comment"),
  [S.bookmarkStart]: openBookmark,
  [S.bookmarkEnd]: closeRange("bookmark"),
  [S.background]: ({ scanner, document }) => {
    document.paper = (scanner.attribute("color") ?? "").toUpperCase().replace("AUTO", "");
  },
  [S.footnoteReference]: openReference("footnote"),
  [S.endnoteReference]: openReference("endnote"),
  [S.footnote]: openNote,
  [S.endnote]: openNote,
  [S.drawing]: openPicture,
  [S.pict]: openPicture,
  [S.object]: openPicture,
  [S.contentPart]: openPicture,
  [ALTERNATE]: openAlternate,
  [CHOICE]: openChoice,
  [FALLBACK]: (story) => {
    if (story.choices.at(-1)) story.scanner.skip();
  },
  [MATH]: openEquation,
  [S.rt]: openRuby,
  [S.sdtPr]: openControlProperties,
  [S.altChunk]: openEmbedded,
  [S.subDoc]: openEmbedded,
  [S.sectPr]: openSection,
  [S.sdtEndPr]: leaveOut,
  [S.smartTagPr]: leaveOut,
  [S.customXmlPr]: leaveOut,
};

export const CLOSES: Handlers = {
  [S.footnote]: closeNote,
  [S.endnote]: closeNote,
  [ALTERNATE]: (story) => {
    story.choices.pop();
  },
};

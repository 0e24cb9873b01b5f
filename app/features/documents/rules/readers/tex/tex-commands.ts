import { countWords } from "../seen-words.ts";
import type { Paragraph, ParagraphKind } from "../text-model.ts";
import { matching } from "./tex-braces.ts";
import type { TexReader } from "./tex-reader.ts";
import { ACCENTS, CITATION, HEADINGS, LENGTH, LETTERS, REFERENCE, ROOM, SILENT } from "./tex-vocabulary.ts";

/** Where a command stands: in a text of some kind that ends at `end`. */
export type Spot = { end: number; out: { text: string }; kind: ParagraphKind };

/** Reads a command's arguments, after its name. */
type Command = (reader: TexReader, spot: Spot, name: string) => void;

/** Reads the command that begins at the reader's place. */
export function readCommand(reader: TexReader, spot: Spot): void {
  const name = /^[a-zA-Z@]+/.exec(reader.source.slice(reader.at + 1, reader.at + 60))?.[0];
  if (name === undefined) {
    readSign(reader, spot);
    return;
  }
  reader.at += 1 + name.length;
  if (reader.source[reader.at] === "*") reader.at++;
  (COMMANDS.get(name) ?? unknown)(reader, spot, name);
}

/**
 * A command that is one sign: a line break, a formula, an accent, a sign that LaTeX would take for itself, or a blank.
 */
function readSign(reader: TexReader, spot: Spot): void {
  const { out } = spot;
  const char = reader.source[reader.at + 1] ?? "";
  reader.at += 2;
  if (char === "\\") breakLine(reader, spot);
  else if (char === "(" || char === "[") formula(reader, spot, char === "(" ? "\\)" : "\\]");
  else if (ACCENTS[char] !== undefined) accent(reader, spot, char);
  else if ("%&$#_{} ".includes(char)) out.text += char;
  else if (",;:>".includes(char)) out.text += "\u00a0";
  else if (char === "-") out.text += "\u00ad";
}

function breakLine(reader: TexReader, { out, kind }: Spot): void {
  reader.skipOptional();
  if (kind === "tableCell") reader.finish(out, kind);
  else out.text += "\n";
}

function formula(reader: TexReader, { end }: Spot, closing: string): void {
  const close = reader.next(closing);
  const to = close < 0 || close > end ? end : close;
  reader.model.equations += countWords(reader.source.slice(reader.at, to));
  reader.at = Math.min(end, to + 2);
}

const ensuremath: Command = (reader) => {
  reader.model.equations += countWords(reader.argument() ?? "");
};

const accent: Command = (reader, { out }, mark) => {
  const match = /^\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\([ij])(?![a-zA-Z])|([a-zA-Z]))/.exec(
    reader.source.slice(reader.at, reader.at + 20),
  );
  if (!match) return;
  reader.at += match[0].length;
  out.text += ((match[1] ?? match[2] ?? match[3] ?? "") + ACCENTS[mark]).normalize("NFC");
};

const begin: Command = (reader, { end, out, kind }) => reader.environment(reader.argument() ?? "", end, out, kind);

const heading =
  (level: number): Command =>
  (reader, { out, kind }) => {
    reader.skipOptional();
    reader.finish(out, kind);
    reader.inner(out, "heading", level);
  };

const title: Command = (reader) => {
  reader.skipOptional();
  const from = reader.paragraphs.length;
  reader.inner({ text: "" }, "body");
  for (const paragraph of reader.paragraphs.slice(from)) paragraph.isTitle = true;
};

const caption: Command = (reader, _, name) => {
  if (name === "captionof") reader.argument();
  reader.skipOptional();
  reader.inner({ text: "" }, "caption");
};

/** A note's paragraphs come after the one that it's in. */
const footnote: Command = (reader) => {
  reader.skipOptional();
  const held = reader.paragraphs;
  const notes: Paragraph[] = [];
  reader.paragraphs = notes;
  reader.inner({ text: "" }, "footnote");
  reader.paragraphs = held;
  reader.notes.push(...notes);
};

const author: Command = (reader) => {
  reader.skipOptional();
  reader.argument();
};

const item: Command = (reader, { out, kind }, name) => {
  reader.finish(out, kind);
  reader.skipOptional();
  if (name === "bibitem") reader.argument();
};

/** A quotation whose text comes after what's no text, the key of its source: \textcquote[see][12]{key}{text}. */
const quotation =
  (braces: number): Command =>
  (reader) => {
    for (let i = 0; i < braces; i++) {
      reader.skipOptional();
      reader.argument();
    }
    reader.skipOptional();
  };

/** Several works in one command: \textcites(see)[12]{key}[13]{other}. */
const citations: Command = (reader) => {
  for (;;) {
    while (reader.source[reader.at] === "(") reader.at = closing(reader.source, reader.at) + 1;
    reader.skipOptional();
    if (reader.source[reader.at] !== "{") return;
    reader.argument();
  }
};

/** The end of parentheses on one line; where they begin if they don't end there. */
function closing(source: string, from: number): number {
  const text = /^\([^()\n]{0,500}\)/.exec(source.slice(from, from + 502))?.[0];
  return text === undefined ? from : from + text.length - 1;
}

const endParagraph: Command = (reader, { out, kind }) => reader.finish(out, kind);

const verbatim: Command = (reader, { out, end }) => {
  const { source } = reader;
  const mark = source[reader.at] ?? "";
  const close = source.indexOf(mark, reader.at + 1);
  if (close <= 0 || close >= end) return;
  out.text += source.slice(reader.at + 1, close);
  reader.at = close + 1;
};

const define: Command = (reader, { end }) => {
  const brace = reader.source.indexOf("{", reader.at);
  if (brace >= 0) reader.at = Math.min(end, matching(reader.source, brace) + 1);
};

const letter =
  (text: string): Command =>
  (reader, { out }) => {
    out.text += text;
    reader.skipSpaceAfterWord();
  };

const room =
  (braces: number): Command =>
  (reader, { out }, name) => {
    reader.skipOptional();
    for (let i = 0; i < braces; i++) reader.argument();
    if (name === "hskip" || name === "kern")
      reader.at += LENGTH.exec(reader.source.slice(reader.at, reader.at + 120))?.[0].length ?? 0;
    else reader.skipSpaceAfterWord();
    out.text += " ";
  };

const silent =
  (braces: number): Command =>
  (reader) => {
    for (let i = 0; i < braces; i++) {
      reader.skipOptional();
      reader.argument();
    }
    reader.skipOptional();
  };

const picture: Command = (reader, spot, name) => {
  reader.model.figures++;
  silent(1)(reader, spot, name);
};

/** A command of the author's own between letters may hold a space: the count decides by the length of the word. */
const unknown: Command = (reader, spot, name) => {
  if (CITATION.test(name) || REFERENCE.test(name)) {
    silent(1)(reader, spot, name);
    return;
  }
  const { out } = spot;
  reader.skipOptional();
  if (reader.source[reader.at] !== "{" && /[\p{L}\p{N}.,;:]$/u.test(out.text)) out.text += "\u00ad";
  reader.skipSpaceAfterWord();
};

const each = (names: readonly string[], command: Command): [string, Command][] => names.map((name) => [name, command]);
const made = <T>(table: Readonly<Record<string, T>>, make: (of: T) => Command): [string, Command][] =>
  Object.entries(table).map(([name, of]) => [name, make(of)]);

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ...made(SILENT, silent),
  ...made(ROOM, room),
  ...made(LETTERS, letter),
  ...each(
    Object.keys(ACCENTS).filter((name) => /[a-zA-Z]/.test(name)),
    accent,
  ),
  ...made(HEADINGS, heading),
  ...each(["begin"], begin),
  ...each(["end"], (reader) => void reader.argument()),
  ...each(["title"], title),
  ...each(["caption", "captionof", "tablecaption"], caption),
  ...each(["ensuremath"], ensuremath),
  ...each(["nodata"], () => {}),
  ...each(["footnote", "footnotetext", "thanks"], footnote),
  ...each(["author", "affil", "address", "date", "institute"], author),
  ...each(["item", "bibitem"], item),
  ...each(
    "textcquote blockcquote foreignquote foreigntextquote foreignblockquote hyphenquote hyphentextquote hyphenblockquote".split(
      " ",
    ),
    quotation(1),
  ),
  ...each(
    "cites parencites textcites autocites footcites footcitetexts supercites smartcites fullcites".split(" "),
    citations,
  ),
  ...each(["foreigntextcquote", "foreignblockcquote", "hyphentextcquote", "hyphenblockcquote"], quotation(2)),
  ...each(["par", "newpage", "clearpage", "maketitle", "tableofcontents"], endParagraph),
  ...each(["verb"], verbatim),
  ...each(["def", "gdef", "edef"], define),
  ...each(["includegraphics", "plotone", "epsfig", "psfig", "includesvg", "includestandalone"], picture),
  ...each(["plottwo"], (reader, spot, name) => {
    picture(reader, spot, name);
    picture(reader, spot, name);
  }),
]);

/** Whether the reader knows what a command does, so that the author's own definition of it isn't needed. */
export const isReadCommand = (name: string): boolean => COMMANDS.has(name);

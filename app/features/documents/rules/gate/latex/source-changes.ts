/** The differences between two LaTeX projects as they're written, word by word and command by command. */
import { align } from "../../compare/align.ts";
import { HEADINGS } from "../../readers/tex/tex-vocabulary.ts";
import type { LatexSide } from "./gate-latex.ts";
import { filesChanged } from "./latex-findings.ts";

export type SourcePiece = { kind: "same" | "deleted" | "inserted"; text: string };
export type SourceLine = {
  /** In the edited file. Null for a line that only the original has. */
  number: number | null;
  pieces: SourcePiece[];
};
/** Lines that belong together: some changes, and what's around them. */
export type SourcePart = {
  /** The title of the section they're in, as it's written, or "". */
  section: string;
  lines: SourceLine[];
};
type FileState = "changed" | "added" | "removed";
export type SourceFile = {
  /** In the project; "" for a single .tex file. */
  name: string;
  state: FileState;
  changes: number;
  parts: SourcePart[];
  /** Changes that aren't listed, because there are too many. */
  left: number;
};
export type SourceChanges = {
  files: SourceFile[];
  /** Files that aren't text of LaTeX, such as pictures. */
  others: { name: string; state: FileState }[];
  changes: number;
};

/** The most lines and letters to show of one project. */
const MOST_LINES = 3_000;
const MOST_LETTERS = 400_000;
/** Lines shown before and after a change, and how many letters of each. */
const AROUND = 2;
const AROUND_LETTERS = 400;

/** A command, a word, white space, or one other character. */
const TOKEN = /\\[a-zA-Z@]+\*?|\\[^a-zA-Z@]|\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}\\]|\\/gu;

type Token = {
  text: string;
  /** The white space before it. */
  blank: string;
};

/** Ends a paragraph, like \par. Any other white space is as good as one blank. */
const PARAGRAPH = "\n\n";
const isBreak = (blank: string): boolean => (blank.match(/\n/g)?.length ?? 0) > 1;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let blank = "";
  for (const [token] of text.replace(/\r\n?/g, "\n").matchAll(TOKEN)) {
    if (/^\s/.test(token)) {
      if (isBreak(token) && tokens.length > 0) {
        tokens.push({ text: PARAGRAPH, blank: "" });
        // One of the line breaks is the paragraph's.
        blank = token;
      } else blank = token;
    } else {
      tokens.push({ text: token, blank });
      blank = "";
    }
  }
  return tokens;
}

/** Unchanged or new text. Where a paragraph ends, the white space after it shows that. */
const shown = ({ text, blank }: Token, mark = ""): string => (text === PARAGRAPH ? mark : blank + text);
/** Deleted text in the lines of the edited file. Its own line breaks stay only where a paragraph ended. */
const struck = ({ text, blank }: Token): string =>
  text === PARAGRAPH ? "\u00b6" : (isBreak(blank) ? "\n" : blank === "" ? "" : " ") + text;
const withoutBlank = (token: Token): Token => ({ ...token, blank: "" });

/** The pieces of a file in their order, with neighbors of a kind in one. */
export function piecesBetween(before: string, after: string): SourcePiece[] {
  const [one, two] = [tokensOf(before), tokensOf(after)];
  const pieces: SourcePiece[] = [];
  const add = (kind: SourcePiece["kind"], text: string): void => {
    const last = pieces.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else pieces.push({ kind, text });
  };
  let [a, b] = [0, 0];
  const found = align(
    one.map(({ text }) => text),
    two.map(({ text }) => text),
  );
  slide(found, one, 0);
  slide(found, two, 1);
  const pairs = joined(found, one, two);
  for (const [i, j] of [...pairs, [one.length, two.length] as const]) {
    const changed = i > a || j > b;
    const [gone, come] = [one.slice(a, i), two.slice(b, j)];
    const blank = come[0]?.blank ?? "";
    if (gone[0] && come[0] && (gone[0].blank === "") === (blank === "")) {
      add("same", blank);
      [gone[0], come[0]] = [withoutBlank(gone[0]), withoutBlank(come[0])];
    }
    for (const token of gone) add("deleted", struck(token));
    for (const token of come) add("inserted", shown(token, "\u00b6"));
    const [left, right] = [one[i], two[j]];
    if (!left || !right) break;
    // Lines that are broken elsewhere aren't changes, but a blank that's gone or new is one.
    if (!changed && left.text !== PARAGRAPH && (left.blank === "") !== (right.blank === "") && pieces.length > 0) {
      if (right.blank === "") add("deleted", " ");
      else add("inserted", right.blank);
      add("same", right.text);
    } else add("same", shown(right));
    [a, b] = [i + 1, j + 1];
  }
  return pieces;
}

/** How well a change may begin at a token: with a paragraph, a line or sentence, or a word. */
function startOf(tokens: readonly Token[], at: number): number {
  const [before, token] = [tokens[at - 1], tokens[at]];
  if (!before || before.text === PARAGRAPH) return 3;
  if (/[.!?]/.test(before.text) || token?.blank.includes("\n")) return 2;
  return token?.blank === "" ? 0 : 1;
}

/** How far a change is moved to where it begins better. */
const FARTHEST = 200;

/**
 * Moves what only one side has to where it begins best: of "Six. [Gone.] Seven." rather than "Six[. Gone]. Seven.", which
 * say the same.
 * @param side which of the pairs' numbers is of `tokens`
 */
function slide(pairs: [number, number][], tokens: readonly Token[], side: 0 | 1): void {
  const other = 1 - side;
  for (let p = 1; p < pairs.length; p++) {
    const [before, after] = [pairs[p - 1]!, pairs[p]!];
    const size = after[side]! - before[side]! - 1;
    if (size <= 0 || after[other]! - before[other]! !== 1) continue;
    // To the left as far as it goes, then to the best place on its way back.
    let at = p;
    for (let steps = 0; steps < FARTHEST && at > 0; steps++, at--) {
      const last = pairs[at - 1]!;
      if (tokens[last[side]!]?.text !== tokens[last[side]! + size]?.text) break;
      if (at > 1 && (last[side]! - pairs[at - 2]![side]! !== 1 || last[other]! - pairs[at - 2]![other]! !== 1)) break;
      last[side]! += size;
    }
    let [best, score] = [at, -1];
    const first = at;
    for (let steps = 0; steps < 2 * FARTHEST; steps++, at++) {
      const begins = (at > 0 ? pairs[at - 1]![side]! : -1) + 1;
      const found = startOf(tokens, begins);
      if (found >= score) [best, score] = [at, found];
      const next = pairs[at];
      if (!next || tokens[begins]?.text !== tokens[next[side]!]?.text) break;
      const following = pairs[at + 1];
      if (following && (following[side]! - next[side]! !== 1 || following[other]! - next[other]! !== 1)) break;
      next[side] = begins;
    }
    for (; at > best; at--) pairs[at - 1]![side]! += size;
    p = Math.max(p, best, first);
  }
}

/** Without single signs between two replacements, which are easier to read as one. */
function joined(
  pairs: readonly [number, number][],
  one: readonly Token[],
  two: readonly Token[],
): readonly [number, number][] {
  return pairs.filter(([i, j], at) => {
    if (/[\p{L}\p{N}\\]/u.test(one[i]!.text) || one[i]!.text === PARAGRAPH) return true;
    const [p, q] = pairs[at - 1] ?? [-1, -1];
    const [n, m] = pairs[at + 1] ?? [one.length, two.length];
    return !(i - p > 1 && j - q > 1 && n - i > 1 && m - j > 1);
  });
}

/** Cuts pieces at line ends, and numbers the lines as in the edited file. */
function linesOf(pieces: readonly SourcePiece[]): SourceLine[] {
  const lines: SourceLine[] = [];
  let line: SourcePiece[] = [];
  let number = 1;
  const end = (of: SourcePiece["kind"]): void => {
    const own = line.some(({ kind }) => kind !== "deleted") || (line.length === 0 && of !== "deleted");
    lines.push({ number: own ? number : null, pieces: line });
    if (own) number++;
    line = [];
  };
  for (const [at, { kind, text }] of pieces.entries()) {
    const [first = "", ...others] = text.split("\n");
    // The line ends behind what was deleted, or goes on.
    const isLast = /^[ \t]*(?:\n|$)/.test(pieces[at + 1]?.text ?? "");
    if (first !== "") line.push({ kind, text: first });
    for (const next of others) {
      if (kind !== "deleted" || isLast || line.some((piece) => piece.kind === "deleted")) end(kind);
      if (next !== "") line.push({ kind, text: next });
    }
  }
  if (line.length > 0) end("same");
  return lines;
}

const HEADING = new RegExp(
  String.raw`\\(?:${Object.keys(HEADINGS).join("|")})\*?\s{0,4}(?:\[[^\]\n]{0,200}\])?\{([^\n]{1,200})`,
);
/** A heading's title, without the brace that ends it. */
const titleIn = (line: SourceLine): string | undefined => {
  const text = line.pieces.map((piece) => (piece.kind === "deleted" ? "" : piece.text)).join("");
  const title = HEADING.exec(text)?.[1]?.replace(/\}[^}]*$/, "");
  // Not where a command is defined.
  return title === undefined || title.startsWith("\\") || title.includes("#") ? undefined : title;
};

const isChanged = (line: SourceLine): boolean => line.pieces.some(({ kind }) => kind !== "same");
/** Unchanged text around a change, cut if it's long. */
const shortened = (line: SourceLine): SourceLine => {
  const text = line.pieces.map((piece) => piece.text).join("");
  return text.length <= AROUND_LETTERS
    ? line
    : { ...line, pieces: [{ kind: "same", text: `${text.slice(0, AROUND_LETTERS)}\u2026` }] };
};

/** Deleted text and what's written instead of it are one change. */
const changesIn = (pieces: readonly SourcePiece[]): number =>
  pieces.filter(({ kind }, at) => kind !== "same" && (at === 0 || pieces[at - 1]?.kind === "same")).length;

function partsOf(lines: readonly SourceLine[], room: { lines: number; letters: number }): SourcePart[] {
  const parts: SourcePart[] = [];
  let section = "";
  let last = -1;
  for (const [at, line] of lines.entries()) {
    section = titleIn(line) ?? section;
    if (!isChanged(line)) continue;
    const size = line.pieces.reduce((sum, { text }) => sum + text.length, 0);
    if (room.lines <= 0 || room.letters < size) break;
    const from = Math.max(last + 1, at - AROUND);
    const goesOn = from === last + 1 && parts.length > 0;
    const part = goesOn ? parts.at(-1)! : { section, lines: [] };
    if (!goesOn) parts.push(part);
    for (const before of lines.slice(from, at)) part.lines.push(shortened(before));
    part.lines.push(line);
    let to = at;
    while (to < at + AROUND && lines[to + 1] && !isChanged(lines[to + 1]!)) part.lines.push(shortened(lines[++to]!));
    for (const after of lines.slice(at + 1, to + 1)) section = titleIn(after) ?? section;
    room.lines -= to - from + 1;
    room.letters -= size;
    last = to;
  }
  return parts;
}

const stateOf = (before: boolean, after: boolean): FileState => (!before ? "added" : after ? "changed" : "removed");

/** What an edit changed in the sources of a project, file by file, the main one first. */
export function sourceChanges(source: LatexSide, copy: LatexSide): SourceChanges {
  const room = { lines: MOST_LINES, letters: MOST_LETTERS };
  const [one, two] = [source.project.files, copy.project.files];
  const names = [...new Set([copy.project.main, ...two.keys(), ...one.keys()])];
  const files = names.flatMap((name): SourceFile[] => {
    const [before, after] = [one.get(name), two.get(name)];
    if (before === after) return [];
    const pieces = piecesBetween(before ?? "", after ?? "");
    const changes = changesIn(pieces);
    if (changes === 0) return [];
    const parts = partsOf(linesOf(pieces), room);
    const listed = parts.flatMap((part) => part.lines).reduce((sum, line) => sum + changesIn(line.pieces), 0);
    return [
      {
        name,
        state: stateOf(before !== undefined, after !== undefined),
        changes,
        parts,
        left: Math.max(0, changes - listed),
      },
    ];
  });
  return {
    files,
    others: filesChanged(source.others, copy.others)
      .filter(({ name }) => !one.has(name) && !two.has(name))
      .map(({ name, before, after }) => ({ name, state: stateOf(before, after) })),
    changes: files.reduce((sum, file) => sum + file.changes, 0),
  };
}

import type { CommentSpec, ParagraphSpec, RunSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { CANOPY } from "./manuscripts/canopy.ts";
import { HEDGEROWS } from "./manuscripts/hedgerows.ts";
import { SOIL } from "./manuscripts/soil.ts";
import { VACCINATION } from "./manuscripts/vaccination.ts";

/**
 * The manuscripts of the demo world, each written once with its edits inline: `[-out-]`, `{+in+}`, `((a comment))` on
 * the text before it: back to the last mark, or what is in `[[these]]`.
 * The source is the text before the edits, and the tracked copy contains them as Word tracked changes.
 */
export type Manuscript = { file: string; title: string; marked: string };

type Piece = { kind: "plain" | "del" | "ins" | "comment"; text: string };
const PIECES = /\[-(.+?)-\]|\{\+(.+?)\+\}|\(\((.+?)\)\)|\[\[(.+?)\]\]/gs;

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const m of line.matchAll(PIECES)) {
    if (m.index > at) pieces.push({ kind: "plain", text: line.slice(at, m.index) });
    pieces.push(
      m[1]
        ? { kind: "del", text: m[1] }
        : m[2]
          ? { kind: "ins", text: m[2] }
          : m[3]
            ? { kind: "comment", text: m[3] }
            : { kind: "plain", text: m[4]! },
    );
    at = m.index + m[0].length;
  }
  if (at < line.length) pieces.push({ kind: "plain", text: line.slice(at) });
  return pieces;
}

const linesOf = (marked: string): { heading?: 1 | 2; title: boolean; line: string }[] =>
  marked
    .trim()
    .split(/\n\s*\n/)
    .map((block) => {
      const line = block.replaceAll(/\s*\n\s*/g, " ").trim();
      if (line.startsWith("## ")) return { heading: 1, title: false, line: line.slice(3) };
      if (line.startsWith("# ")) return { title: true, line: line.slice(2) };
      return { title: false, line };
    });

/** The manuscript as the author sent it. */
export function sourceOf(m: Manuscript, author: string): Buffer {
  const paragraphs = linesOf(m.marked).map(({ heading, title, line }): ParagraphSpec => {
    const text = piecesOf(line)
      .filter((p) => p.kind === "plain" || p.kind === "del")
      .map((p) => p.text)
      .join("");
    return heading ? { heading, text } : title ? { style: "Title", text } : { text };
  });
  return buildDocx({ paragraphs, title: m.title, creator: author });
}

/**
 * A later version by the author: the edited text with the changes in `rework` (null removes a paragraph) and additions
 * before the references.
 */
export function laterOf(
  m: Manuscript,
  author: string,
  rework: (line: string, i: number) => string | null,
  added: readonly string[] = [],
): Buffer {
  const paragraphs = linesOf(m.marked).flatMap(({ heading, title, line }, i): ParagraphSpec[] => {
    const edited = piecesOf(line)
      .filter((p) => p.kind === "plain" || p.kind === "ins")
      .map((p) => p.text)
      .join("");
    const text = heading || title ? edited : rework(edited, i);
    return text === null ? [] : [heading ? { heading, text } : title ? { style: "Title", text } : { text }];
  });
  const list = paragraphs.findIndex((it) => it.heading && it.text === "References");
  paragraphs.splice(list < 0 ? paragraphs.length : list, 0, ...added.map((text) => ({ text })));
  return buildDocx({ paragraphs, title: m.title, creator: author });
}

/**
 * The manuscript as the editor returns it, with every edit tracked under the editor's name. `silent` also changes a
 * word without tracking it.
 */
export function trackedOf(m: Manuscript, editor: string, at: Date, silent?: [from: string, to: string]): Buffer {
  const comments: CommentSpec[] = [];
  const paragraphs = linesOf(m.marked).map(({ heading, title, line }): ParagraphSpec => {
    const runs: RunSpec[] = [];
    for (const p of piecesOf(line)) {
      if (p.kind === "comment") {
        const last = runs.at(-1);
        if (last) last.comments = [...(last.comments ?? []), comments.length];
        comments.push({ text: p.text });
      } else
        runs.push({
          text: silent && p.kind === "plain" ? p.text.replace(silent[0], silent[1]) : p.text,
          ...(p.kind === "del" ? { del: true } : p.kind === "ins" ? { ins: true } : {}),
        });
    }
    return heading ? { heading, runs } : title ? { style: "Title", runs } : { runs };
  });
  return buildDocx({
    paragraphs,
    comments,
    title: m.title,
    creator: editor,
    author: editor,
    at: at.toISOString().replace(/\.\d+Z$/, "Z"),
    trackRevisions: true,
  });
}

export const MANUSCRIPTS = {
  soil: {
    file: "Soil moisture memory in the White Volta.docx",
    title: "Soil moisture memory and the onset of agricultural drought in the White Volta basin",
    marked: SOIL,
  },
  vaccination: {
    file: "Community health workers and vaccination.docx",
    title: "Community health workers and the timeliness of childhood vaccination",
    marked: VACCINATION,
  },
  hedgerows: {
    file: "Hedgerow age and pollinators.docx",
    title: "Hedgerow age and pollinator diversity on mixed farms",
    marked: HEDGEROWS,
  },
  canopy: {
    file: "Tree canopy and night temperature.docx",
    title: "Tree canopy and night temperature in a tropical city",
    marked: CANOPY,
  },
} as const satisfies Record<string, Manuscript>;

/** The editor's letter for an edited manuscript. */
export const letterFor = (m: Manuscript, client: string): string =>
  `Dear ${client},

Thank you for the manuscript “${m.title}”. I corrected grammar, spelling, and idiom throughout and tightened sentences where this didn't change the meaning. I kept your terms as you wrote them.

My comments in the margin ask about points that only you can decide. I didn't change anything in the argument.

Good luck with your submission`;

/** The gate for two files as a visitor has them, without a server. */
import type { GateResult } from "../docx/change-stats.ts";
import { exploreDocx } from "../explore/explore-docx.ts";
import { type WordsAround, wordsAround } from "../explore/words-around.ts";
import type { IsWord } from "../kinds/dictionary.ts";
import { type JudgedChange, clipped } from "../kinds/judge-kinds.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { detectFormat } from "../readers/detect-format.ts";
import { readManuscript } from "../readers/read-manuscript.ts";
import { Refused, asRefusal } from "../readers/refusal.ts";
import type { TextModel } from "../readers/text-model.ts";
import { checkGate } from "./gate.ts";
import { gateDocx } from "./gate-docx.ts";
import { gateOdt } from "./gate-odt.ts";
import { latexChanges } from "./latex/latex-changes.ts";
import { changesToJudge, untrackedLooks } from "./rule-verdict.ts";
import { gateLatex } from "./latex/gate-latex.ts";
import { latexSide } from "./latex/latex-side.ts";

const changesIn = ({ changes, formatChanges, otherChanges }: TextModel): number =>
  changes.length + formatChanges + otherChanges;

export type GivenFile = { name: string; bytes: Buffer };
/** A change of the copy, with the words around it and at most 300 characters of its text. */
export type FileChange = JudgedChange & WordsAround;
export type FilesGated =
  | {
      ok: true;
      result: GateResult;
      /** The copy's changes with their kinds, without those that the original has, too. */
      changes: FileChange[];
      /** How many changes of formatting aren't tracked. */
      untrackedLooks: number;
      /** The original has tracked changes and the copy has none: they may have been mixed up. */
      reversed: boolean;
    }
  | { ok: false; file: "original" | "copy"; message: string; advice: string };

/**
 * Whether every edit of a copy is tracked, and what kinds of change it has. The original may be any manuscript that
 * isn't a PDF or an old .doc; its copy is a .docx, an .odt, or LaTeX if the original is.
 * @param hashOf tells apart the files of a LaTeX project that aren't text
 * @param isWord whether a dictionary has a word: without one, no word is taken for a typing error
 */
export function gateFiles(
  original: GivenFile,
  copy: GivenFile,
  hashOf: (bytes: Uint8Array | string) => string,
  isWord?: IsWord,
): FilesGated {
  let reading: "original" | "copy" = "original";
  try {
    const source = detectFormat(original.bytes, original.name);
    if (source.format === "tex" || source.format === "tex-zip") {
      const before = latexSide(original.bytes, hashOf);
      reading = "copy";
      const after = latexSide(copy.bytes, hashOf);
      const result = gateLatex(before, after);
      const changes = result.anotherManuscript ? [] : latexChanges(before, after, isWord);
      return {
        ok: true,
        result,
        changes: changes.map((one) => ({ ...clipped(one), ...NOTHING_AROUND })),
        untrackedLooks: 0,
        reversed: false,
      };
    }
    const docx = source.format === "docx" ? original.bytes : null;
    const model = docx ? readDocx(docx) : readManuscript(original.bytes, source);
    if (!model)
      throw new Refused(
        "unsupported",
        "We can't compare a PDF or an old .doc file here.",
        "Save it as .docx and drop it again.",
      );
    reading = "copy";
    const { format } = detectFormat(copy.bytes, copy.name);
    if (format !== "docx" && format !== "odt")
      throw new Refused(
        "unsupported",
        "The edited copy isn't a .docx or .odt file.",
        "Save it as .docx or .odt, with its tracked changes, and drop it again.",
      );
    const { result, changes } =
      format === "odt" ? checkOdt(docx, model, copy.bytes, isWord) : checkDocx(docx, model, copy.bytes, isWord);
    return {
      ok: true,
      result,
      changes,
      untrackedLooks: untrackedLooks(result),
      reversed: result.unchanged && changesIn(model) > 0,
    };
  } catch (error) {
    const { message, advice } = asRefusal(error, reading === "original" ? original.name : copy.name);
    return { ok: false, file: reading, message, advice };
  }
}

const NOTHING_AROUND: WordsAround = { leading: "", trailing: "" };

type Checked = { result: GateResult; changes: FileChange[] };

/** @param docx the original, if it's a Word file */
function checkDocx(docx: Buffer | null, model: TextModel, copy: Buffer, isWord: IsWord | undefined): Checked {
  const result = docx ? gateDocx(docx, copy) : checkGate([model], readOriginal(copy), readDocx(copy));
  return { result, changes: changesOf(result, docx, copy, isWord) };
}

function checkOdt(docx: Buffer | null, model: TextModel, copy: Buffer, isWord: IsWord | undefined): Checked {
  const { result, tracked } = gateOdt(docx ? [readOriginal(docx), model] : [model], copy);
  return { result, changes: changesOf(result, null, tracked, isWord) };
}

/** A copy of something else isn't worth the time. */
function changesOf(
  { anotherManuscript }: GateResult,
  source: Buffer | null,
  copy: Buffer,
  isWord: IsWord | undefined,
): FileChange[] {
  if (anotherManuscript) return [];
  const { changes, blocks } = exploreDocx(copy, isWord);
  const around = wordsAround(blocks);
  return changesToJudge(changes, source, copy, null).map((one) => ({ ...clipped(one), ...around(one.ids) }));
}

/** The gate for two files as a visitor has them, without a server. */
import type { GateResult } from "../docx/change-stats.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { detectFormat } from "../readers/detect-format.ts";
import { readManuscript } from "../readers/read-manuscript.ts";
import { Refused, asRefusal } from "../readers/refusal.ts";
import type { TextModel } from "../readers/text-model.ts";
import { checkGate } from "./gate.ts";
import { gateDocx } from "./gate-docx.ts";
import { gateLatex } from "./latex/gate-latex.ts";
import { latexSide } from "./latex/latex-side.ts";

const changesIn = ({ changes, formatChanges, otherChanges }: TextModel): number =>
  changes.length + formatChanges + otherChanges;

export type GivenFile = { name: string; bytes: Buffer };
export type FilesGated =
  | {
      ok: true;
      result: GateResult;
      /** The original has tracked changes and the copy has none: they may have been mixed up. */
      reversed: boolean;
    }
  | { ok: false; file: "original" | "copy"; message: string; advice: string };

/**
 * Whether every edit of a copy is tracked. The original may be any manuscript that isn't a PDF or an old .doc; its copy
 * is a .docx, or LaTeX if the original is.
 * @param hashOf tells apart the files of a LaTeX project that aren't text
 */
export function gateFiles(
  original: GivenFile,
  copy: GivenFile,
  hashOf: (bytes: Uint8Array | string) => string,
): FilesGated {
  let reading: "original" | "copy" = "original";
  try {
    const source = detectFormat(original.bytes, original.name);
    if (source.format === "tex" || source.format === "tex-zip") {
      const before = latexSide(original.bytes, hashOf);
      reading = "copy";
      return { ok: true, result: gateLatex(before, latexSide(copy.bytes, hashOf)), reversed: false };
    }
    const isWord = source.format === "docx";
    const model = isWord ? readDocx(original.bytes) : readManuscript(original.bytes, source);
    if (!model)
      throw new Refused(
        "unsupported",
        "We can't compare a PDF or an old .doc file here.",
        "Save it as .docx and drop it again.",
      );
    reading = "copy";
    if (detectFormat(copy.bytes, copy.name).format !== "docx")
      throw new Refused(
        "unsupported",
        "The edited copy isn't a .docx file.",
        "Save it in Word as .docx, with its tracked changes, and drop it again.",
      );
    const result = isWord
      ? gateDocx(original.bytes, copy.bytes)
      : checkGate([model], readOriginal(copy.bytes), readDocx(copy.bytes));
    return { ok: true, result, reversed: result.unchanged && changesIn(model) > 0 };
  } catch (error) {
    const { message, advice } = asRefusal(error, reading === "original" ? original.name : copy.name);
    return { ok: false, file: reading, message, advice };
  }
}

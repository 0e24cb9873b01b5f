import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { CompareOptions } from "../rules/compare/redline-markup.ts";
import { asDocument } from "../rules/docx/docx-edit.ts";
import type { GateResult } from "../rules/docx/change-stats.ts";
import { readPart, type Zip } from "../rules/docx/zip.ts";
import type { GateOptions } from "../rules/gate/document-findings.ts";
import { gateLatex, type LatexSide, trackedText } from "../rules/gate/latex/gate-latex.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { texProject, zipProject } from "../rules/readers/read-tex.ts";
import { Refused, type Refusal } from "../rules/readers/refusal.ts";
import { guarded, load } from "./task-file.ts";
import type { Done } from "./tasks.ts";

/** The worker's tasks for LaTeX: compare the sources, and make a Word file of the changes in the text. */

async function readSide(path: string): Promise<LatexSide> {
  const found = detectFormat(await load(path), "x.tex");
  if (found.format === "tex-zip") return { project: zipProject(found.zip!), others: othersIn(found.zip!) };
  // The first file had a LaTeX format, so a text that doesn't look like LaTeX is an edited one.
  if (found.format === "tex" || found.format === "txt" || found.format === "md")
    return { project: texProject(found.text), others: new Map() };
  throw new Refused(
    "unsupported",
    "The edited copy isn't LaTeX.",
    "Edit the author's .tex file or .zip, and upload it in the same format.",
  );
}

/** Hashes of the files that aren't LaTeX text. Those that programs make again aren't the author's. */
function othersIn(zip: Zip): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const name of zip.entries.keys()) {
    if (
      /\/$|^__MACOSX\/|(?:^|\/)\.|\.(?:tex|ltx|bbl|aux|log|out|toc|synctex\.gz|fls|fdb_latexmk|blg|bcf|run\.xml)$/i.test(
        name,
      )
    )
      continue;
    hashes.set(
      name,
      createHash("sha256")
        .update(readPart(zip, name) ?? "")
        .digest("base64url"),
    );
  }
  return hashes;
}

export const gateTex = (source: string, copy: string, options: GateOptions = {}): Promise<GateResult | Refusal> =>
  guarded<GateResult | Refusal>(async () => gateLatex(await readSide(source), await readSide(copy), options), "x.tex");

/** Writes a .docx of the copy's text to `out`, with every difference from the source's text as a tracked change. */
export const trackTex = (source: string, copy: string, out: string, options: CompareOptions): Promise<Done> =>
  guarded<Done>(async () => {
    const [one, two] = [await readSide(source), await readSide(copy)];
    await writeFile(out, asDocument(trackedText(one.project, two.project, options)));
    return { ok: true };
  }, "x.tex");

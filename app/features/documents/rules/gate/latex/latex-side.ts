import { readPart, type Zip } from "../../docx/zip.ts";
import { detectFormat } from "../../readers/detect-format.ts";
import { texProject, zipProject } from "../../readers/read-tex.ts";
import { Refused } from "../../readers/refusal.ts";
import type { LatexSide } from "./gate-latex.ts";

/** Of a file that isn't LaTeX text: the same for the same bytes, and for no others. */
type HashOf = (bytes: Uint8Array | string) => string;

/** A LaTeX source or a zip of a project, as the gate compares it. @throws Refused if it's neither */
export function latexSide(bytes: Buffer, hashOf: HashOf): LatexSide {
  const found = detectFormat(bytes, "x.tex");
  if (found.format === "tex-zip") return { project: zipProject(found.zip!), others: othersIn(found.zip!, hashOf) };
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
function othersIn(zip: Zip, hashOf: HashOf): Map<string, string> {
  const hashes = new Map<string, string>();
  for (const name of zip.entries.keys()) {
    if (
      /\/$|^__MACOSX\/|(?:^|\/)\.|\.(?:tex|ltx|bbl|aux|log|out|toc|synctex\.gz|fls|fdb_latexmk|blg|bcf|run\.xml)$/i.test(
        name,
      )
    )
      continue;
    hashes.set(name, hashOf(readPart(zip, name) ?? ""));
  }
  return hashes;
}

import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { CompareOptions } from "../rules/compare/redline-markup.ts";
import { asDocument } from "../rules/docx/docx-edit.ts";
import type { GateResult } from "../rules/docx/change-stats.ts";
import type { GateOptions } from "../rules/gate/document-findings.ts";
import { gateLatex, type LatexSide, trackedText } from "../rules/gate/latex/gate-latex.ts";
import { latexSide } from "../rules/gate/latex/latex-side.ts";
import { latexChanges } from "../rules/gate/latex/latex-changes.ts";
import { countChanges, judgeKinds } from "../rules/kinds/judge-kinds.ts";
import { englishWords } from "../rules/kinds/english-words.ts";
import type { Refusal } from "../rules/readers/refusal.ts";
import { guarded, load } from "./task-file.ts";
import type { Done } from "./tasks.ts";

/** The worker's tasks for LaTeX: compare the sources, and make a Word file of the changes in the text. */

const hashOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("base64url");
const readSide = async (path: string): Promise<LatexSide> => latexSide(await load(path), hashOf);

export const gateTex = (source: string, copy: string, options: GateOptions = {}): Promise<GateResult | Refusal> =>
  guarded<GateResult | Refusal>(async () => {
    const [one, two] = [await readSide(source), await readSide(copy)];
    const result = gateLatex(one, two, options);
    if (result.anotherManuscript) return result;
    const changes = latexChanges(one, two, await englishWords());
    const counted = { ...result, stats: { ...result.stats, kinds: countChanges(changes) } };
    return options.rule ? { ...counted, rule: judgeKinds(changes, options.rule, { turnable: false }) } : counted;
  }, "x.tex");

/** Writes a .docx of the copy's text to `out`, with every difference from the source's text as a tracked change. */
export const trackTex = (source: string, copy: string, out: string, options: CompareOptions): Promise<Done> =>
  guarded<Done>(async () => {
    const [one, two] = [await readSide(source), await readSide(copy)];
    await writeFile(out, asDocument(trackedText(one.project, two.project, options)));
    return { ok: true };
  }, "x.tex");

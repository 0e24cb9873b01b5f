import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import type { CompareOptions } from "../rules/compare/redline-markup.ts";
import { trackedTexts } from "../rules/compare/tracked-models.ts";
import { asDocument } from "../rules/docx/docx-edit.ts";
import type { GateResult } from "../rules/docx/change-stats.ts";
import { changedFormula } from "../rules/gate/atom-changes.ts";
import type { GateOptions } from "../rules/gate/document-findings.ts";
import { gateLatex, type LatexSide } from "../rules/gate/latex/gate-latex.ts";
import { shownText, withEquations } from "../rules/gate/latex/latex-shown.ts";
import { latexSide } from "../rules/gate/latex/latex-side.ts";
import { type SourceChanges, sourceChanges } from "../rules/gate/latex/source-changes.ts";
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
    const result = await withFormulas(gateLatex(one, two, options), one, two);
    if (result.anotherManuscript) return result;
    const changes = latexChanges(one, two, await englishWords());
    const counted = { ...result, stats: { ...result.stats, kinds: countChanges(changes) } };
    return options.rule ? { ...counted, rule: judgeKinds(changes, options.rule, { turnable: false }) } : counted;
  }, "x.tex");

/** Changed formulas as formulas. Two that look the same stay as they're written, which is where they differ. */
async function withFormulas(result: GateResult, one: LatexSide, two: LatexSide): Promise<GateResult> {
  const findings = result.findings ?? [];
  const changed = findings.filter((finding) => finding.kind === "equation");
  if (changed.length === 0) return result;
  // Loaded where it's needed: few manuscripts are LaTeX.
  const { shownFormulas } = await import("./tex-formulas.ts");
  const before = shownFormulas(
    changed.map((finding) => finding.before),
    one.project.definitions,
  );
  const after = shownFormulas(
    changed.map((finding) => finding.after),
    two.project.definitions,
  );
  return {
    ...result,
    findings: findings.map((finding) => {
      if (finding.kind !== "equation") return finding;
      const [was, is] = [before.get(finding.before), after.get(finding.after)];
      if (JSON.stringify(was) === JSON.stringify(is)) return finding;
      return { ...finding, ...changedFormula(was, is) };
    }),
  };
}

/** Writes a .docx of the copy's text and formulas to `out`, with every difference from the source as a tracked change. */
export const trackTex = (sourcePath: string, copyPath: string, out: string, options: CompareOptions): Promise<Done> =>
  guarded<Done>(async () => {
    // Loaded where it's needed: few manuscripts are LaTeX.
    const { texFormulas } = await import("./tex-formulas.ts");
    const [one, two] = [await readSide(sourcePath), await readSide(copyPath)];
    const [source, edited] = [one, two].map(({ project }) =>
      shownText(project, withEquations(texFormulas(project.definitions))),
    );
    await writeFile(out, asDocument(trackedTexts(source!, edited!, options)));
    return { ok: true };
  }, "x.tex");

export type SourcesCompared = ({ ok: true } & SourceChanges) | Refusal;

/** What differs between two LaTeX sources as they're written, by words and commands. */
export const compareSources = (source: string, copy: string): Promise<SourcesCompared> =>
  guarded<SourcesCompared>(
    async () => ({ ok: true, ...sourceChanges(await readSide(source), await readSide(copy)) }),
    "x.tex",
  );

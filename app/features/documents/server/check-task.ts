import { checkManuscript } from "../rules/check/check.ts";
import { docxCheckText, modelCheckText, odtCheckText, rtfCheckText } from "../rules/check/check-text.ts";
import { CHECK_VERSION, type Checked, type CheckOptions, type CheckText, type Spot } from "../rules/check/finding.ts";
import { type Passage, passageOf } from "../rules/check/passage.ts";
import { openDocx } from "../rules/docx/docx-package.ts";
import { accepted } from "../rules/docx/revise-docx.ts";
import { formulasIn } from "../rules/explore/formulas-in.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { knowingFormat, type Refusal } from "../rules/readers/refusal.ts";
import { findLanguage } from "./find-language.ts";
import { readDocument } from "./read-document.ts";
import { guarded, load } from "./task-file.ts";

export type CheckResult = ({ ok: true } & Checked) | Refusal;

/** What contradicts itself in a manuscript. */
export const check = (path: string, name: string, options: CheckOptions): Promise<CheckResult> =>
  guarded<CheckResult>(async () => {
    const text = await readCheckText(await load(path), name);
    text.properties.push({ name: "file name", value: name });
    return { ok: true, version: CHECK_VERSION, language: text.language, ...checkManuscript(text, options) };
  }, name);

export type PassageResult = { ok: true; passage: Passage } | Refusal;

/** The text around a place that the check found. */
export const passage = (path: string, name: string, spot: Spot, first: number | null): Promise<PassageResult> =>
  guarded<PassageResult>(async () => {
    const bytes = await load(path);
    const isDocx = detectFormat(bytes, name).format === "docx";
    const formulas = isDocx ? formulasIn(accepted(openDocx(bytes))) : undefined;
    return { ok: true, passage: passageOf(await readCheckText(bytes, name), spot, first, formulas) };
  }, name);

/** A manuscript in any format as the check reads it. */
export async function readCheckText(bytes: Buffer, name: string): Promise<CheckText> {
  const found = detectFormat(bytes, name);
  const { text, model } = await (found.format === "docx" || found.format === "odt" || found.format === "rtf"
    ? knowingFormat(found.format, async () =>
        found.format === "docx"
          ? docxCheckText(found.zip ?? bytes)
          : found.format === "odt"
            ? odtCheckText(found.zip ?? bytes)
            : rtfCheckText(bytes),
      )
    : readDocument(bytes, name).then((it) => ({ text: modelCheckText(it), model: it })));
  return { ...text, language: await findLanguage(model) };
}

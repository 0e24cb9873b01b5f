import fc from "fast-check";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import { openDocx } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { acceptAll, listRevisions, rejectAll } from "../docx/revise-docx.ts";
import { readPart } from "../docx/zip.ts";
import type { GateResult } from "../docx/change-stats.ts";
import { gateDocx } from "./gate-docx.ts";

/** "Accepted" and "rejected" mean the same everywhere: a copy passes against itself with its changes rejected. */

const said = (result: GateResult): string[] => [
  ...result.untracked.map((edit) => edit.what ?? `${edit.before} -> ${edit.after}`),
  ...(result.findings ?? []).filter((one) => one.kind === "formatting").map((one) => `${one.before}: ${one.after}`),
];
const textOf = (bytes: Buffer): string[] => readDocx(bytes).paragraphs.flatMap((one) => one.text || []);

function holds(name: string, tracked: Buffer): void {
  const result = gateDocx(rejectAll(tracked), tracked);
  expect(said(result), name).toEqual([]);
  expect(result.passed, name).toBe(true);
  // The reader skips deletions without rewriting the file.
  expect(textOf(tracked), name).toEqual(textOf(acceptAll(tracked)));
}

const by = 'w:id="1" w:author="Ed" w:date="2026-11-21T10:00:00Z"';
const word = fc.constantFrom("alpha ", "beta", " gamma ", "delta, ");
const change = fc.constantFrom("", "ins", "del", "moveFrom", "moveTo");
const run = fc.tuple(word, change, fc.boolean()).map(([text, kind, bold]) => {
  const gone = kind === "del" || kind === "moveFrom";
  const look = bold ? `<w:rPr><w:b/><w:rPrChange ${by}><w:rPr/></w:rPrChange></w:rPr>` : "";
  const made = `<w:r>${look}<w:${gone ? "delText" : "t"} xml:space="preserve">${text}</w:${gone ? "delText" : "t"}></w:r>`;
  return kind === "" ? made : `<w:${kind} ${by}>${made}</w:${kind}>`;
});
/** Letters of an equation, which Word marks inside their run. */
const letter = fc
  .tuple(fc.constantFrom("x", "2", "+"), fc.constantFrom("", "ins", "del"))
  .map(
    ([text, kind]) => `<m:r>${kind ? `<w:${kind} ${by}>` : ""}<m:t>${text}</m:t>${kind ? `</w:${kind}>` : ""}</m:r>`,
  );
const power = fc
  .tuple(letter, letter, fc.constantFrom("", "ins", "del"))
  .map(
    ([base, exponent, kind]) =>
      `<m:sSup><m:sSupPr><m:ctrlPr>${kind ? `<w:${kind} ${by}/>` : ""}</m:ctrlPr></m:sSupPr><m:e>${base}</m:e><m:sup>${exponent}</m:sup></m:sSup>`,
  );
const equation = fc
  .array(fc.oneof(letter, power), { minLength: 1, maxLength: 3 })
  .map((parts) => `<m:oMath>${parts.join("")}</m:oMath>`);
const mark = fc.constantFrom("", "", "ins", "del");
const paragraph = fc
  .tuple(fc.array(fc.oneof({ weight: 4, arbitrary: run }, { weight: 1, arbitrary: equation }), { maxLength: 4 }), mark)
  .map(
    ([runs, kind]) => `<w:p>${kind ? `<w:pPr><w:rPr><w:${kind} ${by}/></w:rPr></w:pPr>` : ""}${runs.join("")}</w:p>`,
  );
const row = fc
  .tuple(fc.array(paragraph, { minLength: 1, maxLength: 2 }), paragraph, mark)
  .map(
    ([cell, other, kind]) =>
      `<w:tr>${kind ? `<w:trPr><w:${kind} ${by}/></w:trPr>` : ""}<w:tc>${cell.join("")}</w:tc><w:tc>${other}</w:tc></w:tr>`,
  );
const table = fc
  .array(row, { minLength: 1, maxLength: 3 })
  .map((rows) => `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join("")}</w:tbl>`);
const body = fc.array(fc.oneof({ weight: 4, arbitrary: paragraph }, { weight: 1, arbitrary: table }), {
  minLength: 1,
  maxLength: 7,
});

describe("rejecting all changes of a copy", () => {
  it("gives what the gate compares it with, in generated documents", () => {
    fc.assert(
      fc.property(body, (blocks) =>
        holds("generated", docxOfBody(`${blocks.join("")}<w:p><w:r><w:t>End.</w:t></w:r></w:p>`)),
      ),
      { numRuns: 400 },
    );
  });

  it("removes a fraction or power with its letters, and the equation with its last part", () => {
    const kind = (name: string) =>
      docxOfBody(
        `<w:p><w:r><w:t xml:space="preserve">Area is </w:t></w:r><m:oMath><m:r><w:${name} ${by}><m:t>A=</m:t></w:${name}></m:r><m:sSup><m:sSupPr><m:ctrlPr><w:${name} ${by}><w:rPr><w:b/></w:rPr></w:${name}></m:ctrlPr></m:sSupPr><m:e><m:r><w:${name} ${by}><m:t>r</m:t></w:${name}></m:r></m:e><m:sup><m:r><w:${name} ${by}><m:t>2</m:t></w:${name}></m:r></m:sup></m:sSup></m:oMath><w:r><w:t>.</w:t></w:r></w:p>`,
      );
    const main = (bytes: Buffer) => (readPart(openDocx(bytes).zip, openDocx(bytes).main) as Buffer).toString("utf8");
    for (const gone of [acceptAll(kind("del")), rejectAll(kind("ins"))]) expect(main(gone)).not.toContain("<m:");
    for (const kept of [acceptAll(kind("ins")), rejectAll(kind("del"))])
      expect(main(kept)).toContain(
        "<m:ctrlPr><w:rPr><w:b/></w:rPr></m:ctrlPr></m:sSupPr><m:e><m:r><m:t>r</m:t></m:r></m:e>",
      );
  });

  it("joins the paragraphs around a table inserted between them", () => {
    const inserted = `<w:pPr><w:rPr><w:ins ${by}/></w:rPr></w:pPr>`;
    const tracked = docxOfBody(
      `<w:p>${inserted}<w:r><w:t>Alpha one.</w:t></w:r></w:p><w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:trPr><w:ins ${by}/></w:trPr><w:tc><w:p>${inserted}</w:p></w:tc></w:tr></w:tbl><w:p/><w:p><w:r><w:t>Omega two.</w:t></w:r></w:p>`,
    );
    const source = docxOfBody("<w:p><w:r><w:t>Alpha one.</w:t></w:r></w:p><w:p><w:r><w:t>Omega two.</w:t></w:r></w:p>");
    expect(said(gateDocx(source, tracked))).toEqual([]);
  });
});

const corpus = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: rejecting real documents (../shared/corpus is not there).");

describe.skipIf(!there)("rejecting real documents", () => {
  it("gives what the gate compares them with", () => {
    let tracked = 0;
    for (const name of there ? readdirSync(corpus) : []) {
      const bytes = readFileSync(new URL(name, corpus));
      try {
        if (listRevisions(bytes).length === 0) continue;
      } catch {
        continue;
      }
      tracked++;
      holds(name, bytes);
    }
    expect(tracked).toBeGreaterThan(20);
  }, 240_000);
});

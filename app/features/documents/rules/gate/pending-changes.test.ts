import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import type { ParagraphSpec, RunSpec } from "../docx/docx-spec.ts";
import { listRevisions, reviseSome } from "../docx/revise-docx.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";
import { gateDocx } from "./gate-docx.ts";

/** What an editor may and may not do with the tracked changes and comments that the author sent. */

const ada = { author: "Ada" };
const SENT: RunSpec[] = [
  { text: "The rain fell on " },
  { text: "primitive ", ins: true, ...ada },
  { text: "towns for " },
  { text: "many long ", del: true, ...ada },
  { text: "years, and nobody counted the drops." },
];
const PARAGRAPHS: ParagraphSpec[] = [
  { text: "Introduction", heading: 1 },
  { runs: SENT },
  { text: "Methods", heading: 1 },
  { text: "We counted them by hand, one by one.", comments: [0] },
];
const COMMENTS = [{ text: "Don't change this, it was agreed.", author: "Ada" }];
const docx = (runs: readonly RunSpec[] = SENT, comments = COMMENTS, paragraphs = PARAGRAPHS) =>
  buildDocx({ paragraphs: paragraphs.map((one, i) => (i === 1 ? { runs } : one)), comments });
const without = (index: number, ...instead: RunSpec[]) => SENT.toSpliced(index, 1, ...instead);
const gate = (copy: Buffer, source = docx()) => gateDocx(source, copy, { editor: "Ed" });
const fates = (copy: Buffer) => {
  const result = gate(copy);
  return {
    passed: result.passed,
    fates: (result.findings ?? []).flatMap((one) => (one.change ? [`${one.change.noun} ${one.change.fate}`] : [])),
    untracked: result.untracked.map((one) => one.what),
  };
};

describe("the author's own tracked changes", () => {
  it("are kept by an editor who edits around and on top of them with tracking", () => {
    const copy = docx(
      without(
        1,
        { text: "primi", ins: true, ...ada },
        { text: "tive ", ins: true, struckBy: "Ed", ...ada },
        {
          text: "small ",
          ins: true,
          author: "Ed",
        },
      ),
    );
    expect(fates(copy)).toEqual({ passed: true, fates: ["insertion kept", "deletion kept"], untracked: [] });
  });

  it.each([
    ["an insertion removed", without(1), ["insertion rejected", "deletion kept"]],
    ["an insertion made plain", without(1, { text: "primitive " }), ["insertion accepted", "deletion kept"]],
    ["a deletion turned back into text", without(3, { text: "many long " }), ["insertion kept", "deletion rejected"]],
    ["deleted text removed", without(3), ["insertion kept", "deletion accepted"]],
    ["both accepted", without(1, { text: "primitive " }).toSpliced(3, 1), ["insertion accepted", "deletion accepted"]],
    ["both rejected", without(3, { text: "many long " }).toSpliced(1, 1), ["insertion rejected", "deletion rejected"]],
  ])("are listed, to be confirmed: %s", (_, runs, expected) => {
    const result = gate(docx(runs));
    expect(fates(docx(runs))).toEqual({ passed: true, fates: expected, untracked: [] });
    for (const { kind, severity, change } of result.findings ?? [])
      if (change)
        expect([kind, severity]).toEqual(
          change.fate === "kept" ? ["author_change_kept", "note"] : ["author_change", "look"],
        );
    expect(result.notes[0]).toMatch(/^Of the author's 2 tracked changes, /);
  });

  it("don't hide untracked edits beside accepted ones", () => {
    const runs = without(1, { text: "primitive " }).with(4, { text: "years, and somebody counted the drops." });
    expect(gate(docx(runs))).toMatchObject({
      passed: false,
      untrackedTotal: 1,
      untracked: [{ before: "nobody", after: "somebody" }],
    });
  });

  it.each([
    ["rewritten", without(1, { text: "primordial ", ins: true, ...ada })],
    ["longer", without(1, { text: "primitive, damp ", ins: true, ...ada })],
    ["shorter", without(1, { text: "prim ", ins: true, ...ada })],
    ["a deletion half undone", without(3, { text: "many ", del: true, ...ada }, { text: "long " })],
    ["an insertion half accepted", without(1, { text: "primi" }, { text: "tive ", ins: true, ...ada })],
    [
      "text struck out in the author's name",
      SENT.with(0, { text: "The rain " }).toSpliced(1, 0, { text: "fell on ", del: true, ...ada }),
    ],
  ])("can't be edited inside without tracking: %s", (_, runs) => {
    const result = gate(docx(runs));
    expect(result.passed).toBe(false);
    expect(result.untracked[0]?.what).toMatch(/without tracking|tracked as the author's|^$/);
  });

  it("are recognized under another name, which programs give everybody", () => {
    const anonymous = SENT.map((run) => (run.author ? { ...run, author: "Author" } : run));
    expect(fates(docx([...anonymous, { text: " Ever.", ins: true, author: "Author" }]))).toMatchObject({
      passed: true,
      fates: ["insertion kept", "deletion kept"],
    });
  });

  it("aren't the editor's changes of an earlier round", () => {
    const own = SENT.map((run) => (run.author ? { ...run, author: "Ed" } : run));
    const accepted = own.flatMap((run) => (run.del ? [] : [{ text: run.text }]));
    expect(gate(docx(accepted), docx(own))).toMatchObject({ passed: true, untracked: [] });
    expect((gate(docx(accepted), docx(own)).findings ?? []).filter((one) => one.change)).toEqual([]);
  });

  it("keep a picture or a power inside them", () => {
    const change = (bytes: Buffer, to: string): Buffer => {
      const zip = openZip(bytes);
      const xml = readPart(zip, "word/document.xml")!.toString("utf8");
      const made = xml.replace(/<w:r>(?:(?!<w:r>).)*?primitive /s, (run) => run.replace("<w:r>", `<w:r>${to}`));
      expect(made).not.toBe(xml);
      return rewriteZip(zip, new Map([["word/document.xml", Buffer.from(made)]]));
    };
    const copy = change(docx(), '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>');
    expect(gate(copy)).toMatchObject({ passed: false, untrackedTotal: 1 });
  });
});

describe("the author's comments", () => {
  it("may be resolved and answered", () => {
    const copy = docx(SENT, [
      { ...COMMENTS[0]!, resolved: true } as (typeof COMMENTS)[number],
      { text: "Agreed.", author: "Ed", replyTo: 0 } as (typeof COMMENTS)[number],
    ]);
    expect(gate(copy)).toMatchObject({ passed: true, untracked: [] });
  });

  it("can't be removed or rewritten", () => {
    const gone = docx(SENT, [], PARAGRAPHS.with(3, { text: "We counted them by hand, one by one." }));
    expect(gate(gone).untracked).toMatchObject([{ what: "A comment by Ada was removed.", section: "Methods" }]);
    expect(gate(docx(SENT, [{ text: "Change this freely.", author: "Ada" }])).untracked).toMatchObject([
      { what: "A comment by Ada was rewritten.", before: COMMENTS[0]!.text, after: "Change this freely." },
    ]);
  });

  it("are guarded only in threads that the editor didn't start", () => {
    const own = docx(SENT, [{ text: "Which towns?", author: "Ed" }]);
    const gone = docx(SENT, [], PARAGRAPHS.with(3, { text: "We counted them by hand, one by one." }));
    expect(gate(gone, own)).toMatchObject({ passed: true, untracked: [] });
  });
});

const CORPUS = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
describe.skipIf(!existsSync(CORPUS))("real documents with pending changes", () => {
  it("pass as they are, and show each change that was accepted or rejected", { timeout: 240_000 }, () => {
    const wrong: string[] = [];
    let documents = 0;
    for (const name of readdirSync(CORPUS).filter((one) => one.endsWith(".docx"))) {
      const source = readFileSync(new URL(name, CORPUS));
      if (source.length > 40_000) continue;
      let revisions;
      try {
        revisions = listRevisions(source);
      } catch {
        continue;
      }
      if (revisions.length === 0) continue;
      documents++;
      const same = gateDocx(source, source);
      if (!same.passed || same.findings?.some((one) => one.kind === "author_change")) wrong.push(`${name}: as it is`);
      for (const { id, kind } of revisions.filter((_, i) => i === revisions.length >> 1))
        for (const decision of ["accept", "reject"] as const) {
          const { passed, findings = [] } = gateDocx(source, reviseSome(source, new Map([[id, decision]])));
          if (passed && !findings.some((one) => one.kind === "author_change"))
            wrong.push(`${name}: ${kind} ${decision}`);
        }
    }
    expect(documents).toBeGreaterThan(6);
    // Changes of a table's layout, and a text box that's in the file twice.
    expect(wrong.filter((one) => !/layout|Textbox/.test(one))).toEqual([]);
  });
});

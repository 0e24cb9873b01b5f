import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { BrowserBuffer } from "#app/platform/browser/node/buffer.ts";
import { buildDocx } from "../rules/docx/build-docx.ts";
import type { ParagraphSpec } from "../rules/docx/docx-spec.ts";
import { workingCopy } from "../rules/docx/working-copy.ts";
import { rejectAll } from "../rules/docx/revise-docx.ts";
import { openZip, readPart, writeZip } from "../rules/docx/zip.ts";
import type { FilesGated } from "../rules/gate/gate-files.ts";
import { EDIT_KINDS } from "../rules/kinds/edit-kind.ts";
import { englishWords } from "../rules/kinds/english-words.ts";
import { type KindRule, judgeKinds } from "../rules/kinds/judge-kinds.ts";
import { readManuscript } from "../rules/readers/read-manuscript.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { gateTex } from "./latex-tasks.ts";
import { gate } from "./tracked-tasks.ts";

/**
 * What /integrity/check says of two files is what the server's gate says: verdict, untracked edits, kinds, and what a
 * policy doesn't allow. The browser's side runs with the replacements for Node's zlib and Buffer.
 */

/** Allows nothing, so that every change is in the verdict. */
const RULE = Object.fromEntries(EDIT_KINDS.map((kind) => [kind, "forbidden"])) as KindRule;
const folder = mkdtempSync(path.join(tmpdir(), "stet-agreement-"));
const hashOf = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("base64url");
const isWord = await englishWords();
let gateThere: (one: [string, Uint8Array], two: [string, Uint8Array]) => FilesGated;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:zlib", () => import("#app/platform/browser/node/zlib.ts"));
  vi.doMock("node:buffer", () => import("#app/platform/browser/node/buffer.ts"));
  const { gateFiles } = await import("../rules/gate/gate-files.ts");
  const zip = await import("../rules/docx/zip.ts");
  const long = "a".repeat(10_000);
  if (zip.writeZip([{ name: "a", bytes: long }]).length < long.length)
    throw new Error("The stand-in for zlib was not loaded: this would compare the server with itself.");
  const given = ([name, bytes]: [string, Uint8Array]) => ({
    name,
    bytes: BrowserBuffer.from(bytes) as unknown as Buffer,
  });
  gateThere = (one, two) => {
    const [original, copy] = [given(one), given(two)];
    vi.stubGlobal("Buffer", BrowserBuffer);
    try {
      return gateFiles(original, copy, hashOf, isWord);
    } finally {
      vi.unstubAllGlobals();
    }
  };
});
afterAll(() => {
  vi.doUnmock("node:zlib");
  vi.doUnmock("node:buffer");
  vi.resetModules();
  rmSync(folder, { recursive: true });
});

/** The two answers in one form. */
async function both(original: Uint8Array, copy: Uint8Array, names: [string, string] = ["a.docx", "b.docx"]) {
  const [one, two] = names.map((name, i) => path.join(folder, `${i} ${name}`)) as [string, string];
  writeFileSync(one, original);
  writeFileSync(two, copy);
  const here = await (names[0].endsWith(".tex") ? gateTex : gate)(one, two, { rule: RULE });
  const there = gateThere([names[0], original], [names[1], copy]);
  return [
    // A browser isn't sent what converts formulas of LaTeX, and shows them as they're written.
    here.ok
      ? {
          ...here,
          findings: here.format === "tex" ? here.findings?.map(({ formula: _f, ...one }) => one) : here.findings,
          stats: { ...here.stats, kinds: undefined },
        }
      : here.message,
    there.ok
      ? {
          ...there.result,
          stats: { ...there.result.stats, kinds: undefined },
          rule: there.result.anotherManuscript
            ? undefined
            : judgeKinds(
                there.changes.map(({ leading: _l, trailing: _t, ...change }) => change),
                RULE,
                { untracked: there.untrackedLooks, turnable: there.result.format !== "tex" },
              ),
        }
      : there.message,
  ] as const;
}
const agree = async (original: Uint8Array, copy: Uint8Array, names?: [string, string]) => {
  const [here, there] = await both(original, copy, names);
  expect(there, names?.join(", ")).toEqual(here);
  return here;
};

const TEXT = "Soil moisture governs the exchange of water between land and air in dry regions of the south.";
const paragraph = (n: number): ParagraphSpec => ({ text: `${TEXT} This was measured ${n} times.` });
const edited = (n: number): ParagraphSpec => ({
  runs: [
    { text: "Soil moisture " },
    { text: "governs", del: true },
    { text: "controls", ins: true },
    { text: `${TEXT.slice(21)} This was measured ${n} times.` },
  ],
});
const small = buildDocx({ paragraphs: [paragraph(1), paragraph(2)] });
const smallCopy = buildDocx({ paragraphs: [edited(1), paragraph(2)] });

describe("the check in a browser and the server's gate", () => {
  it("agree on a copy, an untracked one, a LaTeX source, and a broken file", async () => {
    expect(await agree(small, smallCopy)).toMatchObject({ passed: true, rule: { total: 1 } });
    expect(await agree(small, buildDocx({ paragraphs: [edited(1), paragraph(3)] }))).toMatchObject({ passed: false });
    const tex = (body: string) =>
      Buffer.from(`\\documentclass{article}\\begin{document}${body} $a = b$ \\cite{doe}\\end{document}`);
    expect(
      await agree(tex(TEXT), Buffer.from(tex(TEXT.replace("dry", "arid")).toString().replace("a = b", "a = c")), [
        "a.tex",
        "b.tex",
      ]),
    ).toMatchObject({ rule: { counts: { "word-choice": 1, "numbers-data": 1 } } });
    expect(typeof (await agree(small, smallCopy.subarray(0, 300)))).toBe("string");
  });

  it("agree on 20,000 paragraphs, and on a file of 100 MB", async () => {
    const paragraphs = Array.from({ length: 20_000 }, (_, n) => n);
    expect(
      await agree(
        buildDocx({ paragraphs: paragraphs.map(paragraph) }),
        buildDocx({ paragraphs: paragraphs.map((n) => (n % 7 === 0 ? edited(n) : paragraph(n))) }),
      ),
    ).toMatchObject({ passed: true, rule: { total: 2_858 } });
    const picture = Buffer.alloc(99 * 1024 * 1024);
    for (let at = 0, x = 1; at < picture.length; at += 4) picture.writeUInt32LE((x = (x * 69_069 + 1) >>> 0), at);
    const heavy = (bytes: Buffer): Buffer => {
      const zip = openZip(bytes);
      return writeZip([
        ...[...zip.entries.keys()].map((name) => ({ name, bytes: readPart(zip, name) ?? "" })),
        { name: "word/media/image9.png", bytes: picture },
      ]);
    };
    expect(await agree(heavy(small), heavy(smallCopy))).toMatchObject({ passed: true, rule: { total: 1 } });
  }, 120_000);

  const corpus = path.resolve(import.meta.dirname, "../../../../../shared/corpus");
  const skipped = existsSync(corpus) ? "" : " (skipped: the corpus is not here)";
  const filesIn = (kind: string) =>
    readdirSync(path.join(corpus, kind))
      .sort()
      .map((name): [string, Buffer] => [name, readFileSync(path.join(corpus, kind, name))]);

  it.skipIf(skipped !== "")(
    `agree on every document of the corpus${skipped}`,
    async () => {
      let tracked = 0;
      for (const [name, bytes] of filesIn("docx")) {
        let original: Buffer;
        try {
          original = rejectAll(bytes);
        } catch {
          await agree(small, bytes, ["a.docx", name]);
          continue;
        }
        const answer = await agree(original, bytes, ["a.docx", name]);
        if (typeof answer === "string" || answer.unchanged) continue;
        tracked++;
        // The author's own changes, which aren't judged.
        await agree(bytes, bytes, [name, name]);
      }
      expect(tracked).toBeGreaterThan(10);
      for (const kind of ["odt", "rtf"])
        for (const [name, bytes] of filesIn(kind)) {
          let copy = smallCopy;
          try {
            const model = readManuscript(bytes, detectFormat(bytes, name));
            if (model) copy = workingCopy(model);
          } catch {
            // Refused by both.
          }
          await agree(bytes, copy, [name, "b.docx"]);
        }
      for (const [name, bytes] of filesIn("tex")) if (name.endsWith(".tex")) await agree(bytes, bytes, [name, name]);
    },
    300_000,
  );

  it.skipIf(skipped !== "")(
    `agree on every hostile file${skipped}`,
    async () => {
      let refused = 0;
      for (const [name, bytes] of filesIn("hostile")) {
        if (typeof (await agree(small, bytes, ["a.docx", name])) === "string") refused++;
        await agree(bytes, smallCopy, [name, "b.docx"]);
      }
      expect(refused).toBeGreaterThan(5);
    },
    120_000,
  );
});

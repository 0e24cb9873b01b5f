import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Worker } from "node:worker_threads";
import { afterAll, describe, expect, it } from "vitest";
import { WORK_LIMITS } from "#app/platform/rules/requests/load-limits.ts";
import { buildDocx } from "../rules/docx/build-docx.ts";
import { readDocx } from "../rules/docx/docx-reader.ts";
import { writeZip } from "../rules/docx/zip.ts";
import { createEngine, engine } from "./engine.ts";

const folder = mkdtempSync(join(tmpdir(), "stet-documents-"));
const files = createEngine({ size: 2 });
afterAll(async () => {
  await files.close();
  rmSync(folder, { recursive: true });
});
const put = (name: string, bytes: Buffer | string): string => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};
const tracked = buildDocx({
  creator: "Ada",
  paragraphs: [
    { text: "Introduction", heading: 1 },
    {
      runs: [
        { text: "The behaviour of the labour market in small towns has " },
        { text: "rarely ", ins: true, author: "Ed" },
        { text: "often ", del: true, author: "Ed" },
        { text: "been analysed by anyone at all.", comments: [0] },
      ],
    },
  ],
  comments: [{ text: "Source?", author: "Ed" }],
});

describe("the document engine", () => {
  it("counts a file, tells its language and English variant, and takes a sample", async () => {
    const result = await files.inspect(put("a.docx", tracked), "thesis.docx");
    expect(result).toMatchObject({
      ok: true,
      receipt: { format: "docx", words: 18, inserted: 1, deleted: 1, comments: 1, language: "en", variant: "UK" },
    });
  });

  it("says what contradicts itself in a manuscript of any format", async () => {
    const text =
      "The behaviour of the labour market in small towns was seldom a matter of color, and the the rest was.";
    const made = buildDocx({ paragraphs: [{ text }] });
    for (const [name, bytes] of [
      ["check.docx", made],
      ["check.txt", text],
      ["check.md", `# Markets\n\n${text}`],
      ["check.tex", `\\documentclass{article}\n\\begin{document}\n${text}\n\\end{document}`],
    ] as const) {
      const result = await files.check(put(name, bytes), name);
      expect(result, name).toMatchObject({ ok: true, language: "en" });
      expect(result.ok && result.findings.map(({ rule }) => rule), name).toEqual(["us-uk", "doubled-word"]);
    }
    expect(await files.check(put("torn.docx", "x"), "torn.docx")).toMatchObject({ ok: false, code: "damaged" });
  });

  it("names each change's kind in the list, the explorer, and the gate's counts", async () => {
    const path = put("kinds.docx", tracked);
    const [insertion, deletion] = [
      { kind: "insert", editKind: "word-choice" },
      { kind: "delete", editKind: "word-choice" },
    ];
    expect(await files.changes(path)).toMatchObject({ ok: true, revisions: [insertion, deletion] });
    const kinds = { "word-choice": 2 };
    expect(await files.explore(path)).toMatchObject({ ok: true, summary: { kinds } });
    const source = join(folder, "kinds-source.docx");
    await files.reject(path, source);
    expect(await files.gate(source, path)).toMatchObject({ ok: true, stats: { kinds } });
  });

  it("accepts, rejects, cleans, gates and makes a working copy, reading and writing files by path", async () => {
    const path = put("tracked.docx", tracked);
    const out = (name: string) => join(folder, name);
    expect(await files.accept(path, out("accepted.docx"))).toEqual({ ok: true });
    expect(await files.reject(path, out("rejected.docx"))).toEqual({ ok: true });
    expect(await files.clean(path, out("clean.docx"), { scrubAuthors: true })).toEqual({ ok: true });
    expect(readDocx(await readFile(out("accepted.docx"))).paragraphs[1]?.text).toContain("has rarely been");
    expect(readDocx(await readFile(out("rejected.docx"))).paragraphs[1]?.text).toContain("has often been");
    expect(readDocx(await readFile(out("clean.docx"))).authors).toEqual([]);
    expect(await files.gate(out("rejected.docx"), path)).toMatchObject({
      ok: true,
      passed: true,
      stats: { insertions: 1, deletions: 1 },
    });
    expect(await files.gate(out("accepted.docx"), path)).toMatchObject({
      ok: true,
      passed: false,
      untracked: [{ section: "Introduction", before: "rarely", after: "often" }],
    });
    const notes = put("notes.md", "# Title\n\nSome words.");
    expect(await files.workingCopy(notes, "notes.md", out("working.docx"))).toEqual({ ok: true });
    expect(await files.text(out("working.docx"), "working.docx")).toEqual({ ok: true, text: "Title\nSome words." });
    expect(await files.changes(path)).toMatchObject({
      ok: true,
      changes: [
        { kind: "insert", text: "rarely " },
        { kind: "delete", text: "often " },
      ],
      comments: [{ text: "Source?" }],
    });
    expect(await files.accept(notes, out("no.docx"))).toMatchObject({ ok: false, code: "unsupported" });
  });

  it("refuses bad files with a clear message, and continues with the next", async () => {
    const cases: [string, Buffer | string, string][] = [
      ["empty.docx", "", "empty"],
      ["program.docx", "MZ\x90\0", "executable"],
      ["picture.docx", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), "not-a-document"],
      ["zero.docx", buildDocx({ paragraphs: [{ text: "" }] }), "no-words"],
      ["bomb.docx", writeZip([{ name: "[Content_Types].xml", bytes: Buffer.alloc(30 * 1024 * 1024) }]), "bomb"],
      ["cut.docx", tracked.subarray(0, 900), "damaged"],
      ["cut.pdf", "%PDF-1.4\nnothing", "damaged"],
      [
        "old.doc",
        Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(600)]),
        "damaged",
      ],
    ];
    for (const [name, bytes, code] of cases) {
      const result = await files.inspect(put(name, bytes), name);
      expect(result, name).toMatchObject({ ok: false, code });
      if (!result.ok) expect(result.message.length > 10 && result.advice.length > 10, name).toBe(true);
    }
    expect(await files.inspect(put("fine.txt", "Three good words"), "fine.txt")).toMatchObject({
      ok: true,
      receipt: { words: 3 },
    });
  });

  it("reports a missing file as an error, not as a refusal", async () => {
    await expect(files.inspect(join(folder, "none.docx"), "none.docx")).rejects.toThrow("ENOENT");
  });

  it("ends a task that takes too long, and keeps working", async () => {
    // Only the first worker seems to use the processor, so no speed of a machine decides who is ended.
    const looks = new Map<Worker, number>();
    const usedMs = (worker: Worker): Promise<number> => {
      const count = (looks.get(worker) ?? 0) + 1;
      looks.set(worker, count);
      return Promise.resolve(looks.keys().next().value === worker ? count * 1_000 : 0);
    };
    const quick = createEngine({ size: 1, timeoutMs: 10, wallTimes: 10_000, usedMs });
    const long = put("long.txt", "Some words in a sentence that goes on. ".repeat(400_000));
    const short = put("short.txt", "A few words");
    const [slow, ...others] = await Promise.all([
      quick.inspect(long, "long.txt"),
      quick.text(short, "short.txt"),
      quick.text(short, "short.txt"),
    ]);
    expect(slow).toMatchObject({ ok: false, code: "timeout" });
    expect(others).toEqual([
      { ok: true, text: "A few words" },
      { ok: true, text: "A few words" },
    ]);
    await quick.close();
  });

  it("gives a task more time while the processor is busy with others, but ends it eventually", async () => {
    // Takes longer than its limit, but uses no processor time.
    const starved = { size: 1, timeoutMs: 10, usedMs: () => Promise.resolve(0) };
    const long = put("waits.txt", "Some words in a sentence that goes on. ".repeat(40_000));
    const patient = createEngine({ ...starved, wallTimes: 10_000 });
    expect(await patient.inspect(long, "waits.txt")).toMatchObject({ ok: true });
    const hasty = createEngine({ ...starved, wallTimes: 2 });
    expect(await hasty.inspect(long, "waits.txt")).toMatchObject({ ok: false, code: "timeout" });
    await Promise.all([patient.close(), hasty.close()]);
  });

  it("survives a file that needs more memory than there is", async () => {
    const small = createEngine({ size: 1, memoryMb: 24, timeoutMs: 20_000 });
    const body = Array.from({ length: 400_000 }, (_, i) => `Line ${i} of many, each a paragraph of its own.`).join(
      "\n",
    );
    expect(await small.inspect(put("large.txt", body), "large.txt")).toMatchObject({ ok: false, code: "too-long" });
    expect(await small.text(put("after.txt", "still here"), "after.txt")).toEqual({ ok: true, text: "still here" });
    await small.close();
  });

  it("runs twenty tasks at once with two workers, and each gets its own answer", async () => {
    const paths = Array.from({ length: 20 }, (_, i) => put(`n${i}.txt`, "word ".repeat(i + 1)));
    const results = await Promise.all(paths.map((path) => files.inspect(path, "n.txt")));
    expect(results.map((result) => (result.ok ? result.receipt.words : 0))).toEqual(paths.map((_, i) => i + 1));
  });

  it("counts a visitor's manuscript before the hostile files that others sent earlier", async () => {
    const standard = createEngine();
    const from = (person: string, network: string) => standard.for({ lane: "visitor", person, network, bytes: 1_000 });
    const long = put("hostile.txt", "Some words in a sentence that goes on. ".repeat(400_000));
    const short = put("manuscript.txt", "A few words");
    let done = 0;
    const hostile = Array.from({ length: 4 }, async (_, i) => {
      await from(`draft ${i}`, "hostile").inspect(long, "hostile.txt");
      done += 1;
    });
    // It has its own thread, whatever the others do with theirs.
    expect(await from("mine", "another").inspect(short, "manuscript.txt")).toMatchObject({ ok: true });
    expect(done).toBeLessThan(hostile.length);
    // Neither does paid work wait for them.
    expect(await standard.text(short, "manuscript.txt")).toMatchObject({ ok: true });
    await Promise.all(hostile);
    await standard.close();
  });

  it("refuses a visitor's file at once when too many of theirs are waiting", async () => {
    const one = createEngine({ size: 1, timeoutMs: 60_000 });
    const mine = one.for({ lane: "visitor", person: "me", network: "here", bytes: 1_000 });
    const short = put("again.txt", "A few words");
    const results = await Promise.all(Array.from({ length: 30 }, () => mine.inspect(short, "again.txt")));
    const refused = results.filter((result) => !result.ok);
    expect(refused.length).toBe(30 - WORK_LIMITS.documents.unpaid.waitingOfPerson);
    expect(refused[0]).toMatchObject({ code: "busy" });
    await one.close();
  });

  it("exists once per process", () => {
    expect(engine()).toBe(engine());
  });
});

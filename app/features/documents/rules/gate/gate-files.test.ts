import { expect, test } from "vitest";
import { BrowserBuffer } from "#app/platform/browser/node/buffer.ts";
import { deflateRawSync as stored } from "#app/platform/browser/node/zlib.ts";
import { inflateRawSync } from "node:zlib";
import { buildDocx } from "../docx/build-docx.ts";
import { writeZip } from "../docx/zip.ts";
import { gateDocx } from "./gate-docx.ts";
import { gateFiles } from "./gate-files.ts";

const TEXT = "Soil moisture governs the exchange of water between land and air in dry regions of the south.";
const MORE = "We measured it at twelve sites during two seasons, using buried sensors and weekly cores.";
const source = buildDocx({ paragraphs: [{ text: TEXT }, { text: MORE }] });
const tracked = buildDocx({
  paragraphs: [
    { text: TEXT },
    {
      runs: [
        { text: "We " },
        { text: "measured", del: true },
        { text: "recorded", ins: true },
        { text: MORE.slice(11) },
      ],
    },
  ],
  author: "Jonas Weber",
});
const untracked = buildDocx({ paragraphs: [{ text: TEXT.replace("dry", "arid") }, { text: MORE }] });
const hashOf = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");
const gate = (one: Buffer, two: Buffer, names: [string, string] = ["a.docx", "b.docx"]) =>
  gateFiles({ name: names[0], bytes: one }, { name: names[1], bytes: two }, hashOf);

test("two Word files get the answer of the server's gate", () => {
  for (const copy of [tracked, untracked, source])
    expect(gate(source, copy)).toMatchObject({ ok: true, result: gateDocx(source, copy), reversed: false });
  expect(gate(source, untracked)).toMatchObject({ result: { passed: false, untrackedTotal: 1 } });
});

test("a plain text as the original, and LaTeX with LaTeX", () => {
  expect(gate(Buffer.from(`${TEXT}\n\n${MORE}`), tracked, ["a.txt", "b.docx"])).toMatchObject({
    result: { passed: true },
  });
  const tex = (body: string) => Buffer.from(`\\documentclass{article}\\begin{document}${body}\\end{document}`);
  expect(gate(tex(TEXT), tex(TEXT.replace("dry", "arid")), ["a.tex", "b.tex"])).toMatchObject({
    result: { format: "tex", passed: true, stats: { insertions: 1, deletions: 1 } },
  });
});

const odt = (body: string, changes = "") =>
  writeZip([
    { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
    {
      name: "content.xml",
      bytes: `<?xml version="1.0"?><o:document-content xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:t="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:d="http://purl.org/dc/elements/1.1/"><o:body><o:text><t:tracked-changes>${changes}</t:tracked-changes>${body}</o:text></o:body></o:document-content>`,
    },
  ]);
const info = "<o:change-info><d:creator>Jonas</d:creator><d:date>2026-11-21T10:00:00</d:date></o:change-info>";
const inserted = (id: string) => `<t:changed-region t:id="${id}"><t:insertion>${info}</t:insertion></t:changed-region>`;
const deleted = (id: string, body: string) =>
  `<t:changed-region t:id="${id}"><t:deletion>${info}${body}</t:deletion></t:changed-region>`;
const span = (id: string, body: string) =>
  `<t:change-start t:change-id="${id}"/>${body}<t:change-end t:change-id="${id}"/>`;

test("OpenDocument with OpenDocument: tracked changes, also of paragraphs, and untracked ones", () => {
  const own = odt(`<t:h t:outline-level="1">Methods</t:h><t:p>${TEXT}</t:p><t:p>${MORE}</t:p>`);
  const gated = (body: string, changes = "") => gate(own, odt(body, changes), ["a.odt", "b.odt"]);
  const words = gated(
    `<t:h t:outline-level="1">Methods</t:h><t:p>${TEXT}</t:p><t:p>We <t:change t:change-id="d"/>${span("i", "<t:span>recorded</t:span>")}${MORE.slice(11)}</t:p>`,
    deleted("d", "<t:p>measured</t:p>") + inserted("i"),
  );
  expect(words).toMatchObject({
    result: { passed: true, untrackedTotal: 0, stats: { insertions: 1, deletions: 1 } },
    changes: [{ kind: "word-choice", deleted: "measured", inserted: "recorded", leading: "We ", section: "Methods" }],
  });
  // A new paragraph, and two that were joined.
  const paragraphs = gated(
    `<t:h t:outline-level="1">Methods</t:h><t:p>${span("i", "All of it is new.</t:p><t:p>")}${TEXT}<t:change t:change-id="d"/>${MORE}</t:p>`,
    deleted("d", "<t:p/><t:p/>") + inserted("i"),
  );
  expect(paragraphs).toMatchObject({ result: { passed: true } });
  expect(paragraphs.ok && paragraphs.changes.length).toBeGreaterThan(1);
  expect(
    gated(`<t:h t:outline-level="1">Methods</t:h><t:p>${TEXT.replace("dry", "arid")}</t:p><t:p>${MORE}</t:p>`),
  ).toMatchObject({
    result: { passed: false, untrackedTotal: 1, untracked: [{ before: "dry", after: "arid" }] },
  });
});

test("files that were mixed up are recognized", () => {
  expect(gate(tracked, source)).toMatchObject({ ok: true, reversed: true });
});

test("a file that can't be read says which one, and what to do", () => {
  expect(gate(source, Buffer.from("plain"), ["a.docx", "b.txt"])).toMatchObject({ ok: false, file: "copy" });
  expect(gate(Buffer.from("%PDF-1.7 x"), tracked, ["a.pdf", "b.docx"])).toMatchObject({ ok: false, file: "original" });
  expect(gate(source, source.subarray(0, 200))).toMatchObject({ ok: false, file: "copy" });
});

test("what a browser packs can be unpacked", () => {
  for (const size of [0, 1, 0xffff, 0x10000, 200_000]) {
    const bytes = Buffer.alloc(size, "abc");
    expect(inflateRawSync(stored(bytes)).equals(bytes)).toBe(true);
  }
});

test("the browser's Buffer writes numbers, copies, and joins as Node's does", () => {
  const [own, node] = [BrowserBuffer.alloc(12), Buffer.alloc(12)];
  for (const it of [own, node] as Buffer[]) {
    it.writeUInt16LE(0xbeef, 1);
    it.writeUInt32LE(0xfffefdfc, 4);
  }
  expect([...own]).toEqual([...node]);
  expect(() => own.writeUInt32LE(1, 10)).toThrow(RangeError);
  const target = BrowserBuffer.alloc(14);
  own.copy(target, 2);
  expect([...target]).toEqual([0, 0, ...node]);
  expect(Array.from(BrowserBuffer.concat([own, BrowserBuffer.from("ab")]))).toEqual([...node, 97, 98]);
});

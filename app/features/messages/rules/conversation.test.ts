import { describe, expect, test } from "vitest";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { writeZip } from "#app/features/documents/rules/docx/zip.ts";
import { attachmentKind } from "./attachment.ts";
import { attachmentType } from "./attachment-type.ts";
import type { ConversationItem } from "./conversation-item.ts";
import { linkParts } from "./link-parts.ts";
import { firstUnread, withSeenMarks } from "./read-marks.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");
const said = (content: Uint8Array, name: string): string => {
  try {
    return attachmentType(content, name);
  } catch (error) {
    return (error as Error).message;
  }
};
const docx = buildDocx({ paragraphs: [{ text: "Soil." }] });

describe("file types", () => {
  test("a text of comments is read once, however many they are", () => {
    for (const comments of [60, 400, 100_000]) {
      expect(said(bytes(`${"<!---->".repeat(comments)} hello`), "a.txt")).toBe("text");
      expect(said(bytes(`\n${"<!-- a -->\n ".repeat(60)}<html>`), "a.txt")).toBe(
        "This file is a web page or a script.",
      );
    }
    expect(said(bytes("<!-- never closed <script>"), "a.txt")).toBe("text");
  });
  test.each([
    ["docx", docx, "a.docx"],
    ["docx", docx, "a.png"],
    [
      "odt",
      writeZip([
        { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
        { name: "content.xml", bytes: "<a/>" },
      ]),
      "a.odt",
    ],
    [
      "zip",
      writeZip([
        { name: "data/table.csv", bytes: "a,b" },
        { name: "basic/notes.txt", bytes: "x" },
      ]),
      "data.zip",
    ],
    ["pdf", bytes("%PDF-1.7\n"), "a.pdf"],
    ["rtf", bytes("{\\rtf1 Soil}"), "a.rtf"],
    ["png", bytes("\x89PNG\r\n\x1a\n...."), "a.png"],
    ["jpeg", bytes("\xff\xd8\xff\xe0...."), "a.jpg"],
    ["gif", bytes("GIF89a...."), "a.gif"],
    ["webp", bytes("RIFF\x10\0\0\0WEBPVP8 "), "a.webp"],
    ["text", bytes("Site;Depth\n1;20\n"), "a.csv"],
    ["text", bytes("\\documentclass{article}"), "a.tex"],
    ["text", bytes("p < 0.001 and x > 3; see <Table 2>"), "a.txt"],
  ] as const)("%s", (type, content, name) => expect(said(content, name)).toBe(type));

  test.each([
    [
      "a web page that calls itself a picture",
      bytes("<!DOCTYPE html><script>alert(1)</script>"),
      "plot.png",
      "can't send",
    ],
    ["a web page behind a comment", bytes("<!-- x --> <html><body>"), "plot.txt", "web page or a script"],
    ["an SVG", bytes("<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>"), "a.txt", "web page or a script"],
    ["an SVG by its XML", bytes("<?xml version='1.0'?><svg/>"), "a.txt", "can't send"],
    ["a program", bytes("MZ\x90\0"), "a.docx", "a program"],
    ["a script by its first line", bytes("#!/bin/sh\nrm -rf /"), "a.txt", "script"],
    ["a script by its name", bytes("alert(1)"), "a.js", "scripts"],
    ["a document with macros by its name", docx, "a.docm", "macros"],
    [
      "a document with macros by its content",
      writeZip([
        { name: "[Content_Types].xml", bytes: "<a/>" },
        { name: "word/document.xml", bytes: "<a/>" },
        { name: "word/vbaProject.bin", bytes: "x" },
      ]),
      "a.docx",
      "macros",
    ],
    [
      "a workbook",
      writeZip([
        { name: "[Content_Types].xml", bytes: "<a/>" },
        { name: "xl/workbook.xml", bytes: "<a/>" },
      ]),
      "a.xlsx",
      "Word documents are the only",
    ],
    ["an archive with a program in it", writeZip([{ name: "a/setup.exe", bytes: "x" }]), "a.zip", "contains a program"],
    ["an empty file", bytes(""), "a.txt", "empty"],
    ["noise", bytes("\0\x01\x02\x03\0\0\0"), "a.bin", "can't send"],
    ["half an archive", bytes("PK\x03\x04...."), "a.zip", "damaged"],
    ["what is too large", Buffer.alloc(20 * 1024 * 1024 + 1, 65), "a.txt", "21 MB"],
  ] as const)("refused: %s", (_what, content, name, words) => expect(said(content, name)).toContain(words));

  test("gives the label next to the name", () => {
    expect(attachmentKind({ name: "table.csv", contentType: "text/plain" })).toEqual({
      mark: "csv",
      words: "Plain text",
    });
    expect(attachmentKind({ name: "x", contentType: "image/jpeg" })).toEqual({ mark: "jpg", words: "Image" });
    expect(attachmentKind({ name: "x", contentType: "text/html" })).toEqual({ mark: "file", words: "File" });
  });
});

describe("links in a text", () => {
  const links = (text: string) => linkParts(text).flatMap((part) => (part.href ? [part.text] : []));
  test("detects only https links, without trailing punctuation, and keeps the text", () => {
    const text =
      "See https://doi.org/10.1038/s41586-020-2649-2, or (https://en.wikipedia.org/wiki/Stet_(word)). Not http://a.org nor javascript:alert(1).";
    expect(links(text)).toEqual([
      "https://doi.org/10.1038/s41586-020-2649-2",
      "https://en.wikipedia.org/wiki/Stet_(word)",
    ]);
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
  test("ignores links with a disguised host and incomplete links", () => {
    expect(links("https://stet.example@evil.test/x https:// https://localhost https://<b>")).toEqual([]);
  });
  test("handles a long text without links quickly", () => expect(linkParts("https:/".repeat(20_000))).toHaveLength(1));
});

describe("read marks", () => {
  const [t1, t2] = [new Date("2026-11-21T13:00:00Z"), new Date("2026-11-21T14:00:00Z")];
  const item = (id: string, own: boolean): ConversationItem => ({
    id,
    kind: "message",
    authorRole: "client",
    authorName: "A",
    own,
    body: "x",
    at: new Date("2026-11-21T12:00:00Z"),
    attachments: [],
  });
  const items = [item("1", true), item("2", false), item("3", true), item("4", true)];
  const marks = (...readMarks: { words: string; lastReadId: string; at: Date }[]) =>
    withSeenMarks(items, readMarks).flatMap((i) => (i.seenBy ? [[i.id, i.seenBy, i.seenAt]] : []));
  test("are on the last own message that each person has seen", () => {
    expect(marks({ words: "the editor", lastReadId: "3", at: t1 })).toEqual([["3", ["the editor"], t1]]);
    expect(
      marks({ words: "the editor", lastReadId: "9", at: t1 }, { words: "the author", lastReadId: "4", at: t2 }),
    ).toEqual([["4", ["the author", "the editor"], t2]]);
    expect(marks({ words: "the editor", lastReadId: "2", at: t1 })).toEqual([["1", ["the editor"], t1]]);
    expect(marks({ words: "the editor", lastReadId: "0", at: t1 })).toEqual([]);
  });
  test("new items start at the first unseen message of someone else", () => {
    expect(firstUnread(items, "1", false)).toBe("2");
    expect(firstUnread(items, "2", true)).toBeNull();
    expect(firstUnread(items, null, false)).toBeNull();
    expect(firstUnread([item("1", true), item("2", false), item("3", false)], null, true)).toBe("2");
  });
});

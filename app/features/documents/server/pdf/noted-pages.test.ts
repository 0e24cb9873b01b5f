import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { annotatedPdf, annotationOf, markOf, pdfOf } from "#boot/testing/pdf-files.ts";
import { drawNotedPage, readNotes } from "./noted-pages.ts";

const folder = mkdtempSync(path.join(tmpdir(), "stet-notes-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const stored = (bytes: Buffer): string => {
  const file = path.join(folder, `${Math.random()}.pdf`);
  writeFileSync(file, bytes);
  return file;
};

const PDF = pdfOf([["Soil moisture governs the exchange of water."], ["Nothing is noted here."], ["Twelve sites."]]);
const NOTED = annotatedPdf(
  annotatedPdf(PDF, [
    annotationOf("Text", "/Rect[50 700 70 720]/Contents(Which soil?)"),
    annotationOf("Text", "/Rect[50 700 70 720]/IRT 900 0 R/Contents(Loam.)", "Amara Osei"),
    annotationOf("Text", "/Rect[50 700 70 720]/IRT 899 0 R/Contents(Then say so.)"),
    annotationOf("StrikeOut", `${markOf(0, 95, 141)}/Contents(humidity <b>)`),
    annotationOf("Link", "/Rect[50 600 70 620]"),
  ]),
  [annotationOf("Text", "/Rect[50 700 70 720]/IRT 555 0 R/Contents(An answer to nothing)")],
  2,
);

describe("the annotations of a PDF beside its pages", () => {
  it("are threads, in reading order, on the pages that have some", async () => {
    const read = await readNotes(stored(NOTED));
    expect(read.ok && read.pages).toMatchObject([
      {
        page: 1,
        notes: [
          { kind: "Strikethrough", author: "Jonas Weber", marked: "moisture", text: "humidity <b>", replies: [] },
          {
            kind: "Note",
            text: "Which soil?",
            replies: [
              { author: "Amara Osei", text: "Loam." },
              { author: "Jonas Weber", text: "Then say so." },
            ],
          },
        ],
      },
      { page: 3, notes: [{ text: "An answer to nothing" }] },
    ]);
  });

  it("end where replies answer each other in a circle", async () => {
    const read = await readNotes(
      stored(
        annotatedPdf(PDF, [
          annotationOf("Text", "/Rect[50 700 70 720]/IRT 899 0 R/Contents(One)"),
          annotationOf("Text", "/Rect[50 700 70 720]/IRT 900 0 R/Contents(Two)"),
        ]),
      ),
    );
    const said = read.ok ? JSON.stringify(read.pages) : "";
    expect(said).toContain("One");
    expect(said).toContain("Two");
  });

  it("are drawn on a page with its words in their places, and nothing that a browser would run", async () => {
    const drawn = await drawNotedPage(stored(NOTED), 1);
    const svg = drawn.ok ? drawn.svg : "";
    expect(svg).toMatch(/<text [^>]*textLength="[\d.]+"[^>]*>moisture<\/text>/);
    expect(svg.match(/<circle /g)).toHaveLength(2);
    expect(svg).not.toMatch(/<script|<foreignObject|\son\w+=|href|url\(/i);
    const hostile = await drawNotedPage(stored(pdfOf([["<script>alert(1)</script>"]])), 1);
    expect(hostile.ok && hostile.svg).not.toContain("<script");
  });

  it("says that a page doesn't exist", async () => {
    for (const number of [0, 4, 1.5, Number.NaN])
      expect(await drawNotedPage(stored(PDF), number)).toMatchObject({ ok: false });
  });
});

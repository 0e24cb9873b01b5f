import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import { compareDocx } from "./compare-docx.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { acceptAll, rejectAll } from "../docx/revise-docx.ts";
import { comparedText } from "../readers/text-model.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";

/** How a comparison handles paragraphs without text. */

const BY = { author: "Jonas Weber", date: "2026-11-21T10:00:00Z" };
/** Every paragraph, including blank ones. */
const paragraphs = (bytes: Buffer) => readDocx(bytes).paragraphs.map(comparedText);

const EMPTY = buildDocx({ paragraphs: [{ text: "@@" }] });
function docx(body: string): Buffer {
  const zip = openZip(EMPTY);
  const xml = readPart(zip, "word/document.xml")!.toString();
  return rewriteZip(
    zip,
    new Map([["word/document.xml", Buffer.from(xml.replace(/<w:p>(?:(?!<w:p>).)*?@@.*?<\/w:p>/, () => body))]]),
  );
}
const p = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const table = (...cells: string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid/><w:tr>${cells.map((cell) => `<w:tc><w:tcPr/>${cell}</w:tc>`).join("")}</w:tr></w:tbl>`;

const keeps = (before: Buffer, after: Buffer): Buffer => {
  const { bytes } = compareDocx(before, after, BY);
  expect(paragraphs(rejectAll(bytes)), "rejected").toEqual(paragraphs(acceptAll(before)));
  expect(paragraphs(acceptAll(bytes)), "accepted").toEqual(paragraphs(acceptAll(after)));
  return bytes;
};

describe("blank paragraphs", () => {
  it.each([
    "<w:p/>",
    '<w:p w:rsidR="00A10001" w:rsidRDefault="00A10001"/>',
    "<w:p></w:p>",
    "<w:p><w:pPr><w:jc w:val='center'/></w:pPr></w:p>",
    '<w:p/><w:bookmarkEnd w:id="4"/>',
    `<w:sdt><w:sdtPr/><w:sdtContent>${p("Chosen")}</w:sdtContent></w:sdt>`,
    `<w:customXml w:element="x">${p("Marked")}</w:customXml>`,
  ])("adds none to a cell that ends with %s", (end) => {
    const of = (word: string) =>
      docx(`${p("Above the table.")}${table(p(`A ${word} cell`) + end, p("Same"))}${p("Below.")}`);
    keeps(of("first"), of("second"));
  });

  it("a cell that ends with a table still ends with a paragraph, and an empty one gets one", () => {
    const inner = table(p("Inner"));
    keeps(
      docx(`${table(p("first") + inner + "<w:p/>", "<w:p/>")}${p("Below.")}`),
      docx(`${table(p("second") + inner + "<w:p/>", "<w:p/>")}${p("Below.")}`),
    );
  });

  it("tracks added and removed ones", () => {
    const [one, two] = [p("We asked forty people in five towns."), p("Most of them had seen rain within the year.")];
    for (const [before, after] of [
      [`${one}${two}`, `${one}<w:p/><w:p w:rsidR="00A1"/>${two}`],
      [`${one}<w:p/><w:p/>${two}<w:p/>`, `${one}${two}`],
      [`${one}${table(p("x"))}<w:p/>${two}`, `${one}<w:p/>${table(`${p("x")}<w:p/>`)}<w:p/>${two}`],
    ] as const) {
      const bytes = keeps(docx(before), docx(after));
      expect(readDocx(bytes).otherChanges).toBeGreaterThan(0);
    }
  });

  it("a document without paragraphs can be compared too", () => {
    const none = (): Buffer => {
      const zip = openZip(EMPTY);
      const xml = readPart(zip, "word/document.xml")!.toString();
      return rewriteZip(
        zip,
        new Map([["word/document.xml", Buffer.from(xml.replace(/<w:body>.*<\/w:body>/s, "<w:body/>"))]]),
      );
    };
    expect(paragraphs(acceptAll(compareDocx(docx(p("Some text.")), none(), BY).bytes))).toEqual([]);
    expect(paragraphs(rejectAll(compareDocx(none(), docx(p("Some text.")), BY).bytes))).toEqual([]);
  });
});

const corpus = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: blank paragraphs in real documents (../shared/corpus is not there).");

describe.skipIf(!there)("real documents, with a word changed in every paragraph", () => {
  it("keep their blank paragraphs", () => {
    const wrong: string[] = [];
    let compared = 0;
    for (const name of readdirSync(corpus)) {
      const before = readFileSync(new URL(name, corpus));
      let after: Buffer;
      try {
        const accepted = acceptAll(before);
        const zip = openZip(accepted);
        const xml = readPart(zip, "word/document.xml")?.toString();
        if (!xml || xml.length > 1_500_000) continue;
        let n = 0;
        after = rewriteZip(
          zip,
          new Map([
            [
              "word/document.xml",
              Buffer.from(
                xml.replace(/(<w:t(?: [^>]*)?>[^<]*?)\b(\p{L}{4,})\b/gu, (all, head: string) =>
                  ++n % 7 === 0 ? `${head}changed` : all,
                ),
              ),
            ],
          ]),
        );
        if (n < 7) continue;
      } catch {
        continue;
      }
      const { bytes, grain } = compareDocx(before, after, BY);
      compared++;
      if (grain !== "words") wrong.push(`${name}: ${grain}`);
      if (paragraphs(rejectAll(bytes)).join("\n") !== paragraphs(acceptAll(before)).join("\n"))
        wrong.push(`${name}: rejected`);
      if (paragraphs(acceptAll(bytes)).join("\n") !== paragraphs(acceptAll(after)).join("\n"))
        wrong.push(`${name}: accepted`);
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(40);
  }, 60_000);
});

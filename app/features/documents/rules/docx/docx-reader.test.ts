import { describe, expect, it } from "vitest";
import { buildDocx } from "./build-docx.ts";
import type { DocxSpec } from "./docx-spec.ts";
import { readDocx } from "./docx-reader.ts";
import { receiptOf } from "../readers/receipt-of.ts";
import { Refused } from "../readers/refusal.ts";
import { openZip, readPart, rewriteZip, writeZip } from "./zip.ts";

/** Wraps WordprocessingML in a document. */
function docxOf(body: string, styles = ""): Buffer {
  const plain = buildDocx({ paragraphs: [{ text: "x" }] });
  const zip = openZip(plain);
  const xml = readPart(zip, "word/document.xml")?.toString() ?? "";
  const changed = new Map([
    [
      "word/document.xml",
      Buffer.from(
        xml
          .replace(/<w:body>.*<\/w:body>/s, `<w:body>${body}</w:body>`)
          .replace(
            "<w:document ",
            '<w:document xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wps="urn:wps" ',
          ),
      ),
    ],
  ]);
  if (styles)
    changed.set(
      "word/styles.xml",
      Buffer.from((readPart(zip, "word/styles.xml")?.toString() ?? "").replace("</w:styles>", `${styles}</w:styles>`)),
    );
  return rewriteZip(zip, changed);
}
const count = (body: string, styles = "") => receiptOf(readDocx(docxOf(body, styles)));
const p = (inner: string) => `<w:p>${inner}</w:p>`;
const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const by = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';

describe("counting a .docx", () => {
  it("joins runs, and breaks at tabs, line breaks and paragraphs, but not at tab stops", () => {
    expect(
      count(
        p(
          `<w:pPr><w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs></w:pPr>${r("un")}${r("broken")}<w:r><w:tab/><w:t>two</w:t><w:br/><w:t>three</w:t></w:r>`,
        ) + p(r("four")),
      ).words,
    ).toBe(4);
  });

  it("keeps a text of only no-break spaces, which trim() would remove", () => {
    expect(count(p(`<w:r><w:t>one</w:t></w:r><w:r><w:t>\u00a0</w:t></w:r><w:r><w:t>two</w:t></w:r>`)).words).toBe(2);
  });

  it("counts insertions but not deletions, moved-away text and field codes", () => {
    const receipt = count(
      p(
        `${r("kept ")}<w:ins ${by}>${r("new words ")}</w:ins><w:del ${by}><w:r><w:delText xml:space="preserve">old </w:delText></w:r></w:del><w:moveFrom ${by}>${r("moved away")}</w:moveFrom>`,
      ) +
        p(
          `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>HYPERLINK "x y z"</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r("the link")}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
        ) +
        p(`<w:fldSimple w:instr="PAGE whatever">${r("7")}</w:fldSimple>`),
    );
    expect(receipt).toMatchObject({ words: 6, inserted: 2, deleted: 3 });
  });

  it("joins the words on both sides of a deleted paragraph mark", () => {
    expect(count(p(`<w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>${r("half")}`) + p(r("way there"))).words).toBe(2);
  });

  it("counts a text box once, and uses the fallback only if there is no choice", () => {
    const box = (text: string) => `<w:txbxContent>${p(r(text))}</w:txbxContent>`;
    const receipt = count(
      p(
        `${r("host text")}<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box("in the box")}</mc:Choice><mc:Fallback><w:pict>${box("in the box")}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ),
    );
    expect(receipt).toMatchObject({ words: 5, body: 2, textBoxes: 3 });
  });

  it("keeps hidden text and equations apart", () => {
    const receipt = count(
      p(
        `${r("seen ")}<w:r><w:rPr><w:vanish/></w:rPr><w:t>not seen</w:t></w:r><m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>`,
      ),
    );
    expect(receipt).toMatchObject({ words: 1, hidden: 2, equations: 1 });
    expect(receipt.notes.join(" ")).toContain("2 words are hidden text and are not counted.");
  });

  it("excludes deleted rows and cells", () => {
    const row = (mark: string, text: string) => `<w:tr>${mark}<w:tc>${p(r(text))}</w:tc></w:tr>`;
    const table = `<w:tbl>${row("", "stays here")}${row(`<w:trPr><w:del ${by}/></w:trPr>`, "goes away now")}</w:tbl>`;
    expect(count(table)).toMatchObject({ words: 2, tables: 2 });
  });

  it("doesn't charge for cells with only numbers, or for tables of contents", () => {
    const receipt = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [
            {
              table: [
                ["Group", "12.5"],
                ["p value", "<0.001"],
              ],
            },
            { runs: [{ text: "Introduction 3", field: "TOC \\o" }] },
          ],
        }),
      ),
    );
    expect(receipt).toMatchObject({ words: 7, billable: 3, tables: 5 });
  });

  it("puts notes where they're referenced, and drops those of deleted references", () => {
    const spec: DocxSpec = {
      paragraphs: [
        { text: "One", heading: 1 },
        { runs: [{ text: "Text", footnote: "a footnote here" }] },
        { text: "Two", heading: 1 },
        {
          runs: [
            { text: "More", endnote: "an endnote" },
            { text: "gone", del: true, footnote: "deleted note" },
          ],
        },
      ],
    };
    const receipt = receiptOf(readDocx(buildDocx(spec)));
    expect(receipt).toMatchObject({ words: 9, body: 4, footnotes: 3, endnotes: 2, deleted: 1 });
    expect(receipt.sections.map(({ title, words }) => [title, words])).toEqual([
      ["One", 5],
      ["Two", 4],
    ]);
  });

  it("finds headings by style name, not id, and through base styles", () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="Mine"><w:name w:val="Mine"/><w:basedOn w:val="berschrift1"/></w:style>';
    const headed = (style: string, text: string) => p(`<w:pPr><w:pStyle w:val="${style}"/></w:pPr>${r(text)}`);
    expect(
      count(headed("berschrift1", "Eins") + p(r("a b")) + headed("Mine", "Zwei") + p(r("c"))).sections.map(
        (section) => section.title,
      ),
    ).not.toContain("Zwei");
    expect(
      count(headed("berschrift1", "Eins") + p(r("a b")) + headed("Mine", "Zwei") + p(r("c")), styles).sections.map(
        (section) => [section.title, section.words],
      ),
    ).toEqual([
      ["Eins", 3],
      ["Zwei", 2],
    ]);
  });

  it("recognizes the reference list by its heading, its style or its field", () => {
    const byHeading = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [
            { text: "Body", heading: 1 },
            { text: "a b c" },
            { text: "Literaturverzeichnis", heading: 1 },
            { text: "Doe 2020" },
            { text: "Appendix", heading: 1 },
            { text: "d e" },
          ],
        }),
      ),
    );
    expect(byHeading).toMatchObject({ references: 3, referenceEntries: 1, billable: 7 });
    const byStyle = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [{ text: "Body", heading: 1 }, { text: "a b c" }, { text: "Doe 2020", style: "Bibliography" }],
        }),
      ),
    );
    expect(byStyle).toMatchObject({ references: 2, referenceEntries: 1, billable: 4 });
    const byBold = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [{ text: "a b c" }, { runs: [{ text: "References", bold: true }] }, { text: "Doe 2020" }],
        }),
      ),
    );
    expect(byBold).toMatchObject({ references: 3, billable: 3 });
    const byField = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [
            { text: "a b c" },
            { runs: [{ text: "Doe 2020", field: "ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY" }] },
          ],
        }),
      ),
    );
    expect(byField).toMatchObject({ references: 2, billable: 3 });
  });

  it("makes sections from short bold lines if there are no headings", () => {
    const receipt = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [
            { text: "My title" },
            { runs: [{ text: "Patients and setting", bold: true }] },
            { text: "One two three." },
            { text: "Results" },
            { text: "Four." },
          ],
        }),
      ),
    );
    expect(receipt.sections.map((section) => section.title)).toEqual([
      "Before the first heading",
      "Patients and setting",
      "Results",
    ]);
  });

  it("adds up: sections to words, and kinds to words", () => {
    const receipt = receiptOf(
      readDocx(
        buildDocx({
          paragraphs: [
            { text: "\u4e2d\u6587\u5b57 text", heading: 1 },
            { runs: [{ text: "a b", footnote: "n" }] },
            { table: [["c", "9"]] },
            { text: "References", heading: 1 },
            { text: "Doe" },
          ],
        }),
      ),
    );
    expect(receipt.sections.reduce((sum, section) => sum + section.words, 0)).toBe(receipt.words);
    expect(receipt.body + receipt.textBoxes + receipt.footnotes + receipt.endnotes).toBe(receipt.words);
    expect(receipt.cjkCharacters).toBe(3);
    expect(receipt.sections[0]?.billable).toBe(1.5 + 1 + 3 + 1);
    expect(receipt.billable).toBe(7);
  });

  it("reads comments with author, anchor, replies and resolution, and names in the properties", () => {
    const model = readDocx(
      buildDocx({
        creator: "Ada Author",
        paragraphs: [
          { text: "Methods", heading: 1 },
          { text: "We did it.", comments: [0, 1] },
        ],
        comments: [
          { text: "Did you?", author: "Ed Editor", at: "2026-02-01T10:00:00Z", resolved: true },
          { text: "Yes.", author: "Ada Author", replyTo: 0 },
        ],
      }),
    );
    expect(
      model.comments.map(({ text, author, replyTo, resolved, paragraph }) => [
        text,
        author,
        replyTo,
        resolved,
        paragraph?.text,
      ]),
    ).toEqual([
      ["Did you?", "Ed Editor", null, true, "We did it."],
      ["Yes.", "Ada Author", "0", false, "We did it."],
    ]);
    expect(model.authors).toEqual(["Ada Author", "Ed Editor"]);
  });
});

describe("other content of a .docx", () => {
  it("has links with targets, from elements and fields, and fields by kind", () => {
    const field = (code: string, result: string) =>
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const model = readDocx(
      docxOf(
        p(
          `${r("See ")}<w:hyperlink w:anchor="_Toc1">${r("chapter 2")}</w:hyperlink>${r(" and ")}${field('HYPERLINK "https://example.org/a" \\l "b"', "the page")}${field("REF x \\h", "Table 1")}${field("ADDIN ZOTERO_ITEM CSL_CITATION {}", "(Doe)")}`,
        ),
      ),
    );
    expect(model.links.map(({ target, text }) => [target, text])).toEqual([
      ["#_Toc1", "chapter 2"],
      ["https://example.org/a#b", "the page"],
    ]);
    expect(model.fields).toEqual({ HYPERLINK: 1, REF: 1, "ADDIN ZOTERO_ITEM": 1 });
  });

  it("has every tracked change other than of text, with author and date", () => {
    const change = (name: string, inner = "") => `<w:${name} ${by}>${inner}</w:${name}>`;
    const model = readDocx(
      docxOf(
        p(
          `<w:pPr><w:numPr><w:ilvl w:val="0"/><w:ins ${by}/></w:numPr><w:rPr><w:ins ${by}/></w:rPr>${change("pPrChange", "<w:pPr/>")}</w:pPr><w:r><w:rPr><w:b/>${change("rPrChange", "<w:rPr/>")}</w:rPr><w:t>text</w:t></w:r>`,
        ) +
          `<w:tbl><w:tblPr>${change("tblPrChange", "<w:tblPr/>")}</w:tblPr><w:tr><w:trPr><w:ins ${by}/></w:trPr><w:tc><w:tcPr><w:cellIns ${by}/></w:tcPr>${p(r("cell"))}</w:tc></w:tr></w:tbl>` +
          `<w:sectPr>${change("sectPrChange", "<w:sectPr/>")}</w:sectPr>`,
      ),
    );
    expect(model.markChanges.map((one) => `${one.of} ${one.kind}`)).toEqual([
      "numbering insert",
      "paragraphMark insert",
      "paragraph format",
      "run format",
      "table format",
      "row insert",
      "cell insert",
      "section format",
    ]);
    expect(new Set(model.markChanges.map((one) => `${one.author} ${one.date}`))).toEqual(
      new Set(["A 2026-01-01T00:00:00Z"]),
    );
    expect([model.formatChanges, model.otherChanges]).toEqual([4, 4]);
  });

  it("reads recurring properties once, with the same result", () => {
    const bold = `<w:r><w:rPr><w:b/><w:vanish/></w:rPr><w:t xml:space="preserve">hidden words </w:t></w:r>`;
    const kept = `<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>seen</w:t></w:r>`;
    expect(count(p(bold + kept).repeat(3) + p(bold + bold))).toMatchObject({ words: 3, hidden: 10 });
    const tracked = p(`<w:pPr><w:rPr><w:del ${by}/></w:rPr></w:pPr>${r("a")}`);
    expect(readDocx(docxOf(tracked.repeat(3) + p(r("b")))).paragraphs.map((one) => one.text)).toEqual(["aaab"]);
  });

  it("hides what a paragraph style hides, unless the run says otherwise", () => {
    const style =
      '<w:style w:type="paragraph" w:styleId="z"><w:name w:val="z-Top of Form"/><w:rPr><w:vanish/></w:rPr></w:style>';
    expect(
      count(
        p(
          `<w:pPr><w:pStyle w:val="z"/></w:pPr>${r("top of form ")}<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r>`,
        ),
        style,
      ),
    ).toMatchObject({ words: 1, hidden: 3 });
  });

  it("reports how many words are invisible, and how many are separated only by invisible characters", () => {
    const run = (looks: string, text: string) =>
      `<w:r><w:rPr>${looks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
    const receipt = count(
      p(
        `${run('<w:color w:val="FFFFFF"/>', "white on white ")}${run('<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="000000"/>', "white on black ")}${run('<w:sz w:val="2"/>', "tiny ")}${r("one\u200btwo\u2060three na\u00adtion https://a.b/\u200bccc")}`,
      ) + `<w:tbl><w:tr><w:tc>${p(run('<w:color w:val="FFFFFF"/>', "header cell"))}</w:tc></w:tr></w:tbl>`,
    );
    expect(receipt).toMatchObject({ words: 14, faint: 4, separated: 2 });
    expect(receipt.notes.join(" ")).toContain("4 words are white or smaller than 3 points");
  });

  it("recognizes a reference list that Mendeley or Word keeps in a content control", () => {
    const control = (properties: string) =>
      `${p(r("body text"))}<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${p(r("Doe, J. 2020."))}</w:sdtContent></w:sdt>${p(r("after it"))}`;
    expect(count(control('<w:tag w:val="MENDELEY_BIBLIOGRAPHY"/>'))).toMatchObject({ words: 7, references: 3 });
    expect(count(control('<w:docPartObj><w:docPartGallery w:val="Bibliographies"/></w:docPartObj>'))).toMatchObject({
      words: 7,
      references: 3,
    });
    expect(count(control('<w:tag w:val="goog_rdk_1"/>'))).toMatchObject({ words: 7, references: 0 });
  });

  it("counts words of scripts without spaces, however runs split them", () => {
    expect(count(p(r("\u0e20\u0e32\u0e29\u0e32") + r("\u0e44\u0e17\u0e22 and English")))).toMatchObject({
      words: 4,
      cjkCharacters: 0,
    });
  });
});

describe("refusing a .docx", () => {
  const codeOf = (bytes: Buffer): string => {
    try {
      readDocx(bytes);
      return "read";
    } catch (error) {
      return error instanceof Refused ? error.refusal.code : String(error);
    }
  };
  const altered = (name: string, change: (text: string) => string): Buffer => {
    const zip = openZip(buildDocx({ paragraphs: [{ text: "Some text" }] }));
    return rewriteZip(zip, new Map([[name, Buffer.from(change(readPart(zip, name)?.toString() ?? ""))]]));
  };

  it("refuses macros, a DTD, broken markup, endless fields and deep nesting, each with its reason", () => {
    expect(
      codeOf(
        altered("[Content_Types].xml", (text) =>
          text.replace(
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
            "application/vnd.ms-word.document.macroEnabled.main+xml",
          ),
        ),
      ),
    ).toBe("macros");
    expect(
      codeOf(
        altered("word/document.xml", (text) =>
          text.replace("<w:document", "<!DOCTYPE x [<!ENTITY a 'b'>]><w:document"),
        ),
      ),
    ).toBe("dtd");
    expect(codeOf(altered("word/document.xml", (text) => text.slice(0, -10)))).toBe("damaged");
    expect(codeOf(altered("word/document.xml", (text) => text.replace("</w:p>", "</w:q>")))).toBe("damaged");
    expect(
      codeOf(
        altered("word/document.xml", (text) =>
          text.replace("<w:p>", `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(2_000)}`),
        ),
      ),
    ).toBe("damaged");
    expect(codeOf(altered("word/document.xml", (text) => text.replace("<w:p>", "<w:p>".repeat(6_000))))).toBe(
      "damaged",
    );
    expect(codeOf(writeZip([{ name: "[Content_Types].xml", bytes: "<Types/>" }]))).toBe("damaged");
    expect(codeOf(buildDocx({ paragraphs: [{ text: "fine" }] }))).toBe("read");
  });
});

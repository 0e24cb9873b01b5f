import { describe, expect, it } from "vitest";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import { exploreDocx } from "./explore-docx.ts";

type Beside = NonNullable<Parameters<typeof docxOfBody>[1]>;
const run = (fonts: string, text = "a"): string =>
  `<w:r><w:rPr><w:rFonts ${fonts}/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
/** The typefaces of the first paragraph's pieces, and the usual one. */
function facesOf(content: string, beside: Beside = {}) {
  const { blocks, face } = exploreDocx(docxOfBody(`<w:p>${content}</w:p>`, beside));
  const [block] = blocks;
  return { usual: face, pieces: block?.k === "p" ? block.s.map(({ ff }) => ff ?? face) : [] };
}
const faceOf = (fonts: string, beside: Beside = {}) => facesOf(run(fonts), beside).pieces[0];
const named = (name: string, beside: Beside = {}) => faceOf(`w:ascii="${name}"`, beside);
const style = (fonts: string, id = "S", attributes = ""): string =>
  `<w:style w:type="paragraph" w:styleId="${id}" ${attributes}><w:name w:val="${id}"/><w:rPr><w:rFonts ${fonts}/></w:rPr></w:style>`;

describe("a run's typeface", () => {
  it("is known by the font's name", () => {
    const by = (names: string[]) => [...new Set(names.map((name) => named(name)))];
    expect(by(["Times New Roman", "Cambria", "Garamond", "Book Antiqua", "MS Serif", "Roboto Slab"])).toEqual([
      "serif",
    ]);
    expect(by(["Arial", "Calibri Light", "HELVETICA", "Century Gothic", "Noto Sans", "MS Sans Serif"])).toEqual([
      "sans",
    ]);
    expect(by(["Courier New", "Consolas", "DejaVu Sans Mono", "Lucida Console"])).toEqual(["mono"]);
  });

  it("is known by what the file says about a font with another name", () => {
    const table = (inner: string): Beside => ({ fonts: `<w:font w:name="Xyz">${inner}</w:font>` });
    const panose = (value: string) => named("Xyz", table(`<w:panose1 w:val="${value}"/>`));
    expect(panose("02020603050405020304")).toBe("serif");
    expect(panose("020B0604020202020204")).toBe("sans");
    expect(panose("02070309020205020404")).toBe("mono");
    expect(named("xyz", table('<w:family w:val="swiss"/>'))).toBe("sans");
    expect(named("Xyz", table('<w:family w:val="modern"/><w:pitch w:val="fixed"/>'))).toBe("mono");
    expect(named("Xyz", table('<w:panose1 w:val="05000000000000000000"/><w:family w:val="auto"/>'))).toBe("serif");
    // A name that says it is believed first: the tables of converted files are often wrong.
    expect(named("Arial", { fonts: '<w:font w:name="Arial"><w:family w:val="roman"/></w:font>' })).toBe("sans");
  });

  it("is the theme's, by its name or its PANOSE number", () => {
    const theme =
      '<a:fontScheme name="x"><a:majorFont><a:latin typeface="Xyz" panose="020B0604020202020204"/></a:majorFont><a:minorFont><a:latin typeface="Consolas"/></a:minorFont></a:fontScheme>';
    expect(faceOf('w:asciiTheme="majorHAnsi" w:ascii="Times New Roman"', { theme })).toBe("sans");
    expect(faceOf('w:asciiTheme="minorHAnsi"', { theme })).toBe("mono");
    expect(faceOf('w:asciiTheme="minorHAnsi"')).toBe("serif");
  });

  it("comes from its style, and its own comes first", () => {
    const styles = style('w:ascii="Arial"');
    const inStyle = '<w:pPr><w:pStyle w:val="S"/></w:pPr>';
    expect(
      facesOf(`${inStyle}<w:r><w:t>a</w:t></w:r>${run('w:ascii="Courier"')}${run('w:cs="Courier"')}`, { styles }),
    ).toEqual({
      usual: "serif",
      pieces: ["sans", "mono", "sans"],
    });
  });

  it("is left out where it's the document's usual one", () => {
    const beside = { styles: style('w:ascii="Arial"', "Mine", 'w:default="1"') };
    expect(facesOf("<w:r><w:t>a</w:t></w:r>", beside)).toEqual({ usual: "sans", pieces: ["sans"] });
    const [block] = exploreDocx(docxOfBody(`<w:p>${run('w:ascii="Verdana"')}</w:p>`, beside)).blocks;
    expect(block?.k === "p" && block.s).toEqual([{ t: "a" }]);
  });

  it("is the usual one if nothing is known, also with damaged tables and signs for letters", () => {
    expect([named("Xyz"), named("Wingdings"), named("x".repeat(10_000)), named("")]).toEqual(
      Array.from({ length: 4 }, () => "serif"),
    );
    expect(named("Arial", { fonts: "<w:font", theme: "</a:b>" })).toBe("sans");
  });
});

describe("columns", () => {
  const p = (text: string, section = ""): string =>
    `<w:p>${section && `<w:pPr><w:sectPr>${section}</w:sectPr></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const columnsOf = (body: string) => exploreDocx(docxOfBody(body)).columns;
  it("are those of the section that a paragraph ends", () => {
    expect(
      columnsOf(
        p("Title", '<w:cols w:space="720"/>') +
          p("one") +
          p("two", '<w:cols w:num="2" w:sep="1"/>') +
          p("three", '<w:cols w:num="3"><w:col/></w:cols>') +
          p("four"),
      ),
    ).toEqual([
      { from: 1, to: 3, count: 2, line: true },
      { from: 3, to: 4, count: 3 },
    ]);
  });

  it("are at most six, and none if the number isn't one", () => {
    expect(
      columnsOf(p("a", '<w:cols w:num="45"/>') + p("b", '<w:cols w:num="x"/>') + p("c", '<w:cols w:num="-2"/>')),
    ).toEqual([{ from: 0, to: 1, count: 6 }]);
  });

  it("are those before a tracked change of the section only until it was made", () => {
    const was = '<w:sectPrChange w:id="1" w:author="Ed"><w:sectPr><w:cols w:num="2"/></w:sectPr></w:sectPrChange>';
    expect(columnsOf(p("a", `<w:cols/>${was}`) + p("b"))).toEqual([]);
  });
});

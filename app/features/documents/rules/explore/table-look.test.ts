import { describe, expect, it } from "vitest";
import { docxOfBody } from "../../testing/docx-of-body.ts";
import { exploreDocx } from "./explore-docx.ts";

const side = (name: string, val = "single") => `<w:${name} w:val="${val}"/>`;
const GRID = ["top", "left", "bottom", "right", "insideH", "insideV"].map((name) => side(name)).join("");
const cell = (properties = "") => `<w:tc><w:tcPr>${properties}</w:tcPr><w:p><w:r><w:t>x</w:t></w:r></w:p></w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;

/** Each cell's borders and shading, row by row. */
function looks(properties: string, rows: readonly string[], styles = ""): string[] {
  const grid = '<w:tblGrid><w:gridCol w:w="1"/><w:gridCol w:w="1"/></w:tblGrid>';
  const { blocks } = exploreDocx(
    docxOfBody(`<w:tbl><w:tblPr>${properties}</w:tblPr>${grid}${rows.join("")}</w:tbl>`, { styles }),
  );
  const [table] = blocks;
  return table?.k === "t"
    ? table.rows.map(({ cells }) => cells.map(({ bd = "-", sh }) => (sh ? `${bd} ${sh}` : bd)).join(", "))
    : [];
}
const three = [row(cell(), cell()), row(cell(), cell()), row(cell(), cell())];

describe("a table's look", () => {
  it("has the borders of its style, and none without one", () => {
    expect(looks('<w:tblStyle w:val="TableGrid"/>', three)).toEqual(["trbl, trbl", "trbl, trbl", "trbl, trbl"]);
    expect(looks("", three)).toEqual(["-, -", "-, -", "-, -"]);
    expect(looks('<w:tblStyle w:val="Missing"/>', three)).toEqual(["-, -", "-, -", "-, -"]);
  });

  it("draws outer lines outside and inner lines inside", () => {
    expect(looks(`<w:tblBorders>${side("top")}${side("bottom")}</w:tblBorders>`, three)).toEqual([
      "t, t",
      "-, -",
      "b, b",
    ]);
    expect(looks(`<w:tblBorders>${side("insideH")}</w:tblBorders>`, three)).toEqual(["b, b", "tb, tb", "t, t"]);
    expect(looks(`<w:tblBorders>${side("start")}${side("insideV")}</w:tblBorders>`, three)[0]).toBe("rl, l");
  });

  it("lets cells win over the table, and the table over its style", () => {
    expect(
      looks(`<w:tblStyle w:val="TableGrid"/><w:tblBorders>${side("left", "nil")}</w:tblBorders>`, [
        row(cell(), cell(`<w:tcBorders>${side("top", "none")}</w:tcBorders>`)),
      ]),
    ).toEqual(["trb, rbl"]);
  });

  it("knows the parts of a style that the table uses, and only those", () => {
    const style = `<w:style w:type="table" w:styleId="S"><w:name w:val="S"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${side("top")}</w:tblBorders></w:tblPr><w:tblStylePr w:type="firstRow"><w:tcPr><w:tcBorders>${side("bottom")}</w:tcBorders><w:shd w:val="clear" w:fill="d9e2f3"/></w:tcPr></w:tblStylePr><w:tblStylePr w:type="band1Horz"><w:tcPr><w:shd w:val="clear" w:fill="EEEEEE"/></w:tcPr></w:tblStylePr><w:tblStylePr w:type="lastCol"><w:tcPr><w:shd w:val="solid" w:color="112233"/></w:tcPr></w:tblStylePr></w:style>`;
    const as = (look: string) => looks(`<w:tblStyle w:val="S"/><w:tblLook ${look}/>`, three, style);
    expect(as('w:firstRow="1" w:noHBand="1" w:noVBand="1"')).toEqual(["tb D9E2F3, tb D9E2F3", "-, -", "-, -"]);
    expect(as('w:val="0020"')).toEqual(["tb D9E2F3, tb D9E2F3", "- EEEEEE, - EEEEEE", "-, -"]);
    expect(as('w:val="0700"')).toEqual(["t, t 112233", "-, - 112233", "-, - 112233"]);
  });

  it("reads colors as colors only, and white as no shading", () => {
    const fill = (value: string) => cell(`<w:shd w:val="clear" w:fill="${value}"/>`);
    expect(looks("", [row(fill("ABCDEF"), fill("auto")), row(fill("FFFFFF"), fill("red;}"))])).toEqual([
      "- ABCDEF, -",
      "-, -",
    ]);
  });

  it("keeps the columns free that a row leaves out before its first cell", () => {
    const { blocks } = exploreDocx(
      docxOfBody(
        `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:trPr><w:gridBefore w:val="2"/></w:trPr>${cell()}</w:tr>${row(cell())}</w:tbl>`,
      ),
    );
    expect(blocks[0]?.k === "t" && blocks[0].rows.map(({ skip }) => skip)).toEqual([2, undefined]);
  });

  it("counts a cell across several columns as all of them", () => {
    expect(
      looks(`<w:tblBorders>${GRID.replace(side("insideV"), "")}</w:tblBorders>`, [
        row(cell('<w:gridSpan w:val="2"/>')),
        row(cell(), cell()),
      ]),
    ).toEqual(["trbl", "tbl, trb"]);
  });
});

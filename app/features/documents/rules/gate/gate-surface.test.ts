import { existsSync, readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { GateResult } from "../docx/change-stats.ts";
import { BY, random, resave, withXml, xmlOf } from "../../testing/word-save.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { gateDocx } from "./gate-docx.ts";

import { openZip, readPart, rewriteZip, writeZip } from "../docx/zip.ts";

/**
 * What the gate sees besides words: planted faults of every kind must be found, and copies that Word saved with noise
 * must pass.
 */

const gate = (source: Buffer, copy: Buffer): GateResult => gateDocx(source, copy);

const LISTED = ["formatting", "concealed", "picture"];
const untracked = (result: GateResult): string[] =>
  result.untracked.map((edit) => edit.what ?? `${edit.before} -> ${edit.after}`);
const listed = (result: GateResult): string[] =>
  (result.findings ?? [])
    .filter((one) => LISTED.includes(one.kind))
    .map((one) => `${one.kind}: ${one.before}: ${one.after}`);

// A document with everything in it

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const NS = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${REL}" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`;
const t = (text: string, look = ""): string =>
  `<w:r>${look ? `<w:rPr>${look}</w:rPr>` : ""}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inner: string, properties = ""): string =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ""}${inner}</w:p>`;
const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const field = (code: string, result: string): string =>
  `${mark("begin")}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${mark("separate")}${t(result)}${mark("end")}`;
const picture = (id: string, more = ""): string =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><wp:docPr id="3" name="Picture 1"/><a:graphic><a:graphicData uri="x"><pic:pic><pic:blipFill><a:blip r:embed="${id}"/>${more}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
const zotero = (work: string): string =>
  `ADDIN ZOTERO_ITEM CSL_CITATION {&quot;citationID&quot;:&quot;a1&quot;,&quot;properties&quot;:{&quot;plainCitation&quot;:&quot;(Doe 2020)&quot;},&quot;citationItems&quot;:[{&quot;id&quot;:12,&quot;uris&quot;:[&quot;http://zotero.org/users/1/items/${work}&quot;],&quot;itemData&quot;:{&quot;title&quot;:&quot;On rain&quot;}}]}`;
const cell = (inner: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`;
const box = `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:anchor><wp:extent cx="127000" cy="127000"/><wp:docPr id="9" name="Box"/><a:graphic><a:graphicData uri="x"><wps:wsp><wps:txbx><w:txbxContent>${p(t("In the box: 10") + t("3", '<w:vertAlign w:val="superscript"/>'))}</w:txbxContent></wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback><w:pict><v:shape/></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
const BODY = [
  p(t("Introduction"), '<w:pStyle w:val="Heading1"/>'),
  p(
    t("We measured 10") +
      t("5", '<w:vertAlign w:val="superscript"/>') +
      t(" drops of rain, and H") +
      t("2", '<w:vertAlign w:val="subscript"/>') +
      t("O in all of them, every single day."),
  ),
  p(""),
  p(t("The first picture shows the towns. ") + picture("rIdA") + t(" It was drawn by hand.")),
  p(t("The second shows the rain. ") + picture("rIdB", '<a:srcRect l="1000"/>')),
  p(t("Methods"), '<w:pStyle w:val="Heading1"/>'),
  p(
    t("We used ") +
      t("in situ", "<w:i/>") +
      t(" methods, as ") +
      field(zotero("AAAA1111"), "(Doe 2020)") +
      t(" did, and see ") +
      field("REF _Ref111 \\h", "Table 1") +
      t(" below for what we found."),
  ),
  p(
    t("More is at ") +
      `<w:hyperlink r:id="rIdL">${t("our own page")}</w:hyperlink>` +
      t(" and in the note") +
      '<w:r><w:rPr><w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteReference w:id="2"/></w:r>' +
      t(" that follows."),
  ),
  p(
    t("The law is ") +
      "<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>" +
      t(" for every town that we saw."),
  ),
  p(
    '<w:r><w:object><v:shape><v:imagedata r:id="rIdB"/></v:shape><o:OLEObject ProgID="Equation.3" r:id="rIdO"/></w:object></w:r>' +
      t(" is another one."),
  ),
  p(
    '<w:r><w:drawing><wp:inline><wp:extent cx="1" cy="1"/><wp:docPr id="4" name="Chart"/><a:graphic><a:graphicData uri="c"><c:chart r:id="rIdC"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>' +
      t("A chart of it all.") +
      box,
  ),
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${["Town", "Bonn", "Graz"].map((town, i) => `<w:tr>${cell(p(t(town)))}${cell(p(t(i === 0 ? "Drops" : String(i * 40))))}</w:tr>`).join("")}</w:tbl>`,
  p(t("Results"), '<w:pStyle w:val="Heading1"/>'),
  p(
    t("It rained often, and the difference was clear to see in every town of the study.") +
      '<w:r><w:sym w:font="Symbol" w:char="F061"/></w:r>',
  ),
  p(
    `<w:r><w:ruby><w:rubyPr/><w:rt>${t("ame")}</w:rt><w:rubyBase>${t("rain")}</w:rubyBase></w:ruby></w:r>` +
      t(" is a word that all of them know and use."),
  ),
  p(field('TOC \\o "1-3"', "Introduction 1")),
].join("");
const PNG = (n: number): Buffer => Buffer.from(`\u0089PNG not a real one, number ${n}, ${"x".repeat(40 + n)}`);

const DOCUMENT: Record<string, string | Buffer> = {
  "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/octet-stream"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="word/document.xml"/></Relationships>`,
  "word/document.xml": `${HEAD}<w:document ${NS}><w:body>${BODY}<w:sectPr><w:headerReference w:type="default" r:id="rIdH"/><w:footerReference w:type="default" r:id="rIdF"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
  "word/_rels/document.xml.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
    ["rIdA", "image", "media/a.png"],
    ["rIdB", "image", "media/b.png"],
    ["rIdO", "oleObject", "embeddings/o.bin"],
    ["rIdC", "chart", "charts/chart1.xml"],
    ["rIdH", "header", "header1.xml"],
    ["rIdF", "footer", "footer1.xml"],
    ["rIdN", "footnotes", "footnotes.xml"],
    ["rIdS", "styles", "styles.xml"],
    ["rIdT", "settings", "settings.xml"],
  ]
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${REL}/${type}" Target="${target}"/>`)
    .join(
      "",
    )}<Relationship Id="rIdL" Type="${REL}/hyperlink" Target="https://example.org/rain" TargetMode="External"/></Relationships>`,
  "word/header1.xml": `${HEAD}<w:hdr ${NS}>${p(t("Rain in towns: a study") + picture("rIdP"))}</w:hdr>`,
  "word/_rels/header1.xml.rels": `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rIdP" Type="${REL}/image" Target="media/a.png"/></Relationships>`,
  "word/footer1.xml": `${HEAD}<w:ftr ${NS}>${p(t("Page ") + field("PAGE", "1") + t(" of the manuscript"))}</w:ftr>`,
  "word/footnotes.xml": `${HEAD}<w:footnotes ${NS}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:id="2">${p(t("A note on 10") + t("7", '<w:vertAlign w:val="superscript"/>') + t(" drops."))}</w:footnote></w:footnotes>`,
  "word/styles.xml": `${HEAD}<w:styles ${NS}><w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:rPr><w:b/></w:rPr></w:style><w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style></w:styles>`,
  "word/settings.xml": `${HEAD}<w:settings ${NS}><w:rsids><w:rsid w:val="00AA"/></w:rsids></w:settings>`,
  "word/charts/chart1.xml": `${HEAD}<c:chartSpace ${NS}><c:chart><c:plotArea><c:barChart><c:ser><c:val><c:v>40</c:v><c:v>80</c:v></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
  "word/media/a.png": PNG(1),
  "word/media/b.png": PNG(2),
  "word/embeddings/o.bin": Buffer.from("an equation of another program"),
};
const RICH = writeZip(Object.entries(DOCUMENT).map(([name, bytes]) => ({ name, bytes })));

type Fault = {
  name: string;
  /** The part; the main document if omitted. */
  part?: string;
  plant: (xml: string) => string | Buffer;
  /** The expected message. */
  says: RegExp;
  /** Listed on the sheet, but not refused. */
  listed?: true;
};
const once =
  (from: string | RegExp, to: string) =>
  (xml: string): string =>
    xml.replace(from, to);
const run = (text: string): RegExp =>
  new RegExp(`<w:r(?: [^>]*)?>(?:<w:rPr>(?:(?!</w:r>).)*?</w:rPr>)?<w:t xml:space="preserve">${text}</w:t></w:r>`);
/** Sets properties on the run with exactly these words. */
const looking = (text: string, look: string) =>
  once(run(text), `<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`);

const FAULTS: Fault[] = [
  { name: "a superscript on the line", plant: looking("5", ""), says: /“5” is no longer superscript/ },
  { name: "a subscript on the line", plant: looking("2", ""), says: /“2” is no longer subscript/ },
  {
    name: "a superscript made subscript",
    plant: looking("5", '<w:vertAlign w:val="subscript"/>'),
    says: /“5” is now subscript, not superscript/,
  },
  {
    name: "a superscript in a note",
    part: "word/footnotes.xml",
    plant: looking("7", ""),
    says: /“7” is no longer superscript/,
  },
  { name: "a superscript in a text box", plant: looking("3", ""), says: /“3” is no longer superscript/ },
  {
    name: "a superscript lost through its style",
    part: "word/styles.xml",
    plant: once('<w:vertAlign w:val="superscript"/>', ""),
    says: /“note mark” is no longer superscript/,
  },
  {
    name: "a picture deleted",
    plant: once(
      /<w:r(?: [^>]*)?><w:drawing>(?:(?!<\/w:drawing>).)*?rIdA"(?:(?!<\/w:drawing>).)*?<\/w:drawing><\/w:r>/,
      "",
    ),
    says: /Picture 1 was removed/,
  },
  {
    name: "a picture replaced by another",
    plant: once('r:embed="rIdA"', 'r:embed="rIdB"'),
    says: /Picture 1 was replaced/,
  },
  {
    name: "a picture replaced in its own part",
    part: "word/media/b.png",
    plant: () => PNG(9),
    says: /Picture 2 was replaced/,
  },
  {
    name: "a picture cropped",
    plant: once('<a:blip r:embed="rIdA"/>', '<a:blip r:embed="rIdA"/><a:srcRect r="40000"/>'),
    says: /Picture 1 was cropped/,
  },
  { name: "a crop undone", plant: once('<a:srcRect l="1000"/>', ""), says: /Picture 2 was shown in full/ },
  {
    name: "a picture added",
    plant: once("A chart of it all.</w:t></w:r>", `A chart of it all.</w:t></w:r>${picture("rIdB")}`),
    says: /A picture was added/,
  },
  {
    name: "an equation with its power on the line",
    plant: once(/<m:sSup>.*?<\/m:sSup>/s, "<m:r><m:t>x2</m:t></m:r>"),
    says: /Equation 1 has a different structure/,
  },
  {
    name: "a power made an index",
    plant: (xml) => xml.replaceAll("m:sSup>", "m:sSub>").replaceAll("m:sup>", "m:sub>"),
    says: /Equation 1 has a different structure/,
  },
  {
    name: "a cross-reference to another place",
    plant: once("_Ref111", "_Ref112"),
    says: /cross-reference points somewhere else/,
  },
  {
    name: "a citation of another work",
    plant: once("AAAA1111", "BBBB2222"),
    says: /citation that software manages was changed/,
  },
  {
    name: "a field turned to text",
    plant: (xml) =>
      xml.replace(
        /<w:r(?: [^>]*)?><w:instrText[^>]*>(?:(?!<w:instrText).)*?_Ref111(?:(?!<\/w:instrText>).)*<\/w:instrText><\/w:r>/s,
        "",
      ),
    says: /removed|Table 1|field/,
  },
  {
    name: "a link to another address",
    part: "word/_rels/document.xml.rels",
    plant: once("example.org/rain", "example.com/snow"),
    says: /link on “our own page” leads somewhere else/,
  },
  {
    name: "a link taken off",
    plant: (xml) => xml.replace(/<w:hyperlink [^>]*>|<\/w:hyperlink>/g, ""),
    says: /link on “our own page” was removed/,
  },
  {
    name: "a link added",
    plant: once(run("A chart of it all\\."), `<w:hyperlink r:id="rIdL">${t("A chart of it all.")}</w:hyperlink>`),
    says: /link was added on “A chart of it all/,
  },
  {
    name: "other words in the header",
    part: "word/header1.xml",
    plant: once("Rain in towns", "Snow in towns"),
    says: /The header was changed/,
  },
  {
    name: "another picture in the header",
    part: "word/_rels/header1.xml.rels",
    plant: once("media/a.png", "media/b.png"),
    says: /Picture 1 was replaced/,
  },
  {
    name: "a header taken out",
    plant: once(/<w:headerReference[^>]*\/>/, ""),
    says: /header was changed|Picture 1 was removed/,
  },
  {
    name: "other words in the footer",
    part: "word/footer1.xml",
    plant: once("of the manuscript", "of the draft"),
    says: /The footer was changed/,
  },
  {
    name: "a field in the footer",
    part: "word/footer1.xml",
    plant: once(" PAGE ", " NUMPAGES "),
    says: /code of a field was changed/,
  },
  {
    name: "figures of a chart",
    part: "word/charts/chart1.xml",
    plant: once("<c:v>80</c:v>", "<c:v>90</c:v>"),
    says: /Chart 1 was replaced/,
  },
  {
    name: "another kind of chart",
    part: "word/charts/chart1.xml",
    plant: (xml) => xml.replaceAll("barChart", "pieChart"),
    says: /Chart 1 was replaced/,
  },
  {
    name: "an embedded object replaced",
    part: "word/embeddings/o.bin",
    plant: () => Buffer.from("something else"),
    says: /Embedded object 1 was replaced/,
  },
  {
    name: "a document embedded",
    plant: once("<w:tbl>", '<w:altChunk r:id="rIdO"/><w:tbl>'),
    says: /Another document was embedded here/,
  },
  { name: "a blank paragraph added", plant: once("<w:tbl>", "<w:p/><w:tbl>"), says: /A blank paragraph was added/ },
  {
    name: "two blank paragraphs added",
    plant: once("<w:sectPr>", '<w:p w:rsidR="00A1"/><w:p/><w:sectPr>'),
    says: /2 blank paragraphs were added/,
  },
  {
    name: "a blank paragraph in a cell",
    plant: once("</w:p></w:tc>", "</w:p><w:p/></w:tc>"),
    says: /A blank paragraph was added/,
  },
  {
    name: "a blank paragraph removed",
    plant: once(/<w:p(?: [^>]*)?><\/w:p>/, ""),
    says: /A blank paragraph was removed/,
  },
  {
    name: "cells merged across",
    plant: (xml) => xml.replace(/<\/w:p><\/w:tc><w:tc><w:tcPr>.*?<\/w:tcPr>/s, "</w:p>"),
    says: /Table cells were|another table cell/,
  },
  {
    name: "cells merged downwards",
    plant: (xml) => {
      let n = 0;
      return xml.replace(/<w:tc><w:tcPr>/g, (all) =>
        ++n === 3 ? '<w:tc><w:tcPr><w:vMerge w:val="restart"/>' : n === 5 ? "<w:tc><w:tcPr><w:vMerge/>" : all,
      );
    },
    says: /Table cells were merged/,
  },
  {
    name: "a table row added",
    plant: once("</w:tr></w:tbl>", `</w:tr><w:tr>${cell("<w:p/>")}${cell("<w:p/>")}</w:tr></w:tbl>`),
    says: /A table row was added/,
  },
  {
    name: "words hidden",
    plant: (xml) =>
      xml.replace(
        /<w:r(?: [^>]*)?><w:t xml:space="preserve">A chart of it all\.<\/w:t>/,
        '<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space="preserve">A chart of it all.</w:t>',
      ),
    says: /“A chart of it all.” was hidden/,
  },
  {
    name: "a footnote's mark moved",
    plant: (xml) => {
      const note =
        /<w:r(?: [^>]*)?><w:rPr><w:rStyle w:val="FootnoteReference"\/><\/w:rPr><w:footnoteReference w:id="2"\/><\/w:r>/.exec(
          xml,
        )?.[0] ?? "?";
      return xml.replace(note, "").replace("<w:hyperlink", `${note}<w:hyperlink`);
    },
    says: /moved to another place in the sentence/,
  },
  {
    name: "a footnote's mark removed",
    plant: once(/<w:footnoteReference w:id="2"\/>/, ""),
    says: /footnote mark was removed|A note on/,
  },
  { name: "the reading above a word", plant: once("ame</w:t>", "yuki</w:t>"), says: /reading aid was changed/ },
  { name: "italics taken away", plant: looking("in situ", ""), says: /in situ: no longer italic/, listed: true },
  {
    name: "words struck through",
    plant: looking("in situ", "<w:i/><w:strike/>"),
    says: /in situ: now struck through/,
    listed: true,
  },
  {
    name: "words in capitals",
    plant: looking("in situ", "<w:i/><w:caps/>"),
    says: /in situ: now in capitals/,
    listed: true,
  },
  {
    name: "white words",
    plant: looking("in situ", '<w:i/><w:color w:val="FFFFFF"/>'),
    says: /concealed: in situ/,
    listed: true,
  },
  {
    name: "tiny words",
    plant: looking("in situ", '<w:i/><w:sz w:val="2"/>'),
    says: /concealed: in situ/,
    listed: true,
  },
  {
    name: "colored words",
    plant: looking("in situ", '<w:i/><w:color w:val="FF0000"/>'),
    says: /in situ: color: automatic → #FF0000/,
    listed: true,
  },
  {
    name: "another font",
    plant: looking("in situ", '<w:i/><w:rFonts w:ascii="Arial"/>'),
    says: /in situ: font: none → Arial/,
    listed: true,
  },
  {
    name: "a heading's style taken off",
    plant: once('<w:pStyle w:val="Heading1"/>', ""),
    says: /Introduction: style: heading 1 → normal/,
    listed: true,
  },
  {
    name: "another sign of the same number",
    plant: once('w:font="Symbol"', 'w:font="Wingdings"'),
    says: /font: Symbol → Wingdings/,
    listed: true,
  },
  {
    name: "a picture made larger",
    plant: once('cx="1270000"', 'cx="2540000"'),
    says: /Picture 1: size changed/,
    listed: true,
  },
];

describe("the gate besides words", () => {
  it("passes the document itself, and copies with tracked edits and save noise", () => {
    for (let seed = 0; seed < 12; seed++) {
      const result = gate(RICH, seed === 0 ? RICH : resave(RICH, random(seed)));
      expect(untracked(result), `seed ${seed}`).toEqual([]);
      expect(
        listed(result).filter((one) => !one.startsWith("picture")),
        `seed ${seed}`,
      ).toEqual([]);
      expect(result.passed).toBe(true);
    }
  });

  it("finds every planted fault, says what it is, and refuses changed content", () => {
    const missed: string[] = [];
    let planted = 0;
    for (const { name, part = "word/document.xml", plant, says, listed: only } of FAULTS) {
      const zip = openZip(RICH);
      const before = readPart(zip, part)!;
      const made = plant(before.toString("utf8"));
      const after = Buffer.from(made as string);
      expect(after.equals(before), `${name}: nothing was planted`).toBe(false);
      const faulty = rewriteZip(zip, new Map([[part, after]]));
      // As it is, and in copies with tracked edits and save noise.
      for (const copy of [faulty, resave(faulty, random(planted + 3))]) {
        planted++;
        const result = gate(RICH, copy);
        const said = [...untracked(result), ...listed(result)];
        if (!said.some((one) => says.test(one)) || result.passed !== (only ?? false))
          missed.push(`${name}: ${result.passed} ${said.join(" | ")}`);
      }
    }
    expect(missed).toEqual([]);
    expect(planted).toBeGreaterThanOrEqual(100);
  });

  it("says for each what to do, in which section, and between which words", () => {
    const result = gate(RICH, withXml(RICH, looking("5", "")(xmlOf(RICH))));
    expect(result.untracked).toEqual([
      expect.objectContaining({
        section: "Introduction",
        paragraph: 2,
        what: "“5” is no longer superscript.",
        advice: "Undo it, or make it again with Track Changes on.",
        leading: "We measured 10",
        after: "5",
      }),
    ]);
    for (const { part = "word/document.xml", plant, listed: only } of FAULTS) {
      if (only) continue;
      const zip = openZip(RICH);
      const faulty = rewriteZip(
        zip,
        new Map([[part, Buffer.from(plant(readPart(zip, part)!.toString("utf8")) as string)]]),
      );
      for (const edit of gate(RICH, faulty).untracked)
        if (edit.what) expect(edit.advice, edit.what).toMatch(/^(?:Undo|Put|Take|Remove)/);
    }
  });

  it("lists a picture that a tracked change deletes, and asks for it when that is rejected", () => {
    const xml = xmlOf(RICH);
    const drawing = /<w:r><w:drawing>(?:(?!<\/w:drawing>).)*?rIdA"(?:(?!<\/w:drawing>).)*?<\/w:drawing><\/w:r>/.exec(
      xml,
    )![0];
    const result = gate(RICH, withXml(RICH, xml.replace(drawing, `<w:del w:id="1" ${BY}>${drawing}</w:del>`)));
    expect(result.passed).toBe(true);
    expect(result.findings).toContainEqual(
      expect.objectContaining({
        kind: "picture",
        severity: "look",
        before: "Picture 1",
        after: "",
        section: "Introduction",
      }),
    );
    const swapped = gate(
      RICH,
      withXml(
        RICH,
        xml.replace(
          drawing,
          `<w:del w:id="1" ${BY}>${drawing}</w:del><w:ins w:id="2" ${BY}>${drawing.replace("rIdA", "rIdB")}</w:ins>`,
        ),
      ),
    );
    expect(swapped.findings).toContainEqual(
      expect.objectContaining({ kind: "picture", before: "Picture 1", after: "another picture" }),
    );
    const moved = gate(
      RICH,
      withXml(
        RICH,
        xml
          .replace(drawing, `<w:del w:id="1" ${BY}>${drawing}</w:del>`)
          .replace(t("A chart of it all."), `${t("A chart of it all.")}<w:ins w:id="2" ${BY}>${drawing}</w:ins>`),
      ),
    );
    expect(moved.passed).toBe(true);
    expect(listed(moved)).toEqual([]);
  });

  it("lists words that a tracked format change hides or makes white", () => {
    const change = `<w:rPrChange w:id="1" ${BY}><w:rPr><w:i/></w:rPr></w:rPrChange>`;
    for (const [look, how] of [
      ["<w:i/><w:vanish/>", "hidden by a tracked change"],
      ['<w:i/><w:color w:val="FFFFFF"/>', "white on white, or too small to read, by a tracked change"],
    ] as const) {
      const copy = withXml(RICH, looking("in situ", look + change)(xmlOf(RICH)));
      const result = gate(RICH, copy);
      expect(result.passed).toBe(true);
      expect(result.findings).toContainEqual(
        expect.objectContaining({
          kind: "concealed",
          severity: "look",
          before: "in situ",
          after: how,
          section: "Methods",
        }),
      );
      expect(listed(gate(copy, copy))).toEqual([]);
    }
  });

  it.each([
    ['<w:shd w:val="clear" w:fill="000000"/>', "FFFFFF", []],
    ["", "FFFFFF", ["white on white, or too small to read, by a tracked change"]],
    [
      '<w:shd w:val="clear" w:fill="FF0000"/>',
      "FE0000",
      ["in nearly the same color as its background, by a tracked change"],
    ],
    [
      '<w:spacing w:line="20" w:lineRule="exact"/>',
      "000000",
      ["in a line or row that's too low to show it, by a tracked change"],
    ],
  ])("judges inserted words by their paragraph: %s", (properties, color, concealed) => {
    const inserted = `<w:p><w:pPr>${properties}<w:rPr><w:ins w:id="1" ${BY}/></w:rPr></w:pPr><w:ins w:id="2" ${BY}><w:r><w:rPr><w:color w:val="${color}"/></w:rPr><w:t>Words of my own.</w:t></w:r></w:ins></w:p>`;
    const result = gate(RICH, withXml(RICH, xmlOf(RICH).replace("<w:body>", `<w:body>${inserted}`)));
    expect(result.passed).toBe(true);
    expect(result.findings?.filter((one) => one.kind === "concealed").map((one) => one.after)).toEqual(concealed);
  });

  it("says that citations were refreshed, and doesn't refuse that", () => {
    const refreshed = gate(
      RICH,
      withXml(
        RICH,
        xmlOf(RICH)
          .replace("On rain", "On Rain, second edition")
          .replace("(Doe 2020)&quot;", "(Doe, 2020)&quot;")
          .replaceAll("(Doe 2020)", "(Doe, 2020)"),
      ),
    );
    expect(refreshed.passed).toBe(true);
    expect(refreshed.notes.join(" ")).toMatch(/stored data in one citation/);
  });

  it("treats both forms of a field, and both forms of a link, as equal", () => {
    const xml = xmlOf(RICH);
    const simple = xml
      .replace(
        field("REF _Ref111 \\h", "Table 1"),
        `<w:fldSimple w:instr=" REF _Ref111 \\h  \\* MERGEFORMAT ">${t("Table 1")}</w:fldSimple>`,
      )
      .replace(
        /<w:hyperlink r:id="rIdL">(.*?)<\/w:hyperlink>/,
        (_, inner: string) =>
          `${mark("begin")}<w:r><w:instrText xml:space="preserve"> HYPERLINK "https://example.org/rain" </w:instrText></w:r>${mark("separate")}${inner}${mark("end")}`,
      );
    expect(simple).toContain("fldSimple");
    expect(simple).not.toContain("<w:hyperlink");
    const result = gate(RICH, withXml(RICH, simple));
    expect(untracked(result)).toEqual([]);
    expect(result.passed).toBe(true);
  });

  it("allows a grown table of contents, and the paragraph after a final table", () => {
    const xml = xmlOf(RICH);
    const grown = xml.replace(
      `${t("Introduction 1")}${mark("end")}`,
      `${t("Introduction 1")}</w:p>${p(t("Methods 2"))}<w:p>${mark("end")}`,
    );
    expect(grown).not.toBe(xml);
    expect(untracked(gate(RICH, withXml(RICH, grown)))).toEqual([]);
    const end = withXml(RICH, xml.replace(/<\/w:tbl>.*<w:sectPr>/s, "</w:tbl><w:sectPr>"));
    expect(untracked(gate(end, withXml(end, xmlOf(end).replace("</w:tbl>", "</w:tbl><w:p/>"))))).toEqual([]);
  });
});

const corpus = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: the gate on real documents (../shared/corpus is not there).");

describe.skipIf(!there)("real documents", () => {
  const documents = there
    ? readdirSync(corpus).flatMap((name) => {
        const bytes = readFileSync(new URL(name, corpus));
        try {
          return xmlOf(bytes).length > 3_000_000 ? [] : [{ name, bytes }];
        } catch {
          return [];
        }
      })
    : [];

  it("raise no alarm in clean tracked copies", () => {
    const wrong: string[] = [];
    let edited = 0;
    for (const [i, { name, bytes }] of documents.entries()) {
      const copy = resave(bytes, random(i + 1));
      const result = gate(bytes, copy);
      if (readDocx(copy).changes.length > 0) edited++;
      const alarms = [...untracked(result), ...listed(result).filter((one) => !one.startsWith("picture"))];
      if (alarms.length > 0 || !result.passed) wrong.push(`${name}: ${alarms.slice(0, 3).join(" | ")}`);
    }
    expect(wrong).toEqual([]);
    expect(documents.length).toBeGreaterThan(50);
    expect(edited).toBeGreaterThan(50);
  }, 240_000);

  it.each([
    ["a picture deleted", /<w:drawing>(?:(?!<w:drawing>)[^])*?<\/w:drawing>/, "", /was (?:removed|replaced)|picture: /],
    [
      "a power on the line",
      /(<w:r(?: [^>]*)?><w:rPr>(?:(?!<\/w:rPr>|Change)[^])*?)<w:vertAlign w:val="superscript"\/>((?:(?!<\/w:rPr>|Change)[^])*<\/w:rPr>)(?=<w:t(?: [^>]*)?>\s*[^<\s])/,
      "$1$2",
      /no longer superscript/,
    ],
    [
      "a link to another address",
      /(<w:hyperlink [^>]*?w:anchor=")(?!_Toc)([^"]*")/,
      "$1other$2",
      /leads somewhere else/,
    ],
    [
      "a cross-reference to another place",
      /(<w:instrText[^>]*>\s*REF )(\w)/,
      "$1other$2",
      /points somewhere else|field/,
    ],
    ["a blank paragraph added", /<w:tbl>/, "<w:p/><w:tbl>", /blank paragraph was added/],
    ["an embedded document", /<w:sectPr[ >](?![^]*<w:sectPr[ >])/, '<w:altChunk r:id="x"/>$&', /embedded here/],
  ])("show %s", (what, from, to, says) => {
    const missed: string[] = [];
    let planted = 0;
    for (const { name, bytes } of documents) {
      const xml = xmlOf(bytes);
      const made = xml.replace(from, to);
      if (made === xml) continue;
      planted++;
      const result = gate(bytes, withXml(bytes, made));
      const said = [...untracked(result), ...listed(result)];
      if ((result.passed && !said.some((one) => one.startsWith("picture: "))) || !said.some((one) => says.test(one)))
        missed.push(`${name}: ${said.slice(0, 4).join(" | ")}`);
    }
    expect(missed, what).toEqual([]);
    expect(planted, what).toBeGreaterThan(0);
  });
});

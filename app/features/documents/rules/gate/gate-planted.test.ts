import { existsSync, readFileSync, readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { KINDS, type Verdict } from "../../testing/planted-kinds.ts";
import { mainOf, random, resave } from "../../testing/word-save.ts";
import { writeZip } from "../docx/zip.ts";
import { gateDocx } from "./gate-docx.ts";

/** Whatever a reader sees in Word is blocked, listed, or silent for a stated reason. */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const NS = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${REL}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"`;
const p = (inner: string, properties = ""): string => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`;
const t = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const item = (text: string, list: number): string =>
  p(t(text), `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`);
const char = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
const level = (at: number, format: string, text: string): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`;
const BODY = [
  p(
    t("As shown in [1] and in ") +
      char("begin") +
      '<w:r><w:instrText xml:space="preserve"> REF _Ref9 \\h </w:instrText></w:r>' +
      char("separate") +
      t("Table 1") +
      char("end") +
      t(", it works."),
  ),
  p(
    `<w:commentRangeStart w:id="0"/>${t("A commented sentence of some length.")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${t(" Another sentence that follows it.")}`,
  ),
  p(
    `<w:bookmarkStart w:id="7" w:name="_Ref9"/>${t("Table 1")}<w:bookmarkEnd w:id="7"/>${t(": values that were measured in every town of the study, by month and by year.")}`,
  ),
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${["Towns", "Bonn", "Graz"].map((town) => `<w:tr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${p(t(town))}</w:tc><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr>${p(t("Drops"))}</w:tc></w:tr>`).join("")}</w:tbl>`,
  p(
    t(
      "Between the lists stands a paragraph that's long enough to keep bookmarks and their fields apart from each other. ".repeat(
        30,
      ),
    ),
  ),
  item("Smith J. First work. 2010.", 1),
  item("Adams K. Second work. 2012.", 1),
  item("Brown L. Third work. 2014.", 1),
  item("A bullet of the second list.", 2),
  p(
    '<w:sdt><w:sdtPr><w:id w:val="5"/></w:sdtPr><w:sdtContent><w:r><w:t>Controlled words.</w:t></w:r></w:sdtContent></w:sdt>',
  ),
  p(
    `<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>${t(" is a law.")}`,
  ),
].join("");
const part = (name: string, type: string, root: string, inner: string) => ({
  relation: `<Relationship Id="rId${type}" Type="${REL}/${type}" Target="${name}"/>`,
  file: { name: `word/${name}`, bytes: `${HEAD}<w:${root} ${NS}>${inner}</w:${root}>` },
});
const PARTS = [
  part(
    "numbering.xml",
    "numbering",
    "numbering",
    `<w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "%2)")}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, "bullet", "–")}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>`,
  ),
  part(
    "styles.xml",
    "styles",
    "styles",
    '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="24"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>',
  ),
  part("settings.xml", "settings", "settings", '<w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>'),
  part("header1.xml", "header", "hdr", p(t("Rain in towns"))),
  part(
    "comments.xml",
    "comments",
    "comments",
    `<w:comment w:id="0" w:author="Ada">${p(t("Do not change this number."))}</w:comment><w:comment w:id="1" w:author="Bo">${p(t("Agreed, please keep it."))}</w:comment>`,
  ),
];
const theme = `${HEAD}<a:theme ${NS}><a:themeElements><a:clrScheme><a:accent1><a:srgbClr val="4F81BD"/></a:accent1></a:clrScheme><a:fontScheme><a:minorFont><a:latin typeface="Cambria"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`;
const MADE_PARTS = [
  {
    name: "[Content_Types].xml",
    bytes: `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  },
  {
    name: "_rels/.rels",
    bytes: `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${REL}/officeDocument" Target="word/document.xml"/></Relationships>`,
  },
  {
    name: "word/document.xml",
    bytes: `${HEAD}<w:document ${NS}><w:body>${BODY}<w:sectPr><w:headerReference w:type="default" r:id="rIdheader"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr></w:body></w:document>`,
  },
  {
    name: "word/_rels/document.xml.rels",
    bytes: `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${PARTS.map((one) => one.relation).join("")}<Relationship Id="rIdT" Type="${REL}/theme" Target="theme.xml"/></Relationships>`,
  },
  { name: "word/theme.xml", bytes: theme },
  ...PARTS.map((one) => one.file),
];
const MADE = writeZip(MADE_PARTS);

const corpus = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: planted changes in real documents (../shared/corpus is not there).");
/** Large documents take long, and one written from right to left can't be turned around. */
const real = (there ? readdirSync(corpus) : []).flatMap((name) => {
  const bytes = readFileSync(new URL(name, corpus));
  try {
    return bytes.length > 60_000 || /arabic|Hebrew/i.test(name) || mainOf(bytes) === "" ? [] : [{ name, bytes }];
  } catch {
    return [];
  }
});

const verdictOn = (source: Buffer, copy: Buffer): { verdict: Exclude<Verdict, "blocked or listed">; said: string } => {
  const { passed, untracked, findings = [] } = gateDocx(source, copy);
  const listed = findings.filter((one) => ["formatting", "concealed", "picture"].includes(one.kind));
  return {
    verdict: !passed ? "blocked" : listed.length > 0 ? "listed" : "silent",
    said: [
      ...untracked.map((one) => one.what ?? `${one.before} -> ${one.after}`),
      ...listed.map((one) => one.after),
    ].join(" | "),
  };
};

it("blocks or lists every kind of untracked change, and is silent about those that no reader sees", () => {
  const wrong: string[] = [];
  const never: string[] = [];
  let planted = 0;
  for (const { name, verdict, plant } of KINDS) {
    let left = 4;
    for (const document of [{ name: "made", bytes: MADE }, ...real]) {
      if (left === 0) break;
      const copy = plant(document.bytes);
      if (!copy) continue;
      left--;
      planted++;
      const result = verdictOn(document.bytes, copy);
      if (!verdict.includes(result.verdict))
        wrong.push(`${name} in ${document.name}: ${result.verdict} ${result.said}`);
    }
    if (left === 4 && there) never.push(name);
  }
  console.log(`Planted: ${KINDS.length} kinds, ${planted} changes.`);
  expect(wrong).toEqual([]);
  expect(never).toEqual([]);
}, 300_000);

it("says nothing of the made document's own copies", () => {
  for (let seed = 1; seed < 12; seed++) {
    const { verdict, said } = verdictOn(MADE, resave(MADE, random(seed)));
    expect(`${verdict} ${said}`).toBe("silent ");
  }
});

it("says nothing of what Word adds to documents of other programs", () => {
  const bare = MADE_PARTS.map((one) => ({
    ...one,
    bytes: String(one.bytes)
      .replace(/<w:sectPr>.*<\/w:sectPr>/s, "")
      .replace(/<Relationship Id="rId(?:settings|T)"[^>]*>/g, ""),
  }));
  const source = writeZip(bare.filter(({ name }) => !/settings|theme/.test(name)));
  const added = writeZip(
    MADE_PARTS.map((one) => ({
      ...one,
      bytes: String(one.bytes)
        .replace(/<w:headerReference [^>]*>/, "")
        .replace(/<w:tblPr>/g, '<w:tblPr><w:tblLook w:val="04A0"/>'),
    })),
  );
  expect(verdictOn(source, added)).toEqual({ verdict: "silent", said: "" });
});

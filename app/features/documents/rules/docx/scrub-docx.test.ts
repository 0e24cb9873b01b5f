import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildDocx } from "./build-docx.ts";
import { asDocument } from "./docx-edit.ts";
import { readDocx } from "./docx-reader.ts";
import { acceptAll } from "./revise-docx.ts";
import { scrubDocx, type ScrubOptions } from "./scrub-docx.ts";
import { openZip, readPart, rewriteZip, writeZip } from "./zip.ts";

const part = (bytes: Buffer, name: string): string => readPart(openZip(bytes), name)?.toString() ?? "";
const texts = (bytes: Buffer) => readDocx(bytes).paragraphs.map((one) => one.text);
const with_ = (bytes: Buffer, edit: Record<string, (xml: string) => string>): Buffer =>
  rewriteZip(
    openZip(bytes),
    new Map(Object.entries(edit).map(([name, change]) => [name, Buffer.from(change(part(bytes, name)))])),
  );

const REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const rels = (list: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list}</Relationships>`;
const rel = (id: string, type: string, target: string, external = false): string =>
  `<Relationship Id="${id}" Type="${type.startsWith("http") ? type : `${REL}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`;

/** A document with "Zelda" in every place where Word writes a person's name. */
function telling(): Buffer {
  const base = buildDocx({
    creator: "Zelda Quist",
    author: "Zelda Quist",
    paragraphs: [
      {
        runs: [
          { text: "We " },
          { text: "did", del: true },
          { text: "made", ins: true },
          { text: " it.", comments: [0] },
        ],
      },
      { runs: [{ text: "Other", ins: true, author: "Ed Itor" }] },
    ],
    comments: [{ text: "Why?", author: "Zelda Quist" }],
  });
  const workbook = writeZip([
    {
      name: "_rels/.rels",
      bytes: rels(
        rel(
          "r1",
          "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties",
          "docProps/core.xml",
        ),
      ),
    },
    {
      name: "docProps/core.xml",
      bytes: '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:creator>Zelda Quist</dc:creator></cp:coreProperties>',
    },
  ]);
  const made = with_(base, {
    "word/document.xml": (xml) =>
      xml
        .replace("<w:p>", '<w:p w:rsidR="00AB12CD" w:rsidRDefault="00AB12CD">')
        .replace(
          "<w:sectPr>",
          '<w:p><w:permStart w:id="9" w:ed="corp\\Zelda"/><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> INCLUDEPICTURE "C:\\\\Users\\\\Zel</w:instrText></w:r><w:r><w:instrText>da\\\\one.png" \\d </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>[picture]</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:permEnd w:id="9"/><w:fldSimple w:instr=" LINK Excel.Sheet.12 &quot;C:\\\\Users\\\\Zelda\\\\data.xlsx&quot; &quot;Sheet1!R1&quot; \\a "><w:r><w:t>12</w:t></w:r></w:fldSimple></w:p><w:sectPr>',
        ),
    "word/settings.xml": (xml) =>
      xml
        .replace("<w:defaultTabStop", '<w:attachedTemplate xmlns:r="' + REL + '" r:id="rT"/><w:defaultTabStop')
        .replace("<w:compat>", '<w:rsids><w:rsidRoot w:val="00AB12CD"/></w:rsids><w:compat>')
        .replace(
          "</w:settings>",
          '<w:docVars><w:docVar w:name="saved" w:val="C:\\Users\\Zelda"/></w:docVars><w15:docId w15:val="{1}"/></w:settings>',
        ),
    "word/_rels/document.xml.rels": (xml) =>
      xml.replace(
        "</Relationships>",
        `${rel("rP", "http://schemas.microsoft.com/office/2011/relationships/people", "people.xml")}${rel("rL", "image", "file:///C:/Users/Zelda/one.png", true)}${rel("rH", "hyperlink", "https://example.org/Zelda", true)}${rel("rW", "package", "embeddings/book.xlsx")}</Relationships>`,
      ),
    "_rels/.rels": (xml) =>
      xml.replace(
        "</Relationships>",
        `${rel("rA", "extended-properties", "docProps/app.xml")}${rel("rC", "custom-properties", "docProps/custom.xml")}${rel("rN", "http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail", "docProps/thumbnail.jpeg")}</Relationships>`,
      ),
    "[Content_Types].xml": (xml) =>
      xml.replace(
        "</Types>",
        '<Override PartName="/word/people.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.people+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/><Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/></Types>',
      ),
  });
  return rewriteZip(
    openZip(made),
    new Map([
      [
        "word/people.xml",
        Buffer.from(
          '<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"><w15:person w15:author="Zelda Quist"/></w15:people>',
        ),
      ],
      [
        "word/_rels/settings.xml.rels",
        Buffer.from(rels(rel("rT", "attachedTemplate", "file:///C:\\Users\\Zelda\\Thesis.dotm", true))),
      ],
      ["word/embeddings/book.xlsx", workbook],
      [
        "docProps/app.xml",
        Buffer.from(
          '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Template>Zelda.dotm</Template><TotalTime>12</TotalTime><Pages>1</Pages><Company>Zelda Ltd</Company></Properties>',
        ),
      ],
      [
        "docProps/custom.xml",
        Buffer.from(
          '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"><property fmtid="{D}" pid="2" name="Owner"><v>Zelda</v></property></Properties>',
        ),
      ],
      ["docProps/thumbnail.jpeg", Buffer.from("Zelda, smiling")],
    ]),
  );
}

const ALL: ScrubOptions = { authors: "", dates: "remove", rsids: true, comments: true, names: true };

/** Every part, unpacked, including those of embedded packages. */
function everything(bytes: Buffer, below = ""): [string, string][] {
  const zip = openZip(bytes);
  return [...zip.entries.keys()].flatMap((name): [string, string][] => {
    const inner = readPart(zip, name) as Buffer;
    return name.endsWith(".xlsx") ? everything(inner, `${name}/`) : [[below + name, inner.toString("latin1")]];
  });
}

describe("scrubbing a document", () => {
  it("leaves no names in any part, and the text unchanged", () => {
    const source = telling();
    expect(everything(source).filter(([, text]) => /Zelda/.test(text)).length).toBeGreaterThan(9);
    const made = scrubDocx(source, ALL);
    // A web address with the name isn't ours to change.
    expect(
      everything(made)
        .filter(([, text]) => /Zelda|Quist|Itor/.test(text.replace("https://example.org/Zelda", "")))
        .map(([name]) => name),
    ).toEqual([]);
    expect(
      everything(made)
        .filter(([, text]) => /00AB12CD|w:date=|commentReference|docId|attachedTemplate/.test(text))
        .map(([name]) => name),
    ).toEqual([]);
    expect(texts(made)).toEqual(texts(source));
    expect(readDocx(made).changes.length).toBe(readDocx(source).changes.length);
    expect(part(made, "word/document.xml")).toContain(' INCLUDEPICTURE "linked-file.png" \\d ');
    expect(part(made, "word/document.xml")).toContain(
      "LINK Excel.Sheet.12 &quot;linked-file.xlsx&quot; &quot;Sheet1!R1&quot; \\a ",
    );
    expect(part(made, "docProps/app.xml")).toContain("<Pages>1</Pages>");
    expect(openZip(made).entries.has("docProps/thumbnail.jpeg")).toBe(false);
  });

  it("does only what was requested", () => {
    const source = telling();
    expect(scrubDocx(source, {}).equals(source)).toBe(true);
    const named = scrubDocx(source, { authors: new Map([["Zelda Quist", "Author"]]) });
    expect(readDocx(named).changes.map((one) => one.author)).toEqual(["Author", "Author", "Ed Itor"]);
    expect(readDocx(named).comments[0]).toMatchObject({ author: "Author", text: "Why?" });
    expect(part(named, "word/comments.xml")).toContain('w:initials="A"');
    expect(part(named, "docProps/core.xml")).toBe(part(source, "docProps/core.xml"));
    const day = scrubDocx(source, { dates: "day" });
    expect(new Set(readDocx(day).changes.map((one) => one.date))).toEqual(new Set(["2026-01-05T00:00:00Z"]));
    expect(part(day, "docProps/core.xml")).toContain("2026-01-05T00:00:00Z");
  });

  it("copies the parts it doesn't change", () => {
    const source = telling();
    const made = scrubDocx(source, { names: true });
    for (const name of ["word/styles.xml", "word/comments.xml"]) {
      const [before, after] = [source, made].map((bytes) => {
        const zip = openZip(bytes);
        const entry = zip.entries.get(name);
        return zip.bytes.subarray(entry?.start, (entry?.dataStart ?? 0) + (entry?.packedSize ?? 0));
      });
      expect(after?.equals(before ?? Buffer.alloc(0)), name).toBe(true);
    }
  });

  it("a second time changes nothing", () => {
    for (const options of [ALL, { authors: "Editor", dates: "day" }, { names: true }] as const) {
      const once = scrubDocx(telling(), options);
      expect(scrubDocx(once, options).equals(once)).toBe(true);
    }
  });

  it("goes by the tags, not the text", () => {
    const text = 'In Word, w:author="Zelda" and w:rsidR="1" are attributes; C:\\Users\\Zelda is a folder.';
    const source = with_(buildDocx({ paragraphs: [{ text: "x" }] }), {
      "word/document.xml": (xml) => xml.replace(">x<", `>${text}<`),
    });
    expect(texts(scrubDocx(source, ALL))).toEqual([text]);
  });
});

it("a template becomes a document; a document stays as it is, to the byte", () => {
  const document = buildDocx({ paragraphs: [{ text: "x" }] });
  const template = with_(document, {
    "[Content_Types].xml": (xml) => xml.replace("document.main+xml", "template.main+xml"),
  });
  expect(part(asDocument(template), "[Content_Types].xml")).toBe(part(document, "[Content_Types].xml"));
  expect(asDocument(document)).toBe(document);
});

const corpus = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
if (!existsSync(corpus)) console.warn("Skipped: the corpus of real documents is not there (../shared/corpus).");
describe.skipIf(!existsSync(corpus))("scrubbing the corpus", () => {
  it("keeps all text and changes, and is complete after the first time", () => {
    // Every third file is enough per run. All were tried once.
    for (const file of readdirSync(corpus).filter((one, i) => i % 3 === 0 && !one.endsWith(".docm"))) {
      const source = readFileSync(new URL(file, corpus));
      const options: ScrubOptions = { ...ALL, comments: false };
      const made = scrubDocx(source, options);
      const [before, after] = [readDocx(source), readDocx(made)];
      expect(
        after.paragraphs.map((one) => one.text),
        file,
      ).toEqual(before.paragraphs.map((one) => one.text));
      expect(after.changes.map((one) => one.text).join(""), file).toBe(before.changes.map((one) => one.text).join(""));
      expect(
        after.authors.filter((one) => one !== ""),
        file,
      ).toEqual([]);
      expect(after.comments.length, file).toBe(before.comments.length);
      expect(scrubDocx(made, options).equals(made), file).toBe(true);
      expect(
        readDocx(acceptAll(made)).paragraphs.map((one) => one.text),
        file,
      ).toEqual(readDocx(acceptAll(source)).paragraphs.map((one) => one.text));
    }
  }, 120_000);
});

import { escapeXml, initialsOf } from "./xml-text.ts";
import { writeZip } from "./zip.ts";
import type { DocxSpec, ParagraphSpec, RunSpec, TableSpec } from "./docx-spec.ts";

/** Writes small, valid .docx files: working copies of other formats, and manuscripts with real tracked changes. */

const NS =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" mc:Ignorable="w14 w15"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** The .docx's bytes. The same spec gives the same bytes. */
export function buildDocx(spec: DocxSpec): Buffer {
  const writer = new Writer(spec);
  const body = spec.paragraphs.map((block) => writer.block(block)).join("");
  const footnotes = writer.footnotes.length > 0;
  const endnotes = writer.endnotes.length > 0;
  const comments = spec.comments ?? [];
  const parts: { name: string; type: string; relation: string; bytes: string }[] = [
    { name: "styles", type: `${TYPE}.styles+xml`, relation: `${RELATION}/styles`, bytes: styles() },
    {
      name: "settings",
      type: `${TYPE}.settings+xml`,
      relation: `${RELATION}/settings`,
      bytes: settings(spec, footnotes, endnotes),
    },
  ];
  if (footnotes)
    parts.push({
      name: "footnotes",
      type: `${TYPE}.footnotes+xml`,
      relation: `${RELATION}/footnotes`,
      bytes: notesPart("footnote", writer.footnotes),
    });
  if (endnotes)
    parts.push({
      name: "endnotes",
      type: `${TYPE}.endnotes+xml`,
      relation: `${RELATION}/endnotes`,
      bytes: notesPart("endnote", writer.endnotes),
    });
  if (comments.length > 0) {
    parts.push({
      name: "comments",
      type: `${TYPE}.comments+xml`,
      relation: `${RELATION}/comments`,
      bytes: writer.commentsPart(),
    });
    parts.push({
      name: "commentsExtended",
      type: `${TYPE}.commentsExtended+xml`,
      relation: "http://schemas.microsoft.com/office/2011/relationships/commentsExtended",
      bytes: writer.commentsExtendedPart(),
    });
  }
  const at = spec.at ?? "2026-01-05T09:00:00Z";
  const creator = escapeXml(spec.creator ?? "");
  return writeZip([
    {
      name: "[Content_Types].xml",
      bytes: `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPE}.document.main+xml"/>${parts.map((part) => `<Override PartName="/word/${part.name}.xml" ContentType="${part.type}"/>`).join("")}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
    },
    {
      name: "_rels/.rels",
      bytes: `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      bytes: `${HEAD}<w:document ${NS}><w:body>${body}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="708" w:footer="708" w:gutter="0"/></w:sectPr></w:body></w:document>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      bytes: `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts.map((part, i) => `<Relationship Id="rId${i + 1}" Type="${part.relation}" Target="${part.name}.xml"/>`).join("")}</Relationships>`,
    },
    ...parts.map((part) => ({ name: `word/${part.name}.xml`, bytes: part.bytes })),
    {
      name: "docProps/core.xml",
      bytes: `${HEAD}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(spec.title ?? "")}</dc:title><dc:creator>${creator}</dc:creator><cp:lastModifiedBy>${creator}</cp:lastModifiedBy><dcterms:created xsi:type="dcterms:W3CDTF">${at}</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">${at}</dcterms:modified></cp:coreProperties>`,
    },
  ]);
}

class Writer {
  readonly footnotes: string[] = [];
  readonly endnotes: string[] = [];
  private readonly spec: DocxSpec;
  private revision = 1000;

  constructor(spec: DocxSpec) {
    this.spec = spec;
  }

  block(block: ParagraphSpec | TableSpec): string {
    return "table" in block ? this.table(block) : this.paragraph(block);
  }

  private by(one: { author?: string; at?: string }): string {
    const author = escapeXml(one.author ?? this.spec.author ?? "Editor");
    return `w:id="${this.revision++}" w:author="${author}" w:date="${one.at ?? this.spec.at ?? "2026-01-05T09:00:00Z"}"`;
  }

  private paragraph(spec: ParagraphSpec): string {
    const style = spec.heading !== undefined ? `Heading${spec.heading}` : spec.style;
    const mark = spec.mark ? `<w:rPr><w:${spec.mark} ${this.by(spec)}/></w:rPr>` : "";
    const properties = style || mark ? `<w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ""}${mark}</w:pPr>` : "";
    const runs = spec.runs ?? (spec.text !== undefined && spec.text !== "" ? [{ text: spec.text }] : []);
    const own = spec.comments ?? [];
    return `<w:p>${properties}${own.map(rangeStart).join("")}${runs.map((run) => this.run(run)).join("")}${own.map(rangeEnd).join("")}</w:p>`;
  }

  private run(run: RunSpec): string {
    const gone = run.del === true || run.moveFrom !== undefined;
    const looks = `${run.bold ? "<w:b/>" : ""}${run.italic ? "<w:i/>" : ""}${run.hidden ? "<w:vanish/>" : ""}${run.superscript ? '<w:vertAlign w:val="superscript"/>' : ""}`;
    const change = run.formatChanged ? `<w:rPrChange ${this.by(run)}><w:rPr/></w:rPrChange>` : "";
    const properties = looks || change ? `<w:rPr>${looks}${change}</w:rPr>` : "";
    const content = textRun(run.text, properties, run.del === true);
    let inner = content + (run.equation ?? "");
    if (run.field !== undefined) {
      const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
      inner = `${mark("begin")}<w:r><w:${run.del ? "delInstrText" : "instrText"} xml:space="preserve"> ${escapeXml(run.field)} </w:${run.del ? "delInstrText" : "instrText"}></w:r>${mark("separate")}${content}${mark("end")}`;
    }
    for (const [kind, text, list] of [
      ["footnote", run.footnote, this.footnotes],
      ["endnote", run.endnote, this.endnotes],
    ] as const) {
      if (text === undefined) continue;
      list.push(text);
      const name = kind === "footnote" ? "Footnote" : "Endnote";
      inner += `<w:r><w:rPr><w:rStyle w:val="${name}Reference"/></w:rPr><w:${kind}Reference w:id="${list.length}"/></w:r>`;
    }
    if (run.struckBy !== undefined)
      inner = `<w:ins ${this.by(run)}><w:del ${this.by({ ...run, author: run.struckBy })}>${textRun(run.text, properties, true)}</w:del></w:ins>`;
    else if (run.ins) inner = `<w:ins ${this.by(run)}>${inner}</w:ins>`;
    else if (run.del) inner = `<w:del ${this.by(run)}>${inner}</w:del>`;
    else if (run.moveFrom !== undefined || run.moveTo !== undefined) {
      const way = gone ? "moveFrom" : "moveTo";
      const range = this.revision++;
      const who = escapeXml(run.author ?? this.spec.author ?? "Editor");
      inner = `<w:${way}RangeStart w:id="${range}" w:author="${who}" w:date="${run.at ?? this.spec.at ?? "2026-01-05T09:00:00Z"}" w:name="${escapeXml(run.moveFrom ?? run.moveTo ?? "")}"/><w:${way} ${this.by(run)}>${inner}</w:${way}><w:${way}RangeEnd w:id="${range}"/>`;
    }
    const own = run.comments ?? [];
    return own.map(rangeStart).join("") + inner + own.map(rangeEnd).join("");
  }

  private table(spec: TableSpec): string {
    const columns = Math.max(1, ...spec.table.map((row) => row.length));
    const width = Math.floor(9026 / columns);
    const rows = spec.table.map((row, i) => {
      const mark = spec.inserted?.includes(i) ? "ins" : spec.deleted?.includes(i) ? "del" : null;
      const cells = row.map((cell) => {
        const own: ParagraphSpec = typeof cell === "string" ? { text: cell } : cell;
        const inner = mark
          ? {
              ...own,
              text: undefined,
              runs: (own.runs ?? (own.text ? [{ text: own.text }] : [])).map((run) => ({ ...run, [mark]: true })),
            }
          : own;
        return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${this.paragraph(inner as ParagraphSpec)}</w:tc>`;
      });
      return `<w:tr>${mark ? `<w:trPr><w:${mark} ${this.by({})}/></w:trPr>` : ""}${cells.join("")}</w:tr>`;
    });
    return `<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${`<w:gridCol w:w="${width}"/>`.repeat(columns)}</w:tblGrid>${rows.join("")}</w:tbl><w:p/>`;
  }

  commentsPart(): string {
    const list = (this.spec.comments ?? []).map((comment, i) => {
      const author = escapeXml(comment.author ?? this.spec.author ?? "Editor");
      const initials = escapeXml(initialsOf(comment.author ?? this.spec.author ?? "Editor"));
      return `<w:comment w:id="${i}" w:author="${author}" w:date="${comment.at ?? this.spec.at ?? "2026-01-05T09:00:00Z"}" w:initials="${initials}"><w:p w14:paraId="${paragraphId(i)}">${textRun(comment.text, "", false)}</w:p></w:comment>`;
    });
    return `${HEAD}<w:comments ${NS}>${list.join("")}</w:comments>`;
  }

  commentsExtendedPart(): string {
    const list = (this.spec.comments ?? []).map(
      (comment, i) =>
        `<w15:commentEx w15:paraId="${paragraphId(i)}"${comment.replyTo !== undefined ? ` w15:paraIdParent="${paragraphId(comment.replyTo)}"` : ""} w15:done="${comment.resolved ? 1 : 0}"/>`,
    );
    return `${HEAD}<w15:commentsEx ${NS}>${list.join("")}</w15:commentsEx>`;
  }
}

const paragraphId = (index: number): string => (0x10000000 + index).toString(16).toUpperCase();
const rangeStart = (id: number): string => `<w:commentRangeStart w:id="${id}"/>`;
const rangeEnd = (id: number): string =>
  `<w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r>`;

/** A run. Tabs and line breaks become elements. */
function textRun(text: string, properties: string, deleted: boolean): string {
  const name = deleted ? "delText" : "t";
  const pieces = text.split(/([\t\n])/).filter((piece) => piece !== "");
  if (pieces.length === 0) return "";
  const inner = pieces.map((piece) =>
    piece === "\t"
      ? "<w:tab/>"
      : piece === "\n"
        ? "<w:br/>"
        : `<w:${name} xml:space="preserve">${escapeXml(piece)}</w:${name}>`,
  );
  return `<w:r>${properties}${inner.join("")}</w:r>`;
}

function notesPart(kind: "footnote" | "endnote", texts: readonly string[]): string {
  const name = kind === "footnote" ? "Footnote" : "Endnote";
  const separator = (id: number, type: string, mark: string) =>
    `<w:${kind} w:type="${type}" w:id="${id}"><w:p><w:r><w:${mark}/></w:r></w:p></w:${kind}>`;
  const list = texts.map(
    (text, i) =>
      `<w:${kind} w:id="${i + 1}"><w:p><w:pPr><w:pStyle w:val="${name}Text"/></w:pPr><w:r><w:rPr><w:rStyle w:val="${name}Reference"/></w:rPr><w:${kind}Ref/></w:r><w:r><w:t xml:space="preserve"> </w:t></w:r>${textRun(text, "", false)}</w:p></w:${kind}>`,
  );
  return `${HEAD}<w:${kind}s ${NS}>${separator(-1, "separator", "separator")}${separator(0, "continuationSeparator", "continuationSeparator")}${list.join("")}</w:${kind}s>`;
}

const settings = (spec: DocxSpec, footnotes: boolean, endnotes: boolean): string =>
  `${HEAD}<w:settings ${NS}>${spec.trackRevisions ? "<w:trackRevisions/>" : ""}<w:defaultTabStop w:val="708"/>${footnotes ? '<w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr>' : ""}${endnotes ? '<w:endnotePr><w:endnote w:id="-1"/><w:endnote w:id="0"/></w:endnotePr>' : ""}<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

function styles(): string {
  const paragraph = (id: string, name: string, properties: string, look: string, basedOn = "Normal") =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="${basedOn}"/><w:qFormat/>${properties ? `<w:pPr>${properties}</w:pPr>` : ""}${look ? `<w:rPr>${look}</w:rPr>` : ""}</w:style>`;
  const heading = (level: number, size: number) =>
    paragraph(
      `Heading${level}`,
      `heading ${level}`,
      `<w:keepNext/><w:spacing w:before="${level === 1 ? 360 : 240}" w:after="80"/><w:outlineLvl w:val="${level - 1}"/>`,
      `<w:b/>${level > 2 ? "<w:i/>" : ""}<w:sz w:val="${size}"/>`,
    );
  return `${HEAD}<w:styles ${NS}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="Times New Roman" w:cs="Times New Roman"/><w:sz w:val="24"/><w:szCs w:val="24"/><w:lang w:val="en-US"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="360" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>${[32, 28, 26, 24, 24, 24].map((size, i) => heading(i + 1, size)).join("")}${paragraph("Title", "Title", '<w:spacing w:after="240"/><w:jc w:val="center"/>', '<w:b/><w:sz w:val="40"/>')}${paragraph("Author", "Author", '<w:jc w:val="center"/>', "")}${paragraph("Caption", "caption", "", '<w:i/><w:sz w:val="20"/>')}${paragraph("Bibliography", "Bibliography", '<w:ind w:left="720" w:hanging="720"/>', "")}${paragraph("Quote", "Quote", '<w:ind w:left="720" w:right="720"/>', "<w:i/>")}${paragraph("FootnoteText", "footnote text", '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="20"/>')}${paragraph("EndnoteText", "endnote text", '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="20"/>')}<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="character" w:styleId="EndnoteReference"><w:name w:val="endnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style><w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblInd w:w="0" w:type="dxa"/><w:tblCellMar><w:top w:w="0" w:type="dxa"/><w:left w:w="108" w:type="dxa"/><w:bottom w:w="0" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style><w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:tblPr><w:tblBorders>${["top", "left", "bottom", "right", "insideH", "insideV"].map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`).join("")}</w:tblBorders></w:tblPr></w:style></w:styles>`;
}

/** Removes what a document's markup says about people, machines, and folders. */
import { DocxEdit } from "./docx-edit.ts";
import { escapeXml, initialsOf, unescapeXml } from "./xml-text.ts";
import { END, OPEN, TEXT, CLOSE, XmlScanner, type Vocabulary } from "./xml.ts";
import { FILE_NAME, LOCAL, withoutPaths } from "./scrub-paths.ts";
import type { ScrubOptions } from "./scrub-docx.ts";

/** Relationship types of parts in WordprocessingML. */
export const MARKUP =
  /^(?:officeDocument|header|footer|footnotes|endnotes|comments|glossaryDocument|styles|stylesWithEffects|numbering|settings)$/;

const AUTHORED = 1;
const SAVED = 2;
const GONE_RSIDS = 3;
const GONE_NAMES = 4;
const PERMISSION = 5;
const DRAWN = 6;
const FIELD_MARK = 7;
const FIELD_CODE = 8;
const FIELD_SIMPLE = 9;
const VARIABLE = 10;
const BINDING = 11;

const named = (code: number, names: string): [string, number][] => names.split(" ").map((name) => [name, code]);
const words = new Map<string, number>([
  ...named(
    AUTHORED,
    "ins del moveFrom moveTo cellIns cellDel cellMerge rPrChange pPrChange sectPrChange tblPrChange tblPrExChange tcPrChange trPrChange tblGridChange numberingChange moveFromRangeStart moveToRangeStart customXmlInsRangeStart customXmlDelRangeStart customXmlMoveFromRangeStart customXmlMoveToRangeStart comment",
  ),
  ...named(SAVED, "p r tr sectPr"),
  ...named(GONE_RSIDS, "rsids rsid"),
  ...named(GONE_NAMES, "attachedTemplate mailMerge"),
  ["permStart", PERMISSION],
  ["fldChar", FIELD_MARK],
  ["instrText", FIELD_CODE],
  ["delInstrText", FIELD_CODE],
  ["fldSimple", FIELD_SIMPLE],
  ["docVar", VARIABLE],
  ["dataBinding", BINDING],
]);
const drawn = new Map(named(DRAWN, "docPr cNvPr"));
const shapes = new Map(named(DRAWN, "shape imagedata rect roundrect oval group"));
const VOCABULARY: Vocabulary = new Map([
  ["http://schemas.openxmlformats.org/wordprocessingml/2006/main", words],
  ["http://purl.oclc.org/ooxml/wordprocessingml/main", words],
  ["http://schemas.microsoft.com/office/word/2010/wordml", new Map([["docId", GONE_RSIDS]])],
  [
    "http://schemas.microsoft.com/office/word/2012/wordml",
    new Map([
      ["docId", GONE_RSIDS],
      ["dataBinding", BINDING],
    ]),
  ],
  ...["http://schemas.openxmlformats.org/drawingml/2006", "http://purl.oclc.org/ooxml/drawingml"].flatMap(
    (uri) =>
      [
        [`${uri}/picture`, drawn],
        [`${uri}/wordprocessingDrawing`, drawn],
        [`${uri}/main`, drawn],
        [`${uri}/chart`, drawn],
      ] as const,
  ),
  ["http://schemas.microsoft.com/office/word/2010/wordprocessingShape", drawn],
  ["http://schemas.microsoft.com/office/word/2010/wordprocessingGroup", drawn],
  ["urn:schemas-microsoft-com:vml", shapes],
]);

type Edit = { from: number; to: number; text: string };

export function scrubMarkup(edit: DocxEdit, part: string, options: ScrubOptions): void {
  const xml = edit.xml(part);
  if (xml === null) return;
  const edits: Edit[] = [];
  const scanner = new XmlScanner(xml, VOCABULARY);
  const tag = (change: (raw: string) => string): void => {
    const raw = xml.slice(scanner.start, scanner.end);
    const made = change(raw);
    if (made !== raw) edits.push({ from: scanner.start, to: scanner.end, text: made });
  };
  const cut = (): void => {
    const from = scanner.start;
    scanner.skip();
    edits.push({ from, to: scanner.end, text: "" });
  };
  // The codes of open fields, in pieces. Nested fields are separate.
  const fields: Edit[][] = [];
  let inCode = 0;
  const fieldMark = (): void => {
    const type = scanner.attribute("fldCharType");
    if (type === "begin") fields.push([]);
    else if (type === "end") {
      const code = fields.pop();
      if (options.names && code) edits.push(...scrubCode(code));
    }
  };
  const name = (): void => {
    switch (scanner.code) {
      case GONE_NAMES:
        cut();
        break;
      case PERMISSION:
        tag((raw) => raw.replace(/\s+(?:[\w.-]+:)?ed\s*=\s*(?:"[^"]*"|'[^']*')/, ""));
        break;
      case DRAWN:
        tag(scrubPicture);
        break;
      case VARIABLE:
        // In two of them, EndNote stores what it needs, without names.
        if (!/^EN\.(?:InstantFormat|Layout)$/.test(scanner.attribute("name") ?? "")) cut();
        break;
      case BINDING:
        // The text stays, but if it were bound to a property that's now empty, Word would empty it too.
        if (/creator|lastModifiedBy|Company|Manager/.test(scanner.attribute("xpath") ?? "")) cut();
        break;
      case FIELD_SIMPLE:
        tag((raw) =>
          raw.replace(
            /(\s(?:[\w.-]+:)?instr\s*=\s*)("[^"]*"|'[^']*')/,
            (_, head: string, value: string) => head + value[0] + withoutPaths(value.slice(1, -1)) + value[0],
          ),
        );
        break;
    }
  };
  for (let token = scanner.next(); token !== END; token = scanner.next()) {
    if (inCode > 0) {
      if (token === TEXT)
        fields.at(-1)?.push({ from: scanner.start, to: scanner.end, text: xml.slice(scanner.start, scanner.end) });
      else if (token === CLOSE) inCode--;
      else if (token === OPEN && !scanner.selfClosing) inCode++;
      continue;
    }
    if (token !== OPEN || scanner.code === 0) continue;
    switch (scanner.code) {
      case AUTHORED:
        if (options.authors !== undefined || options.dates) tag((raw) => scrubChange(raw, options));
        break;
      case SAVED:
        if (options.rsids)
          tag((raw) =>
            raw.includes("rsid") ? raw.replace(/\s+(?:[\w.-]+:)?rsid\w*\s*=\s*(?:"[^"]*"|'[^']*')/g, "") : raw,
          );
        break;
      case GONE_RSIDS:
        if (options.rsids) cut();
        break;
      case FIELD_MARK:
        fieldMark();
        break;
      case FIELD_CODE:
        if (!scanner.selfClosing) inCode = 1;
        break;
      default:
        if (options.names) name();
    }
  }
  if (edits.length > 0) edit.set(part, rewritten(xml, edits));
}

function rewritten(xml: string, edits: Edit[]): string {
  edits.sort((one, two) => one.from - two.from);
  let out = "";
  let read = 0;
  for (const one of edits) {
    out += xml.slice(read, one.from) + one.text;
    read = one.to;
  }
  return out + xml.slice(read);
}

function scrubChange(raw: string, { authors, dates }: ScrubOptions): string {
  let made = raw;
  if (authors !== undefined) {
    const who = /\s(?:[\w.-]+:)?author\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(raw);
    const before = unescapeXml(who?.[1] ?? who?.[2] ?? "");
    const after = typeof authors === "string" ? authors : (authors.get(before) ?? before);
    if (after !== before) {
      const initials = initialsOf(after);
      made = made.replace(
        /(\s(?:[\w.-]+:)?(author|initials)\s*=\s*)(?:"[^"]*"|'[^']*')/g,
        (_, head: string, name: string) => `${head}"${escapeXml(name === "author" ? after : initials)}"`,
      );
    }
  }
  // A move's ends must have a date, so use a meaningless one.
  if (dates === "remove" && /^<(?:[\w.-]+:)?move(?:From|To)RangeStart\b/.test(raw))
    made = made.replace(/(\s(?:[\w.-]+:)?date(?:Utc)?\s*=\s*)(?:"[^"]*"|'[^']*')/g, `$1"2000-01-01T00:00:00Z"`);
  else if (dates === "remove") made = made.replace(/\s+(?:[\w.-]+:)?date(?:Utc)?\s*=\s*(?:"[^"]*"|'[^']*')/g, "");
  else if (dates === "day")
    made = made.replace(/(\s(?:[\w.-]+:)?date(?:Utc)?\s*=\s*["']\d{4}-\d\d-\d\d)T[^"']*/g, "$1T00:00:00Z");
  return made;
}

/** A field's code may be split into runs. The replacement goes where the path began. */
function scrubCode(pieces: Edit[]): Edit[] {
  const code = pieces.map((piece) => piece.text).join("");
  const made = withoutPaths(code);
  return made === code ? [] : pieces.map((piece, i) => ({ ...piece, text: i === 0 ? made : "" }));
}

function scrubPicture(raw: string): string {
  return raw.replace(
    /(\s(?:[\w.-]+:)?(name|descr|title|alt|href|src)\s*=\s*)("[^"]*"|'[^']*')/g,
    (all: string, head: string, attribute: string, quoted: string) => {
      const value = unescapeXml(quoted.slice(1, -1));
      if (attribute === "name") return LOCAL.test(value) || FILE_NAME.test(value) ? `${head}"Picture"` : all;
      return LOCAL.test(value) || (attribute !== "href" && attribute !== "src" && FILE_NAME.test(value))
        ? `${head}""`
        : all;
    },
  );
}

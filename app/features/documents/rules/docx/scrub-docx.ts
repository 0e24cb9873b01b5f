import { DocxEdit } from "./docx-edit.ts";
import { hasPart, openDocx, readRelationships, type Relationship } from "./docx-package.ts";
import { reviseStories } from "./revise-docx.ts";
import { decodeXml, END, escapeXml, OPEN, TEXT, CLOSE, unescapeXml, XmlScanner, type Vocabulary } from "./xml.ts";
import { openZip, readPart, rewriteZip } from "./zip.ts";

export type ScrubOptions = {
  /**
   * The new author names of tracked changes and comments: all the same ("" for nobody), or by their old name. Names
   * that aren't in the map stay.
   */
  authors?: string | ReadonlyMap<string, string>;
  /** Dates: removed, or reduced to the day. */
  dates?: "remove" | "day";
  /** Word's save marks and document number, which reveal copies of the same file. */
  rsids?: boolean;
  /** Comments, with everything attached. */
  comments?: boolean;
  /** People, companies, places and paths in properties, settings, links and pictures; recent viewers; the thumbnail. */
  names?: boolean;
};

/**
 * The document without the requested information about people who worked on it. Its text stays, even if it names
 * somebody, and so do the contents of pictures. Everything else is unchanged byte for byte. Doing it again changes
 * nothing.
 */
export function scrubDocx(bytes: Buffer, options: ScrubOptions): Buffer {
  const edit = new DocxEdit(openDocx(bytes));
  if (options.comments) {
    reviseStories(edit, { decide: () => "keep", dropComments: true });
    dropComments(edit);
  }
  scrubPackage(edit, options);
  return edit.finish();
}

/** Removes the comment parts. `reviseStories` removes their marks in the text. */
export function dropComments(edit: DocxEdit): void {
  edit.drop(
    edit.docx.main,
    (one) =>
      /^(?:comments|commentsExtended|commentsIds|commentsExtensible|people|documenttasks)$/.test(one.type) &&
      !one.external,
  );
}

export function scrubPackage(edit: DocxEdit, options: ScrubOptions): void {
  const { docx } = edit;
  const people = options.names === true || options.authors !== undefined;
  const parts = relatedParts(docx.zip);
  for (const { name, type } of parts) {
    if (MARKUP.test(type)) scrubMarkup(edit, name, options);
    if (people) edit.drop(name, (one) => /^(?:people|documenttasks)$/.test(one.type));
    // It repeats when each comment was made, and who reacted.
    if (people || options.dates) edit.drop(name, (one) => one.type === "commentsExtensible");
    if (options.names) scrubLinks(edit, name, type);
  }
  if (options.names || options.dates) scrubProperties(edit, options);
}

/** Relationship types of parts in WordprocessingML. */
const MARKUP =
  /^(?:officeDocument|header|footer|footnotes|endnotes|comments|glossaryDocument|styles|stylesWithEffects|numbering|settings)$/;

/** Every related part, once, with its relationship type. */
function relatedParts(zip: DocxEdit["docx"]["zip"]): { name: string; type: string }[] {
  const out: { name: string; type: string }[] = [{ name: "", type: "" }];
  const seen = new Set<string>();
  for (let i = 0; i < out.length; i++) {
    for (const one of readRelationships(zip, (out[i] as { name: string }).name)) {
      const key = one.target.toLowerCase();
      if (one.external || seen.has(key) || !hasPart(zip, one.target)) continue;
      seen.add(key);
      out.push({ name: one.target, type: one.type });
    }
  }
  return out;
}

// Markup

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

function scrubMarkup(edit: DocxEdit, part: string, options: ScrubOptions): void {
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
      const initials = after
        .split(/\s+/)
        .map((word) => Array.from(word)[0] ?? "")
        .join("")
        .slice(0, 9);
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

/** A path on somebody's own disk or network. */
const LOCAL = /^(?:file:|[A-Za-z]:(?:[\\/]|%5C)|\\\\|\/(?:Users|home|Volumes|private|var|tmp|mnt|media)\/)/i;
const FILE_NAME = /^[^/\\<>"]+\.(?:png|jpe?g|gif|tiff?|bmp|emf|wmf|svg|webp|heic|eps|pdf|docx?|xlsx?|pptx?)$/i;

/** Replaces a file path. */
const linkedFile = (path: string): string => `linked-file${/\.[A-Za-z0-9]{1,5}$/.exec(path)?.[0]?.toLowerCase() ?? ""}`;

/** Paths in a field's code, with or without quotes, are replaced by a neutral name. */
const withoutPaths = (code: string): string =>
  code
    .replace(
      /("|&quot;|\u201c|\u201d)((?:(?!\1|["\u201c\u201d]|&quot;).)+)/g,
      (all: string, quote: string, value: string) => (LOCAL.test(value) ? quote + linkedFile(value) : all),
    )
    .replace(/(^|\s)((?:file:|[A-Za-z]:[\\/])[^\s"]+)/gi, (_, head: string, value: string) => head + linkedFile(value));

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

// The package

/** A part's targets outside the file, and parts that name people who worked on it. */
function scrubLinks(edit: DocxEdit, name: string, type: string): void {
  const { zip } = edit.docx;
  if (name === "") edit.drop("", (one) => one.type === "thumbnail" || one.type === "origin");
  if (type === "settings")
    edit.drop(name, (one) =>
      /^(?:attachedTemplate|mailMergeSource|mailMergeHeaderSource|mailMergeRecipientData|recipientData)$/.test(
        one.type,
      ),
    );
  // A document server's data stores, which say who shared it with whom.
  edit.drop(name, (one) => one.type === "customXml" && !one.external && holdsServerData(edit, one));
  if (type === "package") scrubEmbedded(edit, name);
  const relations = name === "" ? "_rels/.rels" : name.replace(/([^/]*)$/, "_rels/$1.rels");
  const xml = hasPart(zip, relations) ? edit.xml(relations) : null;
  if (xml === null || !/External/.test(xml)) return;
  const made = xml.replace(/<(?:[\w.-]+:)?Relationship\s[^>]*>/g, (raw) =>
    !/TargetMode\s*=\s*["']External/.test(raw)
      ? raw
      : raw.replace(/(\sTarget\s*=\s*)("[^"]*"|'[^']*')/, (all: string, head: string, quoted: string) => {
          const target = unescapeXml(quoted.slice(1, -1));
          const isLink = /Type\s*=\s*["'][^"']*\/hyperlink["']/.test(raw);
          const isFile = LOCAL.test(target) || (!isLink && !/^(?:[a-z][\w+.-]+:|#|$)/i.test(target));
          return isFile ? `${head}"${linkedFile(target)}"` : all;
        }),
  );
  if (made !== xml) edit.set(relations, made);
}

const holdsServerData = (edit: DocxEdit, relation: Relationship): boolean =>
  /<(?:[\w.-]+:)?properties\b[^>]*schemas\.microsoft\.com\/office\/2006\/metadata\/properties/.test(
    edit.xml(relation.target)?.slice(0, 2_000) ?? "",
  );

const CORE_NAMES = /^(?:creator|lastModifiedBy|contributor|publisher|revision)$/;
const CORE_DATES = /^(?:created|modified|lastPrinted)$/;
const APP_NAMES = /^(?:Company|Manager|Template|TotalTime|HyperlinkBase)$/;

function scrubProperties(edit: DocxEdit, options: ScrubOptions): void {
  const { core, app } = edit.docx;
  if (core !== null) {
    edit.cut(
      core,
      (_, name) =>
        (options.names === true && CORE_NAMES.test(name)) || (options.dates === "remove" && CORE_DATES.test(name)),
    );
    const xml = edit.xml(core) ?? "";
    const made =
      options.dates === "day"
        ? xml.replace(
            /(<(?:[\w.-]+:)?(?:created|modified|lastPrinted)\b[^>]*>\s*\d{4}-\d\d-\d\d)T[^<]*/g,
            "$1T00:00:00Z",
          )
        : xml;
    if (made !== xml) edit.set(core, made);
  }
  if (!options.names) return;
  if (app !== null) edit.cut(app, (_, name) => APP_NAMES.test(name));
  // Custom properties: Zotero's and Mendeley's citation style stays, because their fields need it.
  const custom = readRelationships(edit.docx.zip, "").find(
    (one) => /^custom-?properties$/i.test(one.type) && !one.external,
  );
  if (!custom) return;
  let kept = 0;
  edit.cut(custom.target, (scanner, name) => {
    if (name !== "property") return false;
    const keep = /^(?:ZOTERO_PREF_\d+|Mendeley (?:Recent Style|Citation Style).*)$/.test(
      scanner.attribute("name") ?? "",
    );
    if (keep) kept++;
    return !keep;
  });
  if (kept === 0) edit.drop("", (one) => one.id === custom.id);
}

/** An embedded workbook or document has its own properties. */
function scrubEmbedded(edit: DocxEdit, name: string): void {
  const bytes = readPart(edit.docx.zip, name);
  if (!bytes) return;
  try {
    const zip = openZip(bytes);
    const changed = new Map<string, Buffer>();
    for (const relation of readRelationships(zip, "")) {
      const cut = relation.type.endsWith("core-properties")
        ? CORE_NAMES
        : /^extended-?properties$/i.test(relation.type)
          ? APP_NAMES
          : null;
      const part = cut && readPart(zip, relation.target);
      if (!cut || !part) continue;
      const xml = decodeXml(part);
      const made = xml.replace(/<(?:[\w.-]+:)?(\w+)\b[^>]*?(?:\/>|>[^<]*<\/[^>]*>)/g, (all: string, local: string) =>
        cut.test(local) ? "" : all,
      );
      if (made !== xml)
        changed.set(zip.folded.get(relation.target.toLowerCase()) ?? relation.target, Buffer.from(made, "utf8"));
    }
    if (changed.size > 0) edit.setBytes(name, rewriteZip(zip, changed));
  } catch {
    // Not a package that we can open, so it stays as it is.
  }
}

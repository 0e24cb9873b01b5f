/** Changes of what a reader sees besides words, made without tracking, for the gate's tests. */
import { hasPart, openDocx, readRelationships, relatedPart } from "../rules/docx/docx-package.ts";
import { attributeOf, childNamed, localOf, parseTree, writeTree, type Node } from "../rules/docx/xml-tree.ts";
import { exactName, readPart, rewriteZip } from "../rules/docx/zip.ts";
import { withXml, xmlOf } from "./word-save.ts";

/** What the gate does about it. */
export type Verdict = "blocked" | "listed" | "blocked or listed" | "silent";
export type Planted = {
  name: string;
  verdict: Verdict;
  /** The changed document; null if there's nothing to change in this one. */
  plant: (bytes: Buffer) => Buffer | null;
};

type Change = (xml: string) => string;

/** Changes one part: "main", or the first one of a relationship type. */
const inPart =
  (type: string, change: Change) =>
  (bytes: Buffer): Buffer | null => {
    const docx = openDocx(bytes);
    const part = type === "main" ? docx.main : relatedPart(docx, type);
    if (part === null || !hasPart(docx.zip, part)) return null;
    const name = exactName(docx.zip, part);
    const xml = xmlOf(bytes, name);
    const made = change(xml);
    return made === xml ? null : withXml(bytes, made, name);
  };
const main = (change: Change) => inPart("main", change);
const replaced =
  (from: RegExp | string, to: string): Change =>
  (xml) =>
    xml.replace(from, to);

const CLOSED = new Set([
  "del",
  "ins",
  "moveFrom",
  "moveTo",
  "oMath",
  "fldSimple",
  "AlternateContent",
  "pict",
  "drawing",
  "object",
  "sdt",
  "hyperlink",
]);

/** The first element of a kind that a reader sees: outside of fields, changes, and boxes. */
function firstOf(tree: Node, name: string, wanted: (node: Node, parents: readonly Node[]) => boolean): Node | null {
  let depth = 0;
  const walk = (node: Node, parents: readonly Node[]): Node | null => {
    const local = localOf(node);
    if (local === "fldChar")
      depth += attributeOf(node, "fldCharType") === "begin" ? 1 : attributeOf(node, "fldCharType") === "end" ? -1 : 0;
    if (depth === 0 && local === name && wanted(node, parents)) return node;
    if (CLOSED.has(local)) return null;
    for (const child of node.children) {
      const found = walk(child, [node, ...parents]);
      if (found) return found;
    }
    return null;
  };
  return walk(tree, []);
}

const textIn = (node: Node): string =>
  localOf(node) === "t" ? node.children.map((one) => one.raw).join("") : node.children.map(textIn).join("");
const isTracked = (node: Node): boolean =>
  /<w:(?:ins|del|moveFrom|moveTo|\w+Change|cellIns|cellDel)[ />]/.test(writeTree(node));

/** Sets properties of an element, in place of those with the same names. */
function setIn(node: Node, holder: string, properties: string): void {
  const made = parseTree(`<x>${properties}</x>`, new Map()).children[0] as Node;
  const names = new Set(made.children.map(localOf));
  let own = childNamed(node, holder);
  if (!own) {
    own = { code: 0, raw: `<w:${holder}>`, close: `</w:${holder}>`, children: [] };
    node.children.unshift(own);
  } else if (own.close === null) {
    own.raw = own.raw.replace(/\s*\/>$/, ">");
    own.close = `</w:${holder}>`;
  }
  own.children = [...own.children.filter((one) => !names.has(localOf(one))), ...made.children];
}

/** Changes the first element that qualifies. */
const first =
  (
    name: string,
    wanted: (node: Node, parents: readonly Node[]) => boolean,
    change: (node: Node, parents: readonly Node[]) => void,
  ): Change =>
  (xml) => {
    const tree = parseTree(xml, new Map());
    let above: readonly Node[] = [];
    const node = firstOf(tree, name, (one, parents) => {
      above = parents;
      return wanted(one, parents);
    });
    if (!node) return xml;
    change(node, above);
    return writeTree(tree);
  };

const isPlainRun = (node: Node, parents: readonly Node[]): boolean =>
  /[A-Za-z]{3}/.test(textIn(node)) &&
  !isTracked(node) &&
  !/<w:(?:vanish|webHidden|rStyle)/.test(writeTree(node)) &&
  node.children.every((one) => ["rPr", "t", ""].includes(localOf(one))) &&
  parents.every((one) => !/<w:(?:ins|del)[ />]/.test(one.raw));
/** Whether an element has none of these properties yet. */
const isWithout = (node: Node, properties: string): boolean =>
  [...properties.matchAll(/<(w\d*:\w+)/g)].every(([, name]) => !new RegExp(`<${name}[ />]`).test(writeTree(node)));
const run = (properties: string) =>
  main(
    first(
      "r",
      (node, parents) => isPlainRun(node, parents) && isWithout(node, properties),
      (node) => setIn(node, "rPr", properties),
    ),
  );
const isPlainParagraph = (node: Node): boolean =>
  /[A-Za-z]{3}/.test(textIn(node)) &&
  !isTracked(node) &&
  !/<w:(?:fldChar|fldSimple|sectPr|pict|drawing|sdt|numPr)/.test(writeTree(node));
const paragraph = (properties: string) =>
  main(
    first(
      "p",
      (node) => isPlainParagraph(node) && isWithout(node, properties),
      (node) => setIn(node, "pPr", properties),
    ),
  );
const isPlainTable = (node: Node): boolean =>
  /[A-Za-z]{3}/.test(textIn(node)) && !isTracked(node) && !/<w:(?:fldChar|fldSimple|sdt)/.test(writeTree(node));
const table = (properties: string) => main(first("tbl", isPlainTable, (node) => setIn(node, "tblPr", properties)));
const row = (properties: string) => main(first("tr", isPlainTable, (node) => setIn(node, "trPr", properties)));
const cell = (properties: string) => main(first("tc", isPlainTable, (node) => setIn(node, "tcPr", properties)));
/** A cell and the words in it. */
const cellAndRuns = (properties: string, look: string) =>
  main(
    first("tc", isPlainTable, (node) => {
      setIn(node, "tcPr", properties);
      const walk = (one: Node): void => {
        if (localOf(one) === "r") setIn(one, "rPr", look);
        else for (const child of one.children) walk(child);
      };
      walk(node);
    }),
  );
/** Sets properties of the last section. */
const section = (properties: string) =>
  main((xml) => {
    const at = xml.lastIndexOf("<w:sectPr");
    if (at < 0) return xml;
    const tree = parseTree(`<x>${xml.slice(at, xml.indexOf("</w:sectPr>", at) + 11)}</x>`, new Map());
    const own = tree.children[0]?.children[0];
    if (!own || own.close === null || isTracked(own)) return xml;
    const holder = { code: 0, raw: "", close: "", children: [own] } satisfies Node;
    setIn(holder, "sectPr", properties);
    return xml.slice(0, at) + writeTree(own) + xml.slice(xml.indexOf("</w:sectPr>", at) + 11);
  });
/** Changes a picture's own markup. */
const picture = (from: RegExp, to: string) =>
  main((xml) => {
    for (const match of xml.matchAll(/<w:drawing>.*?<\/w:drawing>/gs)) {
      const before = xml.slice(0, match.index);
      const inside = ["w:ins", "w:del", "mc:Fallback", "w:txbxContent"].some(
        (name) => before.lastIndexOf(`<${name}`) > before.lastIndexOf(`</${name}>`),
      );
      const made = match[0].replace(from, to);
      if (!inside && made !== match[0]) return before + made + xml.slice(match.index + match[0].length);
    }
    return xml;
  });
const settings = (properties: string) =>
  inPart("settings", (xml) => {
    const tree = parseTree(xml, new Map());
    const root = tree.children.find((one) => localOf(one) === "settings");
    if (!root || root.close === null) return xml;
    setIn(tree, "settings", properties);
    return writeTree(tree);
  });
/** Only if the main part uses lists by numbers. */
const numbering = (change: Change) => (bytes: Buffer) => {
  const docx = openDocx(bytes);
  const xml = readPart(docx.zip, docx.main)?.toString("utf8") ?? "";
  const first = /<w:numPr>(?:(?!<\/w:numPr>).)*?<w:numId w:val="([1-9]\d*)"/s.exec(xml)?.[1];
  return first === undefined ? null : inPart("numbering", (part) => changeList(part, first, change))(bytes);
};
/** Changes the first level of one list's definition. */
function changeList(xml: string, list: string, change: Change): string {
  const num = new RegExp(`<w:num w:numId="${list}"[^>]*>.*?</w:num>`, "s").exec(xml)?.[0] ?? "";
  const id = /<w:abstractNumId w:val="(\d+)"/.exec(num)?.[1];
  const own = new RegExp(`<w:abstractNum [^>]*w:abstractNumId="${id}"[^>]*>.*?</w:abstractNum>`, "s").exec(xml)?.[0];
  const level = own && /<w:lvl [^>]*w:ilvl="0".*?<\/w:lvl>/s.exec(own)?.[0];
  return level ? xml.replace(level, change(level)) : xml;
}
const isNumbered = (xml: string): boolean =>
  /<w:numFmt w:val="(?:decimal|lowerLetter|upperRoman|lowerRoman|upperLetter)"/.test(xml);
const numbers = (change: Change) => numbering((level) => (isNumbered(level) ? change(level) : level));

/** A bookmark that something refers to. */
const target = (change: (start: string, xml: string) => string) =>
  main((xml) => {
    for (const [start, name = ""] of xml.matchAll(/<w:bookmarkStart [^>]*w:name="([^"]+)"[^>]*\/>/g))
      if (new RegExp(`(?:REF|PAGEREF)\\s+${name}\\b|<w:hyperlink w:anchor="${name}"`).test(xml))
        return change(start, xml);
    return xml;
  });
const comments = (change: Change) => inPart("comments", change);
const withoutFirstComment: Change = (xml) =>
  xml.replace(/<w:comment [^>]*>(?:(?!<\/w:comment>).)*<w:t(?: [^>]*)?>[^<]+.*?<\/w:comment>/s, "");

const RED_ON_RED = '<w:color w:val="FF0000"/><w:shd w:val="clear" w:color="auto" w:fill="FF0000"/>';

export const KINDS: Planted[] = [
  // Lists
  {
    name: "a list starts at 7",
    verdict: "blocked",
    plant: numbers((one) =>
      one.includes("<w:start ")
        ? one.replace(/<w:start w:val="\d+"\/>/, '<w:start w:val="7"/>')
        : one.replace(/(<w:lvl [^>]*>)/, '$1<w:start w:val="7"/>'),
    ),
  },
  {
    name: "numbers in another format",
    verdict: "blocked",
    plant: numbers(replaced(/<w:numFmt w:val="\w+"\/>/, '<w:numFmt w:val="upperRoman"/>')),
  },
  {
    name: "numbers with another sign",
    verdict: "blocked",
    plant: numbers(replaced(/<w:lvlText w:val="[^"]*"/, '<w:lvlText w:val="§%1"')),
  },
  {
    name: "a list restarted",
    verdict: "blocked or listed",
    plant: main((xml) => {
      const ids = [...xml.matchAll(/<w:numId w:val="([1-9]\d*)"/g)];
      const second = ids[1];
      return second && second[1] === ids[0]?.[1]
        ? `${xml.slice(0, second.index)}<w:numId w:val="0"/>${xml.slice(second.index + second[0].length)}`
        : xml;
    }),
  },
  {
    name: "another bullet",
    verdict: "listed",
    plant: numbering((one) =>
      one.includes('"bullet"') ? one.replace(/<w:lvlText w:val="[^"]*"/, '<w:lvlText w:val="#"') : one,
    ),
  },
  {
    name: "a list item one level deeper",
    verdict: "blocked or listed",
    plant: main(replaced(/<w:ilvl w:val="0"\/>(?=<w:numId w:val="[1-9])/, '<w:ilvl w:val="1"/>')),
  },
  // Targets and fields
  {
    name: "a cross-reference's target removed",
    verdict: "blocked",
    plant: target((start, xml) => xml.replace(start, "")),
  },
  {
    name: "a cross-reference's target in another paragraph",
    verdict: "blocked",
    plant: target((start, xml) => {
      const made = xml.replace(start, "");
      const at = made.indexOf("</w:pPr><w:r");
      return /_Toc|_Hlk|_GoBack/.test(start) || at < 0 || Math.abs(at - xml.indexOf(start)) < 2000
        ? xml
        : `${made.slice(0, at + 8)}${start}${made.slice(at + 8)}`;
    }),
  },
  {
    name: "another field code",
    verdict: "blocked",
    plant: main(replaced(/(<w:instrText[^>]*>\s*(?:REF|SEQ|STYLEREF) )(\w)/, "$1other$2")),
  },
  {
    name: "a link to another address",
    verdict: "blocked",
    plant: (bytes) => {
      const docx = openDocx(bytes);
      const xml = readPart(docx.zip, docx.main)?.toString("utf8") ?? "";
      const name = docx.main.replace(/([^/]*)$/, "_rels/$1.rels");
      const rels = readPart(docx.zip, name)?.toString("utf8") ?? "";
      for (const [whole, id] of rels.matchAll(/<Relationship [^>]*Id="([^"]+)"[^>]*>/g))
        if (/\/hyperlink"/.test(whole) && new RegExp(`<w:hyperlink [^>]*r:id="${id}"`).test(xml))
          return rewriteZip(
            docx.zip,
            new Map([
              [
                name,
                Buffer.from(rels.replace(whole, whole.replace(/Target="[^"]*"/, 'Target="https://example.com/other"'))),
              ],
            ]),
          );
      return null;
    },
  },
  // Headers and notes
  {
    name: "no header on the first page",
    verdict: "blocked",
    plant: (bytes) => (/type="first"/.test(xmlOf(bytes)) || !hasStories(bytes) ? null : section("<w:titlePg/>")(bytes)),
  },
  {
    name: "no headers on even pages",
    verdict: "blocked",
    plant: (bytes) =>
      /type="even"/.test(xmlOf(bytes)) || !hasStories(bytes) ? null : settings("<w:evenAndOddHeaders/>")(bytes),
  },
  {
    name: "headers taken out",
    verdict: "blocked",
    plant: (bytes) =>
      hasStories(bytes) ? main((xml) => xml.replace(/<w:(?:header|footer)Reference [^>]*\/>/g, ""))(bytes) : null,
  },
  {
    name: "footnotes in roman numbers",
    verdict: "listed",
    plant: section('<w:footnotePr><w:numFmt w:val="upperRoman"/></w:footnotePr>'),
  },
  {
    name: "notes begin at 5",
    verdict: "listed",
    plant: settings('<w:footnotePr><w:numStart w:val="5"/></w:footnotePr>'),
  },
  {
    name: "endnotes at the end of sections",
    verdict: "listed",
    plant: settings('<w:endnotePr><w:pos w:val="sectEnd"/></w:endnotePr>'),
  },
  // Comments
  {
    name: "a comment rewritten",
    verdict: "blocked",
    plant: comments(replaced(/(<w:t(?: [^>]*)?>)([^<]{4,})/, "$1Change this number freely. $2")),
  },
  { name: "a comment removed", verdict: "blocked", plant: comments(withoutFirstComment) },
  {
    name: "a comment under another name",
    verdict: "blocked",
    plant: comments((xml) => {
      const names = [...xml.matchAll(/w:author="([^"]*)"/g)].map((one) => one[1]);
      return names.length > 1 ? xml.replace(/w:author="[^"]*"/, 'w:author="Someone Else"') : xml;
    }),
  },
  // Concealed
  { name: "hidden words", verdict: "blocked", plant: run("<w:vanish/>") },
  { name: "white words", verdict: "listed", plant: run('<w:color w:val="FFFFFF"/>') },
  { name: "nearly white words", verdict: "listed", plant: run('<w:color w:val="FEFEFE"/>') },
  { name: "tiny words", verdict: "listed", plant: run('<w:sz w:val="2"/>') },
  { name: "words in the color behind them", verdict: "listed", plant: run(RED_ON_RED) },
  {
    name: "words in the color of a highlight",
    verdict: "listed",
    plant: run('<w:color w:val="FFFF00"/><w:highlight w:val="yellow"/>'),
  },
  { name: "words under a black highlight", verdict: "listed", plant: run('<w:highlight w:val="black"/>') },
  { name: "words squeezed to nothing", verdict: "listed", plant: run('<w:w w:val="1"/>') },
  { name: "letters on top of each other", verdict: "listed", plant: run('<w:spacing w:val="-400"/>') },
  { name: "letters filled with nothing", verdict: "listed", plant: run("<w14:textFill><w14:noFill/></w14:textFill>") },
  {
    name: "a line too low to show its words",
    verdict: "listed",
    plant: paragraph('<w:spacing w:line="10" w:lineRule="exact"/>'),
  },
  {
    name: "a row too low to show its words",
    verdict: "listed",
    plant: row('<w:trHeight w:val="10" w:hRule="exact"/>'),
  },
  { name: "a row hidden", verdict: "blocked", plant: row("<w:hidden/>") },
  {
    name: "a cell filled with the color of its words",
    verdict: "listed",
    plant: cellAndRuns('<w:shd w:val="clear" w:color="auto" w:fill="000000"/>', '<w:color w:val="000000"/>'),
  },
  { name: "a cell filled", verdict: "listed", plant: cell('<w:shd w:val="clear" w:color="auto" w:fill="123456"/>') },
  // Pictures
  {
    name: "a picture moved",
    verdict: "listed",
    plant: picture(/(?<!<mc:Fallback>)(<wp:position[HV] relativeFrom="\w+">\s*<wp:posOffset>)-?\d+/, "$12880000"),
  },
  { name: "a picture behind the text", verdict: "listed", plant: picture(/behindDoc="0"/, 'behindDoc="1"') },
  {
    name: "text around a picture in another way",
    verdict: "listed",
    plant: picture(/<wp:wrap(?:Square|Tight|Through|TopAndBottom)[^>]*?(?:\/>|>.*?<\/wp:wrap\w+>)/s, "<wp:wrapNone/>"),
  },
  { name: "a picture turned", verdict: "listed", plant: picture(/<a:xfrm(?: [^>]*)?>/, '<a:xfrm rot="5400000">') },
  {
    name: "a picture cropped",
    verdict: "blocked",
    plant: picture(/(<a:blip [^>]*?(?:\/>|>.*?<\/a:blip>))(?:<a:srcRect[^>]*\/>)?/s, '$1<a:srcRect b="40000"/>'),
  },
  { name: "a picture resized", verdict: "listed", plant: picture(/(<wp:extent cx=")\d+/, "$1990000") },
  {
    name: "another alternative text",
    verdict: "listed",
    plant: picture(/<wp:docPr ([^>]*?)(?: descr="[^"]*")?(\/?>)/, '<wp:docPr $1 descr="Something else"$2'),
  },
  { name: "a picture hidden", verdict: "blocked", plant: picture(/<wp:docPr /, '<wp:docPr hidden="1" ') },
  {
    name: "a picture made transparent",
    verdict: "listed",
    plant: picture(/<a:blip ([^>]*?)\/>/, '<a:blip $1><a:alphaModFix amt="0"/></a:blip>'),
  },
  {
    name: "a picture with an outline",
    verdict: "listed",
    plant: picture(
      /<\/pic:spPr>/,
      '<a:ln w="99999"><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill></a:ln></pic:spPr>',
    ),
  },
  { name: "a picture removed", verdict: "blocked", plant: picture(/^.*$/s, "") },
  // Tables
  {
    name: "table borders removed",
    verdict: "listed",
    plant: table('<w:tblBorders><w:top w:val="nil"/><w:insideH w:val="dashed" w:sz="24"/></w:tblBorders>'),
  },
  {
    name: "a table in another place",
    verdict: "listed",
    plant: table('<w:jc w:val="right"/><w:tblInd w:w="2000" w:type="dxa"/>'),
  },
  { name: "a table of another width", verdict: "listed", plant: table('<w:tblW w:w="1234" w:type="pct"/>') },
  { name: "a table's columns in reverse order", verdict: "listed", plant: table("<w:bidiVisual/>") },
  { name: "another table style", verdict: "listed", plant: table('<w:tblStyle w:val="OtherStyle"/>') },
  { name: "a row that repeats as a heading", verdict: "listed", plant: row('<w:tblHeader w:val="1"/><w:cantSplit/>') },
  { name: "a row of another height", verdict: "listed", plant: row('<w:trHeight w:val="2222"/>') },
  {
    name: "cell borders",
    verdict: "listed",
    plant: cell('<w:tcBorders><w:bottom w:val="double" w:sz="18"/></w:tcBorders>'),
  },
  { name: "text at the bottom of a cell", verdict: "listed", plant: cell('<w:vAlign w:val="bottom"/>') },
  { name: "text upright in a cell", verdict: "listed", plant: cell('<w:textDirection w:val="btLr"/>') },
  { name: "a cell merged downwards", verdict: "blocked", plant: cell("<w:vMerge/>") },
  { name: "a cell over more columns", verdict: "listed", plant: cell('<w:gridSpan w:val="7"/>') },
  // Theme and styles
  {
    name: "another theme font",
    verdict: "listed",
    plant: inPart("theme", replaced(/(<a:minorFont>\s*<a:latin typeface=")[^"]*/, "$1Wingdings")),
  },
  {
    name: "other theme colors",
    verdict: "listed",
    plant: inPart("theme", replaced(/(<a:accent1>\s*<a:srgbClr val=")[^"]*/, "$1ABCDEF")),
  },
  {
    name: "the standard style with emphasis marks",
    verdict: "listed",
    plant: inPart("styles", (xml) =>
      xml.replace(
        /(<w:style (?=[^>]*w:default="1")(?=[^>]*w:type="paragraph")[^>]*>(?:(?!<\/w:style>).)*?)(<w:rPr>|<\/w:style>)/s,
        (_, head: string, next: string) =>
          next === "<w:rPr>" ? `${head}<w:rPr><w:em w:val="dot"/>` : `${head}<w:rPr><w:em w:val="dot"/></w:rPr>${next}`,
      ),
    ),
  },
  {
    name: "the standard style centered",
    verdict: "listed",
    plant: inPart("styles", (xml) =>
      xml.replace(
        /(<w:style (?=[^>]*w:default="1")(?=[^>]*w:type="paragraph")[^>]*>(?:(?!<\/w:style>).)*?)(<w:pPr>|<w:rPr>|<\/w:style>)/s,
        (_, head: string, next: string) =>
          next === "<w:pPr>"
            ? `${head}<w:pPr><w:jc w:val="center"/>`
            : `${head}<w:pPr><w:jc w:val="center"/></w:pPr>${next}`,
      ),
    ),
  },
  {
    name: "emphasis marks by default",
    verdict: "listed",
    plant: inPart("styles", replaced(/<w:rPrDefault>\s*<w:rPr>/, '<w:rPrDefault><w:rPr><w:em w:val="dot"/>')),
  },
  { name: "another style on a paragraph", verdict: "listed", plant: paragraph('<w:pStyle w:val="SomeOtherStyle"/>') },
  // Pages
  { name: "landscape", verdict: "listed", plant: section('<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>') },
  {
    name: "other margins",
    verdict: "listed",
    plant: section(
      '<w:pgMar w:top="3000" w:right="3000" w:bottom="3000" w:left="3000" w:header="720" w:footer="720" w:gutter="0"/>',
    ),
  },
  { name: "two columns", verdict: "listed", plant: section('<w:cols w:num="4" w:space="720"/>') },
  { name: "line numbers", verdict: "listed", plant: section('<w:lnNumType w:countBy="5"/>') },
  { name: "pages counted from 41", verdict: "listed", plant: section('<w:pgNumType w:start="41"/>') },
  { name: "pages in roman numbers", verdict: "listed", plant: section('<w:pgNumType w:fmt="lowerRoman"/>') },
  {
    name: "page borders",
    verdict: "listed",
    plant: section('<w:pgBorders><w:top w:val="double" w:sz="24" w:space="1"/></w:pgBorders>'),
  },
  { name: "text in the middle of the page", verdict: "listed", plant: section('<w:vAlign w:val="center"/>') },
  { name: "text from top to bottom", verdict: "listed", plant: section('<w:textDirection w:val="tbRl"/>') },
  { name: "a section on odd pages", verdict: "listed", plant: section('<w:type w:val="oddPage"/>') },
  {
    name: "a page break within a paragraph",
    verdict: "listed",
    plant: main(
      first("r", isPlainRun, (node) =>
        node.children.push({ code: 0, raw: '<w:br w:type="page"/>', close: null, children: [] }),
      ),
    ),
  },
  {
    name: "a section break removed",
    verdict: "blocked or listed",
    plant: main((xml) =>
      xml.replace(/<w:sectPr(?: [^>]*)?>(?:(?!<\/w:sectPr>).)*<\/w:sectPr>(?=(?:(?!<w:pPr>).)*?<\/w:pPr>)/s, ""),
    ),
  },
  {
    name: "colored pages",
    verdict: "listed",
    plant: main(replaced(/(<w:document [^>]*>)(?!<w:background)/, '$1<w:background w:color="00FF00"/>')),
  },
  // Letters
  { name: "text from right to left", verdict: "listed", plant: run("<w:rtl/>") },
  { name: "letters spaced out", verdict: "listed", plant: run('<w:spacing w:val="60"/>') },
  { name: "narrow letters", verdict: "listed", plant: run('<w:w w:val="66"/>') },
  { name: "letters raised", verdict: "blocked", plant: run('<w:position w:val="12"/>') },
  { name: "kerning", verdict: "listed", plant: run('<w:kern w:val="99"/>') },
  { name: "capitals", verdict: "listed", plant: run("<w:caps/>") },
  { name: "small capitals", verdict: "listed", plant: run("<w:smallCaps/>") },
  { name: "emphasis marks", verdict: "listed", plant: run('<w:em w:val="dot"/>') },
  { name: "another underline", verdict: "listed", plant: run('<w:u w:val="wavyDouble"/>') },
  { name: "words struck through", verdict: "listed", plant: run("<w:dstrike/>") },
  { name: "a border around words", verdict: "listed", plant: run('<w:bdr w:val="single" w:sz="24"/>') },
  { name: "another font", verdict: "listed", plant: run('<w:rFonts w:ascii="Webdings" w:hAnsi="Webdings"/>') },
  {
    name: "glowing letters",
    verdict: "listed",
    plant: run('<w14:glow w14:rad="139700"><w14:srgbClr w14:val="FF0000"/></w14:glow>'),
  },
  { name: "letters fitted to a width", verdict: "listed", plant: run('<w:fitText w:val="2000" w:id="1"/>') },
  { name: "another language", verdict: "silent", plant: run('<w:lang w:val="fr-FR"/>') },
  { name: "no proofing", verdict: "silent", plant: run("<w:noProof/>") },
  // Paragraphs
  { name: "another alignment", verdict: "listed", plant: paragraph('<w:jc w:val="distribute"/>') },
  { name: "an indent", verdict: "listed", plant: paragraph('<w:ind w:left="2345" w:right="2345"/>') },
  { name: "text off the page", verdict: "listed", plant: paragraph('<w:ind w:left="-20000"/>') },
  { name: "space before and after", verdict: "listed", plant: paragraph('<w:spacing w:before="999" w:after="999"/>') },
  { name: "other line spacing", verdict: "listed", plant: paragraph('<w:spacing w:line="777" w:lineRule="auto"/>') },
  { name: "tab stops", verdict: "listed", plant: paragraph('<w:tabs><w:tab w:val="right" w:pos="4321"/></w:tabs>') },
  {
    name: "kept with the next paragraph",
    verdict: "listed",
    plant: paragraph('<w:keepNext w:val="1"/><w:keepLines/>'),
  },
  { name: "begins a page", verdict: "listed", plant: paragraph("<w:pageBreakBefore/>") },
  {
    name: "a drop cap",
    verdict: "listed",
    plant: paragraph('<w:framePr w:dropCap="drop" w:lines="3" w:wrap="around"/>'),
  },
  {
    name: "paragraph borders",
    verdict: "listed",
    plant: paragraph('<w:pBdr><w:bottom w:val="single" w:sz="24"/></w:pBdr>'),
  },
  {
    name: "paragraph shading",
    verdict: "listed",
    plant: paragraph('<w:shd w:val="clear" w:color="auto" w:fill="ABCDEF"/>'),
  },
  { name: "a paragraph from right to left", verdict: "listed", plant: paragraph("<w:bidi/>") },
  { name: "another outline level", verdict: "listed", plant: paragraph('<w:outlineLvl w:val="6"/>') },
  { name: "no hyphenation", verdict: "listed", plant: paragraph("<w:suppressAutoHyphens/>") },
  { name: "lone lines allowed", verdict: "silent", plant: paragraph('<w:widowControl w:val="0"/>') },
  // Settings and objects
  {
    name: "editing restricted",
    verdict: "listed",
    plant: settings('<w:documentProtection w:edit="readOnly" w:enforcement="1"/>'),
  },
  {
    name: "tracking enforced",
    verdict: "silent",
    plant: settings('<w:documentProtection w:edit="trackedChanges" w:enforcement="1"/>'),
  },
  { name: "automatic hyphenation", verdict: "listed", plant: settings("<w:autoHyphenation/>") },
  { name: "other default tab stops", verdict: "listed", plant: settings('<w:defaultTabStop w:val="1999"/>') },
  { name: "mirrored margins", verdict: "listed", plant: settings("<w:mirrorMargins/>") },
  {
    name: "a content control locked",
    verdict: "listed",
    plant: main(replaced(/<w:sdtPr>(?!(?:(?!<\/w:sdtPr>).)*<w:lock)/s, '<w:sdtPr><w:lock w:val="sdtContentLocked"/>')),
  },
  {
    name: "a content control filled from data",
    verdict: "listed",
    plant: main(
      replaced(
        /<w:sdtPr>(?!(?:(?!<\/w:sdtPr>).)*<w:dataBinding)/s,
        '<w:sdtPr><w:dataBinding w:xpath="/a/b" w:storeItemID="{1}"/>',
      ),
    ),
  },
  {
    name: "a power on the line",
    verdict: "blocked",
    plant: main(replaced(/<m:sSup>.*?<\/m:sSup>/s, "<m:r><m:t>x2</m:t></m:r>")),
  },
  {
    name: "bold letters in an equation",
    verdict: "listed",
    plant: main((xml) =>
      xml.replace(/<m:oMath>.*?<\/m:oMath>/s, (all) =>
        all.replace(/<m:r>(?!<m:rPr>)/g, '<m:r><m:rPr><m:sty m:val="b"/></m:rPr>'),
      ),
    ),
  },
  { name: "a chart's figures", verdict: "blocked", plant: inPart("chart", replaced(/(<c:val>.*?<c:v>)/s, "$19")) },
];

/** Whether the last section shows a header or footer with words. */
function hasStories(bytes: Buffer): boolean {
  const docx = openDocx(bytes);
  const xml = xmlOf(bytes);
  const last = xml.slice(xml.lastIndexOf("<w:sectPr"));
  if ((xml.match(/<w:sectPr[ >]/g) ?? []).length > 1 || /titlePg/.test(last)) return false;
  return readRelationships(docx.zip, docx.main).some(
    (one) =>
      /^(?:header|footer)$/.test(one.type) &&
      new RegExp(`<w:(?:header|footer)Reference (?=[^>]*w:type="default")[^>]*r:id="${one.id}"`).test(last) &&
      /<w:t[ >][^<]*\S/.test(readPart(docx.zip, one.target)?.toString("utf8") ?? ""),
  );
}

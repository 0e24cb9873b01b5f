import type { Block, CheckText, Mark } from "../rules/check/finding.ts";
import { writeZip } from "../rules/docx/zip.ts";
import { escapeXml } from "../rules/docx/xml-text.ts";

/** A manuscript as other word processors save it, with all that the check reads of a .docx and the format can carry. */

type Piece = { text: string; marks: ReadonlySet<Mark["mark"]>; begins: readonly Mark["mark"][] };

/** A block's text, cut where a mark begins or ends. `begins` are the marks without text that come before a piece. */
function piecesOf({ text, marks }: Block): Piece[] {
  const cuts = [...new Set([0, text.length, ...marks.flatMap(({ from, to }) => [from, to])])].sort((a, b) => a - b);
  return cuts.map((from, i) => ({
    text: text.slice(from, cuts[i + 1] ?? from),
    marks: new Set(marks.filter((one) => one.from <= from && one.to > from).map(({ mark }) => mark)),
    begins: marks
      .filter((one) => one.from === from && (one.mark === "comment" || one.mark === "deleted-here"))
      .map(({ mark }) => mark),
  }));
}

const NAMESPACES = ["office", "style", "text", "table", "meta"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  )
  .join(" ");

const ODT_LOOKS: Partial<Record<Mark["mark"], string>> = {
  italic: 'fo:font-style="italic"',
  highlight: 'fo:background-color="#ffff00"',
  hidden: 'text:display="none"',
  superscript: 'style:text-position="super 58%"',
  code: 'style:font-name="Courier New"',
};

/** As an OpenDocument text. */
export function asOdt({ blocks, properties }: CheckText): Buffer {
  const styles = new Map<string, string>();
  const changes: string[] = [];
  const spaced = (text: string): string =>
    escapeXml(text)
      .replaceAll("\t", "<text:tab/>")
      .replaceAll("\n", "<text:line-break/>")
      .replaceAll(/ {2,}|^ | $/g, (spaces) => `<text:s text:c="${spaces.length}"/>`);
  const inline = (block: Block): string =>
    piecesOf(block)
      .map(({ text, marks, begins }) => {
        let out = spaced(text);
        const looks = Object.entries(ODT_LOOKS).flatMap(([mark, look]) =>
          marks.has(mark as Mark["mark"]) ? [look] : [],
        );
        if (looks.length > 0 && out !== "") {
          const name = `T${looks.map((look) => Object.values(ODT_LOOKS).indexOf(look)).join("_")}`;
          styles.set(name, looks.join(" "));
          out = `<text:span text:style-name="${name}">${out}</text:span>`;
        }
        if (marks.has("citation") && out !== "")
          out = `<text:reference-mark-start text:name="ZOTERO_ITEM CSL_CITATION {} R1"/>${out}<text:reference-mark-end text:name="ZOTERO_ITEM CSL_CITATION {} R1"/>`;
        if (marks.has("reference") || marks.has("broken-field")) out = `<text:bookmark-ref>${out}</text:bookmark-ref>`;
        if (marks.has("link")) out = `<text:a>${out}</text:a>`;
        const id = `ct${changes.length + 1}`;
        if (marks.has("inserted")) {
          changes.push(`<text:changed-region text:id="${id}"><text:insertion/></text:changed-region>`);
          out = `<text:change-start text:change-id="${id}"/>${out}<text:change-end text:change-id="${id}"/>`;
        }
        if (begins.includes("deleted-here")) {
          const gone = `${id}d`;
          changes.push(
            `<text:changed-region text:id="${gone}"><text:deletion><text:p>gone</text:p></text:deletion></text:changed-region>`,
          );
          out = `<text:change text:change-id="${gone}"/>${out}`;
        }
        if (begins.includes("comment"))
          out = `<office:annotation office:name="c"><text:p>See this.</text:p></office:annotation>${out}`;
        return out;
      })
      .join("");
  const labels = new Set<string>();
  const body = inTables(blocks, {
    paragraph: (block) => {
      if (block.kind === "heading")
        return `<text:h text:outline-level="${Math.max(1, block.level)}">${inline(block)}</text:h>`;
      const made = `<text:p>${inline(block)}</text:p>`;
      if (block.kind !== "list") return made;
      labels.add(block.label);
      const name = `L${[...labels].indexOf(block.label)}`;
      const list = `<text:list text:style-name="${name}"><text:list-item>`;
      return list.repeat(block.level) + made + "</text:list-item></text:list>".repeat(block.level);
    },
    table: (rows) =>
      `<table:table>${rows.map((cells) => `<table:table-row>${cells.map((cell) => `<table:table-cell>${cell}</table:table-cell>`).join("")}</table:table-row>`).join("")}</table:table>`,
  });
  const lists = [...labels].map(
    (label, i) =>
      `<text:list-style style:name="L${i}">${[1, 2, 3].map((level) => `<text:list-level-style-bullet text:level="${level}" text:bullet-char="${escapeXml(label)}"/>`).join("")}</text:list-style>`,
  );
  const part = (name: string, content: string) => ({
    name,
    bytes: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${content}`),
  });
  return writeZip([
    { name: "mimetype", bytes: Buffer.from("application/vnd.oasis.opendocument.text") },
    part(
      "content.xml",
      `<office:document-content ${NAMESPACES}><office:automatic-styles>${[...styles].map(([name, looks]) => `<style:style style:name="${name}" style:family="text"><style:text-properties ${looks}/></style:style>`).join("")}${lists.join("")}</office:automatic-styles><office:body><office:text>${changes.length > 0 ? `<text:tracked-changes>${changes.join("")}</text:tracked-changes>` : ""}${body}</office:text></office:body></office:document-content>`,
    ),
    part("META-INF/manifest.xml", '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'),
    part(
      "meta.xml",
      `<office:document-meta ${NAMESPACES}><office:meta>${peopleIn(properties)
        .map((value) => `<meta:initial-creator>${escapeXml(value)}</meta:initial-creator>`)
        .join("")}</office:meta></office:document-meta>`,
    ),
  ]);
}

/** As rich text. */
export function asRtf({ blocks, properties }: CheckText): Buffer {
  const plain = (text: string): string =>
    Array.from(text, (_, i) => text.charCodeAt(i))
      .map((code) =>
        code === 9
          ? "\\tab "
          : code === 10
            ? "\\line "
            : code > 126
              ? `\\u${code > 32_767 ? code - 65_536 : code}?`
              : (/[\\{}]/.test(String.fromCharCode(code)) ? "\\" : "") + String.fromCharCode(code),
      )
      .join("");
  const WORDS: Partial<Record<Mark["mark"], string>> = {
    italic: "\\i",
    highlight: "\\highlight7",
    hidden: "\\v",
    superscript: "\\super",
    code: "\\f1",
    inserted: "\\revised",
  };
  const FIELDS: Partial<Record<Mark["mark"], string>> = {
    citation: "ADDIN ZOTERO_ITEM CSL_CITATION",
    reference: "REF _Ref1 \\\\h",
    link: 'HYPERLINK "https://example.org"',
  };
  const inline = (block: Block): string =>
    piecesOf(block)
      .map(({ text, marks, begins }) => {
        const words = Object.entries(WORDS).flatMap(([mark, word]) => (marks.has(mark as Mark["mark"]) ? [word] : []));
        let out = words.length > 0 ? `{${words.join("")} ${plain(text)}}` : plain(text);
        for (const [mark, code] of Object.entries(FIELDS))
          if (marks.has(mark as Mark["mark"])) out = `{\\field{\\*\\fldinst { ${code}}}{\\fldrslt {${out}}}}`;
        if (begins.includes("comment")) out = `{\\*\\atrfstart 0}${out}{\\*\\atrfend 0}{\\*\\annotation See this.}`;
        return begins.includes("deleted-here") ? `{\\deleted gone}${out}` : out;
      })
      .join("");
  const body = inTables(blocks, {
    paragraph: (block) => {
      const outline = block.kind === "heading" ? `\\outlinelevel${Math.max(1, block.level) - 1}` : "";
      const list =
        block.kind === "list"
          ? `{\\listtext\\pard\\plain ${plain(block.label)}\\tab}\\ilvl${block.level - 1}\\ls1 `
          : "";
      return block.kind === "cell" ? inline(block) : `\\pard\\plain${outline} ${list}${inline(block)}\\par\n`;
    },
    table: (rows) =>
      rows.map((cells) => `\\trowd\\pard\\intbl ${cells.map((cell) => `${cell}\\cell `).join("")}\\row\n`).join("") +
      "\\pard ",
  });
  const info = peopleIn(properties).map((value) => `{\\author ${plain(value)}}`);
  return Buffer.from(
    `{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times New Roman;}{\\f1 Courier New;}}{\\info${info.join("")}}${body}}`,
    "latin1",
  );
}

const peopleIn = (properties: CheckText["properties"]): string[] =>
  properties.filter(({ name }) => /creator|lastModifiedBy/.test(name)).map(({ value }) => value);

/** Writes blocks in turn, with cells of one table together. */
function inTables(
  blocks: readonly Block[],
  write: { paragraph: (block: Block) => string; table: (rows: string[][]) => string },
): string {
  let out = "";
  for (let i = 0; i < blocks.length; i++) {
    const block = blocks[i] as Block;
    if (!block.cell) {
      out += write.paragraph(block);
      continue;
    }
    const rows: string[][] = [];
    const { table } = block.cell;
    let at = i;
    for (let cell = block; cell.cell?.table === table; cell = blocks[at] as Block) {
      const row = (rows[cell.cell.row] ??= []);
      while (row.length <= cell.cell.column) row.push("");
      row[cell.cell.column] += write.paragraph(cell);
      if (++at >= blocks.length) break;
    }
    i = at - 1;
    out += write.table(Array.from(rows, (row) => row ?? []));
  }
  return out;
}

import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { Refused } from "./refusal.ts";
import { divideIntoSections } from "./sections.ts";
import {
  newModel,
  newParagraph,
  textParagraph,
  type Paragraph,
  type ParagraphKind,
  type TextModel,
} from "./text-model.ts";
import type { Gap } from "./seen-words.ts";
import { isNumberOnly } from "./words.ts";

/** Destinations whose text is not the document's. */
const SKIPPED = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "objdata",
  "objclass",
  "objname",
  "header",
  "headerl",
  "headerr",
  "headerf",
  "footer",
  "footerl",
  "footerr",
  "footerf",
  "fldinst",
  "listtext",
  "pntext",
  "pntxta",
  "pntxtb",
  "listtable",
  "listoverridetable",
  "rsidtbl",
  "generator",
  "xmlnstbl",
  "themedata",
  "colorschememapping",
  "datastore",
  "latentstyles",
  "filetbl",
  "revtbl",
  "annotation",
  "atnid",
  "atnauthor",
  "atrfstart",
  "atrfend",
  "bkmkstart",
  "bkmkend",
  "tc",
  "xe",
  "private",
  "do",
  "pgdsctbl",
  "nonshppict",
  "mmath",
  "ftnsep",
  "ftnsepc",
  "ftncn",
  "aftnsep",
  "aftnsepc",
  "aftncn",
  "template",
  "userprops",
  "wgrffmtfilter",
  "fldtype",
  "datafield",
  "formfield",
  "background",
  "comment",
]);

const SYMBOLS: Record<string, string> = {
  tab: "\t",
  line: "\n",
  lbr: "\n",
  column: "\n",
  zwbo: "\u200b",
  zwnbo: "\u2060",
  emdash: "\u2014",
  endash: "\u2013",
  emspace: "\u2003",
  enspace: "\u2002",
  qmspace: "\u2005",
  bullet: "\u2022",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  zwj: "\u200d",
  zwnj: "\u200c",
  ltrmark: "\u200e",
  rtlmark: "\u200f",
};

/** Windows code page by \fcharset. */
const CHARSETS: Record<number, string> = {
  0: "windows-1252",
  2: "windows-1252",
  77: "macintosh",
  128: "shift_jis",
  129: "euc-kr",
  134: "gbk",
  136: "big5",
  161: "windows-1253",
  162: "windows-1254",
  163: "windows-1258",
  177: "windows-1255",
  178: "windows-1256",
  186: "windows-1257",
  204: "windows-1251",
  222: "windows-874",
  238: "windows-1250",
};
const CODE_PAGES: Record<number, string> = {
  437: "windows-1252",
  850: "windows-1252",
  932: "shift_jis",
  936: "gbk",
  949: "euc-kr",
  950: "big5",
  10000: "macintosh",
  65001: "utf-8",
};

type Group = {
  skip: boolean;
  hidden: boolean;
  deleted: boolean;
  unicodeSkip: number;
  font: number;
  note: boolean;
  box: boolean;
  bold: boolean;
};

/** Reads RTF: groups, characters by the font's character set, \u with its fallback, notes; deleted and hidden text is left out. */
export function readRtf(bytes: Buffer): TextModel {
  const source = bytes.toString("latin1");
  const model = newModel("rtf");
  const fonts = new Map<number, string>();
  const decoders = new Map<string, TextDecoder>();
  const stack: Group[] = [];
  let group: Group = {
    skip: false,
    hidden: false,
    deleted: false,
    unicodeSkip: 1,
    font: -1,
    note: false,
    box: false,
    bold: false,
  };
  let codePage = "windows-1252";
  let defaultFont = -1;
  let inFontTable = 0;
  let fontNumber = -1;
  let text = "";
  let gaps: Gap[] = [];
  let pending: number[] = [];
  let toSkip = 0;
  let level = 0;
  let inTable = false;
  let row = -1;
  let column = 0;
  let boldSeen = false;
  let plainSeen = false;
  let after: Paragraph[] = [];
  const held: { text: string; gaps: Gap[]; level: number; inTable: boolean }[] = [];
  const decode = (encoding: string, raw: number[]): string => {
    let decoder = decoders.get(encoding);
    if (!decoder) {
      try {
        decoder = new TextDecoder(encoding);
      } catch {
        decoder = new TextDecoder("windows-1252");
      }
      decoders.set(encoding, decoder);
    }
    return decoder.decode(Uint8Array.from(raw));
  };
  const flushBytes = () => {
    if (pending.length === 0) return;
    const encoding = fonts.get(group.font >= 0 ? group.font : defaultFont) ?? codePage;
    const raw = pending;
    pending = [];
    put(decode(encoding, raw));
  };
  const put = (piece: string) => {
    if (group.skip || piece === "") return;
    if (group.hidden || group.deleted) {
      // Blanks that nobody sees, between letters that one does.
      if (/\s/.test(piece)) gaps.push({ from: text.length, to: text.length, kind: group.deleted ? "maybe" : "drawn" });
      if (group.deleted) return;
      model.hidden += piece.trim() === "" ? 0 : piece.trim().split(/\s+/).length;
      return;
    }
    text += piece;
    if (group.bold) boldSeen = true;
    else if (/\S/.test(piece)) plainSeen = true;
  };
  const endParagraph = (kind?: ParagraphKind) => {
    flushBytes();
    const made =
      kind ??
      (group.note ? "footnote" : group.box ? "textBox" : inTable ? "tableCell" : level > 0 ? "heading" : "body");
    const paragraph =
      text.trim() === ""
        ? newParagraph(made)
        : textParagraph(text, made, made === "heading" ? level : 0, gaps.length > 0 ? gaps : null);
    gaps = [];
    paragraph.bold = boldSeen && !plainSeen;
    if (made === "tableCell") {
      if (row < 0) row = 0;
      paragraph.cell = { table: Math.max(0, model.tableCount - 1), row, column };
      if (isNumberOnly(text)) paragraph.charged = false;
    }
    if (group.note) after.push(paragraph);
    else {
      model.paragraphs.push(paragraph, ...after);
      after = [];
    }
    text = "";
    boldSeen = plainSeen = false;
  };
  const word = (name: string, value: number | null, starred: boolean): void => {
    if (name === "u") {
      flushBytes();
      let point = value ?? 0;
      if (point < 0) point += 65_536;
      put(String.fromCharCode(point));
      toSkip = group.unicodeSkip;
      return;
    }
    if (name !== "bin") flushBytes();
    const symbol = /^p(?:mar|ind)tabq[lrc]$/.test(name) ? "\t" : ownValue(SYMBOLS, name);
    if (symbol !== undefined) {
      put(symbol);
      return;
    }
    switch (name) {
      case "par":
      case "sect":
      case "page":
        if (!group.skip) endParagraph();
        break;
      case "cell":
      case "nestcell":
        if (group.skip) break;
        if (!inTable || model.tableCount === 0) startTable();
        inTable = true;
        endParagraph("tableCell");
        column++;
        break;
      case "row":
      case "nestrow":
        row++;
        column = 0;
        break;
      case "trowd":
        if (!inTable && model.paragraphs.at(-1)?.kind !== "tableCell") startTable();
        break;
      case "intbl":
        if (!inTable && model.paragraphs.at(-1)?.kind !== "tableCell") startTable();
        inTable = true;
        break;
      case "pard":
        inTable = false;
        level = 0;
        break;
      case "outlinelevel":
        level = value !== null && value < 9 ? value + 1 : 0;
        break;
      case "plain":
        group.hidden = group.deleted = group.bold = false;
        group.font = -1;
        break;
      case "b":
        group.bold = value !== 0;
        break;
      case "v":
        group.hidden = value !== 0;
        break;
      case "deleted":
        group.deleted = value !== 0;
        break;
      case "uc":
        group.unicodeSkip = Math.min(16, Math.max(0, value ?? 1));
        break;
      case "ansicpg":
        codePage = pageName(value ?? 1252);
        break;
      case "mac":
        codePage = "macintosh";
        break;
      case "deff":
        defaultFont = value ?? -1;
        break;
      case "f":
        if (inFontTable > 0) fontNumber = value ?? -1;
        else group.font = value ?? -1;
        break;
      case "fcharset":
        if (inFontTable > 0 && fontNumber >= 0) fonts.set(fontNumber, CHARSETS[value ?? 0] ?? codePage);
        break;
      case "cpg":
        if (inFontTable > 0 && fontNumber >= 0) fonts.set(fontNumber, pageName(value ?? 1252));
        break;
      case "fonttbl":
        inFontTable = stack.length;
        group.skip = true;
        break;
      case "pict":
        if (!group.skip) model.figures++;
        group.skip = true;
        break;
      case "footnote":
        if (!group.skip) {
          held.push({ text, gaps, level, inTable });
          text = "";
          gaps = [];
          group.note = true;
          inTable = false;
        }
        break;
      case "shptxt":
        if (!group.skip || stack.at(-1)?.skip !== true) {
          group.skip = false;
          held.push({ text, gaps, level, inTable });
          text = "";
          gaps = [];
          group.box = true;
          inTable = false;
        }
        break;
      case "shppict":
        break;
      default:
        if (SKIPPED.has(name) || starred) group.skip = true;
    }
  };
  const startTable = () => {
    model.tableCount++;
    row = 0;
    column = 0;
  };

  let i = 0;
  let starred = false;
  while (i < source.length) {
    const c = source[i] as string;
    if (c === "{") {
      flushBytes();
      if (stack.length > 5_000) throw new Refused("damaged");
      stack.push(group);
      group = { ...group };
      toSkip = 0;
      starred = false;
      i++;
    } else if (c === "}") {
      flushBytes();
      const closed = group;
      const before = stack.pop();
      if (!before) break;
      if (inFontTable > stack.length) inFontTable = 0;
      if (closed.note !== before.note || closed.box !== before.box) {
        if (text.trim() !== "") {
          if (closed.note) after.push(textParagraph(text, "footnote"));
          else after.push(textParagraph(text, "textBox"));
        }
        const back = held.pop();
        text = back?.text ?? "";
        gaps = back?.gaps ?? [];
        level = back?.level ?? 0;
        inTable = back?.inTable ?? false;
      }
      group = before;
      toSkip = 0;
      starred = false;
      i++;
    } else if (c === "\\") {
      const next = source[i + 1] ?? "";
      if (/[a-zA-Z]/.test(next)) {
        let j = i + 1;
        while (j < source.length && j - i < 40 && /[a-zA-Z]/.test(source[j] as string)) j++;
        const name = source.slice(i + 1, j);
        let k = j;
        if (source[k] === "-") k++;
        const digits = k;
        while (k < source.length && k - digits < 11 && source.charCodeAt(k) >= 48 && source.charCodeAt(k) <= 57) k++;
        const value = k > digits ? Number(source.slice(j, k)) : null;
        if (value === null) k = j;
        if (source[k] === " ") k++;
        i = k;
        if (name === "bin") i += Math.max(0, Math.min(value ?? 0, source.length - i));
        else if (toSkip > 0 && name !== "u") toSkip--;
        else word(name, value, starred);
        starred = false;
      } else if (next === "'") {
        const value = Number.parseInt(source.slice(i + 2, i + 4), 16);
        i += 4;
        if (toSkip > 0) toSkip--;
        else if (!Number.isNaN(value)) pending.push(value);
      } else {
        i += 2;
        // Only at the head of a group does it announce a destination.
        if (next === "*")
          starred = source
            .slice(Math.max(0, i - 6), i - 2)
            .trimEnd()
            .endsWith("{");
        else if (toSkip > 0) toSkip--;
        else if (next === "~") {
          flushBytes();
          put("\u00a0");
        } else if (next === "_") {
          flushBytes();
          put("\u2011");
        } else if (next === "-") {
          flushBytes();
          put("\u00ad");
        } else if (next === "\n" || next === "\r") word("par", null, false);
        else if (next === "\\" || next === "{" || next === "}") pending.push(next.charCodeAt(0));
      }
    } else if (c === "\r" || c === "\n" || c === "\0") i++;
    else {
      if (toSkip > 0) toSkip--;
      else if (!group.skip) pending.push(source.charCodeAt(i));
      i++;
    }
  }
  flushBytes();
  if (text.trim() !== "" || after.length > 0) endParagraph();
  if (i >= source.length && stack.length > 0)
    model.notes.push(
      "This file ends before its text does, so part of it may be missing from the count. Open it, check the last page, save it, and upload it again.",
    );
  return divideIntoSections(model);
}

const pageName = (page: number): string =>
  CODE_PAGES[page] ??
  (page >= 1250 && page <= 1258 ? `windows-${page}` : page === 874 ? "windows-874" : "windows-1252");

import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { Refused } from "./refusal.ts";
import { divideIntoSections } from "./sections.ts";
import { newModel, textParagraph, type Paragraph, type ParagraphKind, type TextModel } from "./text-model.ts";
import { countWords } from "./seen-words.ts";
import { decodePlain } from "./decode-plain.ts";
import { readPart, type Zip } from "../docx/zip.ts";

const HEADINGS: Record<string, number> = {
  part: 1,
  chapter: 1,
  section: 1,
  subsection: 2,
  subsubsection: 3,
  paragraph: 4,
  subparagraph: 5,
};

/** Commands whose arguments are no text, with how many braces they take. */
const SILENT: Record<string, number> = {
  cite: 1,
  citep: 1,
  citet: 1,
  citealp: 1,
  citealt: 1,
  citeauthor: 1,
  citeyear: 1,
  citeyearpar: 1,
  parencite: 1,
  textcite: 1,
  autocite: 1,
  footcite: 1,
  nocite: 1,
  Cite: 1,
  Citet: 1,
  Citep: 1,
  ref: 1,
  eqref: 1,
  pageref: 1,
  autoref: 1,
  cref: 1,
  Cref: 1,
  nameref: 1,
  label: 1,
  index: 1,
  glossary: 1,
  includegraphics: 1,
  bibliography: 1,
  bibliographystyle: 1,
  addbibresource: 1,
  usepackage: 1,
  documentclass: 1,
  documentstyle: 1,
  RequirePackage: 1,
  input: 1,
  include: 1,
  includeonly: 1,
  pagestyle: 1,
  thispagestyle: 1,
  pagenumbering: 1,
  setcounter: 2,
  addtocounter: 2,
  stepcounter: 1,
  setlength: 2,
  addtolength: 2,
  vspace: 1,
  vskip: 0,
  color: 1,
  definecolor: 3,
  url: 0,
  newcommand: 2,
  renewcommand: 2,
  providecommand: 2,
  newenvironment: 3,
  renewenvironment: 3,
  newtheorem: 2,
  theoremstyle: 1,
  DeclareMathOperator: 2,
  hypersetup: 1,
  geometry: 1,
  graphicspath: 1,
  hyphenation: 1,
  email: 1,
  orcid: 1,
  ORCID: 1,
  rule: 2,
  fontsize: 2,
  selectlanguage: 1,
  foreignlanguage: 1,
  addcontentsline: 3,
  markboth: 2,
  markright: 1,
  multicolumn: 2,
  multirow: 2,
  cline: 1,
  cmidrule: 1,
  newcounter: 1,
  newlength: 1,
  setmainfont: 1,
  setsansfont: 1,
  setmonofont: 1,
  lstset: 1,
  tikzset: 1,
  usetikzlibrary: 1,
  bibitem: 1,
  hypertarget: 1,
  hyperlink: 1,
  includepdf: 1,
  lstinputlisting: 1,
  verbatiminput: 1,
  externaldocument: 1,
  vphantom: 1,
  textcolor: 1,
  colorbox: 1,
  raisebox: 1,
  resizebox: 2,
  scalebox: 1,
  href: 1,
};

/** Commands that leave room between words, with how many braces they take. */
const ROOM: Record<string, number> = {
  quad: 0,
  qquad: 0,
  enspace: 0,
  enskip: 0,
  thinspace: 0,
  medspace: 0,
  thickspace: 0,
  space: 0,
  nobreakspace: 0,
  hfil: 0,
  hfill: 0,
  hss: 0,
  dotfill: 0,
  hrulefill: 0,
  hspace: 1,
  phantom: 1,
  hphantom: 1,
  newline: 0,
  linebreak: 0,
  hskip: 0,
  kern: 0,
};

/** A length after \hskip and \kern. */
const LENGTH =
  /^\s*=?\s*[-+]?(?:[\d.,]{1,10}\s*(?:true\s*)?(?:pt|em|ex|mm|cm|in|bp|pc|dd|cc|sp|mu)|\\[a-zA-Z]{1,40})(?:\s+(?:plus|minus)\s+[-+]?[\d.]{0,10}\s*(?:fil{1,3}|pt|em|ex|mm|cm|in)\b){0,2} ?/;

const MATH =
  /^(?:equation|align|alignat|gather|multline|eqnarray|flalign|displaymath|math|subequations|IEEEeqnarray|xalignat|xxalignat)\*?$/;
const DROPPED =
  /^(?:comment|filecontents|tikzpicture|pgfpicture|picture|pspicture|lstlisting|verbatim|Verbatim|minted|algorithm|algorithmic|algorithmicx|alltt|asy|forest|circuitikz|code)\*?$/;

const ACCENTS: Record<string, string> = {
  "'": "\u0301",
  "`": "\u0300",
  "^": "\u0302",
  '"': "\u0308",
  "~": "\u0303",
  "=": "\u0304",
  ".": "\u0307",
  c: "\u0327",
  v: "\u030c",
  u: "\u0306",
  H: "\u030b",
  k: "\u0328",
  r: "\u030a",
  d: "\u0323",
  b: "\u0331",
};
const LETTERS: Record<string, string> = {
  ss: "ß",
  ae: "æ",
  AE: "Æ",
  oe: "œ",
  OE: "Œ",
  o: "ø",
  O: "Ø",
  l: "ł",
  L: "Ł",
  aa: "å",
  AA: "Å",
  i: "ı",
  j: "ȷ",
  textemdash: "—",
  textendash: "–",
  ldots: "…",
  dots: "…",
  textellipsis: "…",
  LaTeX: "LaTeX",
  TeX: "TeX",
  textregistered: "®",
  copyright: "©",
  S: "§",
  P: "¶",
  textdegree: "°",
  textmu: "µ",
  textquoteright: "’",
  textquoteleft: "‘",
};

/** Reads one .tex file by itself; what it includes is missing, and a note says so. */
export function readTex(source: string): TextModel {
  const missing: string[] = [];
  return new TexReader("tex").read(
    expand(source, (name) => (missing.push(name), null)),
    missing,
    [],
  );
}

/** Reads a zipped LaTeX project: the file with \documentclass, and what it includes. */
export function readTexZip(zip: Zip): TextModel {
  const files = new Map<string, string>();
  let total = 0;
  for (const name of zip.entries.keys()) {
    if (!/\.(?:tex|ltx|bbl)$/i.test(name) || name.startsWith("__MACOSX/") || /(?:^|\/)\._/.test(name)) continue;
    const bytes = readPart(zip, name);
    total += bytes?.length ?? 0;
    if (total > 50 * 1024 * 1024) throw new Refused("too-long");
    if (bytes && bytes.length > 0) files.set(name, decodePlain(bytes));
  }
  const mains = [...files].filter(([, text]) => /^[^%\n]*\\document(?:class|style)\b/m.test(text));
  const main =
    mains.find(([name]) => /(?:^|\/)(?:main|paper|manuscript|thesis|article|ms)\.tex$/i.test(name)) ??
    mains.sort((a, b) => a[0].split("/").length - b[0].split("/").length || b[1].length - a[1].length)[0];
  if (!main)
    throw new Refused(
      "not-a-document",
      "No file in this .zip has \\documentclass, so we can't tell where the text starts.",
      "Add the main .tex file to the .zip and upload it again.",
    );
  const folder = main[0].replace(/[^/]*$/, "");
  const missing: string[] = [];
  const repeated = new Set<string>();
  const find = (name: string, open: readonly string[]): Included | null => {
    const clean = (folder + name.trim()).replace(/(?:^|\/)\.\//g, (match) => (match.startsWith("/") ? "/" : ""));
    for (const candidate of [clean, `${clean}.tex`, name.trim(), `${name.trim()}.tex`]) {
      const text = files.get(candidate);
      if (text === undefined) continue;
      if (!open.includes(candidate)) return { name: candidate, text };
      repeated.add(candidate);
      return null;
    }
    missing.push(name);
    return null;
  };
  const bibliography = files.get(main[0].replace(/\.\w+$/, ".bbl"));
  let text = expand(main[1], find, [main[0]]);
  if (bibliography !== undefined)
    text = text.replace(/\\bibliography\s*\{[^}]*\}|\\printbibliography(?:\[[^\]]*\])?/, () => bibliography);
  return new TexReader("tex-zip").read(text, missing, [...repeated]);
}

type Included = { name: string; text: string };

/** Follows \input and \include, without comments. A file within itself is left out; each is at most 20 deep, 2,000 in all. */
function expand(
  source: string,
  find: (name: string, open: readonly string[]) => Included | null,
  open: readonly string[] = [],
  left = { files: 2_000, length: 20_000_000 },
): string {
  const clean = source.replace(/\r\n?/g, "\n").replace(/(?<!\\)((?:\\\\)*)%[^\n]*\n?[ \t]*/g, "$1");
  left.length -= clean.length;
  if (left.length < 0) throw new Refused("too-long");
  if (open.length > 20) return clean;
  return clean.replace(
    /\\(?:input|include|subfile)\s*(?:\{([^}\n]+)\}|([^\s{}\\]+))/g,
    (_, braced?: string, bare?: string) => {
      if (left.files-- <= 0) return "";
      const found = find(braced ?? bare ?? "", open);
      return found === null ? "" : `\n${expand(found.text, find, [...open, found.name], left)}\n`;
    },
  );
}

class TexReader {
  private readonly model: TextModel;
  private source = "";
  private at = 0;
  private depth = 0;
  private paragraphs: Paragraph[];

  constructor(format: "tex" | "tex-zip") {
    this.model = newModel(format);
    this.paragraphs = this.model.paragraphs;
  }

  read(text: string, missing: string[], repeated: string[]): TextModel {
    const begin = text.indexOf("\\begin{document}");
    const end = text.lastIndexOf("\\end{document}");
    let body = begin < 0 ? text : text.slice(begin + 16, end > begin ? end : undefined);
    // The title is set in the preamble and printed by \maketitle.
    if (begin >= 0) {
      const title = /\\title\s*(?:\[[^\]]*\])?\s*\{/.exec(text.slice(0, begin));
      if (title) body = `${text.slice(title.index, matching(text, title.index + title[0].length - 1) + 1)}\n\n${body}`;
    }
    this.source = body;
    const out = { text: "" };
    this.run(body.length, out, "body");
    this.finish(out, "body");
    if (missing.length > 0)
      this.model.notes.push(
        `Missing from the upload, so not counted: ${missing.slice(0, 5).join(", ")}${missing.length > 5 ? " and others" : ""}.`,
      );
    if (repeated.length > 0)
      this.model.notes.push(
        `${repeated.slice(0, 5).join(", ")}${repeated.length > 5 ? " and others" : ""} would include ${repeated.length === 1 ? "itself" : "themselves"} and can't compile like that. We counted the text once.`,
      );
    if (begin >= 0 && end < 0)
      this.model.notes.push(
        "There is no \\end{document}, so the end of the text may be missing. Check the last page, and upload the file again.",
      );
    return divideIntoSections(this.model);
  }

  private finish(out: { text: string }, kind: ParagraphKind, level = 0): void {
    // Where a formula or citation went, the punctuation after it belongs to the word before.
    const text = out.text
      .replace(/[ \t\n]+/g, " ")
      .replace(/[ \u00a0]+([.,;:!?)\]\u2019\u201d]+)(?=[ \u00a0]|$)/g, "$1")
      .trim();
    out.text = "";
    if (text === "") return;
    const paragraph = textParagraph(text, kind, level);
    // Soft hyphens here are places where a line may break, and marks of our own.
    paragraph.text = text.replaceAll("\u00ad", "");
    this.paragraphs.push(paragraph);
  }

  /** Reads up to `end`. */
  private run(end: number, out: { text: string }, kind: ParagraphKind): void {
    const { source } = this;
    if (++this.depth > 200) throw new Refused("damaged");
    while (this.at < end) {
      const c = source[this.at] as string;
      if (c === "\\") this.command(end, out, kind);
      else if (c === "$") {
        const double = source[this.at + 1] === "$";
        const close = source.indexOf(double ? "$$" : "$", this.at + (double ? 2 : 1));
        const to = close < 0 || close > end ? end : close;
        this.model.equations += countWords(source.slice(this.at + 1, to).replace(/\$/g, ""));
        this.at = Math.min(end, to + (double ? 2 : 1));
      } else if (c === "\n" && /^\n[ \t]*\n/.test(source.slice(this.at, this.at + 200))) {
        this.finish(out, kind);
        this.at++;
      } else if (c === "{" || c === "}") this.at++;
      else if (c === "~") {
        out.text += "\u00a0";
        this.at++;
      } else if (c === "&") {
        if (kind === "tableCell") this.finish(out, kind);
        else out.text += " ";
        this.at++;
      } else if (c === "-" && source.startsWith("--", this.at)) {
        const three = source.startsWith("---", this.at);
        out.text += three ? "—" : "–";
        this.at += three ? 3 : 2;
      } else if (c === "`" || c === "'") {
        const pair = source[this.at + 1] === c;
        out.text += pair ? (c === "`" ? "“" : "”") : c === "`" ? "‘" : "’";
        this.at += pair ? 2 : 1;
      } else {
        const next = nextSpecial(source, this.at + 1, end);
        out.text += source.slice(this.at, next);
        this.at = next;
      }
    }
    this.depth--;
  }

  private command(end: number, out: { text: string }, kind: ParagraphKind): void {
    const { source } = this;
    const name = /^[a-zA-Z@]+/.exec(source.slice(this.at + 1, this.at + 60))?.[0];
    if (name === undefined) {
      const char = source[this.at + 1] ?? "";
      this.at += 2;
      if (char === "\\") {
        this.skipOptional();
        if (kind === "tableCell") this.finish(out, kind);
        else out.text += "\n";
      } else if (char === "(" || char === "[") {
        const close = source.indexOf(char === "(" ? "\\)" : "\\]", this.at);
        const to = close < 0 || close > end ? end : close;
        this.model.equations += countWords(source.slice(this.at, to));
        this.at = Math.min(end, to + 2);
      } else if (ACCENTS[char] !== undefined) this.accent(char, out);
      else if ("%&$#_{} ".includes(char)) out.text += char;
      else if (char === "," || char === ";" || char === ":" || char === ">") out.text += "\u00a0";
      else if (char === "-") out.text += "\u00ad";
      return;
    }
    this.at += 1 + name.length;
    if (source[this.at] === "*") this.at++;
    if (name === "begin" || name === "end") {
      const environment = this.argument() ?? "";
      if (name === "begin") this.environment(environment, end, out, kind);
      return;
    }
    const heading = ownValue(HEADINGS, name);
    if (heading !== undefined) {
      this.skipOptional();
      this.finish(out, kind);
      this.inner(out, "heading", heading);
      return;
    }
    if (
      name === "title" ||
      name === "caption" ||
      name === "footnote" ||
      name === "footnotetext" ||
      name === "thanks" ||
      name === "captionof"
    ) {
      if (name === "captionof") this.argument();
      this.skipOptional();
      if (name === "caption" || name === "captionof") this.inner({ text: "" }, "caption");
      else if (name === "title") {
        const from = this.paragraphs.length;
        this.inner({ text: "" }, "body");
        for (const paragraph of this.paragraphs.slice(from)) paragraph.isTitle = true;
      } else {
        const held = this.paragraphs;
        const notes: Paragraph[] = [];
        this.paragraphs = notes;
        this.inner({ text: "" }, "footnote");
        this.paragraphs = held;
        held.push(...notes);
      }
      return;
    }
    if (name === "author" || name === "affil" || name === "address" || name === "date" || name === "institute") {
      this.skipOptional();
      this.argument();
      return;
    }
    if (name === "item") {
      this.finish(out, kind);
      this.skipOptional();
      return;
    }
    if (name === "bibitem") {
      this.finish(out, kind);
      this.skipOptional();
      this.argument();
      return;
    }
    if (
      name === "par" ||
      name === "newpage" ||
      name === "clearpage" ||
      name === "maketitle" ||
      name === "tableofcontents"
    ) {
      this.finish(out, kind);
      return;
    }
    if (name === "verb") {
      const mark = source[this.at] ?? "";
      const close = source.indexOf(mark, this.at + 1);
      if (close > 0 && close < end) {
        out.text += source.slice(this.at + 1, close);
        this.at = close + 1;
      }
      return;
    }
    if (name === "def" || name === "gdef" || name === "edef") {
      const brace = source.indexOf("{", this.at);
      if (brace >= 0) this.at = Math.min(end, matching(source, brace) + 1);
      return;
    }
    const letter = ownValue(LETTERS, name);
    if (letter !== undefined) {
      out.text += letter;
      this.skipSpaceAfterWord();
      return;
    }
    if (name.length === 1 && ACCENTS[name] !== undefined) {
      this.accent(name, out);
      return;
    }
    const room = ROOM[name];
    if (room !== undefined) {
      this.skipOptional();
      for (let i = 0; i < room; i++) this.argument();
      if (name === "hskip" || name === "kern")
        this.at += LENGTH.exec(source.slice(this.at, this.at + 120))?.[0].length ?? 0;
      else this.skipSpaceAfterWord();
      out.text += " ";
      return;
    }
    if (name === "includegraphics") this.model.figures++;
    const silent = ownValue(SILENT, name);
    if (silent !== undefined) {
      for (let i = 0; i < silent; i++) {
        this.skipOptional();
        this.argument();
      }
      this.skipOptional();
      return;
    }
    this.skipOptional();
    // A command of the author's own between letters may hold a space: the count decides by the length of the word.
    if (source[this.at] !== "{" && /[\p{L}\p{N}.,;:]$/u.test(out.text)) out.text += "\u00ad";
    this.skipSpaceAfterWord();
  }

  private environment(name: string, end: number, out: { text: string }, kind: ParagraphKind): void {
    const { source } = this;
    const closing = `\\end{${name}}`;
    const close = source.indexOf(closing, this.at);
    const to = close < 0 || close > end ? end : close;
    if (MATH.test(name) || DROPPED.test(name)) {
      if (MATH.test(name)) this.model.equations += countWords(source.slice(this.at, to));
      if (/^(?:tikz|pgf|pspic|picture)/.test(name)) this.model.figures++;
      this.at = Math.min(end, to + closing.length);
      return;
    }
    if (name === "thebibliography") {
      this.finish(out, kind);
      this.argument();
      this.paragraphs.push(textParagraph("References", "heading", 1));
      this.run(to, out, "body");
      this.finish(out, "body");
      this.at = Math.min(end, to + closing.length);
      return;
    }
    if (/^(?:tabular[xy*]?|longtable|array|tabulary)$/.test(name)) {
      this.finish(out, kind);
      this.skipOptional();
      if (name !== "tabular" && name !== "longtable" && name !== "array") this.argument();
      this.argument();
      this.model.tableCount++;
      this.run(to, out, "tableCell");
      this.finish(out, "tableCell");
      this.at = Math.min(end, to + closing.length);
      return;
    }
    this.finish(out, kind);
    this.skipOptional();
    if (name === "abstract") this.paragraphs.push(textParagraph("Abstract", "heading", 1));
    if (name === "minipage" || name === "multicols" || name === "wrapfigure") this.argument();
  }

  /** Reads a braced argument as text of another kind. */
  private inner(out: { text: string }, kind: ParagraphKind, level = 0): void {
    while (/[ \t\n]/.test(this.source[this.at] ?? "")) this.at++;
    if (this.source[this.at] !== "{") return;
    const close = matching(this.source, this.at);
    this.at++;
    this.run(close, out, kind);
    this.finish(out, kind, level);
    this.at = close + 1;
  }

  private argument(): string | null {
    let at = this.at;
    while (/[ \t]/.test(this.source[at] ?? "")) at++;
    if (this.source[at] !== "{") return null;
    const close = matching(this.source, at);
    this.at = close + 1;
    return this.source.slice(at + 1, close);
  }

  private skipOptional(): void {
    for (let guard = 0; guard < 4; guard++) {
      let at = this.at;
      while (/[ \t]/.test(this.source[at] ?? "")) at++;
      if (this.source[at] !== "[") return;
      let close = at + 1;
      for (
        const limit = Math.min(this.source.length, at + 2_000);
        close < limit && this.source[close] !== "]";
        close++
      ) {
        if (this.source[close] === "{") close = matching(this.source, close);
      }
      if (this.source[close] !== "]") return;
      this.at = close + 1;
    }
  }

  private skipSpaceAfterWord(): void {
    while (/[ \t]/.test(this.source[this.at] ?? "")) this.at++;
  }

  private accent(mark: string, out: { text: string }): void {
    const match = /^\s*(?:\{\s*\\?([a-zA-Z])\s*\}|\\([ij])(?![a-zA-Z])|([a-zA-Z]))/.exec(
      this.source.slice(this.at, this.at + 20),
    );
    if (!match) return;
    this.at += match[0].length;
    out.text += ((match[1] ?? match[2] ?? match[3] ?? "") + ACCENTS[mark]).normalize("NFC");
  }
}

function nextSpecial(source: string, from: number, end: number): number {
  for (let i = from; i < end; i++) {
    switch (source.charCodeAt(i)) {
      case 92:
      case 36:
      case 10:
      case 123:
      case 125:
      case 126:
      case 38:
      case 45:
      case 96:
      case 39:
        return i;
    }
  }
  return end;
}

/** Where the brace that opens at `open` closes; the end of the source when it never does. */
function matching(source: string, open: number): number {
  let depth = 0;
  for (let i = open; i < source.length; i++) {
    const c = source.charCodeAt(i);
    if (c === 92) i++;
    else if (c === 123) depth++;
    else if (c === 125 && --depth === 0) return i;
  }
  return source.length;
}

import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { Refused } from "../refusal.ts";
import { divideIntoSections } from "../sections.ts";
import { newModel, textParagraph, type Paragraph, type ParagraphKind, type TextModel } from "../text-model.ts";
import { countWords } from "../seen-words.ts";
import { readCommand } from "./tex-commands.ts";
import { matching } from "./tex-braces.ts";
import { ARRANGED, DROPPED, MATH, TABULAR } from "./tex-vocabulary.ts";

/** Reads the text of a LaTeX document from left to right; what a command does is in tex-commands.ts. */
export class TexReader {
  readonly model: TextModel;
  source = "";
  at = 0;
  private depth = 0;
  private readonly found = new Map<string, number>();
  paragraphs: Paragraph[];
  /** Notes of the paragraph that's being read. */
  notes: Paragraph[] = [];

  constructor(format: "tex" | "tex-zip") {
    this.model = newModel(format);
    this.paragraphs = this.model.paragraphs;
  }

  /** @param missing what to say about files that the text includes and the upload lacks, or "" */
  read(text: string, missing: string, repeated: string[]): TextModel {
    const begin = text.indexOf("\\begin{document}");
    const end = text.lastIndexOf("\\end{document}");
    let body = begin < 0 ? text : text.slice(begin + 16, end > begin ? end : undefined);
    // The title is set in the preamble and printed by \maketitle.
    if (begin >= 0) {
      const title = /\\title\s*(?:\[[^[\]]*\]\s*)?\{/.exec(text.slice(0, begin));
      if (title) body = `${text.slice(title.index, matching(text, title.index + title[0].length - 1) + 1)}\n\n${body}`;
    }
    this.source = body;
    const out = { text: "" };
    this.run(body.length, out, "body");
    this.finish(out, "body");
    this.paragraphs.push(...this.notes);
    if (missing !== "") this.model.notes.push(missing);
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

  /** Ends the paragraph that `out` holds, if it holds one. */
  finish(out: { text: string }, kind: ParagraphKind, level = 0): void {
    // Where a formula or citation went, the punctuation after it belongs to the word before.
    const text = out.text
      .replace(/[ \t\n]+/g, " ")
      .replace(/(?<![ \u00a0])[ \u00a0]+([.,;:!?)\]\u2019\u201d]+)(?=[ \u00a0]|$)/g, "$1")
      .trim();
    out.text = "";
    if (text === "") return;
    const paragraph = textParagraph(text, kind, level);
    // Soft hyphens here are places where a line may break, and marks of our own.
    paragraph.text = text.replaceAll("\u00ad", "");
    this.paragraphs.push(paragraph);
    if (kind !== "footnote") this.paragraphs.push(...this.notes.splice(0));
  }

  /** Reads up to `end`. */
  private run(end: number, out: { text: string }, kind: ParagraphKind): void {
    const { source } = this;
    if (++this.depth > 200) throw new Refused("damaged");
    while (this.at < end) {
      const c = source[this.at] as string;
      if (c === "\\") readCommand(this, { end, out, kind });
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

  /** Reads what `\begin{name}` opens. */
  environment(name: string, end: number, out: { text: string }, kind: ParagraphKind): void {
    const { source } = this;
    const closing = `\\end{${name}}`;
    const close = this.next(closing);
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
    const columns = ownValue(TABULAR, name);
    if (columns !== undefined) {
      this.finish(out, kind);
      for (let i = 0; i < columns; i++) {
        this.skipOptional();
        this.argument();
      }
      this.model.tableCount++;
      this.run(to, out, "tableCell");
      this.finish(out, "tableCell");
      this.at = Math.min(end, to + closing.length);
      return;
    }
    this.finish(out, kind);
    this.skipOptional();
    if (name === "abstract") this.paragraphs.push(textParagraph("Abstract", "heading", 1));
    // A quotation set apart: its language, and what it's taken from.
    const quoted = /^(foreign|hyphen)?display(c)?quote$/.exec(name);
    if (quoted?.[1]) this.argument();
    if (quoted?.[2]) {
      this.skipOptional();
      this.argument();
      this.skipOptional();
    }
    for (let i = 0; i < (ownValue(ARRANGED, name) ?? 0); i++) {
      this.argument();
      this.skipOptional();
    }
  }

  /** Where a text is next; -1 if nowhere. Searching for what's missing again and again would take quadratic time. */
  next(text: string): number {
    let found = this.found.get(text);
    if (found === undefined || (found >= 0 && found < this.at)) {
      found = this.source.indexOf(text, this.at);
      this.found.set(text, found);
    }
    return found;
  }

  /** Reads a braced argument as text of another kind. */
  inner(out: { text: string }, kind: ParagraphKind, level = 0): void {
    while (/[ \t\n]/.test(this.source[this.at] ?? "")) this.at++;
    if (this.source[this.at] !== "{") return;
    const close = matching(this.source, this.at);
    this.at++;
    this.run(close, out, kind);
    this.finish(out, kind, level);
    this.at = close + 1;
  }

  /** A braced argument as it is written; null where there is none. */
  argument(): string | null {
    let at = this.at;
    while (/[ \t]/.test(this.source[at] ?? "")) at++;
    if (this.source[at] !== "{") return null;
    const close = matching(this.source, at);
    this.at = close + 1;
    return this.source.slice(at + 1, close);
  }

  /** Skips up to four arguments in brackets. */
  skipOptional(): void {
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

  skipSpaceAfterWord(): void {
    while (/[ \t]/.test(this.source[this.at] ?? "")) this.at++;
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

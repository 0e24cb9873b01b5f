/** What a LaTeX text holds besides words: formulas, citations, labels, and other code, in order. */
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { matching } from "./tex-braces.ts";
import { CITATION, DROPPED, HEADINGS, MATH, REFERENCE, SILENT } from "./tex-vocabulary.ts";

export type LatexItem = {
  kind: "equation" | "citation" | "label" | "code" | "format";
  /** As written, with single blanks. */
  text: string;
  from: number;
  to: number;
  /** A formula on lines of its own. */
  display: boolean;
  /** The title of the section it's in. */
  section: string;
};

const NAME = /\\([a-zA-Z@]+)\*?/y;
/** Commands that only say how text looks. */
const FORMATS = new Set(
  "emph textbf textit texttt textsc textsf textrm textsl textup underline enquote textsuperscript textsubscript bf it em tt sc item par noindent newline footnote footnotemark footnotetext thanks title subtitle author date affil institute address caption maketitle centering raggedright small footnotesize large Large LARGE huge Huge normalsize tiny today and LaTeX TeX ldots dots quad qquad space hfill".split(
    " ",
  ),
);
/** Longer formulas and code are compared as a whole, too, but nothing is looked for beyond this. */
const MAX_ITEM = 50_000;

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

class Items {
  readonly items: LatexItem[] = [];
  /** Ends that don't occur again. */
  private readonly ended = new Set<string>();
  private readonly source: string;
  private at = 0;
  private section = "";

  constructor(source: string) {
    this.source = source;
  }

  read(): LatexItem[] {
    const { source } = this;
    const begin = source.indexOf("\\begin{document}");
    this.at = begin < 0 ? 0 : begin + 16;
    const special = /[\\$]/g;
    for (;;) {
      special.lastIndex = this.at;
      const next = special.exec(source);
      if (!next) return this.items;
      this.at = next.index;
      if (next[0] === "$") this.dollars();
      else this.command();
    }
  }

  private add(kind: LatexItem["kind"], from: number, to: number, display = false, text = ""): void {
    this.items.push({
      kind,
      text: text || plain(this.source.slice(from, to)),
      from,
      to,
      display,
      section: this.section,
    });
    this.at = to;
  }

  /** Where `closing` begins, or -1. */
  private find(closing: string, from: number): number {
    if (this.ended.has(closing)) return -1;
    const at = this.source.indexOf(closing, from);
    if (at < 0) this.ended.add(closing);
    return at >= 0 && at - from < MAX_ITEM ? at : -1;
  }

  private dollars(): void {
    const mark = this.source[this.at + 1] === "$" ? "$$" : "$";
    let close = this.at + mark.length;
    do {
      close = this.find(mark, close);
      if (close < 0) break;
      close += mark.length;
    } while (this.source[close - mark.length - 1] === "\\");
    if (close < 0) this.at += mark.length;
    else this.add("equation", this.at, close, mark === "$$");
  }

  private command(): void {
    NAME.lastIndex = this.at;
    const found = NAME.exec(this.source);
    const from = this.at;
    if (!found) {
      const sign = this.source[from + 1];
      const close = sign === "(" ? this.find("\\)", from) : sign === "[" ? this.find("\\]", from) : -1;
      if (close < 0) this.at = from + 2;
      else this.add("equation", from, close + 2, sign === "[");
      return;
    }
    const name = found[1] as string;
    const after = from + found[0].length;
    if (name === "begin" || name === "end") this.environment(name, from, after);
    else if (name === "verb") {
      const close = this.find(this.source[after] ?? "", after + 1);
      this.add("code", from, close < 0 ? after : close + 1);
    } else if (CITATION.test(name)) this.add("citation", from, this.args(after, 1));
    else if (REFERENCE.test(name)) this.add("label", from, this.args(after, 1));
    else if (Object.hasOwn(HEADINGS, name)) {
      const open = this.args(after, 0);
      if (this.source[open] === "{")
        this.section = plain(this.source.slice(open + 1, matching(this.source, open))).slice(0, 200);
      this.add("format", from, open);
    } else
      this.add(
        FORMATS.has(name) ? "format" : "code",
        from,
        this.args(after, ownValue(SILENT, name) ?? (name === "includegraphics" ? 1 : 0)),
      );
  }

  private environment(word: string, from: number, after: number): void {
    const { source } = this;
    const name = source[after] === "{" ? source.slice(after + 1, Math.min(matching(source, after), after + 60)) : "";
    const named = after + name.length + 2;
    const isMath = MATH.test(name);
    if (word === "begin" && (isMath || DROPPED.test(name))) {
      const closing = `\\end{${name}}`;
      const close = this.find(closing, named);
      if (close >= 0) return this.add(isMath ? "equation" : "code", from, close + closing.length, true);
    }
    this.add(
      "code",
      from,
      word === "begin" ? this.args(named, /^tabular|^longtable|^minipage/.test(name) ? 1 : 0) : named,
    );
  }

  /** The end of optional arguments in brackets and of so many in braces. */
  private args(from: number, braces: number): number {
    const { source } = this;
    let at = from;
    let left = braces;
    for (let guard = 0; guard < 12; guard++) {
      if (source[at] === "[") {
        const close = source.slice(at, at + 2_000).indexOf("]");
        if (close < 0) return at;
        at += close + 1;
      } else if (source[at] === "{" && left > 0) {
        left--;
        at = Math.min(source.length, matching(source, at) + 1);
      } else break;
    }
    return at;
  }
}

/** @param source without comments, as `TexProject.text` */
export const latexItems = (source: string): LatexItem[] => new Items(source).read();

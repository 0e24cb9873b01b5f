/** What keeps a LaTeX file from compiling, as far as its text alone shows it. */
import { VERBATIM } from "../../readers/tex/tex-vocabulary.ts";

export type LatexFault = {
  line: number;
  what: string;
  advice: string;
  /** The line it's in. */
  around: string;
};

const UNREAD = new RegExp(String.raw`^(?:${VERBATIM})\*?$`);
const NAME = /\\([a-zA-Z@]+)\*?/y;
const ENVIRONMENT = /[ \t]*\{([^{}\\\n]{1,60})\}/y;

type Open = { name: string; line: number; at: number; brace: boolean };

class Faults {
  readonly faults: LatexFault[] = [];
  private readonly source: string;
  private readonly open: Open[] = [];
  /** Verbatim environments that don't end anymore. */
  private readonly unended = new Set<string>();
  private at = 0;
  private line = 1;
  /** Up to where lines were counted. */
  private counted = 0;

  constructor(source: string) {
    this.source = source;
  }

  private say(at: number, line: number, what: string, advice: string): void {
    const start = this.source.lastIndexOf("\n", at - 1) + 1;
    const around = this.source.slice(start, start + 200).split("\n", 1)[0] as string;
    this.faults.push({ line, what, advice, around: around.trim() });
  }

  private lineOf(at: number): number {
    for (; this.counted < at; this.counted++) if (this.source.charCodeAt(this.counted) === 10) this.line++;
    return this.line;
  }

  read(): LatexFault[] {
    const { source } = this;
    const special = /[\\%{}]/g;
    for (;;) {
      special.lastIndex = this.at;
      const next = special.exec(source);
      if (!next || this.faults.length >= 50) break;
      this.at = next.index;
      if (next[0] === "%") {
        const end = source.indexOf("\n", this.at);
        this.at = end < 0 ? source.length : end;
      } else if (next[0] === "{") {
        this.open.push({ name: "{", line: this.lineOf(this.at), at: this.at, brace: true });
        this.at++;
      } else if (next[0] === "}") this.closeBrace();
      else if (!this.command()) break;
    }
    // After an open brace, everything that follows is inside it.
    const braces = this.open.filter((one) => one.brace);
    for (const { name, line, at, brace } of (braces.length > 0 ? braces : this.open).slice(0, 10))
      this.say(
        at,
        line,
        brace ? "A brace is opened and never closed." : `\\begin{${name}} has no \\end{${name}}.`,
        brace ? "Add the missing }, or remove this {." : `Add \\end{${name}}.`,
      );
    return this.faults;
  }

  private closeBrace(): void {
    // Definitions may hold one half of an environment.
    while (this.open.at(-1)?.brace === false && this.open.some((one) => one.brace)) this.open.pop();
    if (this.open.at(-1)?.brace) this.open.pop();
    else
      this.say(
        this.at,
        this.lineOf(this.at),
        "A brace is closed that was never opened.",
        "Remove this }, or add the missing {.",
      );
    this.at++;
  }

  /** @returns false at the end of the document, after which LaTeX reads nothing */
  private command(): boolean {
    const { source } = this;
    NAME.lastIndex = this.at;
    const found = NAME.exec(source);
    if (!found) {
      this.at += 2;
      return true;
    }
    const from = this.at;
    this.at += found[0].length;
    if (found[1] === "documentclass") this.documentClass(from);
    if (found[1] === "verb") {
      const line = source.slice(this.at, this.at + 500).split("\n", 1)[0] as string;
      this.at += line.indexOf(line[0] ?? "", 1) + 1;
    }
    if (found[1] !== "begin" && found[1] !== "end") return true;
    ENVIRONMENT.lastIndex = this.at;
    const environment = ENVIRONMENT.exec(source);
    if (!environment) return true;
    this.at += environment[0].length;
    const name = environment[1] as string;
    if (found[1] === "end") {
      this.closeEnvironment(name, from);
      return name !== "document";
    }
    if (UNREAD.test(name)) {
      const close = this.unended.has(name) ? -1 : source.indexOf(`\\end{${name}}`, this.at);
      if (close < 0) this.unended.add(name);
      else {
        this.at = close + name.length + 6;
        return true;
      }
    }
    this.open.push({ name, line: this.lineOf(from), at: from, brace: false });
    return true;
  }

  private closeEnvironment(name: string, at: number): void {
    const last = this.open.at(-1);
    // Inside braces, it may be half of a definition. At the document's end, the brace itself is the fault.
    if (last?.brace) return;
    if (last?.name !== name)
      this.say(
        at,
        this.lineOf(at),
        last ? `\\begin{${last.name}} is closed by \\end{${name}}.` : `\\end{${name}} has no \\begin{${name}}.`,
        "Make each \\begin and its \\end match.",
      );
    // What the mismatch left open isn't another fault.
    const begun = this.open.findLastIndex((one) => one.name === name && !one.brace);
    this.open.length = begun >= 0 ? begun : Math.max(0, this.open.length - 1);
  }

  /** \documentclass[options]{class}, with one list of options at most. */
  private documentClass(from: number): void {
    const rest = this.source.slice(this.at, this.at + 2_000).replace(/%[^\n]*\n/g, "\n");
    if (/^\s*(?:\[[^\]]*\]\s*)?\{\s*[\w./-]+\s*\}/.test(rest)) return;
    const lists = /^\s*\[[^\]]*\]\s*\[/.test(rest);
    this.say(
      from,
      this.lineOf(from),
      lists
        ? "\\documentclass has two lists of options. LaTeX stops there."
        : "\\documentclass isn't complete. LaTeX stops there.",
      lists
        ? "Put all options into one pair of brackets: \\documentclass[draft,10pt]{class}."
        : "Write it as \\documentclass[options]{class}.",
    );
  }
}

export const latexFaults = (source: string): LatexFault[] => new Faults(source).read();

/** The faults of a copy that its source doesn't have in the same words. */
export function newFaults(source: string, copy: string): LatexFault[] {
  const known = new Map<string, number>();
  for (const { what } of latexFaults(source)) known.set(what, (known.get(what) ?? 0) + 1);
  return latexFaults(copy).filter(({ what }) => {
    const left = known.get(what) ?? 0;
    if (left > 0) known.set(what, left - 1);
    return left === 0;
  });
}

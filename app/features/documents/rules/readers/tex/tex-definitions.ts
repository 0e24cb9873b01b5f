import { matching } from "./tex-braces.ts";
import { latexItems } from "./tex-items.ts";
import { isReadCommand } from "./tex-commands.ts";

/** Commands that the author defines, and the text with them replaced by what they print. */
export type TexDefinition = {
  /** Without its backslash. */
  name: string;
  arguments: number;
  /** What the first argument is if it's left out, or null if it can't be. */
  optional: string | null;
  /** What it stands for, without the braces around it. */
  body: string;
  /** The name of a function in formulas. */
  operator: boolean;
};
export type TexDefinitions = ReadonlyMap<string, TexDefinition>;

const MOST_DEFINITIONS = 1_000;
const LONGEST_BODY = 500;
/** How much text all commands of a document may add, and how deep they may be nested. */
const MOST_ADDED = 2_000_000;
const DEEPEST = 10;

/**
 * A command's definition up to its body: its name, how many arguments it has and the first one's default, or their
 * places (\def\x#1#2).
 */
const DEFINITION =
  /\\(?:((?:re)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator)\*?\s*\{?(\\[a-zA-Z]{1,40})\}?\s*(?:\[(\d)\]\s*(?:\[([^[\]{}]{0,200})\])?)?|[gex]?def\s*(\\[a-zA-Z]{1,40})((?:#\d)*))\s*(?=\{)/g;

/** The author's own commands in these texts. Of two definitions, the later one counts, as in LaTeX. */
export function definitionsIn(texts: Iterable<string>): TexDefinitions {
  const found = new Map<string, TexDefinition>();
  for (const source of texts)
    for (const match of source.matchAll(DEFINITION)) {
      if (found.size >= MOST_DEFINITIONS) return found;
      const from = match.index + match[0].length;
      const text = source.slice(from, from + LONGEST_BODY);
      const close = matching(text, 0);
      if (close <= 0 || text[close] !== "}") continue;
      const [, way, command, count = "0", optional, defined, places = ""] = match;
      const name = (command ?? defined ?? "").slice(1);
      if (way === "providecommand" && found.has(name)) continue;
      found.set(name, {
        name,
        arguments: defined === undefined ? Number(count) : places.length / 2,
        optional: optional ?? null,
        body: text.slice(1, close),
        operator: way === "DeclareMathOperator",
      });
    }
  return found;
}

const ENVIRONMENT = /^\s*\\(?:begin|end)\s*\{[a-zA-Z]{1,40}\*?\}\s*$/;

/** The text with abbreviations of environments written in full: authors of physics write \be for \begin{equation}. */
export function withEnvironments(text: string, definitions: TexDefinitions): string {
  const names = [...definitions.values()].filter((one) => one.arguments === 0 && ENVIRONMENT.test(one.body));
  if (names.length === 0 || text.length > MOST_ADDED) return text;
  const bodies = new Map(names.map((one) => [one.name, one.body.replace(/\s+/g, "")]));
  const begin = Math.max(0, text.indexOf("\\begin{document}"));
  return (
    text.slice(0, begin) + text.slice(begin).replace(/\\([a-zA-Z]+)/g, (all, name: string) => bodies.get(name) ?? all)
  );
}

/** Definitions that need more of TeX than replacing text. */
const PROGRAMS = /\\(?:if|else|fi|csname|expandafter|let|global|the|advance|futurelet)\b|@|##/;

class Expansion {
  private left = MOST_ADDED;
  private readonly definitions: TexDefinitions;

  constructor(definitions: TexDefinitions) {
    this.definitions = definitions;
  }

  /** @param depth of how many commands this is what they stand for */
  text(source: string, depth = 0): string {
    let out = "";
    let done = 0;
    for (const item of latexItems(source)) {
      if (item.from < done || item.kind === "equation" || item.kind === "citation") continue;
      const name = /^\\([a-zA-Z]+)/.exec(item.text)?.[1] ?? "";
      if (/^[gex]?def$/.test(name)) {
        const open = source.indexOf("{", item.to);
        const end = open < 0 ? item.to : matching(source, open) + 1;
        out += source.slice(done, end);
        done = end;
        continue;
      }
      const definition = this.definitions.get(name);
      if (!definition || isReadCommand(name) || PROGRAMS.test(definition.body)) continue;
      const used = argumentsAt(source, item.from + 1 + name.length, definition);
      if (!used) continue;
      const longest = Math.max(0, ...used.values.map((value) => value.length));
      this.left -= definition.body.length + longest * (definition.body.split("#").length - 1);
      if (this.left < 0) break;
      const body = definition.body.replace(/#(\d)/g, (_, place: string) => used.values[Number(place) - 1] ?? "");
      out += source.slice(done, item.from) + this.printed(body, source[used.to] ?? "", depth);
      done = used.to;
    }
    return out + source.slice(done);
  }

  private printed(body: string, next: string, depth: number): string {
    const spaced = body.replace(/\\xspace\s*$/, /[\s.,;:!?'/)\]}~-]|^$/.test(next) ? "" : " ");
    const text = depth < DEEPEST ? this.text(spaced, depth + 1) : spaced;
    // A command's name ends here, also before a letter.
    return /\\[a-zA-Z]+$/.test(text) && /[a-zA-Z]/.test(next) ? `${text} ` : text;
  }
}

/** A command's arguments after its name, and where they end. Null if they aren't there. */
function argumentsAt(
  source: string,
  after: number,
  { arguments: count, optional }: TexDefinition,
): { values: string[]; to: number } | null {
  const blank = /\s*/y;
  const skip = (at: number): number => {
    blank.lastIndex = at;
    return at + (blank.exec(source)?.[0].length ?? 0);
  };
  // A blank line ends the paragraph, also after a command's name.
  if (count === 0) {
    const to = skip(after);
    return { values: [], to: source.slice(after, to).split("\n").length > 2 ? after : to };
  }
  const values: string[] = [];
  let to = after;
  if (optional !== null) {
    const open = skip(to);
    const close = source[open] === "[" ? source.slice(open, open + 2_000).indexOf("]") : -1;
    values.push(close < 0 ? optional : source.slice(open + 1, open + close));
    if (close >= 0) to = open + close + 1;
  }
  while (values.length < count) {
    const at = skip(to);
    if (at >= source.length) return null;
    if (source[at] === "{") {
      to = matching(source, at) + 1;
      values.push(source.slice(at + 1, to - 1));
    } else {
      const token = /^(?:\\[a-zA-Z]+|\\.|[^\\])/su.exec(source.slice(at, at + 60))?.[0] ?? "";
      to = at + token.length;
      values.push(token);
    }
  }
  return { values, to };
}

/** The text with the author's own commands replaced by what they print, in the title and after \begin{document}. */
export function withoutCommands(text: string, definitions: TexDefinitions): string {
  if (definitions.size === 0) return text;
  const expansion = new Expansion(definitions);
  const begin = text.indexOf("\\begin{document}");
  if (begin < 0) return expansion.text(text);
  let preamble = text.slice(0, begin);
  const title = /\\title\s*(?:\[[^[\]]*\]\s*)?\{/.exec(preamble);
  if (title) {
    const [open, close] = [title.index + title[0].length, matching(preamble, title.index + title[0].length - 1)];
    preamble = preamble.slice(0, open) + expansion.text(preamble.slice(open, close)) + preamble.slice(close);
  }
  return preamble + expansion.text(text.slice(begin));
}

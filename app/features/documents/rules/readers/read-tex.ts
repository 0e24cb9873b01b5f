import { count } from "#app/platform/rules/core/count.ts";
import { Refused } from "./refusal.ts";
import type { TextModel } from "./text-model.ts";
import { decodePlain } from "./decode-plain.ts";
import { type TexDefinitions, definitionsIn, withEnvironments, withoutCommands } from "./tex/tex-definitions.ts";
import { TexReader } from "./tex/tex-reader.ts";
import { VERBATIM } from "./tex/tex-vocabulary.ts";
import { readPart, type Zip } from "../docx/zip.ts";

/** A LaTeX text with everything that it includes, without comments. */
export type TexProject = {
  format: "tex" | "tex-zip";
  text: string;
  /** The author's own commands, also those in the project's packages and classes. */
  definitions: TexDefinitions;
  /** The file with \documentclass, and the contents of all text files by name. "" and one file for a single .tex. */
  main: string;
  files: ReadonlyMap<string, string>;
  /** What to say about missing files, or "". */
  missing: string;
  repeated: string[];
};

/** Reads a single .tex file. Its includes are missing, and a note says so. */
export const readTex = (source: string): TextModel => readProject(texProject(source));

/** Reads a zipped LaTeX project: the file with \documentclass, and its includes. */
export const readTexZip = (zip: Zip): TextModel => readProject(zipProject(zip));

export const readProject = ({ format, text, definitions, missing, repeated }: TexProject): TextModel =>
  new TexReader(format).read(withoutCommands(text, definitions), missing, repeated);

export function texProject(source: string): TexProject {
  const missing: string[] = [];
  const text = expand(source, (name) => (missing.push(name), null));
  const definitions = definitionsIn([text]);
  return {
    format: "tex",
    text: withEnvironments(text, definitions),
    definitions,
    main: "",
    files: new Map([["", source]]),
    missing: missingNote(missing, "Upload the whole project as a .zip, so that we count them."),
    repeated: [],
  };
}

export function zipProject(zip: Zip): TexProject {
  const files = new Map<string, string>();
  let total = 0;
  for (const name of zip.entries.keys()) {
    if (!/\.(?:tex|ltx|bbl|bib|sty|cls)$/i.test(name) || name.startsWith("__MACOSX/") || /(?:^|\/)\._/.test(name))
      continue;
    const bytes = readPart(zip, name);
    total += bytes?.length ?? 0;
    if (total > 50 * 1024 * 1024) throw new Refused("too-long");
    if (bytes && bytes.length > 0) files.set(name, decodePlain(bytes));
  }
  const mains = [...files].filter(
    ([name, text]) => /\.(?:tex|ltx|bbl)$/i.test(name) && /^[^%\n]*\\document(?:class|style)\b/m.test(text),
  );
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
  const definitions = definitionsIn([...packages(files), text]);
  return {
    format: "tex-zip",
    text: withEnvironments(text, definitions),
    definitions,
    main: main[0],
    files,
    missing: missingNote(missing, "Add them to the .zip and upload it again, so that we count them."),
    repeated: [...repeated],
  };
}

const packages = (files: ReadonlyMap<string, string>): string[] =>
  [...files].flatMap(([name, text]) => (/\.(?:sty|cls)$/i.test(name) ? [text] : []));

/** Which files the text includes that weren't uploaded, each once, and what to do about it. "" if none is missing. */
function missingNote(missing: readonly string[], advice: string): string {
  const names = [...new Set(missing.map((name) => name.trim()))];
  if (names.length === 0) return "";
  const others = names.length - 5;
  const more = others > 0 ? `, and ${count(others, "other file")}` : "";
  return `Missing from the upload, so not counted: ${names.slice(0, 5).join(", ")}${more}. ${names.length === 1 ? advice.replaceAll("them", "it") : advice}`;
}

type Included = { name: string; text: string };

/**
 * Follows \input and \include, ignoring comments. A file inside itself is left out. At most 20 levels deep, 2,000 in
 * all.
 */
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
  let out = "";
  let done = 0;
  for (const { from, to, name } of includesIn(clean)) {
    if (left.files-- <= 0) break;
    const found = find(name, open);
    out += clean.slice(done, from);
    done = to;
    if (found !== null) out += `\n${expand(found.text, find, [...open, found.name], left)}\n`;
  }
  return out + clean.slice(done);
}

/** Where a file is included: \input{name}, \input name, \include{name}, \subfile{name}. Not where it's only quoted. */
const INCLUDE =
  /\\(?:input(?:\{([^{}\\#|\n]{1,250})\}| +([\w./+-]{1,250}))|(?:include|subfile)\{([^{}\\#|\n]{1,250})\})/y;
const QUOTED = new RegExp(String.raw`\\(?:begin\{((?:${VERBATIM})\*?)\}|verb\*?([^a-zA-Z\s*]))`, "y");

function includesIn(source: string): { from: number; to: number; name: string }[] {
  const found: { from: number; to: number; name: string }[] = [];
  /** Ends that don't occur again: looked for once. */
  const ended = new Set<string>();
  for (let at = source.indexOf("\\"); at >= 0; at = source.indexOf("\\", at)) {
    INCLUDE.lastIndex = at;
    QUOTED.lastIndex = at;
    const include = INCLUDE.exec(source);
    const quoted = include ? null : QUOTED.exec(source);
    if (include) {
      const [whole, braced, bare, other] = include;
      found.push({ from: at, to: at + whole.length, name: (braced ?? bare ?? other ?? "").trim() });
      at += whole.length;
    } else if (quoted) {
      const [whole, environment, mark = ""] = quoted;
      at += whole.length;
      if (environment === undefined) {
        // It ends on its own line.
        const line = source.slice(at, at + 500).split("\n", 1)[0] as string;
        at += line.indexOf(mark) + 1;
        continue;
      }
      const closing = `\\end{${environment}}`;
      const close = ended.has(closing) ? -1 : source.indexOf(closing, at);
      if (close < 0) ended.add(closing);
      else at = close + closing.length;
    } else at += 2;
  }
  return found;
}

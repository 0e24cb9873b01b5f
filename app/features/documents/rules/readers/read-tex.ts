import { Refused } from "./refusal.ts";
import type { TextModel } from "./text-model.ts";
import { decodePlain } from "./decode-plain.ts";
import { TexReader } from "./tex/tex-reader.ts";
import { readPart, type Zip } from "../docx/zip.ts";

/** Reads a single .tex file. Its includes are missing, and a note says so. */
export function readTex(source: string): TextModel {
  const missing: string[] = [];
  return new TexReader("tex").read(
    expand(source, (name) => (missing.push(name), null)),
    missing,
    [],
  );
}

/** Reads a zipped LaTeX project: the file with \documentclass, and its includes. */
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
  return clean.replace(
    /\\(?:input|include|subfile)\s*(?:\{([^}\n]+)\}|([^\s{}\\]+))/g,
    (_, braced?: string, bare?: string) => {
      if (left.files-- <= 0) return "";
      const found = find(braced ?? bare ?? "", open);
      return found === null ? "" : `\n${expand(found.text, find, [...open, found.name], left)}\n`;
    },
  );
}

import { divideIntoSections } from "./sections.ts";
import type { TextModel } from "./text-model.ts";
import { RtfReading } from "./rtf/rtf-reading.ts";
import type { RtfWatch } from "./rtf/rtf-watch.ts";
import { readWord } from "./rtf/rtf-words.ts";

/**
 * Reads RTF: groups, characters by the font's character set, \u with its fallback, notes. Deleted and hidden text is
 * left out.
 *
 * @param watch what the manuscript check collects
 */
export function readRtf(bytes: Buffer, watch: RtfWatch | null = null): TextModel {
  const source = bytes.toString("latin1");
  const reading = new RtfReading(watch);
  let i = 0;
  /** Programs that don't know the next control word skip its group. */
  let starred = false;
  while (i < source.length) {
    const c = source[i] as string;
    if (c === "\\") {
      const next = source[i + 1] ?? "";
      if (next === "*") {
        // It only announces a destination at the start of a group.
        starred = source
          .slice(Math.max(0, i - 4), i)
          .trimEnd()
          .endsWith("{");
        i += 2;
      } else if (/[a-zA-Z]/.test(next)) {
        i = readControlWord(reading, source, i, starred);
        starred = false;
      } else i = readControlSign(reading, source, i);
      continue;
    }
    if (c === "{" || c === "}") {
      if (c === "{") reading.openGroup();
      else if (!reading.closeGroup()) break;
      starred = false;
    } else if (c !== "\r" && c !== "\n" && c !== "\0") {
      if (reading.toSkip > 0) reading.toSkip--;
      else if (reading.hears) reading.pending.push(source.charCodeAt(i));
    }
    i++;
  }
  reading.finish();
  if (i >= source.length && reading.stack.length > 0)
    reading.model.notes.push(
      "This file ends before its text does, so part of it may be missing from the count. Open it, check the last page, save it, and upload it again.",
    );
  return divideIntoSections(reading.model);
}

/**
 * Reads the control word at `at`: letters, an optional number, and an optional space that belongs to it. @returns where
 * the text continues
 */
function readControlWord(reading: RtfReading, source: string, at: number, starred: boolean): number {
  const letters = at + 1;
  let end = letters;
  while (end < source.length && end - at < 40 && /[a-zA-Z]/.test(source[end] as string)) end++;
  const name = source.slice(letters, end);
  const digits = source[end] === "-" ? end + 1 : end;
  let after = digits;
  while (after < source.length && after - digits < 11 && isDigit(source.charCodeAt(after))) after++;
  const value = after > digits ? Number(source.slice(end, after)) : null;
  if (value === null) after = end;
  if (source[after] === " ") after++;
  if (name === "bin") return after + Math.max(0, Math.min(value ?? 0, source.length - after));
  if (reading.toSkip > 0 && name !== "u") reading.toSkip--;
  else readWord(reading, name, value, starred);
  return after;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/** Control symbols that represent a character. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ["~", "\u00a0"],
  ["_", "\u2011"],
  ["-", "\u00ad"],
]);

/** Reads a control symbol at `at`: a byte by number, a character, or a brace. @returns where the text continues */
function readControlSign(reading: RtfReading, source: string, at: number): number {
  const next = source[at + 1] ?? "";
  if (next === "'") {
    const value = Number.parseInt(source.slice(at + 2, at + 4), 16);
    if (reading.toSkip > 0) reading.toSkip--;
    else if (!Number.isNaN(value)) reading.pending.push(value);
    return at + 4;
  }
  const sign = SIGNS.get(next);
  if (reading.toSkip > 0) reading.toSkip--;
  else if (sign !== undefined) {
    reading.flush();
    reading.put(sign);
  } else if (next === "\n" || next === "\r") readWord(reading, "par", null, false);
  else if (next === "\\" || next === "{" || next === "}") reading.pending.push(next.charCodeAt(0));
  return at + 2;
}

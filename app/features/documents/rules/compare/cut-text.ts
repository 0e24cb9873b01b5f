/** Cuts text into words, numbers, spaces, and signs. */
import { isCjk } from "../readers/words.ts";

const WORDS =
  /[\p{L}\p{M}\p{N}]+(?:['\u2019\u2011-][\p{L}\p{M}\p{N}]+)*|[ \t\r\n\u00a0\u2000-\u200a\u202f\u3000]+|[\s\S]/gu;

/** For characters below 0x300: 1 for letters and digits, 2 for spaces, 0 for other characters. */
const LATIN = Uint8Array.from({ length: 0x300 }, (_, code) =>
  /[\p{L}\p{M}\p{N}]/u.test(String.fromCharCode(code)) ? 1 : /[ \t\r\n\u00a0]/.test(String.fromCharCode(code)) ? 2 : 0,
);
const kindOf = (code: number): number =>
  code < 0x300
    ? (LATIN[code] as number)
    : code === 0x2019 || code === 0x2011
      ? 0
      : code === 0x2013 || code === 0x2014 || code === 0x201c || code === 0x201d || code === 0x2018 || code === 0x2026
        ? 0
        : 3;
/** Characters that may join letters within a word: ' - and their typographic variants. */
const joins = (code: number): boolean => code === 39 || code === 45 || code === 0x2019 || code === 0x2011;

/** Splits a text into words, spaces and single characters. CJK characters are separate. */
export function cutText(text: string): string[] {
  const out: string[] = [];
  for (let i = 0; i < text.length;) {
    const kind = kindOf(text.charCodeAt(i));
    let to = i + 1;
    if (kind === 1) {
      for (; to < text.length; to++) {
        const code = text.charCodeAt(to);
        if (kindOf(code) !== 1 && !(joins(code) && to + 1 < text.length && kindOf(text.charCodeAt(to + 1)) === 1))
          break;
      }
    } else if (kind === 2) while (to < text.length && kindOf(text.charCodeAt(to)) === 2) to++;
    // Non-Latin or unusual characters here or next: apply the complete rule from the start.
    if (
      kind === 3 ||
      (to < text.length && kindOf(text.charCodeAt(to)) === 3) ||
      (to + 1 < text.length && joins(text.charCodeAt(to)) && kindOf(text.charCodeAt(to + 1)) === 3)
    )
      return cutAnyText(text);
    out.push(text.slice(i, to));
    i = to;
  }
  return out;
}

function cutAnyText(text: string): string[] {
  const out: string[] = [];
  for (const [piece] of text.matchAll(WORDS)) {
    let cjk = false;
    for (let i = 0; i < piece.length && !cjk; i++) cjk = isCjk(piece.charCodeAt(i));
    if (cjk && piece.length > 1) out.push(...Array.from(piece));
    else out.push(piece);
  }
  return out;
}

export const isBlankText = (text: string): boolean => {
  const code = text.charCodeAt(0);
  return code < 0x300 ? LATIN[code] === 2 || code === 11 || code === 12 : /^\s+$/u.test(text);
};

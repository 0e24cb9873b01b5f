/** A bank's file as text, whatever its encoding. */
import { decodeBankFile } from "#app/features/payments/rules/bank-xml.ts";
import { rolesOfTitle } from "./csv-words.ts";

/** Encodings for files that aren't UTF-8 and don't say what they are, besides windows-1252 and ISO-8859-15. */
const OTHERS = ["shift_jis", "gb18030", "windows-1250"] as const;
/** How much of a file is looked at: so many bytes, lines, and cells with letters that encodings differ in. */
const BEGINNING = { bytes: 4_000, lines: 25, cells: 200 };

/**
 * Honors byte order marks and what XML declares. Otherwise it's UTF-8 if it can be, and else what makes the most titles
 * of columns known, or windows-1252.
 * @throws invalid for an encoding that XML declares and we don't know
 */
export function textOfBankFile(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  if (third !== undefined && second === 0 && first !== 0) return new TextDecoder("utf-16le").decode(bytes);
  if (third !== undefined && first === 0 && second !== 0) return new TextDecoder("utf-16be").decode(bytes);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, 200));
  if (/^(?:ï»¿)?\s*<\?xml/.test(start)) return decodeBankFile(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(guessEncoding(bytes)).decode(bytes);
  }
}

function guessEncoding(bytes: Uint8Array): string {
  const beginning = bytes.subarray(0, BEGINNING.bytes);
  const known = (encoding: string): number => {
    const text = new TextDecoder(encoding).decode(beginning);
    const cells = text
      .split(/[\r\n]+/)
      .slice(0, BEGINNING.lines)
      .flatMap((line) => line.split(/[,;\t|]/))
      .filter((cell) => /[^\0-\x7f]/.test(cell));
    return cells.slice(0, BEGINNING.cells).filter((cell) => isKnownTitle(cell.replaceAll('"', "").trim())).length;
  };
  const western = isLatin9(bytes) ? "iso-8859-15" : "windows-1252";
  let best = { encoding: western, score: known(western) };
  for (const encoding of OTHERS) {
    const score = known(encoding);
    if (score > best.score) best = { encoding, score };
  }
  if (best.encoding === western && manyPairs(beginning)) return "shift_jis";
  return best.encoding;
}

const isKnownTitle = (title: string): boolean => rolesOfTitle(title).some(({ rank }) => rank < 100);

/** ISO-8859-15 has its euro sign where windows-1252 has a sign that nobody uses, and nothing from 0x80 to 0x9F. */
const isLatin9 = (bytes: Uint8Array): boolean =>
  bytes.includes(0xa4) && !bytes.some((byte) => byte >= 0x80 && byte <= 0x9f);

/** Whether high bytes stand together, as in Japanese; in European languages they stand between plain letters. */
function manyPairs(bytes: Uint8Array): boolean {
  let [high, together] = [0, 0];
  for (let i = 1; i < bytes.length; i++)
    if (bytes[i]! >= 0x80) {
      high++;
      if (bytes[i - 1]! >= 0x80) together++;
    }
  return high >= 20 && together > high / 2;
}

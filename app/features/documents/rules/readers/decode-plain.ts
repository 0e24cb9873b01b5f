import { Refused } from "./refusal.ts";

/** How much of a text is examined to detect its encoding. */
const SAMPLE = 64 * 1024;

/**
 * Decodes plain text by byte order mark, or as UTF-8, or as UTF-16 without a mark, or as the legacy encoding in which
 * its bytes are most plausible. Many control characters mean it isn't text.
 */
export function decodePlain(bytes: Buffer): string {
  const text = decode(bytes, encodingOf(bytes));
  const head = text.slice(0, 100_000);
  const odd = head.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0;
  if (odd > head.length / 200 || head.includes("\0")) throw new Refused("not-a-document");
  return text;
}

const decode = (bytes: Buffer, encoding: string): string => new TextDecoder(encoding).decode(bytes);

function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const wide = wideEncoding(bytes.subarray(0, SAMPLE));
  if (wide !== null) return wide;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return pairEncoding(bytes) ?? singleEncoding(bytes.subarray(0, SAMPLE));
  }
}

/** UTF-16 without a mark: in Latin text every other byte is zero, including line ends and spaces. */
function wideEncoding(sample: Buffer): string | null {
  if (sample.length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let i = 0; i + 1 < sample.length; i += 2) {
    if (sample[i] === 0) even++;
    if (sample[i + 1] === 0) odd++;
  }
  const units = sample.length >> 1;
  if (odd > units / 10 && even === 0) return "utf-16le";
  if (even > units / 10 && odd === 0) return "utf-16be";
  return null;
}

const between = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** The number of byte pairs, and how many are common characters in each encoding, or kana in two of them. */
type Pairs = {
  pairs: number;
  common: Record<"gb18030" | "euc-kr" | "big5" | "shift_jis" | "euc-jp", number>;
  kana: number;
  eucKana: number;
  lowTrails: number;
};

function countPairs(bytes: Buffer): Pairs {
  const end = Math.min(bytes.length, SAMPLE) - 1;
  let pairs = 0;
  const common = { gb18030: 0, "euc-kr": 0, big5: 0, shift_jis: 0, "euc-jp": 0 };
  let kana = 0;
  let eucKana = 0;
  let lowTrails = 0;
  for (let i = 0; i < end; i++) {
    const lead = bytes[i] as number;
    if (lead < 0x81) continue;
    const trail = bytes[++i] as number;
    pairs++;
    const high = between(trail, 0xa1, 0xfe);
    const low = between(trail, 0x40, 0x7e);
    const marks = between(lead, 0xa1, 0xa3) && high;
    if (low) lowTrails++;
    if (marks || (between(lead, 0xb0, 0xd7) && high)) common.gb18030++;
    if (marks || (between(lead, 0xb0, 0xc8) && high)) common["euc-kr"]++;
    if (between(lead, 0xa1, 0xc6) && (high || low)) common.big5++;
    if (between(lead, 0x81, 0x97) && between(trail, 0x40, 0xfc)) common.shift_jis++;
    if (marks || ((between(lead, 0xa4, 0xa5) || between(lead, 0xb0, 0xcf)) && high)) common["euc-jp"]++;
    if (lead === 0x82 || lead === 0x83) kana++;
    if (lead === 0xa4 || lead === 0xa5) eucKana++;
  }
  return { pairs, common, kana, eucKana, lowTrails };
}

/**
 * The East Asian encoding in which nearly all byte pairs are common characters, kana or punctuation; null if there is
 * none.
 */
function pairEncoding(bytes: Buffer): string | null {
  const { pairs, common, kana, eucKana, lowTrails } = countPairs(bytes);
  if (pairs < 2) return null;
  const is = (encoding: keyof typeof common, share: number): boolean =>
    common[encoding] >= pairs * share && valid(bytes, encoding);
  if (kana > pairs / 10 && is("shift_jis", 0.85)) return "shift_jis";
  if (eucKana > pairs / 10 && lowTrails === 0 && is("euc-jp", 0.85)) return "euc-jp";
  if (lowTrails > pairs / 10 && is("big5", 0.85)) return "big5";
  if (is("euc-kr", 0.97)) return "euc-kr";
  return is("gb18030", 0.85) ? "gb18030" : null;
}

function valid(bytes: Buffer, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Among single-byte encodings: other scripts have whole words of high bytes. */
function singleEncoding(sample: Buffer): string {
  const raw = sample.toString("latin1");
  const high = raw.match(/[\x80-\xff]/g)?.length ?? 0;
  const inWords = raw.match(/[\x80-\xff]{3,}/g)?.reduce((sum, word) => sum + word.length, 0) ?? 0;
  if (inWords > high / 2) {
    const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0;
    const upper = count(/[\xc0-\xdf]/g);
    const lower = count(/[\xe0-\xff]/g);
    if (upper === 0 && count(/[\xfb-\xff]/g) === 0) return "windows-1255";
    if (count(/[\xdc-\xdf]/g) > high / 20 && lower > upper) return "windows-1253";
    return upper > lower ? "koi8-r" : "windows-1251";
  }
  // Polish: in Western encodings these bytes are symbols, which never occur inside words.
  if (/[a-z][\xb3\xb9\xbf\x9f][a-z]/i.test(raw)) return "windows-1250";
  return "windows-1252";
}

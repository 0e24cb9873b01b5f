/**
 * Letters of mathematical alphabets (Unicode's Mathematical Alphanumeric Symbols), for which MathML has no attribute
 * any more. Their compatibility form (NFKC) is the plain letter.
 */

/** Where an alphabet's A, a, capital alpha, small alpha, and 0 are; 0 if it has none. */
const STARTS = {
  bold: [0x1d400, 0x1d41a, 0x1d6a8, 0x1d6c2, 0x1d7ce],
  "bold-italic": [0x1d468, 0x1d482, 0x1d71c, 0x1d736, 0x1d7ce],
  script: [0x1d49c, 0x1d4b6, 0, 0, 0],
  "bold-script": [0x1d4d0, 0x1d4ea, 0, 0, 0],
  fraktur: [0x1d504, 0x1d51e, 0, 0, 0],
  "bold-fraktur": [0x1d56c, 0x1d586, 0, 0, 0],
  "double-struck": [0x1d538, 0x1d552, 0, 0, 0x1d7d8],
  "sans-serif": [0x1d5a0, 0x1d5ba, 0, 0, 0x1d7e2],
  "sans-serif-italic": [0x1d608, 0x1d622, 0, 0, 0x1d7e2],
  "bold-sans-serif": [0x1d5d4, 0x1d5ee, 0x1d756, 0x1d770, 0x1d7ec],
  "bold-sans-serif-italic": [0x1d63c, 0x1d656, 0x1d790, 0x1d7aa, 0x1d7ec],
  monospace: [0x1d670, 0x1d68a, 0, 0, 0x1d7f6],
} as const;
export type Alphabet = keyof typeof STARTS;

/** Letters that Unicode had before, in the order of the alphabet. */
const ELSEWHERE: Partial<Record<Alphabet, Readonly<Record<string, string>>>> = {
  script: {
    B: "\u212c",
    E: "\u2130",
    F: "\u2131",
    H: "\u210b",
    I: "\u2110",
    L: "\u2112",
    M: "\u2133",
    R: "\u211b",
    e: "\u212f",
    g: "\u210a",
    o: "\u2134",
  },
  fraktur: { C: "\u212d", H: "\u210c", I: "\u2111", R: "\u211c", Z: "\u2128" },
  "double-struck": {
    C: "\u2102",
    H: "\u210d",
    N: "\u2115",
    P: "\u2119",
    Q: "\u211a",
    R: "\u211d",
    Z: "\u2124",
  },
};
/** First and last letter of each range, in the order of `STARTS`. */
const RANGES = ["AZ", "az", "\u0391\u03a9", "\u03b1\u03c9", "09"];

/** Letters and digits in an alphabet. What it doesn't have stays plain. */
export const inAlphabet = (text: string, alphabet: Alphabet): string =>
  Array.from(text, (letter) => {
    const range = RANGES.findIndex((ends) => letter >= ends.charAt(0) && letter <= ends.charAt(1));
    const start = STARTS[alphabet][range] ?? 0;
    if (start === 0) return letter;
    const first = RANGES[range]?.charCodeAt(0) ?? 0;
    return ELSEWHERE[alphabet]?.[letter] ?? String.fromCodePoint(start + letter.charCodeAt(0) - first);
  }).join("");

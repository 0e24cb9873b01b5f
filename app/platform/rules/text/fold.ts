/** Accents that normalization separates from their letter: the ranges of combining marks. */
const ACCENTS = /[\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]/gu;

/** Letters and signs without a decomposition. Migration 0310 has the same table. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ı: "i",
  ħ: "h",
  ŧ: "t",
  ŋ: "n",
  ς: "σ",
  "’": "'",
  "‘": "'",
  ʼ: "'",
  "“": '"',
  "”": '"',
  "‐": "-",
  "–": "-",
  "—": "-",
  "−": "-",
};
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join("")}]`, "gu");

/**
 * A text as searches compare it: lower case, without accents, with plain digits, quotes, and dashes. "Tomás" and "TOMAS"
 * are both "tomas", "H₂O" is "h2o". The database's `fold_text` returns the same.
 */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .replaceAll(ACCENTS, "")
    .toLowerCase()
    .replaceAll(SPECIAL, (it) => PLAIN[it]!);

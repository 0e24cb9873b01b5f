/** Text that banks accept: the Latin letters, digits, and punctuation that both SEPA and SWIFT allow. */

/** Letters that don't decompose into a base letter and an accent. */
const SPELLED: Record<string, string> = {
  ß: "ss",
  ẞ: "SS",
  æ: "ae",
  Æ: "AE",
  œ: "oe",
  Œ: "OE",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  þ: "th",
  Þ: "TH",
  ł: "l",
  Ł: "L",
  ı: "i",
  ħ: "h",
  Ħ: "H",
  "’": "'",
  "‘": "'",
  "“": "'",
  "”": "'",
  '"': "'",
  "–": "-",
  "—": "-",
  "−": "-",
  _: "-",
  "&": "+",
  ";": ",",
  "\u00a0": " ",
};

/**
 * The closest text in the bank character set, with single spaces, cut to a length. Drops letters it can't represent.
 */
export function bankText(text: string, maxLength: number): string {
  return (
    Array.from(text.normalize("NFC"))
      .map((c) => SPELLED[c] ?? c)
      .join("")
      // Separates accents from letters. They are dropped below with everything else banks don't accept.
      .normalize("NFD")
      .replace(/[\r\n\t]+/g, " ")
      .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, "")
      .replace(/ +/g, " ")
      .trim()
      .slice(0, maxLength)
      .trim()
  );
}

/** The words of a text with letters or digits that banks don't accept and that have no Latin spelling here. */
export const unspellable = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter((word) => Array.from(word.normalize("NFC")).some((c) => /[\p{L}\p{N}]/u.test(c) && bankText(c, 9) === ""));

/** Whether a text uses only the bank character set. */
export const isBankText = (text: string): boolean => /^[A-Za-z0-9/\-?:().,'+ ]*$/.test(text);

/**
 * An id as a reference in a bank file: "pyo_01ab" becomes "PYO-01AB". At most 35 characters.
 * @throws RangeError when it is longer or has other characters
 */
export function bankReference(id: string): string {
  const reference = id.replace("_", "-").toUpperCase();
  if (!/^[A-Z0-9-]{1,35}$/.test(reference)) throw new RangeError(`Can't be used as a reference in a bank file: ${id}`);
  return reference;
}

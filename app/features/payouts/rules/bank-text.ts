/** Text as banks take it: the Latin letters, digits and marks that SEPA and SWIFT both allow. */

/** Letters that do not come apart into a letter and an accent. */
const SPELT: Record<string, string> = {
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

/** The nearest text in the banks' character set, blanks made single, cut to a length. Letters it has no sign for are left out. */
export function bankText(text: string, maxLength: number): string {
  return (
    [...text.normalize("NFC")]
      .map((c) => SPELT[c] ?? c)
      .join("")
      // Takes the accents off their letters; like all else that banks do not know, they are left out below.
      .normalize("NFD")
      .replace(/[\r\n\t]+/g, " ")
      .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, "")
      .replace(/ +/g, " ")
      .trim()
      .slice(0, maxLength)
      .trim()
  );
}

/** Whether a text is wholly in the banks' character set. */
export const isBankText = (text: string): boolean => /^[A-Za-z0-9/\-?:().,'+ ]*$/.test(text);

/** An id as a reference in a bank file: "pyo_01ab" becomes "PYO-01AB". At most 35 characters. @throws RangeError when it is longer or has other signs */
export function bankReference(id: string): string {
  const reference = id.replace("_", "-").toUpperCase();
  if (!/^[A-Z0-9-]{1,35}$/.test(reference)) throw new RangeError(`Cannot be a reference in a bank file: ${id}`);
  return reference;
}

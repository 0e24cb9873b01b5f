/** Why a file is not read. The codes are part of the API; the texts are what the person who dropped the file sees. */
export type RefusalCode =
  | "empty"
  | "not-a-document"
  | "executable"
  | "password"
  | "macros"
  | "dtd"
  | "bomb"
  | "damaged"
  | "no-words"
  | "no-text-layer"
  | "too-long"
  | "timeout"
  | "unsupported";

export type Refusal = { ok: false; code: RefusalCode; message: string; advice: string };

const TEXTS: Record<RefusalCode, readonly [message: string, advice: string]> = {
  empty: ["This file is empty.", "Save your manuscript again and drop the saved file."],
  "not-a-document": [
    "This is not a manuscript file we can read.",
    "Send a .docx, .doc, .odt, .rtf, .txt, .md, .tex, .pdf, or a .zip of a LaTeX project.",
  ],
  executable: ["This file is a program, not a manuscript.", "Choose the document itself, for example the .docx file."],
  password: [
    "This file is protected by a password.",
    "Open it in Word, remove the password under File > Info > Protect Document, save, and drop it again.",
  ],
  macros: ["This file contains macros.", "Open it in Word, save it as .docx (without macros), and drop the new file."],
  dtd: [
    "This file contains a document type declaration, which real manuscripts never have.",
    "Open it in Word or LibreOffice, save it as a new .docx, and drop the new file.",
  ],
  bomb: [
    "This file unpacks to far more data than a manuscript holds.",
    "Save it as a new .docx, with pictures compressed, and drop the new file.",
  ],
  damaged: [
    "This file is damaged and cannot be read to its end.",
    "Open it in Word, let it repair the file, save it under a new name, and drop that.",
  ],
  "no-words": [
    "There are no words in this file.",
    "Check that you chose the right file. Text inside pictures cannot be edited.",
  ],
  "no-text-layer": [
    "This PDF holds pictures of pages, without text.",
    "Send the source file (.docx, .odt or .tex) from which the PDF was made.",
  ],
  "too-long": [
    "This file is too large to read.",
    "Split it into parts, for example one file a chapter, and drop them together.",
  ],
  timeout: ["Reading this file took too long.", "Open it in Word, save it as a new .docx, and drop the new file."],
  unsupported: ["This cannot be done with this kind of file.", "Send the manuscript as a .docx."],
};

/** The refusal for a code; `detail` replaces the message, `advice` the advice, where more is known. */
export const refusal = (code: RefusalCode, detail?: string, advice?: string): Refusal => ({
  ok: false,
  code,
  message: detail ?? TEXTS[code][0],
  advice: advice ?? TEXTS[code][1],
});

/** Thrown inside the engine; `asRefusal` turns it, and any other failure, into a `Refusal`. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: Refusal;
  constructor(code: RefusalCode, detail?: string, advice?: string) {
    const made = refusal(code, detail, advice);
    super(made.message);
    this.refusal = made;
  }
}

/** The refusal in an error. What the engine did not foresee means a file it cannot follow: "damaged", or "too-long" when memory ran out. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refused) return error.refusal;
  const text = error instanceof Error ? error.message : String(error);
  if (/string longer|string length|array length|allocation/i.test(text)) return refusal("too-long");
  return refusal("damaged");
}

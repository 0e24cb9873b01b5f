import { ownValue } from "#app/platform/rules/core/own-value.ts";

/** Why a file can't be read. The codes are part of the API. The texts are shown to the person who uploaded the file. */
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
  | "busy"
  | "unsupported";

export type Refusal = { ok: false; code: RefusalCode; message: string; advice: string };

const TEXTS: Record<RefusalCode, readonly [message: string, advice: string]> = {
  empty: ["This file is empty.", "Save your manuscript again and upload the saved file."],
  "not-a-document": [
    "We can't read this type of file.",
    "Upload a .docx, .doc, .odt, .rtf, .txt, .md, .tex, .pdf, or a .zip of a LaTeX project.",
  ],
  executable: ["This file is a program, not a manuscript.", "Choose the document itself, for example the .docx file."],
  password: [
    "This file is password-protected.",
    "Remove the password in Word (File > Info > Protect Document) and upload it again.",
  ],
  macros: [
    "This file contains macros.",
    "Open it in Word, save it as .docx (without macros), and upload the new file.",
  ],
  dtd: [
    "This file contains a document type declaration, which real manuscripts never have.",
    "Open it in Word or LibreOffice, save it as a new .docx, and upload the new file.",
  ],
  bomb: [
    "This file unpacks to far more data than any manuscript.",
    "Save it as a new .docx with compressed pictures, and upload the new file.",
  ],
  damaged: [
    "This file is damaged, so we can't read all of it.",
    "Open it in Word, let Word repair it, save it under a new name, and upload it.",
  ],
  "no-words": [
    "There are no words in this file.",
    "Check that you chose the right file. We can't edit text inside pictures.",
  ],
  "no-text-layer": [
    "This PDF contains only pictures of pages, without text.",
    "Upload the source file (.docx, .odt, or .tex) that the PDF was made from.",
  ],
  "too-long": [
    "This file is too large to read.",
    "Split it into parts, for example one file per chapter, and upload them together.",
  ],
  timeout: ["Reading this file took too long.", "Open it in Word, save it as a new .docx, and upload the new file."],
  busy: [
    "You've uploaded many files at once, and we're still counting the others.",
    "Wait until they're counted, then upload this file again.",
  ],
  unsupported: ["We can't do this with this type of file.", "Upload the manuscript as a .docx."],
};

/** The refusal for a code; `detail` replaces the message and `advice` the advice, if more is known. */
export const refusal = (code: RefusalCode, detail?: string, advice?: string): Refusal => ({
  ok: false,
  code,
  message: detail ?? TEXTS[code][0],
  advice: advice ?? TEXTS[code][1],
});

/** Programs that the advice can name. */
type Kind = "word" | "libreoffice" | "rtf" | "plain" | "latex" | "pdf";

const SPLIT = "Split it into parts, for example one file per chapter, and upload them together.";
const FROM_PDF = "Upload the source file (.docx, .odt, or .tex) that the PDF was made from.";
const TRY_AS_DOCX = (program: string): string =>
  `Open it in ${program}, save it as a new .docx, and upload the new file.`;

/** The advice for files of programs other than Word, if it differs. */
const ADVICE: Record<Exclude<Kind, "word">, Partial<Record<RefusalCode, string>>> = {
  libreoffice: {
    password: 'Open it in LibreOffice, choose File > Save As, clear "Save with password", and upload the new file.',
    macros: "Open it in LibreOffice, save it as .docx (without macros), and upload the new file.",
    dtd: TRY_AS_DOCX("LibreOffice"),
    bomb: "Open it in LibreOffice, compress its pictures, save it as a new .docx, and upload the new file.",
    damaged: TRY_AS_DOCX("LibreOffice"),
    timeout: TRY_AS_DOCX("LibreOffice"),
  },
  rtf: {
    damaged: TRY_AS_DOCX("Word or LibreOffice"),
    timeout: TRY_AS_DOCX("Word or LibreOffice"),
    "too-long": SPLIT,
  },
  plain: {
    damaged: "Open it in a text editor, save it as UTF-8 text, and upload the new file.",
    timeout: SPLIT,
    "too-long": SPLIT,
  },
  latex: {
    password: "Pack the project again without a password, and upload the new .zip.",
    bomb: "Leave out of the .zip what the manuscript doesn't need, and upload it again.",
    damaged: "Check that the project compiles, pack it again, and upload the new .zip.",
    timeout: "Leave out of the .zip what the manuscript doesn't need, and upload it again.",
    "too-long": "Leave out of the .zip what the manuscript doesn't need, and upload it again.",
  },
  pdf: {
    password: "Save a copy without the password, or upload the source file (.docx, .odt, or .tex).",
    damaged: `Open it in a PDF viewer and print it to a new PDF. Better still, upload the source file (.docx, .odt, or .tex).`,
    bomb: FROM_PDF,
    timeout: FROM_PDF,
    "too-long": FROM_PDF,
  },
};

const KINDS: Record<string, Kind> = {
  odt: "libreoffice",
  ott: "libreoffice",
  rtf: "rtf",
  txt: "plain",
  md: "plain",
  markdown: "plain",
  tex: "latex",
  ltx: "latex",
  zip: "latex",
  "tex-zip": "latex",
  pdf: "pdf",
};

/**
 * The refusal with advice that names the file's own program. Advice given for the specific case is kept.
 * @param name the file's name, or its format if known
 */
export function advise(found: Refusal, name: string): Refusal {
  const kind = ownValue(KINDS, name.slice(name.lastIndexOf(".") + 1).toLowerCase());
  if (kind === undefined || kind === "word" || found.advice !== TEXTS[found.code][1]) return found;
  return { ...found, advice: ADVICE[kind][found.code] ?? found.advice };
}

/** Thrown inside the engine; `asRefusal` turns it, and any other failure, into a `Refusal`. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: Refusal;
  /** The format the file turned out to have, once that is known. */
  format: string | null = null;
  constructor(code: RefusalCode, detail?: string, advice?: string) {
    const made = refusal(code, detail, advice);
    super(made.message);
    this.refusal = made;
  }
}

/** Runs a reader and adds the file's real format to its refusals, so the advice fits the format and not the name. */
export function knowingFormat<T>(format: string, read: () => T): T {
  const note = (error: unknown): never => {
    const refused = error instanceof Refused ? error : new Refused(asRefusal(error).code);
    refused.format = format;
    throw refused;
  };
  try {
    const result = read();
    return result instanceof Promise ? (result.catch(note) as T) : result;
  } catch (error) {
    return note(error);
  }
}

/**
 * The refusal in an error.
 * @param name the file's name, for advice that names a program. Unexpected errors mean a file the engine can't follow:
 * "damaged", or "too-long" when memory ran out.
 */
export function asRefusal(error: unknown, name = ""): Refusal {
  if (error instanceof Refused) return advise(error.refusal, error.format ?? name);
  const text = error instanceof Error ? error.message : String(error);
  if (/string longer|string length|array length|allocation/i.test(text)) return advise(refusal("too-long"), name);
  return advise(refusal("damaged"), name);
}

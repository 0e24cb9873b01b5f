import { count } from "#app/platform/rules/core/count.ts";
import { decodePlain } from "./decode-plain.ts";
import { OleFile } from "./doc/ole.ts";
import { Refused } from "./refusal.ts";
import { looksLikeZip, openZip, readPart, type Zip } from "../docx/zip.ts";
import type { DocumentFormat } from "./receipt.ts";

export type Detected =
  | { format: Exclude<DocumentFormat, "txt" | "md" | "tex">; zip: Zip | null }
  | { format: "txt" | "md" | "tex"; text: string };

/** Larger plain text isn't a manuscript: that's two to three million words. */
const MAX_TEXT = 20 * 1024 * 1024;

const startsWith = (bytes: Uint8Array, ...signature: number[]): boolean =>
  signature.every((byte, i) => bytes[i] === byte);

/**
 * A file's format by content. `name` only decides between kinds of plain text that content can't distinguish. Refuses
 * what isn't a manuscript.
 */
export function detectFormat(bytes: Buffer, name: string): Detected {
  if (bytes.length === 0) throw new Refused("empty");
  if (startsWith(bytes, 0x4d, 0x5a) || startsWith(bytes, 0x7f, 0x45, 0x4c, 0x46) || isMachO(bytes))
    throw new Refused("executable");
  if (looksLikeZip(bytes)) return detectZip(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return detectOle(bytes);
  const head = bytes.toString("latin1", 0, 1024);
  if (/^\s*\{\\rtf/.test(head)) return { format: "rtf", zip: null };
  if (head.includes("%PDF-")) return { format: "pdf", zip: null };
  if (
    /^(?:GIF8|\x89PNG|\xff\xd8\xff|Rar!|7z\xbc\xaf|\x1f\x8b|BM.{4}\0\0\0\0|II\*\0|MM\0\*|ID3|OggS|\0\0\0.ftyp)/s.test(
      head,
    )
  )
    throw new Refused("not-a-document");
  if (bytes.length > MAX_TEXT) {
    // Only to recognize text.
    decodePlain(bytes.subarray(0, 64 * 1024));
    throw new Refused("too-long", `This text is larger than ${MAX_TEXT / 1024 / 1024} MB, more than any manuscript.`);
  }
  const text = decodePlain(bytes);
  // Text is read whatever the file's name, but a lone letter is the remains of a document, not a text.
  if (/\.(?:docx?|do[ct]m|dotx?|odt|ott|rtf|pdf)$/i.test(name) && !/\S\s+\S/.test(text) && bytes.length < 64)
    throw new Refused(
      "damaged",
      `This file is incomplete: only ${count(bytes.length, "byte")} of it arrived.`,
      "Check that it opens on your computer, and upload it again.",
    );
  if (/\.html?$/i.test(name) || /^\s*<(?:!doctype html|html)\b/i.test(text.slice(0, 500)))
    throw new Refused("not-a-document", "This is a web page, not a manuscript.");
  if (/^\s*<\?xml\b/.test(text.slice(0, 200))) throw new Refused("not-a-document");
  if (/\\documentclass\b|\\documentstyle\b|\\begin\{document\}/.test(text) || /\.(?:tex|ltx)$/i.test(name))
    return { format: "tex", text };
  if (/\.(?:md|markdown)$/i.test(name) || isMarkdown(text)) return { format: "md", text };
  return { format: "txt", text };
}

const isMachO = (bytes: Uint8Array): boolean =>
  startsWith(bytes, 0xfe, 0xed, 0xfa, 0xce) ||
  startsWith(bytes, 0xfe, 0xed, 0xfa, 0xcf) ||
  startsWith(bytes, 0xce, 0xfa, 0xed, 0xfe) ||
  startsWith(bytes, 0xcf, 0xfa, 0xed, 0xfe) ||
  startsWith(bytes, 0xca, 0xfe, 0xba, 0xbe);

/** What only Markdown has: lists, quotations, and headings, links, bold text. */
const MARKDOWN = [/^(?:#{1,6} \S|[-*] \S|\d{1,9}\. \S|> )/gm, /\[[^[\]\n]+\]\([^()\n]/g, /\*\*[^*\n]+\*\*/g];

const isMarkdown = (text: string): boolean => {
  const head = text.slice(0, 20_000);
  return /^#{1,3} \S/m.test(head) && MARKDOWN.reduce((n, pattern) => n + (head.match(pattern)?.length ?? 0), 0) >= 2;
};

function detectZip(bytes: Buffer): Detected {
  const zip = openZip(bytes);
  if (zip.entries.size === 0) throw new Refused("empty");
  const mimetype = zip.entries.has("mimetype") ? readPart(zip, "mimetype")?.toString("latin1").trim() : undefined;
  if (mimetype !== undefined) {
    if (/^application\/vnd\.oasis\.opendocument\.text(?:-template|-master|-web)?$/.test(mimetype))
      return { format: "odt", zip };
    throw new Refused("not-a-document");
  }
  if (zip.folded.has("[content_types].xml")) return { format: "docx", zip };
  if (zip.entries.has("content.xml") && zip.entries.has("META-INF/manifest.xml")) return { format: "odt", zip };
  const names = [...zip.entries.keys()].filter((one) => !one.startsWith("__MACOSX/"));
  if (names.some((one) => /\.tex$/i.test(one))) return { format: "tex-zip", zip };
  if (names.some((one) => /\.(?:docx|doc|odt|rtf|pdf)$/i.test(one))) {
    throw new Refused(
      "not-a-document",
      "This is a .zip with documents in it.",
      "Unpack it and upload the documents themselves. We can edit up to five files together.",
    );
  }
  if (names.some((one) => one.startsWith("word/"))) throw new Refused("damaged");
  throw new Refused("not-a-document", "This .zip holds no LaTeX project: there is no .tex file in it.");
}

/** An OLE file: an old .doc, or an encrypted .docx, depending on the directory's names. */
function detectOle(bytes: Buffer): Detected {
  const ole = new OleFile(bytes);
  const { names } = ole;
  if (names.has("encryptedpackage") || names.has("encryptioninfo")) throw new Refused("password");
  const text = ole.stream("WordDocument");
  if (!text) throw new Refused("not-a-document");
  // The first words of the text's stream say whether it's encrypted.
  if (text.length >= 12 && WORD.includes(text.readUInt16LE(0)) && (text.readUInt16LE(10) & 0x100) !== 0)
    throw new Refused(
      "password",
      undefined,
      "Open it in Word or LibreOffice, save it as .docx without the password, and upload the new file.",
    );
  if (names.has("_vba_project")) throw new Refused("macros");
  return { format: "doc", zip: null };
}

/** Of Word 97 and later, and of Word 6 and 95. */
const WORD = [0xa5ec, 0xa5dc];

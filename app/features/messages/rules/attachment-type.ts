import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { decodePlain } from "#app/features/documents/rules/readers/decode-plain.ts";
import { detectFormat } from "#app/features/documents/rules/readers/detect-format.ts";
import { Refused } from "#app/features/documents/rules/readers/refusal.ts";
import { looksLikeZip, openZip } from "#app/features/documents/rules/docx/zip.ts";
import { ATTACHMENT_LIMITS, ATTACHMENT_WORDS, type AttachmentType } from "./attachment.ts";

const PICTURES: readonly [AttachmentType, RegExp][] = [
  ["png", /^\x89PNG\r\n\x1a\n/],
  ["jpeg", /^\xff\xd8\xff/],
  ["gif", /^GIF8[79]a/],
  ["webp", /^RIFF[\s\S]{4}WEBP/],
];

/** Extensions of executable files, also checked inside archives, where only the name is known. */
const RUNS =
  /\.(?:exe|dll|com|scr|pif|msi|msp|cpl|bat|cmd|ps1|psm1|vbs?|vbe|wsf|wsh|hta|js|jse|mjs|jar|app|apk|dmg|pkg|deb|rpm|sh|bash|command|reg|lnk|inf|gadget|docm|dotm|xlsm|xltm|pptm|ppam|html?|xhtml|shtml|svgz?|php|py|rb|pl)$/i;
/** Why a plain text is refused: it's a disguised page, image or script. */
const MARKUP = /^<(?:!doctype|html|head|body|script|iframe|svg|\?xml|\?php|meta|object|embed|form|img|a\s|table)\b/i;
const SHEBANG = /^#!\s*\//;

const wrongType = (message: string, advice = `Send ${ATTACHMENT_WORDS}`) =>
  invalid("attachment_type", message, advice, { files: message });

/**
 * A file's type, by content; the name only distinguishes kinds of plain text and executables. Pure.
 * @throws Problem too-large; invalid for forbidden files: empty, programs, scripts, web pages, macros, unknown types
 */
export function attachmentType(bytes: Uint8Array, name: string): AttachmentType {
  if (bytes.length > ATTACHMENT_LIMITS.bytes) throw tooLargeAttachment(bytes.length);
  if (bytes.length === 0) throw wrongType("This file is empty.", "Save it again and attach the new file.");
  if (RUNS.test(name))
    throw wrongType(
      "You can't send programs, scripts, web pages, or files with macros here.",
      "Send the text itself, or a PDF or image of it.",
    );
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString("latin1", 0, 32);
  const picture = PICTURES.find(([, signature]) => signature.test(head));
  if (picture) return picture[0];
  if (looksLikeZip(buffer)) return zipType(buffer, name);
  try {
    const { format } = detectFormat(buffer, name);
    if (format === "doc" || format === "rtf" || format === "pdf") return format;
    return plainType(buffer);
  } catch (error) {
    throw asWrongType(error);
  }
}

/** A document, or else an archive of allowed files. */
function zipType(bytes: Buffer, name: string): AttachmentType {
  try {
    const zip = openZip(bytes);
    const names = [...zip.entries.keys()];
    const isOdf = zip.entries.has("mimetype");
    if (names.some((one) => /(?:^|\/)vbaProject\.bin$/i.test(one) || (isOdf && /^(?:basic|scripts)\//i.test(one))))
      throw new Refused("macros");
    const isOffice = zip.folded.has("[content_types].xml");
    if (isOffice) {
      if (zip.folded.has("word/document.xml")) return "docx";
      throw wrongType(
        "Word documents are the only Office files you can send here.",
        "Save spreadsheets and slides as PDF and attach the PDF.",
      );
    }
    if (isOdf && detectFormat(bytes, name).format === "odt") return "odt";
    const inside = names.find((one) => RUNS.test(one));
    if (inside)
      throw wrongType(
        "This .zip contains a program, script, or web page.",
        "Remove programs, scripts, and web pages from it and attach it again.",
      );
    return "zip";
  } catch (error) {
    throw asWrongType(error);
  }
}

/** A text from its first character that is neither blank nor in a comment of HTML. Reads each character once. */
function withoutLeadingComments(text: string): string {
  let rest = text.trimStart();
  while (rest.startsWith("<!--")) {
    const end = rest.indexOf("-->", 4);
    if (end < 0) return rest;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

function plainType(bytes: Buffer): AttachmentType {
  const text = decodePlain(bytes).slice(0, 4_000);
  if (MARKUP.test(withoutLeadingComments(text)) || SHEBANG.test(text))
    throw wrongType("This file is a web page or a script.", "Send the text itself, or a PDF or image of it.");
  return "text";
}

function asWrongType(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (!(error instanceof Refused)) throw error;
  switch (error.refusal.code) {
    case "executable":
      return wrongType("This file is a program.", "You can't send programs here. Send the document itself.");
    case "macros":
      return wrongType(
        "This file contains macros.",
        "Open it in Word, save it as .docx (without macros), and attach the new file.",
      );
    case "password":
      return wrongType("This file is password-protected.", "Remove the password, save the file, and attach it again.");
    case "damaged":
      return wrongType("This file is damaged and can't be read.", "Save it under a new name and attach that file.");
    case "bomb":
      return wrongType(
        "This archive is far too large when unpacked.",
        "Create a new archive with fewer or smaller files.",
      );
    case "busy":
    case "dtd":
    case "empty":
    case "no-text-layer":
    case "no-words":
    case "not-a-document":
    case "timeout":
    case "too-long":
    case "unsupported":
      return wrongType("You can't send this type of file here.");
  }
}

/** @param bytes its size, if known */
export const tooLargeAttachment = (bytes?: number): Problem =>
  new Problem(
    "too-large",
    "attachment_too_large",
    bytes
      ? `This file is ${Math.ceil(bytes / 1024 / 1024)} MB. The limit is 20 MB.`
      : "This file is too large. The limit is 20 MB.",
    "Compress its images or send it in parts.",
  );

import { invalid, Problem } from "#app/platform/rules/core/errors.ts";

/** The largest scan or photo of a document, in bytes. */
export const SCAN_BYTES = 10 * 1024 * 1024;
export const SCAN_ACCEPT = "image/jpeg,image/png,image/webp,application/pdf";
export const SCAN_WORDS = "JPEG, PNG, WebP, or PDF. Up to 10 MB.";

const TYPES: readonly [string, RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["application/pdf", /^%PDF-\d/],
];

/** A refusal of a file that somebody sends, shown at the form's field `files`. */
export const wrongScan = (message: string, advice: string): Problem =>
  invalid("scan", message, advice, { files: message });

/**
 * The content type of a scanned document by its first bytes, regardless of its name.
 * @param words what can be sent, in the advice
 * @throws Problem too-large; invalid for empty files, other types and PDFs with a password
 */
export function scanType(bytes: Uint8Array, words: string = SCAN_WORDS): string {
  if (bytes.length === 0) throw wrongScan("This file is empty.", "Choose it again.");
  if (bytes.length > SCAN_BYTES) {
    const message = "This file is larger than 10 MB.";
    throw new Problem("too-large", "scan", message, "Scan it at a lower resolution and try again.", { files: message });
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString("latin1", 0, 32);
  if (/^[\s\S]{4}ftyp(?:heic|heix|mif1|msf1|hevc)/.test(head))
    throw wrongScan(
      "We can't read HEIC photos.",
      "Export the photo as JPEG, or take it on this page with your camera.",
    );
  const type = TYPES.find(([, signature]) => signature.test(head))?.[0];
  if (!type) throw wrongScan("This isn't an image or PDF.", `Send ${words}`);
  if (type === "application/pdf" && /\/Encrypt\s+\d+\s+\d+\s+R/.test(buffer.toString("latin1")))
    throw wrongScan("This PDF is password-protected.", "Remove the password and upload it again.");
  return type;
}

import { invalid, Problem } from "#app/platform/rules/core/errors.ts";

/** Limits of one document: bytes per file, and files (two sides, or several pages). */
export const KYC_FILE_LIMITS = { bytes: 10 * 1024 * 1024, total: 20 * 1024 * 1024, files: 4 } as const;
export const KYC_ACCEPT = "image/jpeg,image/png,image/webp,application/pdf";
/** How many files an application may have, CV and degree certificate together. */
export const MOST_APPLICATION_FILES = 6;
const fileWords = (most: number): string =>
  `JPEG, PNG, WebP, or PDF. Up to ${most} files, 10 MB each and 20 MB together.`;
export const KYC_FILE_WORDS = fileWords(KYC_FILE_LIMITS.files);
export const APPLICATION_FILE_WORDS = fileWords(MOST_APPLICATION_FILES);

const TYPES: readonly [string, RegExp][] = [
  ["image/png", /^\x89PNG\r\n\x1a\n/],
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/webp", /^RIFF[\s\S]{4}WEBP/],
  ["application/pdf", /^%PDF-\d/],
];

const wrong = (message: string, advice = `Send ${KYC_FILE_WORDS}`) =>
  invalid("kyc_file", message, advice, { files: message });

/**
 * A file's content type by its first bytes, regardless of its name.
 * @throws Problem too-large; invalid for empty files, other types and PDFs with a password
 */
export function kycFileType(bytes: Uint8Array): string {
  if (bytes.length === 0) throw wrong("This file is empty.", "Choose it again.");
  if (bytes.length > KYC_FILE_LIMITS.bytes) {
    const message = "This file is larger than 10 MB.";
    throw new Problem("too-large", "kyc_file", message, "Scan it at a lower resolution and try again.", {
      files: message,
    });
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString("latin1", 0, 32);
  if (/^[\s\S]{4}ftyp(?:heic|heix|mif1|msf1|hevc)/.test(head))
    throw wrong("We can't read HEIC photos.", "Export the photo as JPEG, or take it on this page with your camera.");
  const type = TYPES.find(([, signature]) => signature.test(head))?.[0];
  if (!type) throw wrong("This isn't an image or PDF.");
  if (type === "application/pdf" && /\/Encrypt\s+\d+\s+\d+\s+R/.test(buffer.toString("latin1")))
    throw wrong("This PDF is password-protected.", "Remove the password and upload it again.");
  return type;
}

/** Checks how many files there are and how large they are together. @throws Problem */
export function checkKycFiles(files: readonly { bytes: Uint8Array }[]): void {
  if (files.length === 0) throw wrong("Choose a file or take a photo.");
  if (files.length > KYC_FILE_LIMITS.files) throw wrong(`Send up to ${KYC_FILE_LIMITS.files} files.`);
  if (files.reduce((sum, f) => sum + f.bytes.length, 0) > KYC_FILE_LIMITS.total) {
    const message = "These files are larger than 20 MB together.";
    throw new Problem("too-large", "kyc_file", message, "Send fewer pages or smaller scans.", { files: message });
  }
}

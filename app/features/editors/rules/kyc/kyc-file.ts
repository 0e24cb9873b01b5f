import { Problem } from "#app/platform/rules/core/errors.ts";
import { SCAN_ACCEPT, SCAN_BYTES, scanType, wrongScan } from "#app/platform/rules/text/scan.ts";

/** Limits of one document: bytes per file, and files (two sides, or several pages). */
export const KYC_FILE_LIMITS = { bytes: SCAN_BYTES, total: 20 * 1024 * 1024, files: 4 } as const;
export const KYC_ACCEPT = SCAN_ACCEPT;
/** How many files an application may have, CV and degree certificate together. */
export const MOST_APPLICATION_FILES = 6;
const fileWords = (most: number): string =>
  `JPEG, PNG, WebP, or PDF. Up to ${most} files, 10 MB each and 20 MB together.`;
export const KYC_FILE_WORDS = fileWords(KYC_FILE_LIMITS.files);
export const APPLICATION_FILE_WORDS = fileWords(MOST_APPLICATION_FILES);

/** A file's content type by its first bytes. @throws Problem as `scanType` does */
export const kycFileType = (bytes: Uint8Array): string => scanType(bytes, KYC_FILE_WORDS);

/** Checks how many files there are and how large they are together. @throws Problem */
export function checkKycFiles(files: readonly { bytes: Uint8Array }[]): void {
  if (files.length === 0) throw wrongScan("Choose a file or take a photo.", `Send ${KYC_FILE_WORDS}`);
  if (files.length > KYC_FILE_LIMITS.files)
    throw wrongScan(`Send up to ${KYC_FILE_LIMITS.files} files.`, `Send ${KYC_FILE_WORDS}`);
  if (files.reduce((sum, f) => sum + f.bytes.length, 0) > KYC_FILE_LIMITS.total) {
    const message = "These files are larger than 20 MB together.";
    throw new Problem("too-large", "scan", message, "Send fewer pages or smaller scans.", { files: message });
  }
}

/** The most that a PDF from an organization can have, in bytes. */
export const PDF_BYTES = 10 * 1024 * 1024;

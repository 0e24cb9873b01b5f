/** A PDF as it's stored: encrypted. */
export type SealedPdf = { id: string; bytes: number; sha256: string; storageKey: string; keyVersion: number };

/** Reads the certificate's link from its PDF, the only place with the key. Null when there is none. */
export const linkInPdf = (pdf: Uint8Array): string | null =>
  /\/URI \((https?:\/\/[^\s()\\]+#k=[A-Za-z0-9_-]{22})\)/.exec(new TextDecoder("latin1").decode(pdf))?.[1] ?? null;

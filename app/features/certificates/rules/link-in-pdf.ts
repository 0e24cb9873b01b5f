/** The certificate's link in its PDF: only there is the key, so that whoever has the PDF copies it from it. Null when there is none. */
export const linkInPdf = (pdf: Uint8Array): string | null =>
  /\/URI \((https?:\/\/[^\s()\\]+#k=[A-Za-z0-9_-]{22})\)/.exec(new TextDecoder("latin1").decode(pdf))?.[1] ?? null;

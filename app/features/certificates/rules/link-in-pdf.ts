const LINKS = /\/URI \((https?:\/\/[^\s()\\]{1,2000})\)/g;
const KEY = /#k=[A-Za-z0-9_-]{22}$/;

/** Reads the certificate's link from its PDF, the only place with the key. Null when there is none. */
export function linkInPdf(pdf: Uint8Array): string | null {
  for (const [, link] of new TextDecoder("latin1").decode(pdf).matchAll(LINKS)) if (KEY.test(link!)) return link!;
  return null;
}

/**
 * Whether a URL contains text that can be looked up: its path is valid percent-encoded UTF-8, and neither path nor
 * query contains a NUL character.
 * @param pathname @param search both as sent, still encoded
 */
export function isReadableAddress(pathname: string, search: string): boolean {
  if (search.includes("%00")) return false;
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}

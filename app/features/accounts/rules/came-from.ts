/**
 * The path someone came from, carried through sign-in: a path of this site with its query, or null.
 * Rejects anything a browser could take for another site (`//host`, `/\host`, `/.//host`, control characters).
 */
export function cameFrom(value: string | null | undefined): string | null {
  if (!value || value.length > 1_000 || !value.startsWith("/")) return null;
  if (/[\\\u0000-\u0020\u007f]/.test(value)) return null;
  let url: URL;
  try {
    url = new URL(value, "http://same.invalid");
  } catch {
    return null;
  }
  // Resolving can turn "/.//host" into "//host".
  if (url.origin !== "http://same.invalid" || url.pathname.startsWith("//")) return null;
  if (/^\/(api|signin|signup)(\/|$)/i.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** Adds the path someone came from to the address `to`. */
export const carrying = (to: string, from: string | null): string =>
  from === null ? to : `${to}?from=${encodeURIComponent(from)}`;

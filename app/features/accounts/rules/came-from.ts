/**
 * The path somebody came from, as it is carried through sign-in: a path of this site with its query, or null.
 * Nothing that a browser could read as another site passes (`//host`, `/\host`, `/.//host`, control characters).
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
  // Resolving may have made "//host" of "/.//host".
  if (url.origin !== "http://same.invalid" || url.pathname.startsWith("//")) return null;
  if (/^\/(api|signin|signup)(\/|$)/i.test(url.pathname)) return null;
  return url.pathname + url.search + url.hash;
}

/** `to`, carrying where somebody came from. */
export const carrying = (to: string, from: string | null): string =>
  from === null ? to : `${to}?from=${encodeURIComponent(from)}`;

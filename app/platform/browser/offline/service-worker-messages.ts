/** What pages and the service worker say to each other. */

/** Where the service worker lies. Its address never changes, so that a browser finds each new version. */
export const SERVICE_WORKER = "/sw.js";

/** A page asks that its home page be kept, so that the application opens without a network, and the files it has loaded before. */
export type KeepHome = { keep: string; files: string[] };

/** In a page that was opened from what was kept: when that was, as an ISO instant. */
export const KEPT_META = "stet-kept-at";

const WANTED = "#offline=";

/** The address of the kept page that goes on to another page. @param key that page's key, or null to stay */
export const addressOfKept = (path: string, key: string | null): string =>
  key === null || key === path ? path : `${path}${WANTED}${encodeURIComponent(key)}`;

/** The key of the page that somebody wanted when the kept page was opened instead; null for none. */
export function wantedIn(hash: string): string | null {
  if (!hash.startsWith(WANTED)) return null;
  try {
    return decodeURIComponent(hash.slice(WANTED.length));
  } catch {
    return null;
  }
}

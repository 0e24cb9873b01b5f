/** What pages and the service worker say to each other. */

/** The service worker's address. It must never change, because browsers look for new versions there. */
export const SERVICE_WORKER = "/sw.js";

/** A page asks the service worker to cache its home page and the files it has loaded. */
export type KeepHome = { keep: string; files: string[] };

/** In a page opened from the cache: when it was cached, as an ISO instant. */
export const KEPT_META = "stet-kept-at";

const WANTED = "#offline=";

/** The address of the cached page that continues to another page. @param key that page's key, or null to stay */
export const addressOfKept = (path: string, key: string | null): string =>
  key === null || key === path ? path : `${path}${WANTED}${encodeURIComponent(key)}`;

/** The key of the page that was requested when the cached page was opened instead; null for none. */
export function wantedIn(hash: string): string | null {
  if (!hash.startsWith(WANTED)) return null;
  try {
    return decodeURIComponent(hash.slice(WANTED.length));
  } catch {
    return null;
  }
}

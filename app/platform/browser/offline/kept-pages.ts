import { isPartial, pageOfData } from "../framework/page-data.ts";

/**
 * Pages whose last snapshot is cached: dashboards, lists and the pages they link to. Payment forms, settings and
 * identity documents are excluded.
 */
const KEPT =
  /^\/(?:dashboard|my-orders|my-payments|order\/ord_\w+|notifications|support|support-desk|editor|admin)(?:\/(?!.*(?:kyc|settings))|$)/;

/** The cache key for a page or for the address of its data; null if it isn't cached. */
export function keyOf(address: string): string | null {
  const url = new URL(address, "http://localhost");
  const path = pageOfData(url.pathname);
  if (!KEPT.test(path) || isPartial(url)) return null;
  return path + url.search;
}

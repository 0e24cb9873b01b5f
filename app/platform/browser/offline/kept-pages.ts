import { isPartial, pageOfData } from "../framework/page-data.ts";

/** Pages whose last snapshot is kept: dashboards, lists and what they lead to. Forms for money, settings and what proves who somebody is stay out. */
const KEPT =
  /^\/(?:dashboard|my-orders|my-payments|order\/ord_\w+|notifications|support|support-desk|editor|admin)(?:\/(?!.*(?:kyc|settings))|$)/;

/** The key of a page by the address of its data, or its own; null for one that is not kept. */
export function keyOf(address: string): string | null {
  const url = new URL(address, "http://localhost");
  const path = pageOfData(url.pathname);
  if (!KEPT.test(path) || isPartial(url)) return null;
  return path + url.search;
}

/** A page that search engines should index. */
export type ListedPage = { path: string; /** ISO time, if known. */ changedAt?: string };

/** The public pages that always exist, in menu order. Sign-in pages and pages that only follow a form are left out. */
export const LISTED_PATHS: readonly string[] = [
  "/",
  "/pricing",
  "/order/new",
  "/institutions",
  "/integrity",
  "/integrity/check",
  "/integrity/verify",
  "/editors",
  "/about",
  "/docs/api",
  "/contact",
  "/editor-signup",
  "/editor-agreement",
  "/blog",
  "/blog/tags",
  "/terms",
  "/privacy",
  "/refund-revision-policy",
  "/acceptable-use-policy",
  "/academic-disclaimer",
  "/cookie-policy",
];

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Returns a sitemap in the sitemaps.org format. @param origin without a trailing slash */
export function siteMap(origin: string, pages: readonly ListedPage[]): string {
  const urls = pages.map(
    ({ path, changedAt }) =>
      `<url><loc>${escape(`${origin}${path}`)}</loc>${changedAt ? `<lastmod>${escape(changedAt.slice(0, 10))}</lastmod>` : ""}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Paths that need sign-in. Each covers every path beneath it, except that "/order/new" is open. */
const CLOSED = [
  "/account",
  "/admin",
  "/api/",
  "/auth/",
  "/calendar-links",
  "/checkout/",
  "/dashboard",
  "/edit-profile/",
  "/my-orders",
  "/my-payments",
  "/not-authorized",
  "/notifications",
  "/order/",
  "/order-success",
  "/payment-cancelled",
  "/payment-success",
  "/profile",
  "/support",
  "/thanks",
];
/** Editors' paths, written so that the public "/editor-signup" and "/editor-agreement" stay open. */
const CLOSED_EXACTLY = ["/editor$", "/editor/"];

/** Returns robots.txt. @param isPublic false for an origin that robots should not read at all */
export function robots(origin: string, isPublic: boolean): string {
  if (!isPublic) return "User-agent: *\nDisallow: /\n";
  const lines = [
    "User-agent: *",
    "Allow: /order/new$",
    ...[...CLOSED, ...CLOSED_EXACTLY].map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return `${lines.join("\n")}\n`;
}

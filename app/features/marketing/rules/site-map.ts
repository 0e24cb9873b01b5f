/** A page that search engines should know of. */
export type ListedPage = { path: string; /** ISO; left out where nobody knows. */ changedAt?: string };

/** The pages for everybody that always exist, in the order of the menu. What only follows a form, or leads to one to sign in, is not among them. */
export const LISTED_PATHS: readonly string[] = [
  "/",
  "/pricing",
  "/order/new",
  "/integrity",
  "/integrity/verify",
  "/about",
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

/** A site map as sitemaps.org has it. @param origin without a slash at its end */
export function siteMap(origin: string, pages: readonly ListedPage[]): string {
  const urls = pages.map(
    ({ path, changedAt }) =>
      `<url><loc>${escape(`${origin}${path}`)}</loc>${changedAt ? `<lastmod>${escape(changedAt.slice(0, 10))}</lastmod>` : ""}</url>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** Paths where a robot finds only a door. Each stands for all beneath it; "/order/new" is open. */
const CLOSED = [
  "/account",
  "/admin",
  "/api/",
  "/auth/",
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
/** Of the editors' side only what is to be read before one is an editor is open. */
const CLOSED_EXACTLY = ["/editor$", "/editor/"];

/** What robots may read. @param isPublic false on an origin where nothing is to be found: all of it is closed */
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

/** A public page's metadata for search engines and link previews. */
export type PageFacts = {
  title: string;
  description: string;
  /** The page's one address, without query: "/blog/hedging". A further page of a list keeps its own ("/blog?page=2"). */
  path: string;
  /** The public origin, without a slash at the end. */
  origin: string;
  siteName: string;
  type?: "website" | "article" | "profile";
  /** The path of the picture that a shared link shows; the site's own where left out. */
  image?: string;
  /** For an article: when it came out and was last changed, ISO. */
  publishedAt?: string;
  updatedAt?: string;
};

/** As the router's `meta` wants them. */
export type MetaDescriptor =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { tagName: "link"; rel: string; href: string };

const SITE_IMAGE = "/apple-touch-icon.png";

/** The address of a path on an origin; an address that is whole already stays. */
export const absoluteUrl = (origin: string, path: string): string =>
  /^https?:\/\//.test(path) ? path : `${origin}${path.startsWith("/") ? "" : "/"}${path}`;

/** The title, description, canonical address and social card of a public page. */
export function pageMeta(page: PageFacts): MetaDescriptor[] {
  const {
    title,
    description,
    path,
    origin,
    siteName,
    type = "website",
    image = SITE_IMAGE,
    publishedAt,
    updatedAt,
  } = page;
  const url = absoluteUrl(origin, path);
  return [
    { title: title.includes(siteName) ? title : `${title} · ${siteName}` },
    { name: "description", content: description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: type },
    { property: "og:site_name", content: siteName },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:url", content: url },
    { property: "og:image", content: absoluteUrl(origin, image) },
    ...(publishedAt ? [{ property: "article:published_time", content: publishedAt }] : []),
    ...(updatedAt ? [{ property: "article:modified_time", content: updatedAt }] : []),
    { name: "twitter:card", content: image === SITE_IMAGE ? "summary" : "summary_large_image" },
  ];
}

/** A public page's metadata for search engines and link previews. */
export type PageFacts = {
  title: string;
  description: string;
  /**
   * The page's canonical path, without query: "/blog/hedging". Further pages of a list keep theirs ("/blog?page=2").
   */
  path: string;
  /** The public origin, without a trailing slash. */
  origin: string;
  siteName: string;
  type?: "website" | "article" | "profile";
  /** The path of the picture shown for shared links; the site's own if omitted. */
  image?: string;
  /** For an article: when it was published and last changed, ISO. */
  publishedAt?: string;
  updatedAt?: string;
};

/** The shape of the router's `meta`. */
export type MetaDescriptor =
  | { title: string }
  | { name: string; content: string }
  | { property: string; content: string }
  | { tagName: "link"; rel: string; href: string };

const SITE_IMAGE = "/apple-touch-icon.png";

/** The URL of a path on an origin. Absolute URLs are returned unchanged. */
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

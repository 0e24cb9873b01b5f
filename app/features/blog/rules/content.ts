import { type ArticleDocument, readDocument } from "./document.ts";
import { countWords, picturesOf } from "./document-contents.ts";
import { slugProblem } from "./post.ts";

/** Everything an editor writes for an article. The working copy and each version contain it. */
export type PostContent = {
  title: string;
  summary: string;
  /** As typed; it becomes the article's address when it's published. */
  slug: string;
  tags: readonly string[];
  authorId: string;
  document: ArticleDocument;
  coverId: string | null;
  coverAlt: string;
  seoTitle: string;
  seoDescription: string;
  /** Asks search engines to leave it out. */
  noIndex: boolean;
};

export const CONTENT_LIMITS = {
  title: 150,
  summary: 400,
  slug: 100,
  tags: 10,
  tag: 40,
  seoTitle: 120,
  seoDescription: 320,
  alt: 500,
} as const;

const textIn = (value: unknown, most: number): string =>
  typeof value === "string"
    ? value
        .replaceAll(/[\p{Cc}\s]+/gu, " ")
        .trimStart()
        .slice(0, most)
    : "";

/** Words as a slug, for a tag or an address: "Clear writing!" becomes "clear-writing". */
export const slugOf = (text: string, most: number = CONTENT_LIMITS.slug): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replace(/^-|-$/g, "");

/** Tags as stored: each once, as slugs, at most ten. */
export const readTags = (value: unknown): string[] =>
  [
    ...new Set(
      (Array.isArray(value) ? value : [])
        .filter((tag): tag is string => typeof tag === "string")
        .map((tag) => slugOf(tag, CONTENT_LIMITS.tag))
        .filter((tag) => tag !== ""),
    ),
  ].slice(0, CONTENT_LIMITS.tags);

/**
 * What an editor's page sends. Fields that are too long are cut, since the page limits them too.
 * @returns the content, or why its text isn't a document
 */
export function readContent(value: unknown): { content: PostContent } | { problem: string } {
  const given = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const read = readDocument(given["document"]);
  if ("problem" in read) return read;
  const { coverId } = given;
  return {
    content: {
      title: textIn(given["title"], CONTENT_LIMITS.title),
      summary: textIn(given["summary"], CONTENT_LIMITS.summary),
      slug: textIn(given["slug"], CONTENT_LIMITS.slug + 20).trim(),
      tags: readTags(given["tags"]),
      authorId: textIn(given["authorId"], 40),
      document: read.document,
      coverId: typeof coverId === "string" && /^img_[0-9a-z]{26}$/.test(coverId) ? coverId : null,
      coverAlt: textIn(given["coverAlt"], CONTENT_LIMITS.alt),
      seoTitle: textIn(given["seoTitle"], CONTENT_LIMITS.seoTitle),
      seoDescription: textIn(given["seoDescription"], CONTENT_LIMITS.seoDescription),
      noIndex: given["noIndex"] === true,
    },
  };
}

/** The form's fields that can show a problem. */
export type ContentField = "title" | "summary" | "slug" | "document" | "coverAlt";

/** What an article still needs before it can be published, by field. Empty if it's complete. */
export function publishProblems(content: PostContent): Partial<Record<ContentField, string>> {
  const problems: Partial<Record<ContentField, string>> = {};
  if (content.title.trim() === "") problems.title = "Enter a title.";
  if (content.summary.trim() === "") problems.summary = "Enter a summary. It appears in lists and search results.";
  const slug = content.slug === "" ? "Enter an address." : slugProblem(content.slug);
  if (slug) problems.slug = slug;
  if (countWords(content.document) === 0) problems.document = "Write the article's text.";
  const bare = picturesOf(content.document).findIndex((it) => it.alt.trim() === "");
  if (bare !== -1) problems.document = `Describe picture ${bare + 1} for people who can't see it (alt text).`;
  if (content.coverId && content.coverAlt.trim() === "")
    problems.coverAlt = "Describe the cover image for people who can't see it (alt text).";
  return problems;
}

/**
 * Whether two copies of an article are the same. Key order doesn't matter: both come from `readContent` or the
 * database.
 */
export const sameContent = (a: PostContent, b: PostContent): boolean => canonical(a) === canonical(b);

/** JSON with sorted keys: the database doesn't keep their order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, of: unknown) =>
    of !== null && typeof of === "object" && !Array.isArray(of)
      ? Object.fromEntries(Object.entries(of).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : of,
  );
}

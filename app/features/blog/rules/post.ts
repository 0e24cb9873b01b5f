/** The slug, visibility, and tags of posts. */
export const RESERVED_SLUGS = ["tags", "authors", "rss", "rss.xml"] as const;
/** The prefix of addresses of articles that haven't got their own yet. */
const UNNAMED = /^untitled-/;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const POSTS_PER_PAGE = 10;

export type PostState = { status: "draft" | "scheduled" | "published"; publishedAt: Date | null };

/** Why a post can't have this slug, or null. */
export function slugProblem(slug: string): string | null {
  if ((RESERVED_SLUGS as readonly string[]).includes(slug)) return `“${slug}” is already the address of another page.`;
  if (UNNAMED.test(slug)) return "Choose an address that doesn't begin with “untitled-”.";
  if (slug.length > 100) return "Use at most 100 characters in the address.";
  return SLUG.test(slug) ? null : "Use only lowercase letters, digits, and single hyphens in the address.";
}

/** Whether a post is public: never for a draft, and from its publication time for a scheduled one. */
export const isPublic = (post: PostState, now: Date): boolean =>
  post.status !== "draft" && post.publishedAt !== null && post.publishedAt <= now;

/** A tag's label: "clear-writing" is "Clear writing". */
export function tagLabel(tag: string): string {
  const words = tag.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Tagged = { slug: string; tags: readonly string[]; publishedAt: Date };

/** Posts to read next: those that share the most tags, newest first, then others if there are too few. */
export function relatedTo<T extends Tagged>(
  post: { slug: string; tags: readonly string[] },
  all: readonly T[],
  most = 3,
): T[] {
  const shared = (other: Tagged): number => other.tags.filter((t) => post.tags.includes(t)).length;
  return all
    .filter((other) => other.slug !== post.slug)
    .sort((a, b) => shared(b) - shared(a) || b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, most);
}

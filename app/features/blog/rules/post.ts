/** A post's address and visibility, and what its tags are called. */
export const RESERVED_SLUGS = ["tags", "authors", "rss", "rss.xml"] as const;
const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
export const POSTS_PER_PAGE = 10;

export type PostState = { status: "draft" | "scheduled" | "published"; publishedAt: Date | null };

/** Why a post cannot have this slug; null when it can. */
export function slugProblem(slug: string): string | null {
  if ((RESERVED_SLUGS as readonly string[]).includes(slug)) return `“${slug}” is the address of another page.`;
  if (slug.length > 100) return "A slug has at most 100 characters.";
  return SLUG.test(slug) ? null : "A slug is made of small letters, digits and single hyphens.";
}

/** Whether everybody may read a post: a draft never, a scheduled one from its moment on. */
export const isPublic = (post: PostState, now: Date): boolean =>
  post.status !== "draft" && post.publishedAt !== null && post.publishedAt <= now;

/** A tag as people read it: "clear-writing" is "Clear writing". */
export function tagLabel(tag: string): string {
  const words = tag.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type Tagged = { slug: string; tags: readonly string[]; publishedAt: Date };

/** Posts that go on from one: those that share most tags, the newest of them first; others only where too few do. */
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

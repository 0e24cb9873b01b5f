import { listPublicEditorIds } from "#app/features/editors/server/public-page/find-public-editor.ts";
import { listProfiles } from "#app/features/policy-profiles/server/read-profiles.ts";
import { listPublishedPosts } from "#app/features/blog/server/list-published-posts.ts";
import type { ListedPage } from "../rules/site-map.ts";

/** The public pages that come from the database: policies, editors, posts, their tags, and their authors. */
export async function listChangingPages(): Promise<ListedPage[]> {
  const posts = (await listPublishedPosts()).filter((post) => !post.noIndex);
  const tags = new Set(posts.flatMap((post) => post.tags));
  const authors = new Set(posts.map((post) => post.authorSlug));
  return [
    ...(await listProfiles()).map(({ profileId }) => ({ path: `/integrity/policies/${profileId}` })),
    ...(await listPublicEditorIds()).map((id) => ({ path: `/editors/${id}` })),
    ...posts.map((post) => ({ path: `/blog/${post.slug}`, changedAt: post.updatedAt.toISOString() })),
    ...[...tags].toSorted().map((tag) => ({ path: `/blog/tags/${encodeURIComponent(tag)}` })),
    ...[...authors].toSorted().map((author) => ({ path: `/blog/authors/${encodeURIComponent(author)}` })),
  ];
}

import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { PostContent } from "../rules/content.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { isPublic } from "../rules/post.ts";
import type { PostStatus } from "../rules/post-flow.ts";
import { getPost, versionOf, workingCopy } from "./post-row.ts";
import { previewPath } from "./preview.ts";

export type PostVersionRow = {
  id: string;
  kind: "saved" | "published" | "restored" | "imported" | "kept";
  title: string;
  at: Date;
  by: string | null;
};
export type PreviewLink = { id: string; url: string; expiresAt: Date; by: string | null };
export type EditedPostView = {
  id: string;
  version: number;
  status: PostStatus;
  content: PostContent;
  /** The address that readers use, if it has one. */
  liveSlug: string | null;
  isLive: boolean;
  wasLive: boolean;
  /** Whether readers see something other than the working copy. */
  changed: boolean;
  publishedAt: Date | null;
  savedAt: Date;
  savedBy: string | null;
  authors: { id: string; name: string }[];
  tags: string[];
  redirects: string[];
  previews: PreviewLink[];
  versions: PostVersionRow[];
  siteName: string;
  origin: string;
};

const MOST_AUTHORS = 500;
const MOST_SHOWN = 60;

const nameOf = async (db: Reader, uid: string | null | undefined): Promise<string | null> =>
  uid
    ? ((await db.selectFrom("users").select("displayName").where("uid", "=", uid).executeTakeFirst())?.displayName ??
      null)
    : null;

/** Everything the editor's page shows about an article. @throws Problem refused unless support or admin, not-found */
export async function findEditedPost(actor: Actor, id: string): Promise<EditedPostView> {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
  const db = database();
  const at = now();
  const it = await getPost(db, id);
  const { post, draft } = it;
  const content = workingCopy(it);
  const own = db.selectFrom("blog_authors").select(["id", "name"]);
  const authors = await own.orderBy("name").limit(MOST_AUTHORS).execute();
  if (!authors.some((a) => a.id === content.authorId))
    authors.push(...(await own.where("id", "=", content.authorId).execute()));
  const tags = await db
    .selectFrom("blog_tags")
    .select("tag")
    .where("articles", ">", 0)
    .orderBy("tag")
    .limit(500)
    .execute();
  const redirects = await db
    .selectFrom("blog_redirects")
    .select("slug")
    .where("postId", "=", id)
    .orderBy("createdAt", "desc")
    .limit(100)
    .execute();
  const previews = await db
    .selectFrom("blog_previews as p")
    .leftJoin("users as u", "u.uid", "p.createdBy")
    .select(["p.id", "p.expiresAt", "u.displayName as by"])
    .where("p.postId", "=", id)
    .where("p.revokedAt", "is", null)
    .where("p.expiresAt", ">", at)
    .orderBy("p.id", "desc")
    .limit(20)
    .execute();
  const versions = await db
    .selectFrom("blog_versions as v")
    .leftJoin("users as u", "u.uid", "v.savedBy")
    .select(["v.id", "v.kind", "v.savedAt", "u.displayName as by"])
    .select((e) => e.ref("v.content", "->>").key("title").as("title"))
    .where("v.postId", "=", id)
    .orderBy("v.id", "desc")
    .limit(MOST_SHOWN)
    .execute();
  const isLive = isPublic(post, at);
  const wasLive = post.firstPublishedAt !== null || isLive;
  const { siteName, origins } = config();
  return {
    id,
    version: versionOf(it),
    status: post.status,
    content,
    liveSlug: wasLive || post.status === "scheduled" ? post.slug : null,
    isLive,
    wasLive,
    changed: post.status !== "draft" && draft !== null && draft.version !== draft.publishedVersion,
    publishedAt: post.publishedAt,
    savedAt: draft?.savedAt ?? post.editedAt,
    savedBy: await nameOf(db, draft?.savedBy ?? post.editedBy),
    authors,
    tags: tags.map((t) => t.tag),
    redirects: redirects.map((r) => r.slug),
    previews: previews.map((p) => ({
      id: p.id,
      url: `${origins.public}${previewPath(p.id)}`,
      expiresAt: p.expiresAt,
      by: p.by,
    })),
    versions: versions.map(({ savedAt, ...of }) => ({ ...of, at: savedAt })),
    siteName,
    origin: origins.public,
  };
}

/**
 * One version of an article as it was.
 * @returns null if there is none
 * @throws Problem refused unless support or admin
 */
export async function findVersion(actor: Actor, postId: string, versionId: string): Promise<PostContent | null> {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
  const row = await database()
    .selectFrom("blog_versions")
    .select("content")
    .where("id", "=", versionId)
    .where("postId", "=", postId)
    .executeTakeFirst();
  return row?.content ?? null;
}

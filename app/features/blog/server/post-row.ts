import type { Selectable } from "kysely";
import type { BlogDraftsTable, BlogPostsTable } from "#db/schema.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, json } from "#app/platform/server/core/database.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { type PostContent, readContent } from "../rules/content.ts";
import { type ArticleDocument, EMPTY_DOCUMENT } from "../rules/document.ts";
import { documentOfMarkdown } from "../rules/import-markdown.ts";

export type PostRow = Selectable<BlogPostsTable>;
export type DraftRow = Selectable<BlogDraftsTable>;
/** An article's row for editors, with the published text and the working copy. */
export type EditedPost = { post: PostRow; draft: DraftRow | null };

/** An article's text. Old ones are still Markdown. */
export const documentOf = ({ document, body }: Pick<PostRow, "document" | "body">): ArticleDocument =>
  document ?? (body === "" ? EMPTY_DOCUMENT : documentOfMarkdown(body));

/** The text editors see: the working copy, or the published text if there is no working copy yet. */
export function workingCopy({ post, draft }: EditedPost): PostContent {
  if (draft) return draft.content;
  return {
    title: post.title,
    summary: post.summary,
    slug: isPlaceholder(post.slug) ? "" : post.slug,
    tags: post.tags,
    authorId: post.authorId,
    document: documentOf(post),
    coverId: post.coverId,
    coverAlt: post.coverAlt,
    seoTitle: post.seoTitle ?? "",
    seoDescription: post.seoDescription ?? "",
    noIndex: post.noIndex,
  };
}

const PLACEHOLDER = "untitled-";
/** The address of an article that has none yet. It can't be opened. */
export const placeholderSlug = (postId: string): string => `${PLACEHOLDER}${postId.slice(-16)}`;
const isPlaceholder = (slug: string): boolean =>
  slug.startsWith(PLACEHOLDER) && slug.length === PLACEHOLDER.length + 16;

async function readPost(db: Reader, id: string, lock: boolean): Promise<EditedPost> {
  const query = db.selectFrom("blog_posts").selectAll().where("id", "=", id);
  const post = isId("post", id) ? await (lock ? query.forUpdate() : query).executeTakeFirst() : undefined;
  if (!post) throw notFound("article");
  const draft = await db.selectFrom("blog_drafts").selectAll().where("postId", "=", id).executeTakeFirst();
  return { post, draft: draft ?? null };
}

/** One article with its working copy. @throws Problem not-found */
export const getPost = (db: Reader, id: string): Promise<EditedPost> => readPost(db, id, false);
/** The same, locked until the transaction ends. */
export const lockPost = (tx: Tx, id: string): Promise<EditedPost> => readPost(tx, id, true);

/** The version that a save must name, 0 before the first one. */
export const versionOf = ({ draft }: EditedPost): number => draft?.version ?? 0;

/** Refuses a decision based on any version but the current one. */
export async function requireVersion(tx: Tx, it: EditedPost, version: number): Promise<void> {
  if (version === versionOf(it)) return;
  const by = it.draft?.savedBy
    ? await tx.selectFrom("users").select("displayName").where("uid", "=", it.draft.savedBy).executeTakeFirst()
    : undefined;
  throw conflict(
    "changed",
    `${by?.displayName ?? "Someone"} saved another version after you opened this.`,
    "Nothing was overwritten. Compare the two, then save yours over it or load theirs.",
  );
}

type VersionKind = "saved" | "published" | "restored" | "imported" | "kept";
const SESSION_MS = 10 * MINUTE;
const MOST_VERSIONS = 200;

/** Stores a version of an article. One person's saves within ten minutes become one version. */
export async function recordVersion(
  { tx, now, actor }: Pick<CommandContext, "tx" | "now" | "actor">,
  postId: string,
  { content, version, kind }: { content: PostContent; version: number; kind: VersionKind },
): Promise<void> {
  const savedBy = uidOf(actor);
  if (kind === "saved") {
    const last = await tx
      .selectFrom("blog_versions")
      .select(["id", "kind", "savedBy", "startedAt"])
      .where("postId", "=", postId)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (last?.kind === "saved" && last.savedBy === savedBy && last.startedAt > after(now, -SESSION_MS)) {
      await tx
        .updateTable("blog_versions")
        .set({ content: json(content), version, savedAt: now })
        .where("id", "=", last.id)
        .execute();
      return;
    }
  }
  await tx
    .insertInto("blog_versions")
    .values({
      id: newId("postVersion"),
      postId,
      content: json(content),
      kind,
      version,
      startedAt: now,
      savedAt: now,
      savedBy,
    })
    .execute();
  // Keep the versions that readers saw, and only the latest of the saves in between.
  await tx
    .deleteFrom("blog_versions")
    .where("postId", "=", postId)
    .where("kind", "in", ["saved", "kept"])
    .where("id", "not in", (q) =>
      q
        .selectFrom("blog_versions")
        .select("id")
        .where("postId", "=", postId)
        .where("kind", "in", ["saved", "kept"])
        .orderBy("id", "desc")
        .limit(MOST_VERSIONS),
    )
    .execute();
}

/** Writes the working copy as its next version. @returns that version */
export async function writeDraft(
  ctx: Pick<CommandContext, "tx" | "now" | "actor">,
  it: EditedPost,
  content: PostContent,
  kind: VersionKind,
): Promise<number> {
  const { tx, now, actor } = ctx;
  const { post, draft } = it;
  const savedBy = uidOf(actor);
  if (!draft && kind !== "imported")
    // The text before the first save can be restored, too.
    await recordVersion(ctx, post.id, { content: workingCopy(it), version: 0, kind: "imported" });
  const version = versionOf(it) + 1;
  const row = { content: json(content), version, savedAt: now, savedBy };
  await tx
    .insertInto("blog_drafts")
    .values({ postId: post.id, ...row })
    .onConflict((c) => c.column("postId").doUpdateSet(row))
    .execute();
  await recordVersion(ctx, post.id, { content, version, kind });
  // Readers can't see a draft, so the list shows its working copy.
  const shown =
    post.status === "draft"
      ? { title: content.title, summary: content.summary, tags: [...content.tags], authorId: content.authorId }
      : {};
  await tx
    .updateTable("blog_posts")
    .set({ ...shown, editedAt: now, editedBy: savedBy })
    .where("id", "=", post.id)
    .execute();
  return version;
}

/**
 * Checks content from outside, including that its author and cover exist.
 * @throws Problem invalid if the text isn't a document
 */
export async function checkedContent(tx: Tx, value: unknown, before: PostContent): Promise<PostContent | string> {
  const read = readContent(value);
  if ("problem" in read) return read.problem;
  const { content } = read;
  const author = await tx.selectFrom("blog_authors").select("id").where("id", "=", content.authorId).executeTakeFirst();
  const cover = content.coverId
    ? await tx.selectFrom("blog_images").select("id").where("id", "=", content.coverId).executeTakeFirst()
    : undefined;
  return { ...content, authorId: author ? content.authorId : before.authorId, coverId: cover?.id ?? null };
}

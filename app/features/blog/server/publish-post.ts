import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { type ContentField, publishProblems } from "../rules/content.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { isPublic } from "../rules/post.ts";
import { type EditedPost, lockPost, recordVersion, requireVersion, versionOf, workingCopy } from "./post-row.ts";

const refuse = (fields: Partial<Record<ContentField | "publishAt", string>>) =>
  invalid(
    "incomplete",
    Object.values(fields)[0]!,
    "Correct it, then publish. Everything you wrote is saved.",
    fields as Record<string, string>,
  );

/**
 * Since when readers can see the article, or null if they never could. A scheduled one is public from its time on, even
 * before the clock's rule has run.
 */
export const publicSince = ({ post }: EditedPost, now: Date): Date | null =>
  post.firstPublishedAt ?? (isPublic(post, now) ? post.publishedAt : null);

/** Gives an article an address, and leaves a redirect at the one that readers knew. */
async function moveSlug({ tx, now, fact }: CommandContext, it: EditedPost, slug: string): Promise<void> {
  const { post } = it;
  if (slug === post.slug) return;
  for (const name of [slug, post.slug].toSorted()) await lockName(tx, `blog slug ${name}`);
  const other = await tx
    .selectFrom("blog_posts")
    .select("title")
    .where("slug", "=", slug)
    .where("id", "<>", post.id)
    .executeTakeFirst();
  if (other) throw refuse({ slug: `“${other.title}” already has this address.` });
  const redirect = await tx
    .selectFrom("blog_redirects as r")
    .innerJoin("blog_posts as p", "p.id", "r.postId")
    .select(["p.id", "p.title"])
    .where("r.slug", "=", slug)
    .executeTakeFirst();
  if (redirect && redirect.id !== post.id)
    throw refuse({ slug: `This address redirects to “${redirect.title}”. Remove that redirect there first.` });
  await tx.deleteFrom("blog_redirects").where("slug", "=", slug).execute();
  if (!publicSince(it, now)) return;
  await tx
    .insertInto("blog_redirects")
    .values({ slug: post.slug, postId: post.id, createdAt: now })
    .onConflict((c) => c.column("slug").doUpdateSet({ postId: post.id, createdAt: now }))
    .execute();
  await fact("blog.renamed", { subjectId: post.id, data: { from: post.slug, to: slug }, topics: ["staff"] });
}

/** Shows readers the working copy, from `publishedAt` on. @throws Problem invalid with what is missing, by field */
async function putPublic(
  ctx: CommandContext,
  it: EditedPost,
  { status, publishedAt }: { status: "scheduled" | "published"; publishedAt: Date },
): Promise<void> {
  const { tx, now, actor } = ctx;
  const content = workingCopy(it);
  const problems = publishProblems(content);
  if (Object.keys(problems).length > 0) throw refuse(problems);
  await moveSlug(ctx, it, content.slug);
  const { title, summary, slug, tags, authorId, document, coverId, coverAlt, seoTitle, seoDescription, noIndex } =
    content;
  await tx
    .updateTable("blog_posts")
    .set({
      title: title.trim(),
      summary: summary.trim(),
      slug,
      tags: [...tags],
      authorId,
      body: "",
      document: json(document),
      coverId,
      coverAlt,
      seoTitle: seoTitle.trim() || null,
      seoDescription: seoDescription.trim() || null,
      noIndex,
      status,
      publishedAt,
      firstPublishedAt: publicSince(it, now) ?? (status === "published" ? publishedAt : null),
      updatedAt: status === "scheduled" ? publishedAt : now,
      editedAt: now,
      editedBy: uidOf(actor),
    })
    .where("id", "=", it.post.id)
    .execute();
  const version = versionOf(it);
  if (it.draft)
    await tx.updateTable("blog_drafts").set({ publishedVersion: version }).where("postId", "=", it.post.id).execute();
  await recordVersion(ctx, it.post.id, { content, version, kind: "published" });
}

/** Whether readers already have (or will have) exactly the working copy. */
const isUpToDate = ({ post, draft }: EditedPost): boolean =>
  post.document !== null && (draft ? draft.version === draft.publishedVersion : true);

/**
 * Publishes an article now, or the changes to a published one. Safe to repeat.
 * @param input.version the version the editor saw. A newer one isn't published unseen.
 */
export const publishPost = command({
  input: z.object({ postId: z.string(), version: z.int().min(0) }),
  load: ({ postId }, { tx }) => lockPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input: { version }, thing: it, ...ctx }): Promise<{ changed: boolean; slug: string }> {
    const { post } = it;
    if (post.status === "published" && isUpToDate(it) && version === versionOf(it))
      return { changed: false, slug: post.slug };
    await requireVersion(ctx.tx, it, version);
    // An article that is published again keeps its place in the list.
    const publishedAt = publicSince(it, ctx.now) ?? ctx.now;
    await putPublic(ctx, it, { status: "published", publishedAt });
    const { title, slug } = workingCopy(it);
    await ctx.fact("blog.published", { subjectId: post.id, data: { title, slug }, topics: ["staff"] });
    return { changed: true, slug };
  },
});

const MOST_AHEAD_MS = 730 * DAY;

/**
 * Schedules an article, or changes the time or the text that will be published. Safe to repeat.
 */
export const schedulePost = command({
  input: z.object({ postId: z.string(), version: z.int().min(0), publishAt: z.date().nullable() }),
  load: ({ postId }, { tx }) => lockPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input: { version, publishAt }, thing: it, ...ctx }): Promise<{ changed: boolean }> {
    const { post } = it;
    const { now } = ctx;
    if (!publishAt) throw refuse({ publishAt: "Choose when to publish it." });
    const isSame = post.status === "scheduled" && post.publishedAt?.getTime() === publishAt.getTime() && isUpToDate(it);
    if (isSame && version === versionOf(it)) return { changed: false };
    if (isPublic(post, now))
      throw invalid("published", "This article is already published.", "To schedule it again, unpublish it first.");
    if (publishAt <= now) throw refuse({ publishAt: "This time has passed. Choose a later time or publish now." });
    if (publishAt > after(now, MOST_AHEAD_MS)) throw refuse({ publishAt: "Choose a time within the next two years." });
    await requireVersion(ctx.tx, it, version);
    await putPublic(ctx, it, { status: "scheduled", publishedAt: publishAt });
    await ctx.fact("blog.scheduled", {
      subjectId: post.id,
      data: { title: workingCopy(it).title, publishAt: publishAt.toISOString() },
      topics: ["staff"],
    });
    return { changed: true };
  },
});

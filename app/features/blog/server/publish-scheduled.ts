import { sweep } from "#app/platform/server/core/sweep.ts";
import { database } from "#app/platform/server/core/database.ts";

/** Scheduled job: publishes articles that are due. One that was unpublished at that moment stays a draft. */
export async function publishScheduled(now: Date): Promise<number> {
  const due = database()
    .selectFrom("blog_posts")
    .select("id")
    .where("status", "=", "scheduled")
    .where("publishedAt", "<=", now)
    .orderBy("publishedAt");
  return sweep("publish an article", due, async ({ tx, fact }, { id }) => {
    const post = await tx
      .updateTable("blog_posts")
      .set((e) => ({
        status: "published",
        firstPublishedAt: e.fn.coalesce("firstPublishedAt", "publishedAt"),
      }))
      .where("id", "=", id)
      .where("status", "=", "scheduled")
      .where("publishedAt", "<=", now)
      .returning(["title", "slug"])
      .executeTakeFirst();
    if (!post) return false;
    await fact("blog.published", { subjectId: id, data: post, topics: ["staff"] });
    return true;
  });
}

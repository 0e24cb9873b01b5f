import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";

/** Scheduled job: publishes articles that are due. One that was unpublished at that moment stays a draft. */
export async function publishScheduled(now: Date): Promise<number> {
  const due = await database()
    .selectFrom("blog_posts")
    .select("id")
    .where("status", "=", "scheduled")
    .where("publishedAt", "<=", now)
    .orderBy("publishedAt")
    .limit(200)
    .execute();
  let published = 0;
  for (const { id } of due)
    await transact(CLOCK, async ({ tx, fact }) => {
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
      if (!post) return;
      published += 1;
      await fact("blog.published", { subjectId: id, data: post, topics: ["staff"] });
    });
  return published;
}

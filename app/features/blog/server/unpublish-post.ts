import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { lockPost } from "./post-row.ts";
import { publicSince } from "./publish-post.ts";

/** Takes an article off the blog, or off the schedule. Its text and its address are kept. Safe to repeat. */
export const unpublishPost = command({
  input: z.object({ postId: z.string() }),
  load: ({ postId }, { tx }) => lockPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ thing: it, tx, now, fact }): Promise<{ changed: boolean; wasScheduled: boolean }> {
    const { post } = it;
    if (post.status === "draft") return { changed: false, wasScheduled: false };
    const since = publicSince(it, now);
    await tx
      .updateTable("blog_posts")
      .set({ status: "draft", publishedAt: since, firstPublishedAt: since, editedAt: now })
      .where("id", "=", post.id)
      .execute();
    await fact("blog.unpublished", { subjectId: post.id, data: { title: post.title }, topics: ["staff"] });
    return { changed: true, wasScheduled: !since };
  },
});

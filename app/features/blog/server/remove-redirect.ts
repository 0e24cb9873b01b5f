import { z } from "zod";
import { command } from "#app/platform/server/core/command.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { lockPost } from "./post-row.ts";

/** Removes the redirect from a former address, so that another article can use it. Safe to repeat. */
export const removeRedirect = command({
  input: z.object({ postId: z.string(), slug: z.string() }),
  load: ({ postId }, { tx }) => lockPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input: { slug }, thing: { post }, tx, fact }): Promise<void> {
    const { numDeletedRows } = await tx
      .deleteFrom("blog_redirects")
      .where("slug", "=", slug)
      .where("postId", "=", post.id)
      .executeTakeFirst();
    if (numDeletedRows > 0n)
      await fact("blog.redirect_removed", { subjectId: post.id, data: { slug }, topics: ["staff"] });
  },
});

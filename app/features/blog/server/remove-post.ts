import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { lockPost, workingCopy } from "./post-row.ts";

/** Deletes an article that readers never saw. */
export const removePost = command({
  input: z.object({ postId: z.string() }),
  load: ({ postId }, { tx }) => lockPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ thing: it, tx, fact }): Promise<void> {
    const { post } = it;
    if (post.status !== "draft")
      throw conflict("public", "This article is published or scheduled.", "Unpublish it instead. Nothing was deleted.");
    if (post.firstPublishedAt)
      throw conflict(
        "public",
        "Readers have seen this article, so it stays on record.",
        "It's already unpublished, so readers can't open it. Nothing was deleted.",
      );
    await tx.deleteFrom("blog_posts").where("id", "=", post.id).execute();
    await fact("blog.removed", { subjectId: post.id, data: { title: workingCopy(it).title }, topics: ["staff"] });
  },
});

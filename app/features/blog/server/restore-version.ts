import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { sameContent } from "../rules/content.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { checkedContent, lockPost, requireVersion, versionOf, workingCopy, writeDraft } from "./post-row.ts";

/**
 * Makes an earlier version the working copy. Readers see it once it's published. The current one stays among the
 * versions.
 */
export const restoreVersion = command({
  input: z.object({ postId: z.string(), versionId: z.string(), version: z.int().min(0) }),
  async load({ postId, versionId }, { tx }) {
    const it = await lockPost(tx, postId);
    const earlier = isId("postVersion", versionId)
      ? await tx
          .selectFrom("blog_versions")
          .select("content")
          .where("id", "=", versionId)
          .where("postId", "=", postId)
          .executeTakeFirst()
      : undefined;
    if (!earlier) throw notFound("version");
    return { ...it, earlier: earlier.content };
  },
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input, thing: it, ...ctx }): Promise<{ version: number }> {
    const content = await checkedContent(ctx.tx, it.earlier, workingCopy(it));
    if (typeof content === "string") throw notFound("version");
    if (sameContent(content, workingCopy(it))) return { version: versionOf(it) };
    await requireVersion(ctx.tx, it, input.version);
    const version = await writeDraft(ctx, it, content, "restored");
    await ctx.fact("blog.restored", { subjectId: it.post.id, data: { title: content.title }, topics: ["staff"] });
    return { version };
  },
});

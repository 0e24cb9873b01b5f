import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { sameContent } from "../rules/content.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import {
  checkedContent,
  lockPost,
  recordVersion,
  requireVersion,
  versionOf,
  workingCopy,
  writeDraft,
} from "./post-row.ts";

/** What the editor's page is told about a save. */
export type Saved = { version: number; savedAt: string };

/**
 * Saves an article's working copy; readers don't see it. When two people edit at once, the second gets a conflict and
 * nothing is overwritten.
 * @param input.keep only adds what was typed to the versions, so that somebody who loads another's text loses nothing
 * @returns the version to name in the next save
 */
export const savePost = command({
  input: z.object({ postId: z.string(), version: z.int().min(0), content: z.unknown(), keep: z.boolean().optional() }),
  load: ({ postId }, { tx }) => lockPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input, thing: it, ...ctx }): Promise<Saved> {
    const before = workingCopy(it);
    const content = await checkedContent(ctx.tx, input.content, before);
    if (typeof content === "string")
      throw invalid(
        "document",
        "This text has something in it that an article can't have, so it wasn't saved.",
        `Undo your last step and try again. (${content})`,
        { document: "This text can't be saved." },
      );
    const savedAt = (it.draft?.savedAt ?? it.post.editedAt).toISOString();
    // Also where the page didn't hear that its last save arrived.
    if (sameContent(before, content)) return { version: versionOf(it), savedAt };
    if (input.keep) {
      await recordVersion(ctx, it.post.id, { content, version: versionOf(it), kind: "kept" });
      return { version: versionOf(it), savedAt };
    }
    await requireVersion(ctx.tx, it, input.version);
    const version = await writeDraft(ctx, it, content, "saved");
    await publish(ctx.tx, ["staff"], { kind: "blog.saved", orderId: null });
    return { version, savedAt: ctx.now.toISOString() };
  },
});

import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { DAY, SECOND, after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import { getPost, versionOf } from "./post-row.ts";

/** After this long without a report, a person has left. The editor's page reports every 20 seconds. */
const GONE_MS = 50 * SECOND;

/** Who else has the article open, and its current version. */
export type Editing = { others: string[]; version: number };

/** Records that someone has an article open in the editor or left it. @returns who else has it open */
export const noteEditing = command({
  input: z.object({ postId: z.string(), leaves: z.boolean().optional() }),
  load: ({ postId }, { tx }) => getPost(tx, postId),
  allow: (actor) => mayBlog(actor) || NO_BLOGGER,
  async run({ input: { postId, leaves }, thing: it, tx, actor, now }): Promise<Editing> {
    const uid = uidOf(actor);
    const since = after(now, -GONE_MS);
    const own = uid
      ? await tx
          .selectFrom("blog_editing")
          .select("seenAt")
          .where("postId", "=", postId)
          .where("uid", "=", uid)
          .executeTakeFirst()
      : undefined;
    if (uid && leaves)
      await tx.deleteFrom("blog_editing").where("postId", "=", postId).where("uid", "=", uid).execute();
    else if (uid)
      await tx
        .insertInto("blog_editing")
        .values({ postId, uid, seenAt: now })
        .onConflict((c) => c.columns(["postId", "uid"]).doUpdateSet({ seenAt: now }))
        .execute();
    await tx.deleteFrom("blog_editing").where("seenAt", "<", after(now, -DAY)).execute();
    // Tell the others at once when someone comes or leaves.
    const wasThere = own !== undefined && own.seenAt > since;
    if (uid && wasThere === Boolean(leaves)) await publish(tx, ["staff"], { kind: "blog.editing", orderId: null });
    const others = await tx
      .selectFrom("blog_editing as e")
      .innerJoin("users as u", "u.uid", "e.uid")
      .select("u.displayName")
      .where("e.postId", "=", postId)
      .where("e.uid", "<>", uid ?? "")
      .where("e.seenAt", ">", since)
      .orderBy("e.seenAt")
      .limit(10)
      .execute();
    return { others: others.map((o) => o.displayName ?? "Someone"), version: versionOf(it) };
  },
});

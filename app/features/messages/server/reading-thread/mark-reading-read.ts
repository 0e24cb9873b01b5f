import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockReading, readingFact } from "#app/features/orders/server/reading/lock-reading.ts";
import { markReadingUnread } from "#app/features/orders/server/reading/mark-reading-unread.ts";
import { readingRole } from "../../rules/reading-thread.ts";
import { readTo } from "../thread-reads.ts";

/**
 * Marks the messages about a second reading as read up to `upTo`. Clears the reader's or editor's unread flag if
 * nothing is newer.
 */
export const markReadingRead = command({
  input: z.object({ readingId: z.string(), upTo: z.string().max(64) }),
  async load({ readingId }, ctx) {
    const thing = await lockReading(readingId, ctx);
    const role = readingRole(ctx.actor, thing.order, thing.reading);
    if (!role) throw notFound("second reading");
    return { ...thing, role };
  },
  allow: () => true,
  async run({ input, thing, ...ctx }): Promise<void> {
    const { reading, role } = thing;
    const uid = uidOf(ctx.actor)!;
    const rows = await ctx.tx
      .selectFrom("reading_messages")
      .select(["id", "authorId"])
      .where("readingId", "=", reading.id)
      .orderBy("id", "desc")
      .execute();
    const last = rows.find((row) => row.id <= input.upTo);
    if (last) await readTo(ctx.tx, reading.id, uid, last.id, ctx.now);
    if (rows.some((row) => row.id > input.upTo && row.authorId !== uid)) return;
    const falls = role === "reader" ? reading.unreadByReader : role === "editor" ? reading.unreadByEditor : false;
    if (!falls) return;
    await markReadingUnread(ctx, thing, role === "reader" ? { unreadByReader: false } : { unreadByEditor: false });
    await readingFact(ctx, thing, "reading.thread_read", { readingId: reading.id, uid });
  },
});

import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockReading, readingFact } from "#app/features/orders/server/reading/lock-reading.ts";
import { markReadingUnread } from "#app/features/orders/server/reading/mark-reading-unread.ts";
import { mayWriteOn, readingRole } from "../../rules/reading-thread.ts";
import { limitMessages } from "../limit-messages.ts";
import { MESSAGE_LIMIT } from "../write-message.ts";

/**
 * Posts a message about a second reading, to its reader, the order's editor, and staff. The same `clientKey` is stored
 * once.
 * @throws not-found for those who aren't part of it; refused once the order has ended; too-many past the limit for
 * editors
 */
export const postReadingMessage = command({
  input: z.object({
    readingId: z.string(),
    body: z
      .string()
      .trim()
      .min(1, "Write a message.")
      .max(MESSAGE_LIMIT, "Shorten your message to 5,000 characters or fewer."),
    clientKey: z.string().max(64).optional(),
    askStaff: z.boolean().optional(),
  }),
  async load({ readingId }, ctx) {
    const thing = await lockReading(readingId, ctx);
    const role = readingRole(ctx.actor, thing.order, thing.reading);
    if (!role) throw notFound("second reading");
    return { ...thing, role };
  },
  allow: (actor, { order, reading }) =>
    mayWriteOn(actor, order, reading) ||
    "Only the second reader, the first editor, and our staff can write here, from when the reading is taken until the order ends.",
  async run({ input, thing, ...ctx }): Promise<{ id: string }> {
    const { order, reading, role } = thing;
    const authorId = uidOf(ctx.actor)!;
    if (input.clientKey) {
      const same = await ctx.tx
        .selectFrom("reading_messages")
        .select("id")
        .where("readingId", "=", reading.id)
        .where("authorId", "=", authorId)
        .where("clientKey", "=", input.clientKey)
        .executeTakeFirst();
      if (same) return same;
    }
    const byEditors = role === "reader" || role === "editor";
    if (byEditors) await limitMessages(ctx.tx, `order threads of ${authorId}`);
    const id = newId("message");
    await ctx.tx
      .insertInto("reading_messages")
      .values({
        id,
        readingId: reading.id,
        orderId: order.id,
        authorId,
        authorRole: role,
        body: input.body,
        createdAt: ctx.now,
        clientKey: input.clientKey ?? null,
      })
      .execute();
    await markReadingUnread(ctx, thing, {
      ...(role === "reader" ? {} : { unreadByReader: true }),
      ...(role === "editor" || !order.assignedTo ? {} : { unreadByEditor: true }),
    });
    await readingFact(ctx, thing, "reading.message", {
      readingId: reading.id,
      messageId: id,
      authorRole: role,
      asksStaff: byEditors && (input.askStaff ?? false),
    });
    return { id };
  },
});

import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";

/**
 * Removes an unsent file; only its sender can. The next cleanup deletes its content. `keyHash` is a visitor's, from
 * their own cookie.
 */
export const removeAttachment = command({
  input: z.object({ id: z.string(), keyHash: z.string().nullish() }),
  load: async ({ id, keyHash }, { tx, actor }) => {
    const row = isId("attachment", id)
      ? await tx
          .selectFrom("attachments")
          .select(["id", "messageId", "removedAt", "uploadedBy", "uploadedByKeyHash"])
          .where("id", "=", id)
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    const uid = uidOf(actor);
    const own =
      row && ((uid !== null && row.uploadedBy === uid) || (Boolean(keyHash) && row.uploadedByKeyHash === keyHash));
    // Unsent files are not found for anyone else.
    if (!own) throw notFound("file");
    return row;
  },
  allow: () => true,
  run: async ({ thing: row, tx, now }) => {
    if (row.messageId !== null)
      throw conflict("sent", "This file was already sent.", "Send another message if it shouldn't be used.");
    if (row.removedAt === null)
      await tx.updateTable("attachments").set({ removedAt: now }).where("id", "=", row.id).execute();
  },
});

import { database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { emptyEmailsOf } from "#app/platform/server/mail/forget-address.ts";

/** Shown in place of a text that was deleted. */
export const TEXTS_DELETED = "Deleted with the order's files.";
const AT_ONCE = 100;

type Of = { orderId: string } | { ticketId: string };

/**
 * Deletes the files that were sent with the messages of an order or a ticket: first the content, then its row says so.
 * Safe to repeat.
 */
export async function removeAttachmentsOf(of: Of): Promise<void> {
  const db = database();
  for (;;) {
    const rows = await db
      .selectFrom("attachments")
      .select(["id", "storageKey"])
      .where((e) => ("orderId" in of ? e("orderId", "=", of.orderId) : e("ticketId", "=", of.ticketId)))
      .where("removedAt", "is", null)
      .limit(AT_ONCE)
      .execute();
    if (rows.length === 0) return;
    for (const { id, storageKey } of rows) {
      await storage().remove(storageKey);
      await db
        .updateTable("attachments")
        .set((e) => ({ removedAt: e.fn<Date>("now") }))
        .where("id", "=", id)
        .execute();
    }
  }
}

/**
 * Deletes what quotes the manuscript: the editor's questions on an order, their answers, what its editors wrote to
 * each other, the files sent with messages, and our copies of the emails that carried them.
 */
export async function removeQuestionsOf(orderId: string): Promise<void> {
  await removeAttachmentsOf({ orderId });
  await emptyEmailsOf(orderId, TEXTS_DELETED);
  await database()
    .updateTable("reading_messages")
    .set({ body: TEXTS_DELETED })
    .where("orderId", "=", orderId)
    .where("body", "!=", TEXTS_DELETED)
    .execute();
  await database()
    .updateTable("messages")
    .set({ body: TEXTS_DELETED })
    .where("orderId", "=", orderId)
    .where("kind", "in", ["query", "answer"])
    .execute();
}

/** Deletes what was written in an order's thread. */
export async function removeMessagesOf(orderId: string): Promise<void> {
  await removeAttachmentsOf({ orderId });
  await emptyEmailsOf(orderId, TEXTS_DELETED);
  await database()
    .updateTable("messages")
    .set({ body: "Deleted with the order's records." })
    .where("orderId", "=", orderId)
    .execute();
}

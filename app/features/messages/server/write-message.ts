import { type Actor, isStaff, uidOf } from "#app/platform/rules/actor.ts";
import { newId } from "#app/platform/rules/ids.ts";
import type { Deed } from "#app/platform/server/command.ts";
import type { Order } from "#app/features/orders/server/find-order.ts";
import { markUnread } from "#app/features/orders/server/mark-unread.ts";

export type AuthorRole = "client" | "editor" | "support" | "admin";
export const MESSAGE_LIMIT = 5_000;

/** As whom somebody writes on an order: by their part in it, not by their account. */
export function roleOn(actor: Actor, order: { userId: string | null; assignedTo: string | null }): AuthorRole {
  const uid = uidOf(actor);
  if (uid && uid === order.userId) return "client";
  if (uid && uid === order.assignedTo) return "editor";
  return isStaff(actor) && actor.isAdmin ? "admin" : "support";
}

/**
 * Writes one message into an order's thread and marks it unread for the others.
 * @returns the message's id; `again` when the same sending was written before (its `clientKey` is known), and then nothing else happened
 */
export async function writeMessage(
  deed: Deed, order: Order, it: { kind: "message" | "query" | "answer"; body: string; blocking?: boolean; answersId?: string; clientKey?: string | undefined },
): Promise<{ id: string; role: AuthorRole; again: boolean }> {
  const { tx, actor, now } = deed;
  const authorId = uidOf(actor);
  const role = roleOn(actor, order);
  if (it.clientKey) {
    const same = await tx.selectFrom("messages").select("id").where("orderId", "=", order.id).where("authorId", "=", authorId).where("clientKey", "=", it.clientKey).executeTakeFirst();
    if (same) return { id: same.id, role, again: true };
  }
  const id = newId("message");
  await tx.insertInto("messages").values({
    id, orderId: order.id, authorId, authorRole: role, kind: it.kind, body: it.body, blocking: it.blocking ?? false,
    answersId: it.answersId ?? null, createdAt: now, clientKey: it.clientKey ?? null,
  }).execute();
  await markUnread(deed, order, { ...(role === "client" ? {} : { unreadByClient: true }), ...(role === "editor" || !order.assignedTo ? {} : { unreadByEditor: true }) });
  return { id, role, again: false };
}

import { sql } from "kysely";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may, deskRole } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { markUnread } from "#app/features/orders/server/views/mark-unread.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { limitMessages } from "./limit-messages.ts";
import { attachToMessage } from "./attachments.ts";

export type AuthorRole = "client" | "editor" | "support" | "admin";
export const MESSAGE_LIMIT = 5_000;

/** The role a user writes in on an order: their part in it, not their account role. */
export function roleOn(actor: Actor, order: { userId: string | null; assignedTo: string | null }): AuthorRole {
  const uid = uidOf(actor);
  if (uid && uid === order.userId) return "client";
  if (uid && uid === order.assignedTo) return "editor";
  return may(actor, "care") ? deskRole(actor) : "support";
}

export type NewMessage = {
  kind: "message" | "query" | "answer";
  body: string;
  blocking?: boolean;
  answersId?: string;
  clientKey?: string | undefined;
  attachmentIds?: readonly string[] | undefined;
  /** Author and editor only: asks support to join. */
  askStaff?: boolean | undefined;
};

/**
 * Writes a message into an order's thread, marks it unread for the others and updates the staff queue. A staff message
 * handles an open support request.
 * @returns the message's id; `again` if the same `clientKey` is already stored, and then nothing else happened
 * @throws invalid for attachments that can't be sent; too-many past the limit for authors and editors
 */
export async function writeMessage(
  ctx: CommandContext,
  order: Order,
  it: NewMessage,
): Promise<{ id: string; role: AuthorRole; again: boolean }> {
  const { tx, actor, now } = ctx;
  const authorId = uidOf(actor);
  const role = roleOn(actor, order);
  if (it.clientKey) {
    const same = await sentBefore(ctx, order.id, it.clientKey);
    if (same) return { id: same, role, again: true };
  }
  if (order.deletionStartedAt && it.attachmentIds?.length)
    throw conflict(
      "files_deleted",
      "We've deleted this order's files, so no more can be added.",
      "Send the message without files, or place a new order.",
    );
  if (authorId && (role === "client" || role === "editor")) await limitMessages(tx, `order threads of ${authorId}`);
  const id = newId("message");
  await tx
    .insertInto("messages")
    .values({
      id,
      orderId: order.id,
      authorId,
      authorRole: role,
      kind: it.kind,
      body: it.body,
      blocking: it.blocking ?? false,
      answersId: it.answersId ?? null,
      createdAt: now,
      clientKey: it.clientKey ?? null,
    })
    .execute();
  if (authorId)
    await attachToMessage(tx, { uid: authorId }, it.attachmentIds ?? [], { orderId: order.id, messageId: id });
  await markUnread(ctx, order, {
    ...(role === "client" ? {} : { unreadByClient: true }),
    ...(role === "editor" || !order.assignedTo ? {} : { unreadByEditor: true }),
  });
  await keepThread(ctx, order, id, role, it.askStaff ?? false);
  return { id, role, again: false };
}

/** The message this browser already sent with the same key, or null. */
export async function sentBefore(ctx: CommandContext, orderId: string, clientKey: string): Promise<string | null> {
  const same = await ctx.tx
    .selectFrom("messages")
    .select("id")
    .where("orderId", "=", orderId)
    .where("authorId", "=", uidOf(ctx.actor))
    .where("clientKey", "=", clientKey)
    .executeTakeFirst();
  return same?.id ?? null;
}

async function keepThread(
  ctx: CommandContext,
  order: Order,
  messageId: string,
  role: AuthorRole,
  askStaff: boolean,
): Promise<void> {
  const { tx, now } = ctx;
  const before = await tx
    .selectFrom("order_threads")
    .select("needsStaffAt")
    .where("orderId", "=", order.id)
    .executeTakeFirst();
  const asked = before?.needsStaffAt ?? null;
  const byStaff = role === "support" || role === "admin";
  const needsStaffAt = byStaff ? null : (asked ?? (askStaff ? now : null));
  await tx
    .insertInto("order_threads")
    .values({ orderId: order.id, lastAt: now, lastRole: role, messages: 1, needsStaffAt })
    .onConflict((c) =>
      c
        .column("orderId")
        .doUpdateSet({ lastAt: now, lastRole: role, messages: sql`order_threads.messages + 1`, needsStaffAt }),
    )
    .execute();
  // Repeated requests count once until handled.
  if (needsStaffAt && !asked) await orderFact(ctx, order, "thread.staff_asked", { messageId, role }, messageId);
  if (byStaff && asked) await orderFact(ctx, order, "thread.staff_done", {});
}

import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { readClaims, resolveRoles } from "#app/features/accounts/rules/claims.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";

/** Assigns an order's thread to a staff member, or unassigns it. @returns whether anything changed */
export const assignOrderThread = command({
  input: z.object({ orderId: z.string(), assigneeId: z.string().nullable() }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor) => may(actor, "care") || "Only staff can assign threads.",
  run: async (ctx) => {
    const {
      input: { assigneeId },
      thing: order,
      tx,
    } = ctx;
    const thread = await tx
      .selectFrom("order_threads")
      .select("assigneeId")
      .where("orderId", "=", order.id)
      .executeTakeFirst();
    if (!thread)
      throw conflict(
        "no_messages",
        "This order has no messages yet.",
        "Write a message first, then assign the thread.",
      );
    if (thread.assigneeId === assigneeId) return { changed: false };
    if (assigneeId && !(await isOneOfUs(tx, assigneeId)))
      throw invalid("assignee", "Threads can be assigned only to support and admins.", "Choose a staff member.", {
        assigneeId: "Choose a staff member.",
      });
    await tx.updateTable("order_threads").set({ assigneeId }).where("orderId", "=", order.id).execute();
    await orderFact(ctx, order, "thread.assigned", { assigneeId });
    return { changed: true };
  },
});

async function isOneOfUs(tx: Tx, uid: string): Promise<boolean> {
  const found = await tx
    .selectFrom("auth_user as a")
    .innerJoin("users as u", "u.uid", "a.id")
    .select(["a.claims", "a.emailVerified", "a.disabledAt", "u.role", "u.isAdmin", "u.isEditor"])
    .where("a.id", "=", uid)
    .executeTakeFirst();
  if (!found || !found.emailVerified || found.disabledAt) return false;
  const roles = resolveRoles(readClaims(found.claims), found);
  return roles.isAdmin || roles.isSupport;
}

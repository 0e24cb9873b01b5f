import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { AT_WORK } from "#app/features/orders/rules/flow.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { advanceMatching } from "./advance-matching.ts";

const MOST = 500;

/**
 * Reaction to an account that was blocked: an editor's open invites end and those orders continue their search. Admins
 * are told about orders in progress, which appear on their to-do list. Safe to repeat.
 */
export async function onEditorBlocked(fact: Fact): Promise<void> {
  if (fact.kind !== "account.disabled") return;
  const { uid } = fact.data;
  const db = database();
  const open = await db
    .selectFrom("invites")
    .select(["id", "orderId"])
    .where("editorId", "=", uid)
    .where("status", "=", "sent")
    .limit(MOST)
    .execute();
  for (const { id, orderId } of open) {
    await transact(SYSTEM, async (ctx) => {
      await lockOrder(ctx.tx, orderId);
      const ended = await ctx.tx
        .updateTable("invites")
        .set({ status: "withdrawn", respondedAt: ctx.now })
        .where("id", "=", id)
        .where("status", "=", "sent")
        .returning("id")
        .executeTakeFirst();
      if (ended)
        await ctx.fact("invite.lost", {
          orderId,
          subjectId: uid,
          topics: ["staff"],
          data: { inviteId: id, editorId: uid },
        });
    });
    await advanceMatching(orderId);
  }
  const { orders } = await db
    .selectFrom("orders")
    .select(({ fn }) => fn.countAll<number>().as("orders"))
    .where("assignedTo", "=", uid)
    .where("status", "in", [...AT_WORK])
    .executeTakeFirstOrThrow();
  if (Number(orders) === 0) return;
  await transact(SYSTEM, async (ctx) => {
    const told = await ctx.tx
      .selectFrom("facts")
      .select("id")
      .where("kind", "=", "editor.orders_stranded")
      .where("subjectId", "=", uid)
      .where("at", ">=", fact.at)
      .executeTakeFirst();
    if (!told)
      await ctx.fact("editor.orders_stranded", {
        subjectId: uid,
        data: { editorId: uid, orders: Number(orders) },
        topics: ["staff"],
      });
  });
}

import { CLOCK, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { changeOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { matchingOfOrder } from "./read-matching-policy.ts";
import { unassignedTimes } from "../rules/waves.ts";
import { advanceMatching } from "./advance-matching.ts";
import { endInvites } from "./end-invites.ts";
import { searchBegan } from "./order-for-matching.ts";

/** Reaction: a paid or released order, or an answered invite, advances its search. */
export async function resumeMatching(fact: Fact): Promise<void> {
  if (fact.orderId) await advanceMatching(fact.orderId);
}

/**
 * Reaction: an editor's settings changed, so re-evaluate every order without an editor now instead of at the next clock
 * run.
 */
export async function rematchWaitingOrders(fact: Fact): Promise<void> {
  const opens =
    fact.kind === "editor.matching_changed"
      ? fact.data.matchReady
      : fact.kind === "kyc.cleared"
        ? fact.data.work
        : fact.kind === "editor.resumed" || fact.kind === "account.enabled";
  if (!opens) return;
  const waiting = await database()
    .selectFrom("orders")
    .select("id")
    .where("status", "=", "paid")
    .orderBy("dueAt")
    .limit(500)
    .execute();
  for (const { id } of waiting) await advanceMatching(id);
}

/** Reaction: a released order restarts its search at wave one. */
export async function searchAgain(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    if (order.status !== "paid" || (order.flags.matchFrom && new Date(order.flags.matchFrom) >= fact.at)) return;
    const { openPool: _, ...flags } = order.flags;
    await changeOrder(ctx, order, { flags: json({ ...flags, matchFrom: fact.at.toISOString() }) });
  });
  await advanceMatching(fact.orderId!);
}

/** Reaction: ends the open invites of an order that was assigned manually, canceled, refunded or put on hold. */
export async function withdrawInvites(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    if (order.status !== "paid") await endInvites(ctx, order.id, "withdrawn");
  });
}

/** Clock: expires invites and sends the next wave. */
export async function expireInvites(now: Date): Promise<number> {
  const due = database()
    .selectFrom("invites")
    .select(["id", "orderId"])
    .where("status", "=", "sent")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt");
  return sweep(
    "expire an invite",
    due,
    async (ctx, { id, orderId }) => {
      await lockOrder(ctx.tx, orderId);
      const gone = await ctx.tx
        .updateTable("invites")
        .set({ status: "expired" })
        .where("id", "=", id)
        .where("status", "=", "sent")
        .where("expiresAt", "<=", ctx.now)
        .returning("editorId")
        .executeTakeFirst();
      if (gone)
        await ctx.fact("invite.expired", {
          orderId,
          subjectId: gone.editorId,
          data: { inviteId: id, editorId: gone.editorId },
          topics: [`user:${gone.editorId}`, "staff"],
        });
      return gone !== undefined;
    },
    500,
  );
}

/**
 * Clock: re-evaluates every order without an editor, as quiet hours end and capacity frees up, and notifies people at
 * 40% and 60% of its window.
 */
export async function watchUnassigned(now: Date): Promise<void> {
  const waiting = await database()
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "paid")
    .orderBy("dueAt")
    .limit(500)
    .execute();
  for (const row of waiting) {
    await advanceMatching(row.id, CLOCK);
    await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, row.id);
      if (order.status !== "paid") return;
      const { supportAt, clientChoiceAt } = unassignedTimes(
        searchBegan(order),
        order.windowMs,
        await matchingOfOrder(order, ctx.tx),
      );
      const flags = { ...order.flags };
      if (now >= supportAt && !flags.supportTold) {
        flags.supportTold = now.toISOString();
        const invited = await ctx.tx.selectFrom("invites").select("id").where("orderId", "=", order.id).execute();
        await orderFact(ctx, order, "matching.support_told", { invited: invited.length });
      }
      // A delivered order needs a revision: its price is earned, so no refund is offered.
      if (now >= clientChoiceAt && !flags.clientOffered && !order.deliveredAt) {
        flags.clientOffered = now.toISOString();
        await orderFact(ctx, order, "matching.client_offered", {
          laterDueAt: laterDate(now, order.windowMs).toISOString(),
        });
      }
      if (JSON.stringify(flags) !== JSON.stringify(order.flags)) await changeOrder(ctx, order, { flags: json(flags) });
    });
  }
}

/** The later date a client may choose: a whole window from now, rounded to the hour. */
export function laterDate(now: Date, windowMs: number): Date {
  return new Date(Math.ceil(after(now, windowMs).getTime() / HOUR) * HOUR);
}

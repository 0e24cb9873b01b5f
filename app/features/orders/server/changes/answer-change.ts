import { z } from "zod";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { chargeFor } from "../../rules/change/charge.ts";
import { changePayableUntil, isChangeable } from "../../rules/change/order-change.ts";
import { columnsOfPrice } from "../charges/apply-charge.ts";
import { openCharge } from "../charges/open-charge.ts";
import { orderFact, orderTopics } from "../lifecycle/move-order.ts";
import { type Order, lockOrder, quotedPrice } from "../views/find-order.ts";
import { applyChange } from "./apply-change.ts";
import { checkEditorRoom } from "./check-editor-room.ts";
import {
  type OrderChange,
  aboutChange,
  changeSideOf,
  lockChange,
  mayAnswerChange,
  mayWithdrawChange,
  missingFor,
  openChangeOf,
} from "./find-change.ts";

const Input = z.object({ changeId: z.string() });

/** @throws conflict when the change has been answered or has expired, or its order has moved on */
function requireOpen(ctx: CommandContext, order: Order, change: OrderChange): void {
  if (change.status !== "open")
    throw conflict("change_over", "This proposal is no longer open.", "The order page shows what applies now.");
  if (change.expiresAt <= ctx.now)
    throw conflict("change_expired", "This proposal has expired.", "Propose it again if it's still needed.");
  if (!isChangeable(order) || order.totalMinor !== change.oldTotalMinor)
    throw conflict(
      "order_moved_on",
      "The order has changed since this was proposed.",
      "Propose it again if it's still needed.",
    );
}

/**
 * The author or the editor agrees to a change. When both have, it applies at once if there's nothing more to pay.
 * Otherwise the author is asked to pay the difference, and it applies once they have. Agreeing twice does nothing.
 */
export const agreeToChange = command({
  input: Input,
  load: ({ changeId }, ctx) => lockChange(ctx, changeId),
  allow: (actor, { order }) => {
    const side = changeSideOf(actor, order);
    return side === "client" || side === "editor" || "Only the order's author and editor can agree to a change.";
  },
  async run({ thing: { order, change }, ...ctx }): Promise<{ outcome: "waits" | "to_pay" | "agreed" }> {
    const side = changeSideOf(ctx.actor, order) as "client" | "editor";
    if (!missingFor(change).includes(side) && ["open", "to_pay", "agreed"].includes(change.status))
      return { outcome: change.status === "open" ? "waits" : (change.status as "to_pay" | "agreed") };
    requireOpen(ctx, order, change);
    await checkEditorRoom(ctx, order, change.earlierMs);
    const agreed = await ctx.tx
      .updateTable("order_changes")
      .set(side === "client" ? { clientAgreedAt: ctx.now } : { editorAgreedAt: ctx.now })
      .where("id", "=", change.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (missingFor(agreed).length > 0) {
      await orderFact(ctx, order, "change.agreed_by", { ...aboutChange(order, change), by: side }, change.id);
      return { outcome: "waits" };
    }
    const before = quotedPrice(order);
    const charge = chargeFor(before, change.price, {
      code: "extra",
      label: "Changed order",
      detail: change.what.join(". ") || "Earlier due date",
      amountMinor: minor(0),
    });
    if (charge) {
      const { id: chargeId } = await openCharge(ctx, order, {
        kind: change.price.service === before.service && change.earlierMs > 0 ? "date" : "scope",
        reason: change.reason,
        charge,
        expiresAt: changePayableUntil(
          ctx.now,
          after(order.editorDueAt!, -change.earlierMs),
          await deadlinesOfOrder(order, ctx.tx),
        ),
      });
      await ctx.tx
        .updateTable("order_changes")
        .set({ status: "to_pay", chargeId })
        .where("id", "=", change.id)
        .execute();
      return { outcome: "to_pay" };
    }
    await applyChange(ctx, order, agreed, await columnsOfPrice(ctx, order, change.price));
    return { outcome: "agreed" };
  },
});

/** The author or the editor declines a change: the order stays as it is. */
export const declineChange = command({
  input: Input,
  load: ({ changeId }, ctx) => lockChange(ctx, changeId),
  allow: (actor, { order, change }) =>
    (["client", "editor"].includes(changeSideOf(actor, order) ?? "") && change.status !== "open") ||
    mayAnswerChange(actor, order, change) ||
    "Only the order's author and editor can decline a change.",
  async run({ thing: { order, change }, ...ctx }): Promise<void> {
    requireOpen(ctx, order, change);
    await end(ctx, order, change, "declined");
  },
});

/** The person who proposed a change takes it back before both sides have agreed. Withdrawing twice does nothing. */
export const withdrawChange = command({
  input: Input,
  load: ({ changeId }, ctx) => lockChange(ctx, changeId),
  allow: (actor, { change }) =>
    mayWithdrawChange(actor, { ...change, status: "open" }) || "Only the one who proposed a change can withdraw it.",
  async run({ thing: { order, change }, ...ctx }): Promise<void> {
    if (change.status === "withdrawn") return;
    if (change.status !== "open")
      throw conflict("change_over", "This proposal is no longer open.", "The order page shows what applies now.");
    await end(ctx, order, change, "withdrawn");
  },
});

async function end(
  ctx: CommandContext,
  order: Order,
  change: OrderChange,
  status: "declined" | "withdrawn" | "expired" | "ended",
): Promise<void> {
  await ctx.tx.updateTable("order_changes").set({ status, decidedAt: ctx.now }).where("id", "=", change.id).execute();
  await ctx.fact(`change.${status}`, {
    orderId: order.id,
    subjectId: change.id,
    data: { changeId: change.id, side: change.side },
    topics: orderTopics(order, change.proposedBy),
  });
}

/**
 * Reaction: ends a change whose order was submitted, reassigned, paused, held or canceled. A change that's waiting for
 * payment ends with its charge.
 */
export async function endOrderChange(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const change = await openChangeOf(ctx.tx, order.id).where("status", "=", "open").executeTakeFirst();
    if (change && !isChangeable(order)) await end(ctx, order, change, "ended");
  });
}

/** Clock rule: ends changes that weren't answered in time. */
export async function expireChanges(now: Date): Promise<void> {
  const due = database()
    .selectFrom("order_changes")
    .select("id")
    .where("status", "=", "open")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt");
  await sweep("expire a change", due, async (ctx, { id }) => {
    const { order, change } = await lockChange(ctx, id);
    if (change.status === "open" && change.expiresAt <= ctx.now) await end(ctx, order, change, "expired");
  });
}

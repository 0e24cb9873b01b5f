import { z } from "zod";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";
import { isPayableOn } from "../../rules/change/charge.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { leaveChange } from "../changes/apply-change.ts";
import { leaveNewWords } from "../revisions/take-new-words.ts";
import { leaveWords } from "../words/follow-charge.ts";
import { type OrderCharge, lockCharge, openChargeOf } from "./find-charge.ts";

const Input = z.object({ chargeId: z.string() });

/** Ends an open charge unpaid. The caller holds its order. */
async function endCharge(
  ctx: CommandContext,
  order: Order,
  charge: OrderCharge,
  status: "declined" | "withdrawn" | "expired" | "ended",
): Promise<void> {
  await ctx.tx.updateTable("order_charges").set({ status, decidedAt: ctx.now }).where("id", "=", charge.id).execute();
  if (charge.kind === "words") await leaveWords(ctx, charge, status);
  else if (charge.kind === "new_words") await leaveNewWords(ctx, order, charge);
  else await leaveChange(ctx, charge.id, status === "ended");
  const { id: chargeId, kind, totalMinor: amountMinor } = charge;
  await orderFact(ctx, order, `charge.${status}`, { chargeId, kind, amountMinor }, chargeId);
}

const isOver = (status: OrderCharge["status"]) =>
  conflict(
    "charge_over",
    status === "paid" ? "This charge has been paid." : "This charge is no longer open.",
    "The order page shows what applies now.",
  );

/** The author declines a charge: nothing is added, and nothing has to be paid. Declining twice does nothing. */
export const declineCharge = command({
  input: Input,
  load: ({ chargeId }, ctx) => lockCharge(ctx, chargeId),
  allow: (actor, { order }) => can.pay(actor, order) || "Only the order's author can decline a charge.",
  async run({ thing: { order, charge }, ...ctx }): Promise<void> {
    if (charge.status === "declined") return;
    if (charge.status !== "open") throw isOver(charge.status);
    await endCharge(ctx, order, charge, "declined");
  },
});

/** Staff withdraw a charge that isn't paid yet. Withdrawing twice does nothing. */
export const withdrawCharge = command({
  input: Input,
  load: ({ chargeId }, ctx) => lockCharge(ctx, chargeId),
  allow: (actor) => may(actor, "care") || "Only staff can withdraw a charge.",
  async run({ thing: { order, charge }, ...ctx }): Promise<void> {
    if (charge.status === "withdrawn") return;
    if (charge.status !== "open") throw isOver(charge.status);
    await endCharge(ctx, order, charge, "withdrawn");
  },
});

/** Reaction: ends an open charge whose order was submitted, reassigned, held or canceled. */
export async function endOpenCharge(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const charge = await openChargeOf(ctx.tx, order.id).executeTakeFirst();
    if (charge && !isPayableOn(charge.kind, order)) await endCharge(ctx, order, charge, "ended");
  });
}

/** Clock rule: ends charges that weren't paid in time. */
export async function expireCharges(now: Date): Promise<void> {
  const due = database()
    .selectFrom("order_charges")
    .select("id")
    .where("status", "=", "open")
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt");
  await sweep("expire a charge", due, async (ctx, { id }) => {
    const { order, charge } = await lockCharge(ctx, id);
    if (charge.status === "open" && charge.expiresAt <= ctx.now) await endCharge(ctx, order, charge, "expired");
  });
}

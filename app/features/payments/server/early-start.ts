import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { EARLY_START, mayWithdraw, withdrawalEndsAt } from "../rules/withdrawal.ts";

/** The query of an order's request for an early start. */
export const earlyStartOf = (db: Reader, orderId: string) =>
  db.selectFrom("early_starts").selectAll().where("orderId", "=", orderId);

const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** Whom the tick concerns, with what is kept about them; null for those without a right of withdrawal. */
async function concerned(uid: string, db: Reader): Promise<{ country: string | null; timeZone: string } | null> {
  const buyer = await db.selectFrom("users").select(["billing", "timeZone"]).where("uid", "=", uid).executeTakeFirst();
  const country = textOf(buyer?.billing?.["country"]);
  return mayWithdraw({ country, vatId: textOf(buyer?.billing?.["vatId"]) })
    ? { country, timeZone: buyer?.timeZone ?? "UTC" }
    : null;
}

/** What an order's buyer must tick before paying, or null where nothing is asked: they have no such right, or ticked it before. */
export type EarlyStartAsk = { version: string; text: string } | null;
export async function askEarlyStart(actor: Actor, orderId: string): Promise<EarlyStartAsk> {
  if (actor.kind !== "person") return null;
  const db = database();
  const given = await earlyStartOf(db, orderId).executeTakeFirst();
  if (given?.version === EARLY_START.version || !(await concerned(actor.uid, db))) return null;
  return { ...EARLY_START };
}

/**
 * Keeps that a consumer asked for work to begin before the withdrawal period ends, with the text they ticked. Safe to repeat.
 * @param ticked the version of the text on the page @throws invalid when they have the right and didn't tick it
 */
export async function recordEarlyStart(ctx: CommandContext, order: Order, ticked: string | null): Promise<void> {
  const uid = order.userId;
  if (uid === null) return;
  const given = await earlyStartOf(ctx.tx, order.id).executeTakeFirst();
  if (given?.version === EARLY_START.version) return;
  const buyer = await concerned(uid, ctx.tx);
  if (!buyer) return;
  if (ticked !== EARLY_START.version)
    throw invalid(
      "early_start",
      "Check the box above the payment button first.",
      "Because you may have a right of withdrawal, we need your request to start work right away.",
      { earlyStart: "Check this box to pay." },
    );
  const row = { uid, ...buyer, ...EARLY_START, givenAt: ctx.now };
  await ctx.tx
    .insertInto("early_starts")
    .values({ orderId: order.id, ...row })
    .onConflict((c) => c.column("orderId").doUpdateSet(row))
    .execute();
}

/** Once an order is paid: its buyer gets the request and the right of withdrawal confirmed in writing. */
export async function confirmEarlyStart(ctx: CommandContext, order: Order): Promise<void> {
  const given = await earlyStartOf(ctx.tx, order.id).executeTakeFirst();
  if (!given || order.paidAt === null) return;
  await orderFact(ctx, order, "contract.confirmed", {
    version: given.version,
    text: given.text,
    givenAt: given.givenAt.toISOString(),
    untilAt: withdrawalEndsAt(order.paidAt, given.timeZone).toISOString(),
  });
}

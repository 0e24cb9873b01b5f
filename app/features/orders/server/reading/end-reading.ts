import { z } from "zod";
import { sweep } from "#app/platform/server/core/sweep.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type CommandContext, command, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type SkipReason, canRead, readingDueAt } from "../../rules/review/second-reading.ts";
import { changeOrder, moveOrder } from "../lifecycle/move-order.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { type ReadingThing, beginReading, findReading, lockReading, readingFact } from "./lock-reading.ts";

const AT_ONCE = 200;

/**
 * Ends an unfinished reading: the order continues without it, and a reaction refunds its part of the price. A reader
 * who had taken it loses it and isn't paid. A step of the command that decides it.
 * @returns the order as it now is: an order that was waiting for its reading is submitted again
 */
export async function skipReading(ctx: CommandContext, thing: ReadingThing, why: SkipReason): Promise<Order> {
  const { reading } = thing;
  await ctx.tx
    .updateTable("second_readings")
    .set({ status: "skipped", why, endedAt: ctx.now })
    .where("id", "=", reading.id)
    .where("status", "in", ["searching", "taken"])
    .execute();
  const moved =
    thing.order.status === "second_reading" ? await moveOrder(ctx, thing.order, "return_read") : thing.order;
  const order = moved.readerId ? await changeOrder(ctx, moved, { readerId: null }) : moved;
  await readingFact(ctx, { order, reading }, "reading.skipped", {
    readingId: reading.id,
    readerId: reading.readerId,
    why,
  });
  return order;
}

/** An admin lets an order continue without its second reading. Its part of the price is refunded. Safe to repeat. */
export const skipByStaff = command({
  input: z.object({ orderId: z.string() }),
  load: ({ orderId }, { tx }) => lockOrder(tx, orderId),
  allow: (actor) => canRead.manage(actor) || "Only an admin can deliver an order without its second reading.",
  run: async ({ thing: order, ...ctx }) => {
    if (!order.secondReader || order.status !== "second_reading") {
      const known = await findReading(order.id, ctx.tx);
      if (known?.status === "skipped") return;
      throw conflict(
        "not_in_reading",
        "This order isn't waiting for a second reader now.",
        "Reload the page to see its current status.",
      );
    }
    await skipReading(ctx, { order, reading: await beginReading(ctx, order) }, "staff");
  },
});

/** Reaction: an order that was canceled or refunded needs no second reading. Safe to repeat. */
export async function endReading(fact: Fact): Promise<void> {
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const reading = await findReading(order.id, ctx.tx);
    if (!reading || (reading.status !== "searching" && reading.status !== "taken")) return;
    if (order.status !== "cancelled" && order.status !== "refunded") return;
    await ctx.tx
      .updateTable("second_readings")
      .set({ status: "void", endedAt: ctx.now })
      .where("id", "=", reading.id)
      .execute();
    const without = await changeOrder(ctx, order, { readerId: null });
    const data = { readingId: reading.id, readerId: reading.readerId };
    await readingFact(ctx, { order: without, reading }, "reading.ended", data);
  });
}

/** Clock: a second reading never makes an order late. One that isn't done by the end of its window is left out. */
export async function endLateReadings(now: Date): Promise<void> {
  const waiting = await database()
    .selectFrom("second_readings as r")
    .innerJoin("orders as o", "o.id", "r.orderId")
    .select(["r.id", "o.dueAt", "o.windowMs", "o.qaReason", "o.service"])
    .where("r.status", "in", ["searching", "taken"])
    .where("o.status", "=", "second_reading")
    .orderBy("o.dueAt")
    .limit(AT_ONCE)
    .execute();
  const isDue = (dates: Parameters<typeof readingDueAt>[0], at: Date): boolean => {
    const dueAt = readingDueAt(dates);
    return dueAt !== null && dueAt <= at;
  };
  await sweep(
    "end a second reading",
    waiting.filter((it) => isDue(it, now)),
    async (ctx, { id }) => {
      const thing = await lockReading(id, ctx);
      const { order, reading } = thing;
      if (order.status !== "second_reading" || !isDue(order, ctx.now)) return;
      if (reading.status !== "searching" && reading.status !== "taken") return;
      await skipReading(ctx, thing, reading.readerId ? "reader_late" : "nobody");
    },
  );
}

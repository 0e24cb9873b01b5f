import { z } from "zod";
import { isSystem, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { LEVELS } from "#app/features/pricing/rules/editor-pay.ts";
import { READINGS_AT_ONCE, readingDueAt, takeRefusal } from "../../rules/review/second-reading.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { lockReading, readingFact } from "./lock-reading.ts";

/**
 * Gives a second reading to one reader. Matching decides who may take it and calls this as a step of accepting an
 * invite, of taking one from the pool, or of an admin's choice. This only ensures that people take readings for
 * themselves, and that there is one winner.
 */
export const takeReading = command({
  input: z.object({
    readingId: z.string(),
    readerId: z.string(),
    level: z.enum(LEVELS),
    payMinor: z.number().int().nonnegative(),
    how: z.enum(["invite", "pool", "admin"]),
  }),
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: (actor, _thing, input) =>
    isSystem(actor) ||
    (input.how === "admin" ? may(actor, "orders") : uidOf(actor) === input.readerId) ||
    "Only an admin can choose a second reader.",
  run: async ({ input, thing: { order, reading }, ...ctx }) => {
    const { readerId, level, payMinor, how } = input;
    if (reading.status === "taken" && reading.readerId === readerId) return reading;
    if (reading.status === "taken")
      throw conflict(
        "reading_taken",
        "Another editor accepted this second reading first.",
        "Your other invites are still open.",
      );
    const refusal = takeRefusal(order, ctx.now);
    if (refusal || reading.status !== "searching") {
      const { code, message, advice } = refusal ?? {
        code: "reading_over",
        message: "This second reading is no longer available.",
        advice: "You don't need to do anything.",
      };
      throw conflict(code, message, advice);
    }
    if ([order.userId, order.assignedTo].includes(readerId))
      throw conflict(
        "own_order",
        "The author and the editor of an order can't be its second reader.",
        "Choose somebody else.",
      );
    const held = await ctx.tx
      .selectFrom("second_readings")
      .select(({ fn }) => fn.countAll<number>().as("n"))
      .where("readerId", "=", readerId)
      .where("status", "=", "taken")
      .executeTakeFirstOrThrow();
    if (Number(held.n) >= READINGS_AT_ONCE && how !== "admin")
      throw conflict(
        "enough_readings",
        `You have ${held.n} open second readings, which is the most you can have at once.`,
        "Finish one of them or hand it back, then accept another.",
      );
    const taken = await ctx.tx
      .updateTable("second_readings")
      .set({
        status: "taken",
        readerId,
        level,
        payMinor,
        takenAt: ctx.now,
        readyAt: order.status === "second_reading" ? ctx.now : null,
      })
      .where("id", "=", reading.id)
      .where("status", "=", "searching")
      .returningAll()
      .executeTakeFirstOrThrow();
    const held2 = await changeOrder(ctx, order, { readerId });
    await readingFact(ctx, { order: held2, reading: taken }, "reading.taken", {
      readingId: reading.id,
      readerId,
      how,
      dueAt: readingDueAt(order)!.toISOString(),
    });
    return taken;
  },
});

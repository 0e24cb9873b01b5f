import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { canRead } from "../../rules/review/second-reading.ts";
import { changeOrder } from "../lifecycle/move-order.ts";
import { type ReadingThing, lockReading, readingFact } from "./lock-reading.ts";

const reason = (min: string) => z.string().trim().min(3, min).max(1_000, "Shorten this to 1,000 characters or fewer.");

/**
 * A second reader who can't continue hands the reading back, and the search continues. Safe to repeat: a reading they
 * no longer have doesn't change.
 */
export const handBackReading = command({
  input: z.object({ readingId: z.string(), reason: reason("Tell us why. Only our staff will see it.") }),
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  // A former reader may repeat this, but only the current reader changes anything.
  allow: (actor, { reading }) =>
    (actor.kind === "person" && actor.isEditor && (reading.readerId === null || reading.readerId === actor.uid)) ||
    "Only its second reader can hand it back.",
  run: async ({ input, thing, ...ctx }) => {
    const { reading } = thing;
    if (reading.status !== "taken" || reading.readerId !== uidOf(ctx.actor)) return;
    await release(ctx, thing, "reader", input.reason);
  },
});

/** An admin takes a reading from its reader, and the search continues without them. */
export const releaseReader = command({
  input: z.object({ readingId: z.string(), reason: reason("Enter a reason. The reader will see it.") }),
  load: ({ readingId }, ctx) => lockReading(readingId, ctx),
  allow: (actor) => canRead.manage(actor) || "Only an admin can remove a second reader.",
  run: async ({ input, thing, ...ctx }) => {
    if (thing.reading.status !== "taken")
      throw conflict("no_reader", "This order has no second reader now.", "Reload the page to see its current status.");
    await release(ctx, thing, "staff", input.reason);
  },
});

/** Sets aside the copies that the reader uploaded, because the next reader starts from the first editor's. */
async function release(
  ctx: CommandContext,
  { order, reading }: ReadingThing,
  by: "reader" | "staff",
  why: string,
): Promise<void> {
  const { tx, now } = ctx;
  await tx.deleteFrom("reading_files").where("readingId", "=", reading.id).execute();
  await tx
    .updateTable("second_readings")
    .set({
      status: "searching",
      readerId: null,
      level: null,
      payMinor: 0,
      takenAt: null,
      readyAt: null,
      note: "",
      unreadByReader: false,
      searchFromAt: now,
      openAt: null,
    })
    .where("id", "=", reading.id)
    .where("status", "=", "taken")
    .execute();
  const without = await changeOrder(ctx, order, { readerId: null });
  const data = { readingId: reading.id, readerId: reading.readerId!, by, reason: why };
  await readingFact(ctx, { order: without, reading }, "reading.released", data);
}

import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { ReadingThing } from "./lock-reading.ts";

/** Opens a reading to everyone who qualifies: all who could be invited have been. A step of the search. */
export async function openReadingToAll(ctx: CommandContext, { reading }: ReadingThing): Promise<void> {
  await ctx.tx
    .updateTable("second_readings")
    .set({ openAt: ctx.now })
    .where("id", "=", reading.id)
    .where("openAt", "is", null)
    .execute();
}

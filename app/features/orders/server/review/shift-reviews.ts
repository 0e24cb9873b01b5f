import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/** Moves the deadlines of an order's open reviews along with its own, by the length of its hold. */
export async function shiftReviews(ctx: CommandContext, orderId: string, ms: number): Promise<void> {
  const later = sql`make_interval(secs => ${ms / 1000})`;
  await sql`
    update qa_reviews set "dueAt" = "dueAt" + ${later}, "takenUntilAt" = "takenUntilAt" + ${later}
    where "orderId" = ${orderId} and status = 'waiting'`.execute(ctx.tx);
}

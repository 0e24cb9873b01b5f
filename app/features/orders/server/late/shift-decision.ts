import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/** Moves the deadline for the decision about a late order along with the order's own, after its clock was paused. */
export async function shiftDecision(ctx: CommandContext, orderId: string, ms: number): Promise<void> {
  await sql`
    update late_decisions set "decideByAt" = "decideByAt" + make_interval(secs => ${ms / 1000})
    where "orderId" = ${orderId} and status in ('open', 'proposed')`.execute(ctx.tx);
}

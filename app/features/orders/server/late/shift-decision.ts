import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/** Moves the time to decide about a late order with its deadlines: its clock was stopped for so long. */
export async function shiftDecision(ctx: CommandContext, orderId: string, ms: number): Promise<void> {
  await sql`
    update late_decisions set "decideByAt" = "decideByAt" + make_interval(secs => ${ms / 1000})
    where "orderId" = ${orderId} and status in ('open', 'proposed')`.execute(ctx.tx);
}

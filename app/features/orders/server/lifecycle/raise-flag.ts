import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/**
 * Records that a clock rule has fired on an order.
 * @returns false if it had already fired: then the caller does nothing
 */
export async function raiseFlag(ctx: CommandContext, orderId: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders set flags = flags || jsonb_build_object(${name}::text, ${ctx.now.toISOString()}::text)
    where id = ${orderId} and not (flags ? ${name})`.execute(ctx.tx);
  return (numAffectedRows ?? 0n) > 0n;
}

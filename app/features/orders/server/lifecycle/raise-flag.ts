import { sql } from "kysely";
import type { CommandContext } from "#app/platform/server/core/command.ts";

/**
 * Notes that a clock rule has spoken on an order, once.
 * @returns false when it had spoken before: the caller says nothing then
 */
export async function raiseFlag(ctx: CommandContext, orderId: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders set flags = flags || jsonb_build_object(${name}::text, ${ctx.now.toISOString()}::text) where id = ${orderId} and not (flags ? ${name})`.execute(
    ctx.tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

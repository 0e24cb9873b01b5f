import { sql } from "kysely";
import type { Deed } from "#app/platform/server/core/command.ts";

/**
 * Notes that a clock rule has spoken on an order, once.
 * @returns false when it had spoken before: the caller says nothing then
 */
export async function raiseFlag(deed: Deed, orderId: string, name: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update orders set flags = flags || jsonb_build_object(${name}::text, ${deed.now.toISOString()}::text) where id = ${orderId} and not (flags ? ${name})`.execute(
    deed.tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

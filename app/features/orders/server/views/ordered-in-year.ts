import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";

/**
 * What an organization ordered in the calendar year (UTC) of a moment so far: what was paid for its orders in its own
 * currency, in minor units and less refunds.
 */
export async function orderedInYear(
  { organizationId, currency }: { organizationId: string; currency: string },
  at: Date,
  db: Reader = database(),
): Promise<number> {
  const { ordered } = await db
    .selectFrom("orders")
    .select(sql<number>`coalesce(sum("paidMinor" - "refundedMinor"), 0)::bigint`.as("ordered"))
    .where("organizationId", "=", organizationId)
    .where("currency", "=", currency)
    .where("paidAt", ">=", new Date(Date.UTC(at.getUTCFullYear(), 0, 1)))
    .where("paidAt", "<=", at)
    .executeTakeFirstOrThrow();
  return ordered;
}

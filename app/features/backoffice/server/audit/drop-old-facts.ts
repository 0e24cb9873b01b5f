import { sql } from "kysely";
import { after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { removeFactsBefore } from "#app/platform/server/core/facts.ts";
import { ACCESS_LOG_KEPT_MS } from "#app/features/accounts/rules/impersonation.ts";
import { PASSING_KINDS } from "../../rules/audit/audit-retention.ts";

/**
 * Clock rule: deletes old rows of the log of access and sign-in security, a few thousand at a time.
 * @returns how many went
 */
export async function dropOldFacts(now: Date): Promise<number> {
  const before = after(now, -ACCESS_LOG_KEPT_MS);
  const { rows } = await sql<{ due: boolean }>`
    select exists (select 1 from unnest(${PASSING_KINDS}::text[]) k(kind)
      cross join lateral (select 1 from facts f where f.kind = k.kind and f.at < ${before} limit 1) old)
        as due`.execute(database());
  return rows[0]!.due ? removeFactsBefore(before, PASSING_KINDS) : 0;
}

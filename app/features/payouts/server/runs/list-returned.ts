import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { runFlow } from "../../rules/flow.ts";

/** At most so many are named on a page. */
const MOST = 50;

/** Payments that came back and whose earnings aren't in another payout yet, the newest first. */
export const listReturned = (db: Reader = database()) =>
  db
    .selectFrom("payouts as p")
    .innerJoin("users as u", "u.uid", "p.editorId")
    .select([
      "p.id",
      "p.runId",
      "p.editorId",
      "u.displayName as editor",
      "p.amountMinor",
      "p.currency",
      "p.returnedAt",
      "p.returnCode",
      // The account was at fault, and the editor hasn't given another one.
      sql<boolean>`exists (select 1 from bank_details b where b.uid = p."editorId" and b."replacedAt" is null
        and b."refusedAt" is not null)`.as("waitsForAccount"),
    ])
    .where(sql<boolean>`p.id in (select e."payoutId" from earnings e where e.status = 'returned')`)
    .orderBy("p.returnedAt", "desc")
    .orderBy("p.id", "desc")
    .limit(MOST)
    .execute();

const UNDER_WAY = runFlow.states.filter((state) => !runFlow.ends.some((end) => end === state));

/** Runs that need approval, whose file needs to be sent, or that are with the bank. */
export const listRunsUnderWay = (db: Reader = database()) =>
  db
    .selectFrom("payout_runs")
    .select(["id", "number", "status", "totalMinor", "currency"])
    .where("status", "in", UNDER_WAY)
    .orderBy("id", "desc")
    .limit(MOST)
    .execute();

/** What the tabs of the payout pages count. */
export async function countPayoutTasks(db: Reader = database()): Promise<{ runs: number; returned: number }> {
  return db
    .selectNoFrom([
      sql<number>`(select count(*)::int from payout_runs where status in (${sql.join(UNDER_WAY)}))`.as("runs"),
      sql<number>`(select count(distinct "payoutId")::int from earnings where status = 'returned')`.as("returned"),
    ])
    .executeTakeFirstOrThrow();
}

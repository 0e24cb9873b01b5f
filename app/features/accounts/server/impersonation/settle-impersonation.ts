import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { recordFact } from "#app/platform/server/core/facts.ts";
import { ACCESS_LOG_KEPT_MS } from "../../rules/impersonation.ts";
import { lockImpersonation, whyOver } from "./find-impersonation.ts";

/**
 * Closes an impersonation that is over or that staff end themselves, and tells the open pages of both people.
 * @param byHand whether the staff member ends it
 * @returns whether it's closed now
 */
export async function settleImpersonation(tx: Tx, id: string, byHand = false): Promise<boolean> {
  const it = await lockImpersonation(tx, id);
  if (!it) return true;
  const why = whyOver(it) ?? (byHand ? "ended" : null);
  if (why === null) return false;
  const real = new Date();
  await tx
    .updateTable("impersonations")
    .set({ endedAt: it.endsAt < real ? it.endsAt : real })
    .where("id", "=", id)
    .execute();
  await recordFact(tx, SYSTEM, now(), "account.impersonation_ended", {
    subjectId: it.uid,
    data: { uid: it.uid, impersonationId: id, staffId: it.staffId, why },
    topics: [`user:${it.uid}`, `user:${it.staffId}`],
  });
  return true;
}

/** Ends an impersonation at the staff member's request. Safe to repeat. The caller checks whose it is. */
export const endImpersonation = (id: string): Promise<boolean> =>
  transact(SYSTEM, ({ tx }) => settleImpersonation(tx, id, true));

/**
 * Clock rule: closes impersonations that are over, and deletes old ones. Uses the real clock, like sessions.
 */
export async function watchImpersonations(): Promise<void> {
  const open = await database()
    .selectFrom("impersonations")
    .select("id")
    .where("endedAt", "is", null)
    .orderBy("id")
    .limit(500)
    .execute();
  for (const { id } of open) await transact(SYSTEM, ({ tx }) => settleImpersonation(tx, id));
  await database()
    .deleteFrom("impersonations")
    .where("startedAt", "<", after(new Date(), -ACCESS_LOG_KEPT_MS))
    .execute();
}

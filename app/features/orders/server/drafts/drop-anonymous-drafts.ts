import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import { keepAt, keptMs } from "#app/features/policy/server/read-keep.ts";
import { withdraw } from "./discard-draft.ts";
import { lockOrder } from "../views/find-order.ts";

const AT_ONCE = 200;

/**
 * Clock rule: withdraws visitors' drafts, with their files, once they've been kept long enough without a change.
 * @returns how many
 */
export const dropAnonymousDrafts = (now: Date): Promise<number> => dropDrafts(now, false);

/** Clock rule: the same for drafts of people with an account. @returns how many */
export const dropLeftDrafts = (now: Date): Promise<number> => dropDrafts(now, true);

/** Each draft is kept for the time that applied when it was last changed. */
async function dropDrafts(now: Date, owned: boolean): Promise<number> {
  const name = owned ? "draftMs" : "visitorDraftMs";
  const due = await database()
    .selectFrom("orders")
    .select("id")
    .where("userId", owned ? "is not" : "is", null)
    .where("status", "=", "draft")
    .where(
      sql<boolean>`"updatedAt" <= ${now}::timestamptz - ${keptMs(name, sql`orders."updatedAt"`)} * interval '1 millisecond'`,
    )
    .limit(AT_ONCE)
    .execute();
  let dropped = 0;
  for (const { id } of due)
    dropped += await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      // Changed or claimed since it was found.
      if ((order.userId !== null) !== owned || order.status !== "draft") return 0;
      if (order.updatedAt > after(now, -(await keepAt(order.updatedAt, ctx.tx))[name])) return 0;
      await withdraw(ctx, order);
      return 1;
    });
  return dropped;
}

import { sweep } from "#app/platform/server/core/sweep.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";
import { keepAt, keptMs } from "#app/features/policy/server/read-keep.ts";
import { withdraw } from "./discard-draft.ts";
import { lockOrder } from "../views/find-order.ts";

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
  const due = database()
    .selectFrom("orders")
    .select("id")
    .where("userId", owned ? "is not" : "is", null)
    .where("status", "=", "draft")
    .where(
      sql<boolean>`"updatedAt" <= ${now}::timestamptz - ${keptMs(name, sql`orders."updatedAt"`)} * interval '1 millisecond'`,
    );
  return sweep("drop a draft", due, async (ctx, { id }) => {
    const order = await lockOrder(ctx.tx, id);
    // Changed or claimed since it was found.
    if ((order.userId !== null) !== owned || order.status !== "draft") return false;
    if (order.updatedAt > after(now, -(await keepAt(order.updatedAt, ctx.tx))[name])) return false;
    await withdraw(ctx, order);
    return true;
  });
}

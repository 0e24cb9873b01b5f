import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { withdraw } from "./discard-draft.ts";
import { lockOrder } from "../views/find-order.ts";

export const ANONYMOUS_DRAFT_MS = DAY;
const AT_ONCE = 200;

/** Clock rule: a visitor's draft that nobody touched for 24 hours is withdrawn, and its files go. @returns how many */
export async function dropAnonymousDrafts(now: Date): Promise<number> {
  const before = after(now, -ANONYMOUS_DRAFT_MS);
  const due = await database()
    .selectFrom("orders")
    .select("id")
    .where("userId", "is", null)
    .where("status", "=", "draft")
    .where("updatedAt", "<=", before)
    .limit(AT_ONCE)
    .execute();
  let dropped = 0;
  for (const { id } of due)
    dropped += await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      // Touched, or claimed, since it was found.
      if (order.userId !== null || order.status !== "draft" || order.updatedAt > before) return 0;
      await withdraw(ctx, order);
      return 1;
    });
  return dropped;
}

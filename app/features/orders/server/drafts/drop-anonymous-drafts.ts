import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { withdraw } from "./discard-draft.ts";
import { STANDARD_KEEP_DAYS } from "../../rules/retention.ts";
import { lockOrder } from "../views/find-order.ts";

export const ANONYMOUS_DRAFT_MS = DAY;
/** How long an unused draft with an owner is kept: as long as a finished order keeps its files. */
export const LEFT_DRAFT_MS = STANDARD_KEEP_DAYS * DAY;
const AT_ONCE = 200;

/** Clock rule: withdraws visitors' drafts that weren't changed for 24 hours, with their files. @returns how many */
export const dropAnonymousDrafts = (now: Date): Promise<number> => dropDrafts(after(now, -ANONYMOUS_DRAFT_MS), false);

/** Clock rule: withdraws drafts of people with an account that weren't changed for 90 days. @returns how many */
export const dropLeftDrafts = (now: Date): Promise<number> => dropDrafts(after(now, -LEFT_DRAFT_MS), true);

async function dropDrafts(before: Date, owned: boolean): Promise<number> {
  const due = await database()
    .selectFrom("orders")
    .select("id")
    .where("userId", owned ? "is not" : "is", null)
    .where("status", "=", "draft")
    .where("updatedAt", "<=", before)
    .limit(AT_ONCE)
    .execute();
  let dropped = 0;
  for (const { id } of due)
    dropped += await transact(CLOCK, async (ctx) => {
      const order = await lockOrder(ctx.tx, id);
      // Changed or claimed since it was found.
      if ((order.userId !== null) !== owned || order.status !== "draft" || order.updatedAt > before) return 0;
      await withdraw(ctx, order);
      return 1;
    });
  return dropped;
}

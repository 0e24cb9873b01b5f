import { sweep } from "#app/platform/server/core/sweep.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { forgetSent } from "#app/platform/server/mail/forget-address.ts";
import { OPEN_REQUESTS, REMIND_BEFORE_MS } from "../rules/data-request.ts";
import { FAREWELL } from "./farewell-email.ts";

const AT_ONCE = 100;

/** Clock rule: tells admins once of requests that are due within a week. */
export async function watchDataRequests(now: Date): Promise<void> {
  const due = database()
    .selectFrom("data_requests")
    .select("id")
    .where("status", "in", [...OPEN_REQUESTS])
    .where("remindedAt", "is", null)
    .where("dueAt", "<=", after(now, REMIND_BEFORE_MS))
    .orderBy("dueAt");
  await sweep(
    "remind of a data request",
    due,
    async (ctx, { id }) => {
      const row = await ctx.tx
        .updateTable("data_requests")
        .set({ remindedAt: now })
        .where("id", "=", id)
        .where("remindedAt", "is", null)
        .where("status", "in", [...OPEN_REQUESTS])
        .returning(["uid", "dueAt"])
        .executeTakeFirst();
      if (row)
        await ctx.fact("privacy.due_soon", {
          subjectId: row.uid,
          data: { uid: row.uid, requestId: id, dueAt: row.dueAt.toISOString() },
          topics: ["staff"],
        });
    },
    AT_ONCE,
  );
}

/**
 * Clock rule: deletes expired copies of data from the storage, and last emails the day after they were sent.
 */
export async function dropExports(now: Date): Promise<void> {
  const db = database();
  const over = await db
    .selectFrom("data_requests")
    .select(["id", "storageKey"])
    .where("storageKey", "is not", null)
    .where("expiresAt", "<=", now)
    .orderBy("expiresAt")
    .limit(AT_ONCE)
    .execute();
  for (const { id, storageKey } of over) {
    // Delete the file first: a row without its file is tried again, but a file without its row never is.
    await storage().remove(storageKey!);
    await db.updateTable("data_requests").set({ status: "expired", storageKey: null }).where("id", "=", id).execute();
  }
  await forgetSent(FAREWELL, after(now, -DAY));
}

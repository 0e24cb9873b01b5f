import type { Tx } from "#app/platform/server/core/database.ts";

/** Keeps a user's profile in the time zone that they chose elsewhere, because pages and emails show times in it. */
export async function setTimeZone(tx: Tx, uid: string, timeZone: string): Promise<void> {
  await tx.updateTable("users").set({ timeZone }).where("uid", "=", uid).execute();
}

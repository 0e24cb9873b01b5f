import type { Tx } from "#app/platform/server/core/database.ts";

/** Sets the profile's time zone to one the user chose elsewhere, because pages and emails show times in it. */
export async function setTimeZone(tx: Tx, uid: string, timeZone: string): Promise<void> {
  await tx.updateTable("users").set({ timeZone }).where("uid", "=", uid).execute();
}

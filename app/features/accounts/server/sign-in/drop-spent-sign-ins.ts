import { DAY } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { DEVICE_LIFE_MS } from "./known-device.ts";

/**
 * Clock rule: deletes expired sessions and links, devices that haven't been used for long, and counts of tries that are
 * too old for any limit. Uses the real clock, like the sign-in service.
 */
export async function dropSpentSignIns(): Promise<void> {
  const real = Date.now();
  await database().deleteFrom("auth_session").where("expiresAt", "<", new Date(real)).execute();
  await database()
    .deleteFrom("auth_device")
    .where("lastSeenAt", "<", new Date(real - DEVICE_LIFE_MS))
    .execute();
  // Keep a link for another day, so that it's said to have expired and not to be invalid.
  await database()
    .deleteFrom("auth_verification")
    .where("expiresAt", "<", new Date(real - DAY))
    .execute();
  await database()
    .deleteFrom("auth_rate_limit")
    .where("lastRequest", "<", real - DAY)
    .execute();
}

import { DAY } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { DEVICE_LIFE_MS } from "./known-device.ts";

/**
 * Clock rule: sessions and links that have run out, devices long unseen, and counts of tries that no limit looks at any
 * more. By the real clock, as the sign-in service counts.
 */
export async function dropSpentSignIns(): Promise<void> {
  const real = Date.now();
  await database().deleteFrom("auth_session").where("expiresAt", "<", new Date(real)).execute();
  await database()
    .deleteFrom("auth_device")
    .where("lastSeenAt", "<", new Date(real - DEVICE_LIFE_MS))
    .execute();
  // A link is remembered for a day more: to say that it has expired, and not that there never was one.
  await database()
    .deleteFrom("auth_verification")
    .where("expiresAt", "<", new Date(real - DAY))
    .execute();
  await database()
    .deleteFrom("auth_rate_limit")
    .where("lastRequest", "<", real - DAY)
    .execute();
}

import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";
import { vapidKeys } from "./vapid-keys.ts";

/**
 * Data for the settings page: the key that a browser subscribes with, whether this session's browser shows
 * notifications, and how many others do.
 */
export type PushSettings = { key: string; here: boolean; elsewhere: number };

/** @param sessionId the reader's session */
export async function findPushSettings(person: Person, sessionId: string): Promise<PushSettings> {
  const rows = await database()
    .selectFrom("push_subscriptions as p")
    .innerJoin("auth_session as s", "s.id", "p.sessionId")
    .select("p.sessionId")
    .where("p.uid", "=", person.uid)
    .where("s.expiresAt", ">", new Date())
    .limit(100)
    .execute();
  const here = rows.some((it) => it.sessionId === sessionId);
  return { key: vapidKeys().publicKey, here, elsewhere: rows.length - (here ? 1 : 0) };
}

import type { Person } from "#app/platform/rules/core/actor.ts";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { z } from "zod";
import { PUSH_JOB } from "./send-push.ts";
import { vapidKeys } from "./vapid-keys.ts";

/** What the settings page knows: the key that a browser subscribes with, whether this session's browser shows notifications, and how many others do. */
export type PushSettings = { key: string; here: boolean; elsewhere: number };

/** @param sessionId the session that asks */
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

/** Sends a test to the browser of this session. */
export const testPush = command({
  input: z.object({ sessionId: z.string().max(200) }),
  load: async () => null,
  allow: (actor) => uidOf(actor) !== null || "Sign in to change your notifications.",
  async run({ input: { sessionId }, actor, tx }): Promise<void> {
    const browser = await tx
      .selectFrom("push_subscriptions")
      .select("id")
      .where("sessionId", "=", sessionId)
      .where("uid", "=", uidOf(actor))
      .executeTakeFirst();
    if (!browser)
      throw invalid("push-off", "Notifications are off in this browser.", "Turn them on, then send a test.");
    await enqueue(tx, PUSH_JOB, { subscriptionId: browser.id, notificationId: null }, { once: `test ${browser.id}` });
  },
});

import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { enqueue } from "#app/platform/server/core/jobs.ts";
import { PUSH_JOB } from "./send-push.ts";

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

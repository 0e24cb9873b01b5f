import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { command } from "#app/platform/server/core/command.ts";

/** Ends the notifications in the browser of this session. Safe to repeat. */
export const removePushSubscription = command({
  input: z.object({ sessionId: z.string().max(200) }),
  load: async () => null,
  allow: (actor) => uidOf(actor) !== null || "Sign in to change your notifications.",
  async run({ input: { sessionId }, actor, tx }): Promise<void> {
    await tx
      .deleteFrom("push_subscriptions")
      .where("sessionId", "=", sessionId)
      .where("uid", "=", uidOf(actor))
      .execute();
  },
});

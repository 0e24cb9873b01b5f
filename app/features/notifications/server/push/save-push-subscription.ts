import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { invalid, notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { isPushService } from "../../rules/push-service.ts";

const key = (bytes: number) =>
  z
    .string()
    .regex(/^[\w-]+={0,2}$/)
    .refine((it) => Buffer.from(it, "base64url").length === bytes);

/**
 * Shows this person's notifications in the browser of this session from now on. Safe to repeat. A browser shows one
 * person's notifications: those of the last one to turn them on.
 */
export const savePushSubscription = command({
  input: z.object({ sessionId: z.string().max(200), endpoint: z.string(), p256dh: key(65), auth: key(16) }),
  load: async ({ sessionId }, { tx }) => {
    const session = await tx
      .selectFrom("auth_session")
      .select(["id", "userId"])
      .where("id", "=", sessionId)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw notFound("session");
    return session;
  },
  allow: (actor, session) => session.userId === uidOf(actor) || "You can turn on notifications only for yourself.",
  async run({ input: { endpoint, p256dh, auth }, thing: session, tx, now }): Promise<void> {
    if (!isPushService(endpoint, config().pushServices))
      throw invalid(
        "push-service",
        "We don't know this browser's notification service.",
        "Use a current version of Chrome, Edge, Firefox, or Safari. Notifications by email and in the bell work everywhere.",
      );
    await tx.deleteFrom("push_subscriptions").where("sessionId", "=", session.id).execute();
    await tx
      .insertInto("push_subscriptions")
      .values({
        id: newId("pushSubscription"),
        uid: session.userId,
        sessionId: session.id,
        endpoint,
        p256dh,
        auth,
        createdAt: now,
      })
      .onConflict((c) =>
        c.column("endpoint").doUpdateSet({
          uid: session.userId,
          sessionId: session.id,
          p256dh,
          auth,
          createdAt: now,
          pushedAt: null,
        }),
      )
      .execute();
  },
});

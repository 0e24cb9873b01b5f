import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";

/**
 * Signs out one of a person's own devices. A database trigger (migration 0011) announces ended sessions, so the
 * device's open pages stop at once.
 */
export const endSession = command({
  input: z.object({ sessionId: z.string() }),
  load: async ({ sessionId }, { tx, actor }) => {
    const found =
      actor.kind === "person"
        ? await tx
            .selectFrom("auth_session")
            .select(["id", "userId"])
            .where("id", "=", sessionId)
            .where("userId", "=", actor.uid)
            .forUpdate()
            .executeTakeFirst()
        : undefined;
    if (!found) throw notFound("session");
    return found;
  },
  allow: (actor, session) => actor.kind === "person" && actor.uid === session.userId,
  run: async ({ tx, thing }): Promise<void> => {
    await tx.deleteFrom("auth_session").where("id", "=", thing.id).execute();
  },
});

/** Signs out all of a person's devices except the one that asks. @returns how many there were */
export const endOtherSessions = command({
  input: z.object({ keepId: z.string() }),
  load: async (_input, { actor }) => {
    if (actor.kind !== "person") throw notFound("session");
    return actor.uid;
  },
  allow: (actor, uid) => actor.kind === "person" && actor.uid === uid,
  run: async ({ tx, input, thing: uid }): Promise<number> => {
    return (
      await tx
        .deleteFrom("auth_session")
        .where("userId", "=", uid)
        .where("id", "!=", input.keepId)
        .returning("id")
        .execute()
    ).length;
  },
});

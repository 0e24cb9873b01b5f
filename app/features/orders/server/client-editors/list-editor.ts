import { z } from "zod";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { hasWorkedFor } from "./list-client-editors.ts";

/**
 * Adds an editor to a client's list, changes their kind, or removes them. Matching invites preferred editors first and
 * blocked ones never.
 */
export const listEditor = command({
  input: z.object({
    userId: z.string(),
    editorId: z.string().min(1, "Choose an editor."),
    kind: z.enum(["preferred", "backup", "blocked", "off"], { error: "Choose your relationship with this editor." }),
  }),
  load: async (input, { tx }) => {
    await lockName(tx, `client-editors:${input.userId}`);
    const listed = await tx
      .selectFrom("client_editors")
      .select("kind")
      .where("userId", "=", input.userId)
      .where("editorId", "=", input.editorId)
      .executeTakeFirst();
    return { userId: input.userId, kind: listed?.kind ?? null };
  },
  allow: (actor, list) =>
    (actor.kind === "person" && actor.emailVerified && actor.uid === list.userId) ||
    "Only the author can change this list.",
  run: async (ctx) => {
    const {
      input: { userId, editorId, kind },
      thing,
      tx,
      now,
    } = ctx;
    const next = kind === "off" ? null : kind;
    if (next === thing.kind) return { kind: next };
    if (thing.kind === null) {
      const editor = await tx
        .selectFrom("editors")
        .select(["uid", "publicAt"])
        .where("uid", "=", editorId)
        .executeTakeFirst();
      if (!editor) throw notFound("editor");
      if (editor.publicAt === null && !(await hasWorkedFor(editorId, userId, tx)))
        throw refused(
          "This editor hasn't worked for you yet.",
          "You can add editors who have accepted one of your orders or have a public page.",
        );
    }
    if (next === null)
      await tx.deleteFrom("client_editors").where("userId", "=", userId).where("editorId", "=", editorId).execute();
    else
      await tx
        .insertInto("client_editors")
        .values({ userId, editorId, kind: next, createdAt: now })
        .onConflict((c) => c.columns(["userId", "editorId"]).doUpdateSet({ kind: next }))
        .execute();
    await ctx.fact("account.editor_listed", {
      subjectId: userId,
      topics: [`user:${userId}`],
      data: { uid: userId, editorId, kind: next },
    });
    return { kind: next };
  },
});

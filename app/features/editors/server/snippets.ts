import type { Expression } from "kysely";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { type Reader, type Tx, database, lockName } from "#app/platform/server/core/database.ts";
import { can } from "../rules/can.ts";
import { SNIPPET_LIMITS, type Snippet, isSnippetName, snippetName } from "../rules/snippet.ts";

/** An editor's snippets, by their shortcut. @param uid a value, or a query for one */
export const snippetRows = (db: Reader, uid: string | Expression<string>) =>
  db.selectFrom("snippets").select(["name", "body"]).where("uid", "=", uid).orderBy("name");

export const snippetsOf = (uid: string, db: Reader = database()): Promise<Snippet[]> => snippetRows(db, uid).execute();

/** Deletes all of somebody's snippets. */
export async function forgetSnippets(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom("snippets").where("uid", "=", uid).execute();
}

const NOT_YOURS = "Only editors keep snippets, each their own.";

/** Saves a snippet. One with the same shortcut is replaced. */
export const saveSnippet = command({
  input: z.object({
    editorId: z.string(),
    name: z.string().transform(snippetName),
    body: z
      .string()
      .trim()
      .min(1, "Enter the text to insert.")
      .max(SNIPPET_LIMITS.body, `Use at most ${SNIPPET_LIMITS.body.toLocaleString("en-US")} characters.`),
  }),
  load: async ({ editorId }, { tx }) => {
    await lockName(tx, `snippets:${editorId}`);
    return { uid: editorId };
  },
  allow: (actor, { uid }) => can.keepSnippets(actor, uid) || NOT_YOURS,
  run: async ({ input: { name, body }, thing: { uid }, tx, now }) => {
    if (!isSnippetName(name)) {
      const message = `Use letters, digits, and hyphens, up to ${SNIPPET_LIMITS.name}.`;
      throw invalid("snippet", message, "Correct the shortcut and save it again.", { name: message });
    }
    const own = await snippetsOf(uid, tx);
    if (own.length >= SNIPPET_LIMITS.each && !own.some((one) => one.name === name))
      throw conflict("too_many", `You can keep up to ${SNIPPET_LIMITS.each} snippets.`, "Remove one first.");
    await tx
      .insertInto("snippets")
      .values({ uid, name, body, savedAt: now })
      .onConflict((on) => on.columns(["uid", "name"]).doUpdateSet({ body, savedAt: now }))
      .execute();
    return { name };
  },
});

/** Removes a snippet. Safe to repeat. */
export const removeSnippet = command({
  input: z.object({ editorId: z.string(), name: z.string() }),
  load: async ({ editorId }) => ({ uid: editorId }),
  allow: (actor, { uid }) => can.keepSnippets(actor, uid) || NOT_YOURS,
  run: async ({ input: { name }, thing: { uid }, tx }) => {
    await tx.deleteFrom("snippets").where("uid", "=", uid).where("name", "=", name).execute();
    return { name };
  },
});

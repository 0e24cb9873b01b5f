import { z } from "zod";
import { type Person, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";

async function loadPerson(tx: Tx, uid: string): Promise<{ uid: string }> {
  const person = await tx.selectFrom("users").select("uid").where("uid", "=", uid).executeTakeFirst();
  if (!person) throw notFound("person");
  return person;
}

/**
 * Saves a staff note about a person for other staff. The person sees it only in the copy of their data. A note is saved
 * once per `clientKey`.
 */
export const writePersonNote = command({
  input: z.object({
    uid: z.string(),
    body: z.string().trim().min(1, "Write a note.").max(2_000, "Use at most 2,000 characters."),
    clientKey: z.string().min(1).max(64),
  }),
  load: ({ uid }, { tx }) => loadPerson(tx, uid),
  allow: (actor) => may(actor, "care") || "Only staff can write notes.",
  async run({ input, thing: { uid }, tx, actor, now, fact }): Promise<void> {
    const id = newId("personNote");
    const written = await tx
      .insertInto("person_notes")
      .values({
        id,
        uid,
        authorId: (actor as Person).uid,
        body: input.body,
        clientKey: input.clientKey,
        createdAt: now,
      })
      .onConflict((c) => c.columns(["authorId", "clientKey"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    // Facts are kept forever, so the note's words stay out of it.
    if (written) await fact("account.noted", { subjectId: uid, data: { uid, noteId: id }, topics: ["staff"] });
  },
});

/** Removes a note, for its writer or an admin. Safe to repeat. */
export const removePersonNote = command({
  input: z.object({ noteId: z.string().max(64) }),
  load: async ({ noteId }, { tx }) =>
    (await tx
      .selectFrom("person_notes")
      .select(["id", "uid", "authorId"])
      .where("id", "=", noteId)
      .forUpdate()
      .executeTakeFirst()) ?? null,
  allow: (actor, note) => {
    if (!may(actor, "care")) return "Only staff can remove notes.";
    return (
      note === null ||
      may(actor, "people") ||
      uidOf(actor) === note.authorId ||
      "Only its writer or an admin can remove a note."
    );
  },
  async run({ thing: note, tx, fact }): Promise<void> {
    if (!note) return;
    await tx.deleteFrom("person_notes").where("id", "=", note.id).execute();
    await fact("account.note_removed", {
      subjectId: note.uid,
      data: { uid: note.uid, noteId: note.id },
      topics: ["staff"],
    });
  },
});

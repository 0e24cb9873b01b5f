import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { liftSuppression } from "#app/platform/server/mail/mail-events.ts";

/**
 * Staff take an address off the suppression list, with a reason.
 * @throws refused, not-found, conflict if someone else did
 */
export const removeSuppression = command({
  input: z.object({
    id: z.string(),
    reason: z
      .string()
      .trim()
      .min(3, "Say why this address should get emails again.")
      .max(500, "Shorten the reason to 500 characters or fewer."),
  }),
  async load({ id }, { tx }) {
    const entry = await tx.selectFrom("mail_suppressions").selectAll().where("id", "=", id).executeTakeFirst();
    if (!entry) throw notFound("entry");
    return entry;
  },
  allow: (actor) => may(actor, "care") || "Only staff can change the suppression list.",
  async run({ input, thing: entry, tx, actor, fact }): Promise<{ address: string }> {
    const uid = actor.kind === "person" ? actor.uid : "";
    if (!(await liftSuppression(tx, entry.id, { uid, reason: input.reason })))
      throw conflict(
        "removed",
        "This address is no longer on the suppression list.",
        "Reload the page to see its current state.",
      );
    const person = await tx
      .selectFrom("auth_user")
      .select("id as uid")
      .where("email", "=", entry.address)
      .executeTakeFirst();
    await fact("account.emails_resumed", {
      subjectId: person?.uid ?? entry.id,
      data: { uid: person?.uid ?? null, by: "staff", reason: input.reason },
      topics: [...(person ? [`user:${person.uid}`] : []), "staff"],
    });
    return { address: entry.address };
  },
});

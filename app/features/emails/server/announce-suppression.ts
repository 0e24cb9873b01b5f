import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";

/** The job that tells a person, in the product, that our emails don't reach them. Safe to repeat. */
export async function announceSuppression(suppressionId: string): Promise<void> {
  await transact(SYSTEM, async ({ tx, fact, now }) => {
    const entry = await tx
      .updateTable("mail_suppressions")
      .set({ announcedAt: now })
      .where("id", "=", suppressionId)
      .where("announcedAt", "is", null)
      .where("removedAt", "is", null)
      .returning(["address", "reason"])
      .executeTakeFirst();
    if (!entry) return;
    const person = await tx
      .selectFrom("auth_user")
      .select("id as uid")
      .where("email", "=", entry.address)
      .executeTakeFirst();
    if (!person) return;
    await fact("account.emails_stopped", {
      subjectId: person.uid,
      data: { uid: person.uid, reason: entry.reason },
      topics: [`user:${person.uid}`, "staff"],
    });
  });
}

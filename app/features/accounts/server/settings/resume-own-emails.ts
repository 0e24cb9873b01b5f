import { z } from "zod";
import { Problem, conflict, refused } from "#app/platform/rules/core/errors.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { within } from "../sign-in/count-attempt.ts";
import { command } from "#app/platform/server/core/command.ts";
import { findSuppression, liftSuppression } from "#app/platform/server/mail/mail-events.ts";
import { postResumedEmail } from "./account-emails.ts";

const PER_DAY = 2;

/**
 * For someone who has fixed their mailbox and wants our emails again: takes their address off the suppression list and
 * sends a test email. If it bounces, the address is suppressed again.
 * @throws refused, conflict, too-many
 */
export const resumeOwnEmails = command({
  input: z.object({}),
  load: (_input, { tx, actor }) => (actor.kind === "person" ? findSuppression(actor.email, tx) : Promise.resolve(null)),
  allow: (actor) => actor.kind === "person" || "Sign in to change your email settings.",
  async run({ thing: entry, tx, actor, fact }): Promise<{ to: string }> {
    if (actor.kind !== "person") throw refused();
    if (!entry)
      throw conflict("not_suppressed", "Emails to your address aren't stopped.", "You don't need to do anything.");
    if (!(await within(`resume emails of ${actor.uid}`, PER_DAY, DAY, tx)))
      throw new Problem(
        "too-many",
        "too_many_resumes",
        "You've turned emails on again twice today, and they still bounced.",
        "Change your email address, or try again tomorrow.",
      );
    if (!(await liftSuppression(tx, entry.id, { uid: actor.uid, reason: "Turned on again by the person" })))
      throw conflict("not_suppressed", "Emails to your address are already on again.", "Reload the page.");
    await postResumedEmail(tx, { email: actor.email, name: actor.displayName }, entry.id);
    await fact("account.emails_resumed", {
      subjectId: actor.uid,
      data: { uid: actor.uid, by: "owner", reason: "" },
      topics: [`user:${actor.uid}`, "staff"],
    });
    return { to: actor.email };
  },
});

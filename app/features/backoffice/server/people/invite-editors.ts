import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { editorInvitation } from "#app/features/editors/server/editor-emails.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { keepStep, listSteps } from "../setup/setup-steps.ts";

const AT_ONCE = 20;
const A_DAY = 100;

/**
 * Invites people by email to apply as editors. Nobody gets more than one such email.
 * @returns how many were sent, and how many had one before
 */
export const inviteEditors = command({
  input: z.object({ emails: z.string().max(4_000, "That's too long. Enter fewer addresses at a time.") }),
  async load(_input, { tx }) {
    await lockName(tx, "setup editors");
    return (await listSteps(tx)).filter((s) => s.step === "editor_invite");
  },
  allow: (actor) => may(actor, "people") || "Only admins can invite editors.",
  async run({ input, thing: invited, tx, actor, now, fact }): Promise<{ sent: number; before: number }> {
    const typed = [
      ...new Set(
        input.emails
          .toLowerCase()
          .split(/[\s,;]+/)
          .filter((it) => it !== ""),
      ),
    ];
    const wrong = typed.find((it) => !z.email().safeParse(it).success);
    if (typed.length === 0 || wrong !== undefined || typed.length > AT_ONCE) {
      const message =
        typed.length === 0
          ? "Enter at least one email address."
          : wrong === undefined
            ? `Enter at most ${AT_ONCE} addresses at a time.`
            : `“${wrong.slice(0, 80)}” is not an email address.`;
      throw invalid("emails", message, "Separate addresses with commas or line breaks.", { emails: message });
    }
    const fresh = typed.filter((email) => !invited.some((s) => s.item === email));
    if (invited.filter((s) => s.updatedAt > after(now, -DAY)).length + fresh.length > A_DAY)
      throw conflict("too_many", `You can invite ${A_DAY} people a day.`, "Invite the rest tomorrow.");
    const { siteName } = config();
    for (const email of fresh) {
      await keepStep(tx, { step: "editor_invite", item: email, doneAt: now, doneBy: uidOf(actor), data: {}, at: now });
      const text = editorInvitation(actor.kind === "person" ? actor.displayName : siteName, email);
      await post(tx, {
        key: `editor-invite:${email}`,
        to: email,
        subject: text.heading,
        kind: "setup.editor_invite",
        ...(await renderEmail(text)),
      });
    }
    if (fresh.length > 0) await fact("setup.editors_invited", { data: { count: fresh.length }, topics: ["staff"] });
    return { sent: fresh.length, before: typed.length - fresh.length };
  },
});

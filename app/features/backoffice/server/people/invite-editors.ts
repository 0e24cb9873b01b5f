import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
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
    const { siteName, origins } = config();
    for (const email of fresh) {
      await keepStep(tx, { step: "editor_invite", item: email, doneAt: now, doneBy: uidOf(actor), data: {}, at: now });
      await post(tx, {
        key: `editor-invite:${email}`,
        to: email,
        subject: `Edit with ${siteName}`,
        kind: "setup.editor_invite",
        ...(await renderEmail({
          key: "setup.editor_invite",
          heading: `Edit with ${siteName}`,
          paragraphs: [
            "Hello,",
            `${actor.kind === "person" ? actor.displayName : siteName} invites you to edit academic manuscripts with ${siteName}. You choose your fields, your hours, and which orders to accept.`,
            "The application takes about an hour: your profile, your degree, and a short sample edit.",
          ],
          button: { label: "Apply as an editor", url: `${origins.app}/editor-signup` },
          footer: `You're getting this email because someone at ${siteName} entered ${email}. We won't write again.`,
        })),
      });
    }
    if (fresh.length > 0) await fact("setup.editors_invited", { data: { count: fresh.length }, topics: ["staff"] });
    return { sent: fresh.length, before: typed.length - fresh.length };
  },
});

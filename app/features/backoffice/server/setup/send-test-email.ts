import { randomBytes } from "node:crypto";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { command } from "#app/platform/server/core/command.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { codeHash, keepStep } from "./setup-steps.ts";

/** Sends the admin who asks a test email whose link proves that it arrived. A new one ends the link before. */
export const sendTestEmail = command({
  input: z.object({}),
  load: (_input, { tx }) => lockName(tx, "setup email"),
  allow: (actor) => may(actor, "operations") || "Only admins can send a test email.",
  async run({ tx, actor, now }): Promise<{ to: string }> {
    if (actor.kind !== "person") throw refused();
    const { siteName, origins } = config();
    const code = randomBytes(16).toString("base64url");
    const key = `setup-email:${codeHash(code)}`;
    await keepStep(tx, {
      step: "email",
      doneAt: null,
      doneBy: uidOf(actor),
      data: { codeHash: codeHash(code), to: actor.email, key },
      at: now,
    });
    await post(tx, {
      key,
      to: actor.email,
      subject: `Test email from ${siteName}`,
      kind: "setup.email",
      ...(await renderEmail({
        key: "setup.test",
        heading: "Email works",
        paragraphs: [
          `Hello ${actor.displayName},`,
          `${siteName} sent this to check that its email arrives. Open the checklist and confirm it there.`,
        ],
        button: {
          label: "Confirm it arrived",
          url: `${origins.app}/admin/admin-tools?show=setup&arrived=${code}#email`,
        },
        footer: `You're getting this email because you asked for a test on the setup checklist of ${siteName}.`,
      })),
    });
    return { to: actor.email };
  },
});

import { config } from "#app/platform/server/core/config.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";

const TEXTS = {
  "factor-on": {
    heading: "Two-factor authentication is on",
    what: "From now on, you'll need a code from your authenticator app when you sign in with your password.",
  },
  "factor-off": {
    heading: "Two-factor authentication is off",
    what: "From now on, you only need your password to sign in. Your list of trusted browsers was cleared.",
  },
  "codes-renewed": {
    heading: "You have new backup codes",
    what: "Your old backup codes no longer work.",
  },
  "passkey-added": {
    heading: "A passkey was added",
    what: "It can be used to sign in to your account without a password.",
  },
  "passkey-removed": { heading: "A passkey was removed", what: "It can no longer be used to sign in to your account." },
  "account-connected": { heading: "You can sign in with {account}", what: "Your {account} account was connected." },
  "account-disconnected": {
    heading: "{account} was disconnected",
    what: "You can no longer sign in with your {account} account.",
  },
} as const;

/**
 * Emails someone about a change to how they sign in, in the same transaction as the change.
 * @param account the provider's name, if it's about an account there
 */
export async function postSecondFactorEmail(
  ctx: CommandContext,
  to: { email: string; displayName: string },
  what: keyof typeof TEXTS,
  account = "",
): Promise<void> {
  const {
    siteName,
    origins: { app },
  } = config();
  const named = (text: string) => text.replaceAll("{account}", () => account);
  const heading = named(TEXTS[what].heading);
  const sentence = named(TEXTS[what].what);
  const email = await renderEmail({
    key: "account.second_factor",
    heading,
    paragraphs: [
      `Hello ${to.displayName},`,
      sentence,
      "If it was you, you don't need to do anything. If it wasn't, someone else has access to your account. Choose a new password now, which signs out every device, and contact us.",
    ],
    button: { label: "Choose a new password", url: `${app}/signin/reset` },
    footer: `You're getting this email because you have an account at ${siteName}.`,
  });
  await post(ctx.tx, {
    key: `account:${what}:${newId("mail")}`,
    to: to.email,
    subject: `${siteName}: ${account ? heading : heading.toLowerCase()}`,
    kind: `account.${what}`,
    ...email,
  });
}

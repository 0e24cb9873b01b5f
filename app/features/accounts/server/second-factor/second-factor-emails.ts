import { config } from "#app/platform/server/core/config.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
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

type Change = keyof typeof TEXTS;

function changeEmail(to: { email: string; displayName: string }, what: Change, account: string): EmailText {
  const named = (text: string) => text.replaceAll("{account}", () => account);
  return {
    key: "account.second_factor",
    reader: { email: to.email, name: to.displayName },
    heading: named(TEXTS[what].heading),
    paragraphs: [
      `Hello ${to.displayName},`,
      named(TEXTS[what].what),
      "If it was you, you don't need to do anything. If it wasn't, someone else has access to your account. Choose a new password now, which signs out every device, and contact us.",
    ],
    button: { label: "Choose a new password", url: `${config().origins.app}/signin/reset` },
    footer: `You're getting this email because you have an account at ${config().siteName}.`,
  };
}

/** The same emails with made-up data. */
export const sampleChangeEmails = (to: { email: string; displayName: string }): { kind: string; email: EmailText }[] =>
  (Object.keys(TEXTS) as Change[]).map((what) => ({ kind: `account.${what}`, email: changeEmail(to, what, "ORCID") }));

/**
 * Emails someone about a change to how they sign in, in the same transaction as the change.
 * @param account the provider's name, if it's about an account there
 */
export async function postSecondFactorEmail(
  ctx: CommandContext,
  to: { email: string; displayName: string },
  what: Change,
  account = "",
): Promise<void> {
  const email = changeEmail(to, what, account);
  await post(ctx.tx, {
    key: `account:${what}:${newId("mail")}`,
    to: to.email,
    subject: `${config().siteName}: ${account ? email.heading : email.heading.toLowerCase()}`,
    kind: `account.${what}`,
    ...(await renderEmail(email)),
  });
}

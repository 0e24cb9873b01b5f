import { config } from "#app/platform/server/config.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { newId } from "#app/platform/rules/ids.ts";
import { renderLetter } from "#app/platform/server/letter.tsx";
import { post } from "#app/platform/server/mail.ts";

const SAID = {
  "factor-on": {
    heading: "The second factor is on",
    what: "From now on, signing in with the password asks for a code from your authenticator app too.",
  },
  "factor-off": {
    heading: "The second factor is off",
    what: "From now on, the password alone signs in. Browsers that were trusted are trusted no longer.",
  },
  "codes-renewed": {
    heading: "New backup codes were made",
    what: "The backup codes that you had before do not work any more.",
  },
  "passkey-added": { heading: "A passkey was added", what: "It signs in to your account without the password." },
  "passkey-removed": { heading: "A passkey was removed", what: "It does not sign in to your account any more." },
} as const;

/** Tells somebody that a way into their account has changed. It goes with the change, or not at all. */
export async function postFactorLetter(
  deed: Deed,
  to: { email: string; displayName: string },
  what: keyof typeof SAID,
): Promise<void> {
  const {
    siteName,
    origins: { app },
  } = config();
  const { heading, what: sentence } = SAID[what];
  const letter = await renderLetter({
    heading,
    paragraphs: [
      `Hello ${to.displayName},`,
      sentence,
      "If it was you, there is nothing to do. If it was not, somebody else is in your account: choose a new password at once, which signs everybody out, and write to us.",
    ],
    button: { label: "Choose a new password", url: `${app}/signin/reset` },
    footer: `You get this because you have an account at ${siteName}.`,
  });
  await post(deed.tx, {
    key: `account:${what}:${newId("mail")}`,
    to: to.email,
    subject: `${siteName}: ${heading.toLowerCase()}`,
    kind: `account.${what}`,
    ...letter,
  });
}

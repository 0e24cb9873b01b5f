import { config } from "#app/platform/server/core/config.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";

/** The kind of the last email to a person. The clock deletes it once it's sent. */
export const FAREWELL = "privacy.farewell";

/** Tells a person at their last known address that their account was closed or their data erased. */
export async function postFarewell(
  tx: Tx,
  to: { email: string; name: string },
  it: { requestId: string; erased: boolean; kept: readonly string[] },
): Promise<void> {
  const { siteName } = config();
  const heading = it.erased ? `We've erased your data at ${siteName}` : `Your account at ${siteName} is closed`;
  await post(tx, {
    key: `${FAREWELL}:${it.requestId}`,
    to: to.email,
    subject: heading,
    kind: FAREWELL,
    ...(await renderEmail({
      key: "privacy.farewell",
      heading,
      paragraphs: [
        `Dear ${to.name},`,
        it.erased
          ? "As you asked, we've removed your account and erased your personal data. The files of your orders are being deleted now."
          : "As you asked, we've closed your account and removed your sign-in, name, and email address. The files of your orders are being deleted now.",
        "The law or pending claims require us to keep:",
        ...it.kept,
        "You can create a new account at any time.",
      ],
      footer: `You're getting this email because you had an account at ${siteName}. It's the last one.`,
    })),
  });
}

import { farewellEmail } from "#app/features/accounts/server/settings/account-emails.ts";
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
  const text = farewellEmail(to, it);
  await post(tx, {
    key: `${FAREWELL}:${it.requestId}`,
    to: to.email,
    subject: text.heading,
    kind: FAREWELL,
    ...(await renderEmail(text)),
  });
}

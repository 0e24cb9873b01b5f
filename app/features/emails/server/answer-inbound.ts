import { DAY } from "#app/platform/rules/core/time.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { config } from "#app/platform/server/core/config.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";

/** More answers a day to one address would only feed a loop that we didn't recognize. */
const PER_DAY = 5;

/** Counts an answer to an address. @returns false if it has had enough for today */
export const mayAnswer = (address: string, tx: Tx): Promise<boolean> =>
  within(`answers to inbound emails of ${address}`, PER_DAY, DAY, tx);

/** Our answer to an email that wasn't added to a conversation, or not with all of its files. */
export function inboundAnswer(what: { heading: string; said: readonly string[] }): EmailText {
  const { siteName, origins } = config();
  return {
    key: "email.reply_answer",
    heading: what.heading,
    paragraphs: ["Hello,", ...what.said],
    button: { label: "Sign in and reply there", url: `${origins.app}/signin` },
    footer: `You're getting this email because we received an email from this address, sent to a reply address of ${siteName}.`,
  };
}

/** Answers the person who wrote, a few times a day at most. */
export async function postInboundAnswer(
  tx: Tx,
  to: { inboundId: string; from: string },
  what: { heading: string; said: readonly string[] },
): Promise<void> {
  if (!(await mayAnswer(to.from, tx))) return;
  const text = inboundAnswer(what);
  await post(tx, {
    key: `inbound:${to.inboundId}`,
    to: to.from,
    subject: text.heading,
    kind: "email.reply_answer",
    ...(await renderEmail(text)),
  });
}

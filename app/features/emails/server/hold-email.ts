import { newId } from "#app/platform/rules/core/ids.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { linkToken } from "#app/platform/server/core/link-token.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { publish } from "#app/platform/server/live/live.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import type { ReplyThread } from "#app/platform/server/mail/reply-address.ts";
import { mayAnswer } from "./answer-inbound.ts";
import type { Proof } from "./prove-sender.ts";
import type { InboundEmail } from "./read-inbound.ts";

/** How long the link in our question works. Then the email is deleted. */
export const CONFIRM_DAYS = 14;
export const CONFIRM_LINK = "confirm an email";
/** Questions to people we don't know, so that nobody can make us write to many. */
const STRANGERS_PER_HOUR = 60;
/** More than any conversation takes; the confirmation says so. */
const LONGEST = 20_000;

/** The question whether somebody wrote an email. */
export function confirmationEmail(
  it: { subject: string; text: string; files: number; proved: boolean; thread: boolean },
  url: string,
): EmailText {
  const { siteName } = config();
  const files = it.files === 1 ? "Its file wasn't kept" : `Its ${it.files} files weren't kept`;
  return {
    key: "email.confirm",
    heading: it.thread ? "Did you write this reply?" : "Please confirm your email to support",
    paragraphs: [
      "Hello,",
      it.proved
        ? `We received this email for ${siteName} support. It's the first from this address, so please confirm it. Then our team answers.`
        : "We received this email with your address as its sender, but your mail provider doesn't confirm that it came from you. Nobody has read it yet.",
      `If you wrote it, confirm it within ${CONFIRM_DAYS} days.${it.files > 0 ? ` ${files}: send them again after that.` : ""} If you didn't, you don't need to do anything, and we'll delete it.`,
    ],
    quotes: [
      {
        by: it.thread ? "Your reply" : `Your email${it.subject ? `, “${it.subject}”` : ""}`,
        text: it.text,
        files: 0,
        url,
      },
    ],
    preheader: "Confirm that you wrote it, or ignore this email.",
    button: { label: it.thread ? "Confirm my reply" : "Confirm my email", url },
    footer: `You're getting this email because we received an email with this address as its sender at ${siteName}.`,
  };
}

/**
 * Holds an email until the person whose address it has confirms it by a link, and asks them. People with an account and
 * those whose conversation it is are always asked; strangers only if their domain vouches for the email, since otherwise
 * we'd write to people who never wrote to us.
 */
export async function holdEmail(
  tx: Tx,
  email: InboundEmail,
  it: { text: string; proof: Proof; thread: ReplyThread | null; uid: string | null },
): Promise<void> {
  const id = newId("heldEmail");
  const { thread, proof } = it;
  const text = it.text.slice(0, LONGEST);
  await tx
    .insertInto("held_emails")
    .values({
      id,
      inboundId: email.id,
      address: email.from,
      name: email.name,
      proof,
      subject: email.subject,
      body: text,
      files: email.files.length,
      orderId: thread && "orderId" in thread ? thread.orderId : null,
      ticketId: thread && "ticketId" in thread ? thread.ticketId : null,
      uid: it.uid,
      messageId: email.messageId,
      inReplyTo: email.inReplyTo,
      createdAt: now(),
    })
    .execute();
  await publish(tx, ["staff"], { kind: "mail", orderId: null });
  const known = thread !== null || it.uid !== null;
  if (!known && proof !== "passed") return;
  if (!known && !(await within("questions to strangers by email", STRANGERS_PER_HOUR, HOUR, tx))) return;
  if (!(await mayAnswer(email.from, tx))) return;
  const url = addressOn(config().origins.public, `/contact/confirm/${linkToken(CONFIRM_LINK, id, CONFIRM_DAYS)}`);
  const question = confirmationEmail(
    { subject: email.subject, text, files: email.files.length, proved: proof === "passed", thread: thread !== null },
    url,
  );
  await post(tx, {
    key: `confirm:${email.id}`,
    to: email.from,
    subject: question.heading,
    kind: "email.confirm",
    ...(await renderEmail(question)),
  });
}

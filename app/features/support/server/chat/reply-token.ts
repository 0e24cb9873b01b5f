import { createHmac } from "node:crypto";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { linkToken, readLinkToken } from "#app/platform/server/core/link-token.ts";

/** How long the link in an email works. */
export const REPLY_DAYS = 90;

/** The key to one ticket for the recipient of our email, for 90 days. */
export const replyToken = (ticketId: string, at?: Date): string => linkToken("reply", ticketId, REPLY_DAYS, at);

/**
 * The ticket a token opens.
 * @throws not-found if it isn't ours, gone if it has expired
 */
export function readReplyToken(token: string): { ticketId: string } {
  const read = readLinkToken("reply", "ticket", token);
  if (!read) throw noLink();
  if (read.expired)
    throw new Problem(
      "gone",
      "reply_over",
      `This link expired after ${REPLY_DAYS} days.`,
      "Write to us with the contact form and say what it was about, so we can find your conversation.",
    );
  return { ticketId: read.id };
}

const noLink = () => {
  const { kind, code } = notFound("link");
  return new Problem(
    kind,
    code,
    "This link is incomplete or wrong.",
    "Open it from our email again, or copy the whole link. You can also use the contact form.",
  );
};

/** The owner of files a visitor sends with a reply: the ticket itself, because visitors have no account or key. */
export const replyKeyHash = (ticketId: string): string =>
  createHmac("sha256", config().secret).update(`reply files\n${ticketId}`).digest("hex");

import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { DAY } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";

/** How long the link in an email works. */
export const REPLY_DAYS = 90;

const signed = (what: string, text: string): string =>
  createHmac("sha256", config().secret).update(`${what}\n${text}`).digest("base64url");

/** The key to one ticket for the recipient of our email, for 90 days. */
export function replyToken(ticketId: string, at: Date = now()): string {
  const said = `${ticketId}.${Math.floor((at.getTime() + REPLY_DAYS * DAY) / 1_000).toString(36)}`;
  return `${said}.${signed("reply", said)}`;
}

/**
 * The ticket a token opens.
 * @throws not-found if it isn't ours, gone if it has expired
 */
export function readReplyToken(token: string): { ticketId: string } {
  const [ticketId, until, proof, ...rest] = token.length > 200 ? [] : token.split(".");
  if (!isId("ticket", ticketId) || !until || !proof || rest.length > 0) throw noLink();
  const [given, right] = [Buffer.from(proof), Buffer.from(signed("reply", `${ticketId}.${until}`))];
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw noLink();
  if (Number.parseInt(until, 36) * 1_000 < now().getTime())
    throw new Problem(
      "gone",
      "reply_over",
      `This link expired after ${REPLY_DAYS} days.`,
      "Write to us with the contact form and say what it was about, so we can find your conversation.",
    );
  return { ticketId };
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

import { createHmac, timingSafeEqual } from "node:crypto";
import { Problem, notFound } from "#app/platform/rules/errors.ts";
import { isId } from "#app/platform/rules/ids.ts";
import { DAY } from "#app/platform/rules/time.ts";
import { now } from "#app/platform/server/clock.ts";
import { config } from "#app/platform/server/config.ts";

/** How long the link in a letter lets its reader answer. */
export const REPLY_DAYS = 90;

const signed = (what: string, text: string): string =>
  createHmac("sha256", config().secret).update(`${what}\n${text}`).digest("base64url");

/** The key to one ticket for whoever has our letter about it, for 90 days. */
export function replyToken(ticketId: string, at: Date = now()): string {
  const said = `${ticketId}.${Math.floor((at.getTime() + REPLY_DAYS * DAY) / 1_000).toString(36)}`;
  return `${said}.${signed("reply", said)}`;
}

/**
 * The ticket that a token is the key to.
 * @throws not-found when it is not one of ours, gone when its time is over
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
      `This link was good for ${REPLY_DAYS} days, and they are over.`,
      "Write to us with the contact form: name what it was about, and we find it.",
    );
  return { ticketId };
}

const noLink = () => {
  const { kind, code } = notFound("link");
  return new Problem(
    kind,
    code,
    "This link is not one of ours, or part of it is missing.",
    "Open it from our letter again, or copy it whole. The contact form reaches us, too.",
  );
};

/** Whose the files are that a visitor sends with an answer: the ticket's own, as they have neither account nor key. */
export const replyKeyHash = (ticketId: string): string =>
  createHmac("sha256", config().secret).update(`reply files\n${ticketId}`).digest("hex");

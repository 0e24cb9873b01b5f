import { createHash, createHmac } from "node:crypto";
import { cookieOf } from "#app/features/accounts/server/sign-in/cookies.ts";
import { config } from "#app/platform/server/core/config.ts";
import { type CookieName, cookieLine } from "#app/platform/server/requests/our-cookies.ts";

/** The cookie that ties a browser to its conversation with support. */
const COOKIE: CookieName = "stet_chat";
export const CHAT_KEY_DAYS = 30;
const MAX_AGE_S = CHAT_KEY_DAYS * 24 * 3_600;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/**
 * The key of a conversation that starts with this message: `cookie` goes into Set-Cookie, `hash` to the ticket, and the
 * key itself is never stored. It's derived from the message's secret, so a resent first message finds its conversation.
 * @param clientKey made by and known only to the visitor's browser
 */
export function newChatKey(clientKey: string): { hash: string; cookie: string } {
  const key = createHmac("sha256", config().secret).update(`chat key ${clientKey}`).digest("base64url");
  return {
    hash: hashOf(key),
    cookie: cookieLine(COOKIE, key, MAX_AGE_S),
  };
}

/** The hash of a request's key, or null. */
export function chatKeyHashOf(request: Request): string | null {
  const key = cookieOf(request, COOKIE);
  return key !== null && KEY.test(key) ? hashOf(key) : null;
}

/** Hash of a message's secret, to recognize a resend. */
export const keptClientKey = (clientKey: string): string =>
  createHash("sha256").update(`chat message ${clientKey}`).digest("base64url");

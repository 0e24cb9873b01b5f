import { createHash, createHmac } from "node:crypto";
import { cookieOf } from "#app/features/accounts/server/cookies.ts";
import { isLocalAddress } from "#app/platform/rules/origins.ts";
import { config } from "#app/platform/server/config.ts";

/** The cookie that ties a browser to its conversation with support. */
const COOKIE = "stet_chat";
const MAX_AGE_S = 30 * 24 * 3_600;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/**
 * The key of a conversation that begins with this message: `cookie` goes into Set-Cookie, `hash` to the ticket, and the key itself is stored
 * nowhere. It follows from the message's own secret, so that a first message sent twice (its answer was lost) finds its conversation again.
 * @param clientKey made by the visitor's browser, known to it alone
 */
export function newChatKey(clientKey: string): { hash: string; cookie: string } {
  const key = createHmac("sha256", config().secret).update(`chat key ${clientKey}`).digest("base64url");
  return {
    hash: hashOf(key),
    cookie: `${COOKIE}=${key}; Path=/; Max-Age=${MAX_AGE_S}; HttpOnly; SameSite=Lax${isLocalAddress(config().origins.app) ? "" : "; Secure"}`,
  };
}

/** The hash of the key that a request carries; null when it carries none. */
export function chatKeyHashOf(request: Request): string | null {
  const key = cookieOf(request, COOKIE);
  return key !== null && KEY.test(key) ? hashOf(key) : null;
}

/** What is kept of a message's secret, to know it again. */
export const keptClientKey = (clientKey: string): string =>
  createHash("sha256").update(`chat message ${clientKey}`).digest("base64url");

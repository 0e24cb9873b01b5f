import { createHash, randomBytes } from "node:crypto";
import { type CookieName, cookieLine } from "#app/platform/server/requests/our-cookies.ts";
import { cookieOf } from "./cookies.ts";

/** The cookie that ties a visitor without an account to the draft they began. */
const COOKIE: CookieName = "stet_draft";
export const GUEST_KEY_DAYS = 30;
const MAX_AGE_S = GUEST_KEY_DAYS * 24 * 3_600;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/** A new key: `cookie` goes into Set-Cookie and `hash` to the draft. The key itself isn't stored. */
export function newGuestKey(): { key: string; hash: string; cookie: string } {
  const key = randomBytes(32).toString("base64url");
  return { key, hash: hashOf(key), cookie: cookieLine(COOKIE, key, MAX_AGE_S) };
}

/** The hash of a request's key, signed in or not, or null if it has none. */
export function guestKeyHashOf(request: Request): string | null {
  const key = cookieOf(request, COOKIE);
  return key !== null && KEY.test(key) ? hashOf(key) : null;
}

/** Set-Cookie that removes the key once the draft belongs to an account. */
export const forgetGuestKey = (): string => cookieLine(COOKIE, "", 0);

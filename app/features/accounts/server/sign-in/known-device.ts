import { createHmac, randomBytes } from "node:crypto";
import { DAY, SECOND } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { CookieName } from "#app/platform/server/requests/our-cookies.ts";

/** The cookie that identifies a browser after its sessions have ended. It gives no access by itself. */
export const DEVICE_COOKIE: CookieName = "stet_device";
/** A device is forgotten after this long without a sign-in. Browsers keep no cookie longer. */
export const DEVICE_LIFE_MS = 400 * DAY;
export const DEVICE_LIFE_S = DEVICE_LIFE_MS / SECOND;
const KEY = /^[A-Za-z0-9_-]{43}$/;

const hashOf = (key: string): string =>
  createHmac("sha256", config().secret).update(`device ${key}`).digest("base64url");

/** The key in a request's device cookie, or null if it has none or it isn't ours. */
export function deviceKeyOf(headers: Headers | undefined): string | null {
  for (const part of headers?.get("cookie")?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at < 1 || part.slice(0, at).trim() !== DEVICE_COOKIE) continue;
    const key = part.slice(at + 1).trim();
    return KEY.test(key) ? key : null;
  }
  return null;
}

/**
 * Records that someone signed in from this browser, by a keyed hash of its cookie.
 * @param key the browser's key, or null if it has none yet @returns the key to give it
 */
export async function rememberDevice(uid: string, key: string | null): Promise<string> {
  const kept = key ?? randomBytes(32).toString("base64url");
  await database()
    .insertInto("auth_device")
    .values({ uid, deviceHash: hashOf(kept) })
    .onConflict((c) => c.columns(["uid", "deviceHash"]).doUpdateSet({ lastSeenAt: new Date() }))
    .execute();
  return kept;
}

/** The hash of a request's device if the account with this address has signed in from it before, or null. */
export async function findKnownDevice(email: string, headers: Headers | undefined): Promise<string | null> {
  const key = deviceKeyOf(headers);
  if (key === null) return null;
  const found = await database()
    .selectFrom("auth_device as d")
    .innerJoin("auth_user as u", "u.id", "d.uid")
    .select("d.deviceHash")
    .where("u.email", "=", email.trim().toLowerCase())
    .where("d.deviceHash", "=", hashOf(key))
    .executeTakeFirst();
  return found?.deviceHash ?? null;
}

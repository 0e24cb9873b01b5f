import { MINUTE, SECOND } from "../../rules/core/time.ts";
import { ask } from "./ask.ts";

/** An access token as the sign-in service gives it. `expirationTime` is ISO. */
export type IdToken = { token: string; expirationTime: string };

/**
 * A token is refreshed this long before it expires, and treated as expired this long before it does: clocks differ, and
 * calls take time.
 */
export const REFRESH_BEFORE_MS = 5 * MINUTE;
export const ENDED_BEFORE_MS = 30 * SECOND;

type Kept = { uid: string; token: string; expiresAt: number };
let kept: Kept | null = null;
let asking: { uid: string; answer: Promise<Kept> } | null = null;

async function fetchToken(uid: string): Promise<Kept> {
  const { token, expiresAt } = await ask<{ token: string; expiresAt: string }>("/api/auth/token", {});
  return { uid, token, expiresAt: Date.parse(expiresAt) };
}

/** One request shared by everyone who asks at the same time. */
function renew(uid: string): Promise<Kept> {
  if (asking?.uid === uid) return asking.answer;
  const answer = fetchToken(uid)
    .then((it) => (kept = it))
    .finally(() => {
      asking = null;
    });
  asking = { uid, answer };
  return answer;
}

const resultOf = ({ token, expiresAt }: Kept): IdToken => ({
  token,
  expirationTime: new Date(expiresAt).toISOString(),
});

/**
 * The session's access token: the stored one while it has more than five minutes left, otherwise a new one. If renewing
 * fails, the stored one is used until thirty seconds before it expires.
 * @param uid the user this page was rendered for; another user's token is never returned
 * @throws Error with `code` "user-token-expired" when the session is over, "network-request-failed" if there's no
 * answer
 */
export async function idToken(uid: string, force = false): Promise<IdToken> {
  const mine = kept?.uid === uid ? kept : null;
  const left = mine ? mine.expiresAt - Date.now() : 0;
  if (mine && !force && left > REFRESH_BEFORE_MS) return resultOf(mine);
  try {
    return resultOf(await renew(uid));
  } catch (error) {
    const lost = (error as { code?: string }).code === "network-request-failed";
    if (mine && !force && lost && left > ENDED_BEFORE_MS) return resultOf(mine);
    throw error;
  }
}

/** Called at sign-out. */
export function forgetIdToken(): void {
  kept = null;
}

import { bearerOf, readAccessToken } from "./access-token.ts";
import { sessionTokenOf } from "./find-session.ts";

/**
 * Whether a request carries a session or an access token that we signed, without looking it up: it may have ended. Only
 * for deciding what's answered first.
 */
export function hasSession(request: Request): boolean {
  const token = bearerOf(request);
  return token === null ? sessionTokenOf(request) !== null : readAccessToken(token) !== null;
}

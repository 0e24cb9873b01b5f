import { createHmac, timingSafeEqual } from "node:crypto";
import { HOUR } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { SignInProblem } from "../../rules/sign-in/sign-in-problem.ts";
import { countAttempt, networkOf } from "./count-attempt.ts";
import { currentSession } from "./recent-sign-in.ts";

/** How long an access token is valid. What its owner may do is looked up at every call. */
const LIFE_MS = HOUR;
const HEADER = base64({ alg: "HS256", typ: "JWT" });

function base64(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

const signatureOf = (signed: string): Buffer =>
  createHmac("sha256", createHmac("sha256", config().secret).update("access token").digest()).update(signed).digest();

/** A signed token (a JWT) that names a person and the session it depends on. */
export function signAccessToken(of: { uid: string; sessionId: string }, issuedAt: number, expiresAt: number): string {
  const signed = `${HEADER}.${base64({ iss: config().origins.app, sub: of.uid, sid: of.sessionId, iat: Math.floor(issuedAt / 1_000), exp: Math.floor(expiresAt / 1_000) })}`;
  return `${signed}.${signatureOf(signed).toString("base64url")}`;
}

/** The person and session in a token, or null if it isn't ours or has expired. */
export function readAccessToken(token: string, at: number = Date.now()): { uid: string; sessionId: string } | null {
  const [header, payload, signature, rest] = token.split(".");
  if (token.length > 2_000 || header !== HEADER || !payload || !signature || rest !== undefined) return null;
  const given = Buffer.from(signature, "base64url");
  const right = signatureOf(`${header}.${payload}`);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
  const { iss, sub, sid, exp } = JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as {
    iss: string;
    sub: string;
    sid: string;
    exp: number;
  };
  return iss === config().origins.app && exp * 1_000 > at ? { uid: sub, sessionId: sid } : null;
}

/**
 * `POST /api/auth/token`: a token for callers that send no cookie, issued to the session that asks.
 * @throws SignInProblem user-token-expired, too-many-requests
 */
export async function handleAccessToken(request: Request): Promise<Response> {
  const { id, uid, email, expiresAt: sessionEnds } = await currentSession(request);
  await countAttempt("/token", email, networkOf(request.headers));
  const at = Date.now();
  const expiresAt = Math.floor(Math.min(at + LIFE_MS, sessionEnds.getTime()) / 1_000) * 1_000;
  return Response.json(
    { token: signAccessToken({ uid, sessionId: id }, at, expiresAt), expiresAt: new Date(expiresAt).toISOString() },
    { headers: { "cache-control": "no-store" } },
  );
}

/** The token in a call to `/api`, or null if there is none. Pages accept only a session. */
export function bearerOf(request: Request): string | null {
  const value = request.headers.get("authorization");
  if (value === null || !/^bearer(\s|$)/i.test(value)) return null;
  return new URL(request.url).pathname.startsWith("/api/") ? value.slice(7).trim() : null;
}

/**
 * The account a token belongs to, in its present state.
 * @throws SignInProblem user-token-expired if the token or its session has expired, or the account is disabled
 */
export async function accountOfToken(token: string) {
  const read = readAccessToken(token);
  const account = read
    ? await database()
        .selectFrom("auth_session")
        .innerJoin("auth_user", "auth_user.id", "auth_session.userId")
        .select([
          "auth_user.id",
          "auth_user.email",
          "auth_user.emailVerified",
          "auth_user.name",
          "auth_user.image",
          "auth_user.timeZone",
          "auth_user.claims",
        ])
        .where("auth_session.id", "=", read.sessionId)
        .where("auth_session.userId", "=", read.uid)
        .where("auth_session.expiresAt", ">", new Date())
        .where("auth_user.disabledAt", "is", null)
        .executeTakeFirst()
    : undefined;
  if (!account) throw new SignInProblem("user-token-expired");
  return account;
}

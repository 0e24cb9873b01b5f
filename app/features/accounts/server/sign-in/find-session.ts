import { createHmac, timingSafeEqual } from "node:crypto";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sessionCookieName, signInService } from "./sign-in-service.ts";

/** An HMAC with SHA-256, in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{43}=$/;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The token of a request's session, or null without a cookie signed by the sign-in service. */
export function sessionTokenOf(request: Request): string | null {
  const start = `${sessionCookieName()}=`;
  const written = (request.headers.get("cookie") ?? "")
    .split(";")
    .map((it) => it.trim())
    .find((it) => it.startsWith(start));
  const value = written === undefined ? null : decoded(written.slice(start.length));
  const dot = value?.lastIndexOf(".") ?? -1;
  if (value === null || dot < 1) return null;
  const [token, signature] = [value.slice(0, dot), value.slice(dot + 1)];
  if (!SIGNATURE.test(signature)) return null;
  const right = createHmac("sha256", config().secret).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, "base64"), right) ? token : null;
}

const read = (token: string) =>
  database()
    .selectFrom("auth_session as s")
    .innerJoin("auth_user as a", "a.id", "s.userId")
    .leftJoin("users as u", "u.uid", "a.id")
    .select(["s.id as sessionId", "s.expiresAt", "s.lastSeenAt"])
    .select(["a.id", "a.name", "a.email", "a.emailVerified", "a.image", "a.claims", "a.timeZone as timeZoneAtSignUp"])
    .select(["a.disabledAt", "u.uid", "u.displayName", "u.role", "u.isAdmin", "u.isEditor", "u.timeZone"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("impersonations as i")
            .select("i.id")
            .whereRef("i.sessionId", "=", "s.id")
            .where("i.endedAt", "is", null),
        )
        .as("viewsAs"),
    )
    .where("s.token", "=", token)
    .executeTakeFirst();

type Read = NonNullable<Awaited<ReturnType<typeof read>>>;

/** A session with its account and, unless it's missing or couldn't be read, the profile. */
export type FoundSession = {
  sessionId: string;
  lastSeenAt: Date | null | undefined;
  account: {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    image: string | null | undefined;
    claims: unknown;
    timeZone: string | null | undefined;
  };
  /** Whether the account is closed. */
  isDisabled: boolean;
  profile: {
    displayName: string;
    role: NonNullable<Read["role"]>;
    isAdmin: boolean;
    isEditor: boolean;
    timeZone: string | null;
  } | null;
  /** Whether the session may be viewing the product as somebody else. */
  viewsAs: boolean;
};

/**
 * The session of a request with its account, its profile, and whether it may be viewing the product as somebody else,
 * or null without a valid one. Every request of a signed-in person needs this, so it's one statement. The sign-in
 * service needs two, and checks the cookie on another thread.
 */
export async function findSession(request: Request): Promise<FoundSession | null> {
  const token = sessionTokenOf(request);
  if (token === null) return null;
  let it: Read | undefined;
  try {
    it = await read(token);
  } catch {
    // Perhaps only the profile can't be read.
    return findWithService(request);
  }
  // The service deletes an expired session.
  if (it && it.expiresAt < new Date()) return findWithService(request);
  if (!it) return null;
  const { uid, displayName, role, isAdmin, isEditor, timeZone } = it;
  return {
    sessionId: it.sessionId,
    lastSeenAt: it.lastSeenAt,
    account: {
      id: it.id,
      name: it.name,
      email: it.email,
      emailVerified: it.emailVerified,
      image: it.image,
      claims: it.claims,
      timeZone: it.timeZoneAtSignUp,
    },
    isDisabled: it.disabledAt !== null,
    profile:
      uid === null
        ? null
        : { displayName: displayName!, role: role!, isAdmin: isAdmin!, isEditor: isEditor!, timeZone },
    viewsAs: Boolean(it.viewsAs),
  };
}

/** The same, as the sign-in service finds it: without a profile. */
async function findWithService(request: Request): Promise<FoundSession | null> {
  const it = await signInService().api.getSession({ headers: request.headers });
  if (!it) return null;
  const { id, name, email, emailVerified, image, claims, timeZone, disabledAt } = it.user;
  return {
    sessionId: it.session.id,
    lastSeenAt: it.session.lastSeenAt,
    account: { id, name, email, emailVerified, image, claims, timeZone },
    isDisabled: Boolean(disabledAt),
    profile: null,
    // Unknown, so the caller looks it up.
    viewsAs: true,
  };
}

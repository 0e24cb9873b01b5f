import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { NO_ROLES, readClaims, resolveRoles } from "../../rules/claims.ts";
import { accountOfToken, bearerOf } from "./access-token.ts";
import { findImpersonation } from "../impersonation/find-impersonation.ts";
import { findSession } from "./find-session.ts";
import { guestKeyHashOf } from "./guest-key.ts";
import { makeProfile } from "../settings/open-account.ts";
import { mayHaveSession } from "./sign-in-service.ts";

const resolved = new WeakMap<Request, Promise<Actor>>();

/**
 * Who sent this request: the session's person, a visitor with a draft's key, or someone anonymous. The session is read
 * only once per request.
 */
export function resolveActor(request: Request): Promise<Actor> {
  let actor = resolved.get(request);
  if (!actor) resolved.set(request, (actor = resolve(request)));
  return actor;
}

async function resolve(request: Request): Promise<Actor> {
  const token = bearerOf(request);
  // A call with an access token counts as that person's or as anonymous. A cookie sent along is ignored.
  if (token !== null) return personOf(await accountOfToken(token));
  const person = mayHaveSession(request) ? await findPerson(request) : null;
  return person ?? { kind: "guest", guestKeyHash: guestKeyHashOf(request) };
}

/** The person of an account in its present state, or null if there is none or it was disabled. */
export async function actorOfAccount(uid: string): Promise<Person | null> {
  const account = await database()
    .selectFrom("auth_user")
    .select(["id", "email", "emailVerified", "name", "image", "timeZone", "claims"])
    .where("id", "=", uid)
    .where("disabledAt", "is", null)
    .executeTakeFirst();
  return account ? personOf(account) : null;
}

const findProfile = (uid: string) =>
  database()
    .selectFrom("users")
    .select(["displayName", "role", "isAdmin", "isEditor", "timeZone"])
    .where("uid", "=", uid)
    .executeTakeFirst();

/** How often a session is marked as seen. The list of sessions doesn't need to be more exact. */
const SEEN_EVERY_MS = 5 * MINUTE;

async function markSeen(session: { id: string; lastSeenAt?: Date | null | undefined }): Promise<void> {
  if (session.lastSeenAt && session.lastSeenAt.getTime() > Date.now() - SEEN_EVERY_MS) return;
  try {
    await database().updateTable("auth_session").set({ lastSeenAt: new Date() }).where("id", "=", session.id).execute();
  } catch (error) {
    log.error("session not marked as seen", error);
  }
}

/** The session's person. Null without a valid session, or if the account was disabled. */
async function findPerson(request: Request): Promise<Person | null> {
  const found = await findSession(request);
  if (!found || found.isDisabled) return null;
  await markSeen({ id: found.sessionId, lastSeenAt: found.lastSeenAt });
  const person = await personOf(found.account, found.profile ?? undefined);
  return found.viewsAs && may(person, "care") ? ((await impersonatedBy(person, found.sessionId)) ?? person) : person;
}

/** The person as whom a member of staff views the product in this session, or null. */
async function impersonatedBy(staff: Person, sessionId: string): Promise<Person | null> {
  const it = await findImpersonation(sessionId);
  if (!it || it.email === null) return null;
  const person = await personOf({
    id: it.uid,
    email: it.email,
    emailVerified: it.emailVerified ?? false,
    name: it.name ?? "",
    image: it.image,
    timeZone: it.timeZone,
    claims: it.claims,
  });
  const { id, readOnly, endsAt } = it;
  return {
    ...person,
    impersonator: {
      id,
      uid: staff.uid,
      displayName: staff.displayName,
      readOnly,
      endsAt: endsAt.toISOString(),
      leftMs: endsAt.getTime() - Date.now(),
    },
  };
}

type Account = {
  id: string;
  email: string;
  emailVerified: boolean;
  name: string;
  image?: string | null | undefined;
  timeZone?: string | null | undefined;
  claims?: unknown;
};

type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>;

/**
 * The person of an account, with their roles once they are verified.
 * @param known their profile, if it has been read
 */
async function personOf(
  { id: uid, email, emailVerified, name, image, timeZone = null, ...account }: Account,
  known?: Profile,
): Promise<Person> {
  const photoURL = image ?? null;
  if (!emailVerified)
    return {
      kind: "person",
      uid,
      email,
      emailVerified,
      displayName: name,
      ...NO_ROLES,
      photoURL,
      claims: {},
      timeZone,
    };
  const claims = readClaims(account.claims);
  let profile = known;
  try {
    profile ??= await findProfile(uid);
    if (!profile) {
      await makeProfile({ uid, email, displayName: name, timeZone, claims });
      profile = await findProfile(uid);
    }
  } catch (error) {
    // Without a profile, the roles come from the claims alone.
    log.error("profile not read", error, { uid });
  }
  return {
    kind: "person",
    uid,
    email,
    emailVerified,
    displayName: name || profile?.displayName || "",
    ...resolveRoles(claims, profile ?? null),
    photoURL,
    claims,
    timeZone: profile?.timeZone ?? timeZone,
  };
}

import { type Actor, type Person } from "#app/platform/rules/actor.ts";
import { database } from "#app/platform/server/database.ts";
import { log } from "#app/platform/server/log.ts";
import { NO_ROLES, readClaims, resolveRoles } from "../rules/claims.ts";
import { guestKeyHashOf } from "./guest-key.ts";
import { makeProfile } from "./open-account.ts";
import { mayHaveSession, signInService } from "./sign-in-service.ts";

const resolved = new WeakMap<Request, Promise<Actor>>();

/** Who sends this request: the session's person, a visitor with a draft's key, or nobody. The session is read once a request. */
export function resolveActor(request: Request): Promise<Actor> {
  let actor = resolved.get(request);
  if (!actor) resolved.set(request, (actor = resolve(request)));
  return actor;
}

async function resolve(request: Request): Promise<Actor> {
  const person = mayHaveSession(request) ? await findPerson(request) : null;
  return person ?? { kind: "guest", guestKeyHash: guestKeyHashOf(request) };
}

const findProfile = (uid: string) =>
  database().selectFrom("users").select(["displayName", "role", "isAdmin", "isEditor", "timeZone"]).where("uid", "=", uid).executeTakeFirst();

/** The session's person, with their roles once they are verified; null without a valid session. */
async function findPerson(request: Request): Promise<Person | null> {
  const session = await signInService().api.getSession({ headers: request.headers });
  if (!session) return null;
  const { id: uid, email, emailVerified, name, timeZone = null } = session.user;
  if (!emailVerified) return { kind: "person", uid, email, emailVerified, displayName: name, ...NO_ROLES, timeZone };
  const claims = readClaims(session.user.claims);
  let profile: Awaited<ReturnType<typeof findProfile>>;
  try {
    profile = await findProfile(uid);
    if (!profile) {
      await makeProfile({ uid, email, displayName: name, timeZone, claims });
      profile = await findProfile(uid);
    }
  } catch (error) {
    // Without a profile the claims alone say who somebody is.
    log.error("profile not read", error, { uid });
  }
  return { kind: "person", uid, email, emailVerified, displayName: name || profile?.displayName || "", ...resolveRoles(claims, profile ?? null), timeZone: profile?.timeZone ?? timeZone };
}

import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, type Person, isStaff } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { openStreams, ringStream } from "#app/platform/server/ring-stream.ts";
import { resolveActor } from "#app/features/accounts/server/resolve-actor.ts";

/** Rings after which somebody may be somebody else: signed out, closed, in another role; and those that may have been missed. */
const MAY_CHANGE_WHO = /^(?:account\.|session\.|reconnected$)/;
/** After the database was away all streams ask at once who their people are: at most about so many a second. */
const ASKED_PER_SECOND = 500;

/** The roles whose announcements somebody hears. */
const rolesHeard = (person: Person): string[] => {
  const roles = [
    ...(person.isAdmin ? ["admin"] : []),
    ...(person.isSupport ? ["support"] : []),
    ...(person.isEditor ? ["editor"] : []),
  ];
  return roles.length > 0 ? roles : ["client"];
};

/** The topics somebody may hear: their own, their roles', everybody's, and the staff's where they are staff. Null for whoever may hear none. */
export function topicsOf(actor: Actor): string[] | null {
  if (actor.kind !== "person" || !actor.emailVerified) return null;
  return [
    `user:${actor.uid}`,
    ...(isStaff(actor) ? ["staff"] : []),
    ...rolesHeard(actor).map((role) => `role:${role}`),
    "everyone",
  ];
}

const agoOf = (request: Request): number | undefined => {
  const said = new URL(request.url).searchParams.get("ago");
  return said !== null && /^\d{1,12}$/.test(said) ? Number(said) : undefined;
};

/**
 * One stream of rings for a verified person. A ring carries no data: the page re-reads through its own permissions. Whoever is
 * signed out, closed or given another role meanwhile hears nothing more on it; their browser asks anew, and gets what is theirs by now.
 */
export function liveStream(request: Request, { actor }: { actor: Actor }): Response {
  const topics = topicsOf(actor);
  if (!topics) throw refused("Sign in to follow what happens.");
  const cookie = request.headers.get("cookie") ?? "";
  const ago = agoOf(request);
  const same = async (): Promise<boolean> => {
    // A request of its own: one request is resolved once.
    const by = await resolveActor(new Request("http://localhost/api/live", { headers: { cookie } }));
    return topicsOf(by)?.join() === topics.join();
  };
  return ringStream(topics, {
    ...(ago === undefined ? {} : { ago }),
    recheck: ({ kind }) =>
      !MAY_CHANGE_WHO.test(kind) ||
      (kind === "reconnected" ? sleep((Math.random() * 1_000 * openStreams()) / ASKED_PER_SECOND).then(same) : same()),
  });
}

import { setTimeout as sleep } from "node:timers/promises";
import { type Actor, isStaff } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { openStreams, eventStream } from "#app/platform/server/live/event-stream.ts";
import { announcementRoles } from "../rules/feeds.ts";
import { resolveActor } from "#app/features/accounts/server/sign-in/resolve-actor.ts";

/**
 * Events after which a person's access may have changed (signed out, closed, new role), and the event for possibly
 * missed ones.
 */
const MAY_CHANGE_WHO = /^(?:account\.|session\.|reconnected$)/;
/** After a database outage all streams check their sessions at once. This limits how many do so per second. */
const ASKED_PER_SECOND = 500;

/**
 * The topics a person may follow: their own, everyone's, those of the roles whose announcements they get (events
 * contain the announcement), and staff topics for staff. Null if they may follow none.
 */
export function topicsOf(actor: Actor): string[] | null {
  if (actor.kind !== "person" || !actor.emailVerified) return null;
  return [
    `user:${actor.uid}`,
    ...(isStaff(actor) ? ["staff"] : []),
    ...announcementRoles(actor).map((role) => `role:${role}`),
    "everyone",
  ];
}

const agoOf = (request: Request): number | undefined => {
  const said = new URL(request.url).searchParams.get("ago");
  return said !== null && /^\d{1,12}$/.test(said) ? Number(said) : undefined;
};

/**
 * One stream of live events for a verified person. An event carries no data: the page reloads with its own permissions.
 * The stream ends when the person signs out, is disabled, or changes roles, and their browser reconnects with its
 * current access.
 */
export function liveStream(request: Request, { actor }: { actor: Actor }): Response {
  const topics = topicsOf(actor);
  if (!topics) throw refused("Sign in to get live updates.");
  const cookie = request.headers.get("cookie") ?? "";
  const ago = agoOf(request);
  const same = async (): Promise<boolean> => {
    // A separate request, because the session is resolved only once per request.
    const by = await resolveActor(new Request("http://localhost/api/live", { headers: { cookie } }));
    return topicsOf(by)?.join() === topics.join();
  };
  return eventStream(topics, {
    ...(ago === undefined ? {} : { ago }),
    recheck: ({ kind }) =>
      !MAY_CHANGE_WHO.test(kind) ||
      (kind === "reconnected" ? sleep((Math.random() * 1_000 * openStreams()) / ASKED_PER_SECOND).then(same) : same()),
  });
}

/** The product's event stream and announcements, for measured processes. */
import type { RequestListener } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { getRequestListener } from "@hono/node-server";
import { liveStream } from "#app/features/notifications/server/live-stream.ts";
import { publishAnnouncement } from "#app/features/notifications/server/announcements/publish-announcement.ts";
import { saveAnnouncement } from "#app/features/notifications/server/announcements/save-announcement.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { hub } from "#app/platform/server/live/live.ts";

/** A person as the HTTP server would have resolved them. */
const personWith = (uid: string, isAdmin: boolean): Person => ({
  kind: "person",
  uid,
  email: `${uid}@demo.test`,
  emailVerified: true,
  displayName: uid,
  role: isAdmin ? "admin" : "client",
  isAdmin,
  isEditor: false,
  isSupport: false,
  photoURL: null,
  claims: {},
  timeZone: null,
});

/** The stream of the person named in the URL. */
export async function serveProduct(isAdmin: boolean): Promise<RequestListener> {
  await hub().start();
  // A stream looks back this far, and nothing is known from before the database connection.
  await sleep(2_100);
  const answer = getRequestListener(
    (request) => {
      const url = new URL(request.url);
      const actor = personWith(url.searchParams.get("uid") ?? "", isAdmin);
      return liveStream(request, { actor });
    },
    { overrideGlobalObjects: false },
  );
  return (request, response) => void answer(request, response);
}

/** Publishes an announcement to everybody. @returns the time before its commit */
export async function announce(uid: string, title: string, clock: () => number): Promise<number> {
  const admin = personWith(uid, true);
  const id = newId("announcement");
  await saveAnnouncement(admin, {
    id,
    version: 0,
    audience: "global",
    severity: 1,
    title,
    body: "It concerns everybody.",
    link: "",
    startsAt: null,
    expiresAt: null,
    as: "draft",
  });
  const at = clock();
  await publishAnnouncement(admin, { id });
  return at;
}

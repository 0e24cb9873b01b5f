import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid, refused } from "#app/platform/rules/core/errors.ts";
import { readJsonBody } from "#app/platform/server/requests/read-body.ts";
import { badgeOf } from "../rules/feeds.ts";
import { listNotifications } from "./list-notifications.ts";
import { markAllRead, markRead } from "./mark-read.ts";

/** GET: the items of the bell. */
export async function readFeed(_request: Request, { actor }: { actor: Actor }): Promise<Response> {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your notifications.");
  const items = await listNotifications(actor);
  return Response.json({ items, badge: badgeOf(items) });
}

const Mark = z.union([z.object({ all: z.literal(true) }), z.object({ id: z.string() })]);

/** POST `{ id }` or `{ all: true }`: marks read. */
export async function markFeed(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const body = Mark.safeParse(await readJsonBody(request));
  if (!body.success)
    throw invalid(
      "input",
      "The request doesn't say which notifications to mark as read.",
      'Send {"id": "..."} or {"all": true}.',
    );
  const what = body.data;
  if ("all" in what) await markAllRead(actor, {});
  else await markRead(actor, { id: what.id });
  return Response.json({ ok: true });
}

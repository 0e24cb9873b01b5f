import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { isId, newId } from "#app/platform/rules/core/ids.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { FEED_KINDS, type FeedKind, mayHaveFeed } from "../../rules/calendar-feed.ts";

/** Where calendars are read. The last part is the secret. */
export const FEED_PATH = "/api/calendar/:token";

const proofOf = (id: string): string =>
  createHmac("sha256", config().secret).update(`calendar feed\n${id}`).digest("base64url");

const linkOf = (id: string): string =>
  addressOn(config().origins.app, FEED_PATH.replace(":token", `${id}-${proofOf(id)}.ics`));

/** The id in a link's last part, or null if we didn't make it. */
export function feedIdOf(token: string): string | null {
  const [, id = "", proof = ""] = /^([a-z]{3}_[0-9a-z]{26})-([\w-]{43})\.ics$/.exec(token) ?? [];
  if (!isId("calendarFeed", id)) return null;
  const [given, right] = [Buffer.from(proof), Buffer.from(proofOf(id))];
  return given.length === right.length && timingSafeEqual(given, right) ? id : null;
}

export type FeedView = { kind: FeedKind; url: string; createdAt: string; lastReadAt: string | null };

/** Somebody's calendars. Dates are ISO. */
export async function listFeeds(uid: string): Promise<FeedView[]> {
  const rows = await database().selectFrom("calendar_feeds").selectAll().where("uid", "=", uid).execute();
  return rows.map(({ id, kind, createdAt, lastReadAt }) => ({
    kind,
    url: linkOf(id),
    createdAt: createdAt.toISOString(),
    lastReadAt: lastReadAt?.toISOString() ?? null,
  }));
}

const input = z.object({ kind: z.enum(FEED_KINDS, "Choose a calendar.") });
const load = async ({ kind }: { kind: FeedKind }) => kind;
const REFUSED = "This calendar isn't for your role.";

/** Makes the link of a calendar. Safe to repeat: there is one. */
export const makeFeed = command({
  input,
  load,
  allow: (actor, kind) => mayHaveFeed(actor, kind) || REFUSED,
  run: async ({ thing: kind, tx, actor, now, fact }) => {
    const uid = uidOf(actor)!;
    const made = await tx
      .insertInto("calendar_feeds")
      .values({ id: newId("calendarFeed"), uid, kind, createdAt: now })
      .onConflict((c) => c.columns(["uid", "kind"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (made) await fact("calendar.changed", { subjectId: uid, data: { uid, calendar: kind, what: "made" } });
  },
});

/** Ends the link of a calendar at once. Safe to repeat. */
export const removeFeed = command({
  input,
  load,
  allow: (actor, kind) => mayHaveFeed(actor, kind) || REFUSED,
  run: async ({ thing: kind, tx, actor, fact }) => {
    const uid = uidOf(actor)!;
    const gone = await tx
      .deleteFrom("calendar_feeds")
      .where("uid", "=", uid)
      .where("kind", "=", kind)
      .returning("id")
      .executeTakeFirst();
    if (gone) await fact("calendar.changed", { subjectId: uid, data: { uid, calendar: kind, what: "removed" } });
  },
});

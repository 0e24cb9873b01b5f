import { tzlib_get_ical_block } from "timezones-ical-library";
import { within } from "#app/features/accounts/server/sign-in/count-attempt.ts";
import { actorOfAccount } from "#app/features/accounts/server/sign-in/resolve-actor.ts";
import { spansOf } from "#app/features/editors/rules/days-away.ts";
import { findEditor } from "#app/features/editors/server/find-editor.ts";
import { settingsOf } from "#app/features/editors/server/find-editor-settings.ts";
import { listOwnReadings } from "#app/features/orders/server/reading/list-readings.ts";
import { listQueue } from "#app/features/orders/server/review/list-reviews.ts";
import { listDueWork } from "#app/features/orders/server/views/list-due-work.ts";
import { UNDELIVERED } from "#app/features/orders/rules/deadline/lateness.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { Problem, notFound } from "#app/platform/rules/core/errors.ts";
import { HOUR, MINUTE, after, isTimeZone } from "#app/platform/rules/core/time.ts";
import { addressOn } from "#app/platform/rules/requests/origins.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { FEEDS, type FeedKind, mayHaveFeed } from "../../rules/calendar-feed.ts";
import { type CalendarEvent, icsOf } from "../../rules/ics.ts";
import { feedIdOf } from "./feeds.ts";

/** How often a calendar may be read in an hour. Programs ask every few minutes at most. */
const READS_PER_HOUR = 120;
const MOST = 500;
/** What is shown of a deadline: the half hour before it. */
const SHOWN_MS = 30 * MINUTE;

const REVISING = ["revision_requested", "in_revision"] as const;
const IN_REVIEW = ["submitted", "second_reading", "qa_review"] as const;

const due = (id: string, at: Date, title: string, path: string): CalendarEvent => ({
  id,
  title,
  url: addressOn(config().origins.app, path),
  from: after(at, -SHOWN_MS),
  to: at,
});

/** Orders in progress, soonest due date first. @param uid of one author, or null for all */
async function dueOrders(uid: string | null) {
  return database()
    .selectFrom("orders")
    .select(["id", "number", "title", "status", "dueAt", "revisionDueAt"])
    .where("status", "in", [...UNDELIVERED, ...IN_REVIEW, ...REVISING])
    .$if(uid !== null, (q) => q.where("userId", "=", uid))
    .orderBy("dueAt")
    .orderBy("id")
    .limit(MOST)
    .execute();
}

async function clientEvents(actor: Person): Promise<CalendarEvent[]> {
  return (await dueOrders(actor.uid)).flatMap((order) => {
    const at = order.revisionDueAt ?? order.dueAt;
    const what = order.revisionDueAt ? "Revision due" : "Due";
    return at ? [due(order.id, at, `${what}: ${order.title || order.number}`, `/order/${order.id}`)] : [];
  });
}

/** Editors' and staff's calendars are kept by other companies too, so they say numbers and no titles. */
async function staffEvents(): Promise<CalendarEvent[]> {
  return (await dueOrders(null)).flatMap((order) => {
    const at = order.revisionDueAt ?? order.dueAt;
    const what = order.revisionDueAt ? "revision due" : "due";
    return at ? [due(order.id, at, `${order.number} ${what}`, `/support-desk/orders/${order.id}`)] : [];
  });
}

async function editorEvents(actor: Person): Promise<CalendarEvent[]> {
  const at = now();
  const [orders, reviews, readings, editor] = await Promise.all([
    listDueWork(actor),
    listQueue(actor, at),
    listOwnReadings(actor, { page: 1 }),
    findEditor(actor.uid),
  ]);
  return [
    ...orders.flatMap((o) =>
      o.dueAt ? [due(o.id, new Date(o.dueAt), `${o.number} due`, `/editor/orders/${o.id}`)] : [],
    ),
    ...reviews.flatMap((r) =>
      r.mineUntil ? [due(r.id, new Date(r.dueAt), `Review of ${r.number} due`, `/editor/reviews/${r.id}`)] : [],
    ),
    ...readings.rows.flatMap((r) =>
      r.status === "taken" && r.dueAt
        ? [due(r.id, new Date(r.dueAt), `Second reading of ${r.number} due`, `/editor/readings/${r.id}`)]
        : [],
    ),
    ...(editor ? spansOf(settingsOf(editor).daysOff) : []).map(({ from, to }) => ({
      id: `away-${from}`,
      title: "Away",
      fromDay: from,
      toDay: to,
    })),
  ];
}

const EVENTS: Record<FeedKind, (actor: Person) => Promise<CalendarEvent[]>> = {
  client: clientEvents,
  editor: editorEvents,
  staff: staffEvents,
};

/** A zone's rules under the name that our events use, also where the library knows it by another one. */
function vtimezoneOf(zone: string): string {
  const [block = ""] = tzlib_get_ical_block(zone) as string[];
  return block.replace(/^TZID:.*$/m, `TZID:${zone}`);
}

async function zoneOf(actor: Person, kind: FeedKind): Promise<string> {
  const own = kind === "editor" ? await findEditor(actor.uid).then((row) => row && settingsOf(row).timeZone) : null;
  const zone = own ?? actor.timeZone ?? "UTC";
  return isTimeZone(zone) && vtimezoneOf(zone) !== "" ? zone : "Etc/UTC";
}

/** GET /api/calendar/:token, for calendar programs, which have no session: the link says whose calendar it is. */
export async function readFeed(_request: Request, { params }: { params: Record<string, string> }): Promise<Response> {
  const id = feedIdOf(params["token"] ?? "");
  const row = id
    ? await database().selectFrom("calendar_feeds").selectAll().where("id", "=", id).executeTakeFirst()
    : undefined;
  const actor = row ? await actorOfAccount(row.uid) : null;
  // What somebody may see is decided by what they are today.
  if (!row || !actor || !mayHaveFeed(actor, row.kind)) throw notFound("calendar");
  if (!(await within(`calendar ${row.id}`, READS_PER_HOUR, HOUR)))
    throw new Problem("too-many", "too_many_reads", "This calendar is read too often.", "Read it every ten minutes.");
  const at = now();
  await database().updateTable("calendar_feeds").set({ lastReadAt: at }).where("id", "=", row.id).execute();
  const zone = await zoneOf(actor, row.kind);
  const { siteName, origins } = config();
  const body = icsOf({
    name: `${siteName}: ${FEEDS[row.kind].title}`,
    zone,
    vtimezone: vtimezoneOf(zone),
    host: new URL(origins.app).hostname,
    writtenAt: at,
    events: await EVENTS[row.kind](actor),
  });
  return new Response(body, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'inline; filename="calendar.ics"',
      "cache-control": "private, max-age=300",
      "referrer-policy": "no-referrer",
    },
  });
}

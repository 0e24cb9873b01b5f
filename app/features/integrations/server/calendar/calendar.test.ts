import ICAL from "ical.js";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { icsOf } from "../../rules/ics.ts";
import type { FeedKind } from "../../rules/calendar-feed.ts";
import { listFeeds, makeFeed, removeFeed } from "./feeds.ts";
import { readFeed } from "./read-feed.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const jonas = personOf("jonas");
const sam = personOf("sam");

const tokenOf = (url: string) => new URL(url).pathname.split("/").at(-1)!;
const read = (token: string) => readFeed(new Request("http://localhost:3000/"), { params: { token } });
async function link(actor: Actor & { kind: "person" }, kind: FeedKind): Promise<string> {
  await makeFeed(actor, { kind });
  return (await listFeeds(actor.uid)).find((one) => one.kind === kind)!.url;
}
/** A calendar's events as another program reads them. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(new ICAL.Timezone(zone));
  return calendar.getAllSubcomponents("vevent").map((one) => {
    const event = new ICAL.Event(one);
    return {
      title: event.summary,
      from: event.startDate.isDate ? event.startDate.toString() : event.startDate.toJSDate().toISOString(),
      to: event.endDate.isDate ? event.endDate.toString() : event.endDate.toJSDate().toISOString(),
      url: one.getFirstPropertyValue("url"),
    };
  });
}

/** Has what iCalendar escapes, and is folded in the middle of letters of several bytes. */
const TITLE = `Salt, sand; and\nrivers: ${"土壌水分 🌱 Frühling ".repeat(8)}end`;

test.each(["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Africa/Accra", "Australia/Lord_Howe", "Etc/UTC"])(
  "another parser reads the right instants in %s, on both sides of a clock change",
  async (zone) => {
    await world.db.updateTable("orders").set({ status: "closed" }).execute();
    await world.db.updateTable("users").set({ timeZone: zone }).where("uid", "=", amara.uid).execute();
    const dates = [
      "2026-10-25T00:30:00.000Z",
      "2026-10-25T01:30:00.000Z",
      "2027-03-14T07:30:00.000Z",
      "2027-06-01T12:00:00.000Z",
    ];
    for (const date of dates) await orderIn("in_progress", { set: { dueAt: new Date(date), title: TITLE } });
    const text = await (await read(tokenOf(await link(amara, "client")))).text();
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).toContain(`BEGIN:VTIMEZONE\r\nTZID:${zone}`);
    const found = eventsOf(text).filter((one) => one.title?.includes("Salt"));
    expect(found.map((one) => one.to).toSorted()).toEqual(dates);
    expect(found[0]).toMatchObject({ title: `Due: ${TITLE}` });
  },
);

test("long titles in any script are folded without cutting a character", () => {
  const title = `${"Bodenfeuchte und Frühlingsbeginn, 土壌水分 🌱 ".repeat(12)}end`;
  const text = icsOf({
    name: "Test",
    zone: "Etc/UTC",
    vtimezone: "BEGIN:VTIMEZONE\r\nTZID:Etc/UTC\r\nEND:VTIMEZONE",
    host: "localhost",
    writtenAt: NOON,
    events: [{ id: "a", title, from: NOON, to: after(NOON, DAY) }],
  });
  expect(eventsOf(text)[0]!.title).toBe(title);
});

describe("a link", () => {
  test("shows editors their work and days away, and staff every due order, without titles", async () => {
    await world.db
      .updateTable("editors")
      .set({ calendar: json({ away: ["2026-12-24", "2026-12-25"] }) as never })
      .where("uid", "=", jonas.uid)
      .execute();
    const { id } = await orderIn("in_progress");
    const own = await (await read(tokenOf(await link(jonas, "editor")))).text();
    expect(eventsOf(own)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: "Away", from: "2026-12-24", to: "2026-12-26" }),
        expect.objectContaining({ url: `http://localhost:3000/editor/orders/${id}` }),
      ]),
    );
    const all = await (await read(tokenOf(await link(sam, "staff")))).text();
    expect(eventsOf(all).map((one) => one.url)).toContain(`http://localhost:3000/support-desk/orders/${id}`);
    expect(own + all).not.toContain("Soil moisture");
  });

  test("is one for each calendar, also if it's asked for twice at once, and ends when it's removed", async () => {
    const [first, second] = await Promise.all([link(amara, "client"), link(amara, "client")]);
    expect(second).toBe(first);
    await removeFeed(amara, { kind: "client" });
    await removeFeed(amara, { kind: "client" });
    await expect(read(tokenOf(first))).rejects.toMatchObject({ kind: "not-found" });
    expect(await link(amara, "client")).not.toBe(first);
  });

  test("that was guessed or changed shows nothing, and neither does one of somebody who lost the role", async () => {
    const url = await link(sam, "staff");
    const token = tokenOf(url);
    for (const wrong of ["", "cal_x.ics", token.replace(".ics", ""), `${token.slice(0, 35)}A${token.slice(36)}`])
      await expect(read(wrong)).rejects.toMatchObject({ kind: "not-found" });
    await expect(makeFeed(amara, { kind: "staff" })).rejects.toMatchObject({ kind: "refused" });
    await world.db
      .updateTable("auth_user")
      .set({ claims: json({}) as never })
      .where("id", "=", sam.uid)
      .execute();
    await expect(read(token)).rejects.toMatchObject({ kind: "not-found" });
  });
});

/** Each kind of calendar as the server sends it, read by a parser that isn't ours. */
import { expect, test } from "@playwright/test";
import ICAL from "ical.js";
import type { CastName } from "#db/seed/cast.ts";
import { signedIn } from "./client.ts";

const READERS: [who: CastName, kind: string][] = [
  ["amara", "client"],
  ["jonas", "editor"],
  ["sam", "staff"],
];

/** What a calendar program has after it subscribed to somebody's link, without their session. */
async function subscribed(baseURL: string, who: CastName, kind: string) {
  const person = await signedIn(baseURL, who);
  await person.form("/calendar-links", { intent: "make", kind });
  const links = [...(await (await person.get("/calendar-links")).text()).matchAll(/https?:\/\/[^"<\s]+?\.ics/g)];
  const answers = await Promise.all([...new Set(links.map(([url]) => url))].map((url) => fetch(url)));
  const texts = await Promise.all(
    answers.map(async (answer) => {
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toContain("text/calendar");
      expect(answer.headers.get("set-cookie")).toBeNull();
      return answer.text();
    }),
  );
  return texts.map((text) => {
    for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
    const zones = calendar.getAllSubcomponents("vtimezone").map((one) => new ICAL.Timezone(one));
    for (const zone of zones) ICAL.TimezoneService.register(zone);
    return {
      text,
      zones,
      events: calendar.getAllSubcomponents("vevent").map((one) => {
        const event = new ICAL.Event(one);
        return {
          title: event.summary,
          order: /ord_\w+/.exec(String(one.getFirstPropertyValue("url")))?.[0] ?? null,
          to: event.endDate.isDate ? event.endDate.toString() : event.endDate.toJSDate().toISOString(),
        };
      }),
    };
  });
}

test("client, editor, and staff subscribe, and an order is due at the same moment for all three", async ({
  baseURL,
}) => {
  const found = new Map<string, Awaited<ReturnType<typeof subscribed>>>();
  for (const [who, kind] of READERS) found.set(kind, await subscribed(baseURL!, who, kind));
  const due = (kind: string) =>
    new Map(
      found
        .get(kind)!
        .flatMap((it) => it.events)
        .map((one) => [one.order, one.to]),
    );
  const [client, editor, staff] = [due("client"), due("editor"), due("staff")];
  const shared = [...client].filter(([order]) => order !== null && editor.has(order) && staff.has(order));
  expect(shared.length).toBeGreaterThan(0);
  for (const [order, at] of shared) expect([order, staff.get(order)]).toEqual([order, at]);
  // Editors' and staff's calendars are kept by other companies, so they have numbers, and a client's has titles.
  const titles = found.get("client")!.flatMap((it) => it.events.map((one) => one.title.replace(/^[\w ]+: /, "")));
  const title = titles.find((one) => one.includes(" "))!;
  for (const { text } of found.get("staff")!) expect(text.replaceAll("\r\n ", "")).not.toContain(title);
});

test("a zone with summer time is sent with both of its rules", async ({ baseURL }) => {
  const zones = (await subscribed(baseURL!, "jonas", "editor")).flatMap((it) => it.zones);
  const berlin = zones.find((zone) => zone.tzid === "Europe/Berlin")!;
  const noon = (month: number) =>
    new ICAL.Time({ year: 2027, month, day: 15, hour: 12 }, berlin).toJSDate().toISOString();
  expect(noon(1)).toBe("2027-01-15T11:00:00.000Z");
  expect(noon(7)).toBe("2027-07-15T10:00:00.000Z");
});

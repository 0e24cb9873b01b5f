import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { actorContext } from "#app/context.ts";
import { findEditorForMatching } from "#app/features/matching/server/list-editors-for-matching.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { json } from "#app/platform/server/core/database.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { instantOf } from "#app/platform/rules/core/wall-clock.ts";
import { localTime } from "../rules/calendar.ts";
import { freeWords } from "../rules/free-words.ts";
import * as screen from "../screens/editor-calendar.tsx";
import * as settings from "../screens/matching-settings.tsx";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.deleteFrom("order_reservations").execute();
  await world.db.updateTable("orders").set({ assignedTo: priya.uid }).where("assignedTo", "=", jonas.uid).execute();
  await world.db
    .updateTable("editors")
    .set({ calendar: json({ workdays: [1, 2, 3, 4, 5], away: [] }), weeklyWords: 12_000, timeZone: "Asia/Tokyo" })
    .where("uid", "=", jonas.uid)
    .execute();
});

const jonas = personOf("jonas");
const priya = personOf("priya");
const noor = personOf("noor");
const ZONE = "Asia/Tokyo";

const asked = (actor: Actor, search: string, form?: Record<string, string>) => {
  const context = new RouterContextProvider();
  context.set(actorContext, actor);
  const url = new URL(`http://localhost:3000/editor/calendar${search}`);
  const request = new Request(url, form ? { method: "POST", body: new URLSearchParams(form) } : {});
  return { request, context, params: {}, url } as never;
};
const open = async (actor: Actor, search = "") => (await screen.loader(asked(actor, search))).editor;
const shown = async (actor: Actor, search = "") => (await open(actor, search))!;
const post = async (actor: Actor, form: Record<string, string>) => {
  const answer = (await screen.action(asked(actor, "", form))) as unknown;
  const { data, init } = answer as { data?: Answer; init?: { status?: number } | null };
  return { status: init?.status ?? 200, ...(data ?? (answer as Answer)) };
};
type Answer = { done?: string; error?: { fields?: Record<string, string> }; typed?: Record<string, string> };
const workOf = (editor: Awaited<ReturnType<typeof shown>>) =>
  editor.weeks.flatMap((week) => week.days.flatMap((day) => day.work.map((it) => ({ day: day.day, ...it }))));
const dayOf = (at: Date) => localTime(at, ZONE).day;

describe("an editor's calendar", () => {
  test("shows the editor's own open orders on their deadlines, in the editor's zone, with links", async () => {
    // One in the morning in Tokyo, which is the day before in UTC.
    const dueAt = instantOf(`${dayOf(after(NOON, 2 * DAY))}T01:00`, ZONE)!;
    const mine = await orderIn("in_progress", { set: { editorDueAt: dueAt } });
    const other = await orderIn("in_progress", { set: { editorDueAt: dueAt, assignedTo: priya.uid } });
    const done = await orderIn("accepted", { set: { editorDueAt: dueAt } });
    const work = workOf(await shown(jonas));
    expect(work.map((it) => it.key)).toEqual([mine.id]);
    expect(work[0]).toMatchObject({
      day: dayOf(dueAt),
      to: `/editor/orders/${mine.id}`,
      detail: "1:00 AM, due",
      late: false,
    });
    expect(workOf(await shown(priya)).map((it) => it.key)).toContain(other.id);
    expect(workOf(await shown(priya)).map((it) => it.key)).not.toContain(mine.id);
    expect(work.map((it) => it.key)).not.toContain(done.id);
  });
  test("shows a revision on the revision's deadline, and lists what is overdue in every month", async () => {
    const revision = await orderIn("in_revision", {
      set: { editorDueAt: after(NOON, -9 * DAY), revisionDueAt: after(NOON, DAY), deliveredAt: after(NOON, -9 * DAY) },
    });
    const late = await orderIn("in_progress", { set: { editorDueAt: after(NOON, -HOUR) } });
    const inQa = await orderIn("qa_review", { set: { editorDueAt: after(NOON, -HOUR) } });
    const editor = await shown(jonas);
    expect(workOf(editor).find((it) => it.key === revision.id)?.day).toBe(dayOf(after(NOON, DAY)));
    expect(workOf(editor).find((it) => it.key === inQa.id)).toMatchObject({ late: false });
    for (const search of ["", `?month=${editor.later}`])
      expect((await shown(jonas, search)).late.map((it) => it.key)).toEqual([late.id]);
  });
  test("counts the same free words as matching, and fewer with an order or days off", async () => {
    const nextWeek = async () => {
      const { weeks } = await shown(jonas);
      const week = weeks[weeks.findIndex((it) => it.days.some((day) => day.today)) + 1]!;
      const end = instantOf(`${week.days[6]!.day}T23:59`, ZONE)!;
      const matching = (await findEditorForMatching(jonas.uid, null, NOON))!;
      expect(week.freeWords).toBe(freeWords(matching, NOON, end));
      return week.freeWords!;
    };
    const before = await nextWeek();
    expect(before).toBeGreaterThan(12_000);
    await orderIn("in_progress", { words: 3_000, set: { editorDueAt: after(NOON, HOUR) } });
    expect(await nextWeek()).toBe(before - 3_000);
    await post(jonas, { intent: "away", awayFrom: dayOf(NOON), awayTo: dayOf(after(NOON, 20 * DAY)) });
    expect(await nextWeek()).toBe(0);
  });
  test("adds and removes days off, which matching respects, and repeating it changes nothing", async () => {
    const [from, to] = [dayOf(after(NOON, 3 * DAY)), dayOf(after(NOON, 4 * DAY))];
    const daysOff = async () => (await findEditorForMatching(jonas.uid, null, NOON))!.daysOff;
    for (const _ of [1, 2])
      expect(await post(jonas, { intent: "away", awayFrom: from, awayTo: to })).toMatchObject({
        status: 200,
        done: "Days off added.",
      });
    expect(await daysOff()).toEqual([from, to]);
    const days = (await shown(jonas, `?month=${from.slice(0, 7)}`)).weeks.flatMap((week) => week.days);
    expect(days.filter((day) => day.off && day.day.startsWith(from.slice(0, 7)))[0]?.day).toBe(from);
    for (const _ of [1, 2])
      expect(await post(jonas, { intent: `remove ${from} ${to}` })).toMatchObject({ done: "Days off removed." });
    expect(await daysOff()).toEqual([]);
  });
  test("shares its days off with the matching settings", async () => {
    const day = dayOf(after(NOON, 3 * DAY));
    const form = { intent: "away", awayFrom: day, awayTo: day };
    const answer = (await settings.action(asked(jonas, "", form))) as unknown;
    expect(answer).toMatchObject({ data: { about: "away", done: "Days off added." } });
    expect((await shown(jonas)).spans).toEqual([{ from: day, to: day }]);
  });
  test("two changes at once are both kept", async () => {
    const days = [5, 8, 11].map((n) => dayOf(after(NOON, n * DAY)));
    await Promise.all(days.map((day) => post(jonas, { intent: "away", awayFrom: day, awayTo: day })));
    expect((await shown(jonas)).spans).toEqual(days.map((day) => ({ from: day, to: day })));
  });
  test("refuses days in the wrong order, naming the field and keeping what was typed", async () => {
    const [from, to] = [dayOf(after(NOON, 4 * DAY)), dayOf(after(NOON, 3 * DAY))];
    const answer = await post(jonas, { intent: "away", awayFrom: from, awayTo: to });
    expect(answer).toMatchObject({ status: 422, typed: { awayFrom: from, awayTo: to } });
    expect(answer.error?.fields?.["awayTo"]).toMatch(/before the first day/);
    expect((await shown(jonas)).spans).toEqual([]);
  });
  test("opens the month in the URL, and the current one for anything else", async () => {
    const month = dayOf(NOON).slice(0, 7);
    const { later } = await shown(jonas);
    expect(await shown(jonas, `?month=${later}`)).toMatchObject({ month: later, earlier: month });
    expect(await shown(jonas, "?month=1999-01")).toMatchObject({ month, earlier: null });
    expect(await shown(jonas, "?month=no")).toMatchObject({ month });
  });
  test("tells an editor that settings are missing, and shows no free words", async () => {
    await world.db
      .updateTable("editors")
      .set({ weeklyWords: null, calendar: null, quietHours: null, matchReady: false })
      .where("uid", "=", noor.uid)
      .execute();
    const editor = await shown(noor);
    expect(editor).toMatchObject({ matchReady: false, weeklyWords: null, late: [] });
    expect(editor.weeks.map((week) => week.freeWords)).not.toContainEqual(expect.any(Number));
  });
  test("is only for editors: others get a 404 and can't change an editor's days off", async () => {
    await expect(open(NOBODY)).rejects.toMatchObject({ init: { status: 403 } });
    const day = dayOf(after(NOON, DAY));
    for (const who of ["amara", "sam", "ada"] as const) {
      expect(await open(personOf(who))).toBeNull();
      const answer = await post(personOf(who), {
        intent: "away",
        editorId: jonas.uid,
        awayFrom: day,
        awayTo: day,
      });
      expect(answer.status).toBe(404);
    }
    await post(priya, { intent: "away", editorId: jonas.uid, awayFrom: day, awayTo: day });
    expect((await shown(jonas)).spans).toEqual([]);
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { turnPages } from "#boot/testing/turn-pages.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { STAFF_LIST, STAFF_VIEWS } from "../../rules/staff-list.ts";
import { countStaffViews, listEditorsOfOrders, listOrdersForStaff, staffOrderList } from "./list-staff-orders.ts";
import { staffOrdersCsv } from "./staff-orders-csv.ts";

let world: TestWorld;
const sam = personOf("sam");
const ids: Record<string, string> = {};
const asked = (search = "") => readListQuery(new URLSearchParams(search), STAFF_LIST);
const list = async (search = "") => (await listOrdersForStaff(sam, asked(search), now())).rows.map((r) => r.id);
const named = (...names: string[]) => names.map((name) => ids[name]);
const setDue = (id: string, dueAt: Date) =>
  world.db.updateTable("orders").set({ dueAt }).where("id", "=", id).execute();

beforeAll(async () => {
  world = await openWorld();
  for (const status of ["in_progress", "submitted", "paid", "delivered", "closed"] as const)
    ids[status] = (await orderIn(status)).id;
  ids.flagged = (await orderIn("in_progress")).id;
  await world.db
    .updateTable("orders")
    .set({ flags: json({ idle: now().toISOString() }) as never })
    .where("id", "=", ids.flagged)
    .execute();
  await setDue(ids.in_progress!, after(now(), -DAY));
  await setDue(ids.submitted!, after(now(), DAY / 2));
  await setDue(ids.delivered!, after(now(), 2 * DAY));
  await setDue(ids.paid!, after(now(), 5 * DAY));
  await setDue(ids.flagged, after(now(), 6 * DAY));
  await world.db.updateTable("orders").set({ service: "proofreading" }).where("id", "=", ids.submitted!).execute();
});
afterAll(() => world.close());

describe("orders for staff", () => {
  test("open on those that need staff, by due date, then the others", async () => {
    expect(await list()).toEqual(named("paid", "flagged", "in_progress", "submitted", "delivered"));
    expect(await list("sort=dueAt")).toEqual(named("in_progress", "submitted", "delivered", "paid", "flagged"));
  });
  test("are sorted the same on every page and in the CSV", async () => {
    const everything = await list();
    const pages = await Promise.all(
      [1, 2, 3].map(async (page) => (await listOrdersForStaff(sam, asked(`page=${page}`), now())).page),
    );
    expect(pages).toEqual([1, 1, 1]);
    const file = await (await staffOrdersCsv(new Request("http://x/"), { actor: sam })).text();
    const { rows } = await listOrdersForStaff(sam, asked(), now());
    expect(
      file
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.split(",")[0]),
    ).toEqual(rows.map((r) => r.number));
    expect(rows.map((r) => r.id)).toEqual(everything);
  });
  test.each([1, 2, 3])("have each order once if pages of %i are turned", async (size) => {
    for (const search of ["", "sort=dueAt", "show=all", "sort=-total"]) {
      const orders = staffOrderList(sam, asked(search), now());
      const all = (await orders.read(100, 0)).map((r) => r.id);
      const { forward, back } = await turnPages(orders, size);
      expect(forward.map((r) => r.id)).toEqual(all);
      expect(back.map((r) => r.id)).toEqual(all.slice(0, back.length));
      expect(back.length).toBeGreaterThan(0);
    }
  });
  test("include all orders on request, newest first", async () => {
    expect(new Set(await list("show=all"))).toEqual(new Set(Object.values(ids)));
    expect(await list("status=closed")).toEqual(named("closed"));
    expect(await list("show=attention")).toEqual(named("paid", "flagged"));
    expect(await list("show=late")).toEqual(named("in_progress"));
  });
  test("are counted for each view as its list has them", async () => {
    const totals = await Promise.all(
      STAFF_VIEWS.filter(({ key }) => key !== "all").map(
        async ({ key, search }) => [key, (await listOrdersForStaff(sam, asked(search), now())).total] as const,
      ),
    );
    const counts = await countStaffViews(sam, now());
    expect(counts).toEqual(Object.fromEntries(totals));
    // One is late, another due within a day; the delivered one is no longer due.
    expect(counts).toMatchObject({ late: 1, soon: 2, unassigned: 1 });
    for (const actor of [NOBODY, personOf("amara"), personOf("jonas")])
      await expect(countStaffViews(actor, now())).rejects.toMatchObject({ kind: "refused" });
  });
  test("are found among all orders by number, title, client, and editor, and by nothing else", async () => {
    await world.db.updateTable("orders").set({ title: "Kelp forests" }).where("id", "=", ids.closed!).execute();
    const { number } = await world.db
      .selectFrom("orders")
      .select("number")
      .where("id", "=", ids.closed!)
      .executeTakeFirstOrThrow();
    expect(await list("show=all&q=kelp for")).toEqual(named("closed"));
    expect(await list(`show=all&q=${number}`)).toEqual(named("closed"));
    for (const q of ["amara", "jonas weber"])
      expect([q, await list(`show=all&q=${q}`)]).toEqual([q, expect.arrayContaining(named("closed"))]);
    for (const q of ["%25", "zzyzx"]) expect(await list(`show=all&q=${q}`)).toEqual([]);
    // Also beyond the newest orders that are looked through first.
    expect(await list("show=all&sort=createdAt&q=kelp")).toEqual(named("closed"));
  });
  test("can be filtered by editor, service and date", async () => {
    expect(await list("editor=none")).toEqual(named("paid"));
    expect(new Set(await list(`editor=${CAST.jonas.uid}`))).toEqual(
      new Set(named("flagged", "in_progress", "submitted", "delivered")),
    );
    expect(await list("service=proofreading")).toEqual(named("submitted"));
    expect(await list(`from=${dayOf(after(now(), 4 * DAY))}`)).toEqual(named("paid", "flagged"));
    expect(await list(`to=${dayOf(after(now(), -DAY))}`)).toEqual(named("in_progress"));
    expect(await list(`date=created&to=${dayOf(after(now(), -300 * DAY))}`)).toEqual([]);
    expect(await list("from=2026-99-99&editor=none")).toEqual(named("paid"));
  });
  test("are for staff only, and so is the CSV", async () => {
    for (const actor of [NOBODY, personOf("amara"), personOf("jonas")]) {
      await expect(listOrdersForStaff(actor, asked(), now())).rejects.toMatchObject({ kind: "refused" });
      await expect(staffOrdersCsv(new Request("http://x/"), { actor })).rejects.toMatchObject({ kind: "refused" });
      await expect(listEditorsOfOrders(actor)).rejects.toMatchObject({ kind: "refused" });
    }
    expect((await listEditorsOfOrders(sam)).map((e) => e.uid)).toContain(CAST.jonas.uid);
  });
  test("that need staff are found by an index, however many orders there are", async () => {
    const tx = await database().startTransaction().execute();
    try {
      // With so few orders, the planner would choose another plan or the index of all open ones.
      await sql`drop index orders_open`.execute(tx);
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      await sql`set local enable_sort = off`.execute(tx);
      const { rows } = await sql<{
        "QUERY PLAN": string;
      }>`explain select o.id from orders o where o.status not in ('closed','expired','cancelled','refunded','draft')
          and (o.status in ('qa_review','paid','on_hold','disputed')
            or (o.flags <> '{}'::jsonb and o.status in ('assigned','in_progress')))
          order by coalesce(o."revisionDueAt", o."dueAt"), o.id limit 50`.execute(tx);
      const plan = rows.map((r) => r["QUERY PLAN"]).join("\n");
      expect(plan).toContain("orders_need_staff");
      expect(plan).not.toContain("Sort");
    } finally {
      await tx.rollback().execute();
    }
  });
});

test("orders are at risk if the words left need longer than the time left, in the list as in its rows", async () => {
  const { id } = await orderIn("in_progress");
  const set = (billableWords: number, progressWords: number, service: string) =>
    world.db
      .updateTable("orders")
      .set({ billableWords, progressWords, service, dueAt: after(now(), 4 * HOUR) })
      .where("id", "=", id)
      .execute();
  const needs = async () =>
    (await listOrdersForStaff(sam, asked("show=all&q="), now())).rows.find((row) => row.id === id)?.needsMs ?? null;
  for (const [words, done, service, hours] of [
    [1_700, 0, "copyediting", null],
    [1_900, 0, "copyediting", 1_900 / 450],
    [1_900, 200, "copyediting", null],
    [1_900, 0, "proofreading", null],
    [1_900, 0, "expert", 1_900 / 200],
    [1_900, 3_000, "expert", null],
  ] as const) {
    await set(words, done, service);
    const found = await needs();
    expect(found, `${words} words of ${service}, ${done} done`).toBe(hours === null ? null : hours * HOUR);
    expect((await list("show=risk")).includes(id)).toBe(hours !== null);
  }
  await setDue(id, after(now(), -HOUR));
  expect(await list("show=risk")).not.toContain(id);
  expect(await needs()).toBeNull();
});

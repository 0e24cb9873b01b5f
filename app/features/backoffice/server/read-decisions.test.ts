import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { reachOf } from "#app/features/accounts/rules/access.ts";
import { timeOverAt, timesOf } from "#app/features/orders/rules/deadline/lateness.ts";
import { answersAt } from "#app/features/orders/server/read-answers.ts";
import { giveUpAt } from "#app/features/quotes/rules/promise.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { thenWords } from "../rules/decisions.ts";
import { besideDecisions } from "../rules/todo.ts";
import { readOverview } from "./overview.ts";
import { readDecisions } from "./read-decisions.ts";

const [ada, jonas, amara, farah] = [personOf("ada"), personOf("jonas"), personOf("amara"), personOf("farah")];
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await orderIn("paid", { id: "ord_free", set: { paidAt: after(NOON, -HOUR), dueAt: after(NOON, 9 * HOUR) } });
  await orderIn("in_progress", { id: "ord_late", set: { dueAt: after(NOON, -2 * DAY) } });
  await world.db
    .insertInto("late_decisions")
    .values({
      id: "lat_one",
      orderId: "ord_late",
      editorId: jonas.uid,
      openedAt: after(NOON, -DAY),
      decideByAt: after(NOON, DAY),
    })
    .execute();
  await orderIn("draft", { id: "ord_asked" });
  await world.db
    .insertInto("custom_quotes")
    .values({
      id: "qot_one",
      orderId: "ord_asked",
      userId: amara.uid,
      reason: "wish",
      requirements: "By Monday",
      askedAt: after(NOON, -3 * HOUR),
      dueAt: after(NOON, DAY),
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
});
afterAll(() => world.close());

test("each says since when it waits, whose it is, and what the clock's own rule does", async () => {
  const { rows, more } = await readDecisions(ada);
  expect(more).toBe(false);
  const orders = await world.db.selectFrom("orders").selectAll().where("id", "in", ["ord_free", "ord_late"]).execute();
  const overOf = (id: string) => timeOverAt(timesOf(orders.find((it) => it.id === id)! as never))!.at;
  const of = (id: string) => rows.find((row) => row.id === id);
  expect(of("ord_free")).toMatchObject({
    kind: "unassigned",
    owner: null,
    since: after(NOON, -HOUR),
    actsAt: overOf("ord_free"),
    to: "/admin/orders/ord_free",
  });
  expect(of("lat_one")).toMatchObject({ kind: "late", since: after(NOON, -DAY), actsAt: overOf("ord_late") });
  const asked = after(NOON, -3 * HOUR);
  expect(of("qot_one")).toMatchObject({ kind: "quote", since: asked, actsAt: giveUpAt(asked, await answersAt(asked)) });
  expect(rows.map(thenWords)).toContain("Full refund");
  // The next that the product ends by itself comes first.
  const times = rows.map((row) => row.actsAt?.getTime() ?? Infinity);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test("are the things that the to-do list counts, which leaves them out while all are shown", async () => {
  const { waits, decisions } = await readOverview(ada, NOON);
  const counted = (...keys: string[]) =>
    waits.filter(({ key }) => keys.includes(key)).reduce((sum, { count }) => sum + count, 0);
  const shown = (kind: string) => decisions.rows.filter((row) => row.kind === kind).length;
  expect(shown("unassigned")).toBe(counted("unassigned"));
  expect(shown("late")).toBe(counted("decide", "decideLate"));
  expect(shown("quote")).toBe(counted("quotes", "quotesLate"));
  expect(shown("dispute")).toBe(counted("disputes"));
  expect(shown("review")).toBe(counted("qa", "reviewsLate"));
  const left = besideDecisions(waits, false).map(({ key }) => key);
  expect(left).not.toContain("unassigned");
  expect(besideDecisions(waits, true)).toEqual(waits);
});

test("nine at most, and only those whose page the reader may open", async () => {
  for (let n = 0; n < 12; n++)
    await orderIn("paid", { id: `ord_many${n}`, set: { paidAt: NOON, dueAt: after(NOON, (20 + n) * HOUR) } });
  const { rows, more } = await readDecisions(ada);
  expect(rows).toHaveLength(9);
  expect(more).toBe(true);
  for (const row of (await readDecisions(farah)).rows) expect(reachOf(farah, row.to)).not.toBeNull();
  expect((await readDecisions(jonas)).rows).toEqual([]);
});

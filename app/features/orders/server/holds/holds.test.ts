import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { getOrder } from "../views/find-order.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { changeHold } from "./change-hold.ts";
import { holdOrder } from "./hold-order.ts";
import { unholdOrder, watchHolds } from "./unhold-order.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  // Whether somebody is staff is read from their account.
  await seedAccounts(world.db, NOON);
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const utc = <T extends { timeZone: string | null }>(person: T): T => ({ ...person, timeZone: "UTC" });
const amara = personOf("amara");
const jonas = personOf("jonas");
const sam = utc(personOf("sam"));
const ada = utc(personOf("ada"));
const wall = (at: Date) => at.toISOString().slice(0, 16);
const pass = async (at: Date) => {
  setClock(at);
  await watchHolds(at);
  await drainJobs();
};
const held = async (days = 4, ownerId = "") => {
  const { id } = await orderIn("in_progress");
  await holdOrder(ada, { orderId: id, reason: "A question of rights.", until: wall(after(NOON, days * DAY)), ownerId });
  return id;
};
const toldOf = async (orderId: string, kind: string) =>
  (
    await world.db
      .selectFrom("notifications")
      .select(["userId", "forRole"])
      .where("orderId", "=", orderId)
      .where("kind", "=", kind)
      .execute()
  )
    .map((n) => n.userId ?? n.forRole ?? "")
    .toSorted((a, b) => a.localeCompare(b));

test("a hold has an end and a responsible person, whose name staff see on the order's page", async () => {
  const id = await held(4, sam.uid);
  const view = async (who: typeof ada) => (await getOrderView(who, id, { openQueries: 0 })).waiting;
  expect(await view(ada)).toMatchObject({ who: sam.displayName, by: after(NOON, 4 * DAY) });
  expect(await view(amara)).toMatchObject({ who: "Our staff", by: after(NOON, 4 * DAY) });
  await drainJobs();
  expect(await toldOf(id, "order.held")).toEqual([amara.uid, jonas.uid, sam.uid]);
});

test("its end can't be past or after 14 days, and only staff can be responsible", async () => {
  const { id } = await orderIn("in_progress");
  const put = (more: object) => holdOrder(ada, { orderId: id, reason: "A question of rights.", ...more });
  for (const until of [wall(after(NOON, 15 * DAY)), wall(after(NOON, -DAY)), "soon"])
    await expect(put({ until })).rejects.toMatchObject({ fields: { until: expect.any(String) } });
  for (const ownerId of [jonas.uid, amara.uid, "usr_nobody"])
    await expect(put({ ownerId })).rejects.toMatchObject({ fields: { ownerId: "Choose a staff member." } });
  expect((await getOrder(id)).status).toBe("in_progress");
});

test("its owner is reminded halfway and on the last day, once each; at its end the order continues and everyone is told", async () => {
  const id = await held(4, sam.uid);
  const before = await getOrder(id);
  for (const hours of [47, 48, 49, 72, 73]) await pass(after(NOON, hours * HOUR));
  expect(await toldOf(id, "order.hold_reminded")).toEqual([sam.uid, sam.uid]);
  const end = after(NOON, 4 * DAY);
  setClock(end);
  await Promise.all([watchHolds(end), watchHolds(end)]);
  await drainJobs();
  expect(await getOrder(id)).toMatchObject({
    status: "in_progress",
    dueAt: after(before.dueAt!, 4 * DAY),
    editorDueAt: after(before.editorDueAt!, 4 * DAY),
  });
  expect(await toldOf(id, "order.unheld")).toEqual(["admin", amara.uid, jonas.uid, sam.uid]);
});

test("it can be handed over: the new owner is reminded and may resume the order, and nobody else in support may", async () => {
  const id = await held(4);
  await expect(unholdOrder(sam, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
  await expect(changeHold(sam, { orderId: id, ownerId: sam.uid, until: "" })).rejects.toMatchObject({
    kind: "refused",
  });
  const until = wall(after(NOON, 4 * DAY));
  for (let twice = 0; twice < 2; twice++) await changeHold(ada, { orderId: id, ownerId: sam.uid, until });
  await drainJobs();
  expect(await toldOf(id, "order.hold_changed")).toEqual([sam.uid]);
  await pass(after(NOON, 2 * DAY));
  expect(await toldOf(id, "order.hold_reminded")).toEqual([sam.uid]);
  await unholdOrder(sam, { orderId: id });
  expect((await getOrder(id)).status).toBe("in_progress");
  await expect(changeHold(ada, { orderId: id, ownerId: sam.uid, until })).rejects.toMatchObject({ code: "not_held" });
});

test("its end can move, to at most 14 days after it started", async () => {
  const id = await held(4);
  setClock(after(NOON, 3 * DAY));
  const change = (days: number) =>
    changeHold(ada, { orderId: id, ownerId: ada.uid, until: wall(after(NOON, days * DAY)) });
  await expect(change(15)).rejects.toMatchObject({ fields: { until: expect.stringContaining("14 days") } });
  await change(14);
  await pass(after(NOON, 13.9 * DAY));
  expect((await getOrder(id)).status).toBe("on_hold");
  await pass(after(NOON, 14 * DAY));
  expect((await getOrder(id)).status).toBe("in_progress");
});

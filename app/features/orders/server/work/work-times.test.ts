import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { forgetTimes, keepTime, pacesOf, timesOf } from "./work-times.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("work_times").execute();
});

const jonas = personOf("jonas");
const at = (ms: number) => setClock(after(NOON, ms));
const time = async (orderId: string) => (await timesOf(world.db, orderId).execute())[0];
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );
const timer = (orderId: string, act: string, minutes?: number, by: Actor = jonas) =>
  keepTime(by, { orderId, act, minutes } as Parameters<typeof keepTime>[1]);

test("a timer counts while it runs, also if it's started or stopped twice at once", async () => {
  const { id } = await orderIn("in_progress");
  await Promise.all([timer(id, "start"), timer(id, "start")]);
  at(30 * MINUTE);
  await timer(id, "start");
  at(HOUR);
  await Promise.all([timer(id, "stop"), timer(id, "stop")]);
  expect(await time(id)).toMatchObject({ ms: HOUR, startedAt: null });
  await timer(id, "stop");
  expect((await time(id))?.ms).toBe(HOUR);
});

test("starting one stops the others, and a time that's entered replaces what was counted", async () => {
  const [one, two] = [await orderIn("in_progress"), await orderIn("in_revision")];
  await timer(one.id, "start");
  at(10 * MINUTE);
  await timer(two.id, "start");
  expect(await time(one.id)).toMatchObject({ ms: 10 * MINUTE, startedAt: null });
  expect((await time(two.id))?.startedAt).toEqual(after(NOON, 10 * MINUTE));
  await timer(two.id, "set", 95);
  expect(await time(two.id)).toMatchObject({ ms: 95 * MINUTE, startedAt: null });
  expect(await kindOf(timer(two.id, "set", -1))).toBe("invalid");
});

test("only the order's editor has a timer, and only while the work is with them", async () => {
  const { id } = await orderIn("in_progress");
  expect(await kindOf(timer(id, "start", undefined, personOf("priya")))).not.toBe("done");
  expect(await kindOf(timer(id, "start", undefined, personOf("ada")))).not.toBe("done");
  const delivered = await orderIn("delivered");
  expect(await kindOf(timer(delivered.id, "start"))).toBe("conflict");
  // The last minutes of a finished order can still be entered.
  await timer(delivered.id, "set", 30);
});

test("a pace is measured from three delivered orders of a service", async () => {
  for (let i = 0; i < 3; i++) {
    expect((await pacesOf(jonas.uid)).size).toBe(0);
    const order = await orderIn("delivered", { service: "copyediting", words: 1_200 });
    await timer(order.id, "set", 60);
  }
  expect([...(await pacesOf(jonas.uid))]).toEqual([["copyediting", 1_200]]);
  await world.db.transaction().execute((tx) => forgetTimes(tx, jonas.uid));
  expect((await pacesOf(jonas.uid)).size).toBe(0);
});

test("the order's page has the timer as it runs", async () => {
  const { id } = await orderIn("in_progress");
  await timer(id, "start");
  const { times } = await readOrderPage(jonas, id);
  expect(times).toEqual([{ editorId: jonas.uid, ms: 0, startedAt: NOON }]);
});

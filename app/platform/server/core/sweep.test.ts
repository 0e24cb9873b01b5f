import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { log } from "./log.ts";
import { sweep } from "./sweep.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("a row that fails changes nothing, is logged by its ids alone, and doesn't keep the others from theirs", async () => {
  const logged = vi.spyOn(log, "error").mockImplementation(() => {});
  const rows = ["a", "b", "c"].map((id) => ({ id, orderId: null, uid: undefined, title: "A private title" }));
  const write = (id: string) => ({ payload: id });
  const done = await sweep("write it", rows, async ({ tx, actor }, { id }) => {
    expect(actor).toBe(CLOCK);
    await tx.insertInto("live_outbox").values(write(id)).execute();
    if (id === "b") throw new Error("Broken");
    return true;
  });
  expect(done).toBe(2);
  expect(logged.mock.calls).toEqual([
    ["couldn't write it", expect.objectContaining({ message: "Broken" }), { id: "b", orderId: null, uid: undefined }],
  ]);
  logged.mockRestore();
});

test("takes no more rows at once than it may, and counts what was done", async () => {
  const asked: number[] = [];
  const query = (rows: number) => ({
    limit: (most: number) => {
      asked.push(most);
      return { execute: async () => Array.from({ length: Math.min(rows, most) }, (_, n) => ({ id: String(n) })) };
    },
  });
  expect(await sweep("count", query(500), async () => 2)).toBe(400);
  expect(await sweep("count", query(500), async (_ctx, { id }) => id === "1", 3)).toBe(1);
  expect(await sweep("count", query(2), async () => {})).toBe(0);
  expect(asked).toEqual([200, 3, 200]);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { findNeighbors } from "./find-neighbors.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("goes through an editor's open orders by due date, skipping past ones and other editors'", async () => {
  const due = async (status: "in_progress" | "delivered", hours: number, set: Record<string, unknown> = {}) =>
    (await orderIn(status, { set: { editorDueAt: after(NOON, hours * HOUR), revisionDueAt: null, ...set } })).id;
  const late = await due("in_progress", 30);
  const early = await due("in_progress", 10);
  const middle = await due("in_progress", 20);
  const over = await due("delivered", 15);
  await due("in_progress", 16, { assignedTo: "usr_priya" });
  const of = async (id: string) => {
    const { previous, next } = await findNeighbors("usr_jonas", id);
    return [previous?.id ?? null, next?.id ?? null];
  };
  expect(await of(early)).toEqual([null, middle]);
  expect(await of(middle)).toEqual([early, late]);
  expect(await of(late)).toEqual([middle, null]);
  expect(await of(over)).toEqual([null, null]);
  expect(await of("ord_none")).toEqual([null, null]);
});

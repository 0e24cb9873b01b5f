import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { json } from "#app/platform/server/core/database.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { readText } from "#app/features/documents/rules/readers/read-plain.ts";
import { receiptOf } from "#app/features/documents/rules/readers/receipt-of.ts";
import { getOrderView } from "./get-order-view.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

test("client, editor and finance read the same sentences about how the words were counted", async () => {
  const { id: orderId, sourceId } = await orderIn("in_progress");
  const receipt = receiptOf(readText("these\u200bfour\u200bhidden\u200bwords"));
  await world.db
    .updateTable("files")
    .set({ receipt: json(receipt) })
    .where("id", "=", sourceId)
    .execute();
  for (const who of ["amara", "jonas", "ada"] as const) {
    const view = await getOrderView(personOf(who), orderId, { openQueries: 0 });
    expect([who, view.sources[0]?.countNotes]).toEqual([
      who,
      ["3 words were separated by invisible characters or gaps instead of spaces. They're counted."],
    ]);
  }
});

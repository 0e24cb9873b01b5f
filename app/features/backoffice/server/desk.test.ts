import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedKyc } from "#db/seed/demo-kyc.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readDesk } from "./read-desk.ts";

const [ada, sam, jonas, amara] = [personOf("ada"), personOf("sam"), personOf("jonas"), personOf("amara")];
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await world.db.transaction().execute((tx) => seedKyc(tx, NOON));
  await orderIn("paid", {
    id: "ord_told",
    set: { dueAt: after(NOON, DAY), flags: json({ supportTold: after(NOON, -HOUR).toISOString() }) },
  });
  await orderIn("paid", { id: "ord_fresh", set: { dueAt: after(NOON, DAY) } });
  await orderIn("in_progress", { id: "ord_late", set: { dueAt: after(NOON, -HOUR) } });
  await orderIn("delivered", { id: "ord_done", set: { dueAt: after(NOON, -HOUR) } });
  await orderIn("in_progress", { id: "ord_asking", set: { dueAt: after(NOON, 3 * DAY) } });
  for (const [hours, answered] of [
    [30, false],
    [40, true],
    [2, false],
  ] as const)
    await world.db
      .insertInto("messages")
      .values({
        id: newId("message"),
        orderId: "ord_asking",
        authorId: jonas.uid,
        authorRole: "editor",
        kind: "query",
        body: `asked ${hours}`,
        answeredAt: answered ? NOON : null,
        createdAt: after(NOON, -hours * HOUR),
      })
      .execute();
});
afterAll(() => world.close());

test("shows everything that needs support and nothing else", async () => {
  for (const actor of [sam, ada]) {
    const desk = await readDesk(actor, NOON);
    expect(desk.unassigned).toMatchObject({ total: 1, rows: [{ id: "ord_told" }] });
    expect(desk.late).toMatchObject({ total: 1, rows: [{ id: "ord_late", clientName: "Dr. Amara Osei" }] });
    expect(desk.queries).toMatchObject({ total: 1, rows: [{ body: "asked 30" }] });
    expect(desk.kyc).toMatchObject({ total: 1, rows: [{ displayName: "Noor Haddad", kind: "id_document" }] });
    expect(desk.contact).toEqual({ new: 0, open: 0, oldestAt: null });
  }
});

test("is for staff only", async () => {
  for (const actor of [jonas, amara, NOBODY, { ...sam, emailVerified: false }])
    await expect(readDesk(actor, NOON)).rejects.toMatchObject({ kind: "refused" });
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/actor.ts";
import { checkCouponCall, quoteCall } from "./order-calls.ts";

let world: TestWorld;
let orderId: string;
beforeAll(async () => {
  world = await openWorld();
  orderId = (await quotedOrder(personOf("amara"))).id;
});
afterAll(() => world.close());

describe("the calls of the order form", () => {
  test("answer its author, and nobody else is told that the order exists", async () => {
    expect(await quoteCall(personOf("amara"), { orderId })).toMatchObject({
      offer: { receipt: { service: "copyediting", turnaround: "7d", totalMinor: 3_000 } },
    });
    await expect(checkCouponCall(personOf("amara"), { orderId, code: "no such code" })).resolves.toEqual({
      coupon: null,
    });
    for (const actor of [NOBODY, personOf("uma"), personOf("mei"), personOf("jonas")]) {
      await expect(quoteCall(actor, { orderId })).rejects.toMatchObject({ kind: "not-found" });
      await expect(checkCouponCall(actor, { orderId, code: "FIRSTPAPER" })).rejects.toMatchObject({
        kind: "not-found",
      });
    }
  });
  test("refuse what they do not understand, and write nothing", async () => {
    const before = await world.db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow();
    for (const data of [null, {}, { orderId: 7 }, { orderId, patch: { service: "magic" } }])
      await expect(quoteCall(personOf("amara"), data)).rejects.toMatchObject({ kind: "invalid" });
    await expect(checkCouponCall(personOf("amara"), { orderId, code: "x".repeat(101) })).rejects.toMatchObject({
      kind: "invalid",
    });
    await quoteCall(personOf("amara"), { orderId, patch: { service: "proofreading", turnaround: "7d" } });
    expect(await world.db.selectFrom("orders").selectAll().where("id", "=", orderId).executeTakeFirstOrThrow()).toEqual(
      before,
    );
  });
});

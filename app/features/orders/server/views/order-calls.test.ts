import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { useConfig } from "#app/platform/server/core/config.ts";
import { ATTEMPT_LIMITS } from "#app/features/accounts/rules/attempts.ts";
import { checkCouponCall, quoteCall } from "./order-calls.ts";
import { askForQuote } from "../drafts/quote-order.ts";
import { readDraftPage } from "../drafts/read-draft-page.ts";
import { saveDraft } from "../drafts/save-draft.ts";
import { startDraft } from "../drafts/start-draft.ts";

let world: TestWorld;
let orderId: string;
beforeAll(async () => {
  world = await openWorld();
  orderId = (await quotedOrder(personOf("amara"))).id;
});
afterAll(() => world.close());
afterEach(() => useConfig(world.config));
const coupon = (code: string, limits: { personLimit?: number; totalLimit?: number }) =>
  world.db
    .insertInto("coupons")
    .values({ id: newId("coupon"), code, label: "Known", percent: 10, ...limits, createdAt: now() })
    .execute();

describe("the calls of the order form", () => {
  test("answer its author, and nobody else is told that the order exists", async () => {
    expect(await quoteCall(personOf("amara"), { orderId })).toMatchObject({
      offer: { receipt: { service: "copyediting", turnaround: "7d", totalMinor: 3_000 } },
    });
    await expect(checkCouponCall(personOf("amara"), { orderId, code: "no such code" })).resolves.toEqual({
      valid: false,
      reason: "We don't recognize this code. Check the spelling.",
    });
    for (const actor of [NOBODY, personOf("uma"), personOf("mei"), personOf("jonas")]) {
      await expect(quoteCall(actor, { orderId })).rejects.toMatchObject({ kind: "not-found" });
      await expect(checkCouponCall(actor, { orderId, code: "FIRSTPAPER" })).rejects.toMatchObject({
        kind: "not-found",
      });
    }
  });
  test("give a code's discount and the orders it fits, but not its id, limits or uses", async () => {
    await coupon("KNOWN10", { personLimit: 3, totalLimit: 40 });
    expect(await checkCouponCall(personOf("amara"), { orderId, code: "known10" })).toEqual({
      valid: true,
      discount: { kind: "coupon", code: "KNOWN10", label: "Known", capMinor: null, percent: 10 },
      services: null,
      turnarounds: null,
      minimumSpendMinor: null,
    });
  });
  test("let an account guess a few codes, and a network a few more, everywhere a code can be entered", async () => {
    useConfig({ ...world.config, demo: false });
    await coupon("SECRET10", {});
    const mei = personOf("mei");
    const hers = (await quotedOrder(mei)).id;
    const right = { orderId: hers, code: "SECRET10" };
    const refused = { valid: false, reason: expect.stringContaining("Too many codes") as string };
    const { perAddress = 0, perNetwork } = ATTEMPT_LIMITS["/coupon"]!;
    for (let i = 0; i < perAddress; i++) {
      expect(await checkCouponCall(mei, right)).toMatchObject({ valid: true });
      await checkCouponCall(mei, { orderId: hers, code: `GUESS${i}` });
    }
    expect(await checkCouponCall(mei, right)).toEqual(refused);
    await saveDraft(mei, { orderId: hers, patch: { couponCode: "SECRET10" } });
    expect((await readDraftPage(mei, hers, null)).coupon).toEqual(refused);
    await expect(askForQuote(mei, { orderId: hers })).rejects.toMatchObject({ code: "coupon" });
    expect((await quoteCall(mei, { orderId: hers, patch: { couponCode: "SECRET10" } })).offer).toMatchObject({
      receipt: { discountMinor: 0 },
    });
    // Visitors with a new cookie for each guess share their network's limit.
    const headers = new Headers({ "x-forwarded-for": "203.0.113.9" });
    for (let i = 0; i < perNetwork; i++) {
      const visitor: Actor = { kind: "guest", guestKeyHash: `visitor ${i % 9}` };
      const { id } = await startDraft(visitor, { fresh: true });
      await checkCouponCall(visitor, { orderId: id, code: `GUESS${i}` }, headers);
    }
    const another: Actor = { kind: "guest", guestKeyHash: "another" };
    const { id } = await startDraft(another, { fresh: true });
    expect(await checkCouponCall(another, { orderId: id, code: "SECRET10" }, headers)).toEqual(refused);
    expect(await checkCouponCall(another, { orderId: id, code: "SECRET10" }, new Headers())).toMatchObject({
      valid: true,
    });
  });
  test("refuse unknown input and write nothing", async () => {
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

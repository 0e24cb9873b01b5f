import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_CALENDAR, personOf } from "#db/seed/cast.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { acceptInvite, takeFromPool } from "#app/features/matching/server/accept-invite.ts";
import { advanceMatching } from "#app/features/matching/server/advance-matching.ts";
import { listCapacity } from "#app/features/orders/server/drafts/list-capacity.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { endReservations } from "./end-reservations.ts";
import { listPaymentsOf } from "./find-payment.ts";
import { startPayment } from "./start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
/** One editor with 6,000 words a week, and nothing to do. */
beforeEach(async () => {
  setClock(NOON);
  await cards.control("/webhooks", { paused: true, copies: 1, order: "any", dropNext: 0 });
  await world.db.updateTable("orders").set({ status: "closed", assignedTo: null }).execute();
  await world.db.updateTable("editors").set({ matchReady: false }).execute();
  await canTake(jonas.uid, 6_000);
});

const canTake = (uid: string, weeklyWords: number, services: string[] = ["copyediting"]) =>
  world.db
    .updateTable("editors")
    .set({
      matchReady: true,
      weeklyWords,
      parallelOrders: 9,
      fields: json(["environmental-science"]),
      variants: json(["UK"]),
      services: json(services),
      calendar: json(CAST_CALENDAR),
      quietHours: null,
      identityApprovedAt: NOON,
      agreementSignedAt: NOON,
    })
    .where("uid", "=", uid)
    .execute();
const free = async () =>
  (await listCapacity({ words: 1_000, subfield: "environmental-science", variant: "UK" }, null, NOON))
    .freeWordsByService.copyediting.wordsByTurnaround?.["7d"];
const pay = async (url: string) => {
  await payCheckout(url);
  await cards.deliver();
};
const keeperOf = async (orderId: string) =>
  (await world.db.selectFrom("order_reservations").selectAll().where("orderId", "=", orderId).executeTakeFirst())
    ?.editorId;
/** Two quotes of 4,000 words, each small enough for an editor with 6,000. */
const twoQuotes = async () => [await quotedOrder(amara, 4_000), await quotedOrder(mei, 4_000)] as const;

describe("the last free words", () => {
  test("go to one of two clients who pay at the same moment; the other is asked before any charge", async () => {
    for (let round = 0; round < 5; round++) {
      await world.db.updateTable("orders").set({ status: "closed" }).execute();
      const [hers, theirs] = await twoQuotes();
      const both = await Promise.allSettled([
        startPayment(amara, { orderId: hers.id }),
        startPayment(mei, { orderId: theirs.id }),
      ]);
      expect(both.map((b) => b.status).toSorted()).toEqual(["fulfilled", "rejected"]);
      const lost = both[0].status === "rejected" ? hers : theirs;
      const refusal = both.find((b) => b.status === "rejected") as PromiseRejectedResult;
      expect(refusal.reason).toMatchObject({
        code: "not_offered",
        advice: expect.stringContaining("You haven't been charged.") as string,
      });
      expect(String((refusal.reason as Error).message)).toMatch(/The earliest possible date is/);
      expect(await listPaymentsOf(lost.id)).toEqual([]);
      expect((await getOrder(lost.id)).status).toBe("quoted");
    }
  });

  test("are reserved by an open checkout, by a paid order, and by the editor who accepts it", async () => {
    const [hers, theirs] = await twoQuotes();
    const { url } = await startPayment(amara, { orderId: hers.id });
    expect(await free()).toBe(2_000);
    await expect(startPayment(mei, { orderId: theirs.id })).rejects.toMatchObject({ code: "not_offered" });
    await pay(url);
    expect((await getOrder(hers.id)).status).toBe("paid");
    expect(await free()).toBe(2_000);
    await advanceMatching(hers.id);
    const invite = await world.db
      .selectFrom("invites")
      .select("id")
      .where("orderId", "=", hers.id)
      .where("status", "=", "sent")
      .executeTakeFirstOrThrow();
    await acceptInvite(jonas, { inviteId: invite.id });
    expect([await free(), await keeperOf(hers.id)]).toEqual([2_000, undefined]);
  });

  test("are free again when the checkout has been open for an hour, and the next client can pay", async () => {
    const [hers, theirs] = await twoQuotes();
    await startPayment(amara, { orderId: hers.id });
    setClock(after(NOON, 59 * MINUTE));
    await endReservations(after(NOON, 59 * MINUTE));
    await expect(startPayment(mei, { orderId: theirs.id })).rejects.toMatchObject({ code: "not_offered" });
    setClock(after(NOON, HOUR));
    await endReservations(after(NOON, HOUR));
    expect((await listPaymentsOf(hers.id))[0]!.status).toBe("expired");
    await expect(startPayment(mei, { orderId: theirs.id })).resolves.toMatchObject({
      url: expect.any(String) as string,
    });
    await expect(startPayment(amara, { orderId: hers.id })).rejects.toMatchObject({ code: "not_offered" });
  });

  test("are free again when the order is canceled or refunded", async () => {
    const [hers] = await twoQuotes();
    await pay((await startPayment(amara, { orderId: hers.id })).url);
    await cancelOrder(amara, { orderId: hers.id, expectedRefundMinor: hers.totalMinor, reason: "" });
    expect([await free(), await keeperOf(hers.id)]).toEqual([6_000, undefined]);
  });

  test("move to an editor of another service if that makes room, as the price page said", async () => {
    await canTake(jonas.uid, 7_000, ["copyediting", "substantive"]);
    await canTake(priya.uid, 6_000);
    const hers = await quotedOrder(amara, 4_000);
    await startPayment(amara, { orderId: hers.id });
    expect(await keeperOf(hers.id)).toBe(jonas.uid);
    // Only Jonas does substantive editing, and Priya can have the other order.
    const theirs = await quotedOrder(mei, 4_000, { service: "substantive" });
    await startPayment(mei, { orderId: theirs.id });
    expect([await keeperOf(hers.id), await keeperOf(theirs.id)]).toEqual([priya.uid, jonas.uid]);
  });

  test("stay reserved for the same order, in two tabs and when it's quoted again", async () => {
    const [hers] = await twoQuotes();
    const urls = await Promise.all([1, 2].map(() => startPayment(amara, { orderId: hers.id })));
    expect(new Set(urls.map((it) => it.url)).size).toBe(1);
    expect(await free()).toBe(2_000);
  });
});

describe("an editor with words reserved for one order who accepts another", () => {
  /** Amara's and Mei's orders are paid; Jonas and Priya have room for one each. */
  async function bothPaid() {
    await canTake(priya.uid, 6_000);
    const [hers, theirs] = await twoQuotes();
    await pay((await startPayment(amara, { orderId: hers.id })).url);
    await pay((await startPayment(mei, { orderId: theirs.id })).url);
    await world.db
      .updateTable("orders")
      .set({ flags: json({ openPool: NOON.toISOString() }) })
      .where("status", "=", "paid")
      .execute();
    return [hers.id, theirs.id] as const;
  }

  test("passes the first order on to the editor reserved for the second", async () => {
    const [hers, theirs] = await bothPaid();
    const keepers = [await keeperOf(hers), await keeperOf(theirs)];
    expect(new Set(keepers)).toEqual(new Set([jonas.uid, priya.uid]));
    const crossed = keepers[0] === jonas.uid ? theirs : hers;
    await takeFromPool(jonas, { orderId: crossed });
    expect(await keeperOf(crossed === hers ? theirs : hers)).toBe(priya.uid);
    await takeFromPool(priya, { orderId: crossed === hers ? theirs : hers });
    expect(await free()).toBe(2_000);
  });

  test("can't if nobody else can do the first one", async () => {
    const [hers, theirs] = await bothPaid();
    const crossed = (await keeperOf(hers)) === jonas.uid ? theirs : hers;
    const own = crossed === hers ? theirs : hers;
    // Priya can't accept the order reserved for Jonas.
    await world.db
      .insertInto("client_editors")
      .values({ userId: own === hers ? amara.uid : mei.uid, editorId: priya.uid, kind: "blocked", createdAt: NOON })
      .onConflict((c) => c.columns(["userId", "editorId"]).doUpdateSet({ kind: "blocked" }))
      .execute();
    await advanceMatching(own);
    try {
      await expect(takeFromPool(jonas, { orderId: crossed })).rejects.toMatchObject({
        code: "not_eligible",
        message: expect.stringContaining("reserved for another order") as string,
      });
      await takeFromPool(jonas, { orderId: own });
    } finally {
      await world.db.deleteFrom("client_editors").where("editorId", "=", priya.uid).execute();
    }
  });

  test("never makes two paid orders share one editor's words, no matter which is first", async () => {
    const [hers, theirs] = await bothPaid();
    const taken = await Promise.allSettled([
      takeFromPool(jonas, { orderId: hers }),
      takeFromPool(jonas, { orderId: theirs }),
    ]);
    expect(taken.map((t) => t.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const left = (await getOrder(hers)).status === "paid" ? hers : theirs;
    expect(await keeperOf(left)).toBe(priya.uid);
  });
});

test("after an editor declines, an order's words are reserved with another who can do it", async () => {
  await canTake(priya.uid, 6_000);
  const [hers] = await twoQuotes();
  await pay((await startPayment(amara, { orderId: hers.id })).url);
  const keeper = (await keeperOf(hers.id))!;
  await world.db.updateTable("editors").set({ matchReady: false }).where("uid", "=", keeper).execute();
  setClock(after(NOON, DAY / 24));
  await advanceMatching(hers.id);
  expect(await keeperOf(hers.id)).toBe(keeper === jonas.uid ? priya.uid : jonas.uid);
});

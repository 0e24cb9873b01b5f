import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { discardDraft } from "#app/features/orders/server/drafts/discard-draft.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { reopenOrder } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { endUrl } from "./end-token.ts";
import { findPreferences, savePreferences } from "./preferences.ts";
import { remindOfQuotes } from "./remind-of-quotes.ts";
import { postEnding } from "./unsubscribe-endpoint.ts";

const [amara, mei] = [personOf("amara"), personOf("mei")];
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db
    .updateTable("orders")
    .set({ status: "cancelled", quotedAt: null, paidAt: null, flags: "{}" })
    .execute();
  await world.db.deleteFrom("mail").execute();
  await world.db.deleteFrom("notifications").execute();
  await world.db.deleteFrom("notification_preferences").execute();
});

/** Runs the clock rule at an instant, with all its reactions. */
async function runAt(at: Date): Promise<number> {
  setClock(at);
  const reminded = await remindOfQuotes(at);
  await drainJobs();
  return reminded;
}
const emails = () =>
  world.db.selectFrom("mail").selectAll().where("kind", "=", "order.quote_reminded").orderBy("seq").execute();
const set = (id: string, values: object) => world.db.updateTable("orders").set(values).where("id", "=", id).execute();

describe("an unpaid quote", () => {
  test("gets one reminder a day later, with its price, its expiry, and one-click unsubscribe", async () => {
    const order = await quotedOrder(amara);
    expect(await runAt(after(NOON, DAY - MINUTE))).toBe(0);
    expect(await runAt(after(NOON, DAY))).toBe(1);
    for (const days of [1, 2, 3, 6]) expect(await runAt(after(NOON, days * DAY + HOUR))).toBe(0);
    const [email, ...more] = await emails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      to: amara.email,
      unsubscribeUrl: endUrl({ uid: amara.uid, topic: "reminders" }),
    });
    expect(email!.text).toContain(`It costs $${(order.totalMinor / 100).toFixed(2)}`);
    expect(email!.subject).toMatch(new RegExp(`^Your price for ${order.number} is held until `));
    expect(email!.text).toContain(`/order/${order.id}`);
  });

  test("gets one reminder even with two workers at once, and a person gets only one for all their quotes", async () => {
    await quotedOrder(amara);
    setClock(after(NOON, HOUR));
    await quotedOrder(amara);
    await quotedOrder(mei);
    setClock(after(NOON, DAY + HOUR));
    const both = await Promise.all([1, 2].map(() => remindOfQuotes(after(NOON, DAY + HOUR))));
    await drainJobs();
    expect(both[0]! + both[1]!).toBe(2);
    expect((await emails()).map((e) => e.to).toSorted()).toEqual([amara.email, mei.email].toSorted());
    // A person's second quote gets no reminder even after the week is over.
    expect(await runAt(after(NOON, 6 * DAY))).toBe(0);
  });

  test("gets no second reminder after it was changed and priced again", async () => {
    const order = await quotedOrder(amara);
    expect(await runAt(after(NOON, DAY))).toBe(1);
    await reopenOrder(amara, { orderId: order.id });
    await quoteOrder(amara, { orderId: order.id });
    expect(await runAt(after(NOON, 3 * DAY))).toBe(0);
    expect(await emails()).toHaveLength(1);
  });

  test("gets no reminder if it was paid between being found and being locked", async () => {
    const order = await quotedOrder(amara);
    setClock(after(NOON, DAY));
    const paying = database().transaction();
    let reminding: Promise<number> | undefined;
    await paying.execute(async (tx) => {
      await tx
        .updateTable("orders")
        .set({ status: "paid", paidAt: after(NOON, DAY) })
        .where("id", "=", order.id)
        .execute();
      reminding = remindOfQuotes(after(NOON, DAY));
      // The rule has found the order and waits for this transaction.
      await expect.poll(() => waiting()).toBeGreaterThan(0);
    });
    expect(await reminding).toBe(0);
    await drainJobs();
    expect(await emails()).toEqual([]);
  });

  test.each([
    ["it was discarded", async (id: string) => void (await discardDraft(amara, { orderId: id }))],
    [
      "its author paid for another order since",
      async () => void (await set((await quotedOrder(amara)).id, { status: "paid", paidAt: after(NOON, HOUR) })),
    ],
    [
      "the price has expired",
      async (id: string) => {
        await set(id, { quoteExpiresAt: after(NOON, DAY - MINUTE) });
        setClock(after(NOON, DAY));
        await expireQuotes(after(NOON, DAY));
      },
    ],
    [
      "the price expires within the hour",
      async (id: string) => void (await set(id, { quoteExpiresAt: after(NOON, DAY + HOUR) })),
    ],
  ])("isn't reminded of once %s", async (_why, happens) => {
    const order = await quotedOrder(amara);
    await happens(order.id);
    expect(await runAt(after(NOON, DAY))).toBe(0);
    expect(await emails()).toEqual([]);
  });
});

describe("somebody who opted out", () => {
  test("with one-click unsubscribe, signed out, is never reminded again, and sees it in the settings", async () => {
    const url = endUrl({ uid: amara.uid, topic: "reminders" });
    const body = new URLSearchParams({ "List-Unsubscribe": "One-Click" });
    for (let times = 0; times < 2; times++) {
      const answer = await postEnding(new Request(url, { method: "POST", body }), { actor: NOBODY });
      expect([answer.status, await answer.text()]).toEqual([
        200,
        expect.stringContaining("unsubscribed from emails about unpaid quotes"),
      ]);
    }
    const own = (await findPreferences(amara)).groups.find((g) => g.key === "reminders");
    expect(own).toMatchObject({ label: "Unpaid quotes", channel: "bell", fixed: null });
    await quotedOrder(amara);
    await runAt(after(NOON, DAY));
    expect(await emails()).toEqual([]);
  });

  test("of bell and email gets no reminder of an earlier quote after opting in again", async () => {
    await savePreferences(amara, { channels: { reminders: "none" }, digest: "off" });
    await quotedOrder(amara);
    expect(await runAt(after(NOON, DAY))).toBe(0);
    await savePreferences(amara, { channels: { reminders: "both" }, digest: "off" });
    expect(await runAt(after(NOON, DAY + HOUR))).toBe(0);
    expect(await emails()).toEqual([]);
  });
});

/** How many statements are blocked in this test's database. */
async function waiting(): Promise<number> {
  const row = await world.db
    .selectFrom("pg_locks" as never)
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .where("granted" as never, "=", false as never)
    .executeTakeFirstOrThrow();
  return Number((row as { n: number }).n);
}

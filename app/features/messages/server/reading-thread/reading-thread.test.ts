import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { releaseReader } from "#app/features/orders/server/reading/release-reader.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { countUnreadOrders } from "../count-unread-orders.ts";
import { readThread } from "../read-thread.ts";
import { removeQuestionsOf } from "../remove-order-texts.ts";
import { listUnreadReadings } from "./list-unread-readings.ts";
import { markReadingRead } from "./mark-reading-read.ts";
import { postReadingMessage } from "./post-reading-message.ts";
import { readingThreadOf } from "./read-reading-thread.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.updateTable("second_readings").set({ unreadByReader: false, unreadByEditor: false }).execute();
});

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const noor = personOf("noor");
const sam = personOf("sam");
const ada = personOf("ada");

/** A second reading of Amara's order, which Jonas edited and Priya reads. */
async function reading(status: Parameters<typeof orderIn>[0] = "second_reading") {
  const { id: orderId } = await orderIn(status, { service: "expert", set: { readerId: priya.uid } });
  const readingId = newId("reading");
  await world.db
    .insertInto("second_readings")
    .values({
      id: readingId,
      orderId,
      status: "taken",
      readerId: priya.uid,
      level: "senior",
      createdAt: NOON,
      searchFromAt: NOON,
      takenAt: NOON,
    })
    .execute();
  return { orderId, readingId };
}
const threadFor = async (who: Actor, orderId: string) => readingThreadOf(who, await getOrder(orderId));
const unread = async () => ({
  priya: await countUnreadOrders({ uid: priya.uid, isEditor: true }),
  jonas: await countUnreadOrders({ uid: jonas.uid, isEditor: true }),
});
const toldOf = async (orderId: string) => {
  const facts = await world.db
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", orderId)
    .where("kind", "=", "reading.message")
    .execute();
  for (const { id: factId } of facts) for (let n = 0; n < 2; n++) await runReaction({ factId, reaction: "notify" });
  return world.db
    .selectFrom("notifications")
    .select(["userId", "forRole", "link", "body"])
    .where("orderId", "=", orderId)
    .where("kind", "=", "reading.message")
    .execute();
};

describe("messages about a second reading", () => {
  test("go between the reader, the first editor, and staff, with names, and never into the author's thread", async () => {
    const { orderId, readingId } = await reading();
    await postReadingMessage(priya, { readingId, body: "Why did you keep the passive here?" });
    await postReadingMessage(jonas, { readingId, body: "The journal asks for it." });
    await postReadingMessage(sam, { readingId, body: "It does." });
    expect((await threadFor(jonas, orderId))!.items.map((m) => [m.authorRole, m.authorName, m.own])).toEqual([
      ["reader", priya.displayName, false],
      ["editor", jonas.displayName, true],
      ["support", "Stet support", false],
    ]);
    expect((await threadFor(ada, orderId))!.items.at(-1)!.authorName).toBe(sam.displayName);
    for (const who of [amara, mei, noor, NOBODY]) {
      expect(await threadFor(who, orderId)).toBeNull();
      await expect(postReadingMessage(who, { readingId, body: "Hello" })).rejects.toMatchObject({ kind: "not-found" });
      await expect(markReadingRead(who, { readingId, upTo: "msg_z" })).rejects.toMatchObject({ kind: "not-found" });
    }
    expect((await readThread(amara, orderId)).items).toEqual([]);
    await expect(readThread(priya, orderId)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("are unread for the others until they've read them, and counted once", async () => {
    const { orderId, readingId } = await reading();
    const before = await unread();
    await postReadingMessage(jonas, { readingId, body: "Please look at Table 2 first." });
    await postReadingMessage(jonas, { readingId, body: "And at the references." });
    // It isn't her order: the count is of assigned ones.
    expect(await unread()).toEqual(before);
    expect(await listUnreadReadings(priya.uid)).toMatchObject([
      { orderId, body: "And at the references.", to: `/editor/readings/${readingId}#reading-messages` },
    ]);
    const thread = (await threadFor(priya, orderId))!;
    expect(thread.unreadFrom).toBe(thread.items[0]!.id);
    await markReadingRead(priya, { readingId, upTo: thread.items[0]!.id });
    expect(await listUnreadReadings(priya.uid)).toHaveLength(1);
    await markReadingRead(priya, { readingId, upTo: thread.unreadUpTo! });
    await markReadingRead(priya, { readingId, upTo: thread.unreadUpTo! });
    expect(await unread()).toEqual(before);
    expect((await threadFor(jonas, orderId))!.items.at(-1)).toMatchObject({ seenBy: ["the second reader"] });
    await postReadingMessage(priya, { readingId, body: "I will." });
    expect(await unread()).toEqual({ ...before, jonas: before.jonas + 1 });
    expect(await listUnreadReadings(jonas.uid)).toMatchObject([
      { orderId, to: `/editor/orders/${orderId}#reading-messages` },
    ]);
    await markReadingRead(jonas, { readingId, upTo: (await threadFor(jonas, orderId))!.unreadUpTo! });
    expect(await unread()).toEqual(before);
  });

  test("are stored once, sent twice or from two tabs, and tell the others; staff only if asked", async () => {
    const { orderId, readingId } = await reading();
    const message = { readingId, body: "Which file is the newest?", clientKey: "one" };
    const sent = await Promise.all([postReadingMessage(priya, message), postReadingMessage(priya, message)]);
    expect(new Set(sent.map((s) => s.id)).size).toBe(1);
    expect((await threadFor(ada, orderId))!.items).toHaveLength(1);
    const told = await toldOf(orderId);
    expect(told.map((n) => n.userId ?? n.forRole)).toEqual([jonas.uid]);
    expect(told[0]!.body).not.toContain(message.body);
    await postReadingMessage(jonas, { readingId, body: "May we be late?", askStaff: true });
    expect(new Set((await toldOf(orderId)).map((n) => n.userId ?? n.forRole))).toEqual(
      new Set([jonas.uid, priya.uid, "admin", "support"]),
    );
    expect((await toldOf(orderId)).find((n) => n.userId === priya.uid)!.link).toBe(
      `/editor/readings/${readingId}#reading-messages`,
    );
  });

  test("are closed to a reader who left, whose name the next one doesn't see, and to everyone once the order has ended", async () => {
    const { orderId, readingId } = await reading();
    await postReadingMessage(priya, { readingId, body: "I can't finish this." });
    await postReadingMessage(jonas, { readingId, body: "Ask support." });
    await releaseReader(ada, { readingId, reason: "Ill" });
    expect(await threadFor(priya, orderId)).toBeNull();
    expect(await listUnreadReadings(priya.uid)).toEqual([]);
    expect((await threadFor(jonas, orderId))!.items[0]!.authorName).toBe("An earlier second reader");
    await expect(postReadingMessage(jonas, { readingId, body: "Anybody there?" })).rejects.toMatchObject({
      kind: "refused",
    });
    const other = await reading("accepted");
    for (const who of [priya, jonas, ada])
      await expect(postReadingMessage(who, { readingId: other.readingId, body: "Late" })).rejects.toMatchObject({
        kind: "refused",
      });
  });

  test("are deleted with the order's files", async () => {
    const { orderId, readingId } = await reading();
    await postReadingMessage(priya, { readingId, body: "Soil moisture governs" });
    await removeQuestionsOf(orderId);
    await removeQuestionsOf(orderId);
    expect((await threadFor(jonas, orderId))!.items.map((m) => m.body)).toEqual(["Deleted with the order's files."]);
  });

  test("an empty message and one that is too long are refused with what to do", async () => {
    const { readingId } = await reading();
    await expect(postReadingMessage(priya, { readingId, body: "  " })).rejects.toMatchObject({
      fields: { body: "Write a message." },
    });
    await expect(postReadingMessage(priya, { readingId, body: "x".repeat(5_001) })).rejects.toMatchObject({
      fields: { body: "Shorten your message to 5,000 characters or fewer." },
    });
  });
});

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { answerQuery } from "./answer-query.ts";
import { askQuery } from "./ask-query.ts";
import { assignOrderThread } from "./assign-order-thread.ts";
import { countUnreadOrders } from "./count-unread-orders.ts";
import { findOrderThread } from "./find-order-thread.ts";
import { markThreadRead } from "./mark-thread-read.ts";
import { postMessage } from "./post-message.ts";
import { readThread } from "./read-thread.ts";
import { settleOrderThread } from "./settle-order-thread.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
}, 60_000);
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const ada = personOf("ada");
const kindsOf = async (orderId: string) =>
  (
    await world.db
      .selectFrom("facts")
      .select("kind")
      .where("orderId", "=", orderId)
      .where("kind", "like", "thread.%")
      .orderBy("seq")
      .execute()
  ).map((f) => f.kind);
const rowOf = (orderId: string) =>
  world.db.selectFrom("order_threads").selectAll().where("orderId", "=", orderId).executeTakeFirst();

describe("read marks", () => {
  test("are stored per reader, shown to the writer, and sent once when an unread flag clears", async () => {
    const { id } = await orderIn("in_progress");
    const first = await postMessage(amara, { orderId: id, body: "Is Table 2 clear?" });
    expect(await readThread(jonas, id)).toMatchObject({ unreadFrom: first.id, unreadUpTo: first.id });
    setClock(after(NOON, HOUR));
    await markThreadRead(jonas, { orderId: id, upTo: first.id });
    await markThreadRead(jonas, { orderId: id, upTo: first.id });
    expect(await readThread(jonas, id)).toMatchObject({ unreadFrom: null, unreadUpTo: null });
    expect((await readThread(amara, id)).items).toMatchObject([
      { own: true, seenBy: ["the editor"], seenAt: after(NOON, HOUR) },
    ]);
    expect(await kindsOf(id)).toEqual(["thread.read"]);
    expect(
      await world.db
        .selectFrom("facts")
        .select("data")
        .where("orderId", "=", id)
        .where("kind", "=", "thread.read")
        .execute(),
    ).toEqual([{ data: { uid: jonas.uid, role: "editor" } }]);
  });

  test("keep later messages unread", async () => {
    const { id } = await orderIn("in_progress");
    const first = await postMessage(amara, { orderId: id, body: "One" });
    const second = await postMessage(amara, { orderId: id, body: "Two" });
    await markThreadRead(jonas, { orderId: id, upTo: first.id });
    expect((await getOrder(id)).unreadByEditor).toBe(true);
    expect((await readThread(jonas, id)).unreadFrom).toBe(second.id);
    await Promise.all([
      markThreadRead(jonas, { orderId: id, upTo: second.id }),
      markThreadRead(jonas, { orderId: id }),
    ]);
    await markThreadRead(jonas, { orderId: id, upTo: first.id });
    expect((await getOrder(id)).unreadByEditor).toBe(false);
    expect((await readThread(jonas, id)).unreadUpTo).toBeNull();
    expect(await kindsOf(id)).toEqual(["thread.read"]);
  });

  test("of staff are invisible to others", async () => {
    const { id } = await orderIn("in_progress");
    await postMessage(amara, { orderId: id, body: "One" });
    await markThreadRead(sam, { orderId: id });
    expect((await readThread(amara, id)).items[0]).not.toHaveProperty("seenBy");
    expect(await readThread(sam, id)).toMatchObject({ unreadFrom: null, unreadUpTo: null });
    expect(await kindsOf(id)).toEqual([]);
  });
});

describe("a thread is read", () => {
  test("by author, editor and staff; others see staff only as support", async () => {
    const { id } = await orderIn("in_progress");
    await postMessage(sam, { orderId: id, body: "We are here." });
    await postMessage(ada, { orderId: id, body: "Me too." });
    for (const actor of [amara, jonas])
      expect((await readThread(actor, id)).items.map((i) => [i.authorRole, i.authorName])).toEqual([
        ["support", "Stet support"],
        ["support", "Stet support"],
      ]);
    expect((await readThread(sam, id)).items.map((i) => [i.authorRole, i.authorName, i.own])).toEqual([
      ["support", "Sam Okafor", true],
      ["admin", "Ada Lindqvist", false],
    ]);
    for (const actor of [mei, priya, NOBODY])
      await expect(readThread(actor, id)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("by the current editor in full, and no longer by a released one", async () => {
    const { id } = await orderIn("in_progress");
    await postMessage(jonas, { orderId: id, body: "I begin." });
    await world.db.updateTable("orders").set({ assignedTo: priya.uid }).where("id", "=", id).execute();
    await postMessage(amara, { orderId: id, body: "Welcome." });
    expect((await readThread(priya, id)).items.map((i) => [i.authorName, i.own])).toEqual([
      ["An earlier editor", false],
      ["Dr. Amara Osei", false],
    ]);
    await expect(readThread(jonas, id)).rejects.toMatchObject({ kind: "not-found" });
    for (const attempt of [
      () => postMessage(jonas, { orderId: id, body: "Still here?" }),
      () => markThreadRead(jonas, { orderId: id }),
    ])
      await expect(attempt()).rejects.toMatchObject({ kind: "refused" });
  });

  test("the latest 200 first, older ones on demand, and open questions of any age", async () => {
    const { id } = await orderIn("in_progress");
    const { id: queryId } = await askQuery(jonas, { orderId: id, body: "Which year?" });
    await world.db
      .insertInto("messages")
      .values(
        Array.from({ length: 201 }, (_, n) => ({
          id: newId("message"),
          orderId: id,
          authorId: amara.uid,
          authorRole: "client" as const,
          kind: "message" as const,
          body: `m${n}`,
          createdAt: NOON,
        })),
      )
      .execute();
    const page = await readThread(jonas, id);
    expect([page.items.length, page.earlier, page.items[0]!.id, page.items[1]!.body, page.openQueries]).toEqual([
      201,
      true,
      queryId,
      "m1",
      1,
    ]);
    expect(await readThread(jonas, id, 2)).toMatchObject({ earlier: false, items: { length: 202 } });
    const answer = await answerQuery(amara, { orderId: id, queryId, body: "2019", clientKey: "k" });
    expect(await answerQuery(amara, { orderId: id, queryId, body: "2019", clientKey: "k" })).toEqual({
      id: answer.id,
      resumed: false,
    });
    expect((await readThread(jonas, id)).items.at(-1)).toMatchObject({ kind: "answer", answers: "Which year?" });
  });
});

describe("our staff", () => {
  test("are asked once until they write or mark it as handled", async () => {
    const { id } = await orderIn("in_progress");
    const ask = (actor = amara) => postMessage(actor, { orderId: id, body: "Please look.", askStaff: true });
    await Promise.all([ask(), ask(jonas)]);
    expect(await rowOf(id)).toMatchObject({ messages: 2, needsStaffAt: NOON, assigneeId: null });
    expect((await readThread(jonas, id)).needsStaffAt).toEqual(NOON);
    expect(await kindsOf(id)).toEqual(["thread.staff_asked"]);
    await postMessage(amara, { orderId: id, body: "By the way." });
    expect((await rowOf(id))!.needsStaffAt).toEqual(NOON);
    await postMessage(sam, { orderId: id, body: "We look into it.", askStaff: true });
    expect(await rowOf(id)).toMatchObject({ messages: 4, lastRole: "support", needsStaffAt: null });
    await ask();
    const both = await Promise.all([settleOrderThread(sam, { orderId: id }), settleOrderThread(ada, { orderId: id })]);
    expect(both.map((r) => r.changed).toSorted((a, b) => Number(a) - Number(b))).toEqual([false, true]);
    expect(await kindsOf(id)).toEqual([
      "thread.staff_asked",
      "thread.staff_done",
      "thread.staff_asked",
      "thread.staff_done",
    ]);
    for (const actor of [amara, jonas, mei, NOBODY])
      await expect(settleOrderThread(actor, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    await expect(settleOrderThread(sam, { orderId: newId("order") })).rejects.toMatchObject({ kind: "not-found" });
  });

  test("Only staff can assign threads", async () => {
    const { id } = await orderIn("in_progress");
    await expect(assignOrderThread(sam, { orderId: id, assigneeId: sam.uid })).rejects.toMatchObject({
      kind: "conflict",
    });
    await postMessage(amara, { orderId: id, body: "Hello" });
    expect(await assignOrderThread(sam, { orderId: id, assigneeId: ada.uid })).toEqual({ changed: true });
    expect(await assignOrderThread(ada, { orderId: id, assigneeId: ada.uid })).toEqual({ changed: false });
    for (const assigneeId of [amara.uid, jonas.uid, "usr_none"])
      await expect(assignOrderThread(sam, { orderId: id, assigneeId })).rejects.toMatchObject({
        kind: "invalid",
        fields: { assigneeId: expect.any(String) },
      });
    expect((await findOrderThread(sam, id)).assignee).toEqual({ uid: ada.uid, displayName: "Ada Lindqvist" });
    expect(await assignOrderThread(ada, { orderId: id, assigneeId: null })).toEqual({ changed: true });
    expect(await kindsOf(id)).toEqual(["thread.assigned", "thread.assigned"]);
    await expect(assignOrderThread(amara, { orderId: id, assigneeId: sam.uid })).rejects.toMatchObject({
      kind: "refused",
    });
  });

  test("see what they need to answer, but no manuscript files", async () => {
    const { id } = await orderIn("awaiting_client");
    await askQuery(jonas, { orderId: id, body: "Which year?", blocking: true });
    await postMessage(amara, { orderId: id, body: "Please help.", askStaff: true });
    const view = await findOrderThread(sam, id);
    expect(view).toMatchObject({
      order: {
        id,
        title: "Soil moisture in dry regions",
        statusWords: expect.any(String),
        service: "Copyediting",
        dueAt: expect.any(Date),
      },
      author: { displayName: "Dr. Amara Osei", email: "client@demo.test" },
      editor: { displayName: "Jonas Weber" },
      waiting: { waitsFor: expect.any(String) },
      needsStaffAt: NOON,
      mayWrite: true,
      openQueries: 1,
      items: { length: 2 },
    });
    expect(JSON.stringify(view)).not.toContain("soil-moisture.docx");
    for (const actor of [amara, jonas, mei, NOBODY])
      await expect(findOrderThread(actor, id)).rejects.toMatchObject({ kind: "refused" });
    await expect(findOrderThread(sam, newId("order"))).rejects.toMatchObject({ kind: "not-found" });
  });
});

test("counts unread orders as specified: the user's own latest 500, as editor or author", async () => {
  const uid = "usr_mei";
  const count = () => countUnreadOrders({ uid, isEditor: false });
  expect(await count()).toBe(0);
  const { id } = await orderIn("in_progress", { set: { userId: uid, unreadByClient: true, unreadByEditor: true } });
  await orderIn("in_progress", { set: { userId: uid } });
  expect([
    await count(),
    await countUnreadOrders({ uid: jonas.uid, isEditor: true }),
    (await countUnreadOrders({ uid: amara.uid, isEditor: false })) > 0,
    await countUnreadOrders({ uid, isEditor: true }),
  ]).toEqual([
    1,
    await world.db
      .selectFrom("orders")
      .select("id")
      .where("assignedTo", "=", jonas.uid)
      .where("unreadByEditor", "=", true)
      .execute()
      .then((all) => all.length),
    true,
    0,
  ]);
  // With 499 newer orders it's still among the latest 500 (with the second, read one it's the 501st).
  const younger = (n: number) =>
    sql`insert into orders (id, number, status, "userId", title, choices, flags, "createdAt", "updatedAt")
      select ${`ord_young${n}_`} || i, ${`Y${n}-`} || i, 'draft', ${uid}, '', '{}', '{}',
      ${after(NOON, HOUR)}::timestamptz + i * interval '1 second', now() from generate_series(1, ${n}) i`.execute(
      world.db,
    );
  await world.db
    .updateTable("orders")
    .set({ createdAt: after(NOON, -HOUR) })
    .where("id", "=", id)
    .execute();
  await younger(498);
  expect(await count()).toBe(1);
  await younger(1);
  expect(await count()).toBe(0);
});

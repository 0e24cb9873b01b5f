import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import type { Problem } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { unholdOrder } from "#app/features/orders/server/holds/unhold-order.ts";
import { answerQuery } from "./answer-query.ts";
import { askQuery } from "./ask-query.ts";
import { markThreadRead } from "./mark-thread-read.ts";
import { postMessage } from "./post-message.ts";
import { readThread } from "./read-thread.ts";
import { watchQueries } from "./watch-queries.ts";
import { withdrawQuery } from "./withdraw-query.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const ada = personOf("ada");
/** The thread as staff see it. */
const listMessages = async (orderId: string) => (await readThread(ada, orderId)).items;
const factsOf = (orderId: string, kind: string) =>
  world.db
    .selectFrom("facts")
    .select(["data"])
    .where("orderId", "=", orderId)
    .where("kind", "=", kind)
    .orderBy("seq")
    .execute();

describe("an order's thread", () => {
  test("author, editor and staff can write, and messages are unread for the others", async () => {
    const { id } = await orderIn("in_progress");
    await postMessage(amara, { orderId: id, body: "Is Table 2 clear?" });
    expect(await getOrder(id)).toMatchObject({ unreadByClient: false, unreadByEditor: true });
    await markThreadRead(jonas, { orderId: id });
    await postMessage(jonas, { orderId: id, body: "It is." });
    expect(await getOrder(id)).toMatchObject({ unreadByClient: true, unreadByEditor: false });
    await markThreadRead(jonas, { orderId: id });
    expect(await getOrder(id)).toMatchObject({ unreadByClient: true });
    await markThreadRead(amara, { orderId: id });
    await postMessage(sam, { orderId: id, body: "We are here if you need us." });
    await postMessage(ada, { orderId: id, body: "Me too." });
    expect(await getOrder(id)).toMatchObject({ unreadByClient: true, unreadByEditor: true });
    expect((await listMessages(id)).map((m) => [m.authorRole, m.authorName])).toEqual([
      ["client", "Dr. Amara Osei"],
      ["editor", "Jonas Weber"],
      ["support", "Sam Okafor"],
      ["admin", "Ada Lindqvist"],
    ]);
    expect(await factsOf(id, "message.posted")).toHaveLength(4);
  });

  test("limits a user to thirty messages in ten minutes across orders, but not staff", async () => {
    const orders = [await orderIn("in_progress"), await orderIn("in_progress")];
    const sent = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => postMessage(priya, { orderId: orders[i % 2]!.id, body: `Message ${i}` })),
    );
    expect(sent.every((s) => s.status === "rejected" && s.reason.kind === "refused")).toBe(true);
    await world.db
      .updateTable("orders")
      .set({ userId: mei.uid })
      .where(
        "id",
        "in",
        orders.map((o) => o.id),
      )
      .execute();
    const posts = await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => postMessage(mei, { orderId: orders[i % 2]!.id, body: `Message ${i}` })),
    );
    const refused = posts.filter((p) => p.status === "rejected");
    expect(refused.map((p) => (p.reason as Problem).toJSON())).toEqual(
      Array.from({ length: 10 }, () => ({
        kind: "too-many",
        code: "too_many_messages",
        message: "You've sent 30 messages in ten minutes.",
        advice: "Your text is still here. Wait a few minutes, then send it again.",
        fields: {},
      })),
    );
    const { count } = await world.db
      .selectFrom("messages")
      .select((e) => e.fn.countAll<number>().as("count"))
      .where("authorId", "=", mei.uid)
      .executeTakeFirstOrThrow();
    expect(count).toBe(30);
    for (let i = 0; i < 40; i++) await postMessage(sam, { orderId: orders[0]!.id, body: `Answer ${i}` });
  });

  test("messages on a canceled order go to staff", async () => {
    const { id } = await orderIn("paid");
    await world.db.updateTable("orders").set({ status: "cancelled" }).where("id", "=", id).execute();
    await postMessage(amara, { orderId: id, body: "Where is my refund?" });
    expect(await factsOf(id, "thread.staff_asked")).toHaveLength(1);
  });

  test("refuses others, unpaid orders and empty messages", async () => {
    const { id } = await orderIn("in_progress");
    for (const actor of [mei, priya, NOBODY])
      await expect(postMessage(actor, { orderId: id, body: "Hello" })).rejects.toMatchObject({ kind: "refused" });
    await expect(markThreadRead(mei, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    const unpaid = await orderIn("quoted");
    await expect(postMessage(amara, { orderId: unpaid.id, body: "Hello" })).rejects.toMatchObject({ kind: "refused" });
    await expect(postMessage(amara, { orderId: id, body: "  " })).rejects.toMatchObject({
      kind: "invalid",
      fields: { body: expect.any(String) },
    });
    await expect(postMessage(amara, { orderId: id, body: "x".repeat(5_001) })).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  test("stores a resent message once, even at the same time", async () => {
    const { id } = await orderIn("in_progress");
    const send = () => postMessage(amara, { orderId: id, body: "Once.", clientKey: "key-1" });
    const sent = await Promise.all([send(), send(), send()]);
    expect(new Set(sent.map((m) => m.id)).size).toBe(1);
    expect(await listMessages(id)).toHaveLength(1);
    expect(await factsOf(id, "message.posted")).toHaveLength(1);
  });

  test("sends contact details unchanged and advises the writer", async () => {
    const { id } = await orderIn("in_progress");
    expect((await postMessage(amara, { orderId: id, body: "Write to amara@example.org" })).advice).toContain(
      "email address",
    );
    expect((await postMessage(amara, { orderId: id, body: "All good." })).advice).toBeNull();
    expect((await listMessages(id))[0]!.body).toBe("Write to amara@example.org");
  });
});

describe("an editor's question", () => {
  test("pauses the clock if blocking; the answer moves every due date by the paused time", async () => {
    const { id } = await orderIn("in_progress", { set: { revisionDueAt: after(NOON, DAY) } });
    const before = await getOrder(id);
    const first = await askQuery(jonas, { orderId: id, body: "Which year is meant in line 12?", blocking: true });
    const second = await askQuery(jonas, { orderId: id, body: "And in line 20?", blocking: true });
    expect([first.paused, second.paused]).toEqual([true, false]);
    expect(await getOrder(id)).toMatchObject({ status: "awaiting_client", pausedAt: NOON, unreadByClient: true });
    setClock(after(NOON, 5 * HOUR));
    expect(await answerQuery(amara, { orderId: id, queryId: first.id, body: "2019" })).toMatchObject({
      resumed: false,
    });
    setClock(after(NOON, 6 * HOUR));
    expect(await answerQuery(amara, { orderId: id, queryId: second.id, body: "2020" })).toMatchObject({
      resumed: true,
    });
    expect(await getOrder(id)).toMatchObject({
      status: "in_progress",
      pausedAt: null,
      pausedMs: 6 * HOUR,
      unreadByEditor: true,
      dueAt: after(before.dueAt!, 6 * HOUR),
      editorDueAt: after(before.editorDueAt!, 6 * HOUR),
      revisionDueAt: after(before.revisionDueAt!, 6 * HOUR),
    });
    expect(await factsOf(id, "order.resumed")).toEqual([
      { data: { queryId: second.id, pausedMs: 6 * HOUR, why: "answered" } },
    ]);
    expect((await listMessages(id)).map((m) => [m.kind, m.state])).toEqual([
      ["query", "answered"],
      ["query", "answered"],
      ["answer", undefined],
      ["answer", undefined],
    ]);
  });

  test("doesn't affect the clock if not blocking", async () => {
    const { id } = await orderIn("in_progress");
    const { id: queryId, notice } = await askQuery(jonas, { orderId: id, body: "Is this a quotation?" });
    expect([(await getOrder(id)).status, notice]).toEqual(["in_progress", null]);
    await answerQuery(amara, { orderId: id, queryId, body: "Yes." });
    expect((await getOrder(id)).pausedMs).toBe(0);
  });

  test("is sent with a notice if the clock can't be paused", async () => {
    for (const status of ["assigned", "in_revision", "changes_required"] as const) {
      const { id } = await orderIn(status);
      const asked = await askQuery(jonas, { orderId: id, body: "Which year is meant?", blocking: true });
      expect(asked).toMatchObject({ paused: false, notice: expect.stringContaining("isn't on hold") });
      expect((await getOrder(id)).status).toBe(status);
      expect((await listMessages(id))[0]).toMatchObject({ blocking: false, state: "open" });
    }
  });

  test("can be answered once, only by the author, even with two answers at once", async () => {
    const { id } = await orderIn("in_progress");
    const { id: queryId } = await askQuery(jonas, { orderId: id, body: "Which year is meant?", blocking: true });
    for (const actor of [mei, jonas, sam])
      await expect(answerQuery(actor, { orderId: id, queryId, body: "2019" })).rejects.toMatchObject({
        kind: "refused",
      });
    const both = await Promise.allSettled([
      answerQuery(amara, { orderId: id, queryId, body: "2019" }),
      answerQuery(amara, { orderId: id, queryId, body: "2020" }),
    ]);
    expect(both.map((r) => r.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await listMessages(id)).filter((m) => m.kind === "answer")).toHaveLength(1);
    await expect(answerQuery(amara, { orderId: id, queryId: newId("message"), body: "2019" })).rejects.toMatchObject({
      kind: "not-found",
    });
    const other = await orderIn("in_progress");
    await expect(answerQuery(amara, { orderId: other.id, queryId, body: "2019" })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  test("resumes the clock when withdrawn", async () => {
    const { id } = await orderIn("in_progress");
    const { id: queryId } = await askQuery(jonas, { orderId: id, body: "Which year is meant?", blocking: true });
    setClock(after(NOON, HOUR));
    await expect(withdrawQuery(priya, { orderId: id, queryId })).rejects.toMatchObject({ kind: "refused" });
    expect(await withdrawQuery(jonas, { orderId: id, queryId })).toEqual({ resumed: true });
    expect(await getOrder(id)).toMatchObject({ status: "in_progress", pausedMs: HOUR });
    expect((await listMessages(id))[0]).toMatchObject({ state: "withdrawn" });
    await expect(withdrawQuery(jonas, { orderId: id, queryId })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("sends one reminder after 24 and 72 hours, and stops blocking after 7 days", async () => {
    const { id } = await orderIn("in_progress");
    const { id: queryId } = await askQuery(jonas, { orderId: id, body: "Which year is meant?", blocking: true });
    for (const [ms, n] of [
      [DAY - 1, 0],
      [DAY, 1],
      [2 * DAY, 1],
      [3 * DAY, 2],
      [6 * DAY, 2],
    ] as const) {
      setClock(after(NOON, ms));
      await Promise.all([watchQueries(after(NOON, ms)), watchQueries(after(NOON, ms))]);
      expect(await factsOf(id, "query.reminded")).toHaveLength(n);
    }
    setClock(after(NOON, 7 * DAY));
    await watchQueries(after(NOON, 7 * DAY));
    expect(await getOrder(id)).toMatchObject({ status: "in_progress", pausedMs: 7 * DAY });
    // The old question is still open, but only the new one decides when the clock resumes.
    const again = await askQuery(jonas, { orderId: id, body: "And line 30?", blocking: true });
    expect(again.paused).toBe(true);
    expect(await answerQuery(amara, { orderId: id, queryId: again.id, body: "2021" })).toMatchObject({ resumed: true });
    await answerQuery(amara, { orderId: id, queryId, body: "2019, sorry." });
    expect((await getOrder(id)).status).toBe("in_progress");
  });

  test("counts a hold during a pause once, and a release ends the pause", async () => {
    const { id } = await orderIn("in_progress");
    const before = await getOrder(id);
    const { id: queryId } = await askQuery(jonas, { orderId: id, body: "Which year is meant?", blocking: true });
    setClock(after(NOON, HOUR));
    await holdOrder(ada, { orderId: id, reason: "The bank asks." });
    setClock(after(NOON, 3 * HOUR));
    await unholdOrder(ada, { orderId: id });
    setClock(after(NOON, 4 * HOUR));
    await answerQuery(amara, { orderId: id, queryId, body: "2019" });
    expect(await getOrder(id)).toMatchObject({ dueAt: after(before.dueAt!, 4 * HOUR), pausedMs: 4 * HOUR });
    await askQuery(jonas, { orderId: id, body: "And line 30?", blocking: true });
    setClock(after(NOON, 6 * HOUR));
    expect(await releaseOrder(ada, { orderId: id, reason: "The editor is ill." })).toMatchObject({
      status: "paid",
      pausedAt: null,
      dueAt: after(before.dueAt!, 6 * HOUR),
      assignedTo: null,
    });
  });
});

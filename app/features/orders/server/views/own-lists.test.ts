import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { listOwnWork } from "#app/features/payouts/server/earnings/list-own-work.ts";
import { ownWorkCsv } from "#app/features/payouts/server/earnings/own-work-csv.ts";
import { latenessOf } from "#app/features/payments/server/refunds/late-refund.ts";
import { getOrder } from "./find-order.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { ASKED_OF_AUTHOR } from "#app/features/payments/server/checkout/asked-of-author.ts";
import { listUnreadThreads } from "#app/features/messages/server/list-unread.ts";
import { listPastInvites, pastInvitesCsv } from "#app/features/matching/server/list-past-invites.ts";
import { PAST_INVITES_LIST } from "#app/features/matching/rules/invite-list.ts";
import { json } from "#app/platform/server/core/database.ts";
import { CLIENT_LIST, EDITOR_LIST } from "../../rules/own-lists.ts";
import { listClientArrival, listEditorArrival } from "../drafts/list-arrival.ts";
import { listOwnOrders } from "./list-own-orders.ts";
import { ownOrdersCsv } from "./own-orders-csv.ts";

let world: TestWorld;
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const mine = (search = "") =>
  listOwnOrders(amara, readListQuery(new URLSearchParams(search), CLIENT_LIST), ASKED_OF_AUTHOR);
const work = (search = "") => listOwnWork(jonas, readListQuery(new URLSearchParams(search), EDITOR_LIST));
const ids: Record<string, string> = {};

beforeAll(async () => {
  world = await openWorld();
  for (const status of [
    "paid",
    "in_progress",
    "awaiting_client",
    "delivered",
    "accepted",
    "closed",
    "cancelled",
  ] as const)
    ids[status] = (await orderIn(status)).id;
  await world.db
    .insertInto("messages")
    .values({
      id: newId("message"),
      orderId: ids.awaiting_client!,
      authorId: jonas.uid,
      authorRole: "editor",
      kind: "query",
      body: "How was it measured?",
      blocking: true,
      createdAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("messages")
    .values({
      id: newId("message"),
      orderId: ids.in_progress!,
      authorId: amara.uid,
      authorRole: "client",
      kind: "message",
      body: "Thank you.",
      createdAt: NOON,
    })
    .execute();
  await world.db.updateTable("orders").set({ unreadByEditor: true }).where("id", "=", ids.in_progress!).execute();
});
afterAll(() => world.close());

describe("an author's orders", () => {
  test("are only their own", async () => {
    expect((await mine()).total).toBe(7);
    expect((await listOwnOrders(mei, readListQuery(new URLSearchParams(), CLIENT_LIST), ASKED_OF_AUTHOR)).total).toBe(
      0,
    );
  });
  test("are filtered by who must act, searched without wildcards, and paged", async () => {
    expect((await mine("show=waiting")).rows.map((r) => r.status).toSorted()).toEqual([
      "accepted",
      "awaiting_client",
      "delivered",
    ]);
    expect((await mine("show=running")).rows.map((r) => r.status).toSorted()).toEqual(["in_progress", "paid"]);
    expect((await mine("show=done")).rows.map((r) => r.status)).toEqual(["closed"]);
    expect((await mine("show=ended")).rows.map((r) => r.status)).toEqual(["cancelled"]);
    expect((await mine("q=jonas")).total).toBeGreaterThan(0);
    expect((await mine("q=%25")).total).toBe(0);
    expect(await mine("page=40")).toMatchObject({ page: 1, pages: 1 });
  });
  test("an accepted order needs a rating, then is done", async () => {
    await world.db
      .insertInto("ratings")
      .values({
        orderId: ids.accepted!,
        userId: amara.uid,
        editorId: jonas.uid,
        overall: 5,
        createdAt: NOON,
        updatedAt: NOON,
      })
      .execute();
    expect((await mine("show=waiting")).rows.map((r) => r.status)).not.toContain("accepted");
    expect((await mine("show=done")).total).toBe(2);
  });
  test("start with what needs the client: the question that put the due date on hold", async () => {
    const arrival = await listClientArrival(amara, ASKED_OF_AUTHOR);
    expect(arrival.waiting.map((r) => r.status)).toEqual(["awaiting_client", "delivered"]);
    expect(arrival.waiting[0]!.waiting.waitsFor).toContain("Your editor has a question.");
    expect(arrival.running).toHaveLength(2);
    expect(arrival.any).toBe(true);
    expect(await listClientArrival(mei, ASKED_OF_AUTHOR)).toEqual({
      waiting: [],
      running: [],
      delivered: [],
      any: false,
    });
  });
  test("start with decisions about late orders, with the refund on offer, and count them as to do", async () => {
    const { dueAt, windowMs } = await getOrder(ids.in_progress!);
    setClock(after(dueAt!, windowMs / 2));
    const arrival = await listClientArrival(amara, ASKED_OF_AUTHOR);
    expect(arrival.waiting[0]).toMatchObject({
      id: ids.in_progress,
      waiting: { turn: "you", action: { code: "choose" }, waitsFor: expect.stringMatching(/take a refund of \$\d/) },
    });
    expect(arrival.running.map((r) => r.id)).not.toContain(ids.in_progress);
    expect((await mine()).rows[0]!.id).toBe(ids.in_progress);
    expect((await mine("show=waiting")).rows.map((r) => r.id)).toContain(ids.in_progress);
    expect((await mine("show=running")).rows.map((r) => r.id)).not.toContain(ids.in_progress);
    const lateness = (await latenessOf(await getOrder(ids.in_progress!), after(dueAt!, windowMs / 2)))!;
    expect(lateness).toMatchObject({ isRefunded: true, wasLateBefore: false });
    expect(lateness.losesMinor).toBeGreaterThan(0);
    expect(lateness.laterLosesMinor).toBeGreaterThan(lateness.losesMinor);
    expect(await latenessOf(await getOrder(ids.delivered!), after(dueAt!, windowMs / 2))).toBeNull();
    setClock(NOON);
  });
  test("as CSV are filtered like the list, and are only the person's own", async () => {
    const csv = async (actor: Parameters<typeof ownOrdersCsv>[1]["actor"], search = "") =>
      (await (await ownOrdersCsv(new Request(`http://x/${search}`), { actor })).text()).trim().split("\r\n").length - 1;
    expect([await csv(amara), await csv(amara, "?show=ended"), await csv(mei)]).toEqual([7, 1, 0]);
    await expect(ownOrdersCsv(new Request("http://x/"), { actor: NOBODY })).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("an editor's orders", () => {
  test("start with what needs the editor, and end with past orders", async () => {
    const { rows } = await work();
    expect(rows[0]!.status).toBe("in_progress");
    expect(["accepted", "closed", "cancelled"]).toContain(rows.at(-1)!.status);
    expect((await work("show=past")).rows.map((r) => r.status).toSorted()).toEqual(["accepted", "cancelled", "closed"]);
    expect((await work("show=open")).rows.every((r) => !["accepted", "closed", "cancelled"].includes(r.status))).toBe(
      true,
    );
    expect((await listEditorArrival(jonas)).map((r) => r.status)).toEqual(["in_progress"]);
  });
  test("never show what the author paid, only the editor's own pay", async () => {
    await world.db.updateTable("orders").set({ editorPayMinor: 8_250 }).where("id", "=", ids.in_progress!).execute();
    await world.db
      .insertInto("invites")
      .values({
        id: newId("invite"),
        orderId: ids.in_progress!,
        editorId: jonas.uid,
        wave: 1,
        status: "accepted",
        payMinor: 8_250,
        score: json({}),
        sentAt: NOON,
        expiresAt: NOON,
        respondedAt: NOON,
      })
      .execute();
    const row = (await work("show=waiting")).rows[0]!;
    expect(row).toMatchObject({ payMinor: 8_250, totalMinor: null });
  });
  test("are only their own, and the CSV is for editors only", async () => {
    expect((await listOwnWork(priya, readListQuery(new URLSearchParams(), EDITOR_LIST))).total).toBe(0);
    for (const actor of [amara, personOf("sam"), NOBODY])
      await expect(ownWorkCsv(new Request("http://x/"), { actor })).rejects.toMatchObject({ kind: "refused" });
    expect(await (await ownWorkCsv(new Request("http://x/?show=waiting"), { actor: jonas })).text()).toContain("82.50");
  });
});

test("unread threads show the other's words: the author's question to answer, the editor's message to read", async () => {
  expect(await listUnreadThreads(amara.uid, "client")).toMatchObject([
    { orderId: ids.awaiting_client, openQueries: 1, from: CAST.jonas.displayName, body: "How was it measured?" },
  ]);
  expect(await listUnreadThreads(jonas.uid, "editor")).toMatchObject([
    { orderId: ids.in_progress, body: "Thank you." },
  ]);
  expect(await listUnreadThreads(mei.uid, "client")).toEqual([]);
});

test("past invites are the editor's own, filtered by outcome", async () => {
  const asked = (search: string) => readListQuery(new URLSearchParams(search), PAST_INVITES_LIST);
  expect(await listPastInvites(jonas, asked("outcome=accepted"))).toMatchObject({
    total: 1,
    rows: [{ outcome: "accepted", own: true }],
  });
  expect((await listPastInvites(jonas, asked("outcome=declined"))).total).toBe(0);
  expect((await listPastInvites(priya, asked(""))).total).toBe(0);
  await expect(pastInvitesCsv(new Request("http://x/"), { actor: amara })).rejects.toMatchObject({ kind: "refused" });
});

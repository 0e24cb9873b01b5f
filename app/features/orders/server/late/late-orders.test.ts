import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { agreeToDate, declineDate } from "../due-date/date-proposals.ts";
import { proposeDate } from "../due-date/propose-date.ts";
import { assignOrder } from "../lifecycle/assign-order.ts";
import { handBackOrder } from "../lifecycle/hand-back-order.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { unholdOrder } from "../holds/unhold-order.ts";
import { getOrder } from "../views/find-order.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { chooseToWait } from "./choose-to-wait.ts";
import { lateOrderView } from "./late-order-view.ts";
import { reassignLateOrder } from "./reassign-late-order.ts";
import { watchLateOrders } from "./watch-late-orders.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  // Emails to admins go to their accounts.
  await seedAccounts(world.db, NOON);
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 200_000, parallelOrders: 40 })
    .where("matchReady", "=", true)
    .execute();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const sam = personOf("sam");
const ada = personOf("ada");
const utc = <T extends { timeZone: string | null }>(person: T): T => ({ ...person, timeZone: "UTC" });
const wall = (at: Date) => at.toISOString().slice(0, 16);
const reason = "The editor doesn't answer.";

/** 25% of seven days after the due date. */
const LATE = after(NOON, 7 * DAY + 42 * HOUR);
const pass = async (at: Date) => {
  setClock(at);
  await watchLateOrders(at);
  await drainJobs();
};
const veryLate = async (status: Parameters<typeof orderIn>[0] = "in_progress") => {
  setClock(NOON);
  const { id } = await orderIn(status);
  await pass(LATE);
  return id;
};
const decisionOf = (orderId: string) =>
  world.db
    .selectFrom("late_decisions")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("openedAt", "desc")
    .executeTakeFirst();
const toldOf = async (orderId: string, kind: string) =>
  (
    await world.db
      .selectFrom("notifications")
      .select(["userId", "forRole"])
      .where("orderId", "=", orderId)
      .where("kind", "=", kind)
      .execute()
  )
    .map((n) => n.userId ?? n.forRole ?? "")
    .toSorted((a, b) => a.localeCompare(b));

describe("a decision about a very late order", () => {
  test("is needed from 25% late on, not a minute before, once, and everyone is told", async () => {
    const { id } = await orderIn("in_progress");
    await pass(after(LATE, -60_000));
    expect(await decisionOf(id)).toBeUndefined();
    setClock(LATE);
    await Promise.all([watchLateOrders(LATE), watchLateOrders(LATE)]);
    await pass(after(LATE, 60_000));
    expect(await decisionOf(id)).toMatchObject({
      status: "open",
      editorId: jonas.uid,
      // 10% of the window.
      decideByAt: after(LATE, 16.8 * HOUR),
    });
    expect(await toldOf(id, "order.decision_needed")).toEqual(["admin", "support", amara.uid, jonas.uid]);
  });
  test("goes to the admins when nobody has made it in time, once", async () => {
    const id = await veryLate();
    await pass(after(LATE, 16 * HOUR));
    expect(await toldOf(id, "order.decision_overdue")).toEqual([]);
    await pass(after(LATE, 17 * HOUR));
    await pass(after(LATE, 18 * HOUR));
    expect(await toldOf(id, "order.decision_overdue")).toEqual(["admin"]);
    const emails = await world.db
      .selectFrom("mail")
      .select("to")
      .where("kind", "=", "order.decision_overdue")
      .where("subject", "like", `%${(await getOrder(id)).number}%`)
      .execute();
    expect(emails.length).toBeGreaterThan(0);
  });
  test("gives the order to another editor, who gets a deadline that can be met", async () => {
    const id = await veryLate();
    await reassignLateOrder(sam, { orderId: id, reason, words: "" });
    const order = await getOrder(id);
    // 40% of the window from now, rounded up to the hour.
    expect(order).toMatchObject({ status: "paid", assignedTo: null, takeoverDueAt: new Date("2026-12-03T02:00:00Z") });
    expect(order.takeoverDueAt! > after(LATE, 67 * HOUR)).toBe(true);
    expect(await decisionOf(id)).toMatchObject({ status: "reassigned", decidedBy: sam.uid });
    await drainJobs();
    const invites = await world.db.selectFrom("invites").select("editorId").where("orderId", "=", id).execute();
    expect(invites.map((i) => i.editorId)).toContain(priya.uid);
    expect(invites.map((i) => i.editorId)).not.toContain(jonas.uid);
    await assignOrder(ada, { orderId: id, editorId: priya.uid, how: "admin" });
    expect((await getOrder(id)).editorDueAt).toEqual(order.takeoverDueAt);
    // Staff don't have to decide again until the next editor is late, too.
    await pass(after(LATE, 2 * DAY));
    expect(await decisionOf(id)).toMatchObject({ status: "reassigned" });
    await pass(after(order.takeoverDueAt!, 60_000));
    expect(await decisionOf(id)).toMatchObject({ status: "open", editorId: priya.uid });
  });
  test("is made once when two staff members decide at the same time", async () => {
    const id = await veryLate();
    const done = await Promise.allSettled(
      [sam, ada].map((who) => reassignLateOrder(who, { orderId: id, reason, words: "" })),
    );
    expect(done.filter((d) => d.status === "fulfilled")).toHaveLength(1);
    expect(await world.db.selectFrom("order_handovers").select("id").where("orderId", "=", id).execute()).toHaveLength(
      1,
    );
  });
  test("is refused to the author, to the editor, and to anyone on an order that isn't very late", async () => {
    const id = await veryLate();
    for (const who of [amara, mei, jonas, priya])
      await expect(reassignLateOrder(who, { orderId: id, reason, words: "" })).rejects.toMatchObject({
        kind: "refused",
      });
    setClock(NOON);
    const { id: fine } = await orderIn("in_progress");
    await expect(reassignLateOrder(sam, { orderId: fine, reason, words: "" })).rejects.toMatchObject({
      code: "decided",
    });
  });
  test("needs an agreement on a later date, and comes back when it's declined", async () => {
    const id = await veryLate();
    const newDate = wall(after(LATE, 2 * DAY));
    const { proposalId } = await proposeDate(utc(sam), { orderId: id, newDate, reason });
    expect(await decisionOf(id)).toMatchObject({ status: "proposed", decidedBy: sam.uid });
    setClock(after(LATE, HOUR));
    await declineDate(jonas, { proposalId });
    expect(await decisionOf(id)).toMatchObject({ status: "open", decideByAt: after(LATE, 17.8 * HOUR) });
    const again = await proposeDate(utc(sam), { orderId: id, newDate, reason });
    await agreeToDate(amara, again);
    await agreeToDate(jonas, again);
    expect(await decisionOf(id)).toMatchObject({ status: "agreed" });
    expect((await getOrder(id)).dueAt).toEqual(new Date(`${newDate}:00.000Z`));
  });
  test("isn't needed anymore once the editor hands the order back", async () => {
    const id = await veryLate();
    await handBackOrder(jonas, { orderId: id, reason: "I have a fever.", words: "" });
    expect(await decisionOf(id)).toMatchObject({ status: "ended" });
  });
  test("has as much time as before when the order was on hold", async () => {
    const id = await veryLate();
    const before = (await decisionOf(id))!;
    await holdOrder(ada, { orderId: id, reason: "A question of rights." });
    await pass(after(LATE, 3 * DAY));
    expect((await decisionOf(id))!.escalatedAt).toBeNull();
    await unholdOrder(ada, { orderId: id });
    expect((await decisionOf(id))!.decideByAt).toEqual(after(before.decideByAt, 3 * DAY));
  });
});

describe("the author of a very late order", () => {
  const refundAt = after(NOON, 14 * DAY);

  test("can wait until a date after the automatic refund, and choose another one", async () => {
    const id = await veryLate();
    const view = lateOrderView(utc(amara), await readOrderPage(amara, id));
    expect(view).toMatchObject({ mayDecide: false, wait: { refundAt: refundAt, chosenAt: null } });
    for (const days of [20, 25, 25])
      await chooseToWait(utc(amara), { orderId: id, until: wall(after(NOON, days * DAY)) });
    expect((await getOrder(id)).waitUntilAt).toEqual(after(NOON, 25 * DAY));
    const facts = await world.db
      .selectFrom("facts")
      .select("id")
      .where("orderId", "=", id)
      .where("kind", "=", "order.wait_chosen")
      .execute();
    expect(facts).toHaveLength(2);
    await drainJobs();
    expect(await toldOf(id, "order.wait_chosen")).toContain(jonas.uid);
  });
  test("can't choose a date before the automatic refund, or no date at all", async () => {
    const id = await veryLate();
    for (const until of [wall(after(refundAt, -DAY)), wall(after(refundAt, 61 * DAY)), "", "soon"])
      await expect(chooseToWait(utc(amara), { orderId: id, until })).rejects.toMatchObject({
        fields: { until: expect.stringContaining("Choose a date") },
      });
  });
  test("is the only one who can, and only when it's very late", async () => {
    const id = await veryLate();
    const until = wall(after(refundAt, DAY));
    for (const who of [mei, jonas, sam, ada])
      await expect(chooseToWait(utc(who), { orderId: id, until })).rejects.toMatchObject({ kind: "refused" });
    setClock(NOON);
    const { id: early } = await orderIn("in_progress");
    await expect(chooseToWait(utc(amara), { orderId: early, until })).rejects.toMatchObject({ code: "not_late" });
  });
  test("is told, once, when it looks for another editor while it's very late", async () => {
    setClock(NOON);
    const { id } = await orderIn("in_progress");
    setClock(after(NOON, 6 * DAY));
    await handBackOrder(jonas, { orderId: id, reason: "I have a fever.", words: "" });
    await pass(LATE);
    await pass(after(LATE, HOUR));
    expect(await toldOf(id, "order.very_late")).toEqual([amara.uid]);
    expect(await decisionOf(id)).toBeUndefined();
    await chooseToWait(utc(amara), { orderId: id, until: wall(after(refundAt, DAY)) });
  });
  test("sees how much was done when another editor continues in the copy", async () => {
    const { id, sourceId } = await orderIn("in_progress", { set: { progressWords: 2_500, editorPayMinor: 8_000 } });
    await storeFile(id, {
      purpose: "tracked",
      name: "edited.docx",
      bytes: COPIES.tracked(),
      by: jonas.uid,
      sourceFileId: sourceId,
    });
    await pass(LATE);
    await reassignLateOrder(sam, { orderId: id, reason, words: "" });
    const [handover] = await world.db.selectFrom("order_handovers").selectAll().where("orderId", "=", id).execute();
    expect(handover).toMatchObject({ by: "staff", words: 2_500, partBp: 5_000, payMinor: 4_000 });
  });
});

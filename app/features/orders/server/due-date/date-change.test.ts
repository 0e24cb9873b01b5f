import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { getOrder } from "../views/find-order.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { agreeToDate, declineDate, endDateProposal, expireDateProposals, withdrawDate } from "./date-proposals.ts";
import { dateChangeView } from "./date-change-view.ts";
import { proposeDate } from "./propose-date.ts";

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
const reason = "The reviewers' comments came late.";

/** "2026-11-28T12:00" in UTC, whatever the cast's time zones are. */
const utc = <T extends { timeZone: string | null }>(person: T): T => ({ ...person, timeZone: "UTC" });
const wall = (at: Date) => at.toISOString().slice(0, 16);
const propose = async (who: typeof amara, orderId: string, laterMs: number) => {
  const order = await getOrder(orderId);
  const own =
    who.uid === order.assignedTo && !order.deliveredAt
      ? order.editorDueAt!
      : order.deliveredAt
        ? (order.revisionDueAt ?? order.dueAt!)
        : order.dueAt!;
  return proposeDate(utc(who), { orderId, newDate: wall(after(own, laterMs)), reason });
};
const factsOf = (orderId: string) =>
  world.db
    .selectFrom("facts")
    .select(["id", "kind"])
    .where("orderId", "=", orderId)
    .where("kind", "like", "deadline.%")
    .orderBy("seq")
    .execute();
const statusOf = async (id: string) =>
  (await world.db.selectFrom("date_proposals").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;
const pay = (orderId: string) =>
  world.db
    .insertInto("payments")
    .values({
      id: newId("payment"),
      orderId,
      attempt: 1,
      status: "succeeded",
      amountMinor: 15_000,
      currency: "USD",
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();

describe("a later date asked for by the editor", () => {
  test("applies when the author agrees, and moves every dependent deadline", async () => {
    const flags = JSON.stringify({ unsubmitted: NOON.toISOString(), openPool: NOON.toISOString() });
    const { id } = await orderIn("in_progress", { set: { editorPayMinor: 8_250, flags } });
    const before = await getOrder(id);
    const { proposalId } = await propose(jonas, id, DAY);
    expect((await getOrder(id)).dueAt).toEqual(before.dueAt);
    await agreeToDate(amara, { proposalId });
    const now = await getOrder(id);
    expect(now).toMatchObject({
      dueAt: after(before.dueAt!, DAY),
      editorDueAt: after(before.editorDueAt!, DAY),
      windowMs: before.windowMs + DAY,
      editorPayMinor: 8_250,
      payBp: 10_000,
    });
    // The editor is reminded again by the new deadline; other flags stay.
    expect(Object.keys(now.flags)).toEqual(["openPool"]);
    expect((await factsOf(id)).map((f) => f.kind)).toEqual(["deadline.proposed", "deadline.changed"]);
  });
  test("shows each side their own date, and not the other's", async () => {
    const { id } = await orderIn("in_progress");
    const order = await getOrder(id);
    await propose(jonas, id, DAY);
    const seen = async (who: typeof amara) => dateChangeView(who, await readOrderPage(who, id));
    expect(await seen(amara)).toMatchObject({
      dueAt: order.dueAt!,
      proposal: { newDueAt: after(order.dueAt!, DAY), mayAnswer: true, own: false, reason },
    });
    expect(await seen(jonas)).toMatchObject({
      dueAt: order.editorDueAt!,
      proposal: { newDueAt: after(order.editorDueAt!, DAY), mayAnswer: false, own: true },
    });
    expect(await seen(ada)).toMatchObject({ proposal: { mayAnswer: false, own: false, waitsFor: ["client"] } });
  });
  test("is refused from anyone else, and so are their answers", async () => {
    const { id } = await orderIn("in_progress");
    for (const who of [mei, priya]) await expect(propose(who, id, DAY)).rejects.toMatchObject({ kind: "refused" });
    const { proposalId } = await propose(jonas, id, DAY);
    for (const who of [mei, priya, sam, ada]) {
      await expect(agreeToDate(who, { proposalId })).rejects.toMatchObject({ kind: "refused" });
      await expect(declineDate(who, { proposalId })).rejects.toMatchObject({ kind: "refused" });
      await expect(withdrawDate(who, { proposalId })).rejects.toMatchObject({ kind: "refused" });
    }
    // Nobody answers their own proposal.
    expect(await agreeToDate(jonas, { proposalId })).toEqual({ applies: false });
    await expect(declineDate(jonas, { proposalId })).rejects.toMatchObject({ kind: "refused" });
  });
});

test("a later date that is cheaper refunds the difference once, and the editor's pay follows", async () => {
  const { id } = await orderIn("in_progress", { set: { editorPayMinor: 8_250 } });
  await pay(id);
  const { proposalId } = await propose(amara, id, 7 * DAY);
  await agreeToDate(jonas, { proposalId });
  const [, changed] = await factsOf(id);
  for (let twice = 0; twice < 2; twice++) await runReaction({ factId: changed!.id, reaction: "refundCheaperDate" });
  const refunds = () =>
    world.db.selectFrom("refunds").select(["amountMinor", "cause"]).where("orderId", "=", id).execute();
  expect(await refunds()).toEqual([{ amountMinor: 1_500, cause: "later-date" }]);
  expect(await getOrder(id)).toMatchObject({ payBp: 9_000, editorPayMinor: 7_425 });
  // A second change of the date refunds nothing more: there's no cheaper turnaround.
  const next = await propose(amara, id, DAY);
  await agreeToDate(jonas, next);
  const facts = await factsOf(id);
  await runReaction({ factId: facts.at(-1)!.id, reaction: "refundCheaperDate" });
  expect(await refunds()).toHaveLength(1);
  expect(await getOrder(id)).toMatchObject({ payBp: 9_000, editorPayMinor: 7_425 });
});

describe("a later date proposed by staff", () => {
  test.each([
    ["support", sam],
    ["an admin", ada],
  ])("(%s) applies only when both have agreed", async (_, staff) => {
    const { id } = await orderIn("in_progress");
    const before = await getOrder(id);
    const { proposalId } = await propose(staff, id, DAY);
    expect(await agreeToDate(jonas, { proposalId })).toEqual({ applies: false });
    expect((await getOrder(id)).dueAt).toEqual(before.dueAt);
    expect(await agreeToDate(amara, { proposalId })).toEqual({ applies: true });
    expect((await getOrder(id)).dueAt).toEqual(after(before.dueAt!, DAY));
    expect((await factsOf(id)).map((f) => f.kind)).toEqual([
      "deadline.proposed",
      "deadline.agreed_by",
      "deadline.changed",
    ]);
  });
  test("may be withdrawn by any staff member", async () => {
    const { id } = await orderIn("in_progress");
    const { proposalId } = await propose(sam, id, DAY);
    await withdrawDate(ada, { proposalId });
    expect(await statusOf(proposalId)).toBe("withdrawn");
  });
});

describe("a proposal", () => {
  test("is one at a time for an order, even if two are made at once", async () => {
    const { id } = await orderIn("in_progress");
    const both = await Promise.allSettled([propose(amara, id, DAY), propose(jonas, id, DAY)]);
    expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    expect(both.find((r) => r.status === "rejected")?.reason).toMatchObject({ code: "proposal_open" });
  });
  test("for a revision moves only the revision's date, and no money", async () => {
    const { id } = await orderIn("in_revision", { set: { editorPayMinor: 8_250 } });
    const before = await getOrder(id);
    const { proposalId } = await propose(jonas, id, 14 * DAY);
    await agreeToDate(amara, { proposalId });
    expect(await getOrder(id)).toMatchObject({
      revisionDueAt: after(before.revisionDueAt!, 14 * DAY),
      dueAt: before.dueAt,
      editorDueAt: before.editorDueAt,
      windowMs: before.windowMs,
      payBp: 10_000,
    });
  });
  test("is refused for an earlier date, for no date, and without a reason, with the field named", async () => {
    const { id } = await orderIn("in_progress");
    await expect(propose(amara, id, -DAY)).rejects.toMatchObject({ fields: { newDate: expect.any(String) as string } });
    await expect(proposeDate(amara, { orderId: id, newDate: "soon", reason })).rejects.toMatchObject({
      fields: { newDate: "Choose a date and a time." },
    });
    await expect(proposeDate(amara, { orderId: id, newDate: "2026-12-01T12:00", reason: " " })).rejects.toMatchObject({
      fields: { reason: expect.any(String) as string },
    });
  });
  test("is refused while a question is open, and before or after an editor works on the order", async () => {
    for (const status of ["paid", "awaiting_client", "submitted", "qa_review", "delivered", "on_hold"] as const) {
      const { id } = await orderIn(status);
      await expect(propose(amara, id, DAY)).rejects.toMatchObject({ kind: "conflict" });
    }
  });
  test("declined or withdrawn leaves the date as it is, and another can be made", async () => {
    const { id } = await orderIn("in_progress");
    const before = await getOrder(id);
    const first = await propose(jonas, id, DAY);
    await declineDate(amara, first);
    const second = await propose(jonas, id, DAY);
    await withdrawDate(jonas, second);
    await withdrawDate(jonas, second);
    await expect(agreeToDate(amara, second)).rejects.toMatchObject({ code: "proposal_over" });
    expect((await getOrder(id)).dueAt).toEqual(before.dueAt);
    expect([await statusOf(first.proposalId), await statusOf(second.proposalId)]).toEqual(["declined", "withdrawn"]);
  });
  test("agreed to and withdrawn at once: one of them happens, and the other is told", async () => {
    for (let n = 0; n < 4; n++) {
      const { id } = await orderIn("in_progress");
      const before = await getOrder(id);
      const proposal = await propose(jonas, id, DAY);
      const both = await Promise.allSettled([agreeToDate(amara, proposal), withdrawDate(jonas, proposal)]);
      expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
      const status = await statusOf(proposal.proposalId);
      const dueAt = (await getOrder(id)).dueAt!;
      expect(dueAt).toEqual(status === "agreed" ? after(before.dueAt!, DAY) : before.dueAt);
    }
  });
  test("agreed to twice at once applies once", async () => {
    const { id } = await orderIn("in_progress");
    const before = await getOrder(id);
    const proposal = await propose(jonas, id, DAY);
    await Promise.all([agreeToDate(amara, proposal), agreeToDate(amara, proposal)]);
    expect((await getOrder(id)).dueAt).toEqual(after(before.dueAt!, DAY));
    expect((await factsOf(id)).filter((f) => f.kind === "deadline.changed")).toHaveLength(1);
  });
  test("expires after 24 hours, once, and can't be agreed to after that", async () => {
    const { id } = await orderIn("in_progress");
    const proposal = await propose(jonas, id, DAY);
    setClock(after(NOON, DAY));
    await expect(agreeToDate(amara, proposal)).rejects.toMatchObject({ code: "proposal_expired" });
    await Promise.all([expireDateProposals(after(NOON, DAY)), expireDateProposals(after(NOON, DAY))]);
    expect(await statusOf(proposal.proposalId)).toBe("expired");
    expect((await factsOf(id)).filter((f) => f.kind === "deadline.expired")).toHaveLength(1);
  });
  test("ends when the order is held, and can't be agreed to before that is noticed", async () => {
    const { id } = await orderIn("in_progress");
    const proposal = await propose(jonas, id, DAY);
    setClock(after(NOON, HOUR));
    await holdOrder(ada, { orderId: id, reason: "A question of rights." });
    await expect(agreeToDate(amara, proposal)).rejects.toMatchObject({ code: "date_moved_on" });
    const { id: factId } = await world.db
      .selectFrom("facts")
      .select("id")
      .where("orderId", "=", id)
      .where("kind", "=", "order.held")
      .executeTakeFirstOrThrow();
    await runReaction({ factId, reaction: "endDateProposal" });
    expect(await statusOf(proposal.proposalId)).toBe("ended");
    // An order whose date still applies keeps its proposal.
    const other = await orderIn("in_progress");
    const kept = await propose(jonas, other.id, DAY);
    await endDateProposal({ orderId: other.id } as never);
    expect(await statusOf(kept.proposalId)).toBe("open");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { applyCharge } from "../charges/apply-charge.ts";
import { declineCharge, orderCharges } from "../charges/order-charges.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { getOrder } from "../views/find-order.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { agreeToChange, declineChange, endOrderChange, expireChanges, withdrawChange } from "./order-changes.ts";
import { changeView } from "./change-view.ts";
import { changePriceCall } from "./plan-change.ts";
import { proposeChange } from "./propose-change.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await world.db.updateTable("editors").set({ weeklyWords: 20_000 }).where("uid", "=", "usr_jonas").execute();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  // Orders that earlier tests left with the editor don't use up their words.
  await world.db.updateTable("orders").set({ status: "closed" }).where("assignedTo", "=", "usr_jonas").execute();
});

const utc = <T extends { timeZone: string | null }>(person: T): T => ({ ...person, timeZone: "UTC" });
const amara = utc(personOf("amara"));
const mei = utc(personOf("mei"));
const jonas = utc(personOf("jonas"));
const priya = utc(personOf("priya"));
const sam = utc(personOf("sam"));
const ada = utc(personOf("ada"));

/** $150 for 5,000 words; Jonas gets $82.50. */
const worked = () => orderIn("in_progress", { set: { editorPayMinor: 8_250, editorLevel: "standard" } });
const propose = (who: typeof amara, orderId: string, it: Partial<Parameters<typeof proposeChange>[1]> = {}) =>
  proposeChange(who, {
    orderId,
    service: "copyediting",
    addOns: {},
    newDueAt: "",
    reason: "The journal moved its deadline.",
    ...it,
  });
const wall = (at: Date) => at.toISOString().slice(0, 16);
const changeOf = (changeId: string) =>
  world.db.selectFrom("order_changes").selectAll().where("id", "=", changeId).executeTakeFirstOrThrow();
const pay = (chargeId: string) =>
  transact(PROVIDER, async (ctx) => {
    const { order, row: charge } = await orderCharges.lock(ctx, chargeId);
    return applyCharge(ctx, order, charge);
  });
const factsOf = (orderId: string) =>
  world.db
    .selectFrom("facts")
    .select(["id", "kind"])
    .where("orderId", "=", orderId)
    .where("kind", "like", "change.%")
    .orderBy("seq")
    .execute();

describe("an earlier date", () => {
  test("proposed by the author applies when the editor has agreed and the difference is paid", async () => {
    const { id } = await worked();
    const before = await getOrder(id);
    const { changeId } = await propose(amara, id, { newDueAt: wall(after(before.dueAt!, -4 * DAY)) });
    expect(await agreeToChange(jonas, { changeId })).toEqual({ outcome: "to_pay" });
    expect((await getOrder(id)).dueAt).toEqual(before.dueAt);
    const { chargeId, status } = await changeOf(changeId);
    expect(status).toBe("to_pay");
    expect((await readOrderPage(amara, id)).charges[0]).toMatchObject({ kind: "date", totalMinor: 4_000 });
    expect(await pay(chargeId!)).toMatchObject({
      dueAt: after(before.dueAt!, -4 * DAY),
      editorDueAt: after(before.editorDueAt!, -4 * DAY),
      windowMs: 3 * DAY,
      turnaround: "3d",
      totalMinor: 19_000,
      editorPayMinor: 8_250 + 2_200,
    });
    expect((await changeOf(changeId)).status).toBe("agreed");
    expect((await factsOf(id)).map((f) => f.kind)).toEqual(["change.proposed", "change.applied"]);
  });
  test("isn't applied when the author doesn't pay", async () => {
    const { id } = await worked();
    const before = await getOrder(id);
    const { changeId } = await propose(amara, id, { newDueAt: wall(after(before.dueAt!, -4 * DAY)) });
    await agreeToChange(jonas, { changeId });
    await declineCharge(amara, { chargeId: (await changeOf(changeId)).chargeId! });
    expect((await changeOf(changeId)).status).toBe("unpaid");
    expect(await getOrder(id)).toMatchObject({ dueAt: before.dueAt, turnaround: "7d", totalMinor: 15_000 });
  });
  test("is refused if the editor has no free time before it, when proposed and when agreed to", async () => {
    const { id } = await worked();
    const { dueAt } = await getOrder(id);
    const newDueAt = wall(after(dueAt!, -4 * DAY));
    const { changeId } = await propose(amara, id, { newDueAt });
    // Another order that is due sooner fills the editor's week.
    const other = await orderIn("in_progress", { words: 16_000, set: { editorDueAt: after(NOON, DAY) } });
    await expect(agreeToChange(jonas, { changeId })).rejects.toMatchObject({ code: "no_room" });
    await withdrawChange(amara, { changeId });
    await expect(propose(amara, id, { newDueAt })).rejects.toMatchObject({ code: "no_room" });
    await world.db.updateTable("orders").set({ status: "closed" }).where("id", "=", other.id).execute();
    await propose(amara, id, { newDueAt });
  });
});

describe("another scope", () => {
  test("proposed by staff needs both agreements; a lower price is refunded once, and the pay follows", async () => {
    const { id } = await worked();
    await world.db
      .insertInto("payments")
      .values({
        id: newId("payment"),
        orderId: id,
        attempt: 1,
        status: "succeeded",
        amountMinor: 15_000,
        currency: "USD",
        createdAt: NOON,
        succeededAt: NOON,
      })
      .execute();
    const { changeId } = await propose(sam, id, { service: "proofreading" });
    expect(await agreeToChange(jonas, { changeId })).toEqual({ outcome: "waits" });
    expect(await agreeToChange(amara, { changeId })).toEqual({ outcome: "agreed" });
    expect(await getOrder(id)).toMatchObject({
      service: "proofreading",
      totalMinor: 9_500,
      editorPayMinor: 8_250 - 3_025,
    });
    const applied = (await factsOf(id)).find((f) => f.kind === "change.applied")!;
    for (let twice = 0; twice < 2; twice++) await runReaction({ factId: applied.id, reaction: "refundChangedOrder" });
    expect(
      await world.db.selectFrom("refunds").select(["amountMinor", "cause"]).where("orderId", "=", id).execute(),
    ).toEqual([{ amountMinor: 5_500, cause: "changed-order" }]);
  });
  test("adds the same text for the author and the editor, each with their own amounts", async () => {
    const { id } = await worked();
    await propose(amara, id, { addOns: { figuresAndTables: 4 } });
    const seen = async (who: typeof amara) => changeView(who, await readOrderPage(who, id));
    const what = ["Figures and tables: 4 instead of 0"];
    expect(await seen(amara)).toMatchObject({
      mayPropose: false,
      open: { what, differenceMinor: 1_200, editorPayMinor: null, mayAnswer: false, mayWithdraw: true },
    });
    expect((await seen(jonas))!.open).toMatchObject({ differenceMinor: null, editorPayMinor: 8_910, mayAnswer: true });
    expect((await seen(ada))!.open).toMatchObject({ mayAnswer: false, mayWithdraw: false, waitsFor: ["editor"] });
  });
});

describe("a change", () => {
  test("is proposed by the author and staff only, and answered by the author and the editor only", async () => {
    const { id } = await worked();
    for (const who of [mei, jonas, priya])
      await expect(propose(who, id, { service: "substantive" })).rejects.toMatchObject({ kind: "refused" });
    const { changeId } = await propose(amara, id, { service: "substantive" });
    for (const who of [mei, priya, sam, ada])
      for (const answer of [agreeToChange, declineChange, withdrawChange])
        await expect(answer(who, { changeId })).rejects.toMatchObject({ kind: "refused" });
    await expect(declineChange(amara, { changeId })).rejects.toMatchObject({ kind: "refused" });
  });
  test("shows its price before it's proposed, to those who may propose it, and writes nothing", async () => {
    const { id } = await worked();
    const wanted = { orderId: id, service: "copyediting", newDueAt: "", addOns: { figuresAndTables: 4 } };
    expect(await changePriceCall(amara, wanted)).toEqual({
      totalMinor: 16_200,
      differenceMinor: 1_200,
      newDueAt: null,
    });
    expect(await changePriceCall(sam, { ...wanted, service: "substantive" })).toMatchObject({ totalMinor: 26_200 });
    await expect(changePriceCall(amara, { ...wanted, addOns: {} })).rejects.toMatchObject({
      message: "Choose what to change.",
    });
    for (const who of [mei, jonas, priya])
      await expect(changePriceCall(who, wanted)).rejects.toMatchObject({ kind: "not-found" });
    expect(await factsOf(id)).toEqual([]);
  });
  test("is refused with the field named", async () => {
    const { id } = await worked();
    for (const [it, field] of [
      [{}, "service"],
      [{ service: "expert" }, "service"],
      [{ newDueAt: "soon" }, "newDueAt"],
      [{ newDueAt: wall(after(NOON, 10 * DAY)) }, "newDueAt"],
      [{ addOns: { figuresAndTables: -1 } }, "addOns.figuresAndTables"],
      [{ addOns: { figuresAndTables: 1 }, reason: " " }, "reason"],
    ] as const)
      await expect(propose(amara, id, it as never)).rejects.toMatchObject({
        fields: { [field]: expect.any(String) as string },
      });
  });
  test("is one at a time, even if two are proposed at once; agreed to and withdrawn at once, one of them happens", async () => {
    const { id } = await worked();
    const two = await Promise.allSettled([
      propose(amara, id, { addOns: { coverLetter: true } }),
      propose(sam, id, { addOns: { figuresAndTables: 2 } }),
    ]);
    expect(two.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    expect(two.find((r) => r.status === "rejected")?.reason).toMatchObject({ code: "change_open" });
    const other = await worked();
    const { changeId } = await propose(amara, other.id, { addOns: { coverLetter: true } });
    const both = await Promise.allSettled([agreeToChange(jonas, { changeId }), withdrawChange(amara, { changeId })]);
    expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    expect(["to_pay", "withdrawn"]).toContain((await changeOf(changeId)).status);
  });
  test("asks for its difference once when it's agreed to twice at once", async () => {
    const { id } = await worked();
    const { changeId } = await propose(amara, id, { addOns: { coverLetter: true } });
    await Promise.all([agreeToChange(jonas, { changeId }), agreeToChange(jonas, { changeId })]);
    const charges = await world.db.selectFrom("order_charges").select("kind").where("orderId", "=", id).execute();
    expect(charges).toEqual([{ kind: "scope" }]);
  });
  test("expires after 24 hours, and ends when the order is held", async () => {
    const { id } = await worked();
    const first = await propose(amara, id, { addOns: { coverLetter: true } });
    setClock(after(NOON, DAY));
    await expect(agreeToChange(jonas, first)).rejects.toMatchObject({ code: "change_expired" });
    await Promise.all([expireChanges(after(NOON, DAY)), expireChanges(after(NOON, DAY))]);
    expect((await changeOf(first.changeId)).status).toBe("expired");
    const second = await propose(amara, id, { addOns: { coverLetter: true } });
    await endOrderChange({ orderId: id } as never);
    expect((await changeOf(second.changeId)).status).toBe("open");
    await holdOrder(ada, { orderId: id, reason: "A question of rights." });
    await expect(agreeToChange(jonas, second)).rejects.toMatchObject({ code: "order_moved_on" });
    await endOrderChange({ orderId: id } as never);
    expect((await changeOf(second.changeId)).status).toBe("ended");
  });
});

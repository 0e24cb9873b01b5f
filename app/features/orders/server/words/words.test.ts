import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { PROVIDER } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { applyCharge } from "../charges/apply-charge.ts";
import { declineCharge, expireCharges, orderCharges } from "../charges/order-charges.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { getOrder } from "../views/find-order.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { submitWork } from "../work/submit-work.ts";
import { decideWords, declineWords } from "./decide-words.ts";
import { endWordReport, withdrawWords } from "./word-differences.ts";
import { differencesOf } from "./word-differences.ts";
import { reportWords } from "./report-words.ts";
import { sayWhereEditEnds } from "./say-where-edit-ends.ts";
import { wordsView } from "./words-view.ts";

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
const reason = "Counted in Word, with the appendix.";
const note = "The appendix is part of the manuscript.";

/** $150 for 5,000 words; Jonas gets $82.50. The stored file has 48. */
const worked = (words = 5_000, set: Record<string, unknown> = {}) =>
  orderIn("in_progress", {
    words,
    set: { editorPayMinor: words === 5_000 ? 8_250 : null, editorLevel: "standard", ...set },
  });
const newest = async (orderId: string) =>
  (await differencesOf(world.db, orderId).executeTakeFirstOrThrow()) as Awaited<
    ReturnType<ReturnType<typeof differencesOf>["executeTakeFirstOrThrow"]>
  >;
const paid = (chargeId: string) =>
  transact(PROVIDER, async (ctx) => {
    const { order, row: charge } = await orderCharges.lock(ctx, chargeId);
    return applyCharge(ctx, order, charge);
  });
const pay = (orderId: string, amountMinor: number) =>
  world.db
    .insertInto("payments")
    .values({
      id: newId("payment"),
      orderId,
      attempt: 1,
      status: "succeeded",
      amountMinor,
      currency: "USD",
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();
const factsOf = (orderId: string, like: string) =>
  world.db
    .selectFrom("facts")
    .select(["id", "kind"])
    .where("orderId", "=", orderId)
    .where("kind", "like", like)
    .orderBy("seq")
    .execute();

describe("more words than paid for", () => {
  test("our staff report are charged to the author; paying raises the words, the price and the pay", async () => {
    const { id } = await worked();
    expect(await reportWords(sam, { orderId: id, words: 5_400, reason })).toEqual({
      outcome: "charged",
      amountMinor: 1_200,
      currency: "USD",
      payMs: DAY,
    });
    const { chargeId, status } = await newest(id);
    expect(status).toBe("charged");
    expect((await getOrder(id)).billableWords).toBe(5_000);
    const order = await paid(chargeId!);
    expect(order).toMatchObject({
      billableWords: 5_400,
      totalMinor: 16_200,
      paidMinor: 16_200,
      editorPayMinor: 8_250 + 660,
      windowMs: 7 * DAY,
    });
    expect((await newest(id)).status).toBe("paid");
  });
  test("above the turnaround's limit move the dates by the time they take, once paid", async () => {
    const { id } = await worked(45_000);
    const before = await getOrder(id);
    await reportWords(ada, { orderId: id, words: 46_350, reason });
    expect((await readOrderPage(amara, id)).charges[0]!.reason).toContain("your due date moves by 3 h");
    const order = await paid((await newest(id)).chargeId!);
    expect(order).toMatchObject({
      dueAt: after(before.dueAt!, 3 * HOUR),
      editorDueAt: after(before.editorDueAt!, 3 * HOUR),
      windowMs: before.windowMs + 3 * HOUR,
    });
  });
  test("that our counter doesn't find need a decision by staff when the editor reports them", async () => {
    const { id } = await worked();
    expect(await reportWords(jonas, { orderId: id, words: 5_400, reason })).toMatchObject({ outcome: "waits" });
    const { id: differenceId, recountedWords } = await newest(id);
    expect(recountedWords).toBe(48);
    const seen = async (who: typeof amara) => wordsView(who, await readOrderPage(who, id));
    expect((await seen(amara)).open).toBeNull();
    expect((await seen(jonas)).open).toMatchObject({ mayDecide: false, mayWithdraw: true, recountedWords: 48 });
    expect((await seen(sam)).open).toMatchObject({ mayDecide: true, mayWithdraw: false });
    for (const who of [amara, mei, jonas, priya])
      await expect(decideWords(who, { differenceId, words: 5_400, note })).rejects.toMatchObject({ kind: "refused" });
    const both = await Promise.allSettled([
      decideWords(sam, { differenceId, words: 5_300, note }),
      declineWords(ada, { differenceId, note }),
    ]);
    expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    expect(both.find((r) => r.status === "rejected")?.reason).toMatchObject({ code: "words_settled" });
  });
  test.each([
    ["declined", (chargeId: string) => declineCharge(amara, { chargeId })],
    [
      "not paid in 24 hours",
      async () => {
        setClock(after(NOON, DAY));
        await expireCharges(after(NOON, DAY));
      },
    ],
  ])("(%s) are left out: the letter must say where the edit ends, and the gate takes the rest", async (_, end) => {
    const { id, sourceId } = await worked();
    await reportWords(sam, { orderId: id, words: 5_400, reason });
    await end((await newest(id)).chargeId!);
    expect((await newest(id)).status).toBe("unpaid");
    expect(wordsView(jonas, await readOrderPage(jonas, id)).unpaid).toMatchObject({ foundWords: 5_400 });
    await storeFile(id, {
      purpose: "tracked",
      name: "soil-moisture.docx",
      bytes: COPIES.tracked(),
      by: jonas.uid,
      sourceFileId: sourceId,
    });
    await expect(submitWork(jonas, { noAi: true, orderId: id, letter: "Dear Dr. Osei," })).rejects.toMatchObject({
      fields: { lastEdited: expect.any(String) as string },
    });
    for (const who of [amara, priya, sam])
      await expect(sayWhereEditEnds(who, { orderId: id, lastEdited: "weekly cores" })).rejects.toMatchObject({
        kind: "refused",
      });
    await sayWhereEditEnds(jonas, { orderId: id, lastEdited: "weekly cores" });
    expect(await submitWork(jonas, { noAi: true, orderId: id })).toMatchObject({ outcome: "submitted" });
    const { letter } = await world.db
      .selectFrom("submissions")
      .select("letter")
      .where("orderId", "=", id)
      .executeTakeFirstOrThrow();
    expect(letter).toMatch(/^Dear Dr\. Osei,\n\nThe edit ends at: “weekly cores”\./);
    expect(await getOrder(id)).toMatchObject({ billableWords: 5_000, totalMinor: 15_000, editorPayMinor: 8_250 });
  });
  test("below the minimum order cost nothing more", async () => {
    const { id } = await worked(30);
    expect(await reportWords(jonas, { orderId: id, words: 48, reason })).toMatchObject({ outcome: "absorbed" });
    expect(await getOrder(id)).toMatchObject({ billableWords: 48, totalMinor: 2_000 });
  });
});

describe("fewer words than paid for", () => {
  test("that our counter confirms are refunded once, and the pay and the receipt follow", async () => {
    const { id } = await worked();
    await pay(id, 15_000);
    expect(await reportWords(jonas, { orderId: id, words: 48, reason })).toEqual({
      outcome: "reduced",
      amountMinor: 13_000,
      currency: "USD",
    });
    const [fact] = await factsOf(id, "words.reduced");
    for (let twice = 0; twice < 2; twice++) await runReaction({ factId: fact!.id, reaction: "refundFewerWords" });
    expect(
      await world.db.selectFrom("refunds").select(["amountMinor", "cause"]).where("orderId", "=", id).execute(),
    ).toEqual([{ amountMinor: 13_000, cause: "fewer-words" }]);
    expect(await getOrder(id)).toMatchObject({ billableWords: 48, totalMinor: 2_000, editorPayMinor: 1_100 });
    const { files } = await readOrderPage(jonas, id);
    expect(files[0]!.receipt!.billable).toBe(48);
  });
});

describe("a report", () => {
  test("of at most 100 words and 2% changes nothing", async () => {
    const { id } = await worked();
    expect(await reportWords(ada, { orderId: id, words: 5_100, reason })).toMatchObject({ outcome: "absorbed" });
    expect(await getOrder(id)).toMatchObject({ billableWords: 5_000, totalMinor: 15_000, editorPayMinor: 8_250 });
    expect((await newest(id)).status).toBe("absorbed");
  });
  test("is refused from anyone else, without a number or a reason, and if it equals the paid count", async () => {
    const { id } = await worked();
    for (const who of [amara, mei, priya])
      await expect(reportWords(who, { orderId: id, words: 5_400, reason })).rejects.toMatchObject({ kind: "refused" });
    for (const [words, why, field] of [
      ["about 5,400", reason, "words"],
      ["0", reason, "words"],
      ["5000", reason, "words"],
      ["5400", " ", "reason"],
    ] as const)
      await expect(reportWords(jonas, { orderId: id, words, reason: why })).rejects.toMatchObject({
        fields: { [field]: expect.any(String) as string },
      });
  });
  test("is refused before an editor has the order and once it's submitted", async () => {
    for (const status of ["paid", "submitted", "delivered", "in_revision", "cancelled"] as const) {
      const { id } = await orderIn(status);
      await expect(reportWords(sam, { orderId: id, words: 5_400, reason })).rejects.toMatchObject({
        code: "not_reportable",
      });
    }
  });
  test("is one at a time, even if two are made at once", async () => {
    const { id } = await worked();
    const both = await Promise.allSettled([
      reportWords(jonas, { orderId: id, words: 5_400, reason }),
      reportWords(jonas, { orderId: id, words: 5_400, reason }),
    ]);
    expect(both.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    expect(both.find((r) => r.status === "rejected")?.reason).toMatchObject({ code: "words_open" });
  });
  test("can be withdrawn by the person who made it, and ends when the order is held", async () => {
    const { id } = await worked();
    await reportWords(jonas, { orderId: id, words: 5_400, reason });
    const { id: differenceId } = await newest(id);
    await expect(withdrawWords(sam, { differenceId })).rejects.toMatchObject({ kind: "refused" });
    await withdrawWords(jonas, { differenceId });
    await withdrawWords(jonas, { differenceId });
    expect((await newest(id)).status).toBe("withdrawn");
    setClock(after(NOON, HOUR));
    await reportWords(jonas, { orderId: id, words: 5_400, reason });
    await endWordReport({ orderId: id } as never);
    expect((await newest(id)).status).toBe("open");
    await holdOrder(ada, { orderId: id, reason: "A question of rights." });
    await endWordReport({ orderId: id } as never);
    expect((await newest(id)).status).toBe("ended");
  });
});

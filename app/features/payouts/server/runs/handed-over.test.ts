import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { assignOrder } from "#app/features/orders/server/lifecycle/assign-order.ts";
import { deliverOrder } from "#app/features/orders/server/lifecycle/deliver-order.ts";
import { handBackOrder } from "#app/features/orders/server/lifecycle/hand-back-order.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { EARNINGS_LIST } from "../../rules/pay-lists.ts";
import { pageEarnings } from "../earnings/list-earnings.ts";

let world: TestWorld;
let clock = NOON;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => {
  clock = NOON;
  setClock(clock);
});
const tick = () => setClock((clock = after(clock, MINUTE)));

const ada = personOf("ada");
const amara = personOf("amara");
/** Jonas has 55% of $150.00, Priya 50%, Noor 50%. */
const EDITORS = ["jonas", "priya", "noor"] as const;
type Editor = (typeof EDITORS)[number];
const MOST = 8_250;

const assign = async (orderId: string, editor: Editor) => {
  tick();
  await assignOrder(ada, { orderId, editorId: personOf(editor).uid, how: "admin" });
  await world.db.updateTable("orders").set({ status: "in_progress" }).where("id", "=", orderId).execute();
};
const upload = async (orderId: string, sourceId: string, editor: Editor) => {
  tick();
  const bytes = COPIES.tracked();
  const by = personOf(editor).uid;
  await storeFile(orderId, { purpose: "tracked", name: "soil.docx", bytes, by, sourceFileId: sourceId });
};
const handBack = (orderId: string, editor: Editor, words: number) => {
  tick();
  return handBackOrder(personOf(editor), { orderId, reason: "I have a fever.", words: String(words) });
};
/** The editor's work, submitted and delivered. */
const deliver = async (orderId: string) => {
  tick();
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    const submission = await ctx.tx
      .insertInto("submissions")
      .values({
        id: newId("submission"),
        orderId,
        editorId: order.assignedTo!,
        round: order.revisionsUsed + 1,
        status: "submitted",
        letter: "Done.",
        createdAt: ctx.now,
        submittedAt: ctx.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await ctx.tx
      .updateTable("orders")
      .set({ status: "submitted", submittedAt: order.submittedAt ?? ctx.now })
      .where("id", "=", orderId)
      .execute();
    await deliverOrder(ctx, { ...order, status: "submitted" }, submission);
  });
  await settle(orderId);
};
const EARN = ["earnPending", "earnAvailable", "earnPartDone", "earnRefunded", "reduceEarning"];
/** Runs the reactions that pay, each twice. */
async function settle(orderId: string) {
  const facts = await world.db.selectFrom("facts").select("id").where("orderId", "=", orderId).orderBy("seq").execute();
  for (const { id: factId } of facts)
    for (const reaction of [...EARN, ...EARN]) await runReaction({ factId, reaction });
}
const earned = async (orderId: string) =>
  world.db
    .selectFrom("earnings")
    .select(["editorId", "part", "amountMinor", "status"])
    .where("orderId", "=", orderId)
    .orderBy("createdAt")
    .orderBy("part")
    .execute();
const owed = async (orderId: string) =>
  (await earned(orderId)).filter((e) => e.status !== "reversed").reduce((sum, e) => sum + e.amountMinor, 0);

/** The ledger's debt to editors for an order matches their earnings. */
async function expectBooksToAgree(orderId: string) {
  expect(await ledgerSum()).toBe(0);
  const { owes } = await world.db
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select(sql<number>`coalesce(-sum(l."amountMinor"), 0)::int`.as("owes"))
    .where("e.orderId", "=", orderId)
    .where("l.account", "in", ["editor_pending", "editor_available"])
    .executeTakeFirstOrThrow();
  expect(owes).toBe(await owed(orderId));
}

describe("an order that changes hands", () => {
  test("pays the first editor for the part that is kept, and the second for the rest", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await upload(id, sourceId, "jonas");
    await handBack(id, "jonas", 2_000);
    expect(await getOrder(id)).toMatchObject({ status: "paid", keptBp: 4_000, progressWords: 2_000 });
    await assign(id, "priya");
    expect((await getOrder(id)).editorPayMinor).toBe(4_500);
    await deliver(id);
    expect(await earned(id)).toEqual([
      { editorId: "usr_priya", part: "delivery", amountMinor: 4_500, status: "pending" },
      { editorId: "usr_jonas", part: "part", amountMinor: 3_300, status: "pending" },
    ]);
    await acceptOrder(amara, { orderId: id });
    await settle(id);
    expect((await earned(id)).map((e) => e.status)).toEqual(["available", "available"]);
    await expectBooksToAgree(id);
  });

  test("pays nothing for words without a copy, or with one that our check turned down", async () => {
    const { id } = await orderIn("in_progress");
    await handBack(id, "jonas", 5_000);
    expect(await getOrder(id)).toMatchObject({ keptBp: 0, progressWords: 0 });
    const other = await orderIn("in_progress");
    await upload(other.id, other.sourceId, "jonas");
    const file = await world.db
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", other.id)
      .where("purpose", "=", "tracked")
      .executeTakeFirstOrThrow();
    const submissionId = newId("submission");
    await world.db
      .insertInto("submissions")
      .values({ id: submissionId, orderId: other.id, editorId: "usr_jonas", round: 1, status: "open", createdAt: NOON })
      .execute();
    await world.db
      .insertInto("submission_files")
      .values({ submissionId, sourceFileId: other.sourceId, trackedFileId: file.id, passed: false })
      .execute();
    await handBack(other.id, "jonas", 5_000);
    expect(await getOrder(other.id)).toMatchObject({ keptBp: 0 });
  });

  test("lets an admin who removes the editor say what is kept, by the same rule", async () => {
    const { id, sourceId } = await orderIn("in_progress", { set: { progressWords: 4_000, progressAt: NOON } });
    await upload(id, sourceId, "jonas");
    tick();
    await releaseOrder(ada, { orderId: id, reason: "Unreachable for two days.", words: "1000" });
    expect(await getOrder(id)).toMatchObject({ keptBp: 2_000 });
    await assign(id, "noor");
    await deliver(id);
    expect((await earned(id)).map((e) => [e.editorId, e.amountMinor])).toEqual([
      ["usr_noor", 6_000],
      ["usr_jonas", 1_650],
    ]);
  });

  test("pays the part that was done even if the order is canceled before anyone finishes it", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await upload(id, sourceId, "jonas");
    await handBack(id, "jonas", 2_500);
    tick();
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
    await cancelOrder(amara, { orderId: id, expectedRefundMinor: 15_000 });
    await settle(id);
    expect(await earned(id)).toEqual([
      { editorId: "usr_jonas", part: "part", amountMinor: 4_125, status: "available" },
    ]);
    await expectBooksToAgree(id);
  });
});

/** The earnings of an order, as if a run had paid them. */
async function payOut(orderId: string): Promise<void> {
  const runId = newId("run");
  const payoutId = newId("payout");
  const sums = { grossMinor: 8_250, debtMinor: 0, amountMinor: 8_250, currency: "USD", createdAt: NOON };
  await world.db
    .insertInto("payout_runs")
    .values({
      id: runId,
      number: `RUN-${runId}`,
      cutoffAt: NOON,
      currency: "USD",
      totalMinor: 8_250,
      makerId: "usr_ada",
      createdAt: NOON,
    })
    .execute();
  await world.db
    .insertInto("payouts")
    .values({ id: payoutId, runId, editorId: "usr_jonas", endToEndId: payoutId, bank: json({}), ...sums })
    .execute();
  await world.db.updateTable("earnings").set({ status: "paid", payoutId }).where("orderId", "=", orderId).execute();
}

describe("a revision that changes hands", () => {
  test("moves 15% of the delivery's pay to the editor who does it, even if that pay has been paid out", async () => {
    for (const status of ["pending", "available", "paid"] as const) {
      const { id } = await orderIn("in_progress");
      await deliver(id);
      if (status !== "pending") await acceptOrder(amara, { orderId: id });
      await settle(id);
      if (status === "paid") await payOut(id);
      tick();
      await requestRevision(amara, { orderId: id, note: "Please shorten the abstract." });
      await handBack(id, "jonas", 0);
      await assign(id, "priya");
      expect((await getOrder(id)).editorPayMinor).toBe(1_237);
      const before = await balanceOf("editor_available", "usr_jonas");
      await deliver(id);
      const [jonas, priya] = await earned(id);
      expect(priya).toEqual({ editorId: "usr_priya", part: "revision", amountMinor: 1_237, status: "pending" });
      // Payouts that were made stay as they were, and the difference is a debt in the ledger.
      expect(jonas).toMatchObject({ part: "delivery", amountMinor: status === "paid" ? 8_250 : 7_013, status });
      expect((await balanceOf("editor_available", "usr_jonas")) - before).toBe(status === "pending" ? 0 : 1_237);
      const query = readListQuery(new URLSearchParams({ q: (await getOrder(id)).number }), EARNINGS_LIST);
      expect((await pageEarnings("usr_jonas", query)).rows).toMatchObject([
        {
          takenBack:
            status === "paid"
              ? [{ amountMinor: 1_237, reason: expect.stringContaining("Another editor did a revision") }]
              : null,
        },
      ]);
    }
    expect(await ledgerSum()).toBe(0);
  });

  test("has editors invited again: the revision's own date is their deadline", async () => {
    const { id } = await orderIn("revision_requested", { set: { dueAt: after(NOON, -MINUTE) } });
    await world.db
      .insertInto("submissions")
      .values({
        id: newId("submission"),
        orderId: id,
        editorId: "usr_jonas",
        round: 1,
        status: "delivered",
        createdAt: NOON,
        deliveredAt: NOON,
      })
      .execute();
    await handBack(id, "jonas", 0);
    await assign(id, "priya");
    const order = await getOrder(id);
    expect(order.editorDueAt).toEqual(order.revisionDueAt);
  });

  test("gives the editor who delivered all of their pay if they do it after all", async () => {
    const { id } = await orderIn("in_progress");
    await deliver(id);
    tick();
    await requestRevision(amara, { orderId: id, note: "Please shorten the abstract." });
    await handBack(id, "jonas", 0);
    await assign(id, "jonas");
    expect((await getOrder(id)).editorPayMinor).toBe(MOST);
    await deliver(id);
    expect(await earned(id)).toMatchObject([{ editorId: "usr_jonas", part: "delivery", amountMinor: MOST }]);
  });
});

const step = fc.oneof(
  fc.record({ do: fc.constant("assign" as const), editor: fc.constantFrom(...EDITORS) }),
  fc.record({ do: fc.constant("hand-back" as const), words: fc.nat({ max: 5_000 }), copy: fc.boolean() }),
  fc.record({ do: fc.constant("deliver" as const) }),
  fc.record({ do: fc.constant("revise" as const) }),
  fc.record({ do: fc.constant("accept" as const) }),
);

test("in any sequence, all editors of one order together are never paid more than the editors' share, and the books agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { id, sourceId } = await orderIn("in_progress");
      for (const it of steps) {
        const order = await getOrder(id);
        const editor = EDITORS.find((e) => personOf(e).uid === order.assignedTo);
        if (it.do === "assign" && order.status === "paid") await assign(id, it.editor);
        if (it.do === "hand-back" && editor && ["in_progress", "revision_requested"].includes(order.status)) {
          if (it.copy) await upload(id, sourceId, editor);
          await handBack(id, editor, it.words);
        }
        if (it.do === "deliver" && order.status === "in_progress") await deliver(id);
        if (it.do === "revise" && ["delivered", "accepted"].includes(order.status) && order.revisionsUsed < 2) {
          tick();
          await requestRevision(amara, { orderId: id, note: "Please shorten the abstract." });
        }
        if (it.do === "accept" && order.status === "delivered") {
          await acceptOrder(amara, { orderId: id });
          await settle(id);
        }
        expect(await owed(id)).toBeLessThanOrEqual(MOST);
      }
      await expectBooksToAgree(id);
    }),
    tries(90),
  );
});

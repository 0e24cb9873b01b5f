import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { config, useConfig } from "#app/platform/server/core/config.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { type OrderStatus, orderFlow } from "#app/features/orders/rules/flow.ts";
import { type Order, getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { payOfEditor } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { cancelOrder } from "./cancel-order.ts";
import { cancellationFor } from "./cancellation.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { balanceOf } from "../ledger/post-entry.ts";
import { unearnedOf } from "../refunds/post-refund.ts";
import { recognizeRevenue } from "../ledger/recognize-revenue.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { reconcilePayments } from "../ledger/reconcile-payments.ts";
import { requestRefund } from "../refunds/request-refund.ts";
import { retryRefund } from "../refunds/retry-refund.ts";
import { startPayment } from "../checkout/start-payment.ts";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const ada = personOf("ada");
const sam = personOf("sam");

const paidOrder = async (words = 4_000): Promise<Order> => {
  const order = await quotedOrder(amara, words);
  const { url } = await startPayment(amara, { orderId: order.id });
  await payCheckout(url);
  await cards.deliver();
  return getOrder(order.id);
};
/** An order in a status, with the columns it would have. */
const orderAt = async (status: OrderStatus, set: Record<string, unknown> = {}): Promise<Order> => {
  const order = await paidOrder();
  const unassigned = ["paid", "cancelled", "expired", "refunded"].includes(status);
  await world.db
    .updateTable("orders")
    .set({
      status,
      ...(unassigned
        ? {}
        : { assignedTo: jonas.uid, assignedAt: NOON, startedAt: status === "assigned" ? null : NOON }),
      ...set,
    })
    .where("id", "=", order.id)
    .execute();
  return getOrder(order.id);
};
const cancel = async (actor: Actor, order: Order, reason = "") =>
  cancelOrder(actor, {
    orderId: order.id,
    expectedRefundMinor: (await cancellationFor(actor, order.id))?.clientMinor ?? 0,
    reason,
  });
const kinds = async (orderId: string, kind: string) =>
  (
    await world.db.selectFrom("facts").select("data").where("orderId", "=", orderId).where("kind", "=", kind).execute()
  ).map((f) => f.data as Record<string, unknown>);
const documentsOf = (orderId: string) =>
  world.db
    .selectFrom("invoices")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();
/** Before card fees, which aren't refunded. */
const providerOf = async (orderId: string) => {
  const { sum } = await world.db
    .selectFrom("journal_lines as l")
    .innerJoin("journal_entries as e", "e.id", "l.entryId")
    .select((x) => x.fn.sum<number>("l.amountMinor").as("sum"))
    .where("e.orderId", "=", orderId)
    .where("l.account", "=", "provider")
    .where("e.kind", "<>", "provider_fee")
    .executeTakeFirstOrThrow();
  return sum;
};
const expectSound = async () => {
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect(ledgerMinor).toBe(rowsMinor);
  expect(ledgerSumMinor).toBe(0);
};

describe("canceling", () => {
  test("before an editor accepts refunds everything: card, ledger, credit note, and order", async () => {
    const order = await paidOrder();
    expect(await cancellationFor(amara, order.id)).toMatchObject({ clientMinor: order.totalMinor, editorMinor: 0 });
    expect(await cancel(amara, order, "I sent the wrong file")).toEqual({
      refundMinor: order.totalMinor,
      currency: "USD",
    });
    expect((await getOrder(order.id)).status).toBe("cancelled");
    expect(await kinds(order.id, "order.cancelled")).toMatchObject([
      { refundMinor: order.totalMinor, editorMinor: 0, editorId: null, reason: "I sent the wrong file" },
    ]);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "refunded", refundedMinor: order.totalMinor });
    expect(await kinds(order.id, "order.refunded")).toEqual([{ amountMinor: order.totalMinor }]);
    expect((await documentsOf(order.id)).map((d) => [d.kind, d.totalMinor])).toEqual([
      ["invoice", order.totalMinor],
      ["credit_note", order.totalMinor],
    ]);
    expect(await providerOf(order.id)).toBe(0);
    await expectSound();
  });

  test("during work keeps the part done, pays the editor's share through the fact, and refunds the rest", async () => {
    const order = await orderAt("in_progress", { progressWords: 1_600, progressAt: NOON, assignedAt: NOON });
    setClock(after(NOON, DAY));
    const terms = (await cancellationFor(amara, order.id))!;
    expect(terms.clientMinor).toBe(order.totalMinor - Math.round(order.totalMinor * 0.4));
    await cancel(amara, order);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "cancelled", refundedMinor: terms.clientMinor });
    expect(await kinds(order.id, "order.cancelled")).toMatchObject([
      { refundMinor: terms.clientMinor, editorMinor: terms.editorMinor, editorId: jonas.uid },
    ]);
    expect(terms.editorMinor).toBeGreaterThan(0);
    expect(await providerOf(order.id)).toBe(order.totalMinor - terms.clientMinor);
    // The kept amount is earned, and nothing is left deferred.
    expect((await unearnedOf(world.db as never, order.id)).listMinor).toBe(0);
    await expectSound();
  });

  test("while late follows the table: the amount shown is refunded, the editor has their share of the rest, and a later row needs a new confirmation", async () => {
    const late = async () =>
      orderAt("in_progress", {
        assignedAt: after(NOON, -20 * HOUR),
        editorDueAt: after(NOON, -3 * HOUR),
        dueAt: after(NOON, -HOUR),
        windowMs: 20 * HOUR,
      });
    const order = await late();
    setClock(NOON);
    const terms = (await cancellationFor(amara, order.id))!;
    const half = Math.round(order.totalMinor / 2);
    expect(terms).toMatchObject({
      case: "cancel-late",
      clientMinor: half,
      sentence: `If you cancel now, we'll refund ${formatMoney(half, "USD")} of ${formatMoney(order.totalMinor, "USD")}.`,
    });
    await cancel(amara, order);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "cancelled", refundedMinor: half });
    expect(await listRefundsOf(order.id)).toMatchObject([{ cause: "cancel-late", amountMinor: half }]);
    const pay = (await payOfEditor(order))!;
    expect(await kinds(order.id, "order.cancelled")).toMatchObject([{ editorMinor: Math.round(pay / 2) }]);
    expect((await unearnedOf(world.db as never, order.id)).listMinor).toBe(0);
    await expectSound();

    const other = await late();
    const shown = (await cancellationFor(amara, other.id))!.clientMinor;
    setClock(after(NOON, 5 * HOUR));
    await expect(cancelOrder(amara, { orderId: other.id, expectedRefundMinor: shown })).rejects.toMatchObject({
      code: "amount_changed",
    });
    await cancel(amara, other);
    await cards.deliver();
    expect(await getOrder(other.id)).toMatchObject({ status: "refunded", refundedMinor: other.totalMinor });
    expect(await kinds(other.id, "order.cancelled")).toMatchObject([{ editorMinor: 0 }]);
    await expectSound();
  });

  test("is refused with the new amount when the amount has changed since it was shown", async () => {
    const order = await orderAt("in_progress", { progressWords: 1_600, progressAt: NOON });
    setClock(after(NOON, DAY));
    const shown = (await cancellationFor(amara, order.id))!.clientMinor;
    await world.db.updateTable("orders").set({ progressWords: 2_000 }).where("id", "=", order.id).execute();
    await expect(cancelOrder(amara, { orderId: order.id, expectedRefundMinor: shown })).rejects.toMatchObject({
      code: "amount_changed",
      message: expect.stringContaining("it's now $"),
    });
    expect((await getOrder(order.id)).status).toBe("in_progress");
    expect(await listRefundsOf(order.id)).toEqual([]);
  });

  test("is allowed only for the author and staff, and only from the statuses in the table", async () => {
    const paid = await paidOrder(300);
    const states = orderFlow.states.filter((s) => s !== "draft");
    for (const status of states) {
      const working = !["paid", "quoted", "awaiting_payment", "expired", "cancelled", "refunded"].includes(status);
      await world.db
        .updateTable("orders")
        .set({
          status,
          heldFrom: status === "on_hold" || status === "disputed" ? "paid" : null,
          assignedTo: working ? jonas.uid : null,
          assignedAt: working ? NOON : null,
        })
        .where("id", "=", paid.id)
        .execute();
      const may = (orderFlow.moves.cancel.from as readonly string[]).includes(status);
      expect([status, (await cancellationFor(amara, paid.id)) !== null]).toEqual([status, may]);
      await expect(cancel(mei, paid).catch((e: { kind: string }) => e.kind)).resolves.toBe("not-found");
      if (working)
        await expect(
          cancelOrder(jonas, { orderId: paid.id, expectedRefundMinor: 0 }).catch((e: { kind: string }) => e.kind),
        ).resolves.toBe("refused");
      if (!may)
        await expect(
          cancelOrder(amara, { orderId: paid.id, expectedRefundMinor: paid.totalMinor }).catch(
            (e: { code: string }) => e.code,
          ),
        ).resolves.toBe("moved_on");
    }
    await expect(
      cancelOrder(amara, { orderId: "ord_00000000000000000000000000", expectedRefundMinor: 0 }),
    ).rejects.toMatchObject({ kind: "not-found" });
    await world.db.updateTable("orders").set({ status: "paid", assignedTo: null }).where("id", "=", paid.id).execute();
    await cancel(ada, await getOrder(paid.id));
    await cards.deliver();
    expect((await getOrder(paid.id)).status).toBe("refunded");
  });

  test("is limited for support but not for admins", async () => {
    const large = await paidOrder(20_000);
    await expect(cancel(sam, large)).rejects.toMatchObject({
      kind: "refused",
      message: expect.stringContaining("admin"),
    });
    await cancel(ada, large);
    expect((await getOrder(large.id)).status).toBe("cancelled");
    await cards.deliver();
  });

  test("requested twenty times at once refunds once", async () => {
    const order = await paidOrder();
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => cancel(amara, order)));
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
    await cards.deliver();
    expect(await listRefundsOf(order.id)).toHaveLength(1);
    expect(await providerOf(order.id)).toBe(0);
    await expectSound();
  });

  test("while a question is waiting for the author counts the time until the question", async () => {
    const order = await orderAt("awaiting_client", { pausedAt: after(NOON, HOUR) });
    setClock(after(NOON, 2 * HOUR));
    const early = (await cancellationFor(amara, order.id))!.clientMinor;
    setClock(after(NOON, 20 * DAY));
    expect((await cancellationFor(amara, order.id))!.clientMinor).toBe(early);
  });
});

describe("a refund", () => {
  test("waits while the provider is unavailable, and is sent once when it's back", async () => {
    const order = await paidOrder();
    const right = config();
    useConfig({ ...right, stripe: { ...right.stripe, apiBase: "http://127.0.0.1:1" } });
    await cancel(amara, order);
    await expect(drainJobs()).rejects.toThrow(Error);
    useConfig(right);
    expect(await listRefundsOf(order.id)).toMatchObject([{ status: "requested" }]);
    expect(await balanceOf("provider")).toBeGreaterThanOrEqual(order.totalMinor);
    setClock(after(NOON, 11 * MINUTE));
    await reconcilePayments(after(NOON, 11 * MINUTE));
    await cards.deliver();
    expect(await listRefundsOf(order.id)).toMatchObject([{ status: "succeeded" }]);
    expect((await getOrder(order.id)).status).toBe("refunded");
    await expectSound();
  });

  test("that the bank returns is reversed to the cent, reported to staff, and retried by an admin", async () => {
    const order = await orderAt("in_progress", { progressWords: 1_600, progressAt: NOON });
    setClock(after(NOON, DAY));
    await cancel(amara, order);
    await cards.deliver();
    const [sent] = await listRefundsOf(order.id);
    await cards.control(`/refunds/${sent!.providerRefundId}/fail`);
    await cards.control("/webhooks", { copies: 2, order: "reversed" });
    await cards.deliver();
    const [failed] = await listRefundsOf(order.id);
    expect(failed).toMatchObject({ status: "failed", failure: expect.stringContaining("lost or stolen") });
    expect(await kinds(order.id, "refund.failed")).toHaveLength(1);
    expect(await getOrder(order.id)).toMatchObject({ refundedMinor: 0 });
    expect(await providerOf(order.id)).toBe(order.totalMinor);
    await expectSound();

    await expect(retryRefund(amara, { refundId: failed!.id })).rejects.toMatchObject({ kind: "refused" });
    await expect(retryRefund(sam, { refundId: failed!.id })).rejects.toMatchObject({ kind: "refused" });
    const tries = await Promise.allSettled([
      retryRefund(ada, { refundId: failed!.id }),
      retryRefund(ada, { refundId: failed!.id }),
    ]);
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    await cards.deliver();
    expect(await listRefundsOf(order.id)).toMatchObject([{ status: "succeeded", attempt: 2 }]);
    expect(await providerOf(order.id)).toBe(order.totalMinor - failed!.amountMinor);
    // The returned refund's note is canceled, and the retried refund has its own.
    const notes = (await documentsOf(order.id)).filter((d) => d.kind === "credit_note");
    expect(notes).toHaveLength(2);
    expect(notes.filter((d) => d.cancelledBy === null)).toHaveLength(1);
    await expectSound();
  });

  test("is a cost after acceptance and unearned revenue before", async () => {
    const order = await orderAt("delivered", { deliveredAt: NOON, submittedAt: NOON });
    const ask = (amountMinor: number) =>
      transact(ada, async (ctx) =>
        requestRefund(ctx, await lockOrder(ctx.tx, order.id), {
          paymentId: (await listPaymentsOf(order.id))[0]!.id,
          amountMinor,
          cause: "late-some",
          basis: ["Late."],
          requestedBy: ada.uid,
        }),
      );
    await ask(1_000);
    await cards.deliver();
    expect((await unearnedOf(world.db as never, order.id)).listMinor).toBe(order.listMinor - 1_000);
    const accept = () =>
      transact(amara, async (ctx) =>
        orderFact(
          ctx,
          await moveOrder(ctx, await lockOrder(ctx.tx, order.id), "accept", { acceptedAt: ctx.now }),
          "order.accepted",
          { by: "client" },
        ),
      );
    await accept();
    await cards.deliver();
    expect((await unearnedOf(world.db as never, order.id)).listMinor).toBe(0);
    const fact = await world.db
      .selectFrom("facts")
      .selectAll()
      .where("orderId", "=", order.id)
      .where("kind", "=", "order.accepted")
      .executeTakeFirstOrThrow();
    await Promise.all([1, 2, 3].map(() => recognizeRevenue(fact as never)));
    const earned = async (account: Account) =>
      Number(
        (
          await world.db
            .selectFrom("journal_lines as l")
            .innerJoin("journal_entries as e", "e.id", "l.entryId")
            .select((x) => x.fn.sum<number>("l.amountMinor").as("sum"))
            .where("e.orderId", "=", order.id)
            .where("l.account", "=", account)
            .executeTakeFirstOrThrow()
        ).sum ?? 0,
      );
    expect(await earned("revenue")).toBe(-(order.listMinor - 1_000));
    await ask(2_000);
    await cards.deliver();
    expect(await earned("refunds")).toBe(2_000);
    expect(await earned("revenue")).toBe(-(order.listMinor - 1_000));
    await expectSound();
  });

  test("never exceeds the payment, even for concurrent requests", async () => {
    const order = await paidOrder();
    const [payment] = await listPaymentsOf(order.id);
    const part = Math.ceil(order.totalMinor * 0.4);
    const asks = await Promise.allSettled(
      Array.from({ length: 8 }, () =>
        transact(SYSTEM, async (ctx) =>
          requestRefund(ctx, await lockOrder(ctx.tx, order.id), {
            paymentId: payment!.id,
            amountMinor: part,
            cause: "late-some",
            basis: [],
            requestedBy: null,
          }),
        ),
      ),
    );
    expect(asks.filter((a) => a.status === "fulfilled")).toHaveLength(2);
    await cards.deliver();
    await expectSound();
  });

  test(
    "of any size, in any order with failures, retries and acceptance, keeps every total",
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.oneof(
              fc.record({ kind: fc.constant("refund" as const), share: fc.integer({ min: 1, max: 130 }) }),
              fc.record({
                kind: fc.constantFrom(
                  "fail" as const,
                  "retry" as const,
                  "accept" as const,
                  "deliver" as const,
                  "cancel" as const,
                ),
              }),
            ),
            { minLength: 2, maxLength: 9 },
          ),
          async (steps) => {
            const order = await paidOrder(700);
            const [payment] = await listPaymentsOf(order.id);
            for (const step of steps) {
              const ignore = () => undefined;
              const refunds = await listRefundsOf(order.id);
              if (step.kind === "refund")
                await transact(SYSTEM, async (ctx) =>
                  requestRefund(ctx, await lockOrder(ctx.tx, order.id), {
                    paymentId: payment!.id,
                    amountMinor: Math.ceil((order.totalMinor * step.share) / 100),
                    cause: "late-some",
                    basis: [],
                    requestedBy: null,
                  }),
                ).catch(ignore);
              if (step.kind === "fail") {
                const done = refunds.find((r) => r.status === "succeeded");
                if (done) await cards.control(`/refunds/${done.providerRefundId}/fail`);
              }
              if (step.kind === "retry") {
                const failed = refunds.find((r) => r.status === "failed");
                if (failed) await retryRefund(ada, { refundId: failed.id }).catch(ignore);
              }
              if (step.kind === "deliver") await cards.deliver();
              if (step.kind === "cancel") await cancel(amara, order).catch(ignore);
              if (step.kind === "accept")
                await transact(amara, async (ctx) =>
                  orderFact(ctx, await lockOrder(ctx.tx, order.id), "order.accepted", { by: "client" }),
                ).catch(ignore);
              const now = await getOrder(order.id);
              expect(now.refundedMinor).toBeLessThanOrEqual(now.paidMinor);
            }
            await cards.deliver();
            await expectSound();
            const now = await getOrder(order.id);
            expect(await providerOf(order.id)).toBe(now.paidMinor - now.refundedMinor);
          },
        ),
        { numRuns: 12 },
      );
    },
  );
});

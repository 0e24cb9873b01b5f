import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { deliveredCopy } from "#boot/testing/make-order.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { unholdOrder } from "#app/features/orders/server/holds/unhold-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Order, getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import { lastCutoffAt } from "#app/features/payouts/server/earnings/read-payout-policy.ts";
import { planFor } from "#app/features/payouts/server/earnings/list-earnings.ts";
import { readReconciliation } from "#app/features/backoffice/server/reconciliation/read-reconciliation.ts";
import { reconcileNow } from "#app/features/backoffice/server/reconciliation/record-differences.ts";
import { resolveDifference } from "#app/features/backoffice/server/reconciliation/resolve-difference.ts";
import { readProviderAccount } from "../provider/read-provider-account.ts";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { balanceOf } from "../ledger/post-entry.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { stripe } from "../provider/stripe.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { findFault } from "./find-fault.ts";
import { answerDispute, giveUp, saveStatement, sendEvidence } from "./send-evidence.ts";
import { readDispute } from "./read-dispute.ts";
import { settleDispute } from "./settle-dispute.ts";
import { findMissedDisputes, watchDisputes } from "./watch-disputes.ts";

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
beforeEach(async () => {
  setClock(NOON);
  await cards.control("/webhooks", { copies: 1, order: "any", dropNext: 0 });
});

const amara = personOf("amara");
const jonas = personOf("jonas");
const ada = personOf("ada");
const sam = personOf("sam");

const paidOrder = async (): Promise<Order> => {
  const order = await quotedOrder(amara, 4_000);
  const { url } = await startPayment(amara, { orderId: order.id });
  await payCheckout(url);
  await cards.deliver();
  return getOrder(order.id);
};
/** An order with an editor in a given state, with the columns and the earning it would have. */
const orderAt = async (status: OrderStatus): Promise<Order> => {
  const order = await paidOrder();
  const delivered = status === "delivered" || status === "accepted" || status === "closed";
  await world.db
    .updateTable("orders")
    .set({
      status,
      assignedTo: jonas.uid,
      assignedAt: NOON,
      startedAt: NOON,
      editorDueAt: after(NOON, 5 * DAY),
      ...(delivered ? { submittedAt: NOON, deliveredAt: NOON, autoAcceptAt: after(NOON, 7 * DAY) } : {}),
      ...(status === "accepted" || status === "closed" ? { acceptedAt: NOON } : {}),
    })
    .where("id", "=", order.id)
    .execute();
  if (delivered) {
    await transact(SYSTEM, async (ctx) => {
      const held = await lockOrder(ctx.tx, order.id);
      await orderFact(ctx, held, "order.delivered", { submissionId: "", round: 1, lateMs: 0 });
      if (status !== "delivered") await orderFact(ctx, held, "order.accepted", { by: "client" });
    });
    await drainJobs();
  }
  return getOrder(order.id);
};
const chargeOf = async (order: Order): Promise<string> => {
  const [payment] = await listPaymentsOf(order.id);
  return (await stripe().paymentIntents.retrieve(payment!.paymentIntentId!)).latest_charge as string;
};
const dispute = async (order: Order, kind?: "inquiry"): Promise<string> => {
  const { id } = await cards.control("/disputes", {
    charge: await chargeOf(order),
    reason: "product_not_received",
    ...(kind ? { kind } : {}),
  });
  await cards.deliver();
  return id as string;
};
/** A dispute of an account that settles in euros. */
const disputeInEuros = async (order: Order): Promise<string> => {
  const { id } = await cards.control("/disputes", {
    charge: await chargeOf(order),
    settles: { currency: "eur", rate: 0.92 },
  });
  await cards.deliver();
  return id as string;
};
/** The charge's dispute: a new one, or the one it already has. */
const openAgain = async (charge: string, kind: "dispute" | "inquiry", known: string): Promise<string> => {
  const { id } = await cards.control("/disputes", { charge, ...(kind === "inquiry" ? { kind } : {}) });
  return typeof id === "string" ? id : known;
};
const decide = async (providerId: string, status: "won" | "lost" | "warning_closed", more: object = {}) => {
  await cards.control(`/disputes/${providerId}/close`, { status, ...more });
  await cards.deliver();
};
const rowOf = (orderId: string) =>
  world.db.selectFrom("disputes").selectAll().where("orderId", "=", orderId).executeTakeFirstOrThrow();
const accounts = async (...names: Account[]) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await balanceOf(name)] as const)));
const kinds = async (orderId: string) =>
  (
    await world.db
      .selectFrom("facts")
      .select("kind")
      .where("orderId", "=", orderId)
      .where("kind", "like", "dispute.%")
      .orderBy("seq")
      .execute()
  ).map((f) => f.kind);
const agrees = async () => {
  const { differences, ledgerSumMinor } = await reconcileLedger();
  expect({ differences, ledgerSumMinor }).toEqual({ differences: [], ledgerSumMinor: 0 });
};

describe("a chargeback that the provider settles in another currency", () => {
  /** The differences that reconciliation finds for an order a day later. */
  const named = async (order: Order) => {
    setClock(after(NOON, DAY));
    await readProviderAccount(after(NOON, DAY));
    await reconcileNow(ada);
    const { open } = await readReconciliation(ada);
    setClock(NOON);
    return open.filter((d) => d.orderId === order.id).map((d) => [d.kind, d.amountMinor, d.currency, d.title]);
  };
  const inEuros = (minor: number) => Math.round(minor * 0.92);

  test("stops the order, and reconciliation names the money that isn't in the books", async () => {
    const order = await orderAt("in_progress");
    const before = await accounts("provider", "disputed", "dispute_fees", "unassigned");
    const id = await disputeInEuros(order);
    expect(await getOrder(order.id)).toMatchObject({ status: "disputed", disputedAt: NOON });
    expect(await rowOf(order.id)).toMatchObject({ amountMinor: order.paidMinor, withdrawnMinor: 0, feeMinor: 0 });
    expect(await accounts("provider", "disputed", "dispute_fees", "unassigned")).toEqual(before);
    expect(await named(order)).toEqual([
      [
        "not_booked",
        -inEuros(order.paidMinor) - 1_500,
        "EUR",
        "The card provider settled a dispute in EUR, not in the order's currency",
      ],
    ]);
    await decide(id, "won");
    expect(await getOrder(order.id)).toMatchObject({ status: "in_progress", disputedAt: null, refundedMinor: 0 });
    expect(await accounts("provider", "disputed", "dispute_fees", "unassigned")).toEqual(before);
    expect(
      (await named(order)).map(([kind, minor]) => [kind, minor]).toSorted(([, a], [, b]) => Number(a) - Number(b)),
    ).toEqual([
      ["not_booked", -inEuros(order.paidMinor) - 1_500],
      ["not_booked", inEuros(order.paidMinor)],
    ]);
    await agrees();
  });

  test("lost, is the client's refund in the order's currency, until someone finds where the money is", async () => {
    const order = await orderAt("accepted");
    const before = await accounts("provider", "disputed", "unassigned");
    const id = await disputeInEuros(order);
    await decide(id, "lost");
    expect(await rowOf(order.id)).toMatchObject({ status: "lost" });
    expect(await getOrder(order.id)).toMatchObject({ refundedMinor: order.paidMinor, disputedAt: null });
    expect(await accounts("provider", "disputed", "unassigned")).toEqual({
      ...before,
      unassigned: before["unassigned"]! - order.paidMinor,
    });
    expect(await named(order)).toEqual(
      expect.arrayContaining([
        [
          "not_assigned",
          order.paidMinor,
          "USD",
          "A dispute was lost, and the card provider took the money in another currency",
        ],
      ]),
    );
    const { open } = await readReconciliation(ada);
    const loss = open.find((d) => d.orderId === order.id && d.kind === "not_assigned")!;
    await resolveDifference(ada, { key: loss.key, note: "Taken from the balance in euros", account: "equity" });
    expect(await balanceOf("unassigned")).toBe(before["unassigned"]);
    expect((await named(order)).map(([kind]) => kind)).toEqual(["not_booked"]);
    // The provider reports the same again.
    await watchDisputes(after(NOON, DAY));
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ refundedMinor: order.paidMinor });
    await agrees();
  });
});

describe("a chargeback", () => {
  test("stops the order, freezes its pay, and is booked with its fee; once won, everything is as before", async () => {
    const order = await orderAt("in_progress");
    const before = await accounts("provider", "disputed", "dispute_fees");
    const id = await dispute(order);
    expect(await getOrder(order.id)).toMatchObject({ status: "disputed", heldFrom: "in_progress", disputedAt: NOON });
    expect(await rowOf(order.id)).toMatchObject({
      kind: "chargeback",
      status: "needs_response",
      reason: "product_not_received",
      amountMinor: order.paidMinor,
      withdrawnMinor: order.paidMinor,
      feeMinor: 1_500,
    });
    expect(await accounts("provider", "disputed", "dispute_fees")).toEqual({
      provider: before["provider"]! - order.paidMinor - 1_500,
      disputed: before["disputed"]! + order.paidMinor,
      dispute_fees: before["dispute_fees"]! + 1_500,
    });
    await agrees();
    setClock(after(NOON, 3 * DAY));
    await decide(id, "won", { feeBack: true });
    expect(await getOrder(order.id)).toMatchObject({
      status: "in_progress",
      heldFrom: null,
      disputedAt: null,
      // Every deadline moved by the three days.
      dueAt: after(order.dueAt!, 3 * DAY),
      editorDueAt: after(order.editorDueAt!, 3 * DAY),
    });
    expect(await accounts("provider", "disputed", "dispute_fees")).toEqual(before);
    expect(await kinds(order.id)).toEqual(["dispute.opened", "dispute.won"]);
    await agrees();
  });

  test("that is lost before delivery cancels the order, and pays the editor for the part done", async () => {
    const order = await orderAt("in_progress");
    const before = await accounts("disputed", "tax_payable");
    await decide(await dispute(order), "lost");
    expect(await getOrder(order.id)).toMatchObject({
      status: "refunded",
      disputedAt: null,
      refundedMinor: order.paidMinor,
    });
    const [refund] = await listRefundsOf(order.id);
    expect(refund).toMatchObject({ cause: "chargeback", status: "succeeded", amountMinor: order.paidMinor });
    expect(await accounts("disputed")).toEqual({ disputed: before["disputed"] });
    const documents = await world.db
      .selectFrom("invoices")
      .select("kind")
      .where("orderId", "=", order.id)
      .orderBy("issuedAt")
      .execute();
    expect(documents.map((d) => d.kind).toSorted()).toEqual(["credit_note", "invoice"]);
    await agrees();
  });

  test("that is lost after delivery leaves the editor's pay alone, until an admin finds the editor at fault", async () => {
    const order = await orderAt("delivered");
    const plan = async () =>
      (await planFor(jonas.uid, await lastCutoffAt(after(NOON, 40 * DAY)), after(NOON, 40 * DAY))).grossMinor;
    const earned = async () =>
      world.db
        .selectFrom("earnings")
        .select(["status", "amountMinor"])
        .where("orderId", "=", order.id)
        .executeTakeFirst();
    await decide(await dispute(order), "lost");
    expect(await getOrder(order.id)).toMatchObject({ status: "refunded", disputedAt: null });
    const kept = await earned();
    expect(kept).toMatchObject({ status: "available" });
    expect(await plan()).toBeGreaterThanOrEqual(kept!.amountMinor);
    const { id: disputeId } = await rowOf(order.id);
    const reason = "The second half was not edited at all.";
    await expect(findFault(sam, { disputeId, reason })).rejects.toMatchObject({ kind: "refused" });
    await findFault(ada, { disputeId, reason });
    await drainJobs();
    expect(await earned()).toMatchObject({ status: "reversed", amountMinor: 0 });
    await expect(findFault(ada, { disputeId, reason })).rejects.toMatchObject({ code: "done" });
    await agrees();
  });

  test("keeps what was earned out of payouts until the bank has decided", async () => {
    const order = await orderAt("accepted");
    const later = after(NOON, 40 * DAY);
    const plan = async () => (await planFor(jonas.uid, await lastCutoffAt(later), later)).grossMinor;
    const free = await plan();
    const { amountMinor } = await world.db
      .selectFrom("earnings")
      .select("amountMinor")
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
    const id = await dispute(order);
    expect(await plan()).toBe(free - amountMinor);
    await decide(id, "won");
    expect(await plan()).toBe(free);
    expect(await getOrder(order.id)).toMatchObject({ status: "accepted", disputedAt: null });
  });

  test("that was won and that the bank reopens stops the order again, can be answered again, and is booked", async () => {
    const order = await orderAt("accepted");
    const before = await accounts("provider", "disputed", "dispute_fees");
    const id = await dispute(order);
    const { id: disputeId } = await rowOf(order.id);
    await sendEvidence(ada, { disputeId, statement: "The author thanked us. winning_evidence" });
    await cards.deliver();
    expect(await rowOf(order.id)).toMatchObject({ status: "won", withdrawnMinor: 0 });
    await cards.control(`/disputes/${id}/reverse`);
    await cards.deliver();
    expect(await getOrder(order.id)).toMatchObject({ status: "disputed", disputedAt: NOON });
    expect(await rowOf(order.id)).toMatchObject({
      status: "needs_response",
      withdrawnMinor: order.paidMinor,
      closedAt: null,
      sentAt: null,
    });
    expect((await accounts("disputed"))["disputed"]).toBe(before["disputed"]! + order.paidMinor);
    await sendEvidence(ada, { disputeId, statement: "We are sure of it. losing_evidence" });
    await cards.deliver();
    expect(await rowOf(order.id)).toMatchObject({ status: "lost" });
    expect(await getOrder(order.id)).toMatchObject({ status: "refunded", refundedMinor: order.paidMinor });
    expect(await accounts("provider", "disputed", "dispute_fees")).toEqual({
      provider: before["provider"]! - order.paidMinor - 1_500,
      disputed: before["disputed"],
      dispute_fees: before["dispute_fees"]! + 1_500,
    });
    expect((await kinds(order.id)).filter((kind) => kind !== "dispute.evidence_sent")).toEqual([
      "dispute.opened",
      "dispute.won",
      "dispute.opened",
      "dispute.lost",
    ]);
    await agrees();
  });

  test("isn't reopened by an answer of the provider's that is older than the win", async () => {
    const order = await orderAt("accepted");
    const id = await dispute(order);
    const old = await readDispute(id);
    await decide(id, "won");
    const [payment] = await listPaymentsOf(order.id);
    const settled = await transact(SYSTEM, (ctx) => settleDispute(ctx, { id: payment!.id, orderId: order.id }, old));
    expect(settled).toBe("nothing new");
    expect(await rowOf(order.id)).toMatchObject({ status: "won" });
    expect((await getOrder(order.id)).disputedAt).toBeNull();
  });

  test("whose money comes back after it was lost is income, and the refund stays a refund", async () => {
    const order = await orderAt("closed");
    const before = await accounts("disputed", "other_income");
    const id = await dispute(order);
    await decide(id, "lost");
    await cards.control(`/disputes/${id}/regain`);
    await cards.deliver();
    expect(await rowOf(order.id)).toMatchObject({ status: "lost" });
    expect((await getOrder(order.id)).refundedMinor).toBe(order.paidMinor);
    expect(await accounts("disputed", "other_income")).toEqual({
      disputed: before["disputed"],
      other_income: before["other_income"]! - order.paidMinor,
    });
    await agrees();
  });

  test("over all of a payment that was refunded in part costs us the rest, and nothing stays withheld", async () => {
    const order = await orderAt("closed");
    const [payment] = await listPaymentsOf(order.id);
    const { latest_charge: charge } = await stripe().paymentIntents.retrieve(payment!.paymentIntentId!);
    await stripe().refunds.create({ charge: charge as string, amount: 1_000 });
    await cards.deliver();
    const before = await accounts("disputed", "dispute_fees", "provider");
    const { id } = (await cards.control("/disputes", { charge, whole: true })) as { id: string };
    await cards.deliver();
    await decide(id, "lost");
    expect((await getOrder(order.id)).refundedMinor).toBe(order.paidMinor);
    expect(await accounts("disputed", "dispute_fees", "provider")).toEqual({
      disputed: before["disputed"],
      dispute_fees: before["dispute_fees"]! + 1_500 + 1_000,
      provider: before["provider"]! - order.paidMinor - 1_500,
    });
    await agrees();
  });

  test("of a closed order is recorded and freezes its files, and the order stays closed", async () => {
    const order = await orderAt("closed");
    const id = await dispute(order);
    expect(await getOrder(order.id)).toMatchObject({ status: "closed", disputedAt: NOON });
    await decide(id, "lost");
    expect(await getOrder(order.id)).toMatchObject({
      status: "closed",
      disputedAt: null,
      refundedMinor: order.paidMinor,
    });
    await agrees();
  });

  test("of an order on hold stops it once the hold ends", async () => {
    const order = await orderAt("in_progress");
    await holdOrder(ada, { orderId: order.id, reason: "The author asked for time." });
    const id = await dispute(order);
    expect(await getOrder(order.id)).toMatchObject({ status: "on_hold", heldFrom: "in_progress", disputedAt: NOON });
    const unheldAt = after(NOON, 2 * DAY);
    setClock(unheldAt);
    await unholdOrder(ada, { orderId: order.id });
    await watchDisputes(unheldAt);
    expect(await getOrder(order.id)).toMatchObject({ status: "disputed", heldFrom: "in_progress" });
    setClock(after(NOON, 5 * DAY));
    await decide(id, "won");
    // Two days on hold and three in dispute, each counted once.
    expect(await getOrder(order.id)).toMatchObject({ status: "in_progress", dueAt: after(order.dueAt!, 5 * DAY) });
  });

  test("is the same no matter how often and in which order its events arrive", async () => {
    await cards.control("/webhooks", { copies: 3, order: "reversed" });
    const order = await orderAt("accepted");
    const { id } = await cards.control("/disputes", { charge: await chargeOf(order) });
    await cards.control(`/disputes/${id as string}/close`, { status: "won" });
    await cards.deliver();
    expect(await kinds(order.id)).toEqual(["dispute.opened", "dispute.won"]);
    expect(await rowOf(order.id)).toMatchObject({ status: "won", withdrawnMinor: 0, feeMinor: 1_500 });
    await agrees();
  });

  test("that arrives with the payment itself, with its events before the payment's, still stops the order", async () => {
    await cards.control("/webhooks", { order: "reversed" });
    const quoted = await quotedOrder(amara, 4_000);
    const { url } = await startPayment(amara, { orderId: quoted.id });
    await payCheckout(url, "4000000000002685");
    await cards.deliver();
    expect(await getOrder(quoted.id)).toMatchObject({
      status: "disputed",
      heldFrom: "paid",
      paidMinor: quoted.totalMinor,
    });
    expect(await kinds(quoted.id)).toEqual(["dispute.opened"]);
    await agrees();
  });

  test("whose events never came is found by asking the provider", async () => {
    const order = await orderAt("accepted");
    await cards.control("/webhooks", { dropNext: 100 });
    await cards.control("/disputes", { charge: await chargeOf(order) });
    await cards.deliver();
    expect(await kinds(order.id)).toEqual([]);
    // The sandbox uses the real time.
    expect(await findMissedDisputes(new Date())).toBe(1);
    expect(await findMissedDisputes(new Date())).toBe(0);
    expect((await getOrder(order.id)).status).toBe("disputed");
  });

  test("reminds admins three days and one day before the deadline, once each", async () => {
    const order = await orderAt("accepted");
    await dispute(order);
    const { evidenceDueAt, checkedAt } = await rowOf(order.id);
    expect(checkedAt).toEqual(NOON);
    for (const before of [5 * DAY, 3 * DAY, 2 * DAY, DAY, HOUR]) {
      setClock(after(evidenceDueAt!, -before));
      await watchDisputes(after(evidenceDueAt!, -before));
      await watchDisputes(after(evidenceDueAt!, -before));
    }
    expect((await kinds(order.id)).filter((kind) => kind === "dispute.reminded")).toHaveLength(2);
  });
});

describe("the evidence", () => {
  const statement = "The author downloaded the edited copy twice and thanked us for it. winning_evidence";

  test("is sent once, with a PDF of the order's facts, and can win the dispute", async () => {
    const order = await orderAt("accepted");
    const providerId = await dispute(order);
    const { id: disputeId } = await rowOf(order.id);
    await expect(sendEvidence(ada, { disputeId, statement: "No." })).rejects.toMatchObject({ kind: "invalid" });
    for (const actor of [sam, amara, jonas])
      await expect(sendEvidence(actor, { disputeId, statement })).rejects.toMatchObject({ kind: "refused" });
    await saveStatement(ada, { disputeId, statement: "A draft" });
    expect(await rowOf(order.id)).toMatchObject({ statement: "A draft", sendingAt: null });
    const twice = await Promise.allSettled([
      sendEvidence(ada, { disputeId, statement }),
      sendEvidence(ada, { disputeId, statement }),
    ]);
    expect(twice.map((it) => it.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await cards.deliver();
    expect(await rowOf(order.id)).toMatchObject({ status: "won", sentBy: ada.uid, sentAt: NOON, failure: null });
    expect(await kinds(order.id)).toEqual(["dispute.opened", "dispute.evidence_sent", "dispute.won"]);
    const { evidence } = await stripe().disputes.retrieve(providerId);
    expect(evidence).toMatchObject({
      uncategorized_text: statement,
      customer_email_address: expect.stringContaining("@"),
    });
    const sent = await fetch(`${cards.sandbox.url}/_control/files/${evidence.uncategorized_file as string}`);
    const pdf = Buffer.from(await sent.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(pdf.length).toBeGreaterThan(5_000);
    // A repeated job has nothing left to send.
    await answerDispute(disputeId);
    expect(await kinds(order.id)).toHaveLength(3);
    await expect(giveUp(ada, { disputeId })).rejects.toMatchObject({ code: "answered" });
  });

  test("that the provider refuses is reported to admins and can be sent again", async () => {
    const order = await orderAt("accepted");
    const providerId = await dispute(order);
    const { id: disputeId } = await rowOf(order.id);
    await world.db
      .updateTable("disputes")
      .set({ providerDisputeId: "du_unknown" })
      .where("id", "=", disputeId)
      .execute();
    await sendEvidence(ada, { disputeId, statement });
    await drainJobs();
    expect(await rowOf(order.id)).toMatchObject({
      failure: expect.stringContaining("No such dispute"),
      sendingAt: null,
    });
    expect(await kinds(order.id)).toEqual(["dispute.opened", "dispute.evidence_failed"]);
    await world.db.updateTable("disputes").set({ providerDisputeId: providerId }).where("id", "=", disputeId).execute();
    await sendEvidence(ada, { disputeId, statement });
    await cards.deliver();
    expect(await rowOf(order.id)).toMatchObject({ status: "won", failure: null });
  });

  test("is refused after the deadline; a loss can be accepted instead of answering", async () => {
    const order = await orderAt("accepted");
    await dispute(order);
    const { id: disputeId, evidenceDueAt } = await rowOf(order.id);
    setClock(evidenceDueAt!);
    await expect(sendEvidence(ada, { disputeId, statement })).rejects.toMatchObject({ code: "too_late" });
    setClock(NOON);
    await giveUp(ada, { disputeId });
    await cards.deliver();
    expect(await rowOf(order.id)).toMatchObject({ status: "lost", givenUpBy: ada.uid });
    await agrees();
  });
});

test("a client whose payment is disputed can't open the edited files, the editor can", async () => {
  const { orderId, fileId } = await deliveredCopy();
  const frozen = (at: Date | null) =>
    world.db.updateTable("orders").set({ disputedAt: at }).where("id", "=", orderId).execute();
  await frozen(NOON);
  await expect(fileFor(amara, fileId)).rejects.toMatchObject({ code: "disputed" });
  expect((await fileFor(jonas, fileId)).file.id).toBe(fileId);
  await frozen(null);
  expect((await fileFor(amara, fileId)).file.id).toBe(fileId);
});

test("an inquiry withholds nothing and stops nothing until it becomes a chargeback", async () => {
  const order = await orderAt("in_progress");
  const id = await dispute(order, "inquiry");
  expect(await getOrder(order.id)).toMatchObject({ status: "in_progress", disputedAt: null });
  expect(await rowOf(order.id)).toMatchObject({ kind: "inquiry", withdrawnMinor: 0, feeMinor: 0 });
  await cards.control(`/disputes/${id}/escalate`);
  await cards.deliver();
  expect(await getOrder(order.id)).toMatchObject({ status: "disputed" });
  expect(await kinds(order.id)).toEqual(["dispute.opened", "dispute.opened"]);
  const other = await orderAt("accepted");
  await decide(await dispute(other, "inquiry"), "warning_closed");
  expect(await kinds(other.id)).toEqual(["dispute.opened", "dispute.closed"]);
  await agrees();
});

test("a fraud warning is reported to admins once, and a refund made at the provider is booked here", async () => {
  await cards.control("/webhooks", { copies: 2 });
  const order = await paidOrder();
  await cards.control("/fraud-warnings", { charge: await chargeOf(order) });
  await cards.deliver();
  const warned = await world.db
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", order.id)
    .where("kind", "=", "payment.fraud_warned")
    .execute();
  expect(warned).toHaveLength(1);
  await stripe().refunds.create({ charge: await chargeOf(order), amount: 1_000 });
  await cards.deliver();
  expect(await listRefundsOf(order.id)).toMatchObject([
    { cause: "provider-dashboard", amountMinor: 1_000, status: "succeeded" },
  ]);
  expect((await getOrder(order.id)).refundedMinor).toBe(1_000);
  await stripe().refunds.create({ charge: await chargeOf(order) });
  await cards.deliver();
  expect((await getOrder(order.id)).refundedMinor).toBe(order.paidMinor);
  await agrees();
});

test(
  "any sequence of disputes, refunds and events leaves the ledger and the provider in agreement",
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<OrderStatus>("paid", "in_progress", "delivered", "accepted", "closed"),
        fc.array(
          fc.constantFrom("refund", "dispute", "inquiry", "escalate", "win", "lose", "reverse", "regain", "later"),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.record({ copies: fc.integer({ min: 1, max: 2 }), order: fc.constantFrom("any", "reversed") }),
        async (status, steps, webhooks) => {
          await cards.control("/webhooks", webhooks);
          const order = status === "paid" ? await paidOrder() : await orderAt(status);
          const charge = await chargeOf(order);
          let id = "";
          const ignore = () => {};
          for (const step of steps) {
            if (step === "later") await cards.deliver();
            else if (step === "refund") await stripe().refunds.create({ charge, amount: 700 }).catch(ignore);
            else if (step === "dispute" || step === "inquiry") id = await openAgain(charge, step, id);
            else if (id === "") continue;
            else if (step === "reverse" || step === "regain") await cards.control(`/disputes/${id}/${step}`);
            else if (step === "escalate") await cards.control(`/disputes/${id}/escalate`);
            else await cards.control(`/disputes/${id}/close`, { status: step === "win" ? "won" : "lost" });
          }
          await cards.deliver();
          await agrees();
          const { data: list } = await stripe().disputes.list({ charge });
          const refunded = (await stripe().charges.retrieve(charge)).amount_refunded;
          const moved = list.flatMap((d) => d.balance_transactions).reduce((sum, t) => sum + t.net, 0);
          const { rows } = await sql<{ at: number; withheld: number }>`
          select coalesce(sum(l."amountMinor") filter (where l.account = 'provider'), 0)::bigint as at,
            coalesce(sum(l."amountMinor") filter (where l.account = 'disputed'), 0)::bigint as withheld
            from journal_lines l join journal_entries e on e.id = l."entryId"
          where e."orderId" = ${order.id}`.execute(world.db);
          const paid = (await stripe().charges.retrieve(charge)).balance_transaction as string;
          const { fee } = await stripe().balanceTransactions.retrieve(paid);
          expect(rows[0]!.at).toBe(order.paidMinor - fee - refunded + moved);
          // Withheld money is on this account while a chargeback is open, and never less than zero.
          const open = list.filter((d) => d.status === "needs_response" || d.status === "under_review");
          expect(rows[0]!.withheld).toBe(open.reduce((sum, d) => sum + d.amount, 0));
        },
      ),
      { ...tries(60) },
    );
  },
);

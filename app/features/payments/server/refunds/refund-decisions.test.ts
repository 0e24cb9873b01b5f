import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { refundAsSeen } from "#boot/testing/refund-as-seen.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { type Order, getOrder } from "#app/features/orders/server/views/find-order.ts";
import { earnPending, earnRefunded } from "#app/features/payouts/server/earnings/earn-order.ts";
import { getAttachmentFile } from "#app/features/messages/server/attachment-endpoints.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import { ownBalances } from "../balance/own-balance.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { readCredit } from "../courtesy/read-credit.ts";
import { stripe } from "../provider/stripe.ts";
import { approveRefund } from "./approve-refund.ts";
import { declineProblem } from "../problems/decline-problem.ts";
import { declineRefund } from "./decline-refund.ts";
import { listRefundsOf } from "./find-refund.ts";
import { listRefundRequests } from "./list-refund-requests.ts";
import { orderRedo } from "./order-redo.ts";
import { proposeRefund } from "./propose-refund.ts";
import { readOwnProblem } from "../problems/read-own-problem.ts";
import { readRefundDesk } from "./read-refund-desk.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { reportProblem, sendProblem } from "../problems/report-problem.ts";
import { startPayment } from "../checkout/start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const [ada, ben, sam, mei] = [personOf("ada"), personOf("ben"), personOf("sam"), personOf("mei")];
const WRONG = "The whole discussion section on page 12 was left as it was.";

const deliveredOrder = async (words: number, status: OrderStatus = "delivered"): Promise<Order> => {
  const order = await quotedOrder(amara, words);
  await payCheckout((await startPayment(amara, { orderId: order.id })).url);
  await cards.deliver();
  await world.db
    .updateTable("orders")
    .set({ status, assignedTo: personOf("jonas").uid, assignedAt: NOON, submittedAt: NOON, deliveredAt: NOON })
    .where("id", "=", order.id)
    .execute();
  return getOrder(order.id);
};
const refusal = (doing: Promise<unknown>): Promise<Problem> =>
  doing.then(
    () => {
      throw new Error("It was not refused");
    },
    (error) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );
const noDifferences = async () => expect(await reconcileLedger()).toMatchObject({ differences: [], ledgerSumMinor: 0 });

test("a report is followed from the client's words to a refund of half, and the ledger agrees", async () => {
  const order = await deliveredOrder(5_000);
  expect(await refusal(reportProblem(mei, { orderId: order.id, what: WRONG }))).toMatchObject({ kind: "not-found" });
  expect(await refusal(reportProblem(amara, { orderId: order.id, what: "Bad." }))).toMatchObject({ kind: "invalid" });
  const twice = await Promise.allSettled([
    reportProblem(amara, { orderId: order.id, what: WRONG }),
    reportProblem(amara, { orderId: order.id, what: WRONG }),
  ]);
  expect(twice.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  await drainJobs();
  expect((await getOrder(order.id)).helpAskedAt).not.toBeNull();
  const own = await readOwnProblem(amara, order.id);
  // Saturday noon: two business days end on Tuesday.
  expect(own).toMatchObject({
    mayReport: false,
    quality: { minorBp: 5_000, majorBp: 10_000 },
    latest: { status: "open", dueAt: "2026-11-24T12:00:00.000Z" },
  });

  const desk = await readRefundDesk(sam, order.id);
  const [minor, major] = desk.options;
  expect(minor).toMatchObject({ cause: "quality-minor", amountMinor: order.paidMinor / 2, needs: "support" });
  expect(major).toMatchObject({ cause: "quality-major", amountMinor: order.paidMinor, needs: "admin" });
  const refund = (amountMinor: number) =>
    proposeRefund(sam, {
      orderId: order.id,
      cause: "quality-minor",
      amountMinor,
      seenRefundedMinor: desk.refundedMinor,
      reason: "Section left out.",
    });
  expect(await refusal(refund(minor!.amountMinor + 1))).toMatchObject({ code: "amount_changed" });
  const both = await Promise.allSettled([refund(minor!.amountMinor), refund(minor!.amountMinor)]);
  expect(both.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  await cards.deliver();
  expect((await getOrder(order.id)).refundedMinor).toBe(order.paidMinor / 2);
  expect(await readOwnProblem(amara, order.id)).toMatchObject({ mayReport: true, latest: { status: "refunded" } });
  await noDifferences();
});

test("two people who both see an unrefunded order don't both refund it: the second one learns who did and confirms again", async () => {
  const order = await deliveredOrder(5_000);
  const seenRefundedMinor = (await readRefundDesk(sam, order.id)).refundedMinor;
  const refund = { orderId: order.id, cause: "goodwill", amountMinor: 900, reason: "A long wait." } as const;
  const twice = await Promise.allSettled([ada, sam].map((who) => proposeRefund(who, { ...refund, seenRefundedMinor })));
  expect(twice.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  const [first, second] = twice[0]!.status === "fulfilled" ? [ada, sam] : [sam, ada];
  const name = first === ada ? "Ada Lindqvist" : "Sam Okafor";
  expect(await refusal(proposeRefund(second, { ...refund, seenRefundedMinor }))).toMatchObject({
    code: "refunded_since",
    message: `${name} refunded $9.00 for this order after you opened the page.`,
    advice: expect.stringContaining("$141.00 is left."),
  });
  // With another cause as well: what was given as goodwill doesn't lower it.
  expect(
    await refusal(
      proposeRefund(second, { ...refund, cause: "quality-minor", amountMinor: order.paidMinor / 2, seenRefundedMinor }),
    ),
  ).toMatchObject({ code: "refunded_since" });
  await cards.deliver();
  expect((await getOrder(order.id)).refundedMinor).toBe(900);
  expect(await refundAsSeen(second, refund)).toMatchObject({ done: true });
  await cards.deliver();
  expect((await getOrder(order.id)).refundedMinor).toBe(1_800);
  await noDifferences();
});

test("above support's limit an admin decides, and earlier decisions count", async () => {
  const order = await deliveredOrder(5_000, "closed");
  const give = (amountMinor: number) =>
    refundAsSeen(sam, { orderId: order.id, cause: "goodwill", amountMinor, reason: "A long wait." });
  expect(await give(5_000)).toMatchObject({ done: true });
  const more = await give(2_600);
  expect(more, "together more than half").toMatchObject({ done: false, needs: "admin" });
  expect(await refusal(give(100))).toMatchObject({ code: "pending" });
  const [request] = (await listRefundRequests(ada)).requests.filter((r) => r.orderId === order.id);
  expect(await refusal(listRefundRequests(sam))).toMatchObject({ kind: "refused" });
  expect(await refusal(approveRefund(sam, { requestId: request!.id }))).toMatchObject({ kind: "refused" });
  const both = await Promise.allSettled([
    approveRefund(ada, { requestId: request!.id }),
    approveRefund(ben, { requestId: request!.id }),
  ]);
  expect(both.filter((it) => it.status === "fulfilled")).toHaveLength(1);
  await cards.deliver();
  const after7600 = await getOrder(order.id);
  expect(after7600).toMatchObject({ refundedMinor: 7_600, status: "closed" });
  expect(await refusal(give(order.paidMinor))).toMatchObject({ kind: "invalid", code: "amount" });
  await noDifferences();
});

test("above the configured sum two admins agree, and never one twice", async () => {
  const order = await deliveredOrder(30_000);
  expect(order.paidMinor).toBeGreaterThan(50_000);
  const asked = await refundAsSeen(ada, {
    orderId: order.id,
    cause: "quality-major",
    amountMinor: order.paidMinor,
    reason: "Nothing was edited.",
  });
  expect(asked).toMatchObject({ done: false, needs: "two admins" });
  const [request] = (await listRefundRequests(ben)).requests.filter((r) => r.orderId === order.id);
  expect(request).toMatchObject({ needsTwo: true, firstApprover: ada.displayName });
  expect(await refusal(approveRefund(ada, { requestId: request!.id }))).toMatchObject({ code: "same_admin" });
  expect(await listRefundsOf(order.id)).toEqual([]);
  expect(await approveRefund(ben, { requestId: request!.id })).toEqual({ done: true });
  await cards.deliver();
  expect(await getOrder(order.id)).toMatchObject({ refundedMinor: order.paidMinor, status: "refunded" });
  await noDifferences();
});

test("a refund proposed by support and needing two admins waits for both", async () => {
  const order = await deliveredOrder(30_000);
  await refundAsSeen(sam, {
    orderId: order.id,
    cause: "goodwill",
    amountMinor: 50_001,
    reason: "Asked by the dean.",
  });
  const [request] = (await listRefundRequests(ada)).requests.filter((r) => r.orderId === order.id);
  expect(await approveRefund(ada, { requestId: request!.id })).toEqual({ done: false });
  expect(await refusal(declineRefund(ben, { requestId: request!.id, note: "" }))).toMatchObject({ kind: "invalid" });
  await declineRefund(ben, { requestId: request!.id, note: "Too much for a gesture." });
  expect(await refusal(approveRefund(ben, { requestId: request!.id }))).toMatchObject({ code: "decided" });
  expect(await listRefundsOf(order.id)).toEqual([]);
});

test("a redo gives the editor 48 hours and doesn't use up a free revision", async () => {
  const order = await deliveredOrder(5_000);
  await reportProblem(amara, { orderId: order.id, what: WRONG });
  const problemId = (await readRefundDesk(sam, order.id)).problems[0]!.id;
  expect(await refusal(orderRedo(amara, { problemId, note: "Edit page 12 again." }))).toMatchObject({
    kind: "refused",
  });
  await orderRedo(sam, { problemId, note: "Edit page 12 again." });
  const redone = await getOrder(order.id);
  expect(redone).toMatchObject({ status: "revision_requested", revisionsUsed: 0, revisionNote: "Edit page 12 again." });
  expect(redone.revisionDueAt).toEqual(after(NOON, 48 * HOUR));
  expect(await refusal(orderRedo(sam, { problemId, note: "Edit page 12 again." }))).toMatchObject({ code: "decided" });
  await declineProblem(sam, { problemId, note: "The new version has every edit asked for." });
  expect(await readOwnProblem(amara, order.id)).toMatchObject({ latest: { status: "declined" } });
});

test("a closed order can't be redone, and can be refunded", async () => {
  const order = await deliveredOrder(5_000, "closed");
  setClock(after(NOON, 60 * DAY));
  await reportProblem(amara, { orderId: order.id, what: WRONG });
  const desk = await readRefundDesk(ada, order.id);
  expect(desk.mayRedo).toBe(false);
  const problemId = desk.problems[0]!.id;
  expect(await refusal(orderRedo(ada, { problemId, note: "Edit page 12 again." }))).toMatchObject({
    code: "not_redoable",
  });
  expect(
    await refundAsSeen(ada, {
      orderId: order.id,
      cause: "quality-major",
      amountMinor: order.paidMinor,
      reason: "The text wasn't edited.",
    }),
  ).toMatchObject({ done: true });
  await cards.deliver();
  expect(await getOrder(order.id)).toMatchObject({ refundedMinor: order.paidMinor, status: "closed" });
  await noDifferences();
});

test("a refund is taken on the balance, with credit on top, once, and not twice with the bank's help", async () => {
  const order = await deliveredOrder(5_000);
  const before = (await ownBalances(amara.uid))[0]?.balanceMinor ?? 0;
  const creditBefore = (await readCredit(amara.uid))[0]?.balanceMinor ?? 0;
  expect((await readOwnProblem(amara, order.id))!.bonusBp).toBe(500);
  await reportProblem(amara, { orderId: order.id, what: WRONG, refundTo: "balance" });
  expect((await readRefundDesk(sam, order.id)).problems[0]).toMatchObject({ refundTo: "balance" });
  await refundAsSeen(ada, {
    orderId: order.id,
    cause: "quality-major",
    amountMinor: order.paidMinor,
    reason: "Nothing was edited.",
  });
  await cards.deliver();
  const [refund] = await listRefundsOf(order.id);
  expect(refund).toMatchObject({ toBalance: true, status: "succeeded", amountMinor: order.paidMinor });
  const [own] = await ownBalances(amara.uid);
  expect(own!.balanceMinor - before).toBe(order.paidMinor);
  const [credit] = await readCredit(amara.uid);
  expect(credit!.balanceMinor - creditBefore).toBe(Math.floor(order.paidMinor / 20));
  expect((await readOwnProblem(amara, order.id))!.bonusBp).toBeNull();
  await noDifferences();

  // The client has the bank return the payment as well: it's off the balance again.
  const [payment] = await listPaymentsOf(order.id);
  const charge = (await stripe().paymentIntents.retrieve(payment!.paymentIntentId!)).latest_charge;
  const { id } = await cards.control("/disputes", { charge, whole: true });
  await cards.control(`/disputes/${String(id)}/close`, { status: "lost" });
  await cards.deliver();
  expect((await ownBalances(amara.uid))[0]!.balanceMinor).toBe(before);
  await noDifferences();
});

test("up to three files go with a report, for its author and staff only, and none stay after a refusal", async () => {
  const order = await deliveredOrder(5_000);
  const form = (...names: string[]) => {
    const it = new FormData();
    for (const name of names) it.append("files", new File([`What ${name} shows.`], name, { type: "text/plain" }));
    return it;
  };
  const send = (what: string, ...names: string[]) => sendProblem(amara, { orderId: order.id, what }, form(...names));
  const kept = () => world.db.selectFrom("attachments").select("id").where("removedAt", "is", null).execute();
  const before = (await kept()).length;
  expect(await refusal(send(WRONG, "1.txt", "2.txt", "3.txt", "4.txt"))).toMatchObject({
    code: "too_many_files",
    fields: { files: "You can attach up to 3 files to a report." },
  });
  expect(await refusal(send("Bad.", "1.txt"))).toMatchObject({ kind: "invalid" });
  expect(await kept()).toHaveLength(before);
  await send(WRONG, "1.txt", "2.txt", "3.txt");
  const own = (await readOwnProblem(amara, order.id))!.latest!.files;
  expect(own.map((f) => f.name)).toEqual(["1.txt", "2.txt", "3.txt"]);
  expect((await readRefundDesk(sam, order.id)).problems[0]!.files).toEqual(own);
  const open = getAttachmentFile(
    () => null,
    async () => false,
  );
  const read = (actor: typeof amara) =>
    open(new Request("http://localhost:3000/"), { actor, params: { id: own[0]!.id } }).then(
      (response) => response.text(),
      (error: Problem) => error.kind,
    );
  expect(await Promise.all([amara, sam, ada].map(read))).toEqual(Array(3).fill("What 1.txt shows."));
  // The editor can open the order, but not the report on their work.
  expect(await Promise.all([personOf("jonas"), mei].map(read))).toEqual(["not-found", "not-found"]);
  // Somebody else's unsent file can't be attached.
  const theirs = await storeAttachment({ uid: mei.uid }, { name: "m.txt", bytes: new TextEncoder().encode("Mine.") });
  const other = await deliveredOrder(5_000);
  expect(
    await refusal(reportProblem(amara, { orderId: other.id, what: WRONG, attachmentIds: [theirs.id] })),
  ).toMatchObject({ code: "attachment" });
});

test("after a full refund the editor's pending earning becomes payable, once", async () => {
  const order = await deliveredOrder(5_000);
  const jonas = personOf("jonas");
  const fact = { kind: "order.delivered", orderId: order.id, data: {} } as unknown as Fact;
  await earnPending(fact);
  const earning = () =>
    world.db
      .selectFrom("earnings")
      .select(["status", "amountMinor", "availableAt"])
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
  const { amountMinor } = await earning();
  expect(await earning()).toMatchObject({ status: "pending", availableAt: null });
  await refundAsSeen(ada, {
    orderId: order.id,
    cause: "quality-major",
    amountMinor: order.paidMinor,
    reason: "Nothing was edited.",
  });
  await cards.deliver();
  await drainJobs();
  expect(await getOrder(order.id)).toMatchObject({ status: "refunded" });
  expect(await earning()).toEqual({ status: "available", amountMinor, availableAt: NOON });
  // The job runs again: nothing changes.
  await Promise.all([1, 2].map(() => earnRefunded({ ...fact, kind: "order.refunded" } as Fact)));
  const told = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "earning.available")
    .where("orderId", "=", order.id)
    .execute();
  expect(told.map((f) => f.data)).toMatchObject([{ editorId: jonas.uid, amountMinor }]);
  const entries = await world.db
    .selectFrom("journal_entries")
    .select("kind")
    .where("orderId", "=", order.id)
    .where("causeType", "=", "earning")
    .orderBy("seq")
    .execute();
  expect(entries).toHaveLength(2);
  await noDifferences();
});

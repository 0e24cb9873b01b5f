import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { balanceOf } from "#app/features/payments/server/ledger/post-entry.ts";
import { ownClaimsOf } from "#app/features/payments/server/problems/read-own-problem.ts";
import { findPayment, listPaymentsOf } from "#app/features/payments/server/checkout/find-payment.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { approveRun } from "#app/features/payouts/server/runs/approve-run.ts";
import { ownPayOf } from "#app/features/payouts/server/earnings/find-own-pay.ts";
import { prepareRun } from "#app/features/payouts/server/runs/prepare-run.ts";
import { sendRun } from "#app/features/payouts/server/runs/send-run.ts";
import { markPaid, markReturned } from "#app/features/payouts/server/runs/settle-payout.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { camtStatement } from "../../testing/camt-statement.ts";
import { importStatement } from "../reconciliation/import-statement.ts";
import { readOpenBook } from "./read-open-book.ts";

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

const [amara, mei, jonas] = [personOf("amara"), personOf("mei"), personOf("jonas")];
const [ada, ben, sam] = [personOf("ada"), personOf("ben"), personOf("sam")];

const paid = async (): Promise<string> => {
  const { id } = await quotedOrder(amara, 6_000);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  return id;
};
const delivered = async (id: string) => {
  await world.db
    .updateTable("orders")
    .set({ status: "delivered", assignedTo: jonas.uid, assignedAt: NOON, submittedAt: NOON, deliveredAt: NOON })
    .where("id", "=", id)
    .execute();
  await transact(SYSTEM, async (ctx) => {
    await orderFact(ctx, await lockOrder(ctx.tx, id), "order.delivered", { submissionId: "", round: 1, lateMs: 0 });
  });
  await drainJobs();
};
const accepted = async (id: string) => {
  await world.db.updateTable("orders").set({ status: "accepted", acceptedAt: NOON }).where("id", "=", id).execute();
  await transact(SYSTEM, async (ctx) => {
    await orderFact(ctx, await lockOrder(ctx.tx, id), "order.accepted", { by: "client" });
  });
  await drainJobs();
};
const steps = async (id: string) => {
  const book = await readOpenBook(ada, id);
  const shown = (chains: typeof book.moneyIn) =>
    chains.flatMap((c) => c.steps.map((s) => `${s.what}: ${s.state}${s.waits ? ` (${s.waits.says})` : ""}`));
  return { book, in: shown(book.moneyIn), out: shown(book.moneyOut) };
};
let opening = 100_000;
let statements = 0;
const statement = async (minor: number, about: { text: string; reference?: string }) => {
  const { text, closingMinor } = camtStatement({
    id: `S${(statements += 1)}`,
    // The card provider's double stamps real time, and a payout arrives around its own day.
    day: dayOf(new Date()),
    openingMinor: opening,
    lines: [{ minor, ...about }],
  });
  opening = closingMinor;
  await importStatement(ada, { fileName: "november.xml", text });
};

test("the first statement without balances needs the opening balance, typed by a person", async () => {
  const text = "Date,Amount,Description\n2026-11-21,-5.00,Account fee";
  for (const typed of ["", "much"])
    await expect(
      importStatement(ada, { fileName: "bank.csv", text, account: "DE89", opening: typed }),
    ).rejects.toMatchObject({
      code: "opening",
    });
  expect(await balanceOf("bank")).toBe(0);
  await importStatement(ada, { fileName: "bank.csv", text, account: "DE89", opening: "1,005.00" });
  expect([await balanceOf("bank"), await balanceOf("equity")]).toEqual([opening, -100_500]);
});

test("follows a payment to the bank line, and shows at each step what it's waiting for", async () => {
  const id = await paid();
  expect((await steps(id)).in).toEqual([
    "Paid: done",
    "Card fee: done",
    "Provider's payout: waiting (The card provider can pay it out from)",
  ]);
  await cards.control("/balance/available");
  const payout = (await cards.control("/payouts")) as { id: string; amount: number };
  await cards.deliver();
  setClock(after(new Date(), DAY / 2));
  await readProviderAccount(NOON);
  expect((await steps(id)).in.slice(2)).toEqual([
    "Provider's payout: done",
    "Bank line: waiting (On its way to our bank, due)",
  ]);
  await cards.control(`/payouts/${payout.id}/arrive`);
  await cards.deliver();
  await statement(payout.amount, { text: `STRIPE ${payout.id}` });
  const { book, in: arrived } = await steps(id);
  expect(arrived).toEqual(["Paid: done", "Card fee: done", "Provider's payout: done", "Bank line: done"]);
  // Each step names the entry it was booked with, and the journal has it.
  const keys = book.moneyIn[0]!.steps.map((s) => s.entries);
  expect(keys.map((k) => k.length)).toEqual([1, 1, 1, 1]);
  expect(keys.flat().every((key) => book.journal.some((l) => l.key === key))).toBe(true);
  expect(book.journal.reduce((sum, l) => sum + l.amountMinor, 0)).toBe(0);
  const [payment] = await listPaymentsOf(id);
  expect(book.sums).toMatchObject({
    paidMinor: payment!.amountMinor,
    refundedMinor: 0,
    leftMinor: payment!.amountMinor - book.sums.feesMinor,
  });
  expect(book.sums.feesMinor).toBeGreaterThan(0);
});

test("follows an earning through a payout that came back to the one that was paid, and to both bank lines", async () => {
  setClock(NOON);
  const id = await paid();
  await delivered(id);
  expect((await steps(id)).out).toEqual([
    "Earned: done",
    "Payable: waiting (Waiting for the author to accept the delivery.)",
  ]);
  expect(await ownPayOf(jonas, id)).toMatchObject([{ status: "pending", availableAt: null, payouts: [] }]);
  await accepted(id);
  expect((await steps(id)).out.at(-1)).toBe("Payout: waiting (Waiting for a payout run. The next cut-off is on)");

  const run = async (
    at: string,
  ): Promise<{ runId: string; payoutId: string; endToEndId: string; amountMinor: number }> => {
    setClock(new Date(at));
    const { runId } = await prepareRun(ada, {});
    expect((await steps(id)).out.at(-1)).toBe(
      "Sent to the bank: waiting (Waiting for a second admin to approve the run.)",
    );
    await approveRun(ben, { runId });
    expect((await steps(id)).out.at(-1)).toBe(
      "Sent to the bank: waiting (Waiting for an admin to download the bank file.)",
    );
    await sendRun(ada, { runId });
    const row = await world.db.selectFrom("payouts").selectAll().where("runId", "=", runId).executeTakeFirstOrThrow();
    return { ...row, payoutId: row.id };
  };
  const first = await run("2026-12-17T09:00:00Z");
  await markReturned(ada, { payoutId: first.payoutId, how: "returned", code: "MS03" });
  await statement(-first.amountMinor, { text: "out", reference: first.endToEndId });
  expect((await steps(id)).out.slice(-3)).toEqual([
    "Bank line: done",
    "Bank line: waiting (Waiting for the bank statement of)",
    "Next payout: waiting (Waiting for a payout run. The next cut-off is on)",
  ]);
  await statement(first.amountMinor, { text: "back", reference: first.endToEndId });
  await world.db.updateTable("bank_details").set({ refusedAt: null, refusedCode: null }).execute();
  const second = await run("2027-01-04T09:00:00Z");
  await markPaid(ada, { payoutId: second.payoutId });
  await statement(-second.amountMinor, { text: "out", reference: second.endToEndId });
  const { book, out } = await steps(id);
  expect(out).toEqual([
    "Earned: done",
    "Payable: done",
    "Payout: done",
    "Sent to the bank: done",
    "Returned by the bank: late",
    "Bank line: done",
    "Bank line: done",
    "Payout: done",
    "Sent to the bank: done",
    "Paid by the bank: done",
    "Bank line: done",
  ]);
  const [chain] = book.moneyOut;
  const moved = chain!.steps.filter((s) => s.what === "Bank line").map((s) => s.amountMinor);
  expect(moved).toEqual([-first.amountMinor, first.amountMinor, -second.amountMinor]);
  const keys = chain!.steps.flatMap((s) => s.entries);
  expect(keys.filter((key) => !book.journal.some((l) => l.key === key))).toEqual([]);
  // The editor sees their own side of it: what was sent, came back, and was paid.
  const [own] = await ownPayOf(jonas, id);
  expect(own).toMatchObject({ status: "paid", amountMinor: -chain!.amountMinor });
  expect(own!.payouts.map((p) => [p.status, p.returnCode, p.invoice !== null])).toEqual([
    ["returned", "MS03", true],
    ["paid", null, true],
  ]);
});

test("shows refunds and disputes with what the bank withheld, and the client their payment without our fees", async () => {
  setClock(NOON);
  const id = await paid();
  const [payment] = await listPaymentsOf(id);
  const charge = (await stripe().paymentIntents.retrieve((await findPayment(payment!.id))!.paymentIntentId!))
    .latest_charge as string;
  await cards.control("/disputes", { charge, reason: "fraudulent" });
  await cards.deliver();
  await readProviderAccount(NOON);
  const open = await steps(id);
  expect(open.in).toContain("Dispute: waiting (Waiting for our evidence.)");
  expect(open.in).toContain("Withheld: done");
  expect(open.book.sums.withheldMinor).toBe(payment!.amountMinor);
  const row = await world.db.selectFrom("disputes").selectAll().where("orderId", "=", id).executeTakeFirstOrThrow();
  await cards.control(`/disputes/${row.providerDisputeId}/close`, { status: "lost" });
  await cards.deliver();
  const { book, in: lost } = await steps(id);
  expect(lost).toContain("Dispute: late");
  expect(lost).toContain("Refund: done");
  expect(book.sums).toMatchObject({ refundedMinor: payment!.amountMinor, withheldMinor: 0 });
  expect(book.sums.leftMinor).toBe(-book.sums.feesMinor - book.sums.editorsMinor);

  const claims = await ownClaimsOf(amara, await getOrder(id));
  expect(claims.payments).toMatchObject([{ amountMinor: payment!.amountMinor, surplus: false, charge: null }]);
  expect(claims.payments[0]!.invoice!.number).toMatch(/\d/);
  expect(claims.refunds).toMatchObject([{ amountMinor: payment!.amountMinor, state: "back" }]);
  expect(JSON.stringify(claims)).not.toMatch(/fee/i);
});

test("is for admins only, and the client's and editor's sides are for the two themselves", async () => {
  setClock(NOON);
  const id = await paid();
  await delivered(id);
  for (const other of [amara, mei, jonas, sam])
    await expect(readOpenBook(other, id)).rejects.toMatchObject({ kind: "refused" });
  await expect(readOpenBook({ kind: "anonymous" } as never, id)).rejects.toMatchObject({ kind: "refused" });
  await expect(readOpenBook(ada, "ord_00000000000000000000000000")).rejects.toMatchObject({ kind: "not-found" });
  for (const other of [amara, mei, sam, personOf("priya")]) expect(await ownPayOf(other, id)).toEqual([]);
  expect(await ownPayOf(jonas, id)).toHaveLength(1);
  expect((await ownClaimsOf(mei, await getOrder(id))).payments).toEqual([]);
});

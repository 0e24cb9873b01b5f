import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { reachOf } from "#app/features/accounts/rules/access.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { measureLedger, metrics } from "#app/platform/server/core/metrics.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { cancellationFor } from "#app/features/payments/server/cancel/cancellation.ts";
import { readLedgerCheck, watchLedger } from "#app/features/payments/server/ledger/check-ledger.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { reconcileLedger } from "#app/features/payments/server/ledger/reconcile-ledger.ts";
import { startPayment } from "#app/features/payments/server/checkout/start-payment.ts";
import { approveRun } from "#app/features/payouts/server/runs/approve-run.ts";
import { prepareRun } from "#app/features/payouts/server/runs/prepare-run.ts";
import { reviewInvoice } from "#app/features/payouts/server/invoices/review-invoice.ts";
import { sendRun } from "#app/features/payouts/server/runs/send-run.ts";
import { settleRun } from "#app/features/payouts/server/runs/settle-run.ts";
import { createCoupon } from "#app/features/pricing/server/create-coupon.ts";
import { switchCoupon } from "#app/features/pricing/server/switch-coupon.ts";
import { FIGURES, readFinance } from "../../rules/finance-figures.ts";
import { CASH } from "#app/features/payments/rules/ledger/ledger.ts";
import { readBooks } from "../../rules/books.ts";
import { readProfitAndLoss } from "../books/read-books.ts";
import { openFigure, figureLines, readFigures } from "./finance.ts";
import * as files from "./finance-csv.ts";
import { COUPON_LIST } from "../../rules/lists/coupon-list.ts";
import { PAYMENT_LIST, REFUND_LIST } from "../../rules/lists/payment-list.ts";
import { BATCH_LIST, CUTOFF_LIST, PAYOUT_LIST } from "../../rules/lists/payout-list.ts";
import { listCoupons } from "./list-coupons.ts";
import { INVOICE_LIST } from "../../rules/lists/invoice-list.ts";
import { listInvoices, openInvoice } from "./list-invoices.ts";
import { listPayments, listRefunds, openPayment } from "./list-payments.ts";
import { listBatches, listPayoutHistory } from "./list-payouts.ts";
import { openPayout } from "./open-payout.ts";
import { importStatement } from "../reconciliation/import-statement.ts";
import { camtStatement } from "../../testing/camt-statement.ts";
import { readOverview } from "../overview.ts";
import { listCutoffs, readPipeline } from "./payout-pipeline.ts";
import { SUMMARY_LIST, readPayoutSummary } from "./payout-summary.ts";

const [ada, ben, sam, jonas, amara] = [
  personOf("ada"),
  personOf("ben"),
  personOf("sam"),
  personOf("jonas"),
  personOf("amara"),
];
const others = [sam, jonas, amara, NOBODY, { ...ada, emailVerified: false }];
const DECEMBER = new Date("2026-12-01T09:00:00Z");
const coupon = {
  code: "autumn-10",
  label: "Autumn",
  percent: 10,
  fixedMinor: null,
  capMinor: null,
  minimumMinor: null,
  startsAt: null,
  endsAt: null,
  services: null,
  turnarounds: null,
  totalLimit: null,
  personLimit: null,
};

let world: TestWorld;
let cards: CardWorld;
let orders: string[];

async function paidOrder(words: number, couponCode?: string): Promise<string> {
  const order = await quotedOrder(amara, words, couponCode ? { couponCode } : {});
  const { url } = await startPayment(amara, { orderId: order.id });
  await payCheckout(url);
  await cards.deliver();
  return order.id;
}
/** Delivers an order, and accepts it if asked, through the facts the commands record. */
async function deliver(id: string, accept: boolean): Promise<void> {
  await world.db
    .updateTable("orders")
    .set({ status: "delivered", assignedTo: jonas.uid, assignedAt: NOON, submittedAt: NOON, deliveredAt: NOON })
    .where("id", "=", id)
    .execute();
  await transact(SYSTEM, (ctx) =>
    ctx.fact("order.delivered", { orderId: id, data: { submissionId: "x", round: 1, lateMs: 0 } }),
  );
  await drainJobs();
  if (!accept) return;
  await world.db.updateTable("orders").set({ status: "accepted", acceptedAt: NOON }).where("id", "=", id).execute();
  await transact(SYSTEM, (ctx) => ctx.fact("order.accepted", { orderId: id, data: { by: "client" } }));
  await drainJobs();
}

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  await createCoupon(ada, coupon);
  // Two accepted (one with a coupon), one delivered, one just paid, one refunded.
  orders = [
    await paidOrder(4_000),
    await paidOrder(6_000, "AUTUMN-10"),
    await paidOrder(3_000),
    await paidOrder(2_000),
    await paidOrder(5_000),
  ];
  await deliver(orders[0]!, true);
  await deliver(orders[1]!, true);
  await deliver(orders[2]!, false);
  const terms = await cancellationFor(amara, orders[4]!);
  await cancelOrder(amara, { orderId: orders[4]!, expectedRefundMinor: terms!.clientMinor, reason: "" });
  await cards.deliver();
  // A paid run with the available earnings; another editor's share stays.
  setClock(DECEMBER);
  const { runId } = await prepareRun(ada, {});
  await approveRun(ben, { runId });
  await sendRun(ben, { runId });
  await settleRun(ada, { runId });
  await drainJobs();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});

const finance = (search = "") => readFinance(new URLSearchParams(search), DECEMBER);
const ALL = "from=2026-11-01&to=2026-12-31";
const rowOf = (id: string) => world.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("finance figures", () => {
  test("match the ledger and the orders' amounts", async () => {
    const { totals, accounts, sumMinor } = await readFigures(ada, finance(ALL));
    const all = await Promise.all(orders.map(rowOf));
    const sum = (of: (o: (typeof all)[number]) => number) => all.reduce((s, o) => s + of(o), 0);
    const [delivered, gone] = [all.slice(0, 3), all[4]!];
    expect(totals.gross).toBe(sum((o) => o.listMinor));
    expect(totals.paid).toBe(sum((o) => o.totalMinor));
    expect(totals.discounts).toBe(delivered[1]!.discountMinor);
    expect(delivered[1]!.discountMinor).toBeGreaterThan(0);
    expect(totals.refunds).toBe(gone.totalMinor);
    expect(totals.revenue).toBe(delivered.reduce((s, o) => s + o.listMinor, 0));
    expect(totals.deferred).toBe(all[3]!.listMinor);
    expect(totals.netSales).toBe(totals.revenue - totals.discounts - totals.refundsAfter);
    expect(totals.margin).toBe(totals.netSales - totals.editorCost);
    expect(totals.result).toBe(totals.margin - totals.otherCost);
    let cash = 0;
    for (const account of CASH) cash += await balanceOf(account);
    expect(totals.cash).toBe(cash);
    expect(totals.payables).toBe(
      -(await balanceOf("editor_pending")) -
        (await balanceOf("editor_available")) -
        (await balanceOf("editor_in_payout")),
    );
    for (const a of accounts) expect(a.balanceMinor, a.account).toBe(await balanceOf(a.account));
    expect(sumMinor).toBe(0);
    expect(await ledgerSum()).toBe(0);
    expect((await reconcileLedger()).differences).toEqual([]);
  });

  test.each(["day", "month", "service"])("add up by %s, and each opens to its journal lines", async (by) => {
    const asked = finance(`${ALL}&by=${by}`);
    const { totals, rows } = await readFigures(ada, asked);
    for (const f of FIGURES) {
      const whole = await openFigure(ada, { ...asked, lines: f.key });
      expect(whole!.sumMinor, f.key).toBe(totals[f.key]);
      expect(
        (await figureLines(ada, { ...asked, lines: f.key }).read(10_000, 0)).reduce(
          (s, l) => s + f.sign * l.amountMinor,
          0,
        ),
      ).toBe(totals[f.key]);
      const last = rows.at(-1)!;
      if ("balance" in f && by !== "service") expect(last.values[f.key]).toBe(totals[f.key]);
      else
        expect(
          rows.reduce((s, r) => s + r.values[f.key]!, 0),
          f.key,
        ).toBe(totals[f.key]);
      for (const r of rows.filter((x) => x.values[f.key] !== 0).slice(0, 3))
        expect(
          (await openFigure(ada, { ...asked, lines: f.key, at: r.bucket }))!.sumMinor,
          `${f.key} ${r.bucket}`,
        ).toBe(r.values[f.key]);
    }
  });

  test("of the result are the rows of the profit and loss statement", async () => {
    const { totals } = await readFigures(ada, finance(ALL));
    const asked = { ...readBooks(new URLSearchParams("view=profit&from=2026-11&to=2026-12"), DECEMBER) };
    const { rows } = await readProfitAndLoss(ada, asked);
    const totalOf = (label: string) => rows.find((row) => row.label === label)!.totalMinor;
    expect([totals.netSales, totals.margin, totals.result]).toEqual([
      totalOf("Net sales"),
      totalOf("Gross margin"),
      totalOf("Result"),
    ]);
  });

  test("are beside those of the period of the same length before it, and of each of its days", async () => {
    const asked = finance("from=2026-12-01&to=2026-12-14");
    expect(asked.before).toEqual({ from: "2026-11-17", to: "2026-11-30" });
    const { totals, before, course } = await readFigures(ada, asked);
    expect(before).toEqual((await readFigures(ada, finance("from=2026-11-17&to=2026-11-30"))).totals);
    expect(course).toHaveLength(14);
    expect(course.at(-1)!.values.cash).toBe(totals.cash);
    expect((await readFigures(ada, finance("from=2026-01-01&to=2026-12-14"))).course).toHaveLength(12);
  });

  test.each(["field", "level", "organization"])(
    "add up by %s of the orders, and each opens to its lines",
    async (by) => {
      const asked = finance(`${ALL}&by=${by}`);
      const { totals, rows } = await readFigures(ada, asked);
      for (const key of ["netSales", "editorCost", "margin", "refundsAfter"] as const) {
        expect(
          rows.reduce((s, r) => s + r.values[key]!, 0),
          key,
        ).toBe(totals[key]);
        for (const r of rows) {
          const opened = (await openFigure(ada, { ...asked, lines: key, at: r.bucket }))!;
          expect(opened.sumMinor, `${key} ${r.bucket}`).toBe(r.values[key]);
          const lines = await figureLines(ada, { ...asked, lines: key, at: r.bucket }).read(10_000, 0);
          const { sign } = FIGURES.find((f) => f.key === key)!;
          expect(lines.reduce((s, l) => s + sign * l.amountMinor, 0)).toBe(r.values[key]);
        }
      }
      expect(rows.every((r) => !("deferred" in r.values))).toBe(true);
    },
  );

  test("of a field are those of its subfields, and of an organization those of its orders", async () => {
    const by = async (group: string) => (await readFigures(ada, finance(`${ALL}&by=${group}`))).rows;
    expect((await by("field")).map((r) => r.bucket)).toEqual(["earth-environment"]);
    expect((await by("organization")).map((r) => r.bucket)).toEqual(["none"]);
  });

  test("count only their period; earlier entries count only in balances", async () => {
    const { totals } = await readFigures(ada, finance("from=2026-12-01&to=2026-12-31"));
    expect(totals).toMatchObject({ gross: 0, revenue: 0, editorCost: 0, refunds: 0 });
    expect(totals.deferred).toBeGreaterThan(0);
    expect((await readFigures(ada, finance("from=2026-10-01&to=2026-10-31"))).totals).toMatchObject({
      deferred: 0,
      payables: 0,
    });
  });
});

describe("the payout summary", () => {
  const summary = (search = "") => readPayoutSummary(ada, readListQuery(new URLSearchParams(search), SUMMARY_LIST));
  test("matches the ledger and the earnings and payout rows", async () => {
    const { totals, agreement, rows } = await summary();
    const { totals: books } = await readFigures(ada, finance(ALL));
    expect(totals.owedMinor).toBe(books.payables);
    expect(totals.earnedMinor).toBe(books.editorCost);
    expect(totals.earnedMinor - totals.paidMinor).toBe(totals.owedMinor);
    for (const a of agreement) expect(a.rowsMinor - a.debtMinor, a.state).toBe(a.ledgerMinor);
    expect(rows.reduce((s, r) => s + r.owedMinor, 0)).toBe(totals.owedMinor);
    expect(rows.find((r) => r.uid === jonas.uid)).toMatchObject({
      paidMinor: totals.paidMinor,
      availableMinor: 0,
      inPayoutMinor: 0,
      debtMinor: 0,
    });
    const months = (await summary("by=month&sort=month")).rows;
    expect(months.map((m) => m.month)).toEqual(["2026-11", "2026-12"]);
    expect(months[0]).toMatchObject({ earnedMinor: totals.earnedMinor, paidMinor: 0, owedMinor: totals.earnedMinor });
    expect(months[1]).toMatchObject({ paidMinor: totals.paidMinor, owedMinor: totals.owedMinor });
  });
  test("shows earnings reversed after payment as debt", async () => {
    const paid = await world.db
      .selectFrom("earnings")
      .selectAll()
      .where("status", "=", "paid")
      .executeTakeFirstOrThrow();
    await transact(SYSTEM, (ctx) =>
      ctx.fact("order.compensated", {
        orderId: paid.orderId,
        data: {
          refundMinor: 0,
          editorMinor: paid.amountMinor - 100,
          editorId: jonas.uid,
          lateMs: 0,
          basis: [],
        } as never,
      }),
    );
    await drainJobs();
    const { rows, agreement, totals } = await summary();
    expect(rows.find((r) => r.uid === jonas.uid)).toMatchObject({ debtMinor: 100, availableMinor: -100 });
    expect(agreement.find((a) => a.state === "available")).toMatchObject({
      ledgerMinor: -100,
      rowsMinor: 0,
      debtMinor: 100,
    });
    expect(totals.earnedMinor - totals.paidMinor).toBe(totals.owedMinor);
  });
  test("matches the pipeline's ages and cut-offs", async () => {
    const { steps, ages, upcoming } = await readPipeline(ada, DECEMBER);
    const { totals } = await summary();
    expect(steps.map((s) => s.status)).toEqual(["pending", "available", "in_payout", "paid"]);
    expect(steps[0]).toMatchObject({ earnings: 1, editors: 1 });
    expect(steps[3]!.minor).toBe(totals.paidMinor);
    expect(ages.reduce((s, a) => s + a.pendingMinor + a.availableMinor + a.inPayoutMinor, 0)).toBe(
      steps[0]!.minor + steps[1]!.minor + steps[2]!.minor,
    );
    expect(ages.find((a) => a.pendingMinor > 0)?.label).toBe("8 to 15 days");
    expect(upcoming.map((u) => dayOf(u.cutoffAt))).toEqual(["2026-12-15", "2026-12-31", "2027-01-15", "2027-01-31"]);
    const { rows } = await listCutoffs(ada, readListQuery(new URLSearchParams(), CUTOFF_LIST));
    expect(rows).toMatchObject([
      { runs: 1, payouts: 1, paidMinor: totals.paidMinor, amountMinor: totals.paidMinor, returnedMinor: 0 },
    ]);
  });
});

describe("payments and refunds", () => {
  const payments = async (search = "") =>
    (await listPayments(ada, readListQuery(new URLSearchParams(search), PAYMENT_LIST))).rows;
  test("can be searched by order, payer and provider id, filtered and sorted", async () => {
    expect(await payments()).toHaveLength(5);
    const one = (await payments("sort=amount"))[0]!;
    expect(await payments(`q=${one.number}`)).toMatchObject([
      { id: one.id, payer: amara.displayName, status: "succeeded" },
    ]);
    expect(await payments(`q=${one.paymentIntentId}`)).toMatchObject([{ id: one.id }]);
    expect(await payments(`q=${encodeURIComponent(amara.email)}`)).toHaveLength(5);
    expect(await payments("q=%25")).toEqual([]);
    expect(await payments("kind=refunded")).toMatchObject([{ orderId: orders[4] }]);
    expect(await payments("kind=surplus")).toEqual([]);
    expect(await payments("status=open")).toEqual([]);
    expect(await payments("from=2026-11-22")).toEqual([]);
    expect(await payments("from=2026-11-21&to=2026-11-21")).toHaveLength(5);
    expect(await payments("from=nonsense")).toHaveLength(5);
  });
  test("show balanced journal lines and provider events without bodies", async () => {
    const [refunded] = await payments("kind=refunded");
    const opened = (await openPayment(ada, refunded!.id))!;
    expect(opened.lines.reduce((s, l) => s + l.amountMinor, 0)).toBe(0);
    expect(new Set(opened.lines.map((l) => l.kind))).toEqual(new Set(["payment_received", "refund"]));
    expect(opened.refunds).toMatchObject([{ status: "succeeded", amountMinor: refunded!.amountMinor }]);
    expect(opened.events.map((e) => e.type)).toContain("checkout.session.completed");
    expect(opened.events.some((e) => e.type.startsWith("refund."))).toBe(true);
    expect(Object.keys(opened.events[0]!).sort()).toEqual(["appliedAt", "id", "outcome", "receivedAt", "type"]);
    expect(await openPayment(ada, "pay_none")).toBeNull();
  });
  test("refunds are listed with their status", async () => {
    const { rows } = await listRefunds(ada, readListQuery(new URLSearchParams("status=succeeded"), REFUND_LIST));
    expect(rows).toMatchObject([{ orderId: orders[4], status: "succeeded", payer: amara.displayName }]);
  });
});

describe("coupons", () => {
  const list = async (search = "", at = DECEMBER) =>
    (await listCoupons(ada, readListQuery(new URLSearchParams(search), COUPON_LIST), at)).rows;
  test("are created once regardless of case, even by two admins at once, within the rules", async () => {
    await expect(createCoupon(ada, { ...coupon, code: "Autumn-10" })).rejects.toMatchObject({
      code: "coupon_exists",
      fields: { code: "This code already exists." },
    });
    const both = await Promise.allSettled([
      createCoupon(ada, { ...coupon, code: "twice" }),
      createCoupon(ben, { ...coupon, code: "TWICE" }),
    ]);
    expect(both.filter((b) => b.status === "fulfilled")).toHaveLength(1);
    await expect(createCoupon(ada, { ...coupon, code: "half", percent: 50 })).rejects.toMatchObject({
      kind: "invalid",
      message: "Enter a percentage above 0 and up to 30.",
    });
    await expect(createCoupon(ada, { ...coupon, code: "both", fixedMinor: 500 })).rejects.toMatchObject({
      message: "Enter either a percentage or a fixed amount.",
    });
    await expect(
      createCoupon(ada, { ...coupon, code: "back", startsAt: DECEMBER, endsAt: NOON }),
    ).rejects.toMatchObject({ message: "Choose an end date after the start date." });
    await expect(createCoupon(ada, { ...coupon, code: "over", endsAt: NOON })).rejects.toMatchObject({
      message: "This end date has already passed.",
    });
    await expect(createCoupon(ada, { ...coupon, code: "a!" })).rejects.toMatchObject({ kind: "invalid" });
    for (const actor of others)
      await expect(createCoupon(actor, { ...coupon, code: "mine" })).rejects.toMatchObject({ kind: "refused" });
    expect(
      await world.db.selectFrom("facts").select("data").where("kind", "=", "coupon.created").execute(),
    ).toHaveLength(2);
  });
  test("show their cost and status", async () => {
    const order = await rowOf(orders[1]!);
    expect(await list("q=autumn-10")).toMatchObject([
      { code: "AUTUMN-10", state: "active", uses: 1, costMinor: order.discountMinor, salesMinor: order.totalMinor },
    ]);
    await createCoupon(ada, {
      ...coupon,
      code: "SOON",
      startsAt: after(DECEMBER, DAY),
      endsAt: after(DECEMBER, 2 * DAY),
    });
    expect((await list("state=upcoming")).map((c) => c.code)).toEqual(["SOON"]);
    expect((await list("state=ended", after(DECEMBER, 3 * DAY))).map((c) => c.code)).toEqual(["SOON"]);
    expect((await list("state=active")).map((c) => c.code).sort()).toEqual(["AUTUMN-10", "TWICE"]);
  });
  test("are turned on and off by admins once, even by two at once", async () => {
    const { id } = (await list("q=autumn-10"))[0]!;
    for (const actor of others)
      await expect(switchCoupon(actor, { couponId: id, active: false })).rejects.toMatchObject({ kind: "refused" });
    await Promise.all([
      switchCoupon(ada, { couponId: id, active: false }),
      switchCoupon(ben, { couponId: id, active: false }),
    ]);
    expect((await list("state=off")).map((c) => c.code)).toEqual(["AUTUMN-10"]);
    await expect(quotedOrder(amara, 6_000, { couponCode: "AUTUMN-10" })).rejects.toMatchObject({ code: "coupon" });
    await switchCoupon(ada, { couponId: id, active: true });
    expect(
      await world.db.selectFrom("facts").select("data").where("kind", "=", "coupon.switched").execute(),
    ).toHaveLength(2);
    await expect(switchCoupon(ada, { couponId: "cpn_none", active: true })).rejects.toMatchObject({
      kind: "not-found",
    });
  });
});

describe("invoice review", () => {
  const list = (search = "") => listInvoices(ada, readListQuery(new URLSearchParams(search), INVOICE_LIST));
  test("shows the document with its matching payout, earnings and lines", async () => {
    const { rows, waiting } = await list();
    expect(waiting).toBe(1);
    const opened = (await openInvoice(ada, rows[0]!.id))!;
    expect(opened.document.totalMinor).toBe(opened.payout!.amountMinor);
    expect(opened.earnings.reduce((s, e) => s + e.amountMinor, 0)).toBe(opened.payout!.grossMinor);
    expect(opened.lines.reduce((s, l) => s + l.amountMinor, 0)).toBe(0);
    expect(opened.lines.map((l) => l.kind)).toContain("payout_paid");
    expect((await list("show=invoices")).rows).toHaveLength(5);
    expect((await list("show=credit-notes")).rows).toHaveLength(1);
  });
  test("is marked once, by the first of two admins, and only by admins on the right documents", async () => {
    const { id } = (await list()).rows[0]!;
    for (const actor of others)
      await expect(reviewInvoice(actor, { invoiceId: id })).rejects.toMatchObject({ kind: "refused" });
    await Promise.all([reviewInvoice(ada, { invoiceId: id }), reviewInvoice(ben, { invoiceId: id })]);
    expect(
      await world.db.selectFrom("facts").select("id").where("kind", "=", "invoice.reviewed").execute(),
    ).toHaveLength(1);
    expect((await list()).rows).toEqual([]);
    expect((await list("show=reviewed")).rows).toMatchObject([{ id, reviewer: expect.any(String) as string }]);
    const clients = (await list("show=invoices")).rows[0]!;
    await expect(reviewInvoice(ada, { invoiceId: clients.id })).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("payouts and batches", () => {
  test("are listed by editor, with run, file and people", async () => {
    const { rows, editors } = await listPayoutHistory(
      ada,
      readListQuery(new URLSearchParams(`editor=${jonas.uid}&status=paid`), PAYOUT_LIST),
    );
    expect(rows).toMatchObject([
      {
        editor: jonas.displayName,
        earnings: 2,
        status: "paid",
        invoiceNumber: expect.stringMatching(/^SB-/) as string,
      },
    ]);
    expect(editors).toMatchObject([{ uid: jonas.uid }]);
    const batches = (await listBatches(ada, readListQuery(new URLSearchParams("q=RUN-2026"), BATCH_LIST))).rows;
    expect(batches).toMatchObject([
      {
        status: "settled",
        maker: ada.displayName,
        checker: ben.displayName,
        payouts: 1,
        returned: 0,
        fileSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    ]);
    expect((await listBatches(ada, readListQuery(new URLSearchParams("returns=yes"), BATCH_LIST))).rows).toEqual([]);
  });
});

describe("a payment beside the list", () => {
  const id = async () => (await listPayoutHistory(ada, readListQuery(new URLSearchParams(), PAYOUT_LIST))).rows[0]!.id;
  const runs = async () => (await listBatches(ada, readListQuery(new URLSearchParams(), BATCH_LIST))).rows;
  const statement = (lines: Parameters<typeof camtStatement>[0]["lines"]) =>
    importStatement(ada, {
      fileName: "december.xml",
      text: camtStatement({ id: "DECEMBER", day: "2026-12-01", openingMinor: 0, lines }).text,
    });

  test("says who did what, with its file, its invoice, and its entries, which balance", async () => {
    const opened = (await openPayout(ada, await id()))!;
    expect(opened).toMatchObject({ maker: ada.displayName, checker: ben.displayName, lines: [] });
    expect(opened.fileSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(opened.payout.invoiceNumber).not.toBeNull();
    expect(opened.account).toContain("••••");
    expect([...new Set(opened.journal.map((line) => line.kind))]).toEqual(["payout_started", "payout_paid"]);
    expect(opened.journal.reduce((all, line) => all + line.amountMinor, 0)).toBe(0);
    expect((await runs())[0]!.statementAt).toBeNull();
  });

  test("and its run are on the statement once each payment that was paid is matched", async () => {
    const payouts = (await listPayoutHistory(ada, readListQuery(new URLSearchParams(), PAYOUT_LIST))).rows;
    await statement(payouts.map((p) => ({ minor: -p.amountMinor, text: "Payout", reference: p.endToEndId })));
    const opened = (await openPayout(ada, payouts[0]!.id))!;
    expect(opened.lines.map((line) => line.amountMinor)).toEqual([-payouts[0]!.amountMinor]);
    expect(dayOf(opened.payout.statementAt!)).toBe("2026-12-01");
    const [run] = await runs();
    expect(dayOf(run!.statementAt!)).toBe("2026-12-01");
    await world.db.updateTable("bank_lines").set({ match: null, matchId: null }).execute();
    expect((await runs())[0]!.statementAt).toBeNull();
    await world.db.deleteFrom("bank_lines").execute();
  });

  test("is nothing for an unknown or malformed id, and refused to others", async () => {
    expect(await openPayout(ada, "pyo_00000000000000000000000000")).toBeNull();
    expect(await openPayout(ada, "' or true")).toBeNull();
    for (const actor of others) await expect(openPayout(actor, await id())).rejects.toMatchObject({ kind: "refused" });
  });
});

test("the clock reconciles the ledger every five minutes, or less often if it takes long, and Prometheus reads the result", async () => {
  const figures = async () => {
    const all = await metrics().registry.getMetricsAsJSON();
    return all
      .filter((it) => it.name.startsWith("stet_ledger_"))
      .map((it) => [it.name.replace("stet_ledger_", ""), it.values[0]?.value]);
  };
  measureLedger(readLedgerCheck);
  await world.db.deleteFrom("ledger_checks").execute();
  expect((await figures()).map(([, value]) => value)).toEqual([undefined, undefined, undefined]);
  const at = (minutes: number) => after(DECEMBER, minutes * 60_000);
  const checkedAt = async (minutes: number) => {
    setClock(at(minutes));
    await watchLedger(at(minutes));
    return (await readLedgerCheck())!.checkedAt;
  };
  expect(await checkedAt(0)).toEqual(at(0));
  expect(await checkedAt(4)).toEqual(at(0));
  const wrong = { paidMinor: sql<number>`"paidMinor" + 1` };
  await world.db.updateTable("orders").set(wrong).where("id", "in", orders.slice(0, 2)).execute();
  expect(await checkedAt(5)).toEqual(at(5));
  expect(await figures()).toEqual([
    ["differences", 2],
    ["sum_cents", 0],
    ["checked_timestamp_seconds", at(5).getTime() / 1000],
  ]);
  const { differences, differenceCount } = await reconcileLedger();
  expect(differences.map((it) => it.orderId)).toEqual(orders.slice(0, 2).toSorted());
  expect(differenceCount).toBe(2);
  await world.db
    .updateTable("orders")
    .set({ paidMinor: sql<number>`"paidMinor" - 1` })
    .where("id", "in", orders.slice(0, 2))
    .execute();
  await world.db.updateTable("ledger_checks").set({ durationMs: 6_000 }).execute();
  expect(await checkedAt(14), "a check of 6 s is due after 10 minutes").toEqual(at(5));
  expect(await checkedAt(15)).toEqual(at(15));
  expect((await figures())[0]).toEqual(["differences", 0]);
  setClock(DECEMBER);
  await world.db.deleteFrom("ledger_checks").execute();
});

test("the overview counts to-do items and matches the ledger", async () => {
  expect((await readOverview(ada, DECEMBER)).ledger, "before the first check").toBeNull();
  await watchLedger(DECEMBER);
  const { waits, week, ledger, orders } = await readOverview(ada, DECEMBER);
  const counts = Object.fromEntries(waits.map((wait) => [wait.key, wait.count]));
  expect(counts).toMatchObject({ unassigned: 1 });
  for (const none of ["failedRefunds", "toApprove", "invoices"]) expect(counts).not.toHaveProperty(none);
  expect(ledger).toMatchObject({ differences: 0, sumMinor: 0 });
  expect(waits.find((wait) => wait.key === "unassigned")?.oldest).toBeInstanceOf(Date);
  expect([week.from, week.to]).toEqual(["2026-11-25", "2026-12-01"]);
  expect(orders?.soon.total).toBe(orders?.counts.soon);
});

test("finance sees the money and its to-do list, and no orders or people", async () => {
  const farah = personOf("farah");
  await watchLedger(DECEMBER);
  const { waits, week, ledger, orders } = await readOverview(farah, DECEMBER);
  expect(orders).toBeNull();
  expect(week).toEqual((await readOverview(ada, DECEMBER)).week);
  expect(ledger).toMatchObject({ sumMinor: 0 });
  expect(waits.filter((wait) => reachOf(farah, wait.to) === null)).toEqual([]);
  expect((await readOverview(ada, DECEMBER)).waits.map((wait) => wait.key)).toContain("unassigned");
  await expect(readOverview(personOf("cleo"), DECEMBER)).rejects.toThrow(
    "Only admins and the finance team can see the overview.",
  );
});

test("refuses everyone but admins, including for CSV files", async () => {
  for (const actor of others) {
    for (const ask of [
      () => readFigures(actor, finance()),
      () => openFigure(actor, finance()),
      () => readOverview(actor, NOON),
      () => openPayment(actor, null),
      () => openInvoice(actor, "x"),
      () => readPipeline(actor, NOON),
      ...Object.values(files).map((file) => () => file(new Request("http://localhost/"), { actor })),
    ])
      await expect(ask()).rejects.toMatchObject({ kind: "refused" });
  }
  for (const file of Object.values(files)) {
    const answer = await file(new Request("http://localhost/?lines=gross"), { actor: ada });
    expect(answer.headers.get("content-type")).toContain("text/csv");
    expect((await answer.text()).split("\r\n").length).toBeGreaterThan(1);
  }
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { saveCostCenters } from "#app/features/organizations/server/change-organization.ts";
import { readAging, waitingOrganizations } from "#app/features/payments/server/credit/aging.ts";
import {
  askForTerms,
  decideCredit,
  endCredit,
  getPurchaseOrder,
  giveTerms,
  sendPurchaseOrder,
} from "#app/features/payments/server/credit/credit-lines.ts";
import { readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { getStatementPdf, issueStatements, watchStatements } from "#app/features/payments/server/credit/statements.ts";
import { standingOf } from "#app/features/payments/server/balance/balance.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { bank, codeOf, expectSound, kindOf, lab, orderFor, topUp } from "../../testing/lab.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { resolveDifference } from "./resolve-difference.ts";
import { undoMatch } from "./undo-match.ts";

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

const [amara, mei, ada, ben, sam, noor] = (["amara", "mei", "ada", "ben", "sam", "noor"] as const).map(personOf);
const PDF = new TextEncoder().encode("%PDF-1.7\nA purchase order");
const [DECEMBER, JANUARY] = [new Date("2026-12-01T00:05:00Z"), new Date("2027-01-01T00:05:00Z")];
const figures = { netDays: "30", lastDay: "", reason: "" } as const;
const linesOf = async (organizationId: string) => (await readCredit(amara!, organizationId)).lines;
const statementsOf = async (organizationId: string) => (await readCredit(amara!, organizationId)).statements;

/** A lab with terms. @returns the line's id too */
async function labOnTerms(limit = "1000", limits: Parameters<typeof lab>[0] = {}) {
  const organizationId = await lab(limits);
  expect(await giveTerms(ada!, { organizationId, limit, netDays: 30, lastDay: "" })).toBe("granted");
  return { organizationId, terms: (await linesOf(organizationId))[0]!.id };
}
async function orderOn(organizationId: string, creditLineId: string, words?: number) {
  const order = await orderFor(organizationId, words);
  await payFromBalance(mei!, { orderId: order.id, creditLineId });
  return order;
}

describe("terms", () => {
  test("are asked for once, changed by asking again, and decided by somebody else with their own figures", async () => {
    const organizationId = await lab();
    const ask = (limit: string, note = "") => askForTerms(amara!, { organizationId, limit, netDays: 60, note });
    expect(await kindOf(askForTerms(mei!, { organizationId, limit: "500", netDays: 30 }))).toBe("refused");
    for (const [limit, netDays] of [
      ["1", 30],
      ["much", 30],
      ["500", 31],
    ] as const)
      expect(await kindOf(askForTerms(amara!, { organizationId, limit, netDays: netDays as 30 }))).toBe("invalid");
    await Promise.all([ask("2,000"), ask("2,000")]);
    await ask("3,000", "Two theses a month");
    const [line, ...others] = await linesOf(organizationId);
    expect([line, others]).toMatchObject([{ state: "asked", limitMinor: 300_000, note: "Two theses a month" }, []]);
    expect(await waitingOrganizations()).toMatchObject([{ organizationId, asks: "Monthly statement, net 60" }]);
    const decide = { creditLineId: line!.id, approve: true, limit: "1500", revision: line!.revision, ...figures };
    expect(await kindOf(decideCredit(amara!, decide))).toBe("refused");
    expect(await kindOf(decideCredit(sam!, decide))).toBe("refused");
    expect(await codeOf(decideCredit(ada!, { ...decide, revision: line!.revision - 1 }))).toBe("changed");
    expect(await kindOf(decideCredit(ada!, { ...decide, lastDay: "2020-01-01" }))).toBe("invalid");
    const answers = await Promise.all([codeOf(decideCredit(ada!, decide)), codeOf(decideCredit(ben!, decide))]);
    expect(answers.toSorted()).toEqual(["decided", "done"]);
    expect((await linesOf(organizationId))[0]).toMatchObject({ phase: "active", limitMinor: 150_000, netDays: 30 });
  });

  test("above the policy's limit need a second person, who agrees to the same figures", async () => {
    const organizationId = await lab();
    await askForTerms(amara!, { organizationId, limit: "8000", netDays: 30 });
    const decide = async (who: typeof ada, more = {}) => {
      const [line] = await linesOf(organizationId);
      return decideCredit(who!, {
        creditLineId: line!.id,
        approve: true,
        limit: "8000",
        revision: line!.revision,
        ...figures,
        ...more,
      });
    };
    expect(await decide(ada)).toBe("proposed");
    expect(await kindOf(decide(ada))).toBe("refused");
    expect(await codeOf(askForTerms(amara!, { organizationId, limit: "9000", netDays: 30 }))).toBe("deciding");
    expect(await decide(ben, { limit: "99000" })).toBe("granted");
    expect((await linesOf(organizationId))[0]).toMatchObject({ phase: "active", limitMinor: 800_000 });
    // New terms replace them, and declining needs a reason.
    expect(await giveTerms(ada!, { organizationId, limit: "1000", netDays: 15, lastDay: "" })).toBe("granted");
    expect((await linesOf(organizationId)).map((l) => [l.state, l.limitMinor])).toEqual([
      ["active", 100_000],
      ["ended", 800_000],
    ]);
    await askForTerms(amara!, { organizationId, limit: "2000", netDays: 30 });
    expect(await kindOf(decide(ada, { approve: false }))).toBe("invalid");
    expect(await decide(ada, { approve: false, reason: "Not yet." })).toBe("declined");
    expect((await linesOf(organizationId))[0]).toMatchObject({ state: "declined", reason: "Not yet." });
  });

  test("let two members order at once up to the limit, what's prepaid first, and never beyond it", async () => {
    const { organizationId, terms } = await labOnTerms("1000");
    const [first, second] = [await orderFor(organizationId, 4_000), await orderFor(organizationId, 4_000, amara!)];
    const prepaid = 2_000;
    await topUp(organizationId, "50", prepaid);
    const limit = String((first.totalMinor + second.totalMinor - prepaid - 1) / 100);
    await giveTerms(ada!, { organizationId, limit, netDays: 30, lastDay: "" });
    const [line] = await linesOf(organizationId);
    expect(await codeOf(payFromBalance(mei!, { orderId: first.id, creditLineId: terms }))).toBe("credit_refused");
    const paid = await Promise.all([
      codeOf(payFromBalance(mei!, { orderId: first.id, creditLineId: line!.id })),
      codeOf(payFromBalance(amara!, { orderId: second.id, creditLineId: line!.id })),
    ]);
    expect(paid.toSorted()).toEqual(["credit_refused", "done"]);
    expect(await standingOf(organizationId)).toEqual({
      prepaidMinor: 0,
      owedMinor: first.totalMinor - prepaid,
      writtenOffMinor: 0,
    });
    await expectSound();
  });

  test("are no way around a member's limits, another organization can't use them, and they end", async () => {
    const { organizationId, terms } = await labOnTerms("1000", { order: "10" });
    const order = await orderFor(organizationId);
    expect(await codeOf(payFromBalance(mei!, { orderId: order.id, creditLineId: terms }))).toBe("over_limit");
    const other = await lab();
    const foreign = await orderFor(other);
    expect(await kindOf(payFromBalance(mei!, { orderId: foreign.id, creditLineId: terms }))).toBe("not-found");
    expect(await kindOf(endCredit(amara!, { creditLineId: terms }))).toBe("refused");
    await Promise.all([1, 2].map(() => endCredit(ada!, { creditLineId: terms, reason: "By agreement." })));
    const own = await orderFor(organizationId, 1_000, amara!);
    expect(await codeOf(payFromBalance(amara!, { orderId: own.id, creditLineId: terms }))).toBe("credit_refused");
  });
});

describe("a month on terms", () => {
  test("is stated once, paid by one transfer with the next one, and a month that's late stops new orders", async () => {
    const { organizationId, terms } = await labOnTerms("2000");
    await saveCostCenters(amara!, { organizationId, rule: "required", label: "Grant", centers: "G-1\nG-2\nG-1" });
    const first = await orderFor(organizationId, 2_000);
    const pay = (orderId: string, costCenter: string) =>
      codeOf(payFromBalance(mei!, { orderId, creditLineId: terms, costCenter }));
    expect([await pay(first.id, ""), await pay(first.id, "G-3"), await pay(first.id, "G-1")]).toEqual([
      "cost_center",
      "cost_center",
      "done",
    ]);
    expect((await getOrder(first.id)).status).toBe("paid");
    await drainJobs();
    const { title } = await world.db
      .selectFrom("notifications")
      .select("title")
      .where("orderId", "=", first.id)
      .where("title", "like", "%finding an editor%")
      .executeTakeFirstOrThrow();
    expect(title).toMatch(/^Order placed/);
    const { document } = await world.db
      .selectFrom("invoices")
      .select("document")
      .where("orderId", "=", first.id)
      .executeTakeFirstOrThrow();
    expect(document.references).toContainEqual({ label: "Cost center", value: "G-1" });
    expect(document.notes.at(-1)).toMatch(/^To be paid with the monthly statement/);
    setClock(DECEMBER);
    await Promise.all([issueStatements(DECEMBER), issueStatements(DECEMBER)]);
    const [november, ...none] = await statementsOf(organizationId);
    expect([november, none]).toMatchObject([{ amountMinor: first.totalMinor, openMinor: first.totalMinor }, []]);
    const second = await orderFor(organizationId, 1_500);
    expect(await pay(second.id, "G-2")).toBe("done");
    expect(await readCredit(amara!, organizationId)).toMatchObject({
      owedMinor: first.totalMinor + second.totalMinor,
      unbilledMinor: second.totalMinor,
      overdueMinor: 0,
    });
    // Before it's due, on the day, and 7 days after: managers and the accounts department are reminded.
    const reminders = async () =>
      (
        await world.db
          .selectFrom("facts")
          .select("id")
          .where("kind", "=", "statement.reminded")
          .where("subjectId", "=", november!.id)
          .execute()
      ).length;
    for (let days = 1; days <= 31; days += 1) {
      const at = after(DECEMBER, days * DAY);
      setClock(at);
      await Promise.all([watchStatements(at), watchStatements(at)]);
    }
    expect(await reminders()).toBe(2);
    const late = after(DECEMBER, 38 * DAY);
    setClock(late);
    await watchStatements(late);
    expect(await reminders()).toBe(3);
    await issueStatements(late);
    const third = await orderFor(organizationId, 1_000);
    expect(await pay(third.id, "G-1")).toBe("credit_refused");
    expect((await readAging(late)).find((one) => one.id === organizationId)).toMatchObject({
      to30: first.totalMinor,
      current: second.totalMinor,
      owedMinor: first.totalMinor + second.totalMinor,
      unbilledMinor: 0,
    });
    // One transfer names both and pays a little more.
    const [december] = await statementsOf(organizationId);
    const total = first.totalMinor + second.totalMinor + 500;
    await bank({
      minor: total,
      text: `inv ${november!.number} and ${december!.number.replaceAll("-", "")}`.toLowerCase(),
    });
    expect((await statementsOf(organizationId)).map((one) => one.openMinor)).toEqual([0, 0]);
    expect(await standingOf(organizationId)).toEqual({ prepaidMinor: 500, owedMinor: 0, writtenOffMinor: 0 });
    expect(await pay(third.id, "G-1")).toBe("done");
    await drainJobs();
    const mail = await world.db.selectFrom("mail").select("to").where("kind", "=", "statement.due").execute();
    expect(mail.length).toBeGreaterThanOrEqual(4);
    await expectSound();
  });

  test("takes what was refunded before it off, and a refund after it off what's open", async () => {
    const { organizationId, terms } = await labOnTerms("2000");
    const [kept, gone, later] = [
      await orderOn(organizationId, terms, 2_000),
      await orderOn(organizationId, terms, 1_000),
      await orderOn(organizationId, terms, 1_500),
    ];
    await cancelOrder(mei!, { orderId: gone.id, expectedRefundMinor: gone.totalMinor });
    await drainJobs();
    setClock(DECEMBER);
    await issueStatements(DECEMBER);
    const owed = kept.totalMinor + later.totalMinor;
    expect(await statementsOf(organizationId)).toMatchObject([{ amountMinor: owed, openMinor: owed }]);
    await cancelOrder(mei!, { orderId: later.id, expectedRefundMinor: later.totalMinor });
    await drainJobs();
    expect(await statementsOf(organizationId)).toMatchObject([{ amountMinor: owed, openMinor: kept.totalMinor }]);
    expect(await codeOf(closeOrganization(amara!, { organizationId }))).toBe("owes");
    // A part of it, assigned by hand, undone, and assigned again with the rest.
    await bank({ minor: kept.totalMinor, text: "no reference" });
    await reconcileNow(ada!);
    const difference = async () =>
      (await readReconciliation(ada!)).open.find((one) => one.amountMinor === kept.totalMinor)!.key;
    const assign = async () =>
      resolveDifference(ada!, {
        key: await difference(),
        account: `balance:${organizationId}`,
        note: "Their transfer",
      });
    await assign();
    expect((await statementsOf(organizationId))[0]!.openMinor).toBe(0);
    const { id: lineId } = await world.db
      .selectFrom("bank_lines")
      .select("id")
      .where("match", "=", "balance")
      .where("matchId", "=", organizationId)
      .executeTakeFirstOrThrow();
    await undoMatch(ada!, { lineId, note: "It was somebody else's" });
    expect((await statementsOf(organizationId))[0]!.openMinor).toBe(kept.totalMinor);
    expect(await standingOf(organizationId)).toEqual({
      prepaidMinor: 0,
      owedMinor: kept.totalMinor,
      writtenOffMinor: 0,
    });
    await expectSound();
  });

  test("with nothing left to pay says so, and is for those who manage the organization", async () => {
    const { organizationId, terms } = await labOnTerms();
    const order = await orderOn(organizationId, terms);
    await topUp(organizationId, "500");
    setClock(JANUARY);
    await issueStatements(JANUARY);
    await issueStatements(JANUARY);
    const [statement, ...none] = await statementsOf(organizationId);
    expect([statement, none]).toMatchObject([{ amountMinor: 0, openMinor: 0 }, []]);
    const { document } = await world.db
      .selectFrom("account_statements")
      .select("document")
      .where("id", "=", statement!.id)
      .executeTakeFirstOrThrow();
    expect(document.lines.map((line) => line.amountMinor)).toEqual([order.totalMinor, -order.totalMinor]);
    const get = (who: typeof amara) =>
      getStatementPdf(new Request("http://x"), { actor: who!, params: { id: statement!.id } });
    expect((await get(amara)).headers.get("content-type")).toBe("application/pdf");
    expect((await get(ada)).status).toBe(200);
    for (const who of [mei, noor, sam]) expect(await kindOf(get(who))).toBe("not-found");
  });
});

describe("a purchase order", () => {
  const send = (organizationId: string, more: { poNumber?: string; bytes?: Uint8Array; lastDay?: string } = {}) =>
    sendPurchaseOrder(amara!, {
      organizationId,
      poNumber: "4500123",
      limit: "300",
      lastDay: "2027-03-31",
      note: "",
      bytes: PDF,
      ...more,
    });

  test("is a PDF that's stored once, readable by its managers and the finance team alone", async () => {
    const organizationId = await lab();
    for (const bytes of [new Uint8Array(), new TextEncoder().encode("PK\u0003\u0004")])
      expect(await kindOf(send(organizationId, { bytes }))).toBe("invalid");
    expect(await kindOf(send(organizationId, { lastDay: "2020-01-01" }))).toBe("invalid");
    await Promise.all([send(organizationId), send(organizationId)]);
    const [line, ...others] = await linesOf(organizationId);
    expect([line, others]).toMatchObject([{ kind: "purchase_order", state: "asked", hasFile: true }, []]);
    expect(await kindOf(send(organizationId, { bytes: new TextEncoder().encode("%PDF-1.4 another") }))).toBe("invalid");
    const get = (who: typeof amara) =>
      getPurchaseOrder(new Request("http://x/po"), { actor: who!, params: { id: line!.id } });
    expect(new Uint8Array(await (await get(ada)).arrayBuffer())).toEqual(PDF);
    for (const who of [mei, noor, sam]) expect(await kindOf(get(who))).toBe("not-found");
  });

  test("is drawn on until it's used up or its last day has passed, and its number is on the invoice", async () => {
    const organizationId = await lab();
    await send(organizationId);
    const [line] = await linesOf(organizationId);
    const decide = { creditLineId: line!.id, approve: true, limit: "300", revision: line!.revision, ...figures };
    expect(await decideCredit(ada!, { ...decide, lastDay: "2027-03-31" })).toBe("granted");
    const first = await orderOn(organizationId, line!.id, 4_000);
    const { document } = await world.db
      .selectFrom("invoices")
      .select("document")
      .where("orderId", "=", first.id)
      .executeTakeFirstOrThrow();
    expect(document.references).toContainEqual({ label: "PO number", value: "4500123" });
    const left = 30_000 - first.totalMinor;
    expect((await linesOf(organizationId))[0]).toMatchObject({ leftMinor: left });
    const big = await orderFor(organizationId, 8_000);
    expect(big.totalMinor).toBeGreaterThan(left);
    expect(await codeOf(payFromBalance(mei!, { orderId: big.id, creditLineId: line!.id }))).toBe("credit_refused");
    // What's paid in the meantime doesn't make a purchase order larger.
    await topUp(organizationId, "5000");
    expect((await linesOf(organizationId))[0]).toMatchObject({ leftMinor: left });
    await cancelOrder(mei!, { orderId: first.id, expectedRefundMinor: first.totalMinor });
    await drainJobs();
    expect((await linesOf(organizationId))[0]).toMatchObject({ leftMinor: 30_000 });
    setClock(new Date("2027-04-01T00:00:01Z"));
    expect((await linesOf(organizationId))[0]).toMatchObject({ phase: "expired" });
    const late = await orderFor(organizationId);
    expect(await codeOf(payFromBalance(mei!, { orderId: late.id, creditLineId: line!.id }))).toBe("credit_refused");
    await expectSound();
  });
});

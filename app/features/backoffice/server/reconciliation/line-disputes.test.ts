import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { waitingOrganizations } from "#app/features/payments/server/credit/aging.ts";
import { giveTerms } from "#app/features/payments/server/credit/credit-lines.ts";
import { answerDispute, disputeLine, takeBackDispute } from "#app/features/payments/server/credit/line-disputes.ts";
import { readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { issueStatements, watchStatements } from "#app/features/payments/server/credit/statements.ts";
import { bank, codeOf, expectSound, kindOf, lab, orderFor } from "../../testing/lab.ts";
import { readOverview } from "../overview.ts";

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

const [amara, mei, ada, sam] = (["amara", "mei", "ada", "sam"] as const).map(personOf);
const DECEMBER = new Date("2026-12-01T00:05:00Z");
const REASON = "Kwame left the lab before this order.";

/** A lab whose statement of two orders is due in 30 days. The larger order is the first. */
async function stated() {
  const organizationId = await lab();
  await giveTerms(ada!, { organizationId, limit: "2000", netDays: 30, lastDay: "" });
  const creditLineId = (await readCredit(ada!, organizationId)).lines[0]!.id;
  const orders = [await orderFor(organizationId, 2_000), await orderFor(organizationId, 1_000)] as const;
  for (const { id } of orders) await payFromBalance(mei!, { orderId: id, creditLineId });
  setClock(DECEMBER);
  await issueStatements(DECEMBER);
  const { disputable } = await readCredit(amara!, organizationId);
  const paymentOf = async (order: { id: string }) =>
    (await world.db.selectFrom("payments").select("id").where("orderId", "=", order.id).executeTakeFirstOrThrow()).id;
  const paymentIds = [await paymentOf(orders[0]), await paymentOf(orders[1])] as const;
  expect(disputable.map((one) => one.paymentId).toSorted()).toEqual([...paymentIds].toSorted());
  return { organizationId, creditLineId, orders, paymentIds };
}
const pageOf = (organizationId: string) => readCredit(amara!, organizationId);
const remindedOf = async (organizationId: string): Promise<number[]> =>
  (await world.db.selectFrom("facts").select("data").where("kind", "=", "statement.reminded").orderBy("id").execute())
    .map((fact) => fact.data as unknown as { organizationId: string; amountMinor: number })
    .filter((data) => data.organizationId === organizationId)
    .map((data) => data.amountMinor);
const todo = async (at: Date) =>
  (await readOverview(ada!, at)).waits.find((it) => it.key === "linesToAnswer")?.count ?? 0;

test("a disputed line isn't asked for and stops no order until it's answered, and the rest is due", async () => {
  const { organizationId, creditLineId, orders, paymentIds } = await stated();
  const dispute = (who = amara!, more = {}) =>
    disputeLine(who, { organizationId, paymentId: paymentIds[0], reason: REASON, ...more });
  expect(await kindOf(dispute(mei!))).toBe("refused");
  expect(await kindOf(dispute(ada!))).toBe("refused");
  expect(await kindOf(dispute(amara!, { reason: " " }))).toBe("invalid");
  expect(await kindOf(dispute(amara!, { paymentId: "pay_none" }))).toBe("invalid");
  // Sent twice, it's one.
  await Promise.all([dispute(), dispute()]);
  await dispute();
  const late = after(DECEMBER, 31 * DAY);
  expect(await todo(late)).toBe(1);
  expect((await waitingOrganizations()).filter((it) => it.organizationId === organizationId)).toMatchObject([
    { asks: expect.stringMatching(/^Disputed line: \$/) },
  ]);
  setClock(late);
  await watchStatements(late);
  expect(await remindedOf(organizationId)).toEqual([orders[1].totalMinor]);
  expect(await pageOf(organizationId)).toMatchObject({
    overdueMinor: orders[1].totalMinor,
    statements: [{ openMinor: orders[0].totalMinor + orders[1].totalMinor, isOverdue: true, isDisputed: false }],
  });
  const order = async () => {
    const { id: orderId } = await orderFor(organizationId, 1_000);
    return codeOf(payFromBalance(mei!, { orderId, creditLineId }));
  };
  expect(await order()).toBe("credit_refused");
  // The rest is paid: only what's disputed is open, and members order again.
  await bank({ minor: orders[1].totalMinor, text: (await pageOf(organizationId)).statements[0]!.number });
  expect(await pageOf(organizationId)).toMatchObject({
    overdueMinor: 0,
    statements: [{ openMinor: orders[0].totalMinor, isOverdue: false, isDisputed: true }],
  });
  const later = after(DECEMBER, 38 * DAY);
  setClock(later);
  await watchStatements(later);
  expect(await remindedOf(organizationId)).toHaveLength(1);
  expect(await order()).toBe("done");
  // Answered, it's due as before.
  const lineDisputeId = (await pageOf(organizationId)).disputes[0]!.id;
  for (const who of [amara, sam, mei])
    expect(["refused", "not-found"]).toContain(await kindOf(answerDispute(who!, { lineDisputeId, answer: "No." })));
  expect(await kindOf(answerDispute(ada!, { lineDisputeId, answer: "" }))).toBe("invalid");
  const answer = "Kwame ordered it on Nov 20, and you approved it.";
  await Promise.all([1, 2].map(() => answerDispute(ada!, { lineDisputeId, answer })));
  expect(await codeOf(answerDispute(ada!, { lineDisputeId, answer: "Another one." }))).toBe("ended");
  expect(await codeOf(takeBackDispute(amara!, { lineDisputeId }))).toBe("answered");
  expect(await pageOf(organizationId)).toMatchObject({
    overdueMinor: orders[0].totalMinor,
    disputes: [{ state: "answered", reason: REASON, answer }],
    statements: [{ isOverdue: true, isDisputed: false }],
  });
  expect(await todo(later)).toBe(0);
  await drainJobs();
  const told = await world.db
    .selectFrom("notifications")
    .select(["userId", "forRole", "kind"])
    .where("kind", "like", "line_dispute.%")
    .execute();
  expect(told.filter((one) => one.kind === "line_dispute.answered").map((one) => one.userId)).toEqual(["usr_amara"]);
  expect(told.some((one) => one.kind === "line_dispute.opened" && one.forRole === "finance")).toBe(true);
  await expectSound();
});

test("a refund of what's disputed comes off the statement, and a dispute can be taken back and made again", async () => {
  const { organizationId, orders, paymentIds } = await stated();
  const dispute = () => disputeLine(amara!, { organizationId, paymentId: paymentIds[1], reason: REASON });
  await dispute();
  const lineDisputeId = (await pageOf(organizationId)).disputes[0]!.id;
  expect(await kindOf(takeBackDispute(ada!, { lineDisputeId }))).toBe("refused");
  await Promise.all([1, 2].map(() => takeBackDispute(amara!, { lineDisputeId })));
  await dispute();
  expect((await pageOf(organizationId)).disputes.map((one) => one.state)).toEqual(["open", "taken_back"]);
  await cancelOrder(mei!, { orderId: orders[1].id, expectedRefundMinor: orders[1].totalMinor });
  await drainJobs();
  expect((await pageOf(organizationId)).statements).toMatchObject([{ openMinor: orders[0].totalMinor }]);
  // Nothing is left of the line, so it can't be disputed again once it's answered.
  const [open] = (await pageOf(organizationId)).disputes;
  await answerDispute(ada!, { lineDisputeId: open!.id, answer: "We refunded it." });
  expect(await kindOf(dispute())).toBe("invalid");
  await expectSound();
});

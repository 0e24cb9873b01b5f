import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { giveEditorsRoom } from "#boot/testing/card-world.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { decideContract, endContract, proposeContract } from "#app/features/pricing/server/contract-prices.ts";
import type { Service, Turnaround } from "#app/features/pricing/rules/policy.ts";
import { createSale } from "#app/features/pricing/server/create-sale.ts";
import { codeOf, kindOf, lab, topUp } from "../../testing/lab.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await giveEditorsRoom(world);
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const [amara, mei, ada, ben, sam] = (["amara", "mei", "ada", "ben", "sam"] as const).map(personOf);
const percents = { proofreading: "", copyediting: "", substantive: "", expert: "" };
const propose = (organizationId: string, copyediting: string, who = ada!, endsAt: Date | null = null) =>
  proposeContract(who, { organizationId, percents: { ...percents, copyediting }, startsAt: null, endsAt });
const contractsOf = async (organizationId: string) => (await readCredit(ada!, organizationId)).contracts;

/** An organization with this much off copyediting. */
async function labWith(percent: string) {
  const organizationId = await lab();
  await propose(organizationId, percent);
  const [{ id: contractId } = { id: "" }] = await contractsOf(organizationId);
  await decideContract(ben!, { contractId, approve: true });
  return { organizationId, contractId };
}
const discountOf = async (orderId: string) => (await getOrder(orderId)).price?.discount ?? null;
const pays = (orderId: string, organizationId: string | null) =>
  choosePayer(mei!, { orderId, organizationId, titleHidden: false });

test("prices are proposed by one admin, agreed to by another, and end; nobody else has a say", async () => {
  const organizationId = await lab();
  for (const wrong of ["", "0", "x", "99"]) expect(await kindOf(propose(organizationId, wrong))).toBe("invalid");
  expect(await kindOf(propose(organizationId, "10", ada!, NOON))).toBe("invalid");
  for (const who of [amara!, sam!]) expect(await kindOf(propose(organizationId, "10", who))).toBe("refused");
  await Promise.all([propose(organizationId, "10"), propose(organizationId, "10")]);
  expect(await codeOf(propose(organizationId, "12", ben!))).toBe("proposed");
  const [one, ...others] = await contractsOf(organizationId);
  expect([one, others]).toMatchObject([{ state: "proposed", prices: "Copyediting 10%" }, []]);
  // The organization doesn't see what isn't agreed.
  expect((await readCredit(amara!, organizationId)).contracts).toEqual([]);
  const decide = (who: typeof ada, approve: boolean) => decideContract(who!, { contractId: one!.id, approve });
  expect([await kindOf(decide(ada, true)), await kindOf(decide(amara, true))]).toEqual(["refused", "refused"]);
  const answers = await Promise.all([codeOf(decide(ben, true)), codeOf(decide(ada, false))]);
  expect(answers.toSorted()).toEqual(["decided", "done"]);
  if ((await contractsOf(organizationId))[0]!.state === "declined") {
    await propose(organizationId, "10");
    await decideContract(ben!, { contractId: (await contractsOf(organizationId))[0]!.id, approve: true });
  }
  const [agreed] = await contractsOf(organizationId);
  await propose(organizationId, "15", ben!);
  const [next] = await contractsOf(organizationId);
  await decideContract(ada!, { contractId: next!.id, approve: true });
  expect((await contractsOf(organizationId)).slice(0, 2).map((c) => [c.id, c.state])).toEqual([
    [next!.id, "active"],
    [agreed!.id, "ended"],
  ]);
  expect(await kindOf(endContract(amara!, { contractId: next!.id }))).toBe("refused");
  await Promise.all([1, 2].map(() => endContract(ben!, { contractId: next!.id, reason: "By agreement." })));
  expect((await readCredit(amara!, organizationId)).contracts[0]).toMatchObject({
    state: "ended",
    reason: "By agreement.",
  });
});

test("an order gets them while the organization pays, and is priced again when that changes", async () => {
  const { organizationId, contractId } = await labWith("12");
  const { id } = await quotedOrder(mei!, 4_000);
  expect(await discountOf(id)).toBeNull();
  const { totalMinor: list } = await getOrder(id);
  await pays(id, organizationId);
  expect((await getOrder(id)).status).toBe("draft");
  await quoteOrder(mei!, { orderId: id });
  expect(await discountOf(id)).toMatchObject({ kind: "contract", label: "Contract price" });
  expect((await getOrder(id)).totalMinor).toBe(list - Math.floor((list * 12) / 100));
  await pays(id, null);
  await quoteOrder(mei!, { orderId: id });
  expect([await discountOf(id), (await getOrder(id)).totalMinor]).toEqual([null, list]);
  // A price that's held keeps it when it ends; the next one doesn't have it.
  await pays(id, organizationId);
  await quoteOrder(mei!, { orderId: id });
  await endContract(ada!, { contractId });
  expect(await discountOf(id)).toMatchObject({ kind: "contract" });
  const other = await quotedOrder(mei!, 4_000);
  await pays(other.id, organizationId);
  expect([(await getOrder(other.id)).status, await discountOf(other.id)]).toEqual(["quoted", null]);
});

test("a better sale counts instead, and other services have the price list", async () => {
  const { organizationId } = await labWith("12");
  const order = async () => {
    const { id } = await quotedOrder(mei!, 4_000);
    await pays(id, organizationId);
    await quoteOrder(mei!, { orderId: id });
    return discountOf(id);
  };
  await createSale(ada!, {
    label: "Spring",
    percent: 20,
    services: null,
    startsAt: NOON,
    endsAt: after(NOON, 7 * DAY),
    clientKey: crypto.randomUUID(),
  });
  expect(await order()).toMatchObject({ kind: "sale", label: "Spring" });
  setClock(after(NOON, 8 * DAY));
  expect(await order()).toMatchObject({ kind: "contract" });
});

test("more percent off counts once so much was ordered in the calendar year, and not in the next one", async () => {
  // After the sale.
  setClock(after(NOON, 8 * DAY));
  const organizationId = await lab();
  const propose = (steps: { from: string; points: string }[], copyediting = "10") =>
    proposeContract(ada!, {
      organizationId,
      percents: { ...percents, copyediting },
      steps,
      startsAt: null,
      endsAt: null,
    });
  const step = (from: string, points: string) => ({ from, points });
  for (const [wrong, field] of [
    [[step("much", "2")], "from1"],
    [[step("100", "")], "points1"],
    [[step("", "2")], "from1"],
    [[step("100", "2"), step("100", "3")], "from2"],
    [[step("100", "2"), step("200", "2")], "points2"],
  ] as const)
    await expect(propose([...wrong])).rejects.toMatchObject({
      kind: "invalid",
      fields: { [field]: expect.any(String) as string },
    });
  // The highest of them counts against what any discount may be.
  await expect(propose([step("100", "90")])).rejects.toMatchObject({ kind: "invalid" });
  await topUp(organizationId, "5,000", 500_000);
  await propose([step("50", "2"), step("", ""), step("10,000", "5")]);
  const [contract] = await contractsOf(organizationId);
  expect(contract!.prices).toBe(
    "Copyediting 10% (2 points more from $50.00, 5 points more from $10,000.00 in a calendar year)",
  );
  await decideContract(ben!, { contractId: contract!.id, approve: true });
  const quoted = async () => {
    const { id } = await quotedOrder(mei!, 4_000);
    await pays(id, organizationId);
    await quoteOrder(mei!, { orderId: id });
    return id;
  };
  const percentOf = async (orderId: string) => {
    const { listMinor, discountMinor } = await getOrder(orderId);
    return Math.round((100 * discountMinor) / listMinor);
  };
  const first = await quoted();
  expect(await percentOf(first)).toBe(10);
  const { totalMinor } = await getOrder(first);
  expect(totalMinor).toBeGreaterThan(5_000);
  await payFromBalance(mei!, { orderId: first });
  expect((await readCredit(amara!, organizationId)).orderedMinor).toBe(totalMinor);
  expect(await percentOf(await quoted())).toBe(12);
  // What is refunded wasn't ordered, and a new year begins with nothing.
  await cancelOrder(mei!, { orderId: first, expectedRefundMinor: totalMinor });
  await drainJobs();
  expect(await percentOf(await quoted())).toBe(10);
  await payFromBalance(mei!, { orderId: await quoted() });
  setClock(new Date("2027-01-01T00:10:00Z"));
  expect((await readCredit(amara!, organizationId)).orderedMinor).toBe(0);
  expect(await percentOf(await quoted())).toBe(10);
});

test("a turnaround's points add to the service's percentage, or count alone", async () => {
  setClock(after(NOON, 8 * DAY));
  const organizationId = await lab();
  const propose = (turnarounds: Partial<Record<Turnaround, string>>, more: object = {}) =>
    proposeContract(ada!, { organizationId, percents, turnarounds, startsAt: null, endsAt: null, ...more });
  for (const wrong of ["0", "x", "2.5", "100"])
    await expect(propose({ "3d": wrong })).rejects.toMatchObject({
      kind: "invalid",
      fields: { "turnaround-3d": expect.any(String) as string },
    });
  // Something has to be agreed, steps need a service, and the highest sum counts against what any discount may be.
  expect(await kindOf(propose({ "3d": "" }))).toBe("invalid");
  expect(await kindOf(propose({ "3d": "5" }, { steps: [{ from: "100", points: "2" }] }))).toBe("invalid");
  expect(await kindOf(propose({ "3d": "60" }, { percents: { ...percents, expert: "60" } }))).toBe("invalid");
  const both = () => propose({ "3d": "10%", "24h": "" }, { percents: { ...percents, copyediting: "12" } });
  await Promise.all([both(), both()]);
  await both();
  const [contract, ...others] = await contractsOf(organizationId);
  expect([contract!.prices, others]).toEqual(["Copyediting 12%, 10 points more for 3 days", []]);
  expect(await codeOf(propose({ "3d": "11" }))).toBe("proposed");
  await decideContract(ben!, { contractId: contract!.id, approve: true });
  const percentOf = async (choices: { service: Service; turnaround: Turnaround }) => {
    const { id } = await quotedOrder(mei!, 4_000, choices);
    await pays(id, organizationId);
    await quoteOrder(mei!, { orderId: id });
    const { listMinor, discountMinor } = await getOrder(id);
    return Math.round((100 * discountMinor) / listMinor);
  };
  expect(await percentOf({ service: "copyediting", turnaround: "3d" })).toBe(22);
  expect(await percentOf({ service: "copyediting", turnaround: "7d" })).toBe(12);
  expect(await percentOf({ service: "proofreading", turnaround: "3d" })).toBe(10);
  expect(await percentOf({ service: "proofreading", turnaround: "7d" })).toBe(0);
  // Prices that are only about turnarounds replace them.
  await propose({ "7d": "4" });
  const [next] = await contractsOf(organizationId);
  await decideContract(ben!, { contractId: next!.id, approve: true });
  expect((await readCredit(amara!, organizationId)).contracts.map((one) => [one.state, one.prices])).toEqual([
    ["active", "4% for 7 days"],
    ["ended", "Copyediting 12%, 10 points more for 3 days"],
  ]);
  expect(await percentOf({ service: "copyediting", turnaround: "7d" })).toBe(4);
});

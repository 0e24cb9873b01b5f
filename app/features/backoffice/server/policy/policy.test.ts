import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fullDraft, quotedOrder } from "#boot/testing/quoted-order.ts";
import { refundAsSeen } from "#boot/testing/refund-as-seen.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { type CastName, personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { hub } from "#app/platform/server/live/live.ts";
import { PAGES_TOPIC } from "#app/platform/server/public-pages/html-cache.ts";
import { APPROVAL_POLICY } from "#app/features/pricing/rules/approval-figures.ts";
import { quoteCall } from "#app/features/orders/server/views/order-calls.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { pricingAt, pricingOfOrder } from "#app/features/pricing/server/read-pricing.ts";
import { followPolicy, policyAt } from "#app/features/policy/server/read-policy.ts";
import { refundRows } from "#app/features/marketing/rules/refund-rows.ts";
import { shownRefundTable } from "#app/features/payments/server/refunds/read-refund-table.ts";
import { refundFactsOf } from "#app/features/payments/server/cancel/cancellation.ts";
import { listRequestsOf } from "#app/features/payments/server/problems/find-problem.ts";
import { refundTermsFrom } from "#app/features/payments/server/refunds/refund-terms.ts";
import { deliveredOrder, orderIn, unsampledId } from "#boot/testing/make-order.ts";
import { deliverOrder } from "#app/features/orders/server/lifecycle/deliver-order.ts";
import { totalVersions } from "#app/features/orders/server/revisions/find-versions.ts";
import { deadlinesOfOrder, shownDeadlines } from "#app/features/pricing/server/read-deadlines.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { shownMatching } from "#app/features/matching/server/read-matching-policy.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { searchList } from "#app/features/matching/server/list-searches.ts";
import { matchingOfOrder } from "#app/features/matching/server/read-matching-policy.ts";
import { unassignedTimes } from "#app/features/matching/rules/waves.ts";
import { cancellationFor } from "#app/features/payments/server/cancel/cancellation.ts";
import { legalFigures } from "#app/legal-figures.ts";
import { levelsAt } from "#app/features/editors/server/read-level-policy.ts";
import { findNextPayout } from "#app/features/payouts/server/earnings/find-next-payout.ts";
import { planFor } from "#app/features/payouts/server/earnings/list-earnings.ts";
import {
  lastCutoffAt,
  nextCutoffAt,
  payoutsAt,
  periodOfCutoff,
} from "#app/features/payouts/server/earnings/read-payout-policy.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { approveRefund } from "#app/features/payments/server/refunds/approve-refund.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { listRefundRequests } from "#app/features/payments/server/refunds/list-refund-requests.ts";
import { approvalsAt } from "#app/features/pricing/server/read-approvals.ts";
import { cancelPolicyVersion } from "./cancel-version.ts";
import { approvePolicyDraft } from "./decide-draft.ts";
import { proposePolicyDraft } from "./propose-draft.ts";
import { readPolicyDraft, readPolicyOverview, readPolicyVersion } from "./read-policy-page.ts";
import { savePolicyDraft } from "./save-draft.ts";
import { startPolicyDraft } from "./start-draft.ts";
import { updatePolicyDraft } from "./update-draft.ts";
import { recordFirstPolicy, watchPolicy } from "./watch-policy.ts";
import { declinePolicyDraft, discardPolicyDraft, takeBackPolicyDraft } from "./policy-versions.ts";
import { sql } from "kysely";
import { asFact } from "#app/platform/server/core/facts.ts";
import { announcePayChange } from "#app/features/editors/server/announce-pay-change.ts";
import { payOfOrder, shownPricing } from "#app/features/pricing/server/read-pricing.ts";
import { reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import { newWordsPay } from "#app/features/orders/rules/draft/editor-shares.ts";
import { payOfEditor } from "#app/features/orders/server/lifecycle/pay-of-editor.ts";
import { assignOrder } from "#app/features/orders/server/lifecycle/assign-order.ts";
import { resolveTicket } from "#app/features/support/server/tickets/resolve-ticket.ts";
import { reopenTicket } from "#app/features/support/server/tickets/reopen-ticket.ts";
import { keepAt } from "#app/features/policy/server/read-keep.ts";
import { dropLeftDrafts } from "#app/features/orders/server/drafts/drop-anonymous-drafts.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { chooseKeepDays } from "#app/features/orders/server/retention/choose-keep-days.ts";
import { remindOfDeletion } from "#app/features/orders/server/retention/remind-of-deletion.ts";
import { readDraftPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { businessDaysAfter } from "#app/features/payments/rules/refund-decision.ts";
import { reportProblem } from "#app/features/payments/server/problems/report-problem.ts";
import { readOwnProblem } from "#app/features/payments/server/problems/read-own-problem.ts";
import { readOwnQuote } from "#app/features/quotes/server/read-own-quote.ts";
import { editorDueOf } from "#app/features/matching/rules/eligibility.ts";
import { orderForMatching } from "#app/features/matching/server/order-for-matching.ts";
import { decideQa } from "#app/features/orders/server/review/decide-qa.ts";
import { rateOrder } from "#app/features/orders/server/lifecycle/rate-order.ts";
import { reviewLowRating } from "#app/features/orders/server/review/review-low-rating.ts";
import { appealReview } from "#app/features/orders/server/review/appeal-review.ts";
import { readReview } from "#app/features/orders/server/review/read-review.ts";
import { scoreReview } from "#app/features/orders/server/review/score-review.ts";
import { watchReviews } from "#app/features/orders/server/review/watch-reviews.ts";
import { shownQa } from "#app/features/orders/server/read-qa.ts";
import { requestQuote } from "#app/features/quotes/server/request-quote.ts";
import { watchQuotes } from "#app/features/quotes/server/watch-quotes.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { orderDue } from "#app/features/support/server/desk/order-due.ts";
import { changeTicket } from "#app/features/support/server/tickets/change-ticket.ts";
import { HOURS_POLICY, SERVICE_HOURS } from "#app/features/policy/rules/hours-figures.ts";
import { hoursAt } from "#app/features/policy/server/read-hours.ts";
import { serviceDayMs, timeAfter, timeBetween } from "#app/features/company/rules/service-hours.ts";
import { readOverview } from "../overview.ts";
import { SEARCH_LIST } from "#app/features/matching/rules/search-list.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld({}, { live: true });
  setClock(NOON);
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 10_000_000, parallelOrders: 1_000 })
    .where("matchReady", "=", true)
    .execute();
});
afterAll(() => world.close());

const ada = personOf("ada");
const ben = personOf("ben");
const amara = personOf("amara");
const KEY = "pricing.mills.copyediting.7d";
let time = NOON;
const pass = (ms: number) => setClock((time = after(time, ms)));
beforeEach(async () => {
  pass(HOUR);
  await world.db.deleteFrom("policy_versions").where("status", "in", ["draft", "proposed"]).execute();
});

async function drafted(by: Person, typed: Record<string, string>): Promise<string> {
  const { draftId } = await startPolicyDraft(by, {});
  await savePolicyDraft(by, { draftId, revision: (await readPolicyDraft(by, draftId)).revision, typed });
  return draftId;
}
const propose = async (by: Person, draftId: string, effectiveAt = "") =>
  proposePolicyDraft(by, {
    draftId,
    revision: (await readPolicyDraft(by, draftId)).revision,
    reason: "Costs went up.",
    effectiveAt,
  });
const approve = async (by: Person, draftId: string) =>
  approvePolicyDraft(by, { draftId, revision: (await readPolicyDraft(by, draftId)).revision });
/** A change that applies from now on. */
async function inForce(typed: Record<string, string>): Promise<number> {
  const draftId = await drafted(ada, typed);
  await propose(ada, draftId);
  return (await approve(ben, draftId)).version;
}
const wall = (at: Date) => at.toISOString().slice(0, 16);

test("the first version is the policy the product comes with, recorded once", async () => {
  await Promise.all([recordFirstPolicy(), recordFirstPolicy()]);
  await recordFirstPolicy();
  const { history } = await readPolicyOverview(ada);
  expect(history.map((v) => [v.version, v.state])).toEqual([[1, "in effect"]]);
});

test("an open quote keeps its price, a new one gets the new price, and returning to the old version restores the old one", async () => {
  const before = await quotedOrder(amara, 1_000);
  const draft = await fullDraft(amara, 1_000);
  const version = await inForce({ [KEY]: "0.035" });
  expect(before).toMatchObject({ totalMinor: 3_000, policyVersion: 1 });
  expect(
    await quoteOrder(amara, { orderId: before.id, seen: { totalMinor: 3_000, windowMs: before.windowMs } }),
  ).toMatchObject({
    totalMinor: 3_000,
    policyVersion: 1,
  });
  const { offer } = await quoteCall(amara, { orderId: before.id });
  expect(offer).toMatchObject({ receipt: { totalMinor: 3_000 } });
  await expect(
    quoteOrder(amara, { orderId: draft.id, seen: { totalMinor: 3_000, windowMs: 7 * DAY } }),
  ).rejects.toMatchObject({
    code: "price_changed",
  });
  expect(await quoteOrder(amara, { orderId: draft.id })).toMatchObject({ totalMinor: 3_500, policyVersion: version });
  expect((await pricingOfOrder(await getOrder(before.id))).mills.copyediting["7d"]).toBe(30);

  const { draftId } = await startPolicyDraft(ben, { revertTo: "1" });
  await propose(ben, draftId);
  await approve(ada, draftId);
  expect(await quotedOrder(amara, 1_000)).toMatchObject({ totalMinor: 3_000, policyVersion: version + 1 });
  expect((await readPolicyVersion(ada, version + 1)).revertedFrom).toBe(1);
});

test("a proposal is on the to-do list of the admins who may approve it, and of nobody else", async () => {
  const toApprove = async (who: typeof ada) =>
    (await readOverview(who, time)).waits.find((wait) => wait.key === "policyToApprove")?.count ?? 0;
  const draftId = await drafted(ada, { [KEY]: "0.031" });
  expect(await toApprove(ben)).toBe(0);
  await propose(ada, draftId);
  expect([await toApprove(ada), await toApprove(ben)]).toEqual([0, 1]);
  await approve(ben, draftId);
  expect(await toApprove(ben)).toBe(0);
});

test("an order is refunded by the table it was sold with", async () => {
  const old = await quotedOrder(amara, 1_000);
  await inForce({ "refunds.quality.minorBp": "60", "refunds.late.some.clientBp": "25" });
  const fresh = await quotedOrder(amara, 1_000);
  const refundOf = async ({ policyVersion }: { policyVersion: number | null }) => {
    const { id } = await orderIn("delivered", { set: { policyVersion } });
    const order = await getOrder(id);
    const facts = await refundFactsOf(order);
    const { amountMinor, basis } = refundTermsFrom(order, "quality-minor", 0, facts, [], APPROVAL_POLICY)!;
    return [Math.round((100 * amountMinor) / (await getOrder(id)).paidMinor), basis[1]];
  };
  expect(await refundOf(old)).toEqual([50, "50% is refunded."]);
  expect(await refundOf(fresh)).toEqual([60, "60% is refunded."]);
  const said = refundRows(await shownRefundTable(), await shownDeadlines(), await shownMatching()).map(
    ([, refund]) => refund,
  );
  expect(said).toContain("25%, automatically. You keep the work.");
  const draftId = await drafted(ada, { "refunds.late.much.clientBp": "20" });
  await expect(propose(ada, draftId)).rejects.toMatchObject({ code: "contradiction" });
});

test("a delivered order can be revised for as long as it was sold with", async () => {
  const old = await quotedOrder(amara, 1_000);
  await inForce({ "deadlines.revision.windowMs": "45", "deadlines.revision.newWords": "200" });
  const fresh = await quotedOrder(amara, 1_000);
  const sold = async ({ policyVersion }: { policyVersion: number | null }) => {
    const { id } = await orderIn("submitted", { set: { policyVersion } });
    const { orderId } = await deliveredOrder();
    const submission = await world.db
      .selectFrom("submissions")
      .selectAll()
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    const { revisionUntilAt } = await transact(SYSTEM, async (ctx) =>
      deliverOrder(ctx, await getOrder(id), submission),
    );
    const { freeWords } = totalVersions(
      await getOrder(id),
      [],
      [],
      await pricingOfOrder({ policyVersion, currency: "USD" }),
      await deadlinesOfOrder({ policyVersion }),
    );
    return [(revisionUntilAt!.getTime() - time.getTime()) / DAY, freeWords];
  };
  // 5% of its 5,000 words are more than 200.
  expect(await sold(old)).toEqual([30, 300]);
  expect(await sold(fresh)).toEqual([45, 250]);
});

test("an order keeps its agreed terms: acceptance, rounds, free cancellation, and the time to find an editor", async () => {
  const old = await quotedOrder(amara, 1_000);
  await inForce({
    "deadlines.autoAccept.ms": "10",
    "deadlines.revision.rounds": "1",
    "deadlines.cancel.freeAfterPaymentMs": "120",
    "matching.supportBp": "20",
    "matching.clientChoiceBp": "30",
  });
  const fresh = await quotedOrder(amara, 1_000);
  const toChoose = readListQuery(new URLSearchParams("show=client"), SEARCH_LIST);
  const lifeOf = async ({ policyVersion }: { policyVersion: number | null }) => {
    const { id } = await orderIn("submitted", { set: { policyVersion } });
    const { orderId } = await deliveredOrder();
    const submission = await world.db
      .selectFrom("submissions")
      .selectAll()
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    const delivered = await transact(SYSTEM, async (ctx) => deliverOrder(ctx, await getOrder(id), submission));
    await world.db.updateTable("orders").set({ revisionsUsed: 1 }).where("id", "=", id).execute();
    const again = await requestRevision(amara, { orderId: id, note: "One more thing, please." }).then(
      () => "asked",
      (error: Error) => error.message,
    );
    const paidAt = after(time, -90 * MINUTE);
    const begun = await orderIn("assigned", { set: { policyVersion, paidAt, assignedAt: paidAt, startedAt: null } });
    const search = await orderIn("paid", { set: { policyVersion, paidAt: time, windowMs: 10 * DAY } });
    const { supportAt } = unassignedTimes(time, 10 * DAY, await matchingOfOrder({ policyVersion }));
    const found = await searchList(ada, toChoose, after(time, 4 * DAY)).read(100, 0);
    return {
      acceptedAfterDays: (delivered.autoAcceptAt!.getTime() - time.getTime()) / DAY,
      again,
      free: (await cancellationFor(amara, begun.id))!.case === "cancel-unopened",
      supportAfterDays: (supportAt.getTime() - time.getTime()) / DAY,
      mayChoose: found.some((row) => row.id === search.id),
    };
  };
  expect(await lifeOf(old)).toEqual({
    acceptedAfterDays: 7,
    again: "asked",
    free: false,
    supportAfterDays: 4,
    mayChoose: false,
  });
  expect(await lifeOf(fresh)).toEqual({
    acceptedAfterDays: 10,
    again: expect.stringContaining("used your free revision") as string,
    free: true,
    supportAfterDays: 2,
    mayChoose: true,
  });
  // A refused fault names what to do, and another person's page reads the new figures.
  const draftId = await drafted(ada, { "deadlines.autoAccept.reminderMs.1": "40" });
  await expect(propose(ada, draftId)).rejects.toMatchObject({ code: "contradiction" });
});

test("levels and payouts follow the policy, payouts that of their cut-off; an announced date stays", async () => {
  const { uid } = personOf("jonas");
  const cutoffAt = await lastCutoffAt(time);
  const before = await planFor(uid, cutoffAt, time);
  await world.db
    .updateTable("bank_details")
    .set({ createdAt: time, usableAt: after(time, 3 * DAY) })
    .where("uid", "=", uid)
    .execute();
  await inForce({
    "levels.senior.ratingTenths": "4.1",
    "payouts.minimumMinor": "150",
    "payouts.bankFrozenMs": "10",
    "payouts.settleMs": "0",
  });
  expect(await levelsAt(time)).toMatchObject({ senior: { ratingTenths: 41 } });
  expect(await levelsAt(after(time, -DAY))).toMatchObject({ senior: { ratingTenths: 46 } });
  expect(await payoutsAt(cutoffAt)).toMatchObject({ minimumMinor: 2_500, settleMs: 3 * DAY });
  expect(await payoutsAt(time)).toMatchObject({ minimumMinor: 15_000, settleMs: 0 });
  expect((await planFor(uid, cutoffAt, after(time, 4 * DAY))).reasons).toEqual(before.reasons);
  expect((await planFor(uid, cutoffAt, after(time, 2 * DAY))).reasons.join()).toContain("bank details changed");
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({
    "payout.minimum": "150",
    "level.seniorRating": "4.1",
  });
});

test("an order pays the agreed shares: for its editor, second reader, reviewer, and new words", async () => {
  const old = await quotedOrder(amara, 1_000);
  const before = (await shownPricing()).pay;
  await inForce({
    "pricing.pay.shareBp.standard": "57",
    "pricing.pay.shareBp.senior": "62",
    "pricing.pay.reviewer.shareBp": "8",
  });
  const fresh = await quotedOrder(amara, 1_000);
  const jonas = personOf("jonas");
  await world.db.updateTable("editors").set({ level: "standard" }).where("uid", "=", jonas.uid).execute();
  const paid = async ({ policyVersion }: { policyVersion: number | null }) => {
    const { id } = await orderIn("paid", { set: { policyVersion, listMinor: 15_000 } });
    const order = await getOrder(id);
    const pay = await payOfOrder(order);
    await transact(ada, async (ctx) => assignOrder.inside(ctx, { orderId: id, editorId: jonas.uid, how: "admin" }));
    const assigned = await getOrder(id);
    return {
      basis: order.editorBasisMinor,
      pays: assigned.editorPayMinor,
      promised: await payOfEditor(assigned),
      review: reviewPay(order.listMinor, pay),
      newWords: newWordsPay(1_000, "senior", pay),
    };
  };
  const was = await paid(old);
  const is = await paid(fresh);
  expect(was).toMatchObject({ pays: Math.round(was.basis * 0.55), review: 900, newWords: 600 });
  expect(is).toMatchObject({ pays: Math.round(is.basis * 0.57), review: 1_200, newWords: 620 });
  expect([was.promised, is.promised]).toEqual([was.pays, is.pays]);
  expect(before.shareBp.standard).toBe(5_500);
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({ "pay.standard": "57%", "pay.senior": "62%" });
  // Going back pays less for the same work, so it needs notice.
  const { draftId } = await startPolicyDraft(ada, { revertTo: String(old.policyVersion) });
  await expect(propose(ada, draftId)).rejects.toMatchObject({
    fields: { effectiveAt: expect.stringContaining("15 days ahead") as string },
  });
});

test("lower pay needs notice that the approval can't shorten, and every editor is told once, also if it's canceled", async () => {
  const draftId = await drafted(ada, { "pricing.pay.reviewer.leastMinor": "2.50" });
  await expect(propose(ada, draftId, wall(after(time, 14 * DAY)))).rejects.toMatchObject({ code: "effective" });
  await propose(ada, draftId, wall(after(time, 16 * DAY)));
  pass(3 * DAY);
  await expect(approve(ben, draftId)).rejects.toMatchObject({ code: "notice_too_short" });
  await takeBackPolicyDraft(ada, { draftId });
  await propose(ada, draftId, wall(after(time, 16 * DAY)));
  const { version } = await approve(ben, draftId);
  const told = async (kind: "editor.pay_changes" | "editor.pay_stays") =>
    (
      await world.db
        .selectFrom("facts")
        .select(["subjectId", "data"])
        .where("kind", "=", kind)
        .where(sql<boolean>`data->>'version' = ${String(version)}`)
        .execute()
    ).map((f) => [f.subjectId, (f.data as { changes: string[] }).changes]);
  const run = async (kind: "policy.approved" | "policy.canceled") => {
    const fact = await world.db
      .selectFrom("facts")
      .selectAll()
      .where("kind", "=", kind)
      .where("subjectId", "=", draftId)
      .executeTakeFirstOrThrow();
    await announcePayChange(asFact(fact));
    await announcePayChange(asFact(fact));
  };
  await run("policy.approved");
  const signed = await world.db
    .selectFrom("editors")
    .select("uid")
    .where("agreementSignedAt", "is not", null)
    .execute();
  const reached = (await told("editor.pay_changes")).map(([uid]) => uid);
  expect(reached).toHaveLength(signed.length);
  expect(new Set(reached)).toEqual(new Set(signed.map((e) => e.uid)));
  expect((await told("editor.pay_changes"))[0]![1]).toEqual(["Pay for a quality review, at least: $3.00 to $2.50"]);
  await cancelPolicyVersion(ada, { version, note: "We keep it as it was." });
  await run("policy.canceled");
  expect(await told("editor.pay_stays")).toHaveLength(signed.length);
  // A change that doesn't reduce pay applies at once, and one that isn't about pay isn't announced.
  const quiet = await inForce({ "pricing.pdfBp": "14" });
  const fact = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "policy.approved")
    .where(sql<boolean>`data->>'version' = ${String(quiet)}`)
    .executeTakeFirstOrThrow();
  expect(fact.data).not.toHaveProperty("pay");
});

test("a month keeps the cut-off it started with, and the bank file waits for bank holidays", async () => {
  const began = time;
  const month = (n: number, day: number) =>
    new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth() + n, day, 23, 59, 59, 999));
  const untilEnd = async (from: Date) => {
    const found: Date[] = [];
    for (let at = await nextCutoffAt(from); found.length < 4; at = await nextCutoffAt(after(at, MINUTE)))
      found.push(at);
    return found;
  };
  const first = new Date(Date.UTC(began.getUTCFullYear(), began.getUTCMonth(), 1));
  expect(await untilEnd(first)).toEqual([month(0, 15), month(1, 0), month(1, 15), month(2, 0)]);
  const { fileDay, cutoffAt } = await findNextPayout(personOf("jonas").uid, began);
  await inForce({ "payouts.cutoffDay": "20", "payouts.holidays.0": fileDay });
  // This month's cut-offs were shown already.
  expect(await untilEnd(first)).toEqual([month(0, 15), month(1, 0), month(1, 20), month(2, 0)]);
  expect(await lastCutoffAt(month(1, 21))).toEqual(month(1, 20));
  expect((await periodOfCutoff(month(1, 20))).from).toEqual(after(month(1, 0), 1));
  expect(legalFigures((await policyAt(time)).figures)["payout.day"]).toBe("20th");
  const moved = await findNextPayout(personOf("jonas").uid, began);
  expect(moved.cutoffAt).toBe(cutoffAt);
  expect(await findNextPayout(personOf("jonas").uid, time)).toMatchObject({ cutoffAt });
  expect((await findNextPayout(personOf("jonas").uid, time)).fileDay > fileDay).toBe(true);
  const draftId = await drafted(ada, { "payouts.holidays.1": fileDay });
  await expect(propose(ada, draftId)).rejects.toMatchObject({
    code: "contradiction",
    message: expect.stringContaining("Holiday 2 is the same day as holiday 1.") as string,
  });
  await discardPolicyDraft(ada, { draftId });
  await inForce({ "payouts.cutoffDay": "15", "payouts.holidays.0": "" });
});

test("a ticket keeps the times promised when it was opened; reopened, it gets the current ones", async () => {
  const sam = personOf("sam");
  const open = async () =>
    (await openTicket(amara, { subject: "A question", category: "other", body: "When is it due?", attachmentIds: [] }))
      .id;
  const dates = async (id: string) => {
    const t = await world.db.selectFrom("tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return [t.firstResponseDueAt, t.resolutionDueAt, t.warnAt] as const;
  };
  const old = await open();
  const wasDue = await dates(old);
  const asked = time;
  const wasAsked = await orderDue(asked);
  pass(MINUTE);
  await inForce({
    "support.normal.firstServiceMs": "4",
    "support.normal.resolvedDays": "1",
    "support.high.firstMs": "60",
    "support.warnBp": "50",
  });
  const fresh = await open();
  expect(timeBetween(time, (await dates(fresh))[2]!, "service", SERVICE_HOURS)).toBe(2 * HOUR);
  const hours = async (id: string) => {
    const { createdAt, firstResponseDueAt, resolutionDueAt } = await world.db
      .selectFrom("tickets")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return [firstResponseDueAt!, resolutionDueAt!].map(
      (at) => timeBetween(createdAt, at, "service", SERVICE_HOURS) / HOUR,
    );
  };
  expect([await hours(old), await hours(fresh)]).toEqual([
    [8, 16],
    [4, 8],
  ]);
  // Changing the priority and back restores the times promised when the ticket was opened, including warnings.
  await changeTicket(sam, { ticketId: old, priority: "low" });
  await changeTicket(sam, { ticketId: old, priority: "normal" });
  expect(await dates(old)).toEqual(wasDue);
  expect(await orderDue(asked)).toEqual(wasAsked);
  expect(timeBetween(time, await orderDue(time), "service", SERVICE_HOURS)).toBe(4 * HOUR);
  await resolveTicket(amara, { ticketId: old });
  await reopenTicket(amara, { ticketId: old });
  expect(timeBetween(time, (await dates(old))[1]!, "service", SERVICE_HOURS)).toBe(8 * HOUR);
  const draftId = await drafted(ada, { "support.high.firstMs": "300" });
  await expect(propose(ada, draftId)).rejects.toMatchObject({ code: "contradiction" });
});

test("tickets, questions, and quote requests keep the hours and holidays that applied when they were sent", async () => {
  const sam = personOf("sam");
  const ticket = async () =>
    (await openTicket(amara, { subject: "A question", category: "other", body: "When is it due?", attachmentIds: [] }))
      .id;
  const dates = async (id: string) => {
    const t = await world.db.selectFrom("tickets").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    return [t.firstResponseDueAt, t.resolutionDueAt, t.warnAt] as const;
  };
  const quote = async (who: Person) => {
    const { id: orderId } = await fullDraft(who, 1_000);
    return (await requestQuote(who, { orderId, quoteRequirements: "Please edit the methods section first." })).quoteId;
  };
  const quoteDates = (id: string) =>
    world.db.selectFrom("custom_quotes").select(["dueAt", "warnAt"]).where("id", "=", id).executeTakeFirstOrThrow();
  const [old, oldQuote, asked] = [await ticket(), await quote(amara), time];
  const [was, wasQuote, wasAsked] = [await dates(old), await quoteDates(oldQuote), await orderDue(asked)];
  pass(MINUTE);
  // Closed for the two weeks that begin today, and half as long as before on each day after them.
  const day = (ms: number) => dayOf(after(time, ms));
  await inForce({
    "hours.closesAtMinute": "780",
    "hours.closures.0.firstDay": day(0),
    "hours.closures.0.lastDay": day(13 * DAY),
    "support.normal.firstServiceMs": "4",
    "support.normal.resolvedDays": "1",
    "support.high.firstMs": "60",
  });
  const hours = await hoursAt(time);
  expect(hours).toEqual({
    ...SERVICE_HOURS,
    closesAtMinute: 780,
    closures: [{ firstMs: Date.parse(`${day(0)}T00:00:00Z`), lastMs: Date.parse(`${day(13 * DAY)}T00:00:00Z`) }],
  });
  const reopens = after(time, 13 * DAY);
  const fresh = await ticket();
  const [first, resolution] = await dates(fresh);
  expect([first, resolution]).toEqual([4 * HOUR, 4 * HOUR].map((ms) => timeAfter(time, ms, "service", hours)));
  expect(first! > reopens).toBe(true);
  expect(await orderDue(time)).toEqual(first);
  const { dueAt, warnAt } = await quoteDates(await quote(personOf("mei")));
  expect(dueAt).toEqual(timeAfter(time, serviceDayMs(hours), "service", hours));
  expect(warnAt).toEqual(timeAfter(time, serviceDayMs(hours) * 0.75, "service", hours));
  // Open ones keep their dates, their warnings, and the times for other priorities.
  await changeTicket(sam, { ticketId: old, priority: "low" });
  await changeTicket(sam, { ticketId: old, priority: "normal" });
  expect(await dates(old)).toEqual(was);
  expect(await orderDue(asked)).toEqual(wasAsked);
  expect(await quoteDates(oldQuote)).toEqual(wasQuote);
  // A reminder of the old request counts the hours of its day, not today's closure.
  const { warnAt: reminder } = wasQuote;
  setClock(after(reminder!, MINUTE));
  await watchQuotes(after(reminder!, MINUTE));
  expect((await quoteDates(oldQuote)).warnAt).toEqual(wasQuote.dueAt);
  setClock(time);
  const draftId = await drafted(ada, { "hours.closures.0.firstDay": "" });
  await expect(propose(ada, draftId)).rejects.toMatchObject({
    code: "contradiction",
    message: expect.stringContaining("Closure 1 has no first day.") as string,
  });
  await discardPolicyDraft(ada, { draftId });
  await inForce({
    "hours.closesAtMinute": String(HOURS_POLICY.closesAtMinute),
    "hours.closures.0.firstDay": "",
    "hours.closures.0.lastDay": "",
  });
  expect(await hoursAt(time)).toEqual(SERVICE_HOURS);
});

test("quote requests and complaints keep the time promised when they were sent", async () => {
  const request = async (who: Person) => {
    const { id: orderId } = await fullDraft(who, 1_000);
    return {
      orderId,
      ...(await requestQuote(who, { orderId, quoteRequirements: "Please edit the methods section first." })),
    };
  };
  const report = async (policyVersion: number) => {
    const { orderId } = await deliveredOrder({ set: { policyVersion } });
    const what = "The references in the third section weren't checked as I asked.";
    return (await reportProblem(amara, { orderId, what })).dueAt;
  };
  const quoteOf = (id: string) =>
    world.db
      .selectFrom("custom_quotes")
      .select(["dueAt", "warnAt", "status"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const old = await request(amara);
  const was = await quoteOf(old.quoteId);
  expect(await report(1)).toEqual(businessDaysAfter(time, 2, SERVICE_HOURS));
  pass(MINUTE);
  const version = await inForce({
    "answers.quote.answerDays": "3",
    "answers.quote.giveUpDays": "4",
    "answers.quote.warnBp": "50",
    "answers.complaint.decideDays": "1",
  });
  const days = (n: number) => timeAfter(time, n * serviceDayMs(SERVICE_HOURS), "service", SERVICE_HOURS);
  const fresh = await request(personOf("mei"));
  expect(await quoteOf(fresh.quoteId)).toMatchObject({ dueAt: days(3), warnAt: days(1.5) });
  expect(await quoteOf(old.quoteId)).toEqual(was);
  // A complaint has the time its order was sold with, and so does what its page says.
  expect(await report(1)).toEqual(businessDaysAfter(time, 2, SERVICE_HOURS));
  expect(await report(version)).toEqual(businessDaysAfter(time, 1, SERVICE_HOURS));
  const { orderId: delivered } = await deliveredOrder({ set: { policyVersion: version } });
  expect(await readOwnProblem(amara, delivered)).toMatchObject({ mayReport: true, decideDays: 1 });
  expect(legalFigures((await policyAt(time)).figures)["decision.time"]).toBe("one business day");
  // Screens promise what applies to whatever is sent now.
  expect((await readOwnQuote(amara, old.orderId))!.answerDays).toBe(3);
  expect((await readDraftPage(amara, (await fullDraft(amara, 1_000)).id, null)).quoteAnswerDays).toBe(3);
  // After four business days the new request is closed, and the old one, which had five, isn't.
  const later = after(days(4), MINUTE);
  setClock(later);
  await watchQuotes(later);
  expect([(await quoteOf(fresh.quoteId)).status, (await quoteOf(old.quoteId)).status]).toEqual(["declined", "waiting"]);
  setClock(time);
  const draftId = await drafted(ada, { "answers.quote.answerDays": "4" });
  await expect(propose(ada, draftId)).rejects.toMatchObject({ code: "contradiction" });
  await discardPolicyDraft(ada, { draftId });
  await inForce({
    "answers.quote.answerDays": "1",
    "answers.quote.giveUpDays": "5",
    "answers.complaint.decideDays": "2",
  });
});

test("an order keeps the agreed rates of quality review", async () => {
  const jonas = personOf("jonas").uid;
  await world.db.updateTable("editors").set({ qaDone: 12 }).where("uid", "=", jonas).execute();
  const version = await inForce({ "qa.firstOrders": "40", "qa.lowRating": "2" });
  const sold = (policyVersion: number) => ({ id: unsampledId(), service: "copyediting", policyVersion });
  const decide = (policyVersion: number) => decideQa(world.db, sold(policyVersion), jonas);
  expect([await decide(1), await decide(version)]).toEqual([null, "trial"]);
  // The deadline that an invite shows allows for the review in the same way.
  const due = async (policyVersion: number) => {
    const { id: orderId } = await orderIn("paid", { set: { policyVersion } });
    const wanted = await orderForMatching(await getOrder(orderId));
    return editorDueOf({ qaDone: 12 }, wanted) < wanted.editorDueAt;
  };
  expect([await due(1), await due(version)]).toEqual([false, true]);
  const reviews = async (policyVersion: number) => {
    const { orderId } = await deliveredOrder({ set: { policyVersion } });
    await rateOrder(amara, { orderId, overall: 3, comment: "" });
    const fact = await world.db
      .selectFrom("facts")
      .selectAll()
      .where("kind", "=", "order.rated")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    await reviewLowRating(asFact(fact));
    await reviewLowRating(asFact(fact));
    const found = await world.db.selectFrom("qa_reviews").select("reason").where("orderId", "=", orderId).execute();
    return found.map((it) => it.reason);
  };
  expect([await reviews(1), await reviews(version)]).toEqual([["low_rating"], []]);
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({ "qa.firstOrders": "40", "qa.pass": "80" });
  expect((await shownQa()).firstOrders).toBe(40);
  await inForce({ "qa.firstOrders": "10", "qa.lowRating": "3" });
});

test("a review is measured by the rubric and the pass mark that its order was sold with", async () => {
  const version = await inForce({
    "qa.passMark": "70",
    "qa.points.accuracy": "45",
    "qa.points.letter": "0",
    "qa.afterDeliveryMs": "48",
    "qa.appeal.openMs": "10",
    "qa.appeal.dueMs": "5",
    "qa.dropped.appealMs": "7",
  });
  const jonas = personOf("jonas");
  const rated = async (policyVersion: number) => {
    const { orderId } = await deliveredOrder({ set: { policyVersion } });
    await rateOrder(amara, { orderId, overall: 1, comment: "" });
    const fact = await world.db
      .selectFrom("facts")
      .selectAll()
      .where("kind", "=", "order.rated")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    await reviewLowRating(asFact(fact));
    const { id, dueAt } = await world.db
      .selectFrom("qa_reviews")
      .select(["id", "dueAt"])
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    return { reviewId: id, hours: (dueAt.getTime() - fact.at.getTime()) / HOUR };
  };
  const [old, fresh] = [await rated(1), await rated(version)];
  expect([old.hours, fresh.hours]).toEqual([24, 48]);
  const note = "Several sentences in the methods changed their meaning.";
  const scored = (reviewId: string, accuracy: number, letter: number) =>
    scoreReview(ada, {
      reviewId,
      note,
      ignoredInstruction: false,
      scores: { accuracy, language: 15, instructions: 10, formatting: 7, letter },
    });
  // Of at most 35 and 10 points in one, and of 45 and none in the other.
  await expect(scored(old.reviewId, 40, 0)).rejects.toMatchObject({ fields: { "scores.accuracy": "At most 35." } });
  await expect(scored(fresh.reviewId, 40, 1)).rejects.toMatchObject({ fields: { "scores.letter": "At most 0." } });
  await scored(old.reviewId, 35, 5);
  await scored(fresh.reviewId, 40, 0);
  const result = async (reviewId: string) => {
    const review = await readReview(jonas, reviewId, time);
    const { status, total, rubric } = review.result!;
    const days = (review.appealUntil!.getTime() - time.getTime()) / DAY;
    return [status, total, rubric.passMark, rubric.points.accuracy, days];
  };
  expect(await result(old.reviewId)).toEqual(["failed", 72, 80, 35, 7]);
  expect(await result(fresh.reviewId)).toEqual(["passed", 72, 70, 45, 10]);
  // After eight days the score of the older order is final, and the other one's isn't.
  pass(8 * DAY);
  const reason = "The reviewer read an older version of the manuscript.";
  await expect(appealReview(jonas, { reviewId: old.reviewId, reason })).rejects.toMatchObject({ code: "appeal_late" });
  const { appealId } = await appealReview(jonas, { reviewId: fresh.reviewId, reason });
  const statusOf = async () => {
    const { dueAt, status } = await world.db
      .selectFrom("qa_reviews")
      .select(["dueAt", "status"])
      .where("id", "=", appealId)
      .executeTakeFirstOrThrow();
    return [(dueAt.getTime() - time.getTime()) / DAY, status];
  };
  expect(await statusOf()).toEqual([5, "waiting"]);
  await watchReviews(after(time, 6 * DAY));
  expect(await statusOf()).toEqual([5, "waiting"]);
  await watchReviews(after(time, 7 * DAY));
  expect(await statusOf()).toEqual([5, "void"]);
  expect((await shownQa()).passMark).toBe(70);
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({ "qa.pass": "70" });
  await inForce({ "qa.passMark": "80", "qa.points.accuracy": "35", "qa.points.letter": "10" });
});

test("data people gave us is deleted by the times that applied then", async () => {
  const draft = async (who: Person) => (await startDraft(who, { fresh: true })).id;
  const statusOf = async (id: string) => (await getOrder(id)).status;
  const accepted = async () => {
    const { orderId } = await deliveredOrder({ status: "delivered" });
    await acceptOrder(amara, { orderId });
    await chooseKeepDays(amara, { orderId, days: 30 });
    return orderId;
  };
  const reminded = async (orderId: string) =>
    (
      await world.db
        .selectFrom("facts")
        .select("id")
        .where("orderId", "=", orderId)
        .where("kind", "=", "files.due_soon")
        .execute()
    ).length;
  const [old, oldOrder] = [await draft(personOf("mei")), await accepted()];
  pass(MINUTE);
  await inForce({
    "keep.draftMs": "30",
    "keep.remindMs": "14",
    "keep.exportMs": "3",
    "keep.visitorDraftMs": "48",
    "keep.refusedMs": "60",
  });
  const [fresh, freshOrder] = [await draft(amara), await accepted()];
  expect(await keepAt(time)).toMatchObject({ exportMs: 3 * DAY, visitorDraftMs: 2 * DAY, refusedMs: 60 * DAY });
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({
    "draft.leftDays": "30",
    "draft.hours": "48",
    "export.days": "three",
    "keep.remindDays": "14",
    "kyc.refusedDays": "60",
  });
  pass(MINUTE);
  // A longer time introduced later doesn't keep data that we promised to delete sooner.
  await inForce({ "keep.draftMs": "200", "keep.remindMs": "3" });
  const began = time;
  await remindOfDeletion(after(began, 17 * DAY));
  expect([await reminded(oldOrder), await reminded(freshOrder)]).toEqual([0, 1]);
  await remindOfDeletion(after(began, 24 * DAY));
  expect([await reminded(oldOrder), await reminded(freshOrder)]).toEqual([1, 1]);
  await dropLeftDrafts(after(began, 29 * DAY));
  expect([await statusOf(old), await statusOf(fresh)]).toEqual(["draft", "draft"]);
  await dropLeftDrafts(after(began, 31 * DAY));
  expect([await statusOf(old), await statusOf(fresh)]).toEqual(["draft", "cancelled"]);
  await dropLeftDrafts(after(began, 91 * DAY));
  expect(await statusOf(old)).toBe("cancelled");
  await inForce({ "keep.draftMs": "90", "keep.remindMs": "7", "keep.exportMs": "7", "keep.visitorDraftMs": "24" });
});

test("staff's limits follow the policy in effect, even for earlier proposals and orders", async () => {
  const sam = personOf("sam");
  const { orderId } = await deliveredOrder();
  const ask = (amountMinor: number) =>
    refundAsSeen(sam, { orderId, cause: "goodwill", amountMinor, reason: "It was late for her conference." });
  const needs = async (amountMinor: number) => {
    const order = await getOrder(orderId);
    const facts = await refundFactsOf(order);
    const requests = await listRequestsOf(orderId);
    return refundTermsFrom(order, "goodwill", amountMinor, facts, requests, await approvalsAt(time))!.needs;
  };
  expect(await needs(1_000)).toBe("support");
  expect(await ask(12_000)).toMatchObject({ done: false, needs: "admin" });
  const [request] = (await listRefundRequests(ada)).requests.filter((r) => r.orderId === orderId);
  expect(request).toMatchObject({ needsTwo: false });
  await inForce({
    "approvals.refund.supportMinor": "5",
    "approvals.refund.twoAdminsAboveMinor": "100",
    "approvals.charge.mostMinor": "20",
  });
  expect((await listRefundRequests(ada)).support).toMatchObject({ mostMinor: 500 });
  expect(await approveRefund(ada, { requestId: request!.id })).toEqual({ done: false });
  await expect(approveRefund(ada, { requestId: request!.id })).rejects.toMatchObject({ code: "same_admin" });
  expect([await needs(500), await needs(1_000), await needs(12_000)]).toEqual(["support", "admin", "two admins"]);
  const begun = await orderIn("in_progress");
  const charge = { orderId: begun.id, what: "Two more tables", reason: "They came later.", editorWorks: true };
  await expect(chargeExtra(ada, { ...charge, amountMinor: 2_001 })).rejects.toMatchObject({
    fields: { amount: "Charge at most $20.00 at once." },
  });
  await expect(cancelOrder(sam, { orderId: begun.id, expectedRefundMinor: 0, reason: "" })).rejects.toMatchObject({
    kind: "refused",
  });
  await inForce({ "approvals.refund.supportMinor": "100", "approvals.refund.twoAdminsAboveMinor": "500" });
});

test("a version that was canceled is nothing to go back to", async () => {
  const draftId = await drafted(ada, { [KEY]: "0.037" });
  await propose(ada, draftId, wall(after(time, DAY)));
  const { version } = await approve(ben, draftId);
  await cancelPolicyVersion(ben, { version, note: "A mistake." });
  await expect(startPolicyDraft(ada, { revertTo: String(version) })).rejects.toMatchObject({ code: "version" });
  const kept = await inForce({ "pricing.reEditMinimumMinor": "11" });
  await expect(startPolicyDraft(ada, { revertTo: String(version) })).rejects.toMatchObject({ code: "version" });
  await expect(startPolicyDraft(ada, { revertTo: String(kept + 1) })).rejects.toMatchObject({ code: "version" });
});

test("figures outside of their range are refused, however they're sent", async () => {
  const { draftId } = await startPolicyDraft(ada, {});
  const { revision } = await readPolicyDraft(ada, draftId);
  const typed = {
    "deadlines.revision.rounds": "99",
    "deadlines.editorMargin.shareBp": "1",
    "matching.__proto__.x": "1",
  };
  await expect(savePolicyDraft(ada, { draftId, revision, typed })).rejects.toMatchObject({
    fields: { "deadlines.revision.rounds": "Enter a figure from 1 to 5." },
  });
  const unknown = { "deadlines.editorMargin.shareBp": "1", "matching.__proto__.x": "1" };
  expect(await savePolicyDraft(ada, { draftId, revision, typed: unknown })).toEqual({ changed: 0 });
});

describe("two people", () => {
  test.each(["amara", "jonas", "sam"] satisfies CastName[])(
    "%s can neither see nor change the policy",
    async (name) => {
      const who = personOf(name);
      const draftId = await drafted(ada, { [KEY]: "0.036" });
      const { revision } = await readPolicyDraft(ada, draftId);
      await propose(ada, draftId);
      const refused = { kind: "refused" };
      await expect(readPolicyOverview(who)).rejects.toMatchObject(refused);
      await expect(readPolicyDraft(who, draftId)).rejects.toMatchObject(refused);
      await expect(readPolicyVersion(who, 1)).rejects.toMatchObject(refused);
      await expect(startPolicyDraft(who, {})).rejects.toMatchObject(refused);
      await expect(savePolicyDraft(who, { draftId, revision, typed: {} })).rejects.toMatchObject(refused);
      await expect(approvePolicyDraft(who, { draftId, revision })).rejects.toMatchObject(refused);
      await expect(declinePolicyDraft(who, { draftId, revision, note: "No." })).rejects.toMatchObject(refused);
      await expect(takeBackPolicyDraft(who, { draftId })).rejects.toMatchObject(refused);
      await expect(cancelPolicyVersion(who, { version: 1, note: "No." })).rejects.toMatchObject(refused);
    },
  );

  test("nobody approves their own change, and nobody edits somebody else's", async () => {
    const draftId = await drafted(ada, { [KEY]: "0.036" });
    const { revision } = await readPolicyDraft(ada, draftId);
    await expect(savePolicyDraft(ben, { draftId, revision, typed: { [KEY]: "0.037" } })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(discardPolicyDraft(ben, { draftId })).rejects.toMatchObject({ kind: "refused" });
    await propose(ada, draftId);
    await expect(approve(ada, draftId)).rejects.toMatchObject({ kind: "refused" });
    await expect(
      world.db
        .updateTable("policy_versions")
        .set({ status: "approved", version: 900, effectiveAt: time, decidedBy: ada.uid })
        .where("id", "=", draftId)
        .execute(),
    ).rejects.toThrow(/check/);
  });

  test("an approval applies to the proposal that was seen: if its date changes, it has to be seen again", async () => {
    const draftId = await drafted(ada, { [KEY]: "0.036" });
    await propose(ada, draftId, wall(after(time, DAY)));
    const { revision } = await readPolicyDraft(ben, draftId);
    await takeBackPolicyDraft(ada, { draftId });
    await propose(ada, draftId);
    await expect(approvePolicyDraft(ben, { draftId, revision })).rejects.toMatchObject({ code: "draft_changed" });
  });

  test("a declined change is a draft again, with the reason", async () => {
    const draftId = await drafted(ada, { [KEY]: "0.036" });
    await propose(ada, draftId);
    const { revision } = await readPolicyDraft(ben, draftId);
    await declinePolicyDraft(ben, { draftId, revision, note: "Too much at once." });
    expect(await readPolicyDraft(ada, draftId)).toMatchObject({ state: "draft", note: "Too much at once." });
    await expect(approve(ben, draftId)).rejects.toMatchObject({ code: "version_moved_on" });
  });
});

describe("at the same time", () => {
  test("of an approval and a withdrawal at once, one wins", async () => {
    const draftId = await drafted(ada, { [KEY]: "0.036" });
    await propose(ada, draftId);
    const results = await Promise.allSettled([approve(ben, draftId), takeBackPolicyDraft(ada, { draftId })]);
    expect(results.filter((r) => r.status === "fulfilled")).toHaveLength(1);
  });

  test("approving twice makes one version", async () => {
    const draftId = await drafted(ada, { [KEY]: "0.037" });
    await propose(ada, draftId);
    const { revision } = await readPolicyDraft(ben, draftId);
    const [one, two] = await Promise.all([
      approvePolicyDraft(ben, { draftId, revision }),
      approvePolicyDraft(ben, { draftId, revision }),
    ]);
    expect(one).toEqual(two);
  });

  test("a draft saved in two windows: the second is told, and nothing is overwritten", async () => {
    const { draftId } = await startPolicyDraft(ada, {});
    const { revision } = await readPolicyDraft(ada, draftId);
    const save = (typed: Record<string, string>) => savePolicyDraft(ada, { draftId, revision, typed });
    const results = await Promise.allSettled([save({ [KEY]: "0.036" }), save({ [KEY]: "0.038" })]);
    expect(results.map((r) => r.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect((await readPolicyDraft(ada, draftId)).changes).toHaveLength(1);
  });

  test("two drafts: the second is brought up to date and keeps its own changes", async () => {
    const hers = await drafted(ada, { [KEY]: "0.034" });
    const his = await drafted(ben, { "pricing.pdfBp": "12" });
    await propose(ada, hers);
    await propose(ben, his);
    await approve(ben, hers).catch(() => undefined);
    const { version } = (await readPolicyOverview(ada)).history[0]!;
    await expect(approve(ada, his)).rejects.toMatchObject({ code: "newer_version" });
    await takeBackPolicyDraft(ben, { draftId: his });
    await updatePolicyDraft(ben, { draftId: his });
    const { changes, outdated } = await readPolicyDraft(ben, his);
    expect(outdated).toBeNull();
    expect(changes.map((c) => c.key)).toEqual(["pricing.pdfBp"]);
    await propose(ben, his);
    expect((await approve(ada, his)).version).toBe(version! + 1);
  });
});

describe("what is refused, with advice", () => {
  test("figures that can't be read, each at its field", async () => {
    const { draftId } = await startPolicyDraft(ada, {});
    const { revision } = await readPolicyDraft(ada, draftId);
    await expect(savePolicyDraft(ada, { draftId, revision, typed: { [KEY]: "cheap" } })).rejects.toMatchObject({
      fields: { [KEY]: expect.stringContaining("up to 3 decimals") as string },
    });
  });

  test("contradictory figures are saved in the draft, but can't be proposed", async () => {
    const draftId = await drafted(ada, { "pricing.mills.copyediting.3d": "0.010" });
    await expect(propose(ada, draftId)).rejects.toMatchObject({ code: "contradiction" });
    expect((await readPolicyDraft(ada, draftId)).faults[0]!.message).toContain("faster work can't be cheaper");
  });

  test("a draft that changes nothing, and a date that isn't ahead", async () => {
    const { draftId } = await startPolicyDraft(ada, {});
    await expect(propose(ada, draftId)).rejects.toMatchObject({ code: "no_changes" });
    const other = await drafted(ada, { [KEY]: "0.033" });
    await expect(propose(ada, other, wall(after(time, -HOUR)))).rejects.toMatchObject({
      fields: { effectiveAt: expect.any(String) as string },
    });
  });

  test("a date that passed while the change was waiting", async () => {
    const draftId = await drafted(ada, { [KEY]: "0.032" });
    await propose(ada, draftId, wall(after(time, 2 * HOUR)));
    pass(3 * HOUR);
    await expect(approve(ben, draftId)).rejects.toMatchObject({ code: "date_passed" });
  });
});

test("a scheduled version applies from its date, by the clock alone; the clock rule says so once", async () => {
  const draftId = await drafted(ada, { [KEY]: "0.031" });
  await propose(ada, draftId, wall(after(time, DAY)));
  const { version } = await approve(ben, draftId);
  expect((await pricingAt(time)).mills.copyediting["7d"]).not.toBe(31);
  const next = await drafted(ben, { "pricing.pdfBp": "11" });
  await propose(ben, next, wall(after(time, 10 * DAY)));
  const { version: later } = await approve(ada, next);
  expect((await readPolicyOverview(ada)).scheduled.map((v) => [v.version, v.changes.map((c) => c.key)])).toEqual([
    [version, [KEY]],
    [later, ["pricing.pdfBp"]],
  ]);
  await cancelPolicyVersion(ben, { version: later, note: "Not needed." });
  pass(DAY);
  expect((await pricingAt(time)).mills.copyediting["7d"]).toBe(31);
  expect(await quotedOrder(amara, 1_000)).toMatchObject({ policyVersion: version, totalMinor: 3_100 });
  expect(await watchPolicy(time)).toBeGreaterThan(0);
  expect(await watchPolicy(time)).toBe(0);
  await expect(cancelPolicyVersion(ada, { version, note: "Too late." })).rejects.toMatchObject({ code: "in_effect" });
});

test("a scheduled version can be canceled until a minute before it applies", async () => {
  const draftId = await drafted(ada, { [KEY]: "0.038" });
  await propose(ada, draftId, wall(after(time, DAY)));
  const { version } = await approve(ben, draftId);
  const his = await drafted(ben, { "pricing.pdfBp": "13" });
  await cancelPolicyVersion(ada, { version, note: "A mistake." });
  await cancelPolicyVersion(ada, { version, note: "A mistake." });
  // A draft based on it says so, and uses the figures of the version before it.
  const why = `Version ${version}, which this draft is based on, was canceled.`;
  expect((await readPolicyDraft(ben, his)).outdated).toBe(why);
  await expect(propose(ben, his)).rejects.toMatchObject({ code: "newer_version", message: why });
  await updatePolicyDraft(ben, { draftId: his });
  const updated = await readPolicyDraft(ben, his);
  expect([updated.outdated, updated.changes.map((c) => c.key)]).toEqual([null, ["pricing.pdfBp"]]);
  pass(2 * DAY);
  expect((await pricingAt(time)).mills.copyediting["7d"]).not.toBe(38);
});

test("a process drops its cached versions when another one approves, and so do cached pages", async () => {
  await hub().start();
  followPolicy();
  try {
    const before = (await pricingAt(time)).mills.copyediting["7d"];
    const told: string[] = [];
    const off = hub().on(PAGES_TOPIC, () => void told.push("pages"));
    const version = await inForce({ [KEY]: "0.036" });
    // The page that follows an approval doesn't wait for the news of it.
    expect((await readPolicyVersion(ada, version)).state).toBe("in effect");
    expect(before).not.toBe(36);
    await expect
      .poll(async () => (await pricingAt(after(time, MINUTE))).mills.copyediting["7d"], { timeout: 1_000 })
      .toBe(36);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    off();
  } finally {
    await hub().stop();
  }
});

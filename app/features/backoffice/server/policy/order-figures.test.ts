/**
 * Figures of orders, editors, and matching: what a policy change affects, and what it doesn't.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { storeFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { legalFigures } from "#app/legal-figures.ts";
import { questions } from "#app/features/marketing/rules/questions.ts";
import { advanceMatching } from "#app/features/matching/server/advance-matching.ts";
import { recordsCountedSince } from "#app/features/matching/server/read-matching-policy.ts";
import { refreshStaleRecords } from "#app/features/matching/server/records/refresh-editor-record.ts";
import { proposeChange } from "#app/features/orders/server/changes/propose-change.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { countFile } from "#app/features/orders/server/uploads/count-file.ts";
import { readDraftPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { watchLateOrders } from "#app/features/orders/server/late/watch-late-orders.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { lateRevisionView, watchLateRevisions } from "#app/features/payments/server/refunds/late-revisions.ts";
import { proposeDate } from "#app/features/orders/server/due-date/propose-date.ts";
import { sampleAt, shownSample } from "#app/features/orders/server/read-sample.ts";
import { shownQa } from "#app/features/orders/server/read-qa.ts";
import { shownRefundTable } from "#app/features/payments/server/refunds/read-refund-table.ts";
import { refundFactsOf } from "#app/features/payments/server/cancel/cancellation.ts";
import { refundFor } from "#app/features/payments/rules/refund.ts";
import { policyAt } from "#app/features/policy/server/read-policy.ts";
import { shownDeadlines } from "#app/features/pricing/server/read-deadlines.ts";
import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { fullDraft } from "#boot/testing/quoted-order.ts";
import { approvePolicyDraft } from "./decide-draft.ts";
import { proposePolicyDraft } from "./propose-draft.ts";
import { readPolicyDraft } from "./read-policy-page.ts";
import { savePolicyDraft } from "./save-draft.ts";
import { startPolicyDraft } from "./start-draft.ts";
import { recordFirstPolicy } from "./watch-policy.ts";

let world: TestWorld;
let time = NOON;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
  await recordFirstPolicy();
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 10_000_000, parallelOrders: 1_000 })
    .where("matchReady", "=", true)
    .execute();
});
afterAll(() => world.close());
beforeEach(() => setClock((time = after(time, HOUR))));

const [ada, ben, amara] = [personOf("ada"), personOf("ben"), personOf("amara")];
/** In UTC, whatever the cast's time zones are. */
const utc = (person: Person): Person => ({ ...person, timeZone: "UTC" });
const wall = (at: Date) => at.toISOString().slice(0, 16);

/** A change that applies from now on, or from a time in UTC. @returns its version */
async function inForce(typed: Record<string, string>, effectiveAt = ""): Promise<number> {
  const { draftId } = await startPolicyDraft(ada, {});
  const revision = async () => (await readPolicyDraft(ada, draftId)).revision;
  await savePolicyDraft(ada, { draftId, revision: await revision(), typed });
  await proposePolicyDraft(ada, { draftId, revision: await revision(), reason: "We learned more.", effectiveAt });
  return (await approvePolicyDraft(ben, { draftId, revision: await revision() })).version;
}

test("an order keeps the agreed time to pay a charge and to answer a date or a change", async () => {
  const version = await inForce({
    "deadlines.answer.chargeMs": "48",
    "deadlines.answer.dateMs": "12",
    "deadlines.answer.changeMs": "36",
  });
  const openFor = async (policyVersion: number) => {
    const begun = async () =>
      (await orderIn("in_progress", { set: { policyVersion, editorPayMinor: 8_250, editorLevel: "standard" } })).id;
    const { payMs } = await chargeExtra(ada, {
      orderId: await begun(),
      what: "Two more tables",
      amountMinor: 1_000,
      reason: "They came later.",
      editorWorks: true,
    });
    const { proposalId } = await proposeDate(utc(amara), {
      orderId: await begun(),
      newDate: wall(after(time, 9 * DAY)),
      reason: "There's no hurry.",
    });
    const { changeId } = await proposeChange(amara, {
      orderId: await begun(),
      service: "copyediting",
      addOns: { journalFormatting: true },
      newDueAt: "",
      reason: "The journal asks for it.",
    });
    const ends = async (table: "date_proposals" | "order_changes", id: string) =>
      (await world.db.selectFrom(table).select("expiresAt").where("id", "=", id).executeTakeFirstOrThrow()).expiresAt;
    const ms = [await ends("date_proposals", proposalId), await ends("order_changes", changeId)].map(
      (at) => at.getTime() - time.getTime(),
    );
    return [payMs, ...ms].map((it) => it / HOUR);
  };
  expect(await openFor(1)).toEqual([24, 24, 24]);
  expect(await openFor(version)).toEqual([48, 12, 36]);
  const told = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "change.proposed")
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
  expect(told.data).toMatchObject({ expiresAt: after(time, 36 * HOUR).toISOString() });
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({ "revision.payHours": "48" });
});

test("a search keeps the waves and times agreed for its order, and a sent invite keeps its end", async () => {
  const search = async (policyVersion: number, choices: object) => {
    const { id } = await orderIn("paid", { set: { policyVersion, choices: json(choices) } });
    await advanceMatching(id);
    const invites = await world.db.selectFrom("invites").selectAll().where("orderId", "=", id).execute();
    return { id, invites };
  };
  const begun = await search(1, {});
  const version = await inForce({
    "matching.waves.0": "1",
    "matching.inviteExpiryMs.7d": "60",
    "matching.headStart.shareBp": "10",
    "matching.headStart.mostMs": "1,440",
  });
  const sums = async (policyVersion: number, choices: object) => {
    const { invites } = await search(policyVersion, choices);
    return invites.map(({ wave, expiresAt }) => [wave, (expiresAt.getTime() - time.getTime()) / MINUTE]);
  };
  expect(await sums(1, {})).toEqual([
    [1, 480],
    [1, 480],
  ]);
  expect(await sums(version, {})).toEqual([[1, 60]]);
  const preferredEditor = personOf("jonas").uid;
  expect(await sums(1, { preferredEditor })).toEqual([[0, 720]]);
  expect(await sums(version, { preferredEditor })).toEqual([[0, 1_008]]);
  await advanceMatching(begun.id);
  const still = await world.db.selectFrom("invites").selectAll().where("orderId", "=", begun.id).execute();
  expect(still).toEqual(begun.invites);
});

test("an order keeps the agreed times of a late revision, a decision about it, and holds", async () => {
  const version = await inForce({
    "deadlines.lateRevision.passOnMs": "48",
    "deadlines.lateRevision.closableMs": "96",
    "deadlines.lateRevision.closesMs": "120",
    "deadlines.lateDecision.mostMs": "4",
    "deadlines.hold.mostMs": "30",
    "refunds.late.some.upToBp": "50",
  });
  const revision = async (policyVersion: number) => {
    const { id } = await orderIn("in_revision", {
      set: { policyVersion, revisionDueAt: after(time, -80 * HOUR), deliveryPayMinor: 8_250, editorPayMinor: 8_250 },
    });
    await world.db
      .updateTable("orders")
      .set({ revisionDueAt: after(time, -30 * HOUR), revisionPromisedAt: after(time, -80 * HOUR) })
      .where("id", "=", id)
      .execute();
    await Promise.all([watchLateRevisions(time), watchLateRevisions(time)]);
    const order = await getOrder(id);
    const handovers = await world.db.selectFrom("order_handovers").select("id").where("orderId", "=", id).execute();
    return [order.status, handovers.length, (await lateRevisionView(order, time))?.lateMs ?? null];
  };
  expect(await revision(1)).toEqual(["paid", 1, 72 * HOUR]);
  expect(await revision(version)).toEqual(["in_revision", 0, null]);

  const decision = async (policyVersion: number) => {
    const dueAt = after(time, -4 * DAY);
    const { id } = await orderIn("in_progress", {
      set: { policyVersion, dueAt, windowMs: 10 * DAY, editorDueAt: dueAt, paidAt: after(dueAt, -10 * DAY) },
    });
    await Promise.all([watchLateOrders(time), watchLateOrders(time)]);
    const found = await world.db.selectFrom("late_decisions").selectAll().where("orderId", "=", id).execute();
    return { id, hours: found.map((it) => (it.decideByAt.getTime() - time.getTime()) / HOUR) };
  };
  expect((await decision(1)).hours).toEqual([24]);
  const later = await decision(version);
  // Canceling it refunds half, so nobody is told yet that all is refunded.
  expect(later.hours).toEqual([]);
  setClock((time = after(time, 1.5 * DAY)));
  await watchLateOrders(time);
  const opened = await world.db
    .selectFrom("late_decisions")
    .selectAll()
    .where("orderId", "=", later.id)
    .executeTakeFirstOrThrow();
  expect(opened.decideByAt).toEqual(after(time, 4 * HOUR));

  const hold = async (policyVersion: number) => {
    const { id } = await orderIn("in_progress", { set: { policyVersion } });
    const until = wall(after(time, 20 * DAY));
    return holdOrder(utc(ada), { orderId: id, reason: "The author is away.", until }).then(
      ({ status }) => status,
      (error: { message: string; fields?: object }) => error.fields ?? error.message,
    );
  };
  expect(await hold(1)).toEqual({ until: "An order can be on hold for up to 14 days." });
  expect(await hold(version)).toBe("on_hold");
});

test("pay after a change of editor follows the order's policy, and another share needs notice", async () => {
  const typed = { "deadlines.handover.revisionBp": "20" };
  await expect(inForce(typed)).rejects.toMatchObject({
    fields: { effectiveAt: expect.stringContaining("14 days") as string },
  });
  await world.db.deleteFrom("policy_versions").where("status", "in", ["draft", "proposed"]).execute();
  const version = await inForce(typed, wall(after(time, 16 * DAY)));
  setClock((time = after(time, 17 * DAY)));
  const offered = async (policyVersion: number) => {
    const { id } = await orderIn("in_revision", { set: { policyVersion, deliveryPayMinor: 8_250 } });
    await releaseOrder(ada, { orderId: id, reason: "The editor is ill.", words: "" });
    return (await getOrder(id)).revisionPayMinor;
  };
  expect([await offered(1), await offered(version)]).toEqual([1_237, 1_650]);
  const told = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "policy.approved")
    .orderBy("seq", "desc")
    .executeTakeFirstOrThrow();
  expect(told.data).toMatchObject({ pay: ["Pay for another editor's revision: 15% to 20%"] });
});

test("what an editor loses for being late follows the order's policy, and the agreement names the one in effect", async () => {
  const version = await inForce(
    { "refunds.late.some.editorLosesBp": "15", "refunds.late.much.editorLosesBp": "40" },
    wall(after(time, 16 * DAY)),
  );
  setClock((time = after(time, 17 * DAY)));
  const gets = async (policyVersion: number) => {
    const { id } = await orderIn("delivered", { set: { policyVersion, editorPayMinor: 8_000 } });
    const facts = { ...(await refundFactsOf(await getOrder(id))), editorFault: true, delivered: true };
    return (["late-some", "late-much"] as const).map(
      (name) => refundFor(name, facts).editorMinor / facts.editorPayMinor,
    );
  };
  expect(await gets(1)).toEqual([0.9, 0.75]);
  expect(await gets(version)).toEqual([0.85, 0.6]);
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({
    "late.someEditor": "15%",
    "late.muchEditor": "40%",
  });
});

test("ranking follows the policy in effect, and records are summed up again once", async () => {
  await refreshStaleRecords(time);
  expect(await refreshStaleRecords(time)).toBe(0);
  expect(await recordsCountedSince(time)).toBeNull();
  // Editors without results have the score of a newcomer.
  const scores = async () => {
    const { id } = await orderIn("paid", { set: { policyVersion: 1 } });
    await advanceMatching(id);
    const found = await world.db
      .selectFrom("match_judgements")
      .select("score")
      .where("orderId", "=", id)
      .where("eligible", "=", true)
      .execute();
    return Math.max(...found.map((it) => it.score!));
  };
  const before = await scores();
  await inForce({ "matching.waves.1": "5" });
  expect(await refreshStaleRecords(time)).toBe(0);
  setClock((time = after(time, HOUR)));
  await inForce({ "matching.assumed.valueBp": "35", "matching.assumed.weight": "20" });
  expect(await scores()).toBeLessThan(before);
  expect(await recordsCountedSince(time)).toEqual(time);
  const editors = await world.db.selectFrom("editors").select("uid").execute();
  const recounts = await Promise.all([refreshStaleRecords(time), refreshStaleRecords(time)]);
  expect(Math.max(...recounts)).toBe(editors.length);
  expect(await refreshStaleRecords(time)).toBe(0);
  const { quality } = await world.db
    .selectFrom("editor_records")
    .select("quality")
    .where("editorId", "=", personOf("noor").uid)
    .executeTakeFirstOrThrow();
  expect(quality).toBeCloseTo(0.35);
});

test("a sample keeps the length that applied when its file was uploaded, and pages show the current one", async () => {
  const sentence = (i: number) => `Sentence ${i} says that the soil of site ${i} held water for several weeks.`;
  const text = ["Introduction", ...Array.from({ length: 60 }, (_, i) => `${sentence(i)} ${sentence(i + 100)}`)];
  const wordsOf = async () => {
    const { id } = await orderIn("draft");
    const fileId = await storeFile(id, {
      purpose: "source",
      name: "soil.txt",
      bytes: Buffer.from(text.join("\n\n")),
      by: amara.uid,
    });
    await world.db.updateTable("files").set({ state: "counting" }).where("id", "=", fileId).execute();
    return { fileId, words: (await countFile(fileId))!.sample!.split(/\s+/).length };
  };
  const before = await wordsOf();
  expect(before.words).toBeGreaterThan(120);
  expect(before.words).toBeLessThanOrEqual(150);
  await inForce({ "sample.words": "60" });
  expect((await wordsOf()).words).toBeLessThanOrEqual(60);
  expect((await wordsOf()).words).toBeGreaterThan(30);
  const { sample } = await world.db
    .selectFrom("files")
    .select("sample")
    .where("id", "=", before.fileId)
    .executeTakeFirstOrThrow();
  expect(sample!.split(/\s+/)).toHaveLength(before.words);
  expect((await sampleAt(time)).words).toBe(60);
  expect((await readDraftPage(amara, (await fullDraft(amara, 1_000)).id, null)).sampleWords).toBe(60);
  expect(legalFigures((await policyAt(time)).figures)).toMatchObject({ "sample.words": "60" });
  const said = questions(
    await pricingAt(time),
    await shownRefundTable(),
    await shownDeadlines(),
    await shownQa(),
    await shownSample(),
  );
  expect(said.map((it) => it.answer).join(" ")).toContain("at most 60 words of the body");
});

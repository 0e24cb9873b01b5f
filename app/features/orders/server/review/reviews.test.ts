import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveredCopy, orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { getEditorStanding } from "#app/features/orders/server/editor-record/get-editor-standing.ts";
import type { QaScores } from "../../rules/review/qa.ts";
import { readingDueAt } from "../../rules/review/second-reading.ts";
import { assignOrder } from "../lifecycle/assign-order.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { rateOrder } from "../lifecycle/rate-order.ts";
import { unholdOrder } from "../holds/unhold-order.ts";
import { getOrder } from "../views/find-order.ts";
import { exploreFile } from "../work/explore-file.ts";
import { fileFor } from "../work/file-for.ts";
import { downloadFile } from "../work/download-file.ts";
import { appealReview } from "./appeal-review.ts";
import { failQa } from "./fail-qa.ts";
import { giveBackReview } from "./give-back-review.ts";
import { passQa } from "./pass-qa.ts";
import { queueReview } from "./queue-review.ts";
import { readReview } from "./read-review.ts";
import { scoreReview } from "./score-review.ts";
import { takeReview } from "./take-review.ts";
import { watchReviews } from "./watch-reviews.ts";

const [amara, jonas, priya, noor, ada, ben, sam] = (
  ["amara", "jonas", "priya", "noor", "ada", "ben", "sam"] as const
).map(personOf) as [Person, Person, Person, Person, Person, Person, Person];
const GOOD: QaScores = { accuracy: 32, language: 23, instructions: 19, formatting: 9, letter: 9 };
const POOR: QaScores = { accuracy: 20, language: 15, instructions: 12, formatting: 8, letter: 5 };
const NOTE = "The second page is untouched.";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  // Priya and Noor are lead editors here; Jonas edits.
  await world.db
    .updateTable("editors")
    .set({ level: "lead", identityApprovedAt: NOON, agreementSignedAt: NOON })
    .where("uid", "in", [priya.uid, noor.uid])
    .execute();
});
beforeEach(async () => {
  setClock(NOON);
  // Each test starts with an empty queue.
  await world.db.updateTable("qa_reviews").set({ status: "void" }).where("status", "=", "waiting").execute();
  await sql`delete from pgboss.job where name = 'reaction'`.execute(world.db);
});
afterAll(() => world.close());

const rowOf = (id: string) =>
  world.db.selectFrom("qa_reviews").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const factsOf = async (orderId: string, kind: string) =>
  (
    await world.db.selectFrom("facts").selectAll().where("orderId", "=", orderId).where("kind", "=", kind).execute()
  ).map((f) => ({ subjectId: f.subjectId, ...(f.data as Record<string, unknown>) }));

/** Jonas's work on an order of Amara's, in the queue: before delivery, or delivered and rated low. */
async function queued(
  it: { delivered?: boolean } = {},
): Promise<{ orderId: string; fileId: string; reviewId: string }> {
  const { orderId, fileId } = await deliveredCopy({ delivered: it.delivered ?? false });
  const order = await getOrder(orderId);
  const submission = await world.db
    .selectFrom("submissions")
    .select("id")
    .where("orderId", "=", orderId)
    .executeTakeFirstOrThrow();
  const reviewId = await transact(SYSTEM, (ctx) =>
    queueReview(ctx, order, {
      submissionId: submission.id,
      editorId: jonas.uid,
      kind: it.delivered ? "rating" : "delivery",
      reason: it.delivered ? "low_rating" : "trial",
      dueAt: after(now(), 12 * HOUR),
    }),
  );
  return { orderId, fileId, reviewId: reviewId! };
}

describe("the queue", () => {
  test("offers a review to lead editors who aren't involved, with its pay", async () => {
    const { orderId, reviewId } = await queued();
    const { listMinor } = await getOrder(orderId);
    const offers = await factsOf(orderId, "review.offered");
    expect(new Set(offers.map((o) => o.subjectId))).toEqual(new Set([noor.uid, priya.uid]));
    expect(offers[0]).toMatchObject({ reviewId, feeMinor: Math.round(listMinor * 0.06) });
  });

  test("not to anyone the author blocked, or whose document has expired", async () => {
    await world.db
      .insertInto("client_editors")
      .values({ userId: amara.uid, editorId: priya.uid, kind: "blocked", createdAt: NOON })
      .execute();
    await world.db.updateTable("editors").set({ kycExpiredAt: NOON }).where("uid", "=", noor.uid).execute();
    const { orderId, reviewId } = await queued();
    expect(await factsOf(orderId, "review.offered")).toEqual([]);
    await expect(takeReview(noor, { reviewId })).rejects.toMatchObject({ kind: "refused" });
    await world.db.deleteFrom("client_editors").where("editorId", "=", priya.uid).execute();
    await world.db.updateTable("editors").set({ kycExpiredAt: null }).where("uid", "=", noor.uid).execute();
  });

  test("has one winner when two take a review at once, and taking it again changes nothing", async () => {
    const { reviewId } = await queued();
    const answers = await Promise.allSettled([takeReview(priya, { reviewId }), takeReview(noor, { reviewId })]);
    expect(answers.map((a) => a.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(answers.find((a) => a.status === "rejected")).toMatchObject({ reason: { code: "review_taken" } });
    const winner = (await rowOf(reviewId)).takenBy === priya.uid ? priya : noor;
    const before = await rowOf(reviewId);
    setClock(after(NOON, MINUTE));
    await takeReview(winner, { reviewId });
    expect(await rowOf(reviewId)).toEqual(before);
  });

  test("refuses the order's editor, its author, other editors, and support", async () => {
    const { reviewId } = await queued();
    await world.db.updateTable("editors").set({ level: "lead" }).where("uid", "=", jonas.uid).execute();
    for (const actor of [jonas, amara, sam, personOf("mei")])
      await expect(takeReview(actor, { reviewId })).rejects.toMatchObject({ kind: "refused" });
    await world.db.updateTable("editors").set({ level: "standard" }).where("uid", "=", jonas.uid).execute();
    await expect(takeReview(ada, { reviewId })).resolves.toMatchObject({ reviewId });
  });

  test("lets a reviewer have three at once, no more", async () => {
    const four = [await queued(), await queued(), await queued(), await queued()];
    for (const { reviewId } of four.slice(0, 3)) await takeReview(priya, { reviewId });
    await expect(takeReview(priya, { reviewId: four[3]!.reviewId })).rejects.toMatchObject({ code: "enough_reviews" });
    await giveBackReview(priya, { reviewId: four[0]!.reviewId });
    await giveBackReview(priya, { reviewId: four[0]!.reviewId });
    await takeReview(priya, { reviewId: four[3]!.reviewId });
    expect((await rowOf(four[0]!.reviewId)).takenBy).toBeNull();
    expect(await factsOf(four[0]!.orderId, "review.given_back")).toHaveLength(1);
  });

  test("gets back a review that wasn't done in time", async () => {
    const { orderId, reviewId } = await queued();
    await takeReview(priya, { reviewId });
    setClock(after(NOON, 12 * HOUR));
    await watchReviews(now());
    await watchReviews(now());
    expect(await rowOf(reviewId)).toMatchObject({ takenBy: null, status: "waiting" });
    expect(await factsOf(orderId, "review.given_back")).toMatchObject([{ subjectId: priya.uid, why: "lapsed" }]);
    expect(await factsOf(orderId, "review.overdue")).toHaveLength(1);
    await expect(passQa(priya, { orderId, scores: GOOD })).rejects.toMatchObject({ kind: "refused" });
  });
});

describe("the work under review", () => {
  test("opens for the reviewer who took it and for admins, not for other leads, and each download is logged", async () => {
    const { orderId, fileId, reviewId } = await queued();
    const source = await world.db
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", orderId)
      .where("purpose", "=", "source")
      .executeTakeFirstOrThrow();
    for (const id of [fileId, source.id]) await expect(fileFor(priya, id)).rejects.toMatchObject({ kind: "not-found" });
    await takeReview(priya, { reviewId });
    for (const id of [fileId, source.id]) {
      expect((await fileFor(priya, id)).file.id).toBe(id);
      expect((await fileFor(ada, id)).file.id).toBe(id);
      await expect(fileFor(noor, id)).rejects.toMatchObject({ kind: "not-found" });
    }
    expect((await exploreFile(priya, fileId)).explored.ok).toBe(true);
    await downloadFile(new Request("http://x"), { actor: priya, params: { id: fileId } });
    const views = await world.db.selectFrom("file_views").selectAll().where("fileId", "=", fileId).execute();
    expect(views).toMatchObject([{ viewerId: priya.uid, what: "download tracked" }]);
  });

  test("closes once it's given back or decided", async () => {
    const { orderId, fileId, reviewId } = await queued();
    await takeReview(priya, { reviewId });
    await giveBackReview(priya, { reviewId });
    await expect(fileFor(priya, fileId)).rejects.toMatchObject({ kind: "not-found" });
    await takeReview(priya, { reviewId });
    await passQa(priya, { orderId, scores: GOOD });
    await expect(fileFor(priya, fileId)).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("a decision", () => {
  test("is made by the lead editor who took it: the work is delivered and the review paid by the company", async () => {
    const { orderId, reviewId } = await queued();
    await expect(passQa(priya, { orderId, scores: GOOD })).rejects.toMatchObject({ kind: "refused" });
    await takeReview(priya, { reviewId });
    expect((await readReview(priya, reviewId, now())).work).not.toBeNull();
    await expect(passQa(noor, { orderId, scores: GOOD })).rejects.toMatchObject({ kind: "refused" });
    await passQa(priya, { orderId, scores: GOOD, note: "Careful work." });
    await drainJobs();
    await drainJobs();
    const order = await getOrder(orderId);
    expect(order.status).toBe("delivered");
    expect(await rowOf(reviewId)).toMatchObject({ status: "passed", reviewerId: priya.uid, total: 92 });
    const earnings = await world.db.selectFrom("earnings").selectAll().where("orderId", "=", orderId).execute();
    const fee = Math.round(order.listMinor * 0.06);
    const summed = earnings.map((e) => `${e.editorId} ${e.status} ${e.reviewId ?? "edited"}`);
    expect(summed.toSorted()).toEqual([`${jonas.uid} pending edited`, `${priya.uid} available ${reviewId}`].toSorted());
    expect(earnings.find((e) => e.reviewId)).toMatchObject({ amountMinor: fee, shareBp: 600 });
    const lines = await world.db
      .selectFrom("journal_entries as j")
      .innerJoin("journal_lines as l", "l.entryId", "j.id")
      .select(["l.account", "l.amountMinor", "l.party"])
      .where("j.key", "=", `review_earned:${reviewId}`)
      .orderBy("l.line")
      .execute();
    expect(lines).toEqual([
      { account: "review_cost", amountMinor: fee, party: "" },
      { account: "editor_available", amountMinor: -fee, party: priya.uid },
    ]);
    await expect(passQa(priya, { orderId, reviewId, scores: GOOD })).rejects.toMatchObject({ kind: "conflict" });
  });

  test("of an admin isn't paid, and tells the reviewer who had taken the review", async () => {
    const { orderId, reviewId } = await queued();
    await takeReview(priya, { reviewId });
    await failQa(ada, { orderId, scores: POOR, note: NOTE });
    await drainJobs();
    expect((await getOrder(orderId)).status).toBe("changes_required");
    expect(await factsOf(orderId, "review.taken_over")).toMatchObject([{ subjectId: priya.uid }]);
    expect(await world.db.selectFrom("earnings").select("id").where("reviewId", "=", reviewId).execute()).toEqual([]);
    await expect(failQa(priya, { orderId, reviewId, scores: POOR, note: NOTE })).rejects.toMatchObject({
      code: "not_in_review",
    });
  });

  test("is made once when two decide at the same time", async () => {
    const { orderId, reviewId } = await queued();
    await takeReview(priya, { reviewId });
    const answers = await Promise.allSettled([
      passQa(priya, { orderId, scores: GOOD }),
      failQa(ada, { orderId, scores: POOR, note: NOTE }),
    ]);
    expect(answers.map((a) => a.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await factsOf(orderId, "review.decided")).toHaveLength(1);
  });

  test("pays at least three dollars", async () => {
    const { orderId, reviewId } = await queued();
    await world.db.updateTable("orders").set({ listMinor: 2_000 }).where("id", "=", orderId).execute();
    await takeReview(priya, { reviewId });
    await passQa(priya, { orderId, scores: GOOD });
    await drainJobs();
    expect(
      await world.db.selectFrom("earnings").select("amountMinor").where("reviewId", "=", reviewId).execute(),
    ).toEqual([{ amountMinor: 300 }]);
  });
});

describe("a review that nobody does in time", () => {
  test("never makes the order late: it's delivered ten minutes before its date and reviewed afterward", async () => {
    const { orderId, reviewId } = await queued();
    const { dueAt } = await getOrder(orderId);
    setClock(after(dueAt!, -11 * MINUTE));
    await watchReviews(now());
    expect((await getOrder(orderId)).status).toBe("qa_review");
    setClock(after(dueAt!, -10 * MINUTE));
    await Promise.all([watchReviews(now()), watchReviews(now())]);
    expect(await getOrder(orderId)).toMatchObject({ status: "delivered", deliveredAt: now() });
    expect(await factsOf(orderId, "order.delivered")).toMatchObject([{ lateMs: 0 }]);
    expect(await rowOf(reviewId)).toMatchObject({ status: "waiting", dueAt: after(now(), DAY) });
    expect(await factsOf(orderId, "review.postponed")).toHaveLength(1);
    // Reviewed afterward: only the score is recorded.
    await takeReview(priya, { reviewId });
    await scoreReview(priya, { reviewId, scores: POOR, note: NOTE });
    expect((await getOrder(orderId)).status).toBe("delivered");
    expect(await rowOf(reviewId)).toMatchObject({ status: "failed", total: 60 });
  });

  test("is paused while the order is on hold, and its dates move with the order's", async () => {
    const { orderId, reviewId } = await queued();
    await holdOrder(ada, { orderId, reason: "A question about the payment." });
    await expect(takeReview(priya, { reviewId })).rejects.toMatchObject({ code: "not_in_review" });
    const { dueAt } = await rowOf(reviewId);
    setClock(after(NOON, 10 * DAY));
    await watchReviews(now());
    expect((await getOrder(orderId)).status).toBe("on_hold");
    expect(await factsOf(orderId, "review.overdue")).toEqual([]);
    await unholdOrder(ada, { orderId });
    expect((await rowOf(reviewId)).dueAt).toEqual(after(dueAt, 10 * DAY));
    expect((await getOrder(orderId)).status).toBe("qa_review");
  });

  test("of delivered work is dropped after 30 days", async () => {
    const { orderId, reviewId } = await queued({ delivered: true });
    setClock(after(NOON, 30 * DAY));
    await watchReviews(now());
    expect(await rowOf(reviewId)).toMatchObject({ status: "void", total: null });
    expect(await factsOf(orderId, "review.dropped")).toMatchObject([{ appealed: false }]);
    await expect(scoreReview(ada, { reviewId, scores: GOOD })).rejects.toMatchObject({ code: "review_over" });
  });
});

describe("which orders are reviewed, decided at assignment", () => {
  const assigned = async (set: Record<string, unknown> = {}, service: "copyediting" | "expert" = "copyediting") => {
    const { id } = await orderIn("paid", { set, service });
    return assignOrder(SYSTEM, { orderId: id, editorId: jonas.uid, how: "admin" });
  };

  test("an experienced editor's order isn't, so its deadline is a tenth before the author's", async () => {
    const order = await assigned();
    expect(order.qaReason).toBe("none");
    expect(order.editorDueAt).toEqual(after(order.dueAt!, -0.1 * order.windowMs));
  });

  test("an expert order is, and the time for the review comes off the editor's deadline", async () => {
    const order = await assigned({}, "expert");
    expect(order.qaReason).toBe("expert");
    const readerDueAt = after(order.dueAt!, -0.1 * order.windowMs - 12 * HOUR);
    expect(readingDueAt(order)).toEqual(readerDueAt);
    // The last quarter is the second reader's.
    expect(order.editorDueAt).toEqual(after(readerDueAt, -0.25 * (0.9 * order.windowMs - 12 * HOUR)));
  });

  test("so are an editor's first ten", async () => {
    await world.db.updateTable("editors").set({ qaDone: 9 }).where("uid", "=", jonas.uid).execute();
    // Work that passed in these tests counts, too.
    await world.db.updateTable("qa_reviews").set({ status: "failed" }).where("status", "=", "passed").execute();
    expect((await assigned()).qaReason).toBe("trial");
    await world.db.updateTable("editors").set({ qaDone: 14 }).where("uid", "=", jonas.uid).execute();
  });
});

describe("a low rating", () => {
  const rated = async (overall: number): Promise<string> => {
    const { orderId } = await deliveredCopy();
    await rateOrder(amara, { orderId, overall, comment: "" });
    await drainJobs();
    return orderId;
  };
  const reviewsOf = (orderId: string) =>
    world.db.selectFrom("qa_reviews").selectAll().where("orderId", "=", orderId).execute();

  test("of three stars or fewer gets a review within 24 hours, once", async () => {
    const orderId = await rated(3);
    expect(await reviewsOf(orderId)).toMatchObject([
      { kind: "rating", reason: "low_rating", dueAt: after(NOON, DAY), status: "waiting" },
    ]);
    await rateOrder(amara, { orderId, overall: 5, comment: "" });
    await rateOrder(amara, { orderId, overall: 2, comment: "" });
    await drainJobs();
    expect(await reviewsOf(orderId)).toHaveLength(1);
    setClock(after(NOON, DAY));
    await watchReviews(now());
    expect(await factsOf(orderId, "review.overdue")).toHaveLength(1);
  });

  test("of four stars doesn't", async () => {
    expect(await reviewsOf(await rated(4))).toEqual([]);
  });

  test("is reviewed even if the work passed before delivery", async () => {
    const { orderId, reviewId } = await queued();
    await passQa(ada, { orderId, reviewId, scores: GOOD });
    await rateOrder(amara, { orderId, overall: 1, comment: "" });
    await drainJobs();
    expect((await reviewsOf(orderId)).map((r) => `${r.kind} ${r.status}`).toSorted()).toEqual([
      "delivery passed",
      "rating waiting",
    ]);
  });

  test("leads to a redo within 48 hours if an instruction was ignored", async () => {
    const orderId = await rated(2);
    const [review] = await reviewsOf(orderId);
    await takeReview(priya, { reviewId: review!.id });
    await expect(
      scoreReview(priya, { reviewId: review!.id, scores: GOOD, ignoredInstruction: true }),
    ).rejects.toMatchObject({ code: "note_missing" });
    await scoreReview(priya, { reviewId: review!.id, scores: GOOD, ignoredInstruction: true, note: NOTE });
    expect(await getOrder(orderId)).toMatchObject({
      status: "revision_requested",
      revisionNote: NOTE,
      revisionDueAt: after(NOON, 48 * HOUR),
      revisionsUsed: 0,
    });
  });
});

describe("an appeal", () => {
  const REASON = "The second page has eleven tracked changes, see the explorer.";
  const scored = async (): Promise<{ orderId: string; reviewId: string }> => {
    const { orderId, reviewId } = await queued({ delivered: true });
    await takeReview(priya, { reviewId });
    await scoreReview(priya, { reviewId, scores: POOR, note: NOTE });
    return { orderId, reviewId };
  };

  test("is made by the editor, once; sending it twice changes nothing", async () => {
    const { reviewId } = await scored();
    for (const actor of [amara, priya, ada])
      await expect(appealReview(actor, { reviewId, reason: REASON })).rejects.toMatchObject({ kind: "refused" });
    await expect(appealReview(jonas, { reviewId, reason: "No." })).rejects.toMatchObject({ kind: "invalid" });
    const both = await Promise.all([
      appealReview(jonas, { reviewId, reason: REASON }),
      appealReview(jonas, { reviewId, reason: REASON }),
    ]);
    expect(both[0]).toEqual(both[1]);
    await expect(appealReview(jonas, { reviewId, reason: `${REASON} Again.` })).rejects.toMatchObject({
      code: "appealed",
    });
  });

  test("is too late after seven days", async () => {
    const { reviewId } = await scored();
    setClock(after(NOON, 7 * DAY + 1));
    await expect(appealReview(jonas, { reviewId, reason: REASON })).rejects.toMatchObject({ code: "appeal_late" });
  });

  test("is decided by another reviewer, whose score counts from then on; everyone is told", async () => {
    const { orderId, reviewId } = await scored();
    const before = await getEditorStanding(jonas.uid, now());
    const { appealId } = await appealReview(jonas, { reviewId, reason: REASON });
    await expect(takeReview(priya, { reviewId: appealId })).rejects.toMatchObject({ kind: "refused" });
    expect(
      (await factsOf(orderId, "review.offered")).filter((o) => (o as { reviewId?: string }).reviewId === appealId),
    ).toMatchObject([{ subjectId: noor.uid }]);
    await takeReview(noor, { reviewId: appealId });
    await scoreReview(noor, { reviewId: appealId, scores: GOOD, note: "" });
    await drainJobs();
    expect(await rowOf(reviewId)).toMatchObject({ total: 60, replacedById: appealId });
    const standing = await getEditorStanding(jonas.uid, now());
    expect(standing.qaRead).toBe(before.qaRead);
    expect(standing.qaMean! * standing.qaRead - before.qaMean! * before.qaRead).toBeCloseTo(92 - 60);
    expect(await factsOf(orderId, "review.appeal_decided")).toMatchObject([
      { subjectId: jonas.uid, before: 60, total: 92 },
    ]);
    expect(await factsOf(orderId, "review.rescored")).toMatchObject([{ subjectId: priya.uid }]);
    await expect(appealReview(jonas, { reviewId: appealId, reason: REASON })).rejects.toMatchObject({
      code: "appeal_final",
    });
  });

  test("can't be decided by an admin who gave the first score", async () => {
    const { orderId, reviewId } = await queued({ delivered: true });
    await scoreReview(ada, { reviewId, scores: POOR, note: NOTE });
    const { appealId } = await appealReview(jonas, { reviewId, reason: REASON });
    await expect(scoreReview(ada, { reviewId: appealId, scores: POOR, note: NOTE })).rejects.toMatchObject({
      kind: "refused",
    });
    await scoreReview(ben, { reviewId: appealId, scores: POOR, note: NOTE });
    expect((await getOrder(orderId)).status).toBe("delivered");
  });

  test("that nobody decides in two weeks removes the score", async () => {
    const { orderId, reviewId } = await scored();
    const { appealId } = await appealReview(jonas, { reviewId, reason: REASON });
    setClock(after(NOON, 14 * DAY));
    await watchReviews(now());
    expect(await rowOf(reviewId)).toMatchObject({ replacedById: appealId });
    expect(await rowOf(appealId)).toMatchObject({ status: "void", total: null });
    expect(await factsOf(orderId, "review.dropped")).toMatchObject([{ subjectId: jonas.uid, appealed: true }]);
  });
});

test("a review that doesn't exist is not found", async () => {
  await expect(takeReview(ada, { reviewId: newId("review") })).rejects.toMatchObject({ kind: "not-found" });
  await expect(takeReview(ada, { reviewId: "nonsense" })).rejects.toMatchObject({ kind: "not-found" });
});

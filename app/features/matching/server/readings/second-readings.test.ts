import { putUnderPolicy } from "#boot/testing/under-policy.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { listOrderFiles } from "#app/features/orders/server/work/find-work.ts";
import { turnReadChanges, undoReadTurn } from "#app/features/orders/server/policy/turn-changes.ts";
import { PAY_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { replaceFile, storeFile } from "#boot/testing/order-copies.ts";
import { type TestWorld, NOON, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { RunSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { exploreFile } from "#app/features/orders/server/work/explore-file.ts";
import { editorDueFrom } from "#app/features/pricing/rules/deadlines.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { readerPay, readerRefund, readingDueAt } from "#app/features/orders/rules/review/second-reading.ts";
import { attachFile } from "#app/features/orders/server/uploads/attach-file.ts";
import { checkFile } from "#app/features/orders/server/check/check-file.ts";
import { keepFindings } from "#app/features/orders/server/check/keep-findings.ts";
import { readCheck } from "#app/features/orders/server/check/read-check.ts";
import { holdOrder } from "#app/features/orders/server/holds/hold-order.ts";
import { unholdOrder } from "#app/features/orders/server/holds/unhold-order.ts";
import { endLateReadings, skipByStaff } from "#app/features/orders/server/reading/end-reading.ts";
import { handBackReading, releaseReader } from "#app/features/orders/server/reading/release-reader.ts";
import { resolveReadFindings, submitReading } from "#app/features/orders/server/reading/submit-reading.ts";
import { failQa } from "#app/features/orders/server/review/fail-qa.ts";
import { finishLeftSubmissions } from "#app/features/orders/server/review/finish-submission.ts";
import { passQa } from "#app/features/orders/server/review/pass-qa.ts";
import { takeReview } from "#app/features/orders/server/review/take-review.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { downloadFile } from "#app/features/orders/server/work/download-file.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { readReading } from "#app/features/orders/server/reading/read-reading.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { cancellationFor } from "#app/features/payments/server/cancel/cancellation.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { acceptReading, assignReader, declineReading, takeOpenReading } from "./accept-reading.ts";
import { watchReaderSearch } from "./invite-readers.ts";

const [amara, mei, jonas, priya, noor, ada, sam] = (
  ["amara", "mei", "jonas", "priya", "noor", "ada", "sam"] as const
).map(personOf) as [Person, Person, Person, Person, Person, Person, Person];
const GOOD = { accuracy: 32, language: 23, instructions: 19, formatting: 9, letter: 9 };
const POOR = { accuracy: 20, language: 15, instructions: 12, formatting: 8, letter: 5 };
const LETTER = "Dear Dr. Osei, the methods read well now.";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  // Priya is a senior and Noor a lead editor here, both in the field; Jonas edits.
  await world.db
    .updateTable("editors")
    .set({
      level: "senior",
      identityApprovedAt: NOON,
      agreementSignedAt: NOON,
      matchReady: true,
      fields: JSON.stringify(["environmental-science"]),
      variants: JSON.stringify(["UK"]),
      weeklyWords: 50_000,
      parallelOrders: 5,
      quietHours: null,
    })
    .where("uid", "in", [priya.uid, noor.uid])
    .execute();
  await world.db.updateTable("editors").set({ level: "lead" }).where("uid", "=", noor.uid).execute();
});
beforeEach(async () => {
  setClock(NOON);
  await sql`delete from pgboss.job where name in ('reaction', 'send-refund')`.execute(world.db);
  await world.db
    .updateTable("second_readings")
    .set({ status: "void" })
    .where("status", "in", ["searching", "taken"])
    .execute();
});
afterAll(() => world.close());

/** "We measured ... recorded" as Jonas left it, with somebody else's changes. */
const copy = (runs: RunSpec[]): Buffer =>
  buildDocx({
    paragraphs: [
      { heading: 1, text: "Methods" },
      { text: "Soil moisture governs the exchange of water between land and air in dry regions." },
      { runs },
      { text: "The sensors agreed with the cores at ten sites, and drifted at two of them after heavy rain." },
    ],
    author: "Jonas Weber",
  });
const REST = " it at twelve sites during two seasons, using buried sensors and weekly cores.";
const JONAS_MADE: RunSpec[] = [
  { text: "We " },
  { text: "measured", del: true },
  { text: "recorded", ins: true },
  { text: REST },
];
const COPIES = {
  jonas: () => copy(JONAS_MADE),
  /** The reader, whose copy of Word has another name, adds one change and deletes Jonas's word with tracking. */
  read: () =>
    copy([
      { text: "We " },
      { text: "measured", del: true },
      { text: "recorded", struckBy: "P. Raman (laptop)" },
      { text: "gauged", ins: true, author: "P. Raman (laptop)" },
      { text: REST },
    ]),
  /** The reader rejected Jonas's deletion in Word. */
  undone: () => copy([{ text: "We measured " }, { text: "recorded", ins: true }, { text: REST.trimStart() }]),
  borrowed: () => copy([...JONAS_MADE, { text: " Twice.", ins: true }]),
  untracked: () =>
    copy([{ text: "They " }, { text: "measured", del: true }, { text: "recorded", ins: true }, { text: REST }]),
};

const factsOf = async (orderId: string, kind: string) =>
  (
    await world.db.selectFrom("facts").selectAll().where("orderId", "=", orderId).where("kind", "=", kind).execute()
  ).map((f) => ({ subjectId: f.subjectId, ...(f.data as Record<string, unknown>) }));
const readingOf = (orderId: string) =>
  world.db.selectFrom("second_readings").selectAll().where("orderId", "=", orderId).executeTakeFirstOrThrow();
const invitesOf = (orderId: string) =>
  world.db
    .selectFrom("reading_invites")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("sentAt")
    .orderBy("id")
    .execute();
const inviteOf = async (orderId: string, to: Person) =>
  (await invitesOf(orderId)).findLast((i) => i.editorId === to.uid)!.id;

/** An expert order of Amara's that Jonas works on, paid by card. */
async function expert(
  it: { addOn?: boolean; set?: Record<string, unknown> } = {},
): Promise<{ id: string; sourceId: string }> {
  const addOn = priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: 5_000,
      estimatePdf: false,
      addOns: { secondReader: true },
      consentOverflow: true,
    },
    PRICING_POLICY,
  );
  const { id, sourceId } = await orderIn("in_progress", {
    service: it.addOn ? "copyediting" : "expert",
    set: {
      ...(it.addOn ? { price: JSON.stringify(addOn), totalMinor: addOn.totalMinor, paidMinor: addOn.totalMinor } : {}),
      ...it.set,
    },
  });
  const order = await getOrder(id);
  await world.db
    .updateTable("orders")
    .set({
      qaReason: it.addOn ? "none" : "expert",
      editorDueAt: editorDueFrom(order.dueAt!, order.windowMs, !it.addOn, true),
    })
    .where("id", "=", id)
    .execute();
  await world.db
    .insertInto("payments")
    .values({
      id: newId("payment"),
      orderId: id,
      attempt: 1,
      status: "succeeded",
      amountMinor: order.totalMinor,
      currency: "USD",
      paymentIntentId: `pi_${id}`,
      createdAt: now(),
      succeededAt: now(),
    })
    .execute();
  return { id, sourceId };
}

async function upload(orderId: string, by: Person, sourceFileId: string, bytes: Buffer): Promise<string> {
  const fileId = newId("file");
  await storage().put(fileId, bytes);
  await attachFile(by, {
    fileId,
    orderId,
    purpose: "tracked",
    sourceFileId,
    name: "soil-moisture (edited).docx",
    contentType: DOCX,
    bytes: bytes.length,
    sha256: sha256(bytes),
  });
  return fileId;
}

/** Jonas submits. */
async function edited(order: { id: string; sourceId: string }): Promise<void> {
  await storeFile(order.id, {
    purpose: "tracked",
    name: "soil-moisture (edited).docx",
    bytes: COPIES.jonas(),
    by: jonas.uid,
    sourceFileId: order.sourceId,
  });
  expect((await submitWork(jonas, { noAi: true, orderId: order.id, letter: LETTER })).outcome).toBe("submitted");
  await react(order.id, "order.submitted", "finishSubmission");
}

/** What follows from a fact, each reaction twice: the second time changes nothing. The card provider is not asked. */
async function react(orderId: string, kind: string, ...reactions: string[]): Promise<void> {
  const facts = await world.db
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", orderId)
    .where("kind", "=", kind)
    .execute();
  for (const { id: factId } of facts)
    for (const reaction of reactions) for (let n = 0; n < 2; n++) await runReaction({ factId, reaction });
}
const SKIPPED = ["withdrawReadingInvites", "refundSecondReader", "finishReadSubmission"];

/** Half of Jonas's time is over, so the search has started. */
async function searched(it: Parameters<typeof expert>[0] = {}) {
  const from = now();
  const order = await expert(it);
  const { editorDueAt } = await getOrder(order.id);
  setClock(after(from, (editorDueAt!.getTime() - from.getTime()) / 2));
  await watchReaderSearch(now());
  return order;
}
/** It's Priya's turn. */
async function inReading(it: Parameters<typeof expert>[0] = {}) {
  const order = await searched(it);
  const { readingId } = await acceptReading(priya, { inviteId: await inviteOf(order.id, priya) });
  await edited(order);
  return { ...order, readingId };
}

describe("the search for a second reader", () => {
  test("starts when half of the editor's time is over: senior and lead editors in the field, with their pay, never the editor", async () => {
    await world.db.updateTable("editors").set({ level: "lead" }).where("uid", "=", jonas.uid).execute();
    const order = await expert();
    await watchReaderSearch(now());
    expect(await invitesOf(order.id)).toEqual([]);
    const { editorDueAt } = await getOrder(order.id);
    setClock(after(NOON, (editorDueAt!.getTime() - NOON.getTime()) / 2));
    await watchReaderSearch(now());
    await watchReaderSearch(now());
    const invites = await invitesOf(order.id);
    expect(new Set(invites.map((i) => i.editorId))).toEqual(new Set([priya.uid, noor.uid]));
    await react(order.id, "reading.invited", "notify");
    const told = await world.db
      .selectFrom("notifications")
      .select("userId")
      .where("orderId", "=", order.id)
      .where("kind", "=", "reading.invited")
      .execute();
    expect(told.map((n) => String(n.userId)).toSorted()).toEqual([noor.uid, priya.uid].toSorted());
    const { price, editorBasisMinor } = await getOrder(order.id);
    expect(invites.map((i) => i.payMinor)).toEqual([editorBasisMinor / 4, editorBasisMinor / 4]);
    expect(readerPay({ price: price!, payBp: 10_000 }, "senior", PAY_POLICY)).toBe(editorBasisMinor / 4);
    await world.db.updateTable("editors").set({ level: "standard" }).where("uid", "=", jonas.uid).execute();
  });

  test("leaves out those below senior, who are blocked, away, or don't know the field", async () => {
    await world.db.updateTable("editors").set({ level: "standard" }).where("uid", "=", noor.uid).execute();
    await world.db
      .insertInto("client_editors")
      .values({ userId: amara.uid, editorId: priya.uid, kind: "blocked", createdAt: NOON })
      .execute();
    const order = await searched();
    expect(await invitesOf(order.id)).toEqual([]);
    await world.db.deleteFrom("client_editors").where("editorId", "=", priya.uid).execute();
    await world.db.updateTable("editors").set({ level: "lead" }).where("uid", "=", noor.uid).execute();
    await watchReaderSearch(now());
    expect(await invitesOf(order.id)).toHaveLength(2);
  });

  test("has one winner when two accept at once; the loser is told, and accepting again changes nothing", async () => {
    const order = await searched();
    const [p, n] = [await inviteOf(order.id, priya), await inviteOf(order.id, noor)];
    const answers = await Promise.allSettled([
      acceptReading(priya, { inviteId: p }),
      acceptReading(noor, { inviteId: n }),
    ]);
    expect(answers.map((a) => a.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(answers.find((a) => a.status === "rejected")).toMatchObject({ reason: { code: "reading_taken" } });
    const reading = await readingOf(order.id);
    const [winner, own] = reading.readerId === priya.uid ? [priya, p] : [noor, n];
    await acceptReading(winner, { inviteId: own });
    expect(await readingOf(order.id)).toEqual(reading);
    expect((await getOrder(order.id)).readerId).toBe(winner.uid);
    // The brief is on the page of the one who won.
    expect((await readReading(winner, reading.id)).work).toMatchObject({ brief: { viewer: "editor" } });
    expect(await factsOf(order.id, "reading.taken")).toHaveLength(1);
    expect((await invitesOf(order.id)).map((i) => i.status).toSorted()).toEqual(["accepted", "lost"]);
  });

  test("continues after a decline, opens to everyone once all were asked, and refuses editors who don't qualify", async () => {
    const order = await searched();
    await declineReading(priya, { inviteId: await inviteOf(order.id, priya) });
    await declineReading(priya, { inviteId: await inviteOf(order.id, priya) });
    expect(await factsOf(order.id, "reading.invite_ended")).toHaveLength(1);
    setClock(after(now(), 9 * 60 * MINUTE));
    await watchReaderSearch(now());
    const { id: readingId, openAt } = await readingOf(order.id);
    expect(openAt).not.toBeNull();
    for (const actor of [amara, sam, mei])
      await expect(takeOpenReading(actor, { readingId })).rejects.toMatchObject({ kind: "refused" });
    await expect(takeOpenReading(jonas, { readingId })).rejects.toMatchObject({ code: "not_eligible" });
    await expect(takeOpenReading(priya, { readingId })).rejects.toMatchObject({ code: "not_eligible" });
    await takeOpenReading(noor, { readingId });
    await takeOpenReading(noor, { readingId });
    expect((await readingOf(order.id)).level).toBe("lead");
  });

  test("refuses somebody else's invite, and one that has expired", async () => {
    const order = await searched();
    const inviteId = await inviteOf(order.id, priya);
    for (const actor of [noor, jonas, amara, ada])
      await expect(acceptReading(actor, { inviteId })).rejects.toMatchObject({ kind: "refused" });
    setClock(after(now(), 8 * 60 * MINUTE));
    await expect(acceptReading(priya, { inviteId })).rejects.toMatchObject({ code: "invite_expired" });
  });

  test("an admin can choose the reader; nobody else can, and never an editor of the order", async () => {
    const order = await searched();
    for (const actor of [sam, jonas, priya])
      await expect(assignReader(actor, { orderId: order.id, editorId: noor.uid })).rejects.toMatchObject({
        kind: "refused",
      });
    await expect(assignReader(ada, { orderId: order.id, editorId: jonas.uid })).rejects.toMatchObject({
      code: "editor",
      fields: { editorId: "You edit this order or did so before." },
    });
    await assignReader(ada, { orderId: order.id, editorId: noor.uid });
    await assignReader(ada, { orderId: order.id, editorId: noor.uid });
    await drainJobs();
    expect((await getOrder(order.id)).readerId).toBe(noor.uid);
    expect((await invitesOf(order.id)).map((i) => i.status)).toEqual(["lost", "lost"]);
  });
});

describe("files", () => {
  test("open for the reader from when they accept: the manuscript first, the editor's copy once it's submitted", async () => {
    const order = await searched();
    await expect(fileFor(priya, order.sourceId)).rejects.toMatchObject({ kind: "not-found" });
    const { readingId } = await acceptReading(priya, { inviteId: await inviteOf(order.id, priya) });
    expect((await fileFor(priya, order.sourceId)).file.id).toBe(order.sourceId);
    const draft = await storeFile(order.id, {
      purpose: "tracked",
      name: "draft.docx",
      bytes: COPIES.jonas(),
      by: jonas.uid,
      sourceFileId: order.sourceId,
    });
    await expect(fileFor(priya, draft)).rejects.toMatchObject({ kind: "not-found" });
    await expect(upload(order.id, priya, order.sourceId, COPIES.read())).rejects.toMatchObject({ kind: "not-found" });
    await edited(order);
    const { trackedFileId } = await world.db
      .selectFrom("submission_files")
      .innerJoin("submissions", "submissions.id", "submission_files.submissionId")
      .select("trackedFileId")
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
    await downloadFile(new Request("http://x"), { actor: priya, params: { id: trackedFileId } });
    expect(
      await world.db.selectFrom("file_views").select("viewerId").where("fileId", "=", trackedFileId).execute(),
    ).toEqual([{ viewerId: priya.uid }]);
    for (const actor of [noor, amara])
      await expect(fileFor(actor, trackedFileId)).rejects.toMatchObject({ kind: "not-found" });
    await handBackReading(priya, { readingId, reason: "I'm ill." });
    for (const id of [order.sourceId, trackedFileId])
      await expect(fileFor(priya, id)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("its reader says in their turn which findings stay on purpose, also without a copy of their own", async () => {
    const { id: orderId, sourceId, readingId } = await inReading();
    const { trackedFileId } = await world.db
      .selectFrom("submission_files")
      .innerJoin("submissions", "submissions.id", "submission_files.submissionId")
      .select("trackedFileId")
      .where("orderId", "=", orderId)
      .executeTakeFirstOrThrow();
    for (const id of [sourceId, trackedFileId]) {
      await replaceFile(id, buildDocx({ paragraphs: [{ text: "We saw the the sensors in May." }] }));
      await checkFile(id);
    }
    const { report } = await readCheck(priya, trackedFileId);
    expect(report).toMatchObject({ mayKeep: true, sourceFileId: sourceId });
    const input = { orderId, fileId: sourceId, ids: report.findings.map(({ id }) => id), reason: "A quotation." };
    await expect(keepFindings(jonas, input)).rejects.toMatchObject({ kind: "conflict" });
    for (const actor of [noor, amara])
      await expect(keepFindings(actor, input)).rejects.toMatchObject({ kind: "refused" });
    await keepFindings(priya, input);
    const { work } = await readReading(priya, readingId);
    expect(work!.copies[0]!.work.check!.outcome).toMatchObject({ before: 1, kept: 1, left: 0 });
  });
});

describe("the reading", () => {
  test("keeps both people's changes apart, under their own names, and goes to a review that the reader can't do", async () => {
    const { id, sourceId, readingId } = await inReading();
    expect((await getOrder(id)).status).toBe("second_reading");
    await upload(id, priya, sourceId, COPIES.read());
    expect(await submitReading(priya, { noAi: true, readingId, note: "One word changed." })).toEqual({
      outcome: "done",
      open: 0,
      formats: ["word"],
    });
    await drainJobs();
    const order = await getOrder(id);
    expect(order.status).toBe("qa_review");
    const part = await world.db
      .selectFrom("submission_files as f")
      .innerJoin("submissions as s", "s.id", "f.submissionId")
      .selectAll("f")
      .select("s.editorId")
      .where("s.orderId", "=", id)
      .executeTakeFirstOrThrow();
    expect(part.editorId).toBe(jonas.uid);
    const { explored } = await exploreFile(ada, part.trackedFileId);
    expect(new Set(explored.summary.authors)).toEqual(new Set(["Jonas Weber", "Priya Raman"]));
    expect(part.cleanFileId).not.toBeNull();
    await world.db.updateTable("editors").set({ level: "lead" }).where("uid", "=", priya.uid).execute();
    const review = await world.db
      .selectFrom("qa_reviews")
      .select("id")
      .where("orderId", "=", id)
      .executeTakeFirstOrThrow();
    await expect(takeReview(priya, { reviewId: review.id })).rejects.toMatchObject({ kind: "refused" });
    expect((await factsOf(id, "review.offered")).map((f) => f.subjectId)).toEqual([noor.uid]);
    await world.db.updateTable("editors").set({ level: "senior" }).where("uid", "=", priya.uid).execute();
    // Sending it again finds it done.
    await expect(submitReading(priya, { noAi: true, readingId })).rejects.toMatchObject({ code: "not_your_turn" });
    expect(await factsOf(id, "reading.done")).toMatchObject([{ subjectId: priya.uid, undone: 0 }]);
    await expect(fileFor(priya, part.trackedFileId)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("is blocked by an untracked edit and by changes under the editor's name", async () => {
    const { id, sourceId, readingId } = await inReading();
    for (const kind of ["untracked", "borrowed"] as const) {
      await upload(id, priya, sourceId, COPIES[kind]());
      expect((await submitReading(priya, { noAi: true, readingId })).outcome, kind).toBe("stopped");
    }
    expect((await getOrder(id)).status).toBe("second_reading");
  });

  test("is held to the order's policy, and its reader turns changes into comments", async () => {
    const { id, sourceId, readingId } = await inReading();
    const rule = Object.fromEntries(EDIT_KINDS.map((kind) => [kind, "comment"])) as KindRule;
    await putUnderPolicy(id, rule);
    const trackedFileId = await upload(id, priya, sourceId, COPIES.read());
    expect((await submitReading(priya, { noAi: true, readingId })).outcome).toBe("stopped");
    for (const actor of [jonas, noor, ada, amara])
      await expect(turnReadChanges(actor, { readingId, trackedFileId })).rejects.toMatchObject({ kind: "refused" });
    expect((await turnReadChanges(priya, { readingId, trackedFileId })).turned).toBeGreaterThan(0);
    await expect(turnReadChanges(priya, { readingId, trackedFileId })).rejects.toMatchObject({ code: "newer_copy" });
    await submitReading(priya, { check: true, readingId });
    const newest = async () => (await listOrderFiles(id)).findLast((one) => one.uploadedBy === priya.uid)!.id;
    // Undone, and turned again.
    await undoReadTurn(priya, { readingId, trackedFileId: await newest() });
    expect((await submitReading(priya, { noAi: true, readingId })).outcome).toBe("stopped");
    await turnReadChanges(priya, { readingId, trackedFileId: await newest() });
    await submitReading(priya, { check: true, readingId });
    const part = await world.db
      .selectFrom("reading_files")
      .select("gate")
      .where("readingId", "=", readingId)
      .executeTakeFirstOrThrow();
    expect(part.gate?.rule).toMatchObject({ total: 0 });
    expect(part.gate?.untrackedTotal).toBe(0);
  });

  test("lists every change of the editor's that is gone, until the reader confirms each", async () => {
    const { id, sourceId, readingId } = await inReading();
    await upload(id, priya, sourceId, COPIES.undone());
    expect(await submitReading(priya, { noAi: true, readingId })).toEqual({
      outcome: "sheet",
      open: 1,
      formats: ["word"],
    });
    const about = { readingId, sourceFileId: sourceId, kind: "undone" as const };
    for (const actor of [jonas, noor, ada, amara])
      await expect(resolveReadFindings(actor, about)).rejects.toMatchObject({ kind: "refused" });
    await resolveReadFindings(priya, { ...about, reason: "The author's term." });
    expect(await submitReading(priya, { noAi: true, readingId })).toEqual({
      outcome: "done",
      open: 0,
      formats: ["word"],
    });
    expect(await factsOf(id, "reading.done")).toMatchObject([{ undone: 1 }]);
    const said = await world.db.selectFrom("gate_resolutions").selectAll().where("kind", "=", "undone").execute();
    expect(said).toMatchObject([{ resolvedBy: priya.uid, reason: "The author's term." }]);
  });

  test("needs a copy, or a note saying that nothing needs changing", async () => {
    const { readingId, id } = await inReading();
    await expect(submitReading(priya, { noAi: true, readingId, note: "" })).rejects.toMatchObject({
      code: "nothing_read",
    });
    const done = await submitReading(priya, { noAi: true, readingId, note: "Nothing needs changing." });
    expect(done.outcome).toBe("done");
    await drainJobs();
    expect((await getOrder(id)).status).toBe("qa_review");
  });

  test("submitted twice at once is done once", async () => {
    const { id, sourceId, readingId } = await inReading();
    await upload(id, priya, sourceId, COPIES.read());
    const answers = await Promise.allSettled([
      submitReading(priya, { noAi: true, readingId }),
      submitReading(priya, { noAi: true, readingId }),
    ]);
    expect(answers.map((a) => a.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await factsOf(id, "reading.done")).toHaveLength(1);
  });

  test("can't be submitted before the editor's work is there, by anyone else, or while the order is on hold", async () => {
    const order = await searched();
    const { readingId } = await acceptReading(priya, { inviteId: await inviteOf(order.id, priya) });
    await expect(submitReading(priya, { noAi: true, readingId, note: "Looks fine to me." })).rejects.toMatchObject({
      code: "not_your_turn",
    });
    await edited(order);
    for (const actor of [noor, jonas, amara, sam])
      await expect(submitReading(actor, { noAi: true, readingId, note: "Looks fine." })).rejects.toMatchObject({
        kind: "refused",
      });
    const due = readingDueAt(await getOrder(order.id))!;
    await holdOrder(ada, { orderId: order.id, reason: "Payment check" });
    await expect(submitReading(priya, { noAi: true, readingId, note: "Looks fine to me." })).rejects.toMatchObject({
      code: "not_your_turn",
    });
    setClock(after(now(), 2 * DAY));
    await unholdOrder(ada, { orderId: order.id });
    expect((await getOrder(order.id)).status).toBe("second_reading");
    expect(readingDueAt(await getOrder(order.id))).toEqual(after(due, 2 * DAY));
  });
});

describe("pay", () => {
  test("the reader earns 25% of the list price and the editor their share of the rest, payable on acceptance", async () => {
    const { id, sourceId, readingId } = await inReading();
    await upload(id, priya, sourceId, COPIES.read());
    await submitReading(priya, { noAi: true, readingId });
    await drainJobs();
    await passQa(ada, { orderId: id, scores: GOOD });
    await drainJobs();
    const { editorBasisMinor: basis } = await getOrder(id);
    const earnings = () =>
      world.db
        .selectFrom("earnings")
        .selectAll()
        .where("orderId", "=", id)
        .where("part", "<>", "review")
        .orderBy("part")
        .execute();
    expect(await earnings()).toMatchObject([
      { editorId: jonas.uid, part: "delivery", amountMinor: Math.round((basis * 0.75 * 55) / 100), status: "pending" },
      { editorId: priya.uid, part: "reading", amountMinor: basis / 4, status: "pending", level: "senior" },
    ]);
    expect((await earnings())[1]!.reason).toMatch(/^Second reading, 25% of \$/);
    await acceptOrder(amara, { orderId: id });
    await drainJobs();
    await drainJobs();
    expect((await earnings()).map((e) => e.status)).toEqual(["available", "available"]);
    const { rows } = await sql<{ sum: number }>`select sum("amountMinor")::int as sum from journal_lines`.execute(
      world.db,
    );
    expect(rows[0]!.sum).toBe(0);
    expect(await world.db.selectFrom("refunds").select("id").where("orderId", "=", id).execute()).toEqual([]);
  });
});

describe("without a second reader in time", () => {
  const refundsOf = (orderId: string) =>
    world.db.selectFrom("refunds").select(["cause", "amountMinor"]).where("orderId", "=", orderId).execute();

  test("nobody took it: the order continues at the end of the window, and the reader's part is refunded, once", async () => {
    const order = await searched();
    await edited(order);
    const { status } = await getOrder(order.id);
    expect(status).toBe("second_reading");
    const due = readingDueAt(await getOrder(order.id))!;
    setClock(after(due, -MINUTE));
    await endLateReadings(now());
    expect((await getOrder(order.id)).status).toBe("second_reading");
    setClock(due);
    await Promise.all([endLateReadings(now()), endLateReadings(now())]);
    await react(order.id, "reading.skipped", ...SKIPPED);
    const after_ = await getOrder(order.id);
    expect(after_.status).toBe("qa_review");
    expect(await refundsOf(order.id)).toEqual([
      { cause: "second-reader", amountMinor: readerRefund(after_.price!, after_.totalMinor, PAY_POLICY) },
    ]);
    expect(await factsOf(order.id, "reading.skipped")).toMatchObject([{ why: "nobody" }]);
    expect((await invitesOf(order.id)).some((i) => i.status === "sent")).toBe(false);
    await expect(takeOpenReading(noor, { readingId: (await readingOf(order.id)).id })).rejects.toMatchObject({
      kind: "conflict",
    });
  });

  test("the reader is late: the order continues with the editor's copy, and the reader isn't paid", async () => {
    const { id, sourceId, readingId } = await inReading({ addOn: true });
    await upload(id, priya, sourceId, COPIES.read());
    setClock(readingDueAt(await getOrder(id))!);
    await endLateReadings(now());
    await react(id, "reading.skipped", ...SKIPPED);
    await react(id, "order.delivered", "earnPending");
    const order = await getOrder(id);
    expect(order.status).toBe("delivered");
    expect(order.readerId).toBeNull();
    await expect(submitReading(priya, { noAi: true, readingId })).rejects.toMatchObject({ code: "not_your_turn" });
    expect(await refundsOf(id)).toEqual([
      { cause: "second-reader", amountMinor: order.price!.lines.find((l) => l.code === "second-reader")!.amountMinor },
    ]);
    const earnings = await world.db
      .selectFrom("earnings")
      .select(["editorId", "part"])
      .where("orderId", "=", id)
      .execute();
    expect(earnings).toEqual([{ editorId: jonas.uid, part: "delivery" }]);
    expect(await factsOf(id, "reading.skipped")).toMatchObject([{ subjectId: priya.uid, why: "reader_late" }]);
  });

  test("the editor submitted too late for it: the order is delivered without waiting", async () => {
    const order = await searched({ addOn: true });
    setClock(after(readingDueAt(await getOrder(order.id))!, MINUTE));
    await edited(order);
    await react(order.id, "reading.skipped", ...SKIPPED);
    expect((await getOrder(order.id)).status).toBe("delivered");
    expect(await factsOf(order.id, "reading.skipped")).toMatchObject([{ why: "editor_late" }]);
    expect(await refundsOf(order.id)).toHaveLength(1);
  });

  test("an admin can let the order continue, once; nobody else can", async () => {
    const { id } = await inReading();
    for (const actor of [sam, amara, jonas, priya])
      await expect(skipByStaff(actor, { orderId: id })).rejects.toMatchObject({ kind: "refused" });
    await skipByStaff(ada, { orderId: id });
    await skipByStaff(ada, { orderId: id });
    await react(id, "reading.skipped", ...SKIPPED);
    expect((await getOrder(id)).status).toBe("qa_review");
    expect(await refundsOf(id)).toHaveLength(1);
  });
});

describe("a reader who leaves", () => {
  test("hands it back: the search continues without them, and the next reader starts from the editor's copy", async () => {
    const { id, sourceId, readingId } = await inReading();
    await upload(id, priya, sourceId, COPIES.undone());
    await submitReading(priya, { readingId, check: true });
    for (const actor of [noor, jonas, amara])
      await expect(handBackReading(actor, { readingId, reason: "No time." })).rejects.toMatchObject({
        kind: "refused",
      });
    setClock(after(now(), MINUTE));
    await handBackReading(priya, { readingId, reason: "I'm ill." });
    await handBackReading(priya, { readingId, reason: "I'm ill." }).catch(() => undefined);
    await react(id, "reading.released", "resumeReaderSearch");
    expect(await factsOf(id, "reading.released")).toMatchObject([{ subjectId: priya.uid, by: "reader" }]);
    expect((await getOrder(id)).readerId).toBeNull();
    const sent = (await invitesOf(id)).filter((i) => i.status === "sent");
    expect(sent.map((i) => i.editorId)).toEqual([noor.uid]);
    await acceptReading(noor, { inviteId: sent[0]!.id });
    await submitReading(noor, { noAi: true, readingId, note: "Nothing needs changing." });
    await drainJobs();
    expect((await getOrder(id)).status).toBe("qa_review");
  });

  test("is removed by an admin, who gives a reason; nobody else can", async () => {
    const { id, readingId } = await inReading();
    for (const actor of [sam, jonas, amara, noor])
      await expect(releaseReader(actor, { readingId, reason: "Too slow." })).rejects.toMatchObject({ kind: "refused" });
    await expect(releaseReader(ada, { readingId, reason: "" })).rejects.toMatchObject({ kind: "invalid" });
    await releaseReader(ada, { readingId, reason: "Too slow." });
    await expect(releaseReader(ada, { readingId, reason: "Too slow." })).rejects.toMatchObject({ code: "no_reader" });
    expect((await getOrder(id)).status).toBe("second_reading");
  });
});

describe("an order that moves on", () => {
  test("can't be canceled by its author while it's being read, and a cancellation before that ends the reading", async () => {
    const { id } = await inReading();
    expect(await cancellationFor(amara, id)).toBeNull();
    await expect(cancelOrder(amara, { orderId: id, reason: "", expectedRefundMinor: 0 })).rejects.toMatchObject({
      kind: "conflict",
    });
    const order = await searched();
    await acceptReading(priya, { inviteId: await inviteOf(order.id, priya) });
    const terms = await cancellationFor(amara, order.id);
    await cancelOrder(amara, { orderId: order.id, reason: "Not needed.", expectedRefundMinor: terms!.clientMinor });
    await react(order.id, "order.cancelled", "endReading");
    expect((await readingOf(order.id)).status).toBe("void");
    expect(await factsOf(order.id, "reading.ended")).toMatchObject([{ subjectId: priya.uid }]);
    await expect(fileFor(priya, order.sourceId)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("sent back by a review isn't read twice, and the reader's changes keep their name", async () => {
    const { id, sourceId, readingId } = await inReading();
    await upload(id, priya, sourceId, COPIES.read());
    await submitReading(priya, { noAi: true, readingId });
    await drainJobs();
    await failQa(ada, { orderId: id, scores: POOR, note: "The second paragraph has an error." });
    const { trackedFileId } = await world.db
      .selectFrom("reading_files")
      .select("trackedFileId")
      .where("readingId", "=", readingId)
      .executeTakeFirstOrThrow();
    const { storageKey } = (await fileFor(jonas, trackedFileId)).file;
    const read = await storage().withLocal(storageKey, async (path) =>
      (await import("node:fs/promises")).readFile(path),
    );
    await storeFile(id, {
      purpose: "tracked",
      name: "again.docx",
      bytes: read,
      by: jonas.uid,
      sourceFileId: sourceId,
      position: 9,
    });
    expect((await submitWork(jonas, { noAi: true, orderId: id })).outcome).toBe("submitted");
    await drainJobs();
    await drainJobs();
    expect((await getOrder(id)).status).toBe("qa_review");
    const files = await world.db
      .selectFrom("submission_files as f")
      .innerJoin("submissions as s", "s.id", "f.submissionId")
      .select("f.trackedFileId")
      .where("s.orderId", "=", id)
      .where("s.status", "=", "submitted")
      .execute();
    const { explored } = await exploreFile(ada, files[0]!.trackedFileId);
    expect(new Set(explored.summary.authors)).toEqual(new Set(["Jonas Weber", "Priya Raman"]));
    // The editor can't remove the reader's changes silently either.
    expect(await factsOf(id, "reading.ready")).toHaveLength(1);
  });

  test("a job that died between the steps is finished by the clock", async () => {
    const order = await searched({ addOn: true });
    await storeFile(order.id, {
      purpose: "tracked",
      name: "x.docx",
      bytes: COPIES.jonas(),
      by: jonas.uid,
      sourceFileId: order.sourceId,
    });
    await submitWork(jonas, { noAi: true, orderId: order.id, letter: LETTER });
    // Its reaction never ran.
    await sql`delete from pgboss.job where name = 'reaction'`.execute(world.db);
    setClock(after(now(), 6 * MINUTE));
    await finishLeftSubmissions(now());
    expect((await getOrder(order.id)).status).toBe("second_reading");
    const { readingId } = await acceptReading(priya, { inviteId: await inviteOf(order.id, priya) });
    await submitReading(priya, { noAi: true, readingId, note: "Nothing needs changing." });
    await sql`delete from pgboss.job where name = 'reaction'`.execute(world.db);
    setClock(after(now(), 6 * MINUTE));
    await Promise.all([finishLeftSubmissions(now()), finishLeftSubmissions(now())]);
    expect((await getOrder(order.id)).status).toBe("delivered");
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { getFact } from "#app/platform/server/core/facts.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { drawOf } from "../../rules/review/qa.ts";
import { acceptOrder, remindToAccept } from "../lifecycle/accept-order.ts";
import { assignOrder } from "../lifecycle/assign-order.ts";
import { failQa } from "../review/fail-qa.ts";
import { getOrder } from "../views/find-order.ts";
import { listOrderFiles } from "./find-work.ts";
import { finishLeftSubmissions, finishSubmission } from "../review/finish-submission.ts";
import { flagLateWork } from "../lifecycle/flag-late-work.ts";
import { holdOrder } from "../holds/hold-order.ts";
import { passQa } from "../review/pass-qa.ts";
import { rateOrder } from "../lifecycle/rate-order.ts";
import { recordProgress } from "./record-progress.ts";
import { releaseOrder } from "../lifecycle/release-order.ts";
import { requestRevision } from "../lifecycle/request-revision.ts";
import { downloadFile, startAndDownload } from "./download-file.ts";
import { startOrderIfAssigned } from "./start-order.ts";
import { startRevision } from "./start-revision.ts";
import { submitWork } from "./submit-work.ts";
import { trackedField } from "./gate-copies.ts";
import { unholdOrder } from "../holds/unhold-order.ts";
import { writeLetter } from "./write-letter.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");
const GOOD = { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 };
const POOR = { accuracy: 10, language: 12, instructions: 10, formatting: 5, letter: 5 };
const LETTER = "Dear Dr. Osei, the methods read well now.";

/** An order id that the one-in-ten sample picks, or doesn't. */
const drawnId = (drawn: boolean): string => {
  for (;;) {
    const id = newId("order");
    if ((drawOf(id, 10) === 0) === drawn) return id;
  }
};
const copyOf = (kind: keyof typeof COPIES, orderId: string, sourceFileId: string, by = jonas.uid) =>
  storeFile(orderId, { purpose: "tracked", name: `${kind}.docx`, bytes: COPIES[kind](), by, sourceFileId });
const factsOf = (orderId: string, kind: string) =>
  world.db
    .selectFrom("facts")
    .select(["id", "data", "at"])
    .where("orderId", "=", orderId)
    .where("kind", "=", kind)
    .orderBy("seq")
    .execute();
const textOf = async (storageKey: string) => {
  const it = await storage().withLocal(storageKey, (file) => engine().text(file, "x.docx"));
  return it.ok ? it.text : it.code;
};

describe("submitting", () => {
  test("needs a copy of every source and a letter, says which is missing, and keeps the letter", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await expect(submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).rejects.toMatchObject({
      kind: "invalid",
      fields: { [trackedField(sourceId)]: expect.stringContaining("soil-moisture.docx") },
    });
    await copyOf("tracked", id, sourceId);
    await expect(submitWork(jonas, { noAi: true, orderId: id, letter: " " })).rejects.toMatchObject({
      kind: "invalid",
      fields: { letter: expect.stringContaining("Write a letter") },
    });
    await writeLetter(jonas, { orderId: id, letter: LETTER });
    await expect(submitWork(jonas, { noAi: true, orderId: id })).resolves.toMatchObject({ outcome: "submitted" });
  });

  test("an untracked edit is listed and blocks the submission, and a corrected copy goes through", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await copyOf("untracked", id, sourceId);
    const stopped = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    expect(stopped.outcome).toBe("stopped");
    expect((await getOrder(id)).status).toBe("in_progress");
    const row = await world.db
      .selectFrom("submission_files")
      .selectAll()
      .where("submissionId", "=", stopped.submissionId)
      .executeTakeFirstOrThrow();
    const gate = row.gate;
    expect(row.passed).toBe(false);
    expect(gate).toMatchObject({
      anotherManuscript: false,
      untrackedTotal: 1,
      untracked: [
        { section: "Methods", before: expect.stringContaining("dry"), after: expect.stringContaining("arid") },
      ],
    });
    expect(await factsOf(id, "order.gate_stopped")).toMatchObject([{ data: { untracked: 1 } }]);
    await copyOf("tracked", id, sourceId);
    await expect(submitWork(jonas, { noAi: true, orderId: id })).resolves.toMatchObject({
      outcome: "submitted",
      submissionId: stopped.submissionId,
    });
  });

  test("a copy of another manuscript is reported as that", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await copyOf("another", id, sourceId);
    const { outcome, submissionId } = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    expect(outcome).toBe("stopped");
    const row = await world.db
      .selectFrom("submission_files")
      .selectAll()
      .where("submissionId", "=", submissionId)
      .executeTakeFirstOrThrow();
    expect(row.gate).toMatchObject({ anotherManuscript: true });
  });

  test("the unchanged source isn't accepted as edited work", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await copyOf("source", id, sourceId);
    expect((await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).outcome).toBe("stopped");
  });

  test("an unreadable copy is refused with a clear message, and nothing is lost", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    const bad: [string, Buffer][] = [
      ["notes.docx", Buffer.from("just text")],
      ["broken.docx", COPIES.tracked().subarray(0, 900)],
      ["empty.docx", Buffer.alloc(0)],
    ];
    for (const [name, bytes] of bad) {
      await storeFile(id, { purpose: "tracked", name, bytes, by: jonas.uid, sourceFileId: sourceId });
      await expect(submitWork(jonas, { noAi: true, orderId: id, letter: LETTER }), name).rejects.toMatchObject({
        kind: "invalid",
        message: expect.stringContaining(name),
        fields: { [trackedField(sourceId)]: expect.any(String) },
      });
    }
    expect((await getOrder(id)).status).toBe("in_progress");
    expect(
      await world.db.selectFrom("submissions").selectAll().where("orderId", "=", id).executeTakeFirstOrThrow(),
    ).toMatchObject({ status: "open", letter: LETTER });
  });

  test("another editor's copy cannot be submitted after the order changed hands", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await copyOf("tracked", id, sourceId);
    await writeLetter(jonas, { orderId: id, letter: "Half done." });
    await releaseOrder(ada, { orderId: id, reason: "Jonas is ill." });
    await assignOrder(ada, { orderId: id, editorId: priya.uid, how: "admin" });
    await startOrderIfAssigned(priya, id);
    await expect(submitWork(priya, { noAi: true, orderId: id, letter: LETTER })).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(submitWork(jonas, { noAi: true, orderId: id })).rejects.toMatchObject({ kind: "refused" });
    expect((await listOrderFiles(id)).filter((f) => f.purpose === "tracked")).toHaveLength(1);
    await copyOf("tracked", id, sourceId, priya.uid);
    await expect(submitWork(priya, { noAi: true, orderId: id })).resolves.toMatchObject({ outcome: "submitted" });
  });
});

describe("from submission to delivery", () => {
  const handIn = async (it: Parameters<typeof orderIn>[1] = {}) => {
    const made = await orderIn("in_progress", it);
    await copyOf("tracked", made.id, made.sourceId);
    const { submissionId } = await submitWork(jonas, { noAi: true, orderId: made.id, letter: LETTER });
    return { ...made, submissionId };
  };

  test("without a review it is delivered, with a clean copy that has every edit and no names", async () => {
    const { id, submissionId } = await handIn({ id: drawnId(false) });
    await drainJobs();
    expect(await getOrder(id)).toMatchObject({
      status: "delivered",
      deliveredAt: NOON,
      submittedAt: NOON,
      autoAcceptAt: after(NOON, 7 * DAY),
      revisionUntilAt: after(NOON, 30 * DAY),
    });
    const clean = (await listOrderFiles(id)).filter((f) => f.purpose === "clean");
    expect(clean).toHaveLength(1);
    const text = await textOf(clean[0]!.storageKey);
    expect(text).toContain("We recorded it at twelve sites");
    expect(text).not.toContain("measured");
    await storage().withLocal(clean[0]!.storageKey, async (file) => {
      const check = await engine().gate(file, file);
      expect(check).toMatchObject({ ok: true, unchanged: true, comments: [], authors: [] });
    });
    expect(await factsOf(id, "order.delivered")).toMatchObject([{ data: { submissionId, round: 1, lateMs: 0 } }]);
  });

  test("a job that runs twice, even at once, makes one clean copy and one delivery", async () => {
    const { id } = await handIn({ id: drawnId(false) });
    const fact = await getFact((await factsOf(id, "order.submitted"))[0]!.id);
    await Promise.all([finishSubmission(fact), finishSubmission(fact)]);
    await finishSubmission(fact);
    expect((await listOrderFiles(id)).filter((f) => f.purpose === "clean")).toHaveLength(1);
    expect(await factsOf(id, "order.delivered")).toHaveLength(1);
    await drainJobs();
  });

  test("a late delivery says by how much", async () => {
    const { id } = await handIn({ id: drawnId(false), set: { dueAt: after(NOON, -HOUR / 2) } });
    await drainJobs();
    expect(await factsOf(id, "order.delivered")).toMatchObject([{ data: { lateMs: HOUR / 2 } }]);
  });

  test("from 20,000 words on, there are 14 days to accept and 60 for a revision", async () => {
    const { id } = await handIn({ id: drawnId(false), words: 20_000 });
    await drainJobs();
    expect(await getOrder(id)).toMatchObject({
      autoAcceptAt: after(NOON, 14 * DAY),
      revisionUntilAt: after(NOON, 60 * DAY),
    });
  });

  test("expert orders and one in ten others go to a reviewer, once per submission", async () => {
    const drawn = await handIn({ id: drawnId(true) });
    const expert = await handIn({ id: drawnId(false), service: "expert", unread: true });
    await drainJobs();
    for (const [it, reason] of [
      [drawn, "sample"],
      [expert, "expert"],
    ] as const) {
      expect((await getOrder(it.id)).status).toBe("qa_review");
      await finishSubmission(await getFact((await factsOf(it.id, "order.submitted"))[0]!.id));
      expect(
        await world.db.selectFrom("qa_reviews").select(["reason", "status"]).where("orderId", "=", it.id).execute(),
      ).toEqual([{ reason, status: "waiting" }]);
    }
  });

  test("can't pass below the mark; after it's sent back, corrected and passed, it's delivered with the second copy", async () => {
    const { id, sourceId } = await handIn({ id: drawnId(true) });
    await drainJobs();
    await expect(passQa(ada, { orderId: id, scores: POOR })).rejects.toMatchObject({
      kind: "invalid",
      code: "below_mark",
    });
    await expect(failQa(ada, { orderId: id, scores: GOOD, note: "This is good work." })).rejects.toMatchObject({
      kind: "invalid",
      code: "above_mark",
    });
    await failQa(ada, {
      orderId: id,
      scores: GOOD,
      ignoredInstruction: true,
      note: "The authors' terms were changed.",
    });
    expect(await getOrder(id)).toMatchObject({ status: "changes_required", submittedAt: null });
    const second = await copyOf("tracked", id, sourceId);
    // The saved letter stays until it's corrected.
    await submitWork(jonas, { noAi: true, orderId: id });
    await drainJobs();
    await passQa(ada, { orderId: id, scores: GOOD });
    expect((await getOrder(id)).status).toBe("delivered");
    const delivered = await world.db
      .selectFrom("submissions")
      .selectAll()
      .where("orderId", "=", id)
      .where("status", "=", "delivered")
      .execute();
    expect(delivered).toMatchObject([{ round: 1, letter: LETTER }]);
    // The delivered file is that copy without machine names, stored in addition to it.
    const { storageKey } = await world.db
      .selectFrom("submission_files as s")
      .innerJoin("files as f", "f.id", "s.trackedFileId")
      .select("f.storageKey")
      .where("s.submissionId", "=", delivered[0]!.id)
      .executeTakeFirstOrThrow();
    expect(storageKey).toContain(second);
  });

  test("an editor's first ten orders are all reviewed", async () => {
    const { id } = await handIn({ id: drawnId(false), set: { assignedTo: jonas.uid } });
    await world.db.updateTable("editors").set({ qaDone: 9 }).where("uid", "=", jonas.uid).execute();
    await world.db.updateTable("qa_reviews").set({ status: "waiting" }).where("status", "=", "passed").execute();
    await drainJobs();
    expect((await getOrder(id)).status).toBe("qa_review");
    await world.db
      .updateTable("editors")
      .set({ qaDone: CAST.jonas.editor.qaDone })
      .where("uid", "=", jonas.uid)
      .execute();
  });

  test("an order held between submission and delivery is delivered by the clock rule when it resumes", async () => {
    const { id } = await handIn({ id: drawnId(false) });
    await holdOrder(ada, { orderId: id, reason: "A question of rights." });
    await drainJobs();
    expect((await getOrder(id)).status).toBe("on_hold");
    setClock(after(NOON, 2 * DAY));
    await unholdOrder(ada, { orderId: id });
    expect(await getOrder(id)).toMatchObject({ status: "submitted", dueAt: after(NOON, 9 * DAY) });
    await finishLeftSubmissions(after(NOON, 2 * DAY));
    expect((await getOrder(id)).status).toBe("delivered");
  });
});

describe("after the delivery", () => {
  test("the author is reminded on day 3 and day 6, each once", async () => {
    const { id } = await orderIn("delivered");
    for (const [ms, n] of [
      [3 * DAY - 1, 0],
      [3 * DAY, 1],
      [4 * DAY, 1],
      [6 * DAY, 2],
      [6.5 * DAY, 2],
    ] as const) {
      await Promise.all([remindToAccept(after(NOON, ms)), remindToAccept(after(NOON, ms))]);
      expect(await factsOf(id, "order.accept_reminder")).toHaveLength(n);
    }
  });

  test("two revisions are free and the third isn't, and each has its own date", async () => {
    const { id, sourceId } = await orderIn("delivered", { id: drawnId(false) });
    const note = "Please shorten the abstract to 200 words.";
    for (const round of [1, 2]) {
      const asked = await requestRevision(amara, { orderId: id, note });
      expect(asked).toMatchObject({
        revisionsUsed: round,
        revisionDueAt: after(NOON, 48 * HOUR),
        revisionNote: note,
        autoAcceptAt: null,
      });
      await startRevision(jonas, { orderId: id });
      await copyOf("tracked", id, sourceId);
      await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
      await drainJobs();
      expect(await getOrder(id)).toMatchObject({ status: "delivered", submittedAt: NOON, deliveredAt: NOON });
      expect((await factsOf(id, "order.delivered")).at(-1)).toMatchObject({ data: { round: round + 1 } });
      await acceptOrder(amara, { orderId: id });
    }
    await expect(requestRevision(amara, { orderId: id, note })).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("both free revisions"),
    });
  });

  test("a revision can't be requested after its window, nor without a note", async () => {
    const { id } = await orderIn("accepted");
    await expect(requestRevision(amara, { orderId: id, note: "More" })).rejects.toMatchObject({
      kind: "invalid",
      fields: { note: expect.any(String) },
    });
    setClock(after(NOON, 14 * DAY + 1));
    await expect(requestRevision(amara, { orderId: id, note: "Please shorten it." })).rejects.toMatchObject({
      kind: "conflict",
      message: "The time for a free revision has passed.",
    });
  });

  test("a rating is given by the author, once delivered, and can be changed for seven days", async () => {
    const { id } = await orderIn("accepted");
    const early = await orderIn("in_progress");
    await expect(rateOrder(amara, { orderId: early.id, overall: 5 })).rejects.toMatchObject({ kind: "conflict" });
    await expect(rateOrder(mei, { orderId: id, overall: 5 })).rejects.toMatchObject({ kind: "refused" });
    await expect(rateOrder(amara, { orderId: id, overall: 6 })).rejects.toMatchObject({
      kind: "invalid",
      fields: { overall: "Choose 1 to 5 stars." },
    });
    await Promise.all([
      rateOrder(amara, { orderId: id, overall: 4, accuracy: 5 }),
      rateOrder(amara, { orderId: id, overall: 4, accuracy: 5 }),
    ]);
    setClock(after(NOON, 7 * DAY));
    await rateOrder(amara, { orderId: id, overall: 3, comment: "On second thoughts." });
    expect(await world.db.selectFrom("ratings").selectAll().where("orderId", "=", id).execute()).toMatchObject([
      { overall: 3, accuracy: null, comment: "On second thoughts.", editorId: jonas.uid },
    ]);
    setClock(after(NOON, 7 * DAY + 1));
    await expect(rateOrder(amara, { orderId: id, overall: 5 })).rejects.toMatchObject({ kind: "conflict" });
  });
});

describe("the editor's clock", () => {
  test("starts from the client's date, less a tenth", async () => {
    const { id } = await orderIn("paid");
    const order = await assignOrder(jonas, { orderId: id, editorId: jonas.uid, how: "invite" });
    expect(order).toMatchObject({
      assignedTo: jonas.uid,
      assignedAt: NOON,
      editorDueAt: after(NOON, 7 * DAY - 0.1 * 7 * DAY),
    });
    const own = await orderIn("paid", { set: { userId: jonas.uid } });
    await expect(assignOrder(ada, { orderId: own.id, editorId: jonas.uid, how: "admin" })).rejects.toMatchObject({
      code: "own_order",
    });
  });

  test("opening the source starts the work, but only for its editor", async () => {
    const { id } = await orderIn("assigned");
    for (const actor of [amara, priya, ada]) await startOrderIfAssigned(actor, id);
    expect((await getOrder(id)).status).toBe("assigned");
    await Promise.all([
      startOrderIfAssigned(jonas, id),
      startOrderIfAssigned(jonas, id),
      startOrderIfAssigned(jonas, id),
    ]);
    expect(await getOrder(id)).toMatchObject({ status: "in_progress", startedAt: NOON });
    expect(await factsOf(id, "order.started")).toHaveLength(1);
  });

  test("a GET of the manuscript changes nothing: it's refused to an editor who hasn't started, and a POST starts", async () => {
    const { id, sourceId } = await orderIn("assigned");
    const ask = (method: "GET" | "POST", actor: Actor) =>
      (method === "GET" ? downloadFile : startAndDownload)(new Request("http://localhost/", { method }), {
        actor,
        params: { id: sourceId },
      });
    const before = await getOrder(id);
    await expect(ask("GET", jonas)).rejects.toMatchObject({ kind: "conflict", code: "not_started" });
    expect((await ask("GET", amara)).status).toBe(200);
    expect((await ask("POST", ada)).status).toBe(200);
    expect(await getOrder(id)).toEqual(before);
    expect((await Promise.all([ask("POST", jonas), ask("POST", jonas)])).map((a) => a.status)).toEqual([200, 200]);
    expect(await getOrder(id)).toMatchObject({ status: "in_progress", startedAt: NOON });
    expect((await ask("GET", jonas)).status).toBe(200);
    await expect(ask("POST", priya)).rejects.toMatchObject({ kind: "not-found" });
    const views = await world.db.selectFrom("file_views").select("viewerId").where("orderId", "=", id).execute();
    expect(views).toHaveLength(5);
  });

  test("each flag is raised once, even by two clocks at once", async () => {
    const { id } = await orderIn("assigned");
    const window = 0.9 * 7 * DAY;
    for (const [share, kinds] of [
      [0.24, 0],
      [0.25, 1],
      [0.5, 1],
      [0.85, 2],
      [1, 3],
      [1.5, 3],
    ] as const) {
      const at = after(NOON, share * window);
      setClock(at);
      await Promise.all([flagLateWork(at), flagLateWork(at)]);
      const said = await Promise.all(
        ["order.unstarted", "order.idle", "order.unsubmitted", "order.overdue"].map((k) => factsOf(id, k)),
      );
      expect(said.flat()).toHaveLength(kinds);
    }
    expect(Object.keys((await getOrder(id)).flags).sort()).toEqual(["overdue", "unstarted", "unsubmitted"]);
  });

  test("an uploaded copy is a sign of work", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await copyOf("tracked", id, sourceId);
    await flagLateWork(after(NOON, 0.7 * 0.9 * 7 * DAY));
    expect((await getOrder(id)).flags).toEqual({});
  });

  test("is paused on a held order, and every date moves by the length of the hold", async () => {
    const { id } = await orderIn("delivered");
    const before = await getOrder(id);
    await holdOrder(ada, { orderId: id, reason: "The bank asks." });
    setClock(after(NOON, 5 * DAY));
    await flagLateWork(after(NOON, 30 * DAY));
    const freed = await unholdOrder(ada, { orderId: id });
    expect(freed).toMatchObject({
      status: "delivered",
      heldFrom: null,
      dueAt: after(before.dueAt!, 5 * DAY),
      autoAcceptAt: after(before.autoAcceptAt!, 5 * DAY),
      revisionUntilAt: after(before.revisionUntilAt!, 5 * DAY),
      flags: {},
    });
  });

  test("records progress in words, never more than the order's, and only from its editor", async () => {
    const { id } = await orderIn("in_progress");
    await recordProgress(jonas, { orderId: id, words: 9_999, note: "All but the references." });
    expect(await getOrder(id)).toMatchObject({ progressWords: 5_000, progressAt: NOON });
    await expect(recordProgress(amara, { orderId: id, words: 1 })).rejects.toMatchObject({ kind: "refused" });
    await expect(recordProgress(jonas, { orderId: id, words: "many" })).rejects.toMatchObject({ kind: "invalid" });
    const done = await orderIn("delivered");
    await expect(recordProgress(jonas, { orderId: done.id, words: 1 })).rejects.toMatchObject({ kind: "conflict" });
  });
});

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { putUnderPolicy } from "#boot/testing/under-policy.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { listRevisions, rejectAll } from "#app/features/documents/rules/docx/revise-docx.ts";
import { EDIT_KINDS } from "#app/features/documents/rules/kinds/edit-kind.ts";
import type { KindRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import { deliverOrder } from "../lifecycle/deliver-order.ts";
import { requestRevision } from "../lifecycle/request-revision.ts";
import { passQa } from "../review/pass-qa.ts";
import { getOrder, lockOrder } from "../views/find-order.ts";
import { listOrderFiles, listSubmissionFiles, listSubmissions } from "../work/find-work.ts";
import { startRevision } from "../work/start-revision.ts";
import { submitWork } from "../work/submit-work.ts";
import { policyOf } from "./order-policy.ts";
import { turnChanges, undoTurn } from "./turn-changes.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const jonas = personOf("jonas");
const ada = personOf("ada");
const GOOD = { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 };
const LETTER = "Dear Dr. Osei, the methods read well now.";
const ALL = Object.fromEntries(EDIT_KINDS.map((kind) => [kind, "allowed"])) as KindRule;
/** No change of wording. */
const RULE: KindRule = { ...ALL, "word-choice": "comment", rewriting: "forbidden", "added-content": "forbidden" };

async function underPolicy(rule: KindRule = RULE) {
  const order = await orderIn("in_progress");
  await putUnderPolicy(order.id, rule);
  return order;
}
/** Two changes of wording, and a comma. */
const EDITED = () =>
  buildDocx({
    author: "Jonas Weber",
    paragraphs: [
      { heading: 1, text: "Methods" },
      { text: "Soil moisture governs the exchange of water between land and air in dry regions." },
      {
        runs: [
          { text: "We " },
          { text: "measured", del: true },
          { text: "recorded", ins: true },
          { text: " it at twelve sites during two seasons, using buried sensors and weekly cores." },
        ],
      },
      {
        runs: [
          { text: "The sensors agreed with the cores at ten sites, and " },
          { text: "drifted", del: true },
          { text: "wandered", ins: true },
          { text: " at two of them after heavy rain" },
          { text: ", too", ins: true },
          { text: "." },
        ],
      },
    ],
  });
let position = 10;
async function upload(id: string, sourceFileId: string, bytes: Uint8Array = EDITED()): Promise<void> {
  await storeFile(id, { purpose: "tracked", name: "edited.docx", bytes, by: jonas.uid, sourceFileId });
  // The newest comes last.
  await world.db
    .updateTable("files")
    .set({ position: position++ })
    .where("orderId", "=", id)
    .where("purpose", "=", "tracked")
    .where("position", "=", 0)
    .execute();
}
const submit = (orderId: string) => submitWork(jonas, { orderId, letter: LETTER, noAi: true });
const check = (orderId: string) => submitWork(jonas, { orderId, check: true });
const newest = async (orderId: string) =>
  (await listOrderFiles(orderId)).findLast((file) => file.purpose === "tracked" && file.uploadedBy === jonas.uid)!;
const verdictOf = async (orderId: string) => {
  const submission = (await listSubmissions(orderId)).at(-1)!;
  return (await listSubmissionFiles([submission.id]))[0]?.gate?.rule;
};
async function delivered(orderId: string): Promise<void> {
  await drainJobs();
  if ((await getOrder(orderId)).status === "qa_review") await passQa(ada, { orderId, scores: GOOD });
  await drainJobs();
}
const bytesOf = (file: { storageKey: string }) => storage().withLocal(file.storageKey, (path) => readFile(path));

describe("an order under a policy", () => {
  test("has its rule, and one without has none", async () => {
    const { id } = await underPolicy();
    expect(await policyOf(id)).toMatchObject({ name: "University of Example", version: 3, rule: RULE });
    expect(await policyOf((await orderIn("in_progress")).id)).toBeNull();
  });

  test("isn't submitted with changes that it doesn't allow, which are listed by kind and place", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    expect(await submit(id)).toMatchObject({ outcome: "stopped" });
    const verdict = (await verdictOf(id))!;
    expect(verdict.total).toBeGreaterThanOrEqual(2);
    expect(verdict.groups[0]).toMatchObject({ kind: "word-choice", permission: "comment" });
    expect(verdict.changes[0]).toMatchObject({ section: "Methods", paragraph: 3, deleted: "measured" });
    expect((await getOrder(id)).status).toBe("in_progress");
  });

  test("is submitted once they're comments, and its delivery still yields the source", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    await check(id);
    const first = (await verdictOf(id))!;
    const one = await turnChanges(jonas, {
      orderId: id,
      trackedFileId: (await newest(id)).id,
      change: first.changes[0]!.ids[0]!,
    });
    expect(one.turned).toBe(1);
    expect(await check(id)).toMatchObject({ outcome: "stopped" });
    expect((await verdictOf(id))!.total).toBe(first.total - 1);
    const all = await turnChanges(jonas, { orderId: id, trackedFileId: (await newest(id)).id });
    expect(all.turned).toBe(first.total - 1);
    expect(await submit(id)).toMatchObject({ outcome: "submitted" });
    expect(await verdictOf(id)).toMatchObject({ total: 0, untracked: 0 });
    await delivered(id);
    const files = await listOrderFiles(id);
    const [part] = await listSubmissionFiles([(await listSubmissions(id)).at(-1)!.id]);
    const copy = await bytesOf(files.find((file) => file.id === part!.trackedFileId)!);
    expect(readDocx(rejectAll(copy)).paragraphs.map((line) => line.text)).toEqual(
      readDocx(COPIES.source()).paragraphs.map((line) => line.text),
    );
    const comments = readDocx(copy).comments.filter((comment) => comment.text.startsWith("Suggested: "));
    expect(comments.length).toBe(first.total);
    expect(new Set(comments.map((comment) => comment.author))).toEqual(new Set([jonas.displayName]));
    expect(listRevisions(copy).length).toBe(Object.values(part!.gate!.rule!.counts).reduce((sum, n) => sum + n, 0));
  });

  test("keeps the upload when all of a kind are turned, and refuses a stale list", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    await check(id);
    const before = await newest(id);
    await turnChanges(jonas, { orderId: id, trackedFileId: before.id, kind: "word-choice" });
    expect((await newest(id)).turnedFromId).toBe(before.id);
    expect((await listOrderFiles(id)).some((file) => file.id === before.id)).toBe(true);
    await expect(turnChanges(jonas, { orderId: id, trackedFileId: before.id })).rejects.toMatchObject({
      code: "newer_copy",
    });
  });

  test("gets its changes back when turning is undone, step by step, until the upload", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    await check(id);
    const before = await newest(id);
    const first = (await verdictOf(id))!;
    await turnChanges(jonas, { orderId: id, trackedFileId: before.id, change: first.changes[0]!.ids[0]! });
    await check(id);
    await turnChanges(jonas, { orderId: id, trackedFileId: (await newest(id)).id });
    expect(await check(id)).toMatchObject({ outcome: "read" });
    const undo = async () => undoTurn(jonas, { orderId: id, trackedFileId: (await newest(id)).id });
    await undo();
    await check(id);
    expect((await verdictOf(id))!.total).toBe(first.total - 1);
    const last = await undo();
    expect(last.sha256).toBe(before.sha256);
    await check(id);
    expect((await verdictOf(id))!.total).toBe(first.total);
    await expect(undo()).rejects.toMatchObject({ code: "nothing_to_undo" });
    await expect(undoTurn(jonas, { orderId: id, trackedFileId: before.id })).rejects.toMatchObject({
      code: "newer_copy",
    });
    await expect(undoTurn(personOf("priya"), { orderId: id, trackedFileId: before.id })).rejects.toMatchObject({
      kind: "refused",
    });
    expect(await submit(id)).toMatchObject({ outcome: "stopped" });
  });

  test("makes one version when two turn changes at once", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    await check(id);
    const { id: trackedFileId } = await newest(id);
    const count = async () => (await listOrderFiles(id)).filter((file) => file.purpose === "tracked").length;
    const had = await count();
    const results = await Promise.allSettled([
      turnChanges(jonas, { orderId: id, trackedFileId }),
      turnChanges(jonas, { orderId: id, trackedFileId, kind: "word-choice" }),
    ]);
    expect(results.map((one) => one.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await count()).toBe(had + 1);
  });

  test("is for its editor, and for a copy that was checked", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    const { id: trackedFileId } = await newest(id);
    await expect(turnChanges(jonas, { orderId: id, trackedFileId })).rejects.toMatchObject({ code: "not_checked" });
    await check(id);
    for (const actor of [NOBODY, amara, personOf("priya"), personOf("sam"), ada] as Actor[])
      await expect(turnChanges(actor, { orderId: id, trackedFileId })).rejects.toMatchObject({ kind: "refused" });
    const other = await underPolicy();
    await expect(turnChanges(jonas, { orderId: other.id, trackedFileId })).rejects.toMatchObject({
      kind: "not-found",
    });
  });

  test("is checked again after another upload, whatever was allowed before", async () => {
    const { id, sourceId } = await underPolicy();
    await upload(id, sourceId);
    await check(id);
    await turnChanges(jonas, { orderId: id, trackedFileId: (await newest(id)).id });
    await check(id);
    await upload(id, sourceId);
    expect(await submit(id)).toMatchObject({ outcome: "stopped" });
    expect((await getOrder(id)).status).toBe("in_progress");
  });

  test("holds in a revision too", async () => {
    const { id, sourceId } = await underPolicy({ ...RULE, "word-choice": "allowed" });
    await upload(id, sourceId, COPIES.tracked());
    expect(await submit(id)).toMatchObject({ outcome: "submitted" });
    await delivered(id);
    await requestRevision(amara, { orderId: id, note: "Please look at the second paragraph once more." });
    await startRevision(jonas, { orderId: id });
    await upload(id, sourceId, EDITED());
    const outcome = await submit(id);
    const verdict = (await verdictOf(id))!;
    expect(outcome.outcome).toBe(verdict.total > 0 ? "stopped" : "submitted");
    expect(verdict.total).toBeGreaterThan(0);
  });

  test("isn't delivered outside its policy by anybody, even if the policy came late", async () => {
    const order = await orderIn("in_progress");
    await upload(order.id, order.sourceId);
    await submit(order.id);
    await putUnderPolicy(order.id, RULE);
    await drainJobs();
    expect((await getOrder(order.id)).status).toBe("qa_review");
    await expect(passQa(ada, { orderId: order.id, scores: GOOD })).rejects.toMatchObject({ code: "outside_policy" });
    await expect(
      transact(SYSTEM, async (ctx) => {
        const held = await lockOrder(ctx.tx, order.id);
        return deliverOrder(ctx, held, (await listSubmissions(order.id, ctx.tx)).at(-1)!);
      }),
    ).rejects.toMatchObject({ code: "outside_policy" });
  });
});

describe("the statement about AI", () => {
  test("is needed with each submission, kept with it, and not needed to check a copy", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await upload(id, sourceId, COPIES.tracked());
    await check(id);
    await expect(submitWork(jonas, { orderId: id, letter: LETTER })).rejects.toMatchObject({
      code: "incomplete",
      fields: { noAi: expect.stringContaining("generative AI") },
    });
    expect((await getOrder(id)).status).toBe("in_progress");
    await submit(id);
    expect((await listSubmissions(id)).at(-1)!.noAiAt).toEqual(NOON);
  });
});

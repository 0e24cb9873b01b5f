import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { reviewDueAt } from "#app/features/pricing/rules/deadlines.ts";
import { qaOfOrder } from "../read-qa.ts";
import { NO_QA, type QaReason, qaReason } from "../../rules/review/qa.ts";
import { deliverOrder } from "../lifecycle/deliver-order.ts";
import { askCheck } from "../check/check-file.ts";
import { whyNotWithinPolicy } from "../policy/check-policy.ts";
import { copyAuthorsOf } from "../reading/copy-authors.ts";
import { passOn } from "../reading/pass-on.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { type SubmissionFile, listOrderFiles, listSubmissionFiles, workFiles } from "../work/find-work.ts";
import { addNamedCopy, namedCopy, namesIn, storeNamedCopy } from "../work/put-named-copy.ts";
import { moveOrder, orderFact } from "../lifecycle/move-order.ts";
import { countQaDone } from "./decide-qa.ts";
import { queueReview } from "./queue-review.ts";
import { trackTextChanges } from "./track-text-changes.ts";
import { readDocumentQueries } from "../work/read-document-queries.ts";

const LEFT_AFTER_MS = 5 * MINUTE;
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const cleanName = (name: string): string => `${name.replace(/\.docx$/i, "")} (clean).docx`;

/**
 * Replaces the editor's upload with the copy that is delivered: changes and comments that aren't the author's or the
 * second reader's have the editor's name, and no names of other people or machines are left in the file. The upload
 * itself doesn't change. A second run finds the copy already made.
 */
async function makeDeliveredCopy(
  orderId: string,
  editorId: string,
  it: SubmissionFile,
  gate: GateResult,
): Promise<SubmissionFile> {
  const db = database();
  const files = await listOrderFiles(orderId);
  const tracked = await db.selectFrom("files").selectAll().where("id", "=", it.trackedFileId).executeTakeFirstOrThrow();
  const base = workFiles(files, editorId).find((work) => work.source.id === it.sourceFileId)?.base;
  if (it.cleanFileId || !base || tracked.uploadedBy === null) return it;
  const { editor, reader } = await copyAuthorsOf(orderId, editorId);
  const others = await namesIn(base);
  if (reader) others.add(reader);
  const copy = await namedCopy(
    tracked,
    new Map(gate.authors.filter((name) => !others.has(name)).map((name) => [name, editor])),
  );
  if (copy.sha256 === tracked.sha256) return it;
  await storeNamedCopy(tracked, copy);
  return transact(SYSTEM, async ({ tx, now: at }) => {
    const row = await tx
      .selectFrom("submission_files")
      .selectAll()
      .where("submissionId", "=", it.submissionId)
      .where("sourceFileId", "=", it.sourceFileId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.trackedFileId !== tracked.id) return row;
    const trackedFileId = await addNamedCopy(tx, tracked, copy, at);
    await tx
      .updateTable("submission_files")
      .set({ trackedFileId })
      .where("submissionId", "=", it.submissionId)
      .where("sourceFileId", "=", it.sourceFileId)
      .execute();
    return { ...row, trackedFileId };
  });
}

/**
 * Makes the clean copy of one tracked copy: changes accepted, without comments or people's names. A second run finds it
 * already made.
 */
async function makeCleanCopy(orderId: string, it: SubmissionFile): Promise<void> {
  const db = database();
  const tracked = await db.selectFrom("files").selectAll().where("id", "=", it.trackedFileId).executeTakeFirstOrThrow();
  const source = await db
    .selectFrom("files")
    .select(["name", "position"])
    .where("id", "=", it.sourceFileId)
    .executeTakeFirstOrThrow();
  const folder = await mkdtemp(path.join(os.tmpdir(), "stet-clean-"));
  try {
    const out = path.join(folder, "clean.docx");
    const done = await withStored(tracked, (file) => engine().clean(file, out, { scrubAuthors: true }));
    if (!done.ok) throw new Error(`The clean copy of ${tracked.id} could not be made: ${done.code}`);
    const bytes = await readFile(out);
    const hash = sha256(bytes);
    // Named after its content and its source, so a job that runs twice writes the same file to the same place.
    const storageKey = `orders/${orderId}/clean/${tracked.id}-${hash.slice(0, 16)}.docx`;
    await storage().put(storageKey, bytes);
    await transact(SYSTEM, async ({ tx, now: at }) => {
      const row = await tx
        .selectFrom("submission_files")
        .select("cleanFileId")
        .where("submissionId", "=", it.submissionId)
        .where("sourceFileId", "=", it.sourceFileId)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (row.cleanFileId) return;
      const id = newId("file");
      await tx
        .insertInto("files")
        .values({
          id,
          orderId,
          purpose: "clean",
          sourceFileId: it.sourceFileId,
          name: cleanName(source.name.replace(/\.[^.]+$/, ".docx")),
          contentType: DOCX,
          bytes: bytes.length,
          sha256: hash,
          storageKey,
          version: tracked.version,
          position: source.position,
          createdAt: at,
        })
        .execute();
      await tx
        .updateTable("submission_files")
        .set({ cleanFileId: id })
        .where("submissionId", "=", it.submissionId)
        .where("sourceFileId", "=", it.sourceFileId)
        .execute();
      await askCheck(tx, id);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Finishes a submission: passes it on to the second reader, if there is one and they haven't read it; otherwise makes
 * the clean copies, then sends it to QA or delivers it. Safe to run twice: it does nothing if the order has left
 * `submitted` or has a newer submission.
 */
export async function finishSubmission(fact: Fact): Promise<void> {
  if (fact.kind === "order.submitted" && fact.orderId) await finish(fact.orderId, fact.data.submissionId);
}

/**
 * Reaction to the end of a second reading, whether it was done or skipped: continues with the submission. Safe to run
 * twice.
 */
export async function finishReadSubmission(fact: Fact): Promise<void> {
  const submission = await findSubmitted(fact.orderId!);
  if (submission) await finish(submission.orderId, submission.id);
}

const findSubmitted = (orderId: string, db: Reader = database()) =>
  db
    .selectFrom("submissions")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("status", "=", "submitted")
    .executeTakeFirst();

/** Submissions that have been stuck for a while: the order was put on hold, or the job gave up. */
export async function finishLeftSubmissions(at: Date): Promise<void> {
  const left = await database()
    .selectFrom("orders as o")
    .innerJoin("submissions as s", "s.orderId", "o.id")
    .select(["o.id as orderId", "s.id as submissionId"])
    .where("o.status", "=", "submitted")
    .where("s.status", "=", "submitted")
    .where("s.submittedAt", "<", after(at, -LEFT_AFTER_MS))
    .limit(20)
    .execute();
  for (const it of left)
    await finish(it.orderId, it.submissionId).catch((error: unknown) =>
      log.error("submission not finished", error, { orderId: it.orderId }),
    );
}

async function finish(orderId: string, submissionId: string): Promise<void> {
  const { editorId } = await database()
    .selectFrom("submissions")
    .select("editorId")
    .where("id", "=", submissionId)
    .executeTakeFirstOrThrow();
  const withGate = async (): Promise<(SubmissionFile & { gate: GateResult })[]> =>
    (await listSubmissionFiles([submissionId])).filter(
      (it): it is SubmissionFile & { gate: GateResult } => it.gate !== null && !it.gate.format && !it.cleanFileId,
    );
  for (const it of await withGate()) await makeDeliveredCopy(orderId, editorId, it, it.gate);
  const waits = await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    if (order.status !== "submitted") return true;
    const submission = await findSubmitted(orderId, ctx.tx);
    return submission?.id !== submissionId || passOn(ctx, order, submission);
  });
  if (waits) return;
  for (const it of await withGate()) await makeCleanCopy(orderId, it);
  for (const it of await listSubmissionFiles([submissionId]))
    if (it.gate?.format === "tex") await trackTextChanges(orderId, editorId, it);
  for (const it of await listSubmissionFiles([submissionId])) await readDocumentQueries(it.trackedFileId);
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, orderId);
    // Now on hold or disputed. The clock rule below continues when the order resumes.
    if (order.status !== "submitted") return;
    const submission = await ctx.tx
      .selectFrom("submissions")
      .selectAll()
      .where("id", "=", submissionId)
      .where("status", "=", "submitted")
      .executeTakeFirst();
    if (!submission) return;
    const files = await listSubmissionFiles([submissionId], ctx.tx);
    const reason = await reasonFor(ctx, order, submission.editorId, files);
    if (!reason) {
      await deliverOrder(ctx, order, submission);
      return;
    }
    const moved = await moveOrder(ctx, order, "review");
    const dueAt = reviewDueAt(ctx.now, order.windowMs, order.revisionDueAt ?? order.dueAt);
    await queueReview(ctx, moved, { submissionId, editorId: submission.editorId, kind: "delivery", reason, dueAt });
    await orderFact(ctx, moved, "order.sent_to_qa", { submissionId, reason }, submissionId);
  });
}

/**
 * Why this submission is reviewed, as decided when the order was assigned. A copy that the gate can't read is always
 * reviewed.
 */
async function reasonFor(
  ctx: CommandContext,
  order: Order,
  editorId: string,
  files: readonly SubmissionFile[],
): Promise<QaReason | null> {
  // What breaks the order's policy is for a reviewer to send back.
  const gateRead =
    files.every((file) => file.gate) && !(await whyNotWithinPolicy(order.id, files[0]!.submissionId, ctx.tx));
  if (gateRead && order.qaReason !== null) return order.qaReason === NO_QA ? null : order.qaReason;
  // Orders assigned by an earlier version of the product have no decision.
  const editorQaDone = await countQaDone(ctx.tx, editorId, order.id);
  const rates = await qaOfOrder(order, ctx.tx);
  return qaReason({ orderId: order.id, service: order.service, editorQaDone, gateRead }, rates);
}

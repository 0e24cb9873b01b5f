import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { startS3Double } from "#boot/testing/s3-double.ts";
import { filesSaying, filesUnder, tablesSaying } from "#boot/testing/search-storage.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { getPublicCertificate } from "#app/features/certificates/server/find-certificate.ts";
import { issueCertificate } from "#app/features/certificates/server/issue-certificate.ts";
import { getAttachmentFile } from "#app/features/messages/server/attachment-endpoints.ts";
import { storeAttachment } from "#app/features/messages/server/attachments.ts";
import { answerQuery } from "#app/features/messages/server/answer-query.ts";
import { askQuery } from "#app/features/messages/server/ask-query.ts";
import { postMessage } from "#app/features/messages/server/post-message.ts";
import { startReEdit } from "#app/features/orders/server/drafts/start-re-edit.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { passQa } from "#app/features/orders/server/review/pass-qa.ts";
import { askDeletion } from "#app/features/orders/server/retention/ask-deletion.ts";
import { chooseKeepDays } from "#app/features/orders/server/retention/choose-keep-days.ts";
import { removeFilesOf, startDeletion } from "#app/features/orders/server/retention/delete-files.ts";
import { remindOfDeletion } from "#app/features/orders/server/retention/remind-of-deletion.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { getOrderView } from "#app/features/orders/server/views/get-order-view.ts";
import { getChanges } from "#app/features/orders/server/work/changes-endpoints.ts";
import { downloadFile } from "#app/features/orders/server/work/download-file.ts";
import { saveDecisions } from "#app/features/orders/server/work/save-decisions.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { openTicket } from "#app/features/support/server/tickets/open-ticket.ts";
import { resolveTicket } from "#app/features/support/server/tickets/resolve-ticket.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { parseConfig, useConfig } from "#app/platform/server/core/config.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { filesFolder, storage, useStorage } from "#app/platform/server/files/storage.ts";
import { deleteOrderFiles } from "./delete-order-files.ts";
import { deleteOrderRecords } from "./delete-order-records.ts";
import { whyKept } from "./why-kept.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const sam = personOf("sam");
const ada = personOf("ada");
/** Sentences from the manuscript and its attachments. */
const SENTENCES = [
  "Soil moisture governs the exchange of water",
  "measured it at twelve sites during two seasons",
  "The sensors agreed with the cores",
  "Their ledgers survive in part",
];
const DUE = after(NOON, 90 * DAY);
const rowOf = (id: string) => world.db.selectFrom("orders").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const args = (actor: Actor, id: string) => [new Request("http://x/"), { actor, params: { id } }] as const;
const gone = { kind: "gone", code: "files_deleted" };

/** The editor's copy: one word changed, and a question that quotes the text. */
const edited = () =>
  buildDocx({
    paragraphs: [
      { heading: 1, text: "Methods" },
      { text: "Soil moisture governs the exchange of water between land and air in dry regions." },
      {
        runs: [
          { text: "We " },
          { text: "measured", del: true },
          { text: "recorded", ins: true, comments: [0] },
          { text: " it at twelve sites during two seasons, using buried sensors and weekly cores." },
        ],
      },
      { text: "The sensors agreed with the cores at ten sites, and drifted at two of them after heavy rain." },
    ],
    author: "Jonas Weber",
    creator: "Jonas Weber",
    comments: [{ text: `Is “${SENTENCES[2]}” still true?` }],
  });

/** An accepted order, with the manuscript's text everywhere that the product stores it. */
async function acceptedOrder() {
  const { id, sourceId } = await orderIn("in_progress");
  await world.db
    .updateTable("files")
    .set({
      sample: `${SENTENCES[0]} between land and air.`,
      receipt: json({ format: "docx", words: 44, sections: [{ id: "s0", title: SENTENCES[2], words: 44 }] }),
      reedit: json({ count: { words: 3 }, listed: [{ text: SENTENCES[1] }], unlisted: 0 }),
    })
    .where("id", "=", sourceId)
    .execute();
  await storeFile(id, { purpose: "reference", name: "other.docx", bytes: COPIES.another(), by: amara.uid });
  // A copy left behind by a process that was killed.
  await storage().put(`orders/${id}/clean/left-behind.docx`, COPIES.source());
  const { id: attachmentId } = await storeAttachment({ uid: amara.uid }, { name: "part.docx", bytes: COPIES.source() });
  await postMessage(amara, { orderId: id, body: "Here is the part we spoke of.", attachmentIds: [attachmentId] });
  const { id: queryId } = await askQuery(jonas, { orderId: id, body: `Is “${SENTENCES[1]}” right?` });
  await answerQuery(amara, { orderId: id, queryId, body: `Yes: ${SENTENCES[1]}.` });
  const ticketFile = await storeAttachment({ uid: amara.uid }, { name: "whole.docx", bytes: COPIES.source() });
  const ticket = await openTicket(amara, {
    subject: "A question",
    body: "Can you look at this file?",
    category: "other",
    orderId: id,
    attachmentIds: [ticketFile.id],
    clientKey: `k${id}`,
  });
  await storeFile(id, {
    purpose: "tracked",
    name: "edited.docx",
    bytes: edited(),
    by: jonas.uid,
    sourceFileId: sourceId,
  });
  await submitWork(jonas, { noAi: true, orderId: id, letter: "Dear Dr. Osei, the methods read well now." });
  await drainJobs();
  if ((await getOrder(id)).status === "qa_review")
    await passQa(ada, {
      orderId: id,
      scores: { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 },
    });
  await drainJobs();
  const { trackedFileId: trackedId } = await world.db
    .selectFrom("submission_files")
    .select("trackedFileId")
    .where("sourceFileId", "=", sourceId)
    .executeTakeFirstOrThrow();
  await getChanges(...args(amara, trackedId));
  await saveDecisions(amara, { fileId: trackedId, seen: 0, lines: [{ key: "tab-1.aaa", to: "accept", ids: "1" }] });
  const { certificateId } = await issueCertificate(amara, { orderId: id, showTitle: true });
  await acceptOrder(amara, { orderId: id });
  await drainJobs();
  return { id, sourceId, trackedId, attachmentId, certificateId, ticketId: ticket.id };
}

const closeTicket = (ticketId: string) => resolveTicket(amara, { ticketId });

async function expectEveryByteDeleted(stored: () => Promise<ReadonlyMap<string, Buffer>>): Promise<void> {
  const it = await acceptedOrder();
  await closeTicket(it.ticketId);
  // Proves that the search works, or finding nothing later would prove nothing.
  expect(await tablesSaying(world.db, SENTENCES)).toEqual([
    "document_queries",
    "files",
    "mail",
    "messages",
    "submission_files",
  ]);
  expect(filesSaying(await stored(), SENTENCES).length).toBeGreaterThanOrEqual(6);

  setClock(after(DUE, -HOUR));
  expect(await deleteOrderFiles(after(DUE, -HOUR))).toBe(0);
  expect((await downloadFile(...args(amara, it.trackedId))).status).toBe(200);
  setClock(after(DUE, HOUR));
  expect(await deleteOrderFiles(after(DUE, HOUR))).toBe(1);
  await drainJobs();

  expect(await tablesSaying(world.db, SENTENCES)).toEqual([]);
  expect(filesSaying(await stored(), SENTENCES)).toEqual([]);
  expect([...(await stored()).keys()].filter((name) => !name.includes("certificates/"))).toEqual([]);

  // Nobody can open them anymore, and everyone is told when and why they were deleted.
  for (const actor of [amara, jonas, ada])
    for (const file of [it.sourceId, it.trackedId])
      await expect(downloadFile(...args(actor, file))).rejects.toMatchObject({
        ...gone,
        message: expect.stringMatching(/were deleted on .*90 days after the order was accepted/),
      });
  await expect(getChanges(...args(amara, it.trackedId))).rejects.toMatchObject(gone);
  await expect(downloadFile(...args(mei, it.trackedId))).rejects.toMatchObject({ kind: "not-found" });
  const attachment = getAttachmentFile(
    () => null,
    () => Promise.resolve(false),
  );
  await expect(attachment(...args(amara, it.attachmentId))).rejects.toMatchObject(gone);
  await expect(attachment(...args(mei, it.attachmentId))).rejects.toMatchObject({ kind: "not-found" });

  // These stay: the letter, the counts, the hashes, the acceptance, who opened what, and the certificate.
  const view = await getOrderView(amara, it.id, { openQueries: 0 });
  expect(view).toMatchObject({ status: "accepted", sources: [], references: [] });
  expect(view.submissions[0]).toMatchObject({
    letter: "Dear Dr. Osei, the methods read well now.",
    changes: { insertions: 1, deletions: 1 },
    files: [{ tracked: null, clean: null }],
  });
  const files = await world.db.selectFrom("files").selectAll().where("orderId", "=", it.id).execute();
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const file of files)
    expect(file).toMatchObject({ storageKey: "", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(files.find((f) => f.id === it.sourceId)?.receipt).toMatchObject({
    words: 44,
    sections: [{ title: "Section 1" }],
  });
  expect(await world.db.selectFrom("file_views").select("id").where("orderId", "=", it.id).execute()).not.toEqual([]);
  expect(await getPublicCertificate(it.certificateId)).toMatchObject({ state: "valid" });
  expect(view.timeline.map((line) => line.title)).toContain("Files deleted");
  await deleteOrderFiles(after(DUE, 2 * HOUR));
  const facts = world.db
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", it.id)
    .where("kind", "=", "files.deleted");
  expect(await facts.execute()).toHaveLength(1);
}

describe("when the files of an order are due for deletion", () => {
  test(
    "every byte of the manuscript is deleted from the database and the disk, and the order's record stays",
    () => expectEveryByteDeleted(() => filesUnder(filesFolder())),
    30_000,
  );

  test("every byte is deleted from an S3 bucket, too", async () => {
    const s3 = await startS3Double();
    const disk = world.config;
    try {
      useConfig(
        parseConfig({
          NODE_ENV: "test",
          STET_EMBEDDED: "1",
          DATABASE_URL: world.url,
          DATA_DIR: disk.dataDir,
          APP_SECRET: "a-secret-for-tests-only-of-32-characters",
          LOG: "silent",
          STRIPE_SECRET_KEY: "sk_test_world",
          STRIPE_WEBHOOK_SECRET: "whsec_world",
          STRIPE_API_BASE: "http://127.0.0.1:1",
          PUBLIC_URL: "http://localhost:3000",
          S3_BUCKET: "files",
          S3_REGION: "us-east-1",
          S3_ENDPOINT: s3.url,
          S3_ACCESS_KEY_ID: "a",
          S3_SECRET_ACCESS_KEY: "b",
        }),
      );
      useStorage(undefined);
      await expectEveryByteDeleted(() =>
        Promise.resolve(new Map([...s3.objects].map(([name, { body }]) => [name.replace("files/", ""), body]))),
      );
    } finally {
      useConfig(disk);
      useStorage(undefined);
      await s3.stop();
    }
  }, 30_000);

  test("a deletion that was interrupted is finished by another process, and only once", async () => {
    const { orderId } = await deliveredOrder({ status: "accepted", set: { keepFromAt: NOON } });
    expect(await startDeletion(orderId, DUE, whyKept)).toBe(true);
    // Killed here, before any file was deleted. Nothing can be opened or started anymore.
    expect(await rowOf(orderId)).toMatchObject({ deletionStartedAt: DUE, filesDeletedAt: null });
    await removeFilesOf(orderId);
    // And again here, with all files deleted but no fact recorded.
    setClock(DUE);
    await Promise.all([deleteOrderFiles(DUE), deleteOrderFiles(DUE)]);
    expect((await rowOf(orderId)).filesDeletedAt).toEqual(DUE);
    const facts = world.db.selectFrom("facts").select("id").where("orderId", "=", orderId);
    expect(await facts.where("kind", "=", "files.deleted").execute()).toHaveLength(1);
  });

  test("a file that another order shares is deleted from this order only", async () => {
    const one = await deliveredOrder({ status: "accepted", set: { keepFromAt: NOON } });
    const other = await deliveredOrder({ status: "accepted", set: { keepFromAt: NOON, keepDays: 365 } });
    setClock(DUE);
    await deleteOrderFiles(DUE);
    await expect(downloadFile(...args(amara, one.cleanId))).rejects.toMatchObject(gone);
    expect((await downloadFile(...args(amara, other.cleanId))).status).toBe(200);
  });
});

describe("files stay although they are due for deletion", () => {
  const later = after(DUE, DAY);
  const expectKept = async (orderId: string, why: string): Promise<void> => {
    expect(await whyKept(world.db, orderId, later)).toBe(why);
    await deleteOrderFiles(later);
    expect(await rowOf(orderId), why).toMatchObject({ deletionStartedAt: null, filesDeletedAt: null });
    expect(await startDeletion(orderId, later, whyKept), why).toBe(false);
  };
  const accepted = async () => (await deliveredOrder({ status: "accepted", set: { keepFromAt: NOON } })).orderId;

  test("while a revision, a hold, or a dispute is open", async () => {
    for (const [status, why] of [
      ["revision_requested", "work"],
      ["in_revision", "work"],
      ["on_hold", "hold"],
      ["disputed", "dispute"],
    ] as const)
      await expectKept((await orderIn(status, { set: { keepFromAt: NOON } })).id, why);
  });

  test("while a closed order's payment is disputed, and not afterward", async () => {
    const id = await accepted();
    await world.db.updateTable("orders").set({ status: "closed" }).where("id", "=", id).execute();
    await sql`insert into payments (id, "orderId", attempt, status, "amountMinor", currency, "createdAt")
      values ('pay_k2', ${id}, 1, 'succeeded', 100, 'USD', ${NOON})`.execute(world.db);
    for (const kind of ["inquiry", "chargeback"])
      for (const status of ["needs_response", "under_review"]) {
        await sql`insert into disputes (id, "providerDisputeId", "paymentId", "orderId", kind, status, reason,
          "amountMinor", currency, "openedAt", "checkedAt")
          values ('dsp_k2', 'du_k2', 'pay_k2', ${id}, ${kind}, ${status}, 'fraudulent', 100, 'USD', ${NOON}, ${NOON})
          on conflict (id) do update set kind = excluded.kind, status = excluded.status`.execute(world.db);
        await expectKept(id, "dispute");
      }
    await sql`update disputes set status = 'won' where id = 'dsp_k2'`.execute(world.db);
    expect(await whyKept(world.db, id, NOON)).toBeNull();
  });

  test("while a refund, a problem, a ticket, or a re-edit is open, and not afterward", async () => {
    const ended: [string, () => Promise<unknown>][] = [];
    const refund = await accepted();
    await sql`insert into payments (id, "orderId", attempt, status, "amountMinor", currency, "createdAt")
      values ('pay_k1', ${refund}, 1, 'succeeded', 100, 'USD', ${NOON})`.execute(world.db);
    for (const status of ["requested", "sent", "failed"]) {
      await sql`insert into refunds (id, "orderId", "paymentId", cause, "amountMinor", currency, status, basis,
        "createdAt")
        values ('ref_k1', ${refund}, 'pay_k1', 'late', 100, 'USD', ${status}, '[]', ${NOON})
        on conflict (id) do update set status = excluded.status`.execute(world.db);
      await expectKept(refund, "refund");
    }
    ended.push([refund, () => sql`update refunds set status = 'succeeded' where id = 'ref_k1'`.execute(world.db)]);
    const proposed = await accepted();
    await sql`insert into refund_requests (id, "orderId", cause, "amountMinor", currency, reason, basis,
      "proposedBy", "createdAt")
      values ('rfr_k1', ${proposed}, 'late', 100, 'USD', 'r', '[]', ${sam.uid}, ${NOON})`.execute(world.db);
    await expectKept(proposed, "refund");
    ended.push([
      proposed,
      () => sql`update refund_requests set status = 'declined' where id = 'rfr_k1'`.execute(world.db),
    ]);
    const problem = await accepted();
    for (const status of ["open", "redo"]) {
      await sql`insert into order_problems (id, "orderId", "reportedBy", what, status, "dueAt", "createdAt")
        values ('prb_k1', ${problem}, ${amara.uid}, 'w', ${status}, ${NOON}, ${NOON})
        on conflict (id) do update set status = excluded.status`.execute(world.db);
      await expectKept(problem, "problem");
    }
    ended.push([
      problem,
      () => sql`update order_problems set status = 'declined' where id = 'prb_k1'`.execute(world.db),
    ]);
    const ticket = await accepted();
    const opened = await openTicket(amara, {
      subject: "Late",
      body: "Where are my files?",
      category: "other",
      orderId: ticket,
      clientKey: "k-kept",
    });
    await expectKept(ticket, "ticket");
    ended.push([ticket, () => resolveTicket(amara, { ticketId: opened.id })]);
    const edited = await accepted();
    setClock(after(DUE, -DAY));
    const draft = await startReEdit(amara, { orderId: edited });
    setClock(later);
    await expectKept(edited, "re_edit");
    for (const status of ["paid", "in_progress", "delivered", "revision_requested"]) {
      await sql`update orders set status = ${status}, "assignedTo" = ${jonas.uid},
        "updatedAt" = ${NOON} where id = ${draft.id}`.execute(world.db);
      await expectKept(edited, "re_edit");
    }
    // A draft that hasn't been changed for a week doesn't count.
    ended.push([
      edited,
      () => sql`update orders set status = 'draft', "assignedTo" = null where id = ${draft.id}`.execute(world.db),
    ]);
    for (const [orderId, end] of ended) {
      await end();
      await deleteOrderFiles(later);
      expect((await rowOf(orderId)).filesDeletedAt).not.toBeNull();
    }
  });

  test("if a revision is requested as the deletion starts: either the files stay, or the request is refused", async () => {
    const results = { kept: 0, refused: 0 };
    for (let i = 0; i < 8; i++) {
      const { orderId, cleanId } = await deliveredOrder({
        status: "accepted",
        set: { keepFromAt: NOON, revisionUntilAt: after(DUE, 9 * DAY) },
      });
      setClock(DUE);
      const [deletion, revision] = await Promise.allSettled([
        startDeletion(orderId, DUE, whyKept),
        requestRevision(amara, { orderId, note: "Please shorten the abstract." }),
      ]);
      const order = await rowOf(orderId);
      if (revision.status === "fulfilled") {
        results.kept++;
        expect(deletion).toMatchObject({ value: false });
        expect(order).toMatchObject({ status: "revision_requested", deletionStartedAt: null, keepFromAt: null });
        expect((await downloadFile(...args(amara, cleanId))).status).toBe(200);
      } else {
        results.refused++;
        expect(revision.reason).toMatchObject({ kind: "conflict" });
        expect(order).toMatchObject({ status: "accepted", deletionStartedAt: DUE });
      }
      setClock(NOON);
    }
    expect(results.kept + results.refused).toBe(8);
  });

  test("if an order is accepted as its deletion would start: the time starts again at acceptance", async () => {
    const { orderId } = await deliveredOrder({ status: "delivered" });
    const [accepted, deletion] = await Promise.all([
      acceptOrder(amara, { orderId }),
      startDeletion(orderId, after(DUE, -1), whyKept),
    ]);
    expect(deletion).toBe(false);
    expect(accepted.filesDueAt).toEqual(DUE);
  });
});

describe("an author", () => {
  test("chooses 30, 90, or 365 days, is reminded a week before the deletion, and can postpone it", async () => {
    const { orderId } = await deliveredOrder({ status: "delivered" });
    expect((await chooseKeepDays(amara, { orderId, days: 30 })).dueAt).toBeNull();
    await acceptOrder(amara, { orderId });
    expect((await rowOf(orderId)).filesDueAt).toEqual(after(NOON, 30 * DAY));
    const reminders = () =>
      world.db
        .selectFrom("mail")
        .select("subject")
        .where("subject", "like", "Files of % will be deleted soon")
        .where("key", "like", "%")
        .execute();
    const count = async (at: Date) => {
      setClock(at);
      await Promise.all([remindOfDeletion(at), remindOfDeletion(at)]);
      await drainJobs();
      return (
        await world.db
          .selectFrom("facts")
          .select("id")
          .where("orderId", "=", orderId)
          .where("kind", "=", "files.due_soon")
          .execute()
      ).length;
    };
    expect(await count(after(NOON, 22 * DAY))).toBe(0);
    expect(await count(after(NOON, 24 * DAY))).toBe(1);
    expect(await count(after(NOON, 25 * DAY))).toBe(1);
    expect((await reminders()).length).toBeGreaterThan(0);
    expect((await chooseKeepDays(amara, { orderId, days: 365 })).dueAt).toEqual(after(NOON, 365 * DAY));
    await deleteOrderFiles(after(NOON, 100 * DAY));
    expect((await rowOf(orderId)).filesDeletedAt).toBeNull();
    expect(await count(after(NOON, 359 * DAY))).toBe(2);
    setClock(after(NOON, 360 * DAY));
    await expect(chooseKeepDays(amara, { orderId, days: 90 })).rejects.toMatchObject({
      kind: "invalid",
      fields: { days: expect.any(String) },
    });
    for (const days of [31, "soon", -1])
      await expect(chooseKeepDays(amara, { orderId, days })).rejects.toMatchObject({ kind: "invalid" });
  });

  test("can have the files deleted sooner and cancel that until it's done, and nobody else can", async () => {
    const open = await orderIn("in_progress");
    await expect(askDeletion(amara, { orderId: open.id })).rejects.toMatchObject({
      kind: "conflict",
      code: "not_ended",
    });
    const { orderId, cleanId } = await deliveredOrder({ status: "accepted", set: { keepFromAt: NOON } });
    for (const actor of [jonas, sam, ada]) {
      await expect(askDeletion(actor, { orderId })).rejects.toMatchObject({ kind: "refused" });
      await expect(chooseKeepDays(actor, { orderId, days: 365 })).rejects.toMatchObject({ kind: "refused" });
    }
    await expect(askDeletion(mei, { orderId })).rejects.toMatchObject({ kind: "not-found" });
    await Promise.all([askDeletion(amara, { orderId }), askDeletion(amara, { orderId })]);
    await chooseKeepDays(amara, { orderId, days: 90 });
    expect((await rowOf(orderId)).deletionAskedAt).toBeNull();
    await askDeletion(amara, { orderId });
    await deleteOrderFiles(after(NOON, 1));
    await expect(downloadFile(...args(amara, cleanId))).rejects.toMatchObject({
      message: expect.stringContaining("its author asked for it"),
    });
    await expect(chooseKeepDays(amara, { orderId, days: 365 })).rejects.toMatchObject({ kind: "conflict" });
    await expect(askDeletion(amara, { orderId })).rejects.toMatchObject({ kind: "conflict" });
    // Work that would need the files is refused with the reason.
    await expect(requestRevision(amara, { orderId, note: "Please shorten the abstract." })).rejects.toMatchObject({
      message: expect.stringContaining("deleted this order's files"),
    });
    await expect(startReEdit(amara, { orderId })).rejects.toMatchObject({ kind: "gone" });
    const file = await storeAttachment(
      { uid: amara.uid },
      { name: "late.docx", bytes: buildDocx({ paragraphs: [{ text: "Late." }] }) },
    );
    await expect(postMessage(amara, { orderId, body: "One more.", attachmentIds: [file.id] })).rejects.toMatchObject({
      code: "files_deleted",
    });
  });
});

test("the letter, messages, and access log are deleted after 540 days, and the financial records stay", async () => {
  const it = await acceptedOrder();
  await closeTicket(it.ticketId);
  await deleteOrderFiles(DUE);
  expect(await deleteOrderRecords(after(NOON, 539 * DAY))).toBe(0);
  const end = after(NOON, 540 * DAY);
  setClock(end);
  await Promise.all([deleteOrderRecords(end), deleteOrderRecords(end)]);
  const { rows } = await sql<{ said: string }>`
    select (select string_agg(m::text, ' ') from messages m where m."orderId" = o.id)
      || (select string_agg(s::text, ' ') from submissions s where s."orderId" = o.id) || o::text as said
    from orders o where o.id = ${it.id}`.execute(world.db);
  expect(rows[0]?.said).toContain(it.id);
  expect(rows[0]?.said).not.toMatch(/methods read well|Here is the part|Keep the authors/);
  const row = await rowOf(it.id);
  expect(row).toMatchObject({ recordsDeletedAt: end, totalMinor: expect.any(Number), acceptedAt: NOON });
  expect(await world.db.selectFrom("file_views").select("id").where("orderId", "=", it.id).execute()).toEqual([]);
  expect(await getOrderView(amara, it.id, { openQueries: 0 })).toMatchObject({ id: it.id });
});

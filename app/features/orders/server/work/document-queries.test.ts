import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, replaceFile, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { answerDocumentQuery } from "./answer-document-query.ts";
import { fileFor } from "./file-for.ts";
import { listDocumentQueries } from "./list-document-queries.ts";
import { markDocumentQuery } from "./mark-document-query.ts";
import { readDocumentQueries } from "./read-document-queries.ts";
import { writeAnswers } from "./write-answers.ts";

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
const sam = personOf("sam");

const COPY = (more = "") =>
  buildDocx({
    author: "Jonas Weber",
    paragraphs: [
      { heading: 1, text: "Methods" },
      {
        runs: [
          { text: "Soil moisture " },
          { text: "affects", comments: [0] },
          { text: " the exchange." },
          { text: more, ins: true, comments: [3] },
        ],
      },
      { text: "We measured it.", comments: [1, 2] },
    ],
    comments: [
      { text: "“affects” or “effects”?" },
      { text: "Which year?" },
      { text: "A plain remark." },
      { text: "I added this." },
    ],
  });

/** An order with an edited copy, submitted if the test says so. */
async function withCopy(
  status: "in_progress" | "delivered" | "in_revision" | "qa_review",
  it: { bytes?: Buffer; submission?: "delivered" | "submitted" | null; read?: boolean } = {},
) {
  const { id, sourceId } = await orderIn(status);
  const fileId = await storeFile(id, {
    purpose: "tracked",
    name: "soil (edited).docx",
    bytes: it.bytes ?? COPY(" More."),
    by: jonas.uid,
    sourceFileId: sourceId,
  });
  if (it.submission !== null) await deliver(id, sourceId, fileId, it.submission ?? "delivered");
  if (it.read !== false) await readDocumentQueries(fileId);
  return { id, sourceId, fileId };
}
async function deliver(
  orderId: string,
  sourceFileId: string,
  trackedFileId: string,
  status: "delivered" | "submitted" = "delivered",
  round = 1,
): Promise<void> {
  const submissionId = newId("submission");
  await world.db
    .insertInto("submissions")
    .values({
      id: submissionId,
      orderId,
      editorId: jonas.uid,
      round,
      status,
      letter: "Dear author",
      createdAt: NOON,
      submittedAt: NOON,
      deliveredAt: status === "delivered" ? NOON : null,
    })
    .execute();
  await world.db
    .insertInto("submission_files")
    .values({ submissionId, sourceFileId, trackedFileId, passed: true })
    .execute();
}
const queriesOf = async (orderId: string) =>
  (await listDocumentQueries(amara, orderId)).delivered.flatMap((file) => file.queries);
const bytesOf = async (fileId: string): Promise<Buffer> => {
  const { storageKey } = await world.db
    .selectFrom("files")
    .select("storageKey")
    .where("id", "=", fileId)
    .executeTakeFirstOrThrow();
  return storage().withLocal(storageKey, async (local) => (await import("node:fs/promises")).readFile(local));
};

describe("the questions of a delivered copy", () => {
  test("are its comments that ask something, with words, section and choices; reading them repeatedly stores them once", async () => {
    const { id, fileId } = await withCopy("delivered");
    await Promise.all([readDocumentQueries(fileId), readDocumentQueries(fileId)]);
    expect(await queriesOf(id)).toMatchObject([
      {
        body: "“affects” or “effects”?",
        quote: "affects",
        section: "Methods",
        state: "open",
        version: 0,
        options: [{ label: "Keep “affects”" }, { label: "Replace “affects” with “effects”" }],
      },
      { body: "Which year?", options: [] },
    ]);
  });

  test("aren't visible to anyone before delivery, and never to another author or editor", async () => {
    const { id, fileId } = await withCopy("qa_review", { submission: "submitted" });
    expect(await listDocumentQueries(amara, id)).toEqual({ delivered: [], atWork: [] });
    const row = await world.db
      .selectFrom("document_queries")
      .select("id")
      .where("fileId", "=", fileId)
      .where("asks", "=", true)
      .executeTakeFirstOrThrow();
    await expect(
      answerDocumentQuery(amara, { orderId: id, queryId: row.id, version: 0, state: "answered", answer: "2019" }),
    ).rejects.toMatchObject({ kind: "not-found" });
    await expect(writeAnswers(amara, { orderId: id, fileId })).rejects.toMatchObject({ kind: "not-found" });
    for (const actor of [mei, priya])
      await expect(listDocumentQueries(actor, id)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("that were in the author's own manuscript aren't asked again", async () => {
    const own = buildDocx({
      paragraphs: [{ text: "We measured it.", comments: [0] }],
      comments: [{ text: "Which year?", author: "Amara Osei" }],
    });
    const { id, sourceId } = await orderIn("delivered");
    await world.db
      .updateTable("files")
      .set({ storageKey: `orders/${id}/own` })
      .where("id", "=", sourceId)
      .execute();
    await replaceFile(sourceId, own);
    const fileId = await storeFile(id, {
      purpose: "tracked",
      name: "x.docx",
      bytes: own,
      by: jonas.uid,
      sourceFileId: sourceId,
    });
    await readDocumentQueries(fileId);
    expect(await world.db.selectFrom("document_queries").select("id").where("fileId", "=", fileId).execute()).toEqual(
      [],
    );
  });
});

describe("answering", () => {
  test("is only for the author, is stored as typed, and is safe to repeat", async () => {
    const { id } = await withCopy("delivered");
    const [first, second] = await queriesOf(id);
    const typed = "  In 2019,\n  at both sites & later.  ";
    const input = { orderId: id, queryId: second!.id, version: 0, state: "answered" as const, answer: typed };
    for (const actor of [mei, jonas, priya, sam])
      await expect(answerDocumentQuery(actor, input)).rejects.toMatchObject({ kind: "refused" });
    expect(await answerDocumentQuery(amara, input)).toEqual({ version: 1 });
    expect(await answerDocumentQuery(amara, input)).toEqual({ version: 1 });
    expect((await queriesOf(id))[1]).toMatchObject({ state: "answered", answer: typed, version: 1 });
    await expect(answerDocumentQuery(amara, { ...input, queryId: first!.id, answer: " " })).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(answerDocumentQuery(amara, { ...input, queryId: first!.id, choice: 7 })).rejects.toMatchObject({
      kind: "invalid",
    });
    await expect(answerDocumentQuery(amara, { ...input, queryId: newId("query") })).rejects.toMatchObject({
      kind: "not-found",
    });
    const other = await withCopy("delivered");
    await expect(answerDocumentQuery(amara, { ...input, orderId: other.id })).rejects.toMatchObject({
      kind: "not-found",
    });
    expect(
      await answerDocumentQuery(amara, { orderId: id, queryId: second!.id, version: 1, state: "open", answer: typed }),
    ).toEqual({ version: 2 });
    expect(
      await answerDocumentQuery(amara, {
        orderId: id,
        queryId: second!.id,
        version: 2,
        state: "skipped",
        answer: typed,
      }),
    ).toEqual({ version: 3 });
  });

  test("in two windows at once: one answer is stored, the other window is told", async () => {
    const { id } = await withCopy("delivered");
    const [query] = await queriesOf(id);
    const results = await Promise.allSettled(
      ["one", "two"].map((answer) =>
        answerDocumentQuery(amara, { orderId: id, queryId: query!.id, version: 0, state: "answered", answer }),
      ),
    );
    expect(results.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find((one) => one.status === "rejected")).toMatchObject({
      reason: { kind: "conflict", code: "answered" },
    });
  });
});

describe("writing answers into the document", () => {
  test("makes one copy with replies and the chosen edit, tells the editor, and makes it once for the same answers", async () => {
    const { id, fileId } = await withCopy("delivered");
    await expect(writeAnswers(amara, { orderId: id, fileId })).rejects.toMatchObject({
      kind: "invalid",
      code: "no_answers",
    });
    const [choice, words] = await queriesOf(id);
    await answerDocumentQuery(amara, { orderId: id, queryId: choice!.id, version: 0, state: "answered", choice: 1 });
    await answerDocumentQuery(amara, {
      orderId: id,
      queryId: words!.id,
      version: 0,
      state: "answered",
      answer: "In 2019.",
    });
    for (const actor of [mei, jonas, sam])
      await expect(writeAnswers(actor, { orderId: id, fileId })).rejects.toMatchObject({ kind: "refused" });
    const made = await Promise.all([
      writeAnswers(amara, { orderId: id, fileId }),
      writeAnswers(amara, { orderId: id, fileId }),
    ]);
    expect(made[0]).toEqual(made[1]);
    expect(await writeAnswers(amara, { orderId: id, fileId })).toEqual(made[0]);
    const model = readDocx(await bytesOf(made[0]!.fileId));
    expect(model.paragraphs[1]?.text).toBe("Soil moisture effects the exchange. More.");
    expect(
      model.changes.filter((one) => one.author === amara.displayName).map(({ kind, text }) => [kind, text]),
    ).toEqual([
      ["delete", "affects"],
      ["insert", "effects"],
    ]);
    expect(
      model.comments.filter((one) => one.author === amara.displayName).map(({ text, replyTo }) => [text, replyTo]),
    ).toEqual([
      ["Replace “affects” with “effects”.", "0"],
      ["In 2019.", "1"],
    ]);
    expect(model.comments.filter((one) => one.resolved).map((one) => one.id)).toContain("0");
    const { delivered } = await listDocumentQueries(amara, id);
    expect(delivered[0]).toMatchObject({
      unwritten: 0,
      answered: { id: made[0]!.fileId, name: "soil (edited) (answered).docx", version: 1 },
      queries: [{ writtenAs: "made" }, { writtenAs: "none" }],
    });
    expect(
      await world.db
        .selectFrom("facts")
        .select("data")
        .where("orderId", "=", id)
        .where("kind", "=", "query.written")
        .execute(),
    ).toEqual([{ data: { fileId: made[0]!.fileId, answers: 2, edits: 1 } }]);
    for (const actor of [amara, jonas, personOf("ada")])
      await expect(fileFor(actor, made[0]!.fileId)).resolves.toBeTruthy();
    for (const actor of [mei, priya])
      await expect(fileFor(actor, made[0]!.fileId)).rejects.toMatchObject({ kind: "not-found" });
    // A different answer makes another copy.
    await answerDocumentQuery(amara, {
      orderId: id,
      queryId: words!.id,
      version: 1,
      state: "answered",
      answer: "In 2020.",
    });
    expect((await listDocumentQueries(amara, id)).delivered[0]?.unwritten).toBe(1);
    const second = await writeAnswers(amara, { orderId: id, fileId });
    expect(second).not.toEqual(made[0]);
    expect((await listDocumentQueries(jonas, id)).delivered[0]?.answered).toMatchObject({
      id: second.fileId,
      version: 2,
    });
  });
});

describe("the editor", () => {
  test("marks which comments are questions before submission; a newer copy keeps the marks", async () => {
    const { id, sourceId, fileId } = await withCopy("in_progress", { submission: null });
    const { atWork } = await listDocumentQueries(jonas, id);
    expect(atWork[0]?.queries.map((one) => one.asks)).toEqual([true, true, false, false]);
    const [, year, remark] = atWork[0]!.queries;
    for (const actor of [amara, priya, sam])
      await expect(markDocumentQuery(actor, { orderId: id, queryId: remark!.id, asks: "yes" })).rejects.toMatchObject({
        kind: "refused",
      });
    await markDocumentQuery(jonas, { orderId: id, queryId: remark!.id, asks: "yes" });
    await markDocumentQuery(jonas, { orderId: id, queryId: year!.id, asks: "no" });
    const newer = await storeFile(id, {
      purpose: "tracked",
      name: "soil (edited).docx",
      bytes: COPY(" More still."),
      by: jonas.uid,
      sourceFileId: sourceId,
    });
    await readDocumentQueries(newer);
    expect((await listDocumentQueries(jonas, id)).atWork[0]?.queries.map((one) => one.asks)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    await expect(markDocumentQuery(jonas, { orderId: id, queryId: remark!.id, asks: "no" })).rejects.toMatchObject({
      kind: "not-found",
    });
    expect((await listDocumentQueries(amara, id)).atWork).toEqual([]);
    await deliver(id, sourceId, newer);
    await world.db.updateTable("orders").set({ status: "delivered" }).where("id", "=", id).execute();
    expect((await queriesOf(id)).map((one) => one.body)).toEqual(["“affects” or “effects”?", "A plain remark."]);
    const asked = (await queriesOf(id))[0]!;
    await expect(markDocumentQuery(jonas, { orderId: id, queryId: asked.id, asks: "no" })).rejects.toMatchObject({
      kind: "conflict",
    });
    expect(fileId).not.toBe(newer);
  });

  test("sees the answers during a revision; answered questions stay answered in the next round", async () => {
    const { id, sourceId } = await withCopy("in_revision");
    const [choice] = await queriesOf(id);
    await answerDocumentQuery(amara, {
      orderId: id,
      queryId: choice!.id,
      version: 0,
      state: "answered",
      choice: 0,
      answer: "As it is.",
    });
    expect((await listDocumentQueries(jonas, id)).delivered[0]?.queries[0]).toMatchObject({
      state: "answered",
      choice: 0,
      answer: "As it is.",
    });
    const next = await storeFile(id, {
      purpose: "tracked",
      name: "soil 2.docx",
      bytes: COPY(" New."),
      by: jonas.uid,
      sourceFileId: sourceId,
    });
    await readDocumentQueries(next);
    await deliver(id, sourceId, next, "delivered", 2);
    expect(await queriesOf(id)).toMatchObject([
      { state: "answered", answer: "As it is.", writtenAs: null },
      { state: "open" },
    ]);
  });

  test("can submit a copy without readable comments: no questions are asked", async () => {
    for (const bytes of [COPIES.tracked(), Buffer.from("not a document")]) {
      const { id } = await withCopy("delivered", { bytes });
      expect(await queriesOf(id)).toEqual([]);
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { replaceFile, storeFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST, personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { removeFilesOf } from "../retention/delete-files.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { getCheckReport } from "./check-endpoint.ts";
import { checkFile } from "./check-file.ts";
import { keepFindings } from "./keep-findings.ts";
import { readCheck } from "./read-check.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const jonas = personOf("jonas");
const priya = personOf("priya");

const MANUSCRIPT = [
  "The dataset has one row for each plot, and the dataset grew in each week of the study.",
  "We kept the data set in one place. It covers the fieldwork, and the fieldwork took three weeks.",
  "After the field work, every plot was seen once more. TODO: add the figure.",
];
const EDITED = [
  "The dataset has one row for each plot, and the dataset grew in each week of the study.",
  "We kept the dataset in one place. It covers the fieldwork, and the fieldwork took three weeks.",
  "After the field work, every plot was seen once more. TODO: add the figure.",
];
const docx = (texts: readonly string[]) =>
  buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, ...texts.map((text) => ({ text }))] });
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );
const outcomeOf = async (fileId: string) =>
  (await world.db.selectFrom("manuscript_checks").select("outcome").where("fileId", "=", fileId).executeTakeFirst())
    ?.outcome;
const marksOf = (fileId: string) =>
  world.db.selectFrom("kept_findings").selectAll().where("fileId", "=", fileId).orderBy("at").execute();

const copyOf = (
  orderId: string,
  sourceId: string,
  texts: readonly string[],
  purpose: "tracked" | "clean" = "tracked",
) =>
  storeFile(orderId, {
    purpose,
    name: `${purpose}.docx`,
    bytes: docx(texts),
    by: CAST.jonas.uid,
    sourceFileId: sourceId,
  });

/** An order of Amara's that Jonas is editing, with his copy, which has two of the manuscript's three findings left. */
async function editedOrder() {
  const { id: orderId, sourceId } = await orderIn("in_progress");
  await replaceFile(sourceId, docx(MANUSCRIPT));
  await checkFile(sourceId);
  const copyId = await copyOf(orderId, sourceId, EDITED);
  await checkFile(copyId);
  const { report } = await readCheck(jonas, copyId);
  const idOf = (words: string) => report.findings.find(({ message }) => message.includes(words))!.id;
  return { orderId, fileId: sourceId, copyId, todo: idOf("TODO"), fieldwork: idOf("field work") };
}

describe("findings kept on purpose", () => {
  test("are counted apart from those that are gone and still there, and the author sees why", async () => {
    const { orderId, fileId, copyId, todo, fieldwork } = await editedOrder();
    expect(await outcomeOf(copyId)).toMatchObject({ before: 3, gone: 1, kept: 0, left: 2, fresh: 0 });
    await keepFindings(jonas, { orderId, fileId, ids: [todo], reason: "The figure follows." });
    expect(await outcomeOf(copyId)).toMatchObject({ before: 3, gone: 1, kept: 1, left: 1 });
    const cleanId = await copyOf(orderId, fileId, EDITED, "clean");
    await checkFile(cleanId);
    expect(await outcomeOf(cleanId)).toMatchObject({ before: 3, gone: 1, kept: 1, left: 1 });
    const { report } = await readCheck(jonas, fileId);
    expect(
      report.findings.map(({ id, became, keptFor }) => [id === todo || id === fieldwork, became, keptFor]),
    ).toEqual(
      expect.arrayContaining([
        [true, "kept", "The figure follows."],
        [true, "left", null],
        [false, "gone", null],
      ]),
    );
    const answer = await getCheckReport(new Request("http://x/"), { actor: jonas, params: { id: fileId } });
    expect(answer.status).toBe(200);
  });

  test("stay marked in the next upload if they're the same, and not if they're gone from it", async () => {
    const { orderId, fileId, todo, fieldwork } = await editedOrder();
    await keepFindings(jonas, { orderId, fileId, ids: [todo, fieldwork] });
    const next = await copyOf(orderId, fileId, [...EDITED.slice(0, 2), "More was seen. TODO: add the figure."]);
    await checkFile(next);
    expect(await outcomeOf(next)).toMatchObject({ before: 3, gone: 2, kept: 1, left: 0 });
  });

  test("can be what only the copy has", async () => {
    const { orderId, fileId } = await editedOrder();
    const next = await copyOf(orderId, fileId, [...EDITED, "It was the the last of them."]);
    await checkFile(next);
    expect(await outcomeOf(next)).toMatchObject({ fresh: 1, freshKept: 0 });
    const { report } = await readCheck(jonas, next);
    const id = report.findings.find(({ message }) => message.includes("the the"))!.id;
    await keepFindings(jonas, { orderId, fileId, ids: [id] });
    expect(await outcomeOf(next)).toMatchObject({ left: 2, fresh: 0, freshKept: 1 });
  });

  test("are said and taken back once, however often it's sent, and whatever two tabs do at once", async () => {
    const { orderId, fileId, copyId, todo, fieldwork } = await editedOrder();
    const keep = (ids: string[], more = {}) => keepFindings(jonas, { orderId, fileId, ids, ...more });
    await Promise.all([keep([todo, fieldwork]), keep([todo, fieldwork]), keep([todo])]);
    expect((await marksOf(fileId)).length).toBe(2);
    expect(await outcomeOf(copyId)).toMatchObject({ kept: 2, left: 0 });
    setClock(after(NOON, MINUTE));
    await keep([todo], { reason: "It follows." });
    await keep([todo], { reason: "It follows." });
    expect((await marksOf(fileId)).filter((one) => one.endedAt === null).map((one) => one.reason)).toEqual([
      "",
      "It follows.",
    ]);
    await Promise.all([
      keep([todo], { kept: false }),
      keep([todo], { kept: false }),
      keep([fieldwork], { kept: false }),
    ]);
    expect(await outcomeOf(copyId)).toMatchObject({ kept: 0, left: 2 });
    const facts = await world.db
      .selectFrom("facts")
      .select("data")
      .where("orderId", "=", orderId)
      .where("kind", "=", "order.findings_kept")
      .execute();
    const count = facts.reduce((sum, { data }) => sum + Number((data as { count: number }).count), 0);
    expect(count).toBe(5);
    expect(JSON.stringify(facts)).not.toContain("follows");
  });

  test("are counted the same if a copy is checked at that moment", async () => {
    const { orderId, fileId, todo } = await editedOrder();
    const next = await copyOf(orderId, fileId, EDITED);
    await Promise.all([checkFile(next), keepFindings(jonas, { orderId, fileId, ids: [todo] })]);
    expect(await outcomeOf(next)).toMatchObject({ kept: 1, left: 1 });
  });

  test("are for the order's editor until they submit, and for its second reader after that", async () => {
    const { orderId, fileId, todo } = await editedOrder();
    const keep = (actor: Parameters<typeof keepFindings>[0]) =>
      kindOf(keepFindings(actor, { orderId, fileId, ids: [todo] }));
    for (const actor of [amara, priya, personOf("mei"), personOf("sam"), personOf("ada"), NOBODY])
      expect(await keep(actor)).toMatch(/^(?:refused|not-found)$/);
    const set = (row: object) => world.db.updateTable("orders").set(row).where("id", "=", orderId).execute();
    await set({ status: "second_reading", readerId: priya.uid });
    expect(await keep(jonas)).toBe("conflict");
    expect(await keep(priya)).toBe("done");
    await set({ status: "delivered" });
    expect(await keep(priya)).toBe("refused");
    expect(await keep(jonas)).toBe("conflict");
    for (const actor of [amara, jonas]) expect((await readCheck(actor, fileId)).report.mayKeep).toBe(false);
    expect(await kindOf(keepFindings(jonas, { orderId, fileId, ids: [todo], kept: false }))).toBe("conflict");
  });

  test("must be in the report, in a manuscript of this order", async () => {
    const { orderId, fileId, todo } = await editedOrder();
    const other = await editedOrder();
    const keep = (input: object) => kindOf(keepFindings(jonas, { orderId, fileId, ids: [todo], ...input }));
    expect(await keep({ ids: ["0".repeat(64)] })).toBe("invalid");
    expect(await keep({ ids: [] })).toBe("invalid");
    expect(await keep({ ids: ["dataset"] })).toBe("invalid");
    expect(await keep({ reason: "x".repeat(301) })).toBe("invalid");
    expect(await keep({ fileId: other.fileId })).toBe("not-found");
    expect(await keep({ fileId: other.copyId })).toBe("not-found");
  });

  test("are those of its time in each delivery, whatever a later revision changes", async () => {
    const { orderId, fileId, todo } = await editedOrder();
    await keepFindings(jonas, { orderId, fileId, ids: [todo], reason: "It follows." });
    setClock(after(NOON, MINUTE));
    const cleanId = await copyOf(orderId, fileId, EDITED, "clean");
    await checkFile(cleanId);
    await world.db.updateTable("orders").set({ status: "in_revision" }).where("id", "=", orderId).execute();
    setClock(after(NOON, 2 * MINUTE));
    await keepFindings(jonas, { orderId, fileId, ids: [todo], kept: false });
    expect(await outcomeOf(cleanId)).toMatchObject({ kept: 1, left: 1 });
    await world.db.updateTable("orders").set({ status: "delivered" }).where("id", "=", orderId).execute();
    const { report } = await readCheck(jonas, cleanId);
    expect(report.findings.find(({ id }) => id === todo)!.keptFor).toBe("It follows.");
  });

  test("don't count an editor's tracked changes and comments, which the clean copy won't have", async () => {
    const { orderId, fileId } = await editedOrder();
    const tracked = await storeFile(orderId, {
      purpose: "tracked",
      name: "t.docx",
      bytes: buildDocx({
        paragraphs: [{ runs: [{ text: "One " }, { text: "two", ins: true }, { text: "three", del: true }] }],
      }),
      by: CAST.jonas.uid,
      sourceFileId: fileId,
    });
    await checkFile(tracked);
    expect(await outcomeOf(tracked)).toMatchObject({ before: 3, gone: 3, left: 0, fresh: 0 });
  });

  test("are deleted with the files, reasons included; the counts stay", async () => {
    const { orderId, fileId, copyId, todo } = await editedOrder();
    await keepFindings(jonas, { orderId, fileId, ids: [todo], reason: "It quotes “field work”." });
    await removeFilesOf(orderId);
    expect(await marksOf(fileId)).toEqual([]);
    expect(await outcomeOf(copyId)).toMatchObject({ kept: 1 });
  });

  test("show with the copy that the editor submits", async () => {
    const { orderId, fileId, copyId, todo } = await editedOrder();
    await keepFindings(jonas, { orderId, fileId, ids: [todo] });
    const { work } = await getOrderView(jonas, orderId, { openQueries: 0 });
    expect(work[0]!.check).toMatchObject({ fileId: copyId, open: true, outcome: { kept: 1, left: 1 } });
  });
});

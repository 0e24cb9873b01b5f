import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, replaceFile, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { json } from "#app/platform/server/core/database.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import type { ParagraphSpec, RunSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { workingCopy } from "#app/features/documents/rules/docx/working-copy.ts";
import { readMarkdown } from "#app/features/documents/rules/readers/read-plain.ts";
import { openZip, readPart, rewriteZip } from "#app/features/documents/rules/docx/zip.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { failQa } from "./fail-qa.ts";
import { fileFor } from "../work/file-for.ts";
import { getOrder } from "../views/find-order.ts";
import { listOrderFiles } from "../work/find-work.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { makeTrackedCopy } from "../work/make-tracked-copy.ts";
import { passQa } from "./pass-qa.ts";
import { resolveFindings } from "./resolve-findings.ts";
import { submitWork } from "../work/submit-work.ts";
import { trackedField } from "../work/gate-copies.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const [amara, jonas, priya, ada] = [personOf("amara"), personOf("jonas"), personOf("priya"), personOf("ada")];
const LETTER = "Dear Dr. Osei, the methods read well now.";
const GOOD = { accuracy: 30, language: 22, instructions: 18, formatting: 9, letter: 9 };
const POOR = { accuracy: 10, language: 12, instructions: 10, formatting: 5, letter: 5 };

const SOURCE: ParagraphSpec[] = [
  { heading: 1, text: "Methods" },
  { text: "We asked 40 people in 5 towns about the rain (Doe, 2020)." },
  { heading: 1, text: "Results" },
  { text: "Most of them had seen rain within the year, often at home." },
];
const tracked = (from: string, to: string) => ({
  runs: [
    { text: "We asked " },
    { text: from, del: true },
    { text: to, ins: true },
    { text: " people in 5 towns about the rain (Doe, " },
    { text: "2020", del: true },
    { text: "2021", ins: true },
    { text: ")." },
  ],
});
const copyWith = (number = "42", author = "jw on PC-17") =>
  buildDocx({ paragraphs: [SOURCE[0]!, tracked("40", number), ...SOURCE.slice(2)], author, creator: "OFFICE-PC" });
/** One tracked edit and one untracked edit. */
const halfTracked = () =>
  buildDocx({
    paragraphs: [
      SOURCE[0]!,
      {
        runs: [
          { text: "We asked 40 " },
          { text: "people", del: true },
          { text: "persons", ins: true },
          { text: " in 5 towns about the rain (Doe, 2020).", comments: [0] },
        ],
      },
      SOURCE[2]!,
      { text: "Most had seen rain within the year, often at home." },
    ],
    comments: [{ text: "Which towns?" }],
    author: "jw",
  });

async function order(service: "expert" | "copyediting" = "expert", set: Record<string, unknown> = {}) {
  const made = await orderIn("in_progress", { service, set, unread: true });
  const bytes = buildDocx({ paragraphs: SOURCE, creator: "Amara Osei" });
  const sourceId = await storeFile(made.id, {
    purpose: "source",
    name: "rain.docx",
    bytes,
    by: amara.uid,
    receipt: {
      format: "docx",
      sections: [
        { id: "s0", title: "Methods" },
        { id: "s1", title: "Results" },
      ],
    },
  });
  await world.db.deleteFrom("files").where("id", "=", made.sourceId).execute();
  return { id: made.id, sourceId };
}
const upload = (orderId: string, sourceFileId: string, bytes: Uint8Array, name = "edited.docx", by = jonas.uid) =>
  storeFile(orderId, { purpose: "tracked", name, bytes, by, sourceFileId });
const viewAs = async (actor: typeof amara, id: string) =>
  (await getOrderView(actor, id, { openQueries: 0 })).submissions.at(-1)!;
const gateOf = async (id: string) => (await viewAs(jonas, id)).files[0]!;
const said = (submissionId: string) =>
  world.db
    .selectFrom("gate_resolutions")
    .select(["findingKey", "reason"])
    .where("submissionId", "=", submissionId)
    .orderBy("kind", "desc")
    .execute();

describe("the sheet", () => {
  test("findings need the editor's confirmation, one by one or by kind, and then the work continues with the reasons", async () => {
    const { id, sourceId } = await order();
    await upload(id, sourceId, copyWith());
    const first = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    expect(first).toMatchObject({ outcome: "sheet", open: 2 });
    expect((await getOrder(id)).status).toBe("in_progress");
    const { sheet, gate } = await gateOf(id);
    expect(gate?.passed).toBe(true);
    expect(
      sheet?.groups.filter((group) => group.severity === "look").map(({ kind, count, open }) => [kind, count, open]),
    ).toEqual([
      ["number", 1, 1],
      ["citation", 1, 1],
    ]);
    expect(sheet?.groups.map((group) => group.kind)).toContain("foreign_change");
    const key = sheet!.groups[0]!.findings[0]!.key;
    await resolveFindings(jonas, {
      orderId: id,
      sourceFileId: sourceId,
      kind: "number",
      key,
      reason: "The author said so in the query.",
    });
    expect(await submitWork(jonas, { noAi: true, orderId: id })).toMatchObject({ outcome: "sheet", open: 1 });
    await resolveFindings(jonas, { orderId: id, sourceFileId: sourceId, kind: "citation" });
    await expect(submitWork(jonas, { noAi: true, orderId: id })).resolves.toMatchObject({ outcome: "submitted" });
    await drainJobs();
    expect((await viewAs(ada, id)).files[0]!.sheet).toMatchObject({
      open: 0,
      groups: [
        {
          kind: "number",
          findings: [{ before: "40", after: "42", resolved: true, reason: "The author said so in the query." }],
        },
        { kind: "citation" },
        {},
        {},
      ],
    });
    await passQa(ada, { orderId: id, scores: GOOD });
    const delivered = await viewAs(amara, id);
    expect(delivered.files[0]).toMatchObject({
      gate: null,
      sheet: { groups: [{ kind: "number" }, { kind: "citation" }] },
    });
  });

  test("can be confirmed only by the order's editor, is safe to repeat and twice at once, and is open again when withdrawn", async () => {
    const { id, sourceId } = await order();
    await upload(id, sourceId, copyWith());
    const { submissionId } = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    const about = { orderId: id, sourceFileId: sourceId };
    for (const other of [priya, amara, ada])
      await expect(resolveFindings(other, { ...about, kind: "number" })).rejects.toMatchObject({ kind: "refused" });
    const key = (await gateOf(id)).sheet!.groups[0]!.findings[0]!.key;
    await Promise.all([
      resolveFindings(jonas, { ...about, kind: "number", key, reason: "Meant." }),
      resolveFindings(jonas, { ...about, kind: "number" }),
      resolveFindings(jonas, { ...about, kind: "number" }),
    ]);
    // Confirming a whole kind keeps the existing reason.
    await resolveFindings(jonas, { ...about, kind: "number" });
    expect(await said(submissionId)).toEqual([{ findingKey: key, reason: "Meant." }]);
    await resolveFindings(jonas, { ...about, kind: "number", resolved: false });
    expect(await said(submissionId)).toEqual([]);
    await expect(resolveFindings(jonas, { ...about, kind: "number", key: "number.none" })).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(resolveFindings(jonas, { ...about, kind: "spelling" })).rejects.toMatchObject({ kind: "not-found" });
    await expect(resolveFindings(jonas, { ...about, kind: "number", reason: "x".repeat(501) })).rejects.toMatchObject({
      kind: "invalid",
    });
  });

  test("is kept after another upload if the change is the same, and after QA returns the work", async () => {
    const { id, sourceId } = await order();
    await upload(id, sourceId, copyWith());
    const { submissionId } = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    for (const kind of ["number", "citation"] as const)
      await resolveFindings(jonas, { orderId: id, sourceFileId: sourceId, kind, reason: "Meant." });
    await upload(id, sourceId, copyWith("43"), "edited2.docx");
    expect(await submitWork(jonas, { noAi: true, orderId: id })).toMatchObject({
      outcome: "sheet",
      open: 1,
      submissionId,
    });
    await resolveFindings(jonas, { orderId: id, sourceFileId: sourceId, kind: "number" });
    await submitWork(jonas, { noAi: true, orderId: id });
    await drainJobs();
    await failQa(ada, { orderId: id, scores: POOR, note: "Please read the results again." });
    await upload(id, sourceId, copyWith("43"), "edited3.docx");
    await expect(submitWork(jonas, { noAi: true, orderId: id })).resolves.toMatchObject({ outcome: "submitted" });
    await expect(resolveFindings(jonas, { orderId: id, sourceFileId: sourceId, kind: "number" })).rejects.toMatchObject(
      { kind: "conflict" },
    );
  });

  test("exists before anything is submitted, because uploaded copies are read", async () => {
    const { id, sourceId } = await order();
    expect(await submitWork(jonas, { orderId: id, check: true })).toMatchObject({ outcome: "read", open: 0 });
    await upload(id, sourceId, copyWith());
    expect(await submitWork(jonas, { orderId: id, check: true })).toMatchObject({ outcome: "sheet", open: 2 });
    await upload(id, sourceId, halfTracked());
    expect(await submitWork(jonas, { orderId: id, check: true })).toMatchObject({ outcome: "stopped" });
    expect(
      await world.db
        .selectFrom("facts")
        .select("id")
        .where("orderId", "=", id)
        .where("kind", "=", "order.gate_stopped")
        .execute(),
    ).toEqual([]);
    await expect(submitWork(priya, { orderId: id, check: true })).rejects.toMatchObject({ kind: "refused" });
  });

  test("lists what became of the author's own changes, to be confirmed, and tells the author", async () => {
    const sent = (...runs: RunSpec[]) =>
      buildDocx({
        paragraphs: [SOURCE[0]!, { runs: [{ text: "We asked 40 people" }, ...runs] }],
        author: "Amara Osei",
      });
    const made = await order("expert");
    const [insertion, deletion] = [
      { text: " whom we knew", ins: true },
      { text: " and others", del: true },
    ];
    const sourceId = await storeFile(made.id, {
      purpose: "source",
      name: "rain-2.docx",
      bytes: sent(insertion, deletion),
      by: amara.uid,
    });
    await world.db.deleteFrom("files").where("id", "=", made.sourceId).execute();
    const edits = { text: " politely", ins: true, author: "Jonas Weber" };
    // The author's insertion is removed, and the deleted words are back.
    await upload(made.id, sourceId, sent({ text: " and others" }, edits));
    const first = await submitWork(jonas, { noAi: true, orderId: made.id, letter: LETTER });
    expect(first).toMatchObject({ outcome: "sheet", open: 2 });
    const group = (await gateOf(made.id)).sheet!.groups.find((one) => one.kind === "author_change")!;
    expect(group.summary).toBe("2 rejected");
    await resolveFindings(jonas, {
      orderId: made.id,
      sourceFileId: sourceId,
      kind: "author_change",
      reason: "Said twice",
    });
    expect(await submitWork(jonas, { noAi: true, orderId: made.id, letter: LETTER })).toMatchObject({
      outcome: "submitted",
    });
    await drainJobs();
    await world.db.updateTable("submissions").set({ status: "delivered" }).where("orderId", "=", made.id).execute();
    const told = (await viewAs(amara, made.id)).files[0]!.sheet!.groups;
    expect(told.map(({ kind, findings }) => [kind, findings.map((one) => [one.change?.fate, one.reason])])).toEqual([
      [
        "author_change",
        [
          ["rejected", "Said twice"],
          ["rejected", "Said twice"],
        ],
      ],
    ]);
  });

  test("a change in an excluded section blocks the work; a comment doesn't", async () => {
    const { id, sourceId } = await order("expert");
    await world.db
      .updateTable("orders")
      .set({ choices: json({ excluded: [{ fileId: sourceId, section: "s0" }] }) })
      .where("id", "=", id)
      .execute();
    await upload(id, sourceId, copyWith());
    expect(await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).toMatchObject({ outcome: "stopped" });
    expect((await gateOf(id)).gate?.objection).toContain("left out");
    expect(
      await world.db
        .selectFrom("facts")
        .select("data")
        .where("orderId", "=", id)
        .where("kind", "=", "order.gate_stopped")
        .execute(),
    ).toMatchObject([{ data: { untracked: 0, locked: 1 } }]);
    await upload(
      id,
      sourceId,
      buildDocx({
        paragraphs: [SOURCE[0]!, { ...SOURCE[1]!, comments: [0] }, ...SOURCE.slice(2)],
        comments: [{ text: "Is 40 right?" }],
        author: "Jonas Weber",
      }),
    );
    await expect(submitWork(jonas, { noAi: true, orderId: id })).resolves.toMatchObject({ outcome: "submitted" });
  });
});

describe("a tracked copy of untracked edits", () => {
  test("is made from the upload, proven by the gate, under the editor's name, with the comments, and then submitted", async () => {
    const { id, sourceId } = await order();
    const trackedFileId = await upload(id, sourceId, halfTracked());
    expect(await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).toMatchObject({ outcome: "stopped" });
    const made = await makeTrackedCopy(jonas, { orderId: id, trackedFileId });
    expect(made).toMatchObject({
      purpose: "tracked",
      version: 2,
      comparedFromId: trackedFileId,
      uploadedBy: jonas.uid,
      name: "edited (tracked).docx",
    });
    expect((await listOrderFiles(id)).filter((file) => file.purpose === "tracked")).toHaveLength(2);
    const found = await storage().withLocal(made.storageKey, (file) => engine().changes(file));
    expect(found.ok && found.changes.map((one) => one.author)).toEqual(
      found.ok && found.changes.map(() => jonas.displayName),
    );
    expect(found.ok && found.comments.map((one) => one.text)).toEqual(["Which towns?"]);
    await expect(submitWork(jonas, { noAi: true, orderId: id })).resolves.toMatchObject({ outcome: "submitted" });
    const row = await world.db
      .selectFrom("submission_files as f")
      .innerJoin("submissions as s", "s.id", "f.submissionId")
      .select(["f.gate", "f.passed"])
      .where("s.orderId", "=", id)
      .executeTakeFirstOrThrow();
    expect(row.passed).toBe(true);
    expect(row.gate!.stats).toMatchObject({ comments: 1 });
    expect(row.gate!.stats.deletions).toBeGreaterThan(0);
  });

  test("is made once, however often it's requested; only its editor may, and only from the newest upload", async () => {
    const { id, sourceId } = await order();
    const trackedFileId = await upload(id, sourceId, halfTracked());
    for (const other of [priya, amara, ada])
      await expect(makeTrackedCopy(other, { orderId: id, trackedFileId })).rejects.toMatchObject({ kind: "refused" });
    const all = await Promise.all([1, 2, 3].map(() => makeTrackedCopy(jonas, { orderId: id, trackedFileId })));
    expect(
      new Set([...all, await makeTrackedCopy(jonas, { orderId: id, trackedFileId })].map((file) => file.id)).size,
    ).toBe(1);
    expect((await listOrderFiles(id)).filter((file) => file.purpose === "tracked")).toHaveLength(2);
    await expect(makeTrackedCopy(jonas, { orderId: id, trackedFileId: sourceId })).rejects.toMatchObject({
      kind: "not-found",
    });
    const older = await upload(id, sourceId, halfTracked(), "a.docx");
    setClock(new Date(NOON.getTime() + 1_000));
    await upload(id, sourceId, halfTracked(), "b.docx");
    await expect(makeTrackedCopy(jonas, { orderId: id, trackedFileId: older })).rejects.toMatchObject({
      kind: "conflict",
    });
  });

  test("tracks a lost superscript and a blank paragraph, and leaves out a header that can't be tracked", async () => {
    const power = [
      { text: "We counted 10" },
      { text: "5", superscript: true },
      { text: " drops of rain in all of the towns." },
    ];
    const source = buildDocx({ paragraphs: [...SOURCE, { runs: power }] });
    const withPower = async (): Promise<{ id: string; sourceId: string }> => {
      const made = await order();
      await replaceFile(made.sourceId, source);
      return made;
    };
    const copy = (header: boolean): Buffer => {
      const bytes = buildDocx({
        paragraphs: [
          ...SOURCE,
          { text: "" },
          { text: `${power.map((one) => one.text).join("")}${header ? " We did." : ""}` },
        ],
      });
      if (!header) return bytes;
      const zip = openZip(bytes);
      const xml = (name: string): string => readPart(zip, name)!.toString();
      const [main, relations] = ["word/document.xml", "word/_rels/document.xml.rels"];
      return rewriteZip(
        zip,
        new Map([
          [
            main,
            Buffer.from(xml(main).replace("<w:sectPr>", '<w:sectPr><w:headerReference w:type="default" r:id="rIdH"/>')),
          ],
          [
            relations,
            Buffer.from(
              xml(relations).replace(
                "</Relationships>",
                '<Relationship Id="rIdH" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/header" Target="header1.xml"/></Relationships>',
              ),
            ),
          ],
          [
            "word/header1.xml",
            Buffer.from(
              '<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>Edited by Jonas</w:t></w:r></w:p></w:hdr>',
            ),
          ],
        ]),
      );
    };
    const { id, sourceId } = await withPower();
    const first = await upload(id, sourceId, copy(false));
    expect(await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).toMatchObject({ outcome: "stopped" });
    expect((await gateOf(id)).gate?.untracked.map(({ section, what }) => [section, what])).toEqual([
      ["Results", "A blank paragraph was added."],
      ["Results", "“5” is no longer superscript."],
    ]);
    await makeTrackedCopy(jonas, { orderId: id, trackedFileId: first });
    await expect(submitWork(jonas, { orderId: id, check: true })).resolves.toMatchObject({ outcome: "read" });
    const other = await withPower();
    const second = await upload(other.id, other.sourceId, copy(true));
    await makeTrackedCopy(jonas, { orderId: other.id, trackedFileId: second });
    await expect(submitWork(jonas, { orderId: other.id, check: true })).resolves.toMatchObject({ outcome: "read" });
    expect((await gateOf(other.id)).gate).toMatchObject({ passed: true, untracked: [] });
    const { work } = await getOrderView(jonas, other.id, { openQueries: 0 });
    expect(work[0]).toMatchObject({ compared: true, leftOut: expect.arrayContaining(["The header was changed."]) });
  });

  test("says what to do if it can't be made", async () => {
    const { id, sourceId } = await order();
    const bad = await upload(id, sourceId, halfTracked().subarray(0, 900), "broken.docx");
    await expect(makeTrackedCopy(jonas, { orderId: id, trackedFileId: bad })).rejects.toMatchObject({
      kind: "invalid",
      message: expect.stringContaining("broken.docx"),
      fields: { [trackedField(sourceId)]: expect.any(String) },
    });
    setClock(new Date(NOON.getTime() + 1_000));
    const odt = await upload(id, sourceId, Buffer.from("Text."), "edited.txt");
    await expect(makeTrackedCopy(jonas, { orderId: id, trackedFileId: odt })).rejects.toMatchObject({
      kind: "invalid",
      code: "not_docx",
      advice: expect.stringContaining(".docx"),
    });
    expect((await listOrderFiles(id)).filter((file) => file.purpose === "tracked")).toHaveLength(2);
  });

  test("is made from a plain text too, if the manuscript itself wasn't a Word file", async () => {
    const { id, sourceId } = await orderIn("in_progress", { service: "expert" });
    const text =
      "# Methods\n\nWe asked forty people in five towns about the rain.\n\nMost of them had seen some of it.\n";
    await world.db
      .updateTable("files")
      .set({ name: "rain.md", receipt: json({ format: "md", sections: [] }) })
      .where("id", "=", sourceId)
      .execute();
    const workingId = await storeFile(id, {
      purpose: "source",
      name: "rain.docx",
      bytes: workingCopy(readMarkdown(text)),
      by: amara.uid,
      sourceFileId: sourceId,
    });
    await world.db
      .updateTable("files")
      .set({ purpose: "working", uploadedBy: null })
      .where("id", "=", workingId)
      .execute();
    const trackedFileId = await upload(
      id,
      sourceId,
      Buffer.from(text.replace("about the rain", "about rain")),
      "rain edited.md",
    );
    await expect(submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).rejects.toMatchObject({
      kind: "invalid",
    });
    await makeTrackedCopy(jonas, { orderId: id, trackedFileId });
    await expect(submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).resolves.toMatchObject({
      outcome: "submitted",
    });
  });
});

test("the author's copy has the editor's name and no trace of anyone else or any machine; the upload doesn't change", async () => {
  const { id, sourceId } = await order();
  const uploaded = await upload(id, sourceId, copyWith("40"));
  await submitWork(jonas, { orderId: id, letter: LETTER, check: true });
  for (const kind of ["citation"] as const) await resolveFindings(jonas, { orderId: id, sourceFileId: sourceId, kind });
  await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
  await drainJobs();
  await passQa(ada, { orderId: id, scores: GOOD });
  const delivered = (await viewAs(amara, id)).files[0]!.tracked!;
  expect(delivered.id).not.toBe(uploaded);
  const { file } = await fileFor(amara, delivered.id);
  await expect(fileFor(amara, uploaded)).rejects.toMatchObject({ kind: "not-found" });
  expect((await fileFor(jonas, uploaded)).file.removedAt).toBeNull();
  await storage().withLocal(file.storageKey, async (path) => {
    const found = await engine().changes(path);
    expect(found.ok && found.authors).toEqual([jonas.displayName]);
    await storage().withLocal((await fileFor(amara, sourceId)).file.storageKey, async (source) =>
      expect(await engine().gate(source, path)).toMatchObject({ passed: true }),
    );
  });
});

test("the copies in these tests are what they claim to be", async () => {
  const { id, sourceId } = await orderIn("in_progress", { service: "expert" });
  await upload(id, sourceId, COPIES.tracked());
  await expect(submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).resolves.toMatchObject({
    outcome: "submitted",
  });
});

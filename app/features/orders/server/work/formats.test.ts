import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn, unsampledId } from "#boot/testing/make-order.ts";
import { annotatedPdf, annotationOf, markOf, pdfOf, rewrittenPdf } from "#boot/testing/pdf-files.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { engine } from "#app/features/documents/server/engine.ts";
import { issueCertificate } from "#app/features/certificates/server/issue-certificate.ts";
import { getOrder } from "../views/find-order.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { resolveFindings } from "../review/resolve-findings.ts";
import { explorePage } from "./explore-other.ts";
import { fileFor } from "./file-for.ts";
import { getChangesView } from "./get-changes-view.ts";
import { listOrderFiles } from "./find-work.ts";
import { submitWork } from "./submit-work.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const [amara, jonas, mei] = [personOf("amara"), personOf("jonas"), personOf("mei")];
const LETTER = "Dear Dr. Osei, the methods read well now.";
const PDF = pdfOf([["Soil moisture governs the exchange of water."], ["We measured it at twelve sites."]]);
const NOTED = annotatedPdf(PDF, [
  annotationOf("StrikeOut", `${markOf(0, 95, 141)}/Contents(humidity)`),
  annotationOf("Text", "/Rect[50 700 70 720]/Contents(Which soil?)"),
]);
const TEX = String.raw`\documentclass{article}
\begin{document}
\section{Methods}
We measured soil moisture at twelve sites, as \cite{doe} did, and found that $x=1$ in dry regions.
\end{document}
`;
const EDITED = TEX.replace("We measured soil", "We recorded the soil's").replace("$x=1$", "$x=2$");

/** An order of one manuscript in this format, and what its editor uploads. */
async function order(name: string, format: string, bytes: Buffer) {
  const { id, sourceId } = await orderIn("in_progress", { id: unsampledId() });
  await world.db.deleteFrom("files").where("id", "=", sourceId).execute();
  const source = await storeFile(id, { purpose: "source", name, bytes, by: amara.uid, receipt: { format } });
  const upload = (copy: Buffer, as = name) =>
    storeFile(id, { purpose: "tracked", name: as, bytes: copy, by: jonas.uid, sourceFileId: source });
  return { id, source, upload };
}
const asked = (fileId: string): Request => new Request(`http://x/?view=changes&file=${fileId}`);
const notices = async (orderId: string) =>
  (
    await world.db
      .selectFrom("notifications")
      .selectAll()
      .where("orderId", "=", orderId)
      .where("userId", "=", amara.uid)
      .execute()
  ).map((one) => JSON.stringify(one));

describe("a manuscript as PDF", () => {
  test("is stopped if the content of a page was changed, with the page's number", async () => {
    const { id, upload } = await order("paper.pdf", "pdf", PDF);
    await upload(rewrittenPdf(NOTED, 1, ["We measured it at INSERTED twelve sites."]));
    const { outcome } = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    expect(outcome).toBe("stopped");
    const [file] = (await getOrderView(jonas, id, { openQueries: 0 })).submissions.at(-1)!.files;
    expect(file?.gate).toMatchObject({ format: "pdf", passed: false });
    expect(file?.gate?.objection).toContain(
      "“paper.pdf” changes the content of page 2. Annotate, don't edit the pages",
    );
    expect(file?.gate?.untracked).toMatchObject([{ section: "Page 2", after: "INSERTED" }]);
  });

  test("is stopped without annotations", async () => {
    const { id, upload } = await order("paper.pdf", "pdf", PDF);
    await upload(PDF);
    expect((await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).outcome).toBe("stopped");
  });

  test("is delivered with its annotations listed, and nothing is promised that a PDF doesn't have", async () => {
    const { id, upload } = await order("paper.pdf", "pdf", PDF);
    await upload(NOTED);
    const done = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    expect(done).toMatchObject({ outcome: "submitted", formats: ["pdf"] });
    await drainJobs();
    // The gate has read it, so it's only reviewed like every other delivery.
    expect((await getOrder(id)).status).toBe("delivered");
    const view = await getOrderView(amara, id, { openQueries: 0 });
    const delivery = { ...view.submissions.at(-1)!, trackedId: view.submissions.at(-1)!.files[0]!.trackedFileId };
    expect(delivery.changes).toBeNull();
    expect(delivery.files[0]).toMatchObject({
      format: "pdf",
      clean: null,
      textChanges: null,
      annotations: {
        total: 2,
        list: [
          { page: 1, kind: "Strikethrough", author: "Jonas Weber", marked: "moisture", text: "humidity" },
          { page: 1, kind: "Note", text: "Which soil?" },
        ],
      },
    });
    const said = (await notices(id)).join("\n");
    expect(said).toContain("We found no changes in the pages. We're preparing the annotated PDF.");
    expect(said).toContain("The annotated PDF and editor's letter for");
    expect(said).not.toMatch(/tracked|clean copy/i);
    await expect(issueCertificate(amara, { orderId: id })).rejects.toMatchObject({ code: "annotated" });
    const changes = await getChangesView(amara, id, asked(delivery.trackedId));
    expect(changes?.other).toMatchObject({
      kind: "pages",
      pages: { left: 0, pages: [{ page: 1, notes: [{ marked: "moisture" }, { text: "Which soil?" }] }] },
    });
    expect(await explorePage(amara, delivery.trackedId, 1)).toContain(">moisture<");
    for (const stranger of [mei, { kind: "nobody" } as const])
      await expect(explorePage(stranger as typeof mei, delivery.trackedId, 1)).rejects.toMatchObject({
        kind: "not-found",
      });
    await expect(explorePage(amara, delivery.trackedId, 3)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("says what is wrong with a copy that isn't a PDF", async () => {
    const { id, source, upload } = await order("paper.pdf", "pdf", PDF);
    await upload(COPIES.tracked(), "paper.docx");
    await expect(submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).rejects.toMatchObject({
      fields: { [`tracked.${source}`]: "Return “paper.pdf” in its original format (.pdf)." },
    });
  });
});

describe("a manuscript in LaTeX", () => {
  test("is stopped if it can't be compiled, and lists what changed besides words for confirmation", async () => {
    const { id, source, upload } = await order("paper.tex", "tex", Buffer.from(TEX));
    await upload(Buffer.from(TEX.replace("\\documentclass{", "\\documentclass[draft][10pt]{")));
    expect((await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).outcome).toBe("stopped");
    await upload(Buffer.from(EDITED));
    const sheet = await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER });
    expect(sheet).toMatchObject({ outcome: "sheet", open: 1, formats: ["latex"] });
    const [file] = (await getOrderView(jonas, id, { openQueries: 0 })).submissions.at(-1)!.files;
    expect(file?.gate).toMatchObject({ format: "latex", passed: true });
    expect(file?.sheet?.groups.map((group) => group.kind)).toEqual(["equation"]);
    await resolveFindings(jonas, { orderId: id, sourceFileId: source, kind: "equation", reason: "", resolved: true });
    expect((await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).outcome).toBe("submitted");
  });

  test("is delivered with a Word file of its changes, which its author sees once it's delivered", async () => {
    const { id, upload } = await order("paper.tex", "tex", Buffer.from(TEX));
    await upload(Buffer.from(EDITED.replace("$x=2$", "$x=1$")), "my copy.tex");
    expect((await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).outcome).toBe("submitted");
    await world.db.updateTable("orders").set({ qaReason: "sample" }).where("id", "=", id).execute();
    await drainJobs();
    expect((await getOrder(id)).status).toBe("qa_review");
    const made = (await listOrderFiles(id)).filter((file) => file.comparedFromId !== null);
    expect(made.map((file) => file.name)).toEqual(["paper (changes in the text).docx"]);
    await expect(fileFor(amara, made[0]!.id)).rejects.toMatchObject({ kind: "not-found" });
    await expect(fileFor(mei, made[0]!.id)).rejects.toMatchObject({ kind: "not-found" });
    await storage().withLocal(made[0]!.storageKey, async (path) => {
      const found = await engine().changes(path);
      expect(found.ok && new Set(found.changes.map((one) => one.author))).toEqual(new Set(["Jonas Weber"]));
      expect(await engine().text(path, "x.docx")).toMatchObject({
        text: expect.stringContaining(
          "We recorded the soil\u2019s moisture at twelve sites, as \\cite{doe} did",
        ) as string,
      });
    });
    await world.db
      .updateTable("submissions")
      .set({ status: "delivered", deliveredAt: NOON })
      .where("orderId", "=", id)
      .execute();
    await world.db.updateTable("orders").set({ status: "delivered", deliveredAt: NOON }).where("id", "=", id).execute();
    expect((await fileFor(amara, made[0]!.id)).file.id).toBe(made[0]!.id);
    const view = await getOrderView(amara, id, { openQueries: 0 });
    const delivery = view.submissions.at(-1)!;
    expect(delivery.changes).toMatchObject({ wordsInserted: 3, wordsDeleted: 2 });
    expect(delivery.files[0]).toMatchObject({ format: "latex", textChanges: { id: made[0]!.id }, annotations: null });
    const changes = await getChangesView(amara, id, asked(made[0]!.id));
    expect(changes).toMatchObject({ mayDecide: false, problem: null, other: null });
    const copy = delivery.files[0]!.trackedFileId;
    const written = await getChangesView(amara, id, asked(copy));
    expect(written?.other).toMatchObject({
      kind: "source",
      changes: { changes: 2, files: [{ name: "", changes: 2 }] },
    });
    expect(JSON.stringify(written?.other)).toContain('{"kind":"deleted","text":"measured"}');
    await expect(getChangesView(mei, id, asked(copy))).rejects.toMatchObject({ kind: "not-found" });
  });
});

test("an order of several formats says what is true for each", async () => {
  const { id, upload } = await order("paper.pdf", "pdf", PDF);
  const word = await storeFile(id, {
    purpose: "source",
    name: "supplement.docx",
    bytes: COPIES.source(),
    by: amara.uid,
    position: 1,
    receipt: { format: "docx" },
  });
  await upload(NOTED);
  await storeFile(id, {
    purpose: "tracked",
    name: "s.docx",
    bytes: COPIES.tracked(),
    by: jonas.uid,
    sourceFileId: word,
  });
  expect(await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).toMatchObject({
    outcome: "submitted",
    formats: ["pdf", "word"],
  });
  await drainJobs();
  const said = (await notices(id)).join("\n");
  expect(said).toContain(
    "Every edit is tracked. We found no changes in the pages. We're making the clean copy and preparing the annotated PDF.",
  );
  expect(said).toContain("The tracked changes, clean copy, annotated PDF, and editor's letter for");
});

test("a format that can't be compared is reviewed, and nothing else is said of it", async () => {
  const { id, upload } = await order("paper.odt", "odt", Buffer.from("no Word file was made of this"));
  await upload(Buffer.from("edited"));
  expect(await submitWork(jonas, { noAi: true, orderId: id, letter: LETTER })).toMatchObject({
    formats: ["uncompared"],
  });
  await drainJobs();
  expect((await getOrder(id)).status).toBe("qa_review");
  expect(await world.db.selectFrom("qa_reviews").select("reason").where("orderId", "=", id).execute()).toEqual([
    { reason: "unread_format" },
  ]);
  expect((await notices(id)).join("\n")).not.toMatch(/tracked|clean copy/i);
});

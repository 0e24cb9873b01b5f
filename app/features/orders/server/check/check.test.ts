import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { replaceFile, storeFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { removeFilesOf } from "../retention/delete-files.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { getCheckReport } from "./check-endpoint.ts";
import { askCheck, checkFile, checkPaidOrder } from "./check-file.ts";
import { getCheckView, glanceAtChecks, readCheck } from "./read-check.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const jonas = personOf("jonas");
const BRITISH = "The behaviour of the colour sensors near the harbour was recorded for every plot of the study.";
const MIXED = [
  BRITISH,
  "The behaviour of the sensors near the harbour was recorded again after a week of heavy rain.",
  "Their behavior was stable in the third week. TODO: add the figure.",
];
const docx = (texts: readonly string[]) =>
  buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, ...texts.map((text) => ({ text }))] });
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );
const rowOf = (fileId: string) =>
  world.db.selectFrom("manuscript_checks").selectAll().where("fileId", "=", fileId).executeTakeFirst();
const report = (fileId: string) => [new Request("http://x/"), { actor: amara, params: { id: fileId } }] as const;

async function checkedOrder() {
  const { id, sourceId } = await orderIn("in_progress");
  await replaceFile(sourceId, docx(MIXED));
  await askCheck(world.db, sourceId);
  await drainJobs();
  return { id, sourceId };
}

test("a manuscript is checked by a job, and its author and editor read the findings in words", async () => {
  const { id, sourceId } = await checkedOrder();
  for (const actor of [amara, jonas]) {
    const { report: it } = await readCheck(actor, sourceId);
    expect(it.findings.map((one) => one.group)).toEqual(expect.arrayContaining(["Spelling", "Left behind"]));
    const spelling = it.findings.find((one) => one.group === "Spelling")!;
    expect(spelling.places[0]!.text).toContain("behavior");
    expect(spelling.became).toBeNull();
  }
  const [glance] = await glanceAtChecks([{ id: sourceId, createdAt: NOON }]);
  expect(glance).toMatchObject({ state: "checked", found: (await rowOf(sourceId))!.found });
  expect(glance!.summary.map((one) => one.group)).toContain("Spelling");
  const view = await getOrderView(amara, id, { openQueries: 0 });
  expect(view.sources[0]!.found).toBe(glance!.found);
});

test("nobody else reads them, and the report of another order's file isn't shown on this order's page", async () => {
  const { id, sourceId } = await checkedOrder();
  for (const actor of [NOBODY, personOf("mei"), personOf("priya")]) {
    expect(await kindOf(readCheck(actor, sourceId))).toBe("not-found");
    expect(await kindOf(getCheckReport(new Request("http://x/"), { actor, params: { id: sourceId } }))).toBe(
      "not-found",
    );
  }
  const other = await checkedOrder();
  const query = (fileId: string) => new URLSearchParams({ view: "check", file: fileId });
  expect(await kindOf(getCheckView(amara, other.id, query(sourceId)))).toBe("not-found");
  expect(await getCheckView(amara, id, query(sourceId))).toMatchObject({ report: { fileId: sourceId } });
  expect(await getCheckView(amara, id, new URLSearchParams())).toBeNull();
});

test("the text at a place is opened by those who may open the file, and by nobody else", async () => {
  const { id, sourceId } = await checkedOrder();
  const { report: it } = await readCheck(jonas, sourceId);
  const { block, from, to } = it.findings.find((one) => one.group === "Spelling")!.places[0]!;
  const query = (at: string, file = sourceId) => new URLSearchParams({ view: "check", file, at });
  const view = await getCheckView(jonas, id, query(`${block}.${from}.${to}`));
  if (!view || !("place" in view)) throw new Error("No place");
  const { passage, spot } = view.place;
  const found = passage.blocks.find((one) => one.at === spot.block)!;
  expect(found.text.slice(spot.from, spot.to)).toBe("behavior");
  expect(passage.blocks[0]).toMatchObject({ kind: "heading", text: "Methods" });
  for (const actor of [NOBODY, personOf("mei"), personOf("priya")])
    expect(await kindOf(getCheckView(actor, id, query("1.0.1")))).toBe("not-found");
  const other = await checkedOrder();
  expect(await kindOf(getCheckView(amara, id, query("1.0.1", other.sourceId)))).toBe("not-found");
  expect(await kindOf(getCheckView(amara, id, query("1.0")))).toBe("not-found");
  expect(await getCheckView(amara, id, query("999999.5.9"))).toMatchObject({ place: { fileId: sourceId } });
});

test("openings by others than the author are recorded", async () => {
  const { sourceId } = await checkedOrder();
  await readCheck(amara, sourceId);
  await readCheck(jonas, sourceId);
  const views = await world.db
    .selectFrom("file_views")
    .select(["viewerId", "what"])
    .where("fileId", "=", sourceId)
    .execute();
  expect(views).toEqual([{ viewerId: jonas.uid, what: "consistency check" }]);
});

test("the report as a Word file is never cached and has its name", async () => {
  const { sourceId } = await checkedOrder();
  const answer = await getCheckReport(...report(sourceId));
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("content-disposition")).toContain("consistency check");
  expect(
    Buffer.from(await answer.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("two jobs at once, and the same bytes again, give one result", async () => {
  const { sourceId } = await checkedOrder();
  const before = await rowOf(sourceId);
  await Promise.all([checkFile(sourceId), checkFile(sourceId)]);
  expect(await rowOf(sourceId)).toEqual(before);
  const { id } = await orderIn("in_progress");
  const same = await storeFile(id, { purpose: "source", name: "b.docx", bytes: docx(MIXED), by: amara.uid });
  await checkFile(same);
  expect((await rowOf(same))!.findings).toEqual(before!.findings);
});

test("a clean copy is compared with its manuscript, and the author reads it with the delivery", async () => {
  const { orderId, cleanId } = await deliveredOrder({
    clean: docx([BRITISH, "Their behaviour was stable. TODO: add the figure."]),
  });
  const { sourceFileId } = await world.db
    .selectFrom("files")
    .select("sourceFileId")
    .where("id", "=", cleanId)
    .executeTakeFirstOrThrow();
  await replaceFile(sourceFileId!, docx(MIXED));
  await checkFile(cleanId);
  const view = await getOrderView(amara, orderId, { openQueries: 0 });
  const { check } = view.submissions[0]!.files[0]!;
  expect(check).toMatchObject({ fileId: cleanId, open: true });
  expect(check!.outcome!.gone).toBeGreaterThan(0);
  expect(check!.outcome!.left).toBeGreaterThan(0);
  const { report: it } = await readCheck(amara, sourceFileId!);
  expect(it.findings.find((one) => one.group === "Spelling")!.became).toBe("gone");
  expect(it.findings.find((one) => one.group === "Left behind")!.became).toBe("left");
});

test("nothing that a finding quotes survives the deletion of the files, only counts", async () => {
  const { id, sourceId } = await checkedOrder();
  const { found } = (await rowOf(sourceId))!;
  await removeFilesOf(id);
  expect(await rowOf(sourceId)).toMatchObject({ findings: null, summary: null, found });
  await checkFile(sourceId);
  expect(await rowOf(sourceId)).toMatchObject({ findings: null, summary: null });
});

test("a paid order's manuscripts are checked by its style guide, if they were checked by another", async () => {
  const { id, sourceId } = await checkedOrder();
  await world.db
    .updateTable("orders")
    .set({ choices: json({ styleGuide: "vancouver" }) })
    .where("id", "=", id)
    .execute();
  await checkPaidOrder({ orderId: id } as Fact);
  await drainJobs();
  expect((await rowOf(sourceId))!.styleGuide).toBe("vancouver");
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { replaceFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import {
  deleteSheet,
  importSheet,
  removeEntry,
  saveEntry,
  settleConflict,
} from "#app/features/style-sheets/server/change-sheet.ts";
import { conflictsOf, decisionsOf, historyOf, sheetOf } from "#app/features/style-sheets/server/entries.ts";
import { forgetSheet } from "#app/features/style-sheets/server/forget-sheet.ts";
import { getSheetCsv } from "#app/features/style-sheets/server/sheet-files.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { checkFile } from "../check/check-file.ts";
import { readCheck } from "../check/read-check.ts";
import { acceptOrder } from "../lifecycle/accept-order.ts";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { json } from "#app/platform/server/core/database.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { styleView } from "./style-view.ts";
import { writeEntry } from "./write-entry.ts";
import { lastUseOf } from "./last-use.ts";
import { getOrderSheet } from "./style-docx.ts";
import { chooseForm } from "./choose-form.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("style_entries").execute();
});

const amara = personOf("amara");
const jonas = personOf("jonas");
const mine = { ownerId: amara.uid };
const docx = (texts: readonly string[]) =>
  buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, ...texts.map((text) => ({ text }))] });
const MIXED = docx([
  "The dataset was read twice, and the dataset was kept with the older dataset in one place for all.",
  "A later data set was read once, and nobody asked for the forms of the other years at the time.",
]);
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );
const forms = async () => (await sheetOf(amara.uid)).map((one) => one.form);

async function checkedOrder(status: "in_progress" | "delivered" = "in_progress") {
  const { id: orderId, sourceId: fileId } = await orderIn(status);
  await replaceFile(fileId, MIXED);
  await checkFile(fileId);
  return { orderId, fileId };
}
const choose = (actor: Actor, it: { orderId: string; fileId: string }, form: string) =>
  chooseForm(actor, { ...it, key: "dataset", form });
const said = async (actor: Actor, fileId: string) =>
  (await readCheck(actor, fileId)).report.findings.find((one) => one.choice?.key === "dataset")!.choice!.said;

test("author and editor choose a form in the report, each sees what the other chose, and the last choice holds", async () => {
  const order = await checkedOrder();
  expect(await said(amara, order.fileId)).toBeNull();
  await choose(amara, order, "dataset");
  expect(await said(jonas, order.fileId)).toEqual({ form: "dataset", by: "author" });
  await choose(jonas, order, "data set");
  expect(await said(amara, order.fileId)).toEqual({ form: "data set", by: "editor" });
  await choose(amara, order, "");
  expect(await said(amara, order.fileId)).toBeNull();
});

test("nobody else chooses, nothing that isn't in the report is chosen, and twenty choices at once leave one", async () => {
  const order = await checkedOrder();
  for (const actor of [NOBODY, personOf("mei"), personOf("priya"), personOf("sam")])
    expect(await kindOf(choose(actor, order, "dataset"))).toBe("refused");
  expect(await kindOf(choose(amara, order, "dada set"))).toBe("invalid");
  const other = await checkedOrder();
  expect(await kindOf(choose(amara, { ...order, fileId: "fil_none" }, "dataset"))).toBe("invalid");
  await Promise.all(Array.from({ length: 20 }, (_, i) => choose(amara, other, i % 2 ? "dataset" : "data set")));
  expect(await decisionsOf(other.orderId)).toHaveLength(1);
});

test("acceptance puts an order's decisions on the author's sheet, and a contradiction waits for the author", async () => {
  const order = await checkedOrder("delivered");
  await choose(jonas, order, "dataset");
  await acceptOrder(amara, { orderId: order.orderId });
  await drainJobs();
  expect(await forms()).toEqual(["dataset"]);
  expect(await kindOf(choose(amara, order, "data set"))).toBe("conflict");
  // It was decided on that order, so none has had it from its start.
  await world.db
    .updateTable("orders")
    .set({ assignedAt: after(NOON, -HOUR) })
    .where("userId", "=", amara.uid)
    .execute();
  expect(await lastUseOf(amara.uid)).toBeNull();

  const next = await checkedOrder("delivered");
  const assignedAt = after(NOON, HOUR);
  await world.db.updateTable("orders").set({ assignedAt }).where("id", "=", next.orderId).execute();
  expect(await lastUseOf(amara.uid)).toMatchObject({ id: next.orderId, assignedAt });
  expect(await said(jonas, next.fileId)).toEqual({ form: "dataset", by: "sheet" });
  await choose(jonas, next, "data set");
  await acceptOrder(amara, { orderId: next.orderId });
  await drainJobs();
  expect(await forms()).toEqual(["dataset"]);
  const [conflict] = await conflictsOf(amara.uid);
  expect(conflict!.form).toBe("data set");
  await settleConflict(amara, { ...mine, entryId: conflict!.id, take: "order" });
  expect(await forms()).toEqual(["data set"]);
  expect(await conflictsOf(amara.uid)).toEqual([]);
  expect((await historyOf(amara.uid)).map((one) => one.form)).toContain("dataset");
  expect(await kindOf(settleConflict(amara, { ...mine, entryId: conflict!.id, take: "order" }))).toBe("not-found");
});

test("an order's sheet as a Word file is for its author and editor alone, until it's accepted", async () => {
  await saveEntry(amara, { ...mine, part: "words", form: "email", others: "e-mail" });
  const order = await checkedOrder();
  await choose(jonas, order, "dataset");
  const get = (actor: Actor) => getOrderSheet(new Request("http://x/"), { actor, params: { id: order.orderId } });
  for (const actor of [amara, jonas]) {
    const text = readDocx(Buffer.from(await (await get(actor)).arrayBuffer())).paragraphs.map((one) => one.text);
    expect(text).toEqual(expect.arrayContaining(["dataset, not data set", "email, not e-mail"]));
  }
  for (const actor of [NOBODY, personOf("mei"), personOf("priya"), personOf("sam")])
    expect(await kindOf(get(actor))).toBe("not-found");
});

test("the next check goes by the sheet, and reports what it has decided against", async () => {
  await saveEntry(amara, { ...mine, part: "words", form: "dataset", others: "data set" });
  const { fileId } = await checkedOrder();
  const { report } = await readCheck(amara, fileId);
  expect(report.findings.map((one) => one.message)).toContain("The style sheet says “dataset”: “data set” once.");
});

test("an author adds, changes, and removes entries; what's replaced is in the history", async () => {
  await saveEntry(amara, { ...mine, part: "words", form: "dataset", others: "data set" });
  const [entry] = await sheetOf(amara.uid);
  await saveEntry(amara, { ...mine, entryId: entry!.id, part: "words", form: "data set", others: "dataset" });
  expect(await forms()).toEqual(["data set"]);
  expect(await kindOf(saveEntry(amara, { ...mine, entryId: entry!.id, part: "words", form: "x" }))).toBe("conflict");
  expect(await kindOf(saveEntry(amara, { ...mine, part: "words", form: " " }))).toBe("invalid");
  const [second] = await sheetOf(amara.uid);
  await removeEntry(amara, { ...mine, entryId: second!.id });
  await removeEntry(amara, { ...mine, entryId: second!.id });
  expect(await forms()).toEqual([]);
  expect(await historyOf(amara.uid)).toHaveLength(2);
});

test("a sheet is imported as a whole or not at all, and importing an export changes nothing", async () => {
  const text = "Use,Not\r\ndataset,data set\r\nemail,e-mail\r\n";
  expect(await importSheet(amara, { ...mine, text })).toEqual({ entries: 2, changed: 2 });
  const exported = await (await getSheetCsv(new Request("http://x/"), { actor: amara, params: {} })).text();
  expect(await importSheet(amara, { ...mine, text: exported })).toEqual({ entries: 2, changed: 0 });
  expect(await kindOf(importSheet(amara, { ...mine, text: 'Use\r\nwiki\r\n\r\n"open' }))).toBe("invalid");
  expect(await forms()).toEqual(["dataset", "email"]);
});

test("nobody changes somebody else's sheet, staff included", async () => {
  await saveEntry(amara, { ...mine, part: "words", form: "dataset" });
  const [entry] = await sheetOf(amara.uid);
  for (const actor of [NOBODY, jonas, personOf("ada"), personOf("sam"), personOf("mei")]) {
    expect(await kindOf(saveEntry(actor, { ...mine, part: "words", form: "x" }))).toBe("refused");
    expect(await kindOf(removeEntry(actor, { ...mine, entryId: entry!.id }))).toBe("refused");
    expect(await kindOf(settleConflict(actor, { ...mine, entryId: entry!.id, take: "sheet" }))).toBe("refused");
    expect(await kindOf(importSheet(actor, { ...mine, text: "Use\r\nx" }))).toBe("refused");
    expect(await kindOf(deleteSheet(actor, mine))).toBe("refused");
  }
  expect(await forms()).toEqual(["dataset"]);
});

test("a sheet is deleted by its author, and by erasure with what was decided on orders", async () => {
  await saveEntry(amara, { ...mine, part: "words", form: "dataset" });
  await deleteSheet(amara, mine);
  expect(await world.db.selectFrom("style_entries").selectAll().execute()).toEqual([]);
  const order = await checkedOrder();
  await choose(jonas, order, "dataset");
  await saveEntry(amara, { ...mine, part: "words", form: "email" });
  await world.db.transaction().execute((tx) => forgetSheet(tx, amara.uid, [order.orderId]));
  expect(await world.db.selectFrom("style_entries").selectAll().execute()).toEqual([]);
});

describe("the sheet that an editor settles", () => {
  const view = async (orderId: string, actor: Actor = jonas) => {
    const { order } = await readOrderPage(actor, orderId);
    const it = await styleView(order, "editor");
    return it?.for === "editor" ? it.entries : [];
  };
  const entry = async (orderId: string, form: string) => (await view(orderId)).find((one) => one.form === form);

  test("is prefilled from the author's sheet, then the order, then the manuscript's majority, with counts and places", async () => {
    await saveEntry(amara, { ...mine, part: "words", form: "data set", others: "dataset" });
    await saveEntry(amara, { ...mine, part: "words", form: "email", others: "e-mail" });
    const { id: orderId, sourceId: fileId } = await orderIn("in_progress");
    await replaceFile(
      fileId,
      docx([
        "The dataset was read twice, and the dataset was kept with the older dataset. A later data set was read once.",
        "The behaviour of the field work in the colour of fieldwork and of more fieldwork was 5% and 6% and 7% of all.",
      ]),
    );
    await world.db
      .updateTable("orders")
      .set({ choices: json({ variant: "US" }) })
      .where("id", "=", orderId)
      .execute();
    await checkFile(fileId);
    const entries = await view(orderId);
    const of = (form: string) => entries.find((one) => one.form === form);
    expect(of("data set")).toMatchObject({
      from: "sheet",
      uses: [
        { form: "data set", count: 1 },
        { form: "dataset", count: 3 },
      ],
    });
    expect(of("data set")!.places[0]!.text).toContain("dataset");
    expect(of("email")).toMatchObject({ from: "sheet", uses: [], choice: null });
    expect(of("American")).toMatchObject({ from: "order", uses: [{ form: "British", count: 2 }] });
    expect(of("fieldwork")).toMatchObject({
      from: "manuscript",
      uses: [
        { form: "fieldwork", count: 2 },
        { form: "field work", count: 1 },
      ],
    });
    expect(of("5%")).toMatchObject({ from: "manuscript", uses: [{ form: "5%", count: 3 }] });
  });

  test("an entry is accepted, taken back, and typed; others can't, and nobody can once it's accepted", async () => {
    const order = await checkedOrder("delivered");
    const { choice } = (await entry(order.orderId, "dataset"))!;
    await choose(jonas, { ...order, ...choice! }, "dataset");
    expect(await entry(order.orderId, "dataset")).toMatchObject({ from: "editor" });
    await choose(jonas, order, "");
    expect(await entry(order.orderId, "dataset")).toMatchObject({ from: "manuscript" });
    const typed = { orderId: order.orderId, part: "words" as const, form: "wellbeing", others: "well-being" };
    for (const actor of [NOBODY, personOf("mei"), personOf("priya"), personOf("sam")])
      expect(await kindOf(writeEntry(actor, typed))).toBe("refused");
    await writeEntry(jonas, typed);
    await writeEntry(jonas, { ...typed, about: "=percent-space", part: "numbers", form: "5 %", others: "" });
    expect(await entry(order.orderId, "wellbeing")).toMatchObject({ from: "editor", key: "wellbeing" });
    expect(await entry(order.orderId, "5 %")).toMatchObject({ key: "=percent-space" });
    expect(await kindOf(writeEntry(jonas, { ...typed, form: " " }))).toBe("invalid");
    await acceptOrder(amara, { orderId: order.orderId });
    expect(await kindOf(writeEntry(jonas, typed))).toBe("conflict");
  });

  test("an editor's decision goes into the next check of the same manuscript", async () => {
    const order = await checkedOrder();
    await choose(jonas, order, "data set");
    await checkFile(order.fileId);
    const { report } = await readCheck(jonas, order.fileId);
    expect(report.findings.map((one) => one.message)).toEqual(["The style sheet says “data set”: “dataset” 3 times."]);
    await choose(jonas, order, "");
    expect(await said(amara, order.fileId)).toBeNull();
  });
});

test("a convention that the manuscript follows throughout is compared with the sheet", async () => {
  await importSheet(amara, { ...mine, text: "Part,About,Use,Not\r\nNumbers and units,Percent signs,5 %,5%\r\n" });
  const { sourceId } = await orderIn("in_progress");
  await replaceFile(sourceId, docx(["It rose by 5% in the north and by 7% in the south of the region that we saw."]));
  await checkFile(sourceId);
  const { report } = await readCheck(amara, sourceId);
  expect(report.findings.map((one) => one.message)).toEqual(["The style sheet says “5 %”: “5%” twice."]);
});

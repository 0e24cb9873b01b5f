import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { replaceFile } from "#boot/testing/order-copies.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { removeMember } from "#app/features/organizations/server/members.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { deleteSheet, importSheet, saveEntry } from "#app/features/style-sheets/server/change-sheet.ts";
import { sheetOf } from "#app/features/style-sheets/server/entries.ts";
import { forgetSheet } from "#app/features/style-sheets/server/forget-sheet.ts";
import { getSheetCsv } from "#app/features/style-sheets/server/sheet-files.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { checkFile } from "../check/check-file.ts";
import { readCheck } from "../check/read-check.ts";
import { acceptOrder } from "../lifecycle/accept-order.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { getOrderSheet } from "./style-docx.ts";
import { styleView } from "./style-view.ts";

let world: TestWorld;
let organizationId: string;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const [amara, mei, jonas, noor] = (["amara", "mei", "jonas", "noor"] as const).map((name) => personOf(name)) as [
  Actor,
  Actor,
  Actor,
  Actor,
];
const uidOf = (actor: Actor): string => (actor.kind === "person" ? actor.uid : "");
const kindOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof Problem ? error.kind : String(error)),
  );

beforeEach(async () => {
  setClock(NOON);
  await world.db.deleteFrom("style_entries").execute();
  ({ organizationId } = await createOrganization(mei, {
    organization: "Institute of Soil",
    address: "Main Street 1",
    country: "DE",
    state: "",
    vatId: "",
    invoiceEmail: "invoices@soil.test",
    clientKey: crypto.randomUUID(),
  }));
  await world.db
    .insertInto("organization_members")
    .values({ organizationId, uid: uidOf(amara), role: "member", joinedAt: NOON })
    .execute();
});

const sheet = () => ({ ownerId: organizationId });
const csvAs = (actor: Actor) => getSheetCsv(new Request("http://x/"), { actor, params: { id: organizationId } });

/** An order of Amara's that the organization pays for. */
async function paidOrder(status: "in_progress" | "delivered" = "in_progress") {
  const { id: orderId, sourceId } = await orderIn(status);
  await replaceFile(
    sourceId,
    buildDocx({ paragraphs: [{ text: "The data set was new, and each e-mail was read by all of us in the north." }] }),
  );
  await world.db.updateTable("orders").set({ organizationId }).where("id", "=", orderId).execute();
  await checkFile(sourceId);
  return { orderId, sourceId };
}
const found = async (fileId: string) => (await readCheck(amara, fileId)).report.findings.map((one) => one.message);

test("orders that an organization pays for start from its sheet, and its author's own comes first", async () => {
  await saveEntry(mei, { ...sheet(), part: "words", form: "dataset", others: "data set" });
  await saveEntry(mei, { ...sheet(), part: "words", form: "email", others: "e-mail" });
  await saveEntry(amara, { ownerId: uidOf(amara), part: "words", form: "e-mail", others: "email" });
  const { orderId, sourceId } = await paidOrder();
  expect(await found(sourceId)).toEqual(["The style sheet says “dataset”: “data set” once."]);
  const { order } = await readOrderPage(jonas, orderId);
  expect(await styleView(order, "editor")).toMatchObject({
    entries: [
      { form: "dataset", from: "organization" },
      { form: "e-mail", from: "sheet" },
    ],
  });
  const file = await getOrderSheet(new Request("http://x/"), { actor: jonas, params: { id: orderId } });
  const text = readDocx(Buffer.from(await file.arrayBuffer())).paragraphs.map((one) => one.text);
  expect(text).toEqual(expect.arrayContaining(["dataset, not data set", "e-mail, not email"]));
  // An order that the author pays for doesn't.
  const own = await orderIn("in_progress");
  const { order: other } = await readOrderPage(jonas, own.id);
  expect(await styleView(other, "editor")).toMatchObject({ entries: [{ form: "e-mail" }] });
});

test("acceptance leaves an organization's entries with it", async () => {
  await saveEntry(mei, { ...sheet(), part: "words", form: "dataset", others: "data set" });
  const { orderId } = await paidOrder("delivered");
  await acceptOrder(amara, { orderId });
  await drainJobs();
  expect(await sheetOf(uidOf(amara))).toEqual([]);
  expect(await sheetOf(organizationId)).toHaveLength(1);
});

test("managers keep it, members read it, and nobody else does either", async () => {
  expect(await importSheet(mei, { ...sheet(), text: "Use,Not\r\ndataset,data set\r\n" })).toMatchObject({ changed: 1 });
  for (const actor of [amara, jonas, noor, NOBODY]) {
    expect(await kindOf(saveEntry(actor, { ...sheet(), part: "words", form: "x" }))).toBe("refused");
    expect(await kindOf(deleteSheet(actor, sheet()))).toBe("refused");
  }
  for (const actor of [mei, amara]) expect(await (await csvAs(actor)).text()).toContain("dataset,data set");
  for (const actor of [jonas, noor, NOBODY]) expect(await kindOf(csvAs(actor))).toBe("not-found");
  await deleteSheet(mei, sheet());
  expect(await sheetOf(organizationId)).toEqual([]);
});

test("who leaves reads it no more, and what was ordered still goes by it", async () => {
  await saveEntry(mei, { ...sheet(), part: "words", form: "dataset", others: "data set" });
  const { sourceId } = await paidOrder();
  await removeMember(mei, { organizationId, uid: uidOf(amara) });
  expect(await kindOf(csvAs(amara))).toBe("not-found");
  expect(await found(sourceId)).toHaveLength(1);
});

test("a closed organization's sheet can be read, and neither changed nor used", async () => {
  await saveEntry(mei, { ...sheet(), part: "words", form: "dataset", others: "data set" });
  await closeOrganization(mei, { organizationId });
  expect(await kindOf(saveEntry(mei, { ...sheet(), part: "words", form: "x" }))).toBe("refused");
  expect(await (await csvAs(mei)).text()).toContain("dataset");
  const { sourceId } = await paidOrder();
  expect(await found(sourceId)).toEqual([]);
});

test("erasure of a manager keeps the organization's entries without their name", async () => {
  await saveEntry(mei, { ...sheet(), part: "words", form: "dataset" });
  await world.db.transaction().execute((tx) => forgetSheet(tx, uidOf(mei), []));
  expect(await sheetOf(organizationId)).toMatchObject([{ form: "dataset", byId: null }]);
});

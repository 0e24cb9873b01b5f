import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { submitCopy } from "#boot/testing/submit-copy.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { assignEditor } from "#app/features/matching/server/assign-editor.ts";
import { declineCharge } from "#app/features/orders/server/charges/order-charges.ts";
import { upload } from "#app/features/orders/server/uploads/testing-uploads.ts";
import { acceptOrder } from "#app/features/orders/server/lifecycle/accept-order.ts";
import { releaseOrder } from "#app/features/orders/server/lifecycle/release-order.ts";
import { requestRevision } from "#app/features/orders/server/lifecycle/request-revision.ts";
import { removeFilesOf } from "#app/features/orders/server/retention/delete-files.ts";
import { removeVersion } from "#app/features/orders/server/revisions/remove-version.ts";
import { revisedTextView, revisionDraft } from "#app/features/orders/server/revisions/version-view.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { getOrderView } from "#app/features/orders/server/views/get-order-view.ts";
import { readOrderPage } from "#app/features/orders/server/views/read-order-page.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { startRevision } from "#app/features/orders/server/work/start-revision.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { listRefundsOf } from "./find-refund.ts";
import { closeLateRevision, lateRevisionView } from "./late-revisions.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { startChargePayment } from "../checkout/start-charge-payment.ts";
import { startPayment } from "../checkout/start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");
const sam = personOf("sam");

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await world.db
    .updateTable("editors")
    .set({ weeklyWords: 200_000, parallelOrders: 50 })
    .where("matchReady", "=", true)
    .execute();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const NOTE = "Please edit the new paragraphs, too.";
const DELIVERED = [
  "Soil moisture governs the exchange of water between land and air in dry regions.",
  "We recorded it at twelve sites during two seasons, using buried sensors and weekly cores.",
  "The sensors agreed with the cores at ten sites, and drifted at two of them after heavy rain.",
];
/** Each sentence has ten words. */
const added = (sentences: number): string[] =>
  Array.from({ length: sentences }, (_, i) => `Site ${i} kept ledger ${i} of wells and ${i} frosts.`);
/** The delivered text with so many new sentences after it; with an edit, as its tracked copy. */
const version = (sentences: number, edit?: string): Buffer =>
  buildDocx({
    paragraphs: [
      { heading: 1, text: "Methods" },
      ...[...DELIVERED, ...added(sentences)].map((text, i, all) =>
        edit && i === all.length - 1 ? { runs: [{ text }, { text: ` ${edit}`, ins: true }] } : { text },
      ),
    ],
    ...(edit ? { author: "Jonas Weber", creator: "Jonas Weber" } : {}),
  });
const assign = async (orderId: string, editorId: string) => {
  await assignEditor(ada, { orderId, editorId, reason: "A test" });
  await world.db.updateTable("orders").set({ qaReason: "none" }).where("id", "=", orderId).execute();
  await cards.deliver();
};
/** An order that Jonas delivered. */
async function delivered(): Promise<{ orderId: string; sourceId: string }> {
  const { id } = await quotedOrder(amara);
  await payCheckout((await startPayment(amara, { orderId: id })).url);
  await cards.deliver();
  await assign(id, jonas.uid);
  await startOrder(jonas, { orderId: id });
  await submitCopy(jonas, id);
  await cards.deliver();
  const { id: sourceId } = await world.db
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", id)
    .where("purpose", "=", "source")
    .executeTakeFirstOrThrow();
  return { orderId: id, sourceId };
}
const send = (of: { orderId: string; sourceId: string }, bytes: Uint8Array, actor = amara, name = "v2.docx") =>
  upload(actor, of.orderId, name, bytes, "version", of.sourceId);
const draftOf = async (orderId: string) => revisionDraft(await readOrderPage(amara, orderId));
const ask = (orderId: string, expectedMinor = 0) => requestRevision(amara, { orderId, note: NOTE, expectedMinor });
const rowOf = (orderId: string) =>
  world.db.selectFrom("revision_versions").selectAll().where("orderId", "=", orderId).executeTakeFirstOrThrow();
const chargeOf = (orderId: string) =>
  world.db
    .selectFrom("order_charges")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("kind", "=", "new_words")
    .executeTakeFirstOrThrow();
const pay = async (orderId: string) => {
  const { id } = await chargeOf(orderId);
  await payCheckout((await startChargePayment(amara, { chargeId: id })).url);
  await cards.deliver();
};
const submit = async (of: { orderId: string; sourceId: string }, copy: Buffer, editor = jonas) => {
  await upload(editor, of.orderId, "v2 edited.docx", copy, "tracked", of.sourceId);
  return submitWork(editor, { noAi: true, orderId: of.orderId, letter: "Dear author, the new version is edited." });
};
const earningsOf = (orderId: string) =>
  world.db
    .selectFrom("earnings")
    .select(["editorId", "part", "amountMinor", "status"])
    .where("orderId", "=", orderId)
    .where("part", "<>", "review")
    .orderBy("createdAt")
    .orderBy("id")
    .execute();
const expectSound = async () => {
  const { rowsMinor, ledgerMinor, ledgerSumMinor, differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  expect(ledgerMinor).toBe(rowsMinor);
  expect(ledgerSumMinor).toBe(0);
};

test("a new version within the free words becomes part of the revision, and its editor works in it", async () => {
  const it = await delivered();
  const { body } = await send(it, version(20));
  expect(body.file).toMatchObject({ state: "counted", name: "v2.docx" });
  expect(await draftOf(it.orderId)).toMatchObject({ newWords: 200, freeWords: 300, charge: null, ready: true });
  await expect(fileFor(jonas, body.file!.id), "until it's sent, it's the author's").rejects.toMatchObject({
    kind: "not-found",
  });
  const order = await ask(it.orderId);
  expect(order).toMatchObject({ status: "revision_requested", revisionDueAt: after(NOON, 48 * HOUR) });
  expect(await rowOf(it.orderId)).toMatchObject({ status: "free", newWords: 200, chargeId: null, round: 1 });
  expect((await fileFor(jonas, body.file!.id)).file.round).toBe(1);
  const seen = revisedTextView(await readOrderPage(jonas, it.orderId))!;
  expect(seen.files[0]).toMatchObject({ name: "v2.docx", newWords: 200 });
  expect(seen.files[0]!.listed.filter((one) => one.kind === "new")).toHaveLength(20);
  expect((await getOrderView(jonas, it.orderId, { openQueries: 0 })).work[0]!.base!.id).toBe(body.file!.id);
  await startRevision(jonas, { orderId: it.orderId });
  expect((await submit(it, version(19, "A word."))).outcome, "it's compared with the new version").toBe("stopped");
  expect((await submit(it, version(20, "We thank the reviewers."))).outcome).toBe("submitted");
  await cards.deliver();
  expect(await rowOf(it.orderId)).toMatchObject({ editorId: jonas.uid, earningId: null, deliveredAt: NOON });
  expect((await earningsOf(it.orderId)).map((e) => e.part)).toEqual(["delivery"]);
  await expectSound();
});

test("words above the free ones are paid as a re-edit: the time starts then, and the editor gets their share at the delivery", async () => {
  const it = await delivered();
  await acceptOrder(amara, { orderId: it.orderId });
  await cards.deliver();
  await send(it, version(90));
  const draft = await draftOf(it.orderId);
  expect(draft).toMatchObject({ newWords: 900, freeWords: 300, charge: { totalMinor: 1_800 } });
  await expect(ask(it.orderId)).rejects.toMatchObject({ code: "amount_changed" });
  expect((await getOrder(it.orderId)).status, "nothing was requested").toBe("accepted");
  const before = await getOrder(it.orderId);
  const asked = await Promise.allSettled([ask(it.orderId, 1_800), ask(it.orderId, 1_800)]);
  expect(asked.filter((a) => a.status === "fulfilled")).toHaveLength(1);
  expect(await getOrder(it.orderId)).toMatchObject({ revisionsUsed: 1, revisionDueAt: after(NOON, 72 * HOUR) });
  const charge = await chargeOf(it.orderId);
  expect(charge).toMatchObject({ status: "open", totalMinor: 1_800, expiresAt: after(NOON, DAY) });
  const waiting = async (who: typeof amara) => (await getOrderView(who, it.orderId, { openQueries: 0 })).waiting;
  expect(await waiting(amara)).toMatchObject({ turn: "you", by: after(NOON, DAY) });
  expect(await waiting(sam)).toMatchObject({ turn: "others", by: after(NOON, DAY) });
  expect(await waiting(jonas)).toMatchObject({ action: { code: "start_revision" } });
  await startRevision(jonas, { orderId: it.orderId });
  const copy = version(90, "We thank the reviewers.");
  await expect(submit(it, copy), "not before the author has answered").rejects.toMatchObject({
    code: "new_words_open",
  });
  setClock(after(NOON, 10 * HOUR));
  await pay(it.orderId);
  const paid = await getOrder(it.orderId);
  expect(paid).toMatchObject({
    totalMinor: before.totalMinor + 1_800,
    paidMinor: before.paidMinor + 1_800,
    editorPayMinor: before.editorPayMinor,
    newWordsMinor: 1_800,
    revisionDueAt: after(NOON, 58 * HOUR),
  });
  expect((await rowOf(it.orderId)).status).toBe("paid");
  expect((await submit(it, copy)).outcome).toBe("submitted");
  await cards.deliver();
  const level = paid.editorLevel ?? "trial";
  const share = { trial: 900, standard: 990, senior: 1_080, lead: 1_170 }[level];
  expect(await earningsOf(it.orderId)).toEqual([
    expect.objectContaining({ part: "delivery", status: "available" }),
    { editorId: jonas.uid, part: "new_words", amountMinor: share, status: "pending" },
  ]);
  expect((await getOrder(it.orderId)).newWordsMinor).toBe(0);
  await acceptOrder(amara, { orderId: it.orderId });
  await cards.deliver();
  expect((await earningsOf(it.orderId)).map((e) => e.status)).toEqual(["available", "available"]);
  await expectSound();
});

test("declined, the revision continues without them: the letter says where the edit ends, and deleting the files deletes that quote", async () => {
  const it = await delivered();
  const { body } = await send(it, version(90));
  await ask(it.orderId, 1_800);
  await startRevision(jonas, { orderId: it.orderId });
  const { id: chargeId } = await chargeOf(it.orderId);
  for (const who of [mei, jonas])
    await expect(declineCharge(who, { chargeId })).rejects.toMatchObject({ kind: "refused" });
  setClock(after(NOON, HOUR));
  await Promise.all([declineCharge(amara, { chargeId }), declineCharge(amara, { chargeId })]);
  await cards.deliver();
  expect(await getOrder(it.orderId)).toMatchObject({ revisionDueAt: after(NOON, 49 * HOUR), newWordsMinor: 0 });
  const row = await rowOf(it.orderId);
  expect(row).toMatchObject({ status: "unpaid", lastFree: expect.stringContaining("29 frosts.") });
  expect((await submit(it, version(90, "We thank the reviewers."))).outcome).toBe("submitted");
  await cards.deliver();
  const { letter } = await world.db
    .selectFrom("submissions")
    .select("letter")
    .where("orderId", "=", it.orderId)
    .where("round", "=", 2)
    .executeTakeFirstOrThrow();
  expect(letter).toContain(row.lastFree!);
  expect((await earningsOf(it.orderId)).map((e) => e.part)).toEqual(["delivery"]);
  const { storageKey } = await world.db
    .selectFrom("files")
    .select("storageKey")
    .where("id", "=", body.file!.id)
    .executeTakeFirstOrThrow();
  await removeFilesOf(it.orderId);
  await expect(storage().read(storageKey)).rejects.toMatchObject({ code: "ENOENT" });
  expect((await rowOf(it.orderId)).lastFree).toBeNull();
  expect(
    await world.db.selectFrom("files").select("reedit").where("id", "=", body.file!.id).executeTakeFirstOrThrow(),
  ).toMatchObject({ reedit: { listed: [] } });
});

test("the editor who takes the revision over is paid for the new words; closed unedited, they're refunded in full", async () => {
  const it = await delivered();
  await send(it, version(90));
  await ask(it.orderId, 1_800);
  await pay(it.orderId);
  await releaseOrder(ada, { orderId: it.orderId, reason: "Jonas is ill.", words: "" });
  await cards.deliver();
  await assign(it.orderId, priya.uid);
  await startOrder(priya, { orderId: it.orderId });
  expect((await submit(it, version(90, "We thank them."), priya)).outcome).toBe("submitted");
  await cards.deliver();
  expect(await earningsOf(it.orderId)).toContainEqual({
    editorId: priya.uid,
    part: "new_words",
    amountMinor: 900,
    status: "pending",
  });
  const late = await delivered();
  await send(late, version(90));
  await ask(late.orderId, 1_800);
  await pay(late.orderId);
  setClock(after(NOON, 48 * HOUR + 72 * HOUR));
  const order = await getOrder(late.orderId);
  const terms = (await lateRevisionView(order, after(NOON, 120 * HOUR)))!;
  expect(terms.refundMinor).toBe(1_800 + (order.paidMinor - 1_800) / 4);
  expect(terms.basis.join(" ")).toContain("$18.00 you paid for new words is refunded in full");
  await closeLateRevision(amara, { orderId: late.orderId, expectedRefundMinor: terms.refundMinor });
  await cards.deliver();
  expect((await listRefundsOf(late.orderId)).map((r) => [r.cause, r.amountMinor])).toEqual(
    expect.arrayContaining([
      ["new-words", 1_800],
      ["late-revision", terms.refundMinor - 1_800],
    ]),
  );
  expect((await rowOf(late.orderId)).status).toBe("refunded");
  expect((await earningsOf(late.orderId)).map((e) => e.part)).toEqual(["delivery"]);
  await expectSound();
});

test("a version is its author's to send while a revision can be requested, and a newer one replaces it", async () => {
  const it = await delivered();
  for (const who of [mei, jonas, ada])
    expect((await send(it, version(1), who)).status, who.uid).toBeGreaterThanOrEqual(403);
  const first = (await send(it, version(1))).body.file!.id;
  const second = (await send(it, version(2))).body.file!.id;
  expect((await draftOf(it.orderId)).sources[0]!.version!.id).toBe(second);
  await expect(fileFor(amara, first)).rejects.toMatchObject({ kind: "gone" });
  for (const who of [mei, jonas, ada])
    await expect(removeVersion(who, { fileId: second })).rejects.toMatchObject({
      kind: who === mei ? "not-found" : "refused",
    });
  await Promise.all([removeVersion(amara, { fileId: second }), removeVersion(amara, { fileId: second })]);
  expect((await draftOf(it.orderId)).sources[0]!.version).toBeNull();
  await send(it, buildDocx({ paragraphs: [{ text: "The salt trade was taxed by three coastal towns in turn." }] }));
  expect((await draftOf(it.orderId)).ready).toBe(false);
  await expect(ask(it.orderId)).rejects.toMatchObject({ code: "bad_version" });
  await send(it, version(1_300));
  await expect(ask(it.orderId)).rejects.toMatchObject({ code: "too_many_new_words" });
  await send(it, version(1));
  await ask(it.orderId);
  expect((await send(it, version(3))).status, "the revision has been requested").toBeGreaterThanOrEqual(403);
  const sent = await world.db
    .selectFrom("files")
    .select("id")
    .where("orderId", "=", it.orderId)
    .where("round", "=", 1)
    .executeTakeFirstOrThrow();
  await removeVersion(amara, { fileId: sent.id });
  expect((await fileFor(jonas, sent.id)).file.id, "what was sent stays").toBe(sent.id);
});

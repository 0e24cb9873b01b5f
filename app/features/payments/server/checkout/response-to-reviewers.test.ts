import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { acceptInvite } from "#app/features/matching/server/accept-invite.ts";
import { listOpenInvites } from "#app/features/matching/server/list-invites.ts";
import { MAX_FILES } from "#app/features/orders/rules/draft/file-limits.ts";
import { discardDraft } from "#app/features/orders/server/drafts/discard-draft.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { readDraftPage } from "#app/features/orders/server/drafts/read-draft-page.ts";
import { removeFile } from "#app/features/orders/server/uploads/remove-file.ts";
import { startDraft } from "#app/features/orders/server/drafts/start-draft.ts";
import { startReEdit } from "#app/features/orders/server/drafts/start-re-edit.ts";
import { startResponse } from "#app/features/orders/server/drafts/start-response.ts";
import { upload } from "#app/features/orders/server/uploads/testing-uploads.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { getOrderView } from "#app/features/orders/server/views/get-order-view.ts";
import { fileFor } from "#app/features/orders/server/work/file-for.ts";
import { startOrder } from "#app/features/orders/server/work/start-order.ts";
import { submitWork } from "#app/features/orders/server/work/submit-work.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { startPayment } from "./start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const mei = personOf("mei");
const jonas = personOf("jonas");
const priya = personOf("priya");
const ada = personOf("ada");

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const CHOICES = {
  service: "copyediting",
  turnaround: "7d",
  subfield: "environmental-science",
  variant: "UK",
  styleGuide: "apa",
  documentType: "research-article",
};
const LINES = Array.from(
  { length: 40 },
  (_, i) =>
    `Plot ${i} held more water in year ${1900 + i} than plot ${i + 3} beside the river, as the ledger of station ${i} shows.`,
);
const REPLY = ["We thank both reviewers for their time.", "We have repeated the measurements that were asked for."];
const docx = (lines: readonly string[], edit?: string): Buffer =>
  buildDocx({
    paragraphs: lines.map((text, i) =>
      edit && i === 0 ? { runs: [{ text }, { text: ` ${edit}`, ins: true }] } : { text },
    ),
    ...(edit ? { author: "Jonas Weber", creator: "Jonas Weber" } : {}),
  });
const NEW = LINES.map((line, i) => (i < 12 ? line.replace("more water", "far less water") : line));

const delivered = (set: Record<string, unknown> = {}, status: "delivered" | "accepted" | "closed" = "closed") =>
  deliveredOrder({ status, clean: docx(LINES), set: { choices: json(CHOICES), deliveredAt: NOON, ...set } });
const put = (id: string, name: string, lines: readonly string[], role?: string, actor = amara) =>
  upload(actor, id, name, docx(lines), role === "reviewer_comments" ? "reference" : "source", undefined, role);
const comments = (id: string) => put(id, "reviews.docx", ["Reviewer 1 asks for more."], "reviewer_comments");
const letter = (id: string, lines = REPLY) => put(id, "reply.docx", lines, "reply_letter");
/** A response with all it needs. */
async function response(of?: string, lines = NEW): Promise<string> {
  const { id } = await startResponse(amara, { orderId: of ?? (await delivered()).orderId });
  await put(id, "new version.docx", lines);
  await comments(id);
  await letter(id);
  return id;
}
const filesOf = (orderId: string) =>
  world.db
    .selectFrom("files")
    .select(["id", "name", "role", "purpose"])
    .where("orderId", "=", orderId)
    .where("removedAt", "is", null)
    .orderBy("createdAt")
    .execute();

describe("a response to reviewers is started", () => {
  test("with the choices and the editor of its order, separate from a re-edit, and once no matter how many requests arrive at once", async () => {
    const { orderId } = await delivered();
    const reEdit = await startReEdit(amara, { orderId });
    const begun = await Promise.all(Array.from({ length: 5 }, () => startResponse(amara, { orderId })));
    expect(new Set(begun.map((o) => o.id)).size).toBe(1);
    expect(begun[0]).toMatchObject({ status: "draft", reeditOf: orderId, title: "Soil moisture in dry regions" });
    expect(begun[0]!.choices).toEqual({ ...CHOICES, preferredEditor: jonas.uid, forReviewers: true });
    expect(begun[0]!.id).not.toBe(reEdit.id);
    expect((await startReEdit(amara, { orderId })).id).toBe(reEdit.id);
    await discardDraft(amara, { orderId: begun[0]!.id });
    expect((await startResponse(amara, { orderId })).id).not.toBe(begun[0]!.id);
  });
  test("by the author alone, from delivered work that isn't in dispute, until the last instant of 365 days", async () => {
    const { orderId } = await delivered();
    for (const stranger of [mei, priya, { kind: "guest", guestKeyHash: "k" } as const])
      await expect(startResponse(stranger, { orderId })).rejects.toMatchObject({ kind: "not-found" });
    for (const other of [jonas, ada])
      await expect(startResponse(other, { orderId })).rejects.toMatchObject({ kind: "refused" });
    for (const status of ["draft", "in_progress", "in_revision", "cancelled", "refunded", "disputed"] as const)
      await expect(startResponse(amara, { orderId: (await orderIn(status)).id })).rejects.toMatchObject({
        kind: "conflict",
        code: "no_response",
      });
    await expect(
      startResponse(amara, { orderId: (await delivered({ disputedAt: NOON })).orderId }),
    ).rejects.toMatchObject({ message: expect.stringContaining("dispute") });
    setClock(after(NOON, 365 * DAY + 1));
    await expect(startResponse(amara, { orderId })).rejects.toMatchObject({
      message: expect.stringContaining("365 days"),
    });
    setClock(after(NOON, 365 * DAY));
    expect((await startResponse(amara, { orderId })).status).toBe("draft");
  });
  test("without the editor whom the author has blocked", async () => {
    const { orderId } = await delivered({ userId: mei.uid });
    await world.db
      .insertInto("client_editors")
      .values({ userId: mei.uid, editorId: jonas.uid, kind: "blocked", createdAt: NOON })
      .execute();
    expect((await startResponse(mei, { orderId })).choices).not.toHaveProperty("preferredEditor");
  });
});

describe("its files", () => {
  test("are the new version, the comments, and one letter: a new letter replaces the one before, two at once too", async () => {
    const { id } = await startResponse(amara, { orderId: (await delivered()).orderId });
    await put(id, "new version.docx", NEW);
    await comments(id);
    await letter(id, ["A first letter."]);
    await Promise.all([letter(id, ["Dear editor."]), letter(id, ["Dear reviewers."])]);
    const files = await filesOf(id);
    expect(files.map((f) => `${f.purpose} ${f.role ?? "manuscript"}`).toSorted()).toEqual([
      "reference reviewer_comments",
      "source manuscript",
      "source reply_letter",
    ]);
    // Its letter isn't compared with the delivery, and nobody is invited with a passage of it.
    expect(
      await world.db
        .selectFrom("files")
        .select(["sample", "reedit", "state"])
        .where("id", "=", files.find((f) => f.role === "reply_letter")!.id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ sample: null, reedit: null, state: "counted" });
    await removeFile(amara, { fileId: files.find((f) => f.role === "reply_letter")!.id });
    expect((await filesOf(id)).some((f) => f.role === "reply_letter")).toBe(false);
  });
  test("are as many as on any order, and a letter is replaced when there's no room for another file", async () => {
    const { id } = await startResponse(amara, { orderId: (await delivered()).orderId });
    for (let n = 1; n < MAX_FILES; n++) await put(id, `part ${n}.docx`, [`Part ${n} of the new version.`]);
    await letter(id, ["A first letter."]);
    expect((await put(id, "one more.docx", ["One more part."])).body).toMatchObject({
      error: { code: "too_many_files" },
    });
    expect((await letter(id, ["Dear reviewers."])).status).toBe(200);
    const { files } = (await readDraftPage(amara, id, null)).draft!;
    expect(files).toHaveLength(MAX_FILES);
    expect(files.filter((f) => f.role === "reply_letter")).toHaveLength(1);
  });
  test("can't be a letter or comments on any other order, of another purpose, or somebody else's", async () => {
    const { orderId } = await delivered();
    const plain = await startDraft(amara, { fresh: true });
    expect((await letter(plain.id)).status).toBe(403);
    expect((await letter((await startReEdit(amara, { orderId })).id)).status).toBe(403);
    const { id } = await startResponse(amara, { orderId });
    expect((await upload(amara, id, "x.docx", docx(REPLY), "reference", undefined, "reply_letter")).status).toBe(403);
    expect((await upload(amara, id, "x.docx", docx(REPLY), "source", undefined, "secret")).status).toBe(403);
    expect((await put(id, "x.docx", REPLY, "reply_letter", mei)).status).toBe(404);
    expect(await filesOf(id)).toEqual([]);
  });
});

describe("its price", () => {
  const codesOf = async (id: string) =>
    (await quoteOrder(amara, { orderId: id })).price!.lines.map((line) => [line.code, line.amountMinor]);
  test("is the re-edit's plus $60, whether or not the letter is there yet; all three files are needed", async () => {
    const { id } = await startResponse(amara, { orderId: (await delivered()).orderId });
    await put(id, "new version.docx", NEW);
    expect((await readDraftPage(amara, id, null)).draft).toMatchObject({ choices: { forReviewers: true } });
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      code: "incomplete",
      fields: { reviewerComments: "Add the reviewers' comments.", replyLetter: "Add your reply letter." },
    });
    await comments(id);
    await letter(id);
    expect(await codesOf(id)).toEqual([
      ["base", 792],
      ["unchanged", 0],
      ["minimum", 208],
      ["reviewers", 6_000],
    ]);
    expect(await getOrder(id)).toMatchObject({ totalMinor: 7_000, editorBasisMinor: 7_000, billableWords: 264 });
  });
  test("isn't made for an unchanged manuscript or a long letter, which the form says by its field", async () => {
    const same = await response(undefined, LINES);
    await expect(quoteOrder(amara, { orderId: same })).rejects.toMatchObject({
      fields: { files: expect.stringContaining("nothing to edit") },
    });
    const id = await response();
    await letter(
      id,
      Array.from({ length: 501 }, (_, i) => `Point ${i} of the reviewers was a good one, thanks.`),
    );
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      fields: { replyLetter: expect.stringContaining("the limit is 5,000 words") },
    });
  });
  test("charges all words of another text, or if the delivery is no longer stored, plus $60", async () => {
    const another = await response(
      undefined,
      Array.from({ length: 40 }, (_, i) => `Salt was taxed ${i} times by towns whose ledgers name every ship.`),
    );
    expect(await codesOf(another)).toEqual([
      ["base", 1_440],
      ["minimum", 560],
      ["reviewers", 6_000],
    ]);
    const { orderId, cleanId } = await delivered();
    await world.db.updateTable("files").set({ removedAt: NOON, storageKey: "" }).where("id", "=", cleanId).execute();
    const gone = await response(orderId);
    expect((await readDraftPage(amara, gone, null)).draft?.files[0]?.reEdit).toMatchObject({ fallback: "gone" });
    expect((await codesOf(gone)).map(([code]) => code)).toEqual(["base", "reviewers"]);
  });
  test("isn't set after 365 days or while the first payment is in dispute; a held price stays payable", async () => {
    const { orderId } = await delivered({ deliveredAt: after(NOON, -364 * DAY) });
    const [late, held] = [await response(orderId), await response()];
    await world.db.updateTable("orders").set({ reeditOf: orderId }).where("id", "=", held).execute();
    await quoteOrder(amara, { orderId: held });
    setClock(after(NOON, 2 * DAY));
    await expect(quoteOrder(amara, { orderId: late })).rejects.toMatchObject({ code: "no_response" });
    expect((await quoteOrder(amara, { orderId: held })).status).toBe("quoted");
    await world.db.updateTable("orders").set({ disputedAt: NOON }).where("id", "=", orderId).execute();
    await expect(quoteOrder(amara, { orderId: held })).rejects.toMatchObject({ code: "no_response" });
  });
});

describe("the work", () => {
  test("goes to the same editor first, who edits the manuscript and the letter; the author gets both, and the books agree", async () => {
    const id = await response();
    const [first, second] = await Promise.all([1, 2].map(() => quoteOrder(amara, { orderId: id })));
    expect(first!.totalMinor).toBe(second!.totalMinor);
    await payCheckout((await startPayment(amara, { orderId: id })).url);
    await cards.deliver();
    const sent = await world.db.selectFrom("invites").selectAll().where("orderId", "=", id).execute();
    expect(sent.map((i) => i.editorId)).toEqual([jonas.uid]);
    const card = (await listOpenInvites(jonas, NOON)).invites.find((i) => i.orderId === id)!;
    expect(card).toMatchObject({ words: 264, letterWords: 16, sections: [{ words: 264 }] });
    await acceptInvite(jonas, { inviteId: sent[0]!.id });
    await world.db.updateTable("orders").set({ qaReason: "none" }).where("id", "=", id).execute();
    const order = await getOrder(id);
    // 55% of the list price, with the $60 in it.
    expect(order.editorPayMinor).toBe(card.payMinor);
    expect(order.editorPayMinor).toBe(3_850);
    await startOrder(jonas, { orderId: id });

    const view = await getOrderView(jonas, id, { openQueries: 0 });
    expect(view.reEdit).toMatchObject({ forReviewers: true, files: [{ listed: { length: 12 } }] });
    expect(view.references).toMatchObject([{ role: "reviewer_comments" }]);
    expect(view.sources.map((f) => f.role)).toEqual([null, "reply_letter"]);
    expect((await fileFor(jonas, view.references[0]!.id)).file.id).toBe(view.references[0]!.id);
    await expect(fileFor(priya, view.references[0]!.id)).rejects.toMatchObject({ kind: "not-found" });

    const [manuscript, reply] = view.sources;
    const copy = (source: { id: string }, lines: readonly string[], name: string) =>
      upload(jonas, id, name, docx(lines, "It is so."), "tracked", source.id);
    const submit = () => submitWork(jonas, { noAi: true, orderId: id, letter: "Dear author, both are edited." });
    await copy(manuscript!, NEW, "edited.docx");
    await expect(submit()).rejects.toMatchObject({ fields: { [`tracked.${reply!.id}`]: expect.any(String) } });
    await copy(reply!, ["We thank nobody."], "untracked.docx");
    expect((await submit()).outcome).toBe("stopped");
    await copy(reply!, REPLY, "reply edited.docx");
    expect((await submit()).outcome).toBe("submitted");
    await cards.deliver();

    const own = await getOrderView(amara, id, { openQueries: 0 });
    expect(own.status).toBe("delivered");
    expect(own.submissions.at(-1)!.files.map((f) => [f.role, f.tracked !== null, f.clean !== null])).toEqual([
      [null, true, true],
      ["reply_letter", true, true],
    ]);
    expect((await reconcileLedger()).differences).toEqual([]);
    // The journal may ask again: the delivered response is where the next one starts.
    expect((await startResponse(amara, { orderId: id })).reeditOf).toBe(id);
  });
  test("goes to others if the same editor isn't available", async () => {
    const { calendar } = await world.db
      .selectFrom("editors")
      .select("calendar")
      .where("uid", "=", jonas.uid)
      .executeTakeFirstOrThrow();
    await world.db.updateTable("editors").set({ matchReady: false }).where("uid", "=", jonas.uid).execute();
    try {
      const id = await response();
      await quoteOrder(amara, { orderId: id });
      await payCheckout((await startPayment(amara, { orderId: id })).url);
      await cards.deliver();
      const sent = await world.db.selectFrom("invites").select("editorId").where("orderId", "=", id).execute();
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.map((i) => i.editorId)).not.toContain(jonas.uid);
    } finally {
      await world.db
        .updateTable("editors")
        .set({ matchReady: true, calendar: json(calendar) })
        .where("uid", "=", jonas.uid)
        .execute();
    }
  });
});

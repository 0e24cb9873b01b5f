import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveredOrder, orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import { fileFor } from "../work/file-for.ts";
import { findDraft } from "./find-draft.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { quoteCall } from "../views/order-calls.ts";
import { purgeRemovedFiles } from "../uploads/purge-removed-files.ts";
import { quoteOrder } from "./quote-order.ts";
import { readDraftPage } from "./read-draft-page.ts";
import { removeFile } from "../uploads/remove-file.ts";
import { saveDraft } from "./save-draft.ts";
import { startDraft } from "./start-draft.ts";
import { startReEdit } from "./start-re-edit.ts";
import { upload } from "../uploads/testing-uploads.ts";

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
const ada = personOf("ada");
const CHOICES = {
  service: "copyediting",
  turnaround: "7d",
  field: "life-sciences",
  subfield: "ecology",
  variant: "UK",
  styleGuide: "apa",
  documentType: "research-article",
  instructions: "Keep our terms.",
  excluded: [{ fileId: "fil_x", section: "s1" }],
  couponCode: "OLD",
};

const LINES = Array.from(
  { length: 40 },
  (_, i) =>
    `Plot ${i} held more water in year ${1900 + i} than plot ${i + 3} beside the river, as the ledger of station ${i} shows.`,
);
const paper = (lines: readonly string[], title = "Results"): Uint8Array =>
  buildDocx({ paragraphs: [{ heading: 1, text: title }, ...lines.map((text) => ({ text }))] });
const delivered = (status: "delivered" | "accepted" | "closed" = "accepted") =>
  deliveredOrder({ status, clean: paper(LINES), set: { choices: json(CHOICES) } });
const changed = (...at: number[]): string[] =>
  LINES.map((line, i) => (at.includes(i) ? line.replace("more water", "far less water") : line));
/** A re-edit of Amara's with this new version in it. */
async function reEditWith(lines: readonly string[], of?: string): Promise<{ id: string; fileId: string }> {
  const { id } = await startReEdit(amara, { orderId: of ?? (await delivered()).orderId });
  const { body } = await upload(amara, id, "new version.docx", paper(lines));
  return { id, fileId: body.file!.id };
}
const linesOf = (price: unknown) =>
  (price as PriceReceipt).lines.map(({ code, detail, amountMinor }) => [code, detail, amountMinor]);

describe("a re-edit is started", () => {
  test("from a delivered, an accepted and a closed order, with its choices and its editor", async () => {
    for (const status of ["delivered", "accepted", "closed"] as const) {
      const { orderId } = await delivered(status);
      const order = await startReEdit(amara, { orderId });
      expect(order).toMatchObject({
        status: "draft",
        reeditOf: orderId,
        userId: amara.uid,
        assignedTo: null,
        price: null,
      });
      const { excluded: _, couponCode: _code, ...kept } = CHOICES;
      expect(order.choices).toEqual({ ...kept, preferredEditor: jonas.uid });
    }
  });
  test("once, however often and however many at once; again when that one is paid", async () => {
    const { orderId } = await delivered();
    const begun = await Promise.all(Array.from({ length: 5 }, () => startReEdit(amara, { orderId })));
    expect(new Set(begun.map((o) => o.id)).size).toBe(1);
    await world.db.updateTable("orders").set({ status: "paid" }).where("id", "=", begun[0]!.id).execute();
    expect((await startReEdit(amara, { orderId })).id).not.toBe(begun[0]!.id);
  });
  test("only by its author: strangers are told that the order doesn't exist, its editor and staff that it isn't theirs", async () => {
    const { orderId } = await delivered();
    await expect(startReEdit(mei, { orderId })).rejects.toMatchObject({ kind: "not-found" });
    await expect(startReEdit(priya, { orderId })).rejects.toMatchObject({ kind: "not-found" });
    await expect(startReEdit({ kind: "guest", guestKeyHash: "k" }, { orderId })).rejects.toMatchObject({
      kind: "not-found",
    });
    for (const actor of [jonas, ada])
      await expect(startReEdit(actor, { orderId })).rejects.toMatchObject({ kind: "refused" });
  });
  test("not from a draft, nor from an order that isn't delivered or is in revision", async () => {
    for (const status of ["draft", "in_progress", "in_revision", "cancelled"] as const)
      await expect(startReEdit(amara, { orderId: (await orderIn(status)).id })).rejects.toMatchObject({
        kind: "conflict",
        code: "no_delivery",
      });
  });
  test("not after the delivery's files are deleted, with advice on what to do", async () => {
    const { orderId, cleanId } = await delivered();
    await world.db.updateTable("files").set({ removedAt: NOON }).where("id", "=", cleanId).execute();
    await expect(startReEdit(amara, { orderId })).rejects.toMatchObject({
      kind: "gone",
      message: expect.stringContaining("no longer have the files"),
      advice: expect.stringContaining("new order"),
    });
    // A PDF is returned annotated, without a clean copy.
    await expect(startReEdit(amara, { orderId: (await orderIn("accepted")).id })).rejects.toMatchObject({
      kind: "gone",
      message: expect.stringContaining("no clean copy"),
    });
  });
  test("without the last editor if the author doesn't want them again", async () => {
    const { orderId } = await deliveredOrder({ set: { userId: mei.uid, choices: json(CHOICES) } });
    await world.db
      .insertInto("client_editors")
      .values({ userId: mei.uid, editorId: jonas.uid, kind: "blocked", createdAt: NOON })
      .execute();
    expect((await startReEdit(mei, { orderId })).choices).not.toHaveProperty("preferredEditor");
  });
  test("and is never the draft that a new manuscript is added to", async () => {
    const re = await startReEdit(amara, { orderId: (await delivered()).orderId });
    expect((await startDraft(amara, {})).id).not.toBe(re.id);
    expect((await findDraft(amara))?.id).not.toBe(re.id);
    expect((await findDraft(amara, re.id))?.id).toBe(re.id);
  });
});

describe("the new version", () => {
  test("is priced by its changed and new sentences, with the unchanged ones free and at least $10", async () => {
    const { id } = await reEditWith([
      ...changed(3, 17),
      "This sentence is wholly new and tells of the glacier above the valley.",
    ]);
    const page = await readDraftPage(amara, id, null);
    expect(page.draft).toMatchObject({
      reEditOf: { title: "Soil moisture in dry regions" },
      files: [{ reEdit: { fallback: null, sentences: { unchanged: 39, changed: 2, new: 1, moved: 0, removed: 0 } } }],
    });
    expect(JSON.stringify(page)).not.toContain("glacier");
    expect(page.editors).toContainEqual({ uid: jonas.uid, displayName: jonas.displayName, kind: "last" });
    const words = LINES[0]!.split(" ").length;
    const order = await quoteOrder(amara, { orderId: id });
    expect(order.billableWords).toBe(2 * (words + 1) + 13);
    expect(linesOf(order.price)).toEqual([
      [
        "base",
        `${order.billableWords} words in changed and new sentences at $0.030`,
        Math.round(order.billableWords * 3),
      ],
      ["unchanged", `${38 * words + 1} words: free`, 0],
      ["minimum", "adjustment to the $10.00 minimum", 1_000 - order.billableWords * 3],
    ]);
    expect(order).toMatchObject({ totalMinor: 1_000, editorBasisMinor: 1_000, words: 40 * words + 2 + 1 + 13 });
    // The page's own call says the same.
    expect(await quoteCall(amara, { orderId: id })).toMatchObject({
      offer: { receipt: { totalMinor: 1_000, billableWords: order.billableWords } },
    });
  });
  test("without any changes isn't sold", async () => {
    const { id } = await reEditWith([...LINES.slice(20), ...LINES.slice(0, 20)]);
    await expect(quoteOrder(amara, { orderId: id })).rejects.toMatchObject({
      code: "not_offered",
      fields: { files: expect.stringContaining("nothing to edit") },
    });
  });
  test("that is another text is priced as new work, and says so", async () => {
    const { id } = await reEditWith(
      Array.from(
        { length: 30 },
        (_, i) => `Salt was taxed ${i} times by the towns along the northern coast, whose ledgers name every ship.`,
      ),
    );
    expect((await readDraftPage(amara, id, null)).draft?.files[0]?.reEdit).toMatchObject({ fallback: "another" });
    const order = await quoteOrder(amara, { orderId: id });
    expect([order.totalMinor, order.price!.lines.map((l) => l.label)]).toEqual([
      2_000,
      ["Copyediting, 7 days", "Minimum order"],
    ]);
  });
  test("is compared again when its file is replaced, and a section left out isn't charged", async () => {
    const { id, fileId } = await reEditWith(changed(1));
    expect((await quoteOrder(amara, { orderId: id })).status).toBe("quoted");
    await removeFile(amara, { fileId });
    const { body } = await upload(
      amara,
      id,
      "newer.docx",
      buildDocx({
        paragraphs: [
          { heading: 1, text: "Results" },
          ...changed(1, 2).map((text) => ({ text })),
          { heading: 1, text: "Outlook" },
          ...Array.from({ length: 90 }, (_, i) => ({
            text: `Outlook number ${i} speaks of harvests in county ${i} and of markets that nobody has measured so far.`,
          })),
        ],
      }),
    );
    const whole = await quoteOrder(amara, { orderId: id });
    await saveDraft(amara, { orderId: id, patch: { excluded: [{ fileId: body.file!.id, section: "s1" }] } });
    const part = await quoteOrder(amara, { orderId: id });
    expect([whole.billableWords > 1_300, part.billableWords]).toEqual([true, 2 * LINES[1]!.split(" ").length + 2]);
  });
  test("is counted in full if the delivery has been deleted", async () => {
    const { orderId, cleanId } = await delivered();
    const { id } = await startReEdit(amara, { orderId });
    await world.db.updateTable("files").set({ storageKey: "" }).where("id", "=", cleanId).execute();
    await upload(amara, id, "late.docx", paper(changed(1)));
    expect((await readDraftPage(amara, id, null)).draft?.files[0]?.reEdit).toMatchObject({ fallback: "gone" });
  });
  test("deletes its sentences when it is removed permanently", async () => {
    const { fileId } = await reEditWith(changed(5));
    const row = () => world.db.selectFrom("files").select("reedit").where("id", "=", fileId).executeTakeFirstOrThrow();
    expect((await row()).reedit).toMatchObject({ listed: [{ kind: "changed" }] });
    await removeFile(amara, { fileId });
    await purgeRemovedFiles(new Date(NOON.getTime() + 2 * 3_600_000));
    expect((await row()).reedit).toMatchObject({ listed: [], count: { sentences: { changed: 1 } } });
  });
});

describe("the editor of a re-edit", () => {
  test("sees what changed and may open the delivery; the author and other editors see neither list nor more than before", async () => {
    const { orderId, cleanId } = await delivered();
    const { id } = await reEditWith(changed(7), orderId);
    await world.db
      .updateTable("orders")
      .set({ status: "in_progress", assignedTo: priya.uid })
      .where("id", "=", id)
      .execute();
    const view = await getOrderView(priya, id, { openQueries: 0 });
    expect(view.reEdit).toMatchObject({
      of: { id: orderId },
      delivered: [{ id: cleanId }],
      files: [
        {
          listed: [
            {
              kind: "changed",
              section: "Results",
              paragraph: 9,
              parts: [
                { what: "same" },
                { what: "out", text: "more" },
                { what: "in", text: "far less" },
                { what: "same" },
              ],
            },
          ],
        },
      ],
    });
    expect(view.sources[0]?.sections[0]).toMatchObject({ note: expect.stringMatching(/unchanged, \d+ changed$/) });
    expect((await fileFor(priya, cleanId)).file.id).toBe(cleanId);
    expect(view.reEdit?.files[0]).toMatchObject({ left: [], words: { changed: LINES[7]!.split(" ").length + 1 } });
    await expect(fileFor(mei, cleanId)).rejects.toMatchObject({ kind: "not-found" });
    // The tracked copy and letter of another editor stay closed.
    const tracked = await world.db
      .selectFrom("files")
      .select("id")
      .where("orderId", "=", orderId)
      .where("purpose", "=", "tracked")
      .executeTakeFirstOrThrow();
    await expect(fileFor(priya, tracked.id)).rejects.toMatchObject({ kind: "not-found" });
    const own = await getOrderView(amara, id, { openQueries: 0 });
    expect(own.reEdit).toMatchObject({ delivered: [], files: [{ listed: [], count: { sentences: { changed: 1 } } }] });
    await world.db.updateTable("orders").set({ assignedTo: jonas.uid }).where("id", "=", id).execute();
    await expect(fileFor(priya, cleanId)).rejects.toMatchObject({ kind: "not-found" });
  });
});

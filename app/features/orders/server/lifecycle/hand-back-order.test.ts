import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COPIES, storeFile } from "#boot/testing/order-copies.ts";
import { orderIn } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { getOrder } from "../views/find-order.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { workSoFar } from "../views/handover-view.ts";
import { readOrderPage } from "../views/read-order-page.ts";
import { fileFor } from "../work/file-for.ts";
import { assignOrder } from "./assign-order.ts";
import { handBackOrder } from "./hand-back-order.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const jonas = personOf("jonas");
const reason = "I have a fever.";

describe("an editor hands an order back", () => {
  test.each(["assigned", "in_progress"] as const)("that is %s: it looks for another editor", async (status) => {
    const { id } = await orderIn(status);
    await handBackOrder(jonas, { orderId: id, reason });
    expect(await getOrder(id)).toMatchObject({ status: "paid", assignedTo: null, editorDueAt: null });
    const [fact] = await world.db
      .selectFrom("facts")
      .selectAll()
      .where("orderId", "=", id)
      .where("kind", "=", "order.released")
      .execute();
    expect(fact).toMatchObject({ actorId: "usr_jonas", data: { editorId: "usr_jonas", reason } });
  });
  test("once, when requested twice at once", async () => {
    const { id } = await orderIn("assigned");
    const done = await Promise.allSettled([1, 2].map(() => handBackOrder(jonas, { orderId: id, reason })));
    expect(done.filter((d) => d.status === "fulfilled")).toHaveLength(1);
    const facts = await world.db
      .selectFrom("facts")
      .select("id")
      .where("orderId", "=", id)
      .where("kind", "=", "order.released")
      .execute();
    expect(facts).toHaveLength(1);
  });
  test("gives a reason, which the author isn't told", async () => {
    const { id } = await orderIn("assigned");
    await expect(handBackOrder(jonas, { orderId: id, reason: " " })).rejects.toMatchObject({
      fields: { reason: "Tell us why. Only our staff will see it." },
    });
    await handBackOrder(jonas, { orderId: id, reason });
    const lines = async (who: "amara" | "ada") =>
      JSON.stringify((await getOrderView(personOf(who), id, { openQueries: 0 })).timeline);
    expect(await lines("amara")).not.toContain(reason);
    expect(await lines("ada")).toContain(reason);
  });
  test("that is in progress: the words the next editor doesn't have to redo are stored with the copy", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    const bytes = COPIES.tracked();
    await storeFile(id, { purpose: "tracked", name: "soil.docx", bytes, by: "usr_jonas", sourceFileId: sourceId });
    await expect(handBackOrder(jonas, { orderId: id, reason, words: "9000" })).rejects.toMatchObject({
      fields: { words: "Enter 5,000 or fewer." },
    });
    await handBackOrder(jonas, { orderId: id, reason, words: "2000" });
    await assignOrder(personOf("ada"), { orderId: id, editorId: "usr_priya", how: "admin" });
    const page = await readOrderPage(personOf("priya"), id);
    expect(workSoFar(page)).toMatchObject({ words: 2_000, copies: [{ name: "soil.docx" }], revision: false });
    const { file } = await fileFor(personOf("priya"), workSoFar(page)!.copies[0]!.id);
    expect(file.uploadedBy).toBe("usr_jonas");
    // The editor who left can't open any of it anymore.
    await expect(fileFor(jonas, file.id)).rejects.toMatchObject({ kind: "not-found" });
  });
  test("the second time within 90 days counts as an order that wasn't on time", async () => {
    const onTime = async () =>
      (await world.db.selectFrom("editor_records").select("onTime").where("editorId", "=", "usr_noor").execute())[0]
        ?.onTime;
    const noor = personOf("noor");
    const weights = [];
    for (let n = 0; n < 2; n++) {
      const { id } = await orderIn("assigned", { set: { assignedTo: noor.uid } });
      await handBackOrder(noor, { orderId: id, reason });
      const fact = await world.db
        .selectFrom("facts")
        .select("id")
        .where("orderId", "=", id)
        .where("kind", "=", "order.released")
        .executeTakeFirstOrThrow();
      await runReaction({ factId: fact.id, reaction: "refreshEditorRecord" });
      weights.push(await onTime());
    }
    expect(weights).toEqual([
      { weight: 0, total: 0 },
      { weight: 1, total: 0 },
    ]);
  });
  test("only if it's their own", async () => {
    const { id } = await orderIn("assigned");
    for (const who of ["priya", "amara", "sam", "ada"] as const)
      await expect(handBackOrder(personOf(who), { orderId: id, reason })).rejects.toMatchObject({ kind: "refused" });
  });
  test("doesn't count against them when their question was unanswered for a week, until it's answered", async () => {
    const excusedOf = async (flags: object) => {
      const { id } = await orderIn("in_progress", { set: { flags: JSON.stringify(flags) } });
      await handBackOrder(jonas, { orderId: id, reason });
      return world.db.selectFrom("order_handovers").select("excused").where("orderId", "=", id).executeTakeFirst();
    };
    expect(await excusedOf({ unanswered: "2026-11-20T12:00:00.000Z" })).toEqual({ excused: true });
    expect(await excusedOf({})).toEqual({ excused: false });
  });
});

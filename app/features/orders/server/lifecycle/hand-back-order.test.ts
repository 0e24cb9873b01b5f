import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COPIES, orderIn, storeFile } from "#boot/testing/make-order.ts";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { getOrder } from "../views/find-order.ts";
import { getOrderView } from "../views/get-order-view.ts";
import { handBackOrder, whyNotHandBack } from "./hand-back-order.ts";

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
  test("once, when it is asked twice at once", async () => {
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
      fields: { reason: "Tell us why. Only our staff read it." },
    });
    await handBackOrder(jonas, { orderId: id, reason });
    const lines = async (who: "amara" | "ada") =>
      JSON.stringify((await getOrderView(personOf(who), id, { openQueries: 0 })).timeline);
    expect(await lines("amara")).not.toContain(reason);
    expect(await lines("ada")).toContain(reason);
  });
  test("not once part of it is done: then support hands it over", async () => {
    const { id, sourceId } = await orderIn("in_progress");
    await storeFile(id, {
      purpose: "tracked",
      name: "soil.docx",
      bytes: COPIES.tracked(),
      by: "usr_jonas",
      sourceFileId: sourceId,
    });
    expect(await whyNotHandBack(await getOrder(id))).toMatchObject({
      advice: expect.stringContaining("support") as string,
    });
    await expect(handBackOrder(jonas, { orderId: id, reason })).rejects.toMatchObject({ code: "has_work" });
    const progressed = await orderIn("in_progress", { set: { progressWords: 100 } });
    await expect(handBackOrder(jonas, { orderId: progressed.id, reason })).rejects.toMatchObject({ code: "has_work" });
  });
  test("only their own, and nobody else's", async () => {
    const { id } = await orderIn("assigned");
    for (const who of ["priya", "amara", "sam", "ada"] as const)
      await expect(handBackOrder(personOf(who), { orderId: id, reason })).rejects.toMatchObject({ kind: "refused" });
  });
});

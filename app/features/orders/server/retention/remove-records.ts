import { sql } from "kysely";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { removeFactTexts } from "#app/platform/server/core/facts.ts";
import { database } from "#app/platform/server/core/database.ts";
import { forget } from "../uploads/take-file.ts";
import { orderFact } from "../lifecycle/move-order.ts";
import { lockOrder } from "../views/find-order.ts";

/**
 * Deletes what was kept of an order for disputed payments: the letters, the instructions and notes, names and hashes of
 * files, and who opened which file. The price, the dates and the counts by section stay with the invoice. Safe to
 * repeat.
 */
export async function removeRecordsOf(orderId: string): Promise<void> {
  const db = database();
  const letters = await db
    .selectFrom("files")
    .select("storageKey")
    .where("orderId", "=", orderId)
    .where("storageKey", "<>", "")
    .execute();
  for (const { storageKey } of letters) await forget(storageKey);
  await transact(CLOCK, async (ctx) => {
    const { tx } = ctx;
    const order = await lockOrder(tx, orderId);
    if (order.recordsDeletedAt) return;
    await tx.deleteFrom("file_views").where("orderId", "=", orderId).execute();
    await tx.deleteFrom("order_notes").where("orderId", "=", orderId).execute();
    await tx.updateTable("second_readings").set({ note: "" }).where("orderId", "=", orderId).execute();
    await tx.updateTable("order_policies").set({ consentName: null }).where("orderId", "=", orderId).execute();
    await tx.updateTable("submissions").set({ letter: "" }).where("orderId", "=", orderId).execute();
    await tx.updateTable("ratings").set({ comment: "" }).where("orderId", "=", orderId).execute();
    await tx.updateTable("order_handovers").set({ reason: "" }).where("orderId", "=", orderId).execute();
    await tx.updateTable("date_proposals").set({ reason: "" }).where("orderId", "=", orderId).execute();
    await tx.updateTable("order_changes").set({ reason: "" }).where("orderId", "=", orderId).execute();
    await tx.updateTable("word_differences").set({ reason: "", note: null }).where("orderId", "=", orderId).execute();
    await sql`update qa_reviews set note = null, appeal = case when appeal is not null then '' end
      where "orderId" = ${orderId}`.execute(tx);
    await sql`
      update files set name = 'Deleted file', sha256 = '', "storageKey" = '',
        "removedAt" = coalesce("removedAt", ${ctx.now})
      where "orderId" = ${orderId}`.execute(tx);
    await sql`update orders set "revisionNote" = null, choices = choices - 'instructions'
      where id = ${orderId}`.execute(tx);
    await removeFactTexts(tx, orderId);
    await tx.updateTable("orders").set({ recordsDeletedAt: ctx.now }).where("id", "=", orderId).execute();
    await orderFact(ctx, order, "files.records_deleted", {});
  });
}

import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes an author's style sheet, what was decided on their orders, and who they decided as on other people's. */
export async function forgetSheet(tx: Tx, uid: string, orderIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("style_entries")
    .where((e) => e.or([e("ownerId", "=", uid), ...(orderIds.length > 0 ? [e("orderId", "in", orderIds)] : [])]))
    .execute();
  await tx.updateTable("style_entries").set({ byId: null }).where("byId", "=", uid).execute();
}

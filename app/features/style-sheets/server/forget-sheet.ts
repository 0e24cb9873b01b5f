import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes an author's style sheet, its history, and who decided what on other people's. */
export async function forgetSheet(tx: Tx, uid: string): Promise<void> {
  await tx
    .deleteFrom("style_entries")
    .where((e) =>
      e.or([e("ownerId", "=", uid), e("orderId", "in", e.selectFrom("orders").select("id").where("userId", "=", uid))]),
    )
    .execute();
  await tx.updateTable("style_entries").set({ byId: null }).where("byId", "=", uid).execute();
}

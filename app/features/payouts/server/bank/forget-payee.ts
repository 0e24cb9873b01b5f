import type { Tx } from "#app/platform/server/core/database.ts";

/** Deletes bank details that were never confirmed. Those that money was sent to stay with the payouts. */
export async function forgetPayee(tx: Tx, uid: string): Promise<void> {
  await tx.deleteFrom("bank_changes").where("uid", "=", uid).execute();
}

import type { Tx } from "#app/platform/server/core/database.ts";

/** Ends a person's discount and removes why it was given. */
export async function forgetDiscounts(tx: Tx, uid: string, now: Date): Promise<void> {
  await tx
    .updateTable("account_discounts")
    .set((e) => ({ reason: "", endedAt: e.fn.coalesce("endedAt", e.val(now)) }))
    .where("userId", "=", uid)
    .execute();
}

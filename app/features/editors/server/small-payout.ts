import type { Tx } from "#app/platform/server/core/database.ts";

/**
 * Notes that an editor asked for a payout below the minimum, which each may do once.
 * @returns false if the editor has asked before
 */
export async function noteSmallPayout(tx: Tx, uid: string, at: Date): Promise<boolean> {
  const noted = await tx
    .updateTable("editors")
    .set({ smallPayoutAskedAt: at })
    .where("uid", "=", uid)
    .where("smallPayoutAskedAt", "is", null)
    .returning("uid")
    .executeTakeFirst();
  return noted !== undefined;
}

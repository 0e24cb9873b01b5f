import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";

/** New words that were paid and delivered but have no earning yet, with the list price that was charged for them. */
export const listEarnedVersions = async (orderId: string, db: Reader) =>
  (
    await db
      .selectFrom("revision_versions as v")
      .innerJoin("order_charges as c", "c.id", "v.chargeId")
      .select(["v.id", "v.editorId", "c.listMinor"])
      .where("v.orderId", "=", orderId)
      .where("v.status", "=", "paid")
      .where("v.deliveredAt", "is not", null)
      .where("v.earningId", "is", null)
      .orderBy("v.round")
      .execute()
  ).flatMap(({ editorId, ...version }) => (editorId ? [{ ...version, editorId }] : []));

/** New words that were paid and whose revision hasn't been delivered, with their charges. */
export const listUndoneVersions = async (orderId: string, db: Reader) =>
  (
    await db
      .selectFrom("revision_versions")
      .select(["id", "chargeId"])
      .where("orderId", "=", orderId)
      .where("status", "=", "paid")
      .where("deliveredAt", "is", null)
      .orderBy("round")
      .execute()
  ).flatMap(({ id, chargeId }) => (chargeId ? [{ id, chargeId }] : []));

/** Records that the payment for new words is refunded, because they weren't edited. */
export const markRefunded = async ({ tx, now }: CommandContext, versionId: string): Promise<void> => {
  await tx
    .updateTable("revision_versions")
    .set({ status: "refunded", decidedAt: now })
    .where("id", "=", versionId)
    .execute();
};

/** Records the earning that pays an editor for new words. */
export const noteEarning = async ({ tx }: CommandContext, versionId: string, earningId: string): Promise<void> => {
  await tx.updateTable("revision_versions").set({ earningId }).where("id", "=", versionId).execute();
};

import type { CommandContext } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";

/**
 * Revokes every certificate of a person's orders: their hashes and content are deleted, and their PDFs by the reaction.
 */
export async function revokeAllCertificates({ tx, now, fact }: CommandContext, uid: string): Promise<void> {
  const revoked = await tx
    .updateTable("certificates")
    .set({ revokedAt: now, facts: null, seal: null, pdfBytes: 0 })
    .where("revokedAt", "is", null)
    .where("orderId", "in", tx.selectFrom("orders").select("id").where("userId", "=", uid))
    .returning(["id", "orderId", "kind"])
    .execute();
  for (const { id, orderId, kind } of revoked)
    await fact("certificate.revoked", {
      orderId,
      subjectId: id,
      data: { certificateId: id, ...(kind === "declaration" && { kind }) },
      topics: ["staff"],
    });
  if (revoked.length > 0) await forgetPages(tx);
}

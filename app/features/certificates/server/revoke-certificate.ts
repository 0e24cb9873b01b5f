import { z } from "zod";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { command } from "#app/platform/server/core/command.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { getCertificate, pdfKey } from "./find-certificate.ts";

/**
 * Revokes a certificate for its author: deletes its hashes, content, and PDF, so that its page shows only that it was
 * revoked.
 */
export const revokeCertificate = command({
  input: z.object({ certificateId: z.string() }),
  load: async (input, { tx }) => {
    const { orderId } = await getCertificate(input.certificateId, tx);
    const order = await lockOrder(tx, orderId);
    return { order, certificate: await getCertificate(input.certificateId, tx) };
  },
  allow: (actor, { order }) => can.decide(actor, order) || "Only the author can revoke a certificate.",
  run: async (ctx) => {
    const { order, certificate } = ctx.thing;
    if (certificate.revokedAt) return;
    await ctx.tx
      .updateTable("certificates")
      .set({ revokedAt: ctx.now, facts: null, seal: null, pdfBytes: 0 })
      .where("id", "=", certificate.id)
      .execute();
    const { kind } = certificate;
    await orderFact(
      ctx,
      order,
      "certificate.revoked",
      { certificateId: certificate.id, ...(kind === "declaration" && { kind }) },
      certificate.id,
    );
    await forgetPages(ctx.tx);
  },
});

/** The reaction: deletes the PDF and with it the key. */
export async function removeCertificatePdf(fact: Fact): Promise<void> {
  if (fact.kind === "certificate.revoked") await storage().remove(pdfKey(fact.data.certificateId));
}

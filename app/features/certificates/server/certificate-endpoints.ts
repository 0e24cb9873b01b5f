import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { openUnhashed } from "#app/platform/server/files/stored-file.ts";
import { contentDisposition } from "#app/features/orders/rules/draft/file-name.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { getCertificate, mayHave, pdfKey } from "./find-certificate.ts";

type Args = { actor: Actor; params: Record<string, string> };

/** GET /api/certificates/:id/pdf, for the order's author and for staff. Everyone else gets not-found. */
export async function getCertificatePdf(_request: Request, { actor, params }: Args): Promise<Response> {
  const row = await getCertificate(params.id ?? "");
  const order = await findOrder(row.orderId);
  if (!order || row.revokedAt || !mayHave(actor, order)) throw notFound("certificate");
  const { stream, bytes } = await openUnhashed({ storageKey: pdfKey(row.id), orderId: row.orderId });
  return new Response(stream, {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes),
      "content-disposition": contentDisposition(`Certificate ${row.id}.pdf`),
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "private, no-store",
    },
  });
}

/**
 * GET /api/certified/:id: the hashes a visitor's browser compares a file with. They are useless without the key in the
 * certificate's link.
 */
export async function getSeal(_request: Request, { params }: Args): Promise<Response> {
  const row = await getCertificate(params.id ?? "");
  if (!row.seal) throw notFound("certificate");
  return new Response(new Uint8Array(row.seal), {
    headers: { "content-type": "application/octet-stream", "cache-control": "no-store" },
  });
}

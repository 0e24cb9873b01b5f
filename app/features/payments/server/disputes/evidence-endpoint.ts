import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { collectEvidence } from "./collect-evidence.ts";
import { evidencePdf } from "./evidence-pdf.ts";
import { findDispute } from "./find-dispute.ts";

/**
 * GET /api/disputes/:id/evidence: the evidence that would be sent, as a PDF. For admins; everyone else gets not-found.
 */
export async function getEvidencePdf(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const dispute = may(actor, "money") ? await findDispute(params.id ?? "") : null;
  if (!dispute) throw notFound("dispute");
  const evidence = await collectEvidence(dispute);
  const bytes = await evidencePdf(evidence, dispute.sendingAt ?? now());
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="evidence-${evidence.number}.pdf"`,
      "cache-control": "private, no-store",
    },
  });
}

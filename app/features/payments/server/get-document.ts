import { type Actor, isAdmin, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { invoicePdf } from "./invoice-pdf.ts";

/** GET /api/invoices/:id/pdf, for its owner and for admins. Everyone else gets not-found. */
export async function getDocumentPdf(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const row = isId("invoice", params.id)
    ? await database()
        .selectFrom("invoices")
        .select(["ownerId", "number", "document"])
        .where("id", "=", params.id)
        .executeTakeFirst()
    : undefined;
  const verified = actor.kind === "person" && actor.emailVerified ? uidOf(actor) : null;
  if (!row || (row.ownerId !== verified && !isAdmin(actor))) throw notFound("document");
  const bytes = await invoicePdf(row.document);
  return new Response(new Uint8Array(bytes), {
    headers: { "content-type": "application/pdf", "content-disposition": `inline; filename="${row.number}.pdf"` },
  });
}

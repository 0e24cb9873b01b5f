import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { invoicePdf, invoiceXml } from "./invoice-pdf.ts";

type Asked = { actor: Actor; params: Record<string, string> };

/** A document, for its owner, for those who manage the organization that paid, and for the finance team. @throws not-found for everyone else */
async function readDocument({ actor, params }: Asked) {
  const verified = actor.kind === "person" && actor.emailVerified ? uidOf(actor) : null;
  const row = isId("invoice", params.id)
    ? await database()
        .selectFrom("invoices as i")
        .leftJoin("orders as o", "o.id", "i.orderId")
        .leftJoin("organization_members as m", (on) =>
          on
            .onRef("m.organizationId", "=", "o.organizationId")
            .on("m.uid", "=", verified)
            .on("m.role", "in", ["owner", "manager"]),
        )
        .select(["i.ownerId", "i.number", "i.document", "m.uid as managerId"])
        .where("i.id", "=", params.id)
        .executeTakeFirst()
    : undefined;
  const isTheirs = verified !== null && (row?.ownerId === verified || row?.managerId === verified);
  if (!row || (!isTheirs && !may(actor, "money"))) throw notFound("document");
  return row;
}

/** GET /api/invoices/:id/pdf, for its owner and for admins. Everyone else gets not-found. */
export async function getDocumentPdf(_request: Request, asked: Asked): Promise<Response> {
  const { number, document } = await readDocument(asked);
  const bytes = await invoicePdf(document);
  return new Response(new Uint8Array(bytes), {
    headers: { "content-type": "application/pdf", "content-disposition": `inline; filename="${number}.pdf"` },
  });
}

/** GET /api/invoices/:id/xml: the e-invoice, for the same people. Documents without one are not found. */
export async function getDocumentXml(_request: Request, asked: Asked): Promise<Response> {
  const { number, document } = await readDocument(asked);
  const xml = invoiceXml(document);
  if (xml === null) throw notFound("document");
  return new Response(xml, {
    headers: {
      "content-type": "application/xml; charset=utf-8",
      "content-disposition": `attachment; filename="${number}.xml"`,
    },
  });
}

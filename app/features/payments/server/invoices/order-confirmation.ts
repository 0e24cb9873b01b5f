import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { orderConfirmation } from "../../rules/invoices/order-confirmation.ts";
import { invoicePdf } from "./invoice-pdf.ts";

const ENDED: Partial<Record<OrderStatus, string>> = { cancelled: "canceled", refunded: "refunded" };

/**
 * GET /api/orders/:id/confirmation/pdf: that an order was placed, for its author, for those who manage the organization
 * that pays, and for the finance team. @throws not-found for everyone else, and for an order that isn't placed
 */
export async function getOrderConfirmation(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const verified = actor.kind === "person" && actor.emailVerified ? uidOf(actor) : null;
  const row = isId("order", params["id"])
    ? await database()
        .selectFrom("orders as o")
        .innerJoin("payments as p", (on) =>
          on
            .onRef("p.orderId", "=", "o.id")
            .on("p.status", "=", "succeeded")
            .on("p.surplus", "=", false)
            .on("p.chargeId", "is", null),
        )
        .innerJoin("invoices as i", (on) =>
          on.onRef("i.paymentId", "=", "p.id").on("i.kind", "=", "invoice").on("i.cancelledBy", "is", null),
        )
        .leftJoin("organization_members as m", (on) =>
          on
            .onRef("m.organizationId", "=", "o.organizationId")
            .on("m.uid", "=", verified)
            .on("m.role", "in", ["owner", "manager"]),
        )
        .select(["o.userId", "o.number", "o.status", "o.paidAt", "o.dueAt", "i.document", "m.uid as managerId"])
        .where("o.id", "=", params["id"])
        .orderBy("p.id")
        .limit(1)
        .executeTakeFirst()
    : undefined;
  const isTheirs = verified !== null && (row?.userId === verified || row?.managerId === verified);
  if (!row?.paidAt || (!isTheirs && !may(actor, "money"))) throw notFound("document");
  const { number, status, paidAt: placedAt, dueAt } = row;
  const bytes = await invoicePdf(
    orderConfirmation(row.document, { number, placedAt, dueAt, endedWords: ENDED[status] ?? null }),
  );
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `inline; filename="order-confirmation-${number}.pdf"`,
    },
  });
}

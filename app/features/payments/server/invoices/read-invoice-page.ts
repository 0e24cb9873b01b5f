import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { countryName } from "#app/platform/rules/core/country.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type Billing, billingOf } from "#app/features/accounts/rules/billing.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import { correctableUntil } from "../../rules/invoices/invoice-correction.ts";
import { supplyOf } from "../../rules/invoices/supply.ts";
import { invoicesOfPayment, paymentOfInvoice } from "./correct-invoice.ts";

export type InvoicePage = {
  order: { id: string; number: string; title: string };
  /** The invoice that counts. */
  current: { id: string; number: string; issuedAt: string; buyer: string[]; xml: boolean };
  /** When its service was delivered, or will be; ISO. */
  deliveredAt: string | null;
  dueAt: string | null;
  /** Earlier ones, newest first, with the credit notes that cancel them. */
  replaced: { id: string; number: string; issuedAt: string; cancelledBy: { id: string; number: string } }[];
  own: boolean;
  /** Until when the client can have it corrected, ISO, and whether that time is over. */
  untilAt: string;
  over: boolean;
  /** The client's billing details now, which the form begins with. */
  billing: Billing;
};

/**
 * An invoice of a payment, the ones it replaced, and the details a correction starts with.
 * @throws not-found for anyone but the client and admins
 */
export async function readInvoicePage(actor: Actor, orderId: string, invoiceId: string): Promise<InvoicePage> {
  const order = await findOrder(orderId);
  if (!order || (!can.pay(actor, order) && !may(actor, "money"))) throw notFound("invoice");
  const db = database();
  const about = await paymentOfInvoice(db, invoiceId);
  if (!about || about.orderId !== order.id) throw notFound("invoice");
  const all = await invoicesOfPayment(db, about.paymentId);
  const current = all.find((it) => it.cancelledBy === null);
  if (!current) throw notFound("invoice");
  const ids = all.flatMap((it) => it.cancelledBy ?? []);
  const notes = ids.length
    ? await db.selectFrom("invoices").select(["id", "number"]).where("id", "in", ids).execute()
    : [];
  const client = await db
    .selectFrom("users")
    .select("billing")
    .where("uid", "=", current.ownerId)
    .executeTakeFirstOrThrow();
  const { name, address, country, vatId } = current.document.buyer;
  const supply = supplyOf(order, all[0]!.issuedAt);
  const until = correctableUntil(all[0]!.issuedAt);
  return {
    order: { id: order.id, number: order.number, title: order.title },
    current: {
      id: current.id,
      number: current.number,
      issuedAt: current.issuedAt.toISOString(),
      xml: current.document.electronic !== undefined,
      buyer: [name, ...address, ...(country ? [countryName(country)] : []), ...(vatId ? [`VAT ID ${vatId}`] : [])],
    },
    deliveredAt: "deliveredAt" in supply ? supply.deliveredAt.toISOString() : null,
    dueAt: "dueAt" in supply ? (supply.dueAt?.toISOString() ?? null) : null,
    replaced: all
      .filter((it) => it.cancelledBy !== null)
      .toReversed()
      .map((it) => ({
        id: it.id,
        number: it.number,
        issuedAt: it.issuedAt.toISOString(),
        cancelledBy: notes.find((note) => note.id === it.cancelledBy)!,
      })),
    own: can.pay(actor, order),
    untilAt: until.toISOString(),
    over: now() > until,
    billing: billingOf(client.billing),
  };
}

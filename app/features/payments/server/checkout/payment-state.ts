import { revisionMs } from "#app/features/pricing/rules/deadlines.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "#app/features/orders/rules/can.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { findOrder } from "#app/features/orders/server/views/find-order.ts";
import type { PriceReceipt } from "#app/features/pricing/rules/price-receipt.ts";
import { type Payment, listPaymentsOf } from "./find-payment.ts";
import type { IssuedDocument } from "../../rules/money-list.ts";
import { hasXml } from "../invoices/find-invoices.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";

/** The payment status of an order, for the pages shown after checkout. Read-only. */
export type PaymentState = {
  orderId: string;
  number: string;
  title: string;
  status: OrderStatus;
  /** Whether the reader is the author rather than an admin. */
  own: boolean;
  /** Whether an organization pays. */
  organization: boolean;
  totalMinor: number;
  currency: string;
  receipt: PriceReceipt | null;
  /** How long a free revision can be requested after delivery. */
  revisionMs: number;
  /** ISO. */
  quoteExpiresAt: string | null;
  paidAt: string | null;
  dueAt: string | null;
  /**
   * `confirming`: waiting for the provider. `returned`: the money couldn't be applied and is refunded. `not-taken`: the
   * card was checked and not charged. `unpaid`: nothing is in progress.
   */
  stage: "paid" | "confirming" | "returned" | "not-taken" | "unpaid";
  /** For `not-taken`: why. */
  refusal: string | null;
  /** Why the last card was declined. */
  declined: string | null;
  /** For `returned`: the amount, whether it has been refunded, and why. */
  returned: { amountMinor: number; currency: string; back: boolean; why: string } | null;
  invoice: IssuedDocument | null;
  cardLabel: string | null;
  /** Where the money is from. On credit, nobody has paid yet. Null before it's placed. */
  source: "card" | "balance" | "credit" | null;
};

/** The card or account of the order's payment. */
function paidWith(payments: readonly Payment[]): Pick<PaymentState, "cardLabel" | "source"> {
  const done = payments.find((p) => p.status === "succeeded" && !p.surplus);
  if (!done) return { cardLabel: null, source: null };
  return { cardLabel: done.cardLabel, source: done.creditLineId === null ? done.method : "credit" };
}

/** @throws not-found for anyone but the order's author and admins */
export async function getPaymentState(actor: Actor, orderId: string | null): Promise<PaymentState> {
  const order = orderId ? await findOrder(orderId) : null;
  if (!order || (!can.pay(actor, order) && !can.manage(actor, order))) throw notFound("order");
  const payments = (await listPaymentsOf(order.id)).toReversed();
  const [last] = payments;

  const surplus = payments.find((p) => p.surplus);
  const back = surplus ? (await listRefundsOf(order.id)).find((r) => r.paymentId === surplus.id) : undefined;
  const open = payments.find((p) => p.status === "starting" || p.status === "open");
  const invoice = await database()
    .selectFrom("invoices")
    .select(["id", "number", hasXml("invoices").as("xml")])
    .where("orderId", "=", order.id)
    .where("kind", "=", "invoice")
    .where("refundId", "is", null)
    .where("cancelledBy", "is", null)
    .orderBy("issuedAt")
    .orderBy("id")
    .executeTakeFirst();
  return {
    orderId: order.id,
    number: order.number,
    title: order.title,
    status: order.status,
    own: can.pay(actor, order),
    organization: order.organizationId !== null,
    totalMinor: order.totalMinor,
    currency: order.currency,
    receipt: order.price,
    revisionMs: revisionMs(order.billableWords, await deadlinesOfOrder(order)),
    quoteExpiresAt: order.quoteExpiresAt?.toISOString() ?? null,
    paidAt: order.paidAt?.toISOString() ?? null,
    dueAt: order.dueAt?.toISOString() ?? null,
    stage: order.paidAt
      ? "paid"
      : open
        ? "confirming"
        : surplus
          ? "returned"
          : last?.status === "failed" && last.refusal
            ? "not-taken"
            : "unpaid",
    refusal: last?.refusal ?? null,
    declined: open?.failure ?? null,
    returned: surplus
      ? {
          amountMinor: surplus.amountMinor,
          currency: surplus.currency,
          back: back?.status === "succeeded",
          why: (back?.basis as string[] | undefined)?.[0] ?? "",
        }
      : null,
    invoice: invoice ?? null,
    ...paidWith(payments),
  };
}

import { orderPage } from "#app/features/orders/rules/order-page.ts";
import type { ReaderRoles } from "#app/platform/rules/core/fact-words.ts";

/**
 * Where a client sees a payment or refund. A former client who works for us now has no payments page, so they get the
 * order page, which shows it too.
 */
export function paymentsPage(orderId: string | null, reader: ReaderRoles): string {
  const isClient = reader.isAdmin || !(reader.isEditor || reader.isSupport);
  return (isClient ? null : orderPage("client", orderId, reader)) ?? "/my-payments";
}

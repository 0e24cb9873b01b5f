import { clientPath } from "#app/features/accounts/rules/client-pages.ts";
import type { ReaderRoles, Recipient } from "#app/platform/rules/core/fact-words.ts";

/**
 * The order page this reader may open, or null without an order. Support gets the thread on the support desk, because
 * order pages are for clients, editors, and admins only; finance gets the order's money, without its manuscript. Editors and support open orders they placed in their own area.
 */
export function orderPage(to: Recipient, orderId: string | null, reader: ReaderRoles): string | null {
  if (orderId === null) return null;
  if (to === "admin") return `/admin/orders/${orderId}`;
  if (to === "finance") return `/admin/orders/${orderId}/money`;
  if (to === "support") return `/support-desk/threads/${orderId}`;
  if (to !== "client") return `/editor/orders/${orderId}`;
  return clientPath(reader, `/order/${orderId}`);
}

import type { ReaderRoles, Recipient } from "#app/platform/rules/core/fact-words.ts";

/**
 * The order page this reader may open, or null without an order. Support gets the thread on the support desk, because
 * order pages are for clients, editors, and admins only. A former client who works for us now gets their role's page.
 */
export function orderPage(to: Recipient, orderId: string | null, reader: ReaderRoles): string | null {
  if (orderId === null) return null;
  if (to === "admin") return `/admin/orders/${orderId}`;
  if (to === "support") return `/support-desk/threads/${orderId}`;
  if (to !== "client") return `/editor/orders/${orderId}`;
  if (reader.isAdmin) return `/order/${orderId}`;
  if (reader.isEditor) return `/editor/orders/${orderId}`;
  return reader.isSupport ? `/support-desk/threads/${orderId}` : `/order/${orderId}`;
}

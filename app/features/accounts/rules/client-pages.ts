type Roles = { isAdmin: boolean; isSupport: boolean; isEditor: boolean };

/**
 * Where people open the client pages of orders they placed themselves. Editors and support open them inside their own
 * area.
 */
export const CLIENT_BASES = { client: "", editor: "/editor/own", support: "/support-desk/own" } as const;

/** The pages of orders and payments that exist in each of these places. */
export const CLIENT_PAGES = [
  "/my-orders",
  "/my-payments",
  "/order/{orderId}",
  "/order/{orderId}/rate",
  "/order/{orderId}/invoice/{invoiceId}",
  "/payment-success",
  "/payment-cancelled",
  "/order-success",
] as const;

/**
 * Returns the address of a client page for this person.
 * @param path as a client opens it: "/order/ord_1", "/my-orders?show=done"
 */
export function clientPath(who: Roles | null, path: string): string {
  if (!who || who.isAdmin) return path;
  return `${who.isSupport ? CLIENT_BASES.support : who.isEditor ? CLIENT_BASES.editor : CLIENT_BASES.client}${path}`;
}

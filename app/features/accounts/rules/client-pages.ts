type Roles = { isAdmin: boolean; isSupport: boolean; isEditor: boolean };

/**
 * Where people open the client pages of orders they placed themselves. Editors and support open them inside their own
 * area.
 */
export const CLIENT_BASES = { client: "", editor: "/editor/own", support: "/support-desk/own" } as const;

/** The pages of orders and payments that exist in each of these places. */
export const CLIENT_PAGES = [
  "/my-orders",
  "/my-orders/earlier",
  "/my-payments",
  "/order/{orderId}",
  "/order/{orderId}/rate",
  "/order/{orderId}/invoice/{invoiceId}",
  "/payment-success",
  "/payment-cancelled",
  "/order-success",
] as const;

/** In which area somebody has what's their own: their orders, tickets, and settings. Admins have it in the clients'. */
export const ownPlace = (who: Roles): "client" | "editor" | "support" =>
  who.isAdmin ? "client" : who.isSupport ? "support" : who.isEditor ? "editor" : "client";

/**
 * Returns the address of a client page for this person.
 * @param path as a client opens it: "/order/ord_1", "/my-orders?show=done"
 */
export function clientPath(who: Roles | null, path: string): string {
  return `${who ? CLIENT_BASES[ownPlace(who)] : ""}${path}`;
}

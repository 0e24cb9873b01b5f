import { areaOf, holdsKey } from "#app/features/accounts/rules/area-pages.ts";
import { segmentsOf } from "#app/platform/rules/requests/path.ts";
import type { SessionFacts } from "#app/platform/rules/requests/session.ts";

/** Who provides live chat to visitors: we do, a third-party script, or no one. */
export type LiveChat = { kind: "self" } | { kind: "off" } | { kind: "embed"; script: string };

/** Unread counts: `supportTickets` (the specification's name) and orders with messages. */
export type Unread = { supportTickets: number; orders: number };

export type BubbleItem = { label: string; to: string; count: keyof Unread };
/** What the support bubble shows: the live chat (a link until its script loads), one link, or a small menu. */
export type BubbleFace =
  | { kind: "chat"; to: "/contact"; chat: Exclude<LiveChat, { kind: "off" }> }
  | { kind: "link"; to: string; label: string; count: keyof Unread | null }
  | { kind: "menu"; items: readonly BubbleItem[] };

const CONTACT: BubbleFace = { kind: "link", to: "/contact", label: "Contact support", count: null };

/** An order's id by its shape: the prefixes of all nouns (ids.ts) would weigh on every public page. */
const ORDER_ID = /^ord_\w{26}$/;

/** The order id in a path, or null. */
function orderIn(pathname: string, beneath: readonly string[]): string | null {
  const segments = segmentsOf(pathname);
  const id = segments[beneath.length];
  return id && ORDER_ID.test(id) && beneath.every((s, i) => segments[i]?.toLowerCase() === s) ? id : null;
}

function clientItems(pathname: string): BubbleItem[] {
  const orderId = orderIn(pathname, ["order"]);
  return [
    { label: "Support tickets", to: "/support", count: "supportTickets" },
    { label: "Order messages", to: orderId ? `/order/${orderId}#messages` : "/my-orders", count: "orders" },
  ];
}

function editorItems(pathname: string): BubbleItem[] {
  const orderId = orderIn(pathname, ["editor", "orders"]);
  return [
    { label: "Support tickets", to: "/editor/support", count: "supportTickets" },
    { label: "Assigned orders", to: orderId ? `/editor/orders/${orderId}` : "/editor/orders", count: "orders" },
  ];
}

/** Other pages with a key or an author's code in the URL. */
const KEPT_PRIVATE = ["integrity/verify", "signin/reset", "signup/verify"];
/** A third-party script could read what's in the URL. */
const isPrivate = (pathname: string): boolean =>
  holdsKey(pathname) || KEPT_PRIVATE.includes(segmentsOf(pathname).slice(0, 2).join("/").toLowerCase());

type Who = Pick<SessionFacts, "emailVerified" | "isAdmin" | "isSupport" | "isEditor">;

/**
 * What the bubble shows to this user on a path. Only signed-out visitors on public paths get live chat. Unverified
 * users get the contact form, the only help page they may open.
 * @param pathname without the query string
 */
export function bubbleFace(session: Who | null, pathname: string, chat: LiveChat): BubbleFace {
  if (session === null && chat.kind === "embed" && isPrivate(pathname)) return CONTACT;
  if (session === null)
    return chat.kind !== "off" && areaOf(pathname) === "public" ? { kind: "chat", to: "/contact", chat } : CONTACT;
  if (!session.emailVerified) return CONTACT;
  if (session.isAdmin) return { kind: "link", to: "/admin/support", label: "Support tickets", count: "supportTickets" };
  if (session.isSupport)
    return { kind: "link", to: "/support-desk/threads", label: "Support threads", count: "supportTickets" };
  return { kind: "menu", items: session.isEditor ? editorItems(pathname) : clientItems(pathname) };
}

/** The count as shown: empty for zero, 99+ above 99. */
export const countText = (n: number): string => (n <= 0 ? "" : n > 99 ? "99+" : String(n));

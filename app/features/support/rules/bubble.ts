import { areaOf } from "#app/features/accounts/rules/access.ts";
import { isId } from "#app/platform/rules/ids.ts";
import { segmentsOf } from "#app/platform/rules/path.ts";
import type { SessionFacts } from "#app/platform/rules/session.ts";

/** Who answers visitors live: ourselves, another provider's script, nobody. */
export type LiveChat = { kind: "self" } | { kind: "off" } | { kind: "embed"; script: string };

/** Unread counts by what they count: `supportTickets` as the specification names them, and orders with messages. */
export type Unread = { supportTickets: number; orders: number };

export type BubbleItem = { label: string; to: string; count: keyof Unread };
/** What the support bubble is: the live chat (a link until its script has come), one link, or a small menu. */
export type BubbleFace =
  | { kind: "chat"; to: "/contact"; chat: Exclude<LiveChat, { kind: "off" }> }
  | { kind: "link"; to: string; label: string; count: keyof Unread | null }
  | { kind: "menu"; items: readonly BubbleItem[] };

const CONTACT: BubbleFace = { kind: "link", to: "/contact", label: "Contact support", count: null };

/** The order that a path names; null where it names none. */
function orderIn(pathname: string, beneath: readonly string[]): string | null {
  const segments = segmentsOf(pathname);
  const id = segments[beneath.length];
  return beneath.every((s, i) => segments[i]?.toLowerCase() === s) && isId("order", id) ? id : null;
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

/** Pages whose address is or carries a key: a script of somebody else's that stood there could read it. */
const HOLD_A_KEY = ["contact/reply", "integrity/verify", "signin/reset", "signup/verify"];
const holdsKey = (pathname: string): boolean =>
  HOLD_A_KEY.includes(segmentsOf(pathname).slice(0, 2).join("/").toLowerCase());

type Who = Pick<SessionFacts, "emailVerified" | "isAdmin" | "isSupport" | "isEditor">;

/**
 * The bubble's face for whoever looks at a path. Live chat is for signed-out visitors on public paths alone; the unverified, who may open
 * no other page of help, are led to the contact form.
 * @param pathname as in the address, without query
 */
export function bubbleFace(session: Who | null, pathname: string, chat: LiveChat): BubbleFace {
  if (session === null && chat.kind === "embed" && holdsKey(pathname)) return CONTACT;
  if (session === null)
    return chat.kind !== "off" && areaOf(pathname) === "public" ? { kind: "chat", to: "/contact", chat } : CONTACT;
  if (!session.emailVerified) return CONTACT;
  if (session.isAdmin) return { kind: "link", to: "/admin/support", label: "Support tickets", count: "supportTickets" };
  if (session.isSupport)
    return { kind: "link", to: "/support-desk/threads", label: "Support threads", count: "supportTickets" };
  return { kind: "menu", items: session.isEditor ? editorItems(pathname) : clientItems(pathname) };
}

/** How a count is written: nothing for none, 99+ above 99. */
export const countText = (n: number): string => (n <= 0 ? "" : n > 99 ? "99+" : String(n));

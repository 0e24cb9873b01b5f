import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import type { Recipient, Notice, NoticeContext } from "./notices.ts";

export type ReaderRoles = { isAdmin: boolean; isSupport: boolean; isEditor: boolean };

/** The role a staff feed is written for. Everyone who reads it has at least this one. */
export const feedRoles = (feed: "support" | "admin"): ReaderRoles => ({
  isAdmin: feed === "admin",
  isSupport: feed === "support",
  isEditor: false,
});

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

/** A ticket's page for the person who opened it, in the area their current roles can open. */
export function ticketPage(openedAs: "client" | "editor" | "visitor", id: string, owner: ReaderRoles): string {
  const forEditors = owner.isAdmin ? openedAs === "editor" : owner.isEditor;
  if (forEditors) return `/editor/support/tickets/${id}`;
  return owner.isSupport && !owner.isAdmin ? `/support-desk/threads/${id}` : `/support/tickets/${id}`;
}

/**
 * Where a client sees a payment or refund. A former client who works for us now has no payments page, so they get the
 * order page, which shows it too.
 */
export function paymentsPage(orderId: string | null, reader: ReaderRoles): string {
  const isClient = reader.isAdmin || !(reader.isEditor || reader.isSupport);
  return (isClient ? null : orderPage("client", orderId, reader)) ?? "/my-payments";
}

/** Where a notice links to for its reader, or null when nothing it mentions has a page. */
export const noticeLink = (notice: Notice<FactKind>, fact: Fact, about: NoticeContext): string | null =>
  notice.link ? notice.link(fact, about) : orderPage(notice.to, fact.orderId, about.reader);

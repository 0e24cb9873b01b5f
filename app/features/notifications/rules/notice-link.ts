import type { Fact, FactKind } from "#app/platform/rules/fact.ts";
import type { Hearer, Notice, NoticeContext } from "./notices.ts";

export type ReaderRoles = { isAdmin: boolean; isSupport: boolean; isEditor: boolean };

/** The roles that a staff feed is written for: everyone who reads it has at least this one. */
export const feedRoles = (feed: "support" | "admin"): ReaderRoles => ({
  isAdmin: feed === "admin",
  isSupport: feed === "support",
  isEditor: false,
});

/**
 * An order's page that its reader may open; null without an order. Support reads the order's thread on its own desk, because orders'
 * other pages are for clients, editors and admins only. Somebody who ordered as a client and works for us now gets their role's page.
 */
export function orderPage(to: Hearer, orderId: string | null, reader: ReaderRoles): string | null {
  if (orderId === null) return null;
  if (to === "admin") return `/admin/orders/${orderId}`;
  if (to === "support") return `/support-desk/threads/${orderId}`;
  if (to !== "client") return `/editor/orders/${orderId}`;
  if (reader.isAdmin) return `/order/${orderId}`;
  if (reader.isEditor) return `/editor/orders/${orderId}`;
  return reader.isSupport ? `/support-desk/threads/${orderId}` : `/order/${orderId}`;
}

/** A ticket's page for the person who opened it, in the area that their roles of today open. */
export function ticketPage(openedAs: "client" | "editor" | "visitor", id: string, owner: ReaderRoles): string {
  const forEditors = owner.isAdmin ? openedAs === "editor" : owner.isEditor;
  if (forEditors) return `/editor/support/tickets/${id}`;
  return owner.isSupport && !owner.isAdmin ? `/support-desk/threads/${id}` : `/support/tickets/${id}`;
}

/** Where a client sees a payment or refund. Somebody who works for us now has no payments page any more: the order's page says it too. */
export function paymentsPage(orderId: string | null, reader: ReaderRoles): string {
  const isClient = reader.isAdmin || !(reader.isEditor || reader.isSupport);
  return (isClient ? null : orderPage("client", orderId, reader)) ?? "/my-payments";
}

/** Where a notice leads its reader; null where it is about nothing that has a page. */
export const noticeLink = (notice: Notice<FactKind>, fact: Fact, about: NoticeContext): string | null =>
  notice.link ? notice.link(fact, about) : orderPage(notice.to, fact.orderId, about.reader);

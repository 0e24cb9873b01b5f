import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { canTicket } from "../../rules/ticket.ts";
import type { TicketView } from "../../rules/ticket-view.ts";
import { viewTicket } from "../tickets/find-ticket.ts";
import { getTicket } from "../tickets/ticket-row.ts";

/** A ticket as its owner sees it, with nothing internal. */
export type OwnTicketView = Pick<
  TicketView,
  | "id"
  | "number"
  | "subject"
  | "category"
  | "status"
  | "mergedInto"
  | "firstResponseDueAt"
  | "firstRespondedAt"
  | "resolutionDueAt"
  | "resolvedAt"
  | "closedAt"
  | "rating"
  | "ratingComment"
  | "createdAt"
  | "items"
  | "unread"
  | "unreadFrom"
  | "mayWrite"
  | "mayRate"
  | "mayReopen"
  | "mayResolve"
> & { order: { id: string; number: string; title: string; status: OrderStatus } | null };

/** Only the fields named here are sent to the owner. */
export async function asOwnerSees(it: TicketView): Promise<OwnTicketView> {
  const order = it.order
    ? await database().selectFrom("orders").select("status").where("id", "=", it.order.id).executeTakeFirst()
    : undefined;
  return {
    id: it.id,
    number: it.number,
    subject: it.subject,
    category: it.category,
    status: it.status,
    mergedInto: it.mergedInto,
    firstResponseDueAt: it.firstResponseDueAt,
    firstRespondedAt: it.firstRespondedAt,
    resolutionDueAt: it.resolutionDueAt,
    resolvedAt: it.resolvedAt,
    closedAt: it.closedAt,
    rating: it.rating,
    ratingComment: it.ratingComment,
    createdAt: it.createdAt,
    unread: it.unread,
    unreadFrom: it.unreadFrom,
    mayWrite: it.mayWrite,
    mayRate: it.mayRate,
    mayReopen: it.mayReopen,
    mayResolve: it.mayResolve,
    order:
      it.order && order
        ? { id: it.order.id, number: it.order.number, title: it.order.title, status: order.status as OrderStatus }
        : null,
    items: it.items.map(({ id, kind, authorRole, authorName, own, body, at, attachments }) => ({
      id,
      kind,
      authorRole,
      authorName,
      own,
      body,
      at,
      attachments,
    })),
  };
}

/**
 * A ticket for its owner's page. `elsewhere` names the right page instead: the other role's, or for an admin the
 * desk's.
 * @throws not-found for someone else's
 */
export async function readOwnTicket(
  actor: Actor,
  ticketId: string,
  as: "client" | "editor",
): Promise<{ ticket: OwnTicketView; elsewhere: null } | { ticket: null; elsewhere: string }> {
  const found = await getTicket(ticketId);
  if (!canTicket.own(actor, found)) {
    if (may(actor, "orders")) return { ticket: null, elsewhere: `/admin/support/tickets/${found.id}` };
    throw notFound("ticket");
  }
  // An author who became an editor finds all tickets on the editor pages, because editors can't open author pages.
  const admin = may(actor, "orders");
  const editor = actor.kind === "person" && actor.isEditor;
  if (as === "client" && found.ownerRole === "editor" && (admin || editor))
    return { ticket: null, elsewhere: `/editor/support/tickets/${found.id}` };
  if (as === "editor" && found.ownerRole === "client" && admin)
    return { ticket: null, elsewhere: `/support/tickets/${found.id}` };
  // Read as its owner, whatever other roles they have.
  return { ticket: await asOwnerSees(await viewTicket(found, { staff: false, uid: uidOf(actor) })), elsewhere: null };
}

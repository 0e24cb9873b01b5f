import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { listAttachments } from "#app/features/messages/server/attachments.ts";
import { listReads } from "#app/features/messages/server/thread-reads.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import { mayRateNow } from "../../rules/rating.ts";
import { canTicket } from "../../rules/ticket.ts";
import type { TicketItem, TicketView } from "../../rules/ticket-view.ts";
import { reopensByOwner } from "../own/owner-writes.ts";
import { tagsOf } from "./tag-ticket.ts";
import { type Ticket, getTicket } from "./ticket-row.ts";

/** How many of the latest items are shown. */
const ITEMS = 1_000;

/** Who reads the ticket. Staff see everything; its owner, by account or link, sees only the conversation. */
export type TicketReader = { staff: boolean; uid: string | null };

async function itemsOf(
  db: Reader,
  ticket: Ticket,
  reader: TicketReader,
): Promise<{ items: TicketItem[]; unreadFrom: string | null }> {
  const [found, reads] = await Promise.all([
    db
      .selectFrom("ticket_messages as m")
      .leftJoin("users as u", "u.uid", "m.authorId")
      .leftJoin("tickets as f", "f.id", "m.mergedFromId")
      .selectAll("m")
      .select(["u.displayName", "f.number as mergedFrom"])
      .where("m.ticketId", "=", ticket.id)
      .$if(!reader.staff, (q) => q.where("m.forStaff", "=", false))
      .orderBy("m.createdAt", "desc")
      .orderBy("m.id", "desc")
      .limit(ITEMS)
      .execute(),
    listReads(db, ticket.id),
  ]);
  const rows = found.toReversed();
  const files = await listAttachments(
    db,
    rows.map((m) => m.id),
  );
  const own = (m: (typeof rows)[number]): boolean =>
    reader.uid === null ? m.authorRole === "visitor" : m.authorId === reader.uid;
  const mine = reads.find((r) => r.uid === reader.uid);
  // Staff share one read mark: an item is new until one of them reads it.
  const unreadFrom = reader.staff
    ? ticket.unreadByAdmin
      ? (rows.findLast(
          (m, i) => m.kind === "message" && isOwners(m.authorRole) && !(i > 0 && isOwners(rows[i - 1]!.authorRole)),
        )?.id ?? null)
      : null
    : reader.uid !== null && (ticket.unreadByClient || ticket.unreadByEditor)
      ? (rows.find((m) => !own(m) && (!mine || m.createdAt > mine.readAt))?.id ?? null)
      : null;
  const ownerRead = reads.find((r) => r.uid === ticket.ownerUid);
  const lastSeen =
    reader.staff && ownerRead
      ? rows.findLast((m) => m.kind === "message" && !isOwners(m.authorRole) && m.createdAt <= ownerRead.readAt)?.id
      : undefined;
  const ownerName = ticket.visitorName || "Visitor";
  return {
    unreadFrom,
    items: rows.map((m) => ({
      id: m.id,
      kind: m.kind,
      authorRole: m.authorRole,
      authorName: m.displayName ?? (m.authorRole === "visitor" ? ownerName : "Stet"),
      own: own(m),
      body: m.body,
      at: m.createdAt,
      attachments: files.get(m.id) ?? [],
      ...(m.id === lastSeen
        ? {
            seenBy: [ticket.ownerRole === "editor" ? "the editor" : "the author"],
            seenAt: ownerRead!.readAt,
          }
        : {}),
      ...(m.mergedFrom ? { mergedFrom: m.mergedFrom } : {}),
    })),
  };
}

const isOwners = (role: string): boolean => role === "client" || role === "editor" || role === "visitor";

/** The people and things that a ticket refers to. */
function readNamed(ticket: Ticket, staff: boolean, db: Reader) {
  return Promise.all([
    ticket.ownerUid
      ? db.selectFrom("users").select(["displayName", "email"]).where("uid", "=", ticket.ownerUid).executeTakeFirst()
      : undefined,
    ticket.orderId
      ? db
          .selectFrom("orders")
          .select(["id", "number", "title", "status"])
          .where("id", "=", ticket.orderId)
          .executeTakeFirst()
      : undefined,
    ticket.assigneeId
      ? db.selectFrom("users").select(["uid", "displayName"]).where("uid", "=", ticket.assigneeId).executeTakeFirst()
      : undefined,
    ticket.mergedIntoId
      ? db.selectFrom("tickets").select(["id", "number"]).where("id", "=", ticket.mergedIntoId).executeTakeFirst()
      : undefined,
    staff && ticket.snoozedBy
      ? db.selectFrom("users").select("displayName").where("uid", "=", ticket.snoozedBy).executeTakeFirst()
      : undefined,
    staff ? tagsOf(ticket.id, db) : [],
  ]);
}

/** When a ticket's promises are due, and whether they were kept. */
const clocksOf = (ticket: Ticket, staff: boolean) => ({
  firstResponseDueAt: ticket.firstResponseDueAt,
  firstRespondedAt: ticket.firstRespondedAt,
  resolutionDueAt: ticket.resolutionDueAt,
  pausedAt: ticket.pausedAt,
  resolutionLeftMs: staff ? ticket.resolutionLeftMs : null,
  resolvedAt: ticket.resolvedAt,
  closedAt: ticket.closedAt,
});

/** What this reader may do with a ticket. */
function mayDo(ticket: Ticket, reader: TicketReader, at: Date) {
  const { staff } = reader;
  const own = ticket.ownerUid === null ? !staff : reader.uid === ticket.ownerUid;
  const over = !reopensByOwner(ticket, at);
  const ended = ticket.status === "resolved" || ticket.status === "closed";
  return {
    mayWrite: staff ? ticket.status !== "closed" : own && !over,
    mayRate: own && reader.uid !== null && mayRateNow(ticket, at),
    mayReopen: ended && (staff ? ticket.mergedIntoId === null : own && !over),
    mayResolve: !ended && (staff || (own && reader.uid !== null)),
  };
}

/** A ticket, limited to what this reader may see. The caller has checked permission. */
export async function viewTicket(ticket: Ticket, reader: TicketReader, db: Reader = database()): Promise<TicketView> {
  const [[owner, order, assignee, into, snoozer, tags], said] = await Promise.all([
    readNamed(ticket, reader.staff, db),
    itemsOf(db, ticket, reader),
  ]);
  const { staff } = reader;
  return {
    id: ticket.id,
    number: ticket.number,
    channel: ticket.channel,
    subject: ticket.subject,
    category: ticket.category,
    priority: ticket.priority,
    status: ticket.status,
    ownerUid: ticket.ownerUid,
    ownerRole: ticket.ownerRole,
    ownerName: owner?.displayName ?? (ticket.visitorName || "Visitor"),
    ownerEmail: staff ? (owner?.email ?? ticket.visitorEmail) : null,
    order: order
      ? {
          id: order.id,
          number: order.number,
          title: order.title || "Untitled manuscript",
          status: order.status as OrderStatus,
        }
      : null,
    assignee: assignee ?? null,
    mergedInto: into ?? null,
    contactMessageId: staff ? ticket.contactMessageId : null,
    ...clocksOf(ticket, staff),
    rating: ticket.rating,
    ratingComment: ticket.ratingComment,
    snoozed: staff && ticket.snoozeEndsAt ? { until: ticket.snoozeEndsAt, by: snoozer?.displayName ?? null } : null,
    tags,
    createdAt: ticket.createdAt,
    ...said,
    unread: staff ? ticket.unreadByAdmin : ticket.unreadByEditor || ticket.unreadByClient,
    ...mayDo(ticket, reader, now()),
  };
}

/** A ticket for its owner or for staff. @throws not-found, also for someone else's */
export async function findTicket(actor: Actor, ticketId: string): Promise<TicketView> {
  const ticket = await getTicket(ticketId);
  if (!canTicket.view(actor, ticket)) throw notFound("ticket");
  return viewTicket(ticket, { staff: may(actor, "care"), uid: uidOf(actor) });
}

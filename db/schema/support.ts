import type { ColumnType } from "kysely";
import type { ContactStatus } from "#app/features/support/rules/contact-flow.ts";
import type { TicketStatus } from "#app/features/support/rules/ticket-flow.ts";
import type { Json, At, AtOrNull, OrNull, Default, Flag, Count } from "./columns.ts";

/** A message from the contact form. `uid` is the sign-in service's if the sender was signed in, verified or not. */
export interface ContactMessagesTable {
  id: string;
  key: string;
  name: string;
  email: string;
  topic: "ordering" | "order" | "payment" | "account" | "technical" | "editing" | "other";
  message: string;
  uid: OrNull<string>;
  status: Default<ContactStatus>;
  createdAt: At;
  movedAt: AtOrNull;
}

/** A text that support reuses. */
export interface MacrosTable {
  id: string;
  title: string;
  body: string;
  category: OrNull<string>;
  createdBy: OrNull<string>;
  createdAt: At;
  updatedAt: At;
  updatedBy: OrNull<string>;
  /** Grows with each edit, to detect conflicting edits. */
  version: Count;
  /** No longer offered; it can be restored. */
  archivedAt: AtOrNull;
}

/** An answer based on a macro. */
export interface MacroUsesTable {
  macroId: string;
  messageId: string;
  /** The id of a ticket or an order. */
  thread: string;
  uid: OrNull<string>;
  usedAt: At;
}

/** A support request with its status (support/rules/ticket-flow.ts). `unreadByAdmin` is staff's mark. */
export interface TicketsTable {
  id: string;
  number: string;
  channel: "ticket" | "contact" | "chat";
  /** Null for visitors, who are known by name, address or the key in their cookie. */
  ownerUid: OrNull<string>;
  ownerRole: "client" | "editor" | "visitor";
  visitorName: OrNull<string>;
  visitorEmail: OrNull<string>;
  visitorKeyHash: OrNull<string>;
  contactMessageId: OrNull<string>;
  subject: string;
  category: "order" | "refunds" | "payment" | "account" | "technical" | "kyc" | "other";
  priority: "urgent" | "high" | "normal" | "low";
  status: TicketStatus;
  orderId: OrNull<string>;
  assigneeId: OrNull<string>;
  mergedIntoId: OrNull<string>;
  unreadByAdmin: Flag;
  unreadByEditor: Flag;
  unreadByClient: Flag;
  firstResponseDueAt: AtOrNull;
  firstRespondedAt: AtOrNull;
  /** Null while the clock is paused (`resolutionLeftMs` has the remaining time) and once it's resolved. */
  resolutionDueAt: AtOrNull;
  /** When the clocks started: at opening or the last reopening. */
  clocksFromAt: At;
  /** Since then: pauses of the resolution clock, [from, to] as ISO instants. */
  pauses: Json<[string, string][]>;
  pausedAt: AtOrNull;
  /** Remaining service time in ms, while waiting for the customer. */
  resolutionLeftMs: OrNull<number>;
  /** The earlier date of the running clocks; computed by the database. */
  dueAt: ColumnType<Date | null, never, never>;
  /** When the clock rule checks it next: at 75% and 100% of a clock. */
  warnAt: AtOrNull;
  /** Warnings already sent: name -> instant. */
  flags: Json<Record<string, string>>;
  /** Out of staff's lists until then, and who asked for it. */
  snoozeEndsAt: AtOrNull;
  snoozedBy: OrNull<string>;
  resolvedAt: AtOrNull;
  closedAt: AtOrNull;
  rating: OrNull<number>;
  ratingComment: OrNull<string>;
  ratedAt: AtOrNull;
  lastAt: At;
  lastRole: string;
  messages: Count;
  clientKey: OrNull<string>;
  createdAt: At;
  updatedAt: At;
}

/** What staff call a ticket. A tag exists as long as a ticket has it. */
export interface TicketTagsTable {
  ticketId: string;
  tag: string;
}

/** Which staff have a thread open, and whether they're writing. */
export interface DeskPresenceTable {
  /** The id of a ticket or an order. */
  threadId: string;
  uid: string;
  seenAt: At;
  typing: Flag;
}

/** Messages on a ticket. A note is only for staff; an event says what happened to the ticket. */
export interface TicketMessagesTable {
  id: string;
  ticketId: string;
  authorId: OrNull<string>;
  authorRole: "client" | "editor" | "visitor" | "support" | "admin" | "system";
  kind: "message" | "note" | "event";
  body: string;
  /** Never shown to the owner: notes and internal events. */
  forStaff: Flag;
  /** The ticket it was written on before the merge. */
  mergedFromId: OrNull<string>;
  createdAt: At;
  clientKey: OrNull<string>;
}

/** Support tickets as the specification reads them: a view of `tickets`. */
export interface SupportTicketsView {
  id: ColumnType<string, never, never>;
  ownerUid: ColumnType<string | null, never, never>;
  unreadByAdmin: ColumnType<boolean, never, never>;
  unreadByEditor: ColumnType<boolean, never, never>;
  unreadByClient: ColumnType<boolean, never, never>;
}

import type { AttachmentView } from "#app/features/messages/rules/attachment.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import type { ListQuery } from "#app/platform/rules/core/list-query.ts";
import {
  TICKET_CATEGORIES,
  TICKET_PRIORITIES,
  type TicketAuthorRole,
  type TicketCategory,
  type TicketChannel,
  type TicketOwnerRole,
  type TicketPriority,
} from "./ticket.ts";
import type { TicketStatus } from "./ticket-flow.ts";

/** One message or event of a ticket, as the conversation shows it. */
export type TicketItem = {
  id: string;
  kind: "message" | "note" | "event";
  authorRole: TicketAuthorRole;
  authorName: string;
  own: boolean;
  body: string;
  at: Date;
  attachments: AttachmentView[];
  /** For staff, on their last message that the other side read: who read it and when. */
  seenBy?: string[];
  seenAt?: Date;
  /** The number of the ticket it was written on, if that was merged into this one. */
  mergedFrom?: string;
};

/** A ticket, limited to what its reader may see. */
export type TicketView = {
  id: string;
  number: string;
  channel: TicketChannel;
  subject: string;
  category: TicketCategory;
  priority: TicketPriority;
  status: TicketStatus;
  ownerUid: string | null;
  ownerRole: TicketOwnerRole;
  ownerName: string;
  /** For staff; null for owners. */
  ownerEmail: string | null;
  order: { id: string; number: string; title: string; status: OrderStatus } | null;
  assignee: { uid: string; displayName: string } | null;
  mergedInto: { id: string; number: string } | null;
  /** For staff: the contact message it came from. */
  contactMessageId: string | null;
  /**
   * Promised dates, shown to owners and staff. The resolution date is null while we wait for the customer and after
   * resolution.
   */
  firstResponseDueAt: Date | null;
  firstRespondedAt: Date | null;
  resolutionDueAt: Date | null;
  pausedAt: Date | null;
  /** For staff: service time left on a paused resolution clock, in ms. */
  resolutionLeftMs: number | null;
  resolvedAt: Date | null;
  closedAt: Date | null;
  rating: number | null;
  ratingComment: string | null;
  /** For staff. */
  snoozed: { until: Date; by: string | null } | null;
  tags: string[];
  createdAt: Date;
  /** Oldest first. Notes and internal events are for staff only. */
  items: TicketItem[];
  /** The first item the reader hasn't read, or null. */
  unreadFrom: string | null;
  unread: boolean;
  mayWrite: boolean;
  mayRate: boolean;
  mayReopen: boolean;
  mayResolve: boolean;
};

export type OwnTicketRow = {
  id: string;
  number: string;
  subject: string;
  category: TicketCategory;
  status: TicketStatus;
  ownerRole: TicketOwnerRole;
  order: { id: string; number: string; title: string } | null;
  lastAt: Date;
  lastRole: string;
  unread: boolean;
  messages: number;
  createdAt: Date;
  rating: number | null;
};

/** Query of a user's own tickets. Without a status, it shows all. */
export const OWN_TICKETS_LIST = {
  sorts: ["lastAt", "createdAt", "number"],
  defaultSort: "-lastAt",
  filters: { status: ["", "open", "waiting", "resolved", "closed"] },
} as const;
export type OwnTicketsQuery = ListQuery<(typeof OWN_TICKETS_LIST.sorts)[number], "status">;

/** An order's thread is open while it needs staff, otherwise quiet. */
export type ThreadStatus = TicketStatus | "quiet";
export type ThreadRow = {
  kind: "ticket" | "order";
  /** Ticket or order id, as used in /support-desk/threads/{threadId}. */
  id: string;
  number: string;
  subject: string;
  /** The ticket's owner, or the order's author and editor. */
  who: string;
  ownerRole: TicketOwnerRole | null;
  channel: TicketChannel | null;
  category: TicketCategory;
  priority: TicketPriority | null;
  status: ThreadStatus;
  assignee: { uid: string; displayName: string } | null;
  /** They wrote something staff haven't read. */
  unread: boolean;
  /** Out of the lists of its assignee and of those without one until then. */
  snoozeEndsAt: Date | null;
  tags: string[];
  dueAt: Date | null;
  dueKind: "first_response" | "resolution" | null;
  /** The promised date has passed. */
  late: boolean;
  lastAt: Date;
  lastRole: string;
  messages: number;
};

/**
 * Query of the staff list of tickets and order threads. Default order: threads that need staff by due date, then the
 * rest by latest message. Without a status, it shows threads that aren't closed, but a search covers everything.
 * `assignee` is "me", "none" or a uid; snoozed tickets are left out of such lists. "dueAt" shows only threads that need staff.
 */
export const THREADS_LIST = {
  sorts: ["need", "dueAt", "lastAt"],
  defaultSort: "need",
  filters: {
    kind: ["", "ticket", "order", "chats"],
    due: ["", "soon", "late"],
    unread: ["", "yes"],
    category: ["", ...TICKET_CATEGORIES],
    status: ["", "open", "waiting", "resolved", "closed", "all"],
    priority: ["", ...TICKET_PRIORITIES],
    assignee: null,
    snoozed: ["", "yes"],
    tag: null,
  },
} as const;
export type ThreadsQuery = ListQuery<
  (typeof THREADS_LIST.sorts)[number],
  "kind" | "due" | "unread" | "category" | "status" | "priority" | "assignee" | "snoozed" | "tag"
>;

export type MacroView = { id: string; title: string; body: string; category: TicketCategory | null; updatedAt: Date };

export const MACRO_LIST = {
  sorts: ["title", "uses", "used", "updated"],
  defaultSort: "title",
  filters: { state: ["", "archived"], category: ["", "any", ...TICKET_CATEGORIES] },
} as const;
export type MacroListQuery = ListQuery<(typeof MACRO_LIST.sorts)[number], "state" | "category">;

/** A macro as those who manage it see it. */
export type MacroRow = MacroView & {
  version: number;
  updatedBy: string | null;
  archivedAt: Date | null;
  uses: number;
  /** Its latest use: by whom, when, and on which ticket or order. */
  last: { by: string | null; at: Date; thread: string; number: string | null } | null;
};

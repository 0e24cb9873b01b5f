import type { AttachmentView } from "#app/features/messages/rules/attachment.ts";
import type { OrderStatus } from "#app/features/orders/rules/flow.ts";
import type { ListQuery } from "#app/platform/rules/list-query.ts";
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

/** One thing that was said on a ticket or happened to it, as a conversation shows it. */
export type TicketItem = {
  id: string;
  kind: "message" | "note" | "event";
  authorRole: TicketAuthorRole;
  authorName: string;
  own: boolean;
  body: string;
  at: string;
  attachments: AttachmentView[];
  /** For staff, on their last message that the other side has read: who, and when (ISO). */
  seenBy?: string[];
  seenAt?: string;
  /** The number of the ticket it was written on, before that was merged into this one. */
  mergedFrom?: string;
};

/** A ticket as its reader may see it. Instants are ISO strings. */
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
  /** For staff: the contact message it was made of. */
  contactMessageId: string | null;
  /** What is promised, to owners and staff alike. The resolution's is null while it waits for the customer and once it is resolved. */
  firstResponseDueAt: string | null;
  firstRespondedAt: string | null;
  resolutionDueAt: string | null;
  pausedAt: string | null;
  /** For staff: service time left of the resolution's clock while it stands, in ms. */
  resolutionLeftMs: number | null;
  resolvedAt: string | null;
  closedAt: string | null;
  rating: number | null;
  ratingComment: string | null;
  createdAt: string;
  /** Oldest first. Notes, and what is the house's own business, for staff alone. */
  items: TicketItem[];
  /** The first item that the reader has not read; null when all is read. */
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
  lastAt: string;
  lastRole: string;
  unread: boolean;
  messages: number;
  createdAt: string;
  rating: number | null;
};

/** How somebody's own list may be asked for. Without a status it shows all. */
export const OWN_TICKETS_LIST = {
  sorts: ["lastAt", "createdAt", "number"],
  defaultSort: "-lastAt",
  filters: { status: ["", "open", "waiting", "resolved", "closed"] },
} as const;
export type OwnTicketsQuery = ListQuery<(typeof OWN_TICKETS_LIST.sorts)[number], "status">;

/** An order's thread has no life of its own: it is open while it needs staff, else quiet. */
export type ThreadStatus = TicketStatus | "quiet";
export type ThreadRow = {
  kind: "ticket" | "order";
  /** Of the ticket or of the order: what /support-desk/threads/{id} takes. */
  id: string;
  number: string;
  subject: string;
  /** Whose it is: the ticket's owner, or the order's author and editor. */
  who: string;
  ownerRole: TicketOwnerRole | null;
  channel: TicketChannel | null;
  category: TicketCategory;
  priority: TicketPriority | null;
  status: ThreadStatus;
  assignee: { uid: string; displayName: string } | null;
  /** Something of theirs that staff have not read. */
  unread: boolean;
  dueAt: string | null;
  dueKind: "first_response" | "resolution" | null;
  /** What was promised has passed. */
  late: boolean;
  lastAt: string;
  lastRole: string;
  messages: number;
};

/**
 * How staff's one list of tickets and order threads may be asked for. By need: what waits for staff first, by the date promised; then by the
 * latest word. Without a status it shows what is not closed, but a search looks everywhere; `assignee` is "me", "none" or a uid. "dueAt" shows what waits for staff alone.
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
  },
} as const;
export type ThreadsQuery = ListQuery<
  (typeof THREADS_LIST.sorts)[number],
  "kind" | "due" | "unread" | "category" | "status" | "priority" | "assignee"
>;

/** How far counts of threads go: above it, it says "300+". */
export const COUNT_LIMIT = 300;
export const boundedCount = (n: number): string => (n > COUNT_LIMIT ? `${COUNT_LIMIT}+` : String(n));

export type MacroView = { id: string; title: string; body: string; category: TicketCategory | null; updatedAt: string };

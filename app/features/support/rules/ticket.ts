import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";

/** Ticket categories (product.md 8). */
export const TICKET_CATEGORIES = ["order", "refunds", "payment", "account", "technical", "kyc", "other"] as const;
export type TicketCategory = (typeof TICKET_CATEGORIES)[number];

export const TICKET_CATEGORY_WORDS: Record<TicketCategory, string> = {
  order: "An order",
  refunds: "Refunds",
  payment: "Payment",
  account: "Account",
  technical: "Technical",
  kyc: "KYC",
  other: "Other",
};

export const TICKET_PRIORITIES = ["urgent", "high", "normal", "low"] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];
export const TICKET_PRIORITY_WORDS: Record<TicketPriority, string> = {
  urgent: "Urgent",
  high: "High",
  normal: "Normal",
  low: "Low",
};

/** Source: the support pages, the contact form or the public chat. */
export type TicketChannel = "ticket" | "contact" | "chat";
export type TicketOwnerRole = "client" | "editor" | "visitor";
export type TicketAuthorRole = TicketOwnerRole | "support" | "admin" | "system";

export const TICKET_LIMITS = { subject: 150, message: 10_000, attachments: 5 } as const;

export const isTicketCategory = (value: unknown): value is TicketCategory =>
  TICKET_CATEGORIES.includes(value as TicketCategory);
export const isTicketPriority = (value: unknown): value is TicketPriority =>
  TICKET_PRIORITIES.includes(value as TicketPriority);

/** Tickets a user can open per day. After that they write on existing ones. */
export const TICKETS_A_DAY = 20;

type Owned = { ownerUid: string | null };

/** Permissions on a ticket, shared by buttons, loaders and commands. */
export const canTicket = {
  /** Its owner and staff. For a visitor's ticket, the command checks the key or link itself. */
  view: (actor: Actor, ticket: Owned): boolean => may(actor, "care") || canTicket.own(actor, ticket),
  own: (actor: Actor, ticket: Owned): boolean =>
    actor.kind === "person" && actor.emailVerified && ticket.ownerUid === actor.uid,
  /** Anyone with an account who isn't staff. Visitors use the contact form. */
  open: (actor: Actor): actor is Person => actor.kind === "person" && actor.emailVerified && !may(actor, "care"),
  /** Answer as staff, add notes, assign, merge, change. */
  handle: (actor: Actor): actor is Person => may(actor, "care"),
} as const;

/** Late orders and failed payments get a higher priority, which staff can change. */
export const priorityAtOpening = (it: { orderOverdue: boolean; paymentTrouble: boolean }): TicketPriority =>
  it.orderOverdue || it.paymentTrouble ? "high" : "normal";

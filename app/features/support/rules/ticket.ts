import { type Actor, type Person, isStaff } from "#app/platform/rules/actor.ts";

/** What a ticket is about, as product.md 8 names it. */
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

/** Where it came from: the support pages, the contact form, the chat on public pages. */
export type TicketChannel = "ticket" | "contact" | "chat";
export type TicketOwnerRole = "client" | "editor" | "visitor";
export type TicketAuthorRole = TicketOwnerRole | "support" | "admin" | "system";

export const TICKET_LIMITS = { subject: 150, message: 10_000, attachments: 5 } as const;

export const isTicketCategory = (value: unknown): value is TicketCategory =>
  TICKET_CATEGORIES.includes(value as TicketCategory);
export const isTicketPriority = (value: unknown): value is TicketPriority =>
  TICKET_PRIORITIES.includes(value as TicketPriority);

/** Above so many in a day a person opens no more: they write on one they have. */
export const TICKETS_A_DAY = 20;

type Owned = { ownerUid: string | null };

/** What may be done with a ticket; the button, the loader and the command ask here. */
export const canTicket = {
  /** Its owner and staff; a visitor's by the key or the link that a command checks itself. */
  view: (actor: Actor, ticket: Owned): boolean => isStaff(actor) || canTicket.own(actor, ticket),
  own: (actor: Actor, ticket: Owned): boolean =>
    actor.kind === "person" && actor.emailVerified && ticket.ownerUid === actor.uid,
  /** Whoever has an account and is not of the house. Visitors write through the contact form. */
  open: (actor: Actor): actor is Person => actor.kind === "person" && actor.emailVerified && !isStaff(actor),
  /** Answer as the house, take notes, assign, merge, change. */
  handle: (actor: Actor): actor is Person => isStaff(actor),
} as const;

/** Orders that are late and payments that failed do not wait in line; staff change it as they see fit. */
export const priorityAtOpening = (it: { orderOverdue: boolean; paymentTrouble: boolean }): TicketPriority =>
  it.orderOverdue || it.paymentTrouble ? "high" : "normal";

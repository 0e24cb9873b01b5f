import type { FactKind } from "#app/platform/rules/core/fact.ts";

/**
 * What programs can be told, and the fact that says so. Only these leave the product: a fact that isn't here never
 * does. What an event carries is in webhook.ts.
 */
export const EVENTS = {
  "order.quoted": { of: "order.quoted", says: "A draft got its price." },
  "order.paid": { of: "order.paid", says: "The payment was confirmed, and the turnaround began." },
  "order.assigned": { of: "order.assigned", says: "An editor has the order." },
  "order.paused": { of: "order.paused", says: "The editor needs an answer. The due date is on hold until then." },
  "order.resumed": { of: "order.resumed", says: "The due date counts again." },
  "order.due_date_changed": { of: "deadline.changed", says: "A later due date was agreed on." },
  "order.delivered": { of: "order.delivered", says: "The edited files can be downloaded." },
  "order.accepted": { of: "order.accepted", says: "The delivery was accepted." },
  "order.revision_requested": { of: "order.revision_requested", says: "A revision was requested." },
  "order.canceled": { of: "order.cancelled", says: "A paid order was canceled." },
  "order.expired": { of: "order.expired", says: "A quote ended without a payment." },
  "order.refunded": { of: "order.refunded", says: "The payment was refunded." },
  "order.files_deleted": { of: "files.deleted", says: "The order's files were deleted." },
  "message.created": { of: "message.posted", says: "Somebody wrote on the order. The text isn't part of the event." },
  "query.created": { of: "query.asked", says: "The editor asked a question. The text isn't part of the event." },
  "invoice.created": { of: "invoice.issued", says: "An invoice or a credit note was issued." },
} as const satisfies Record<string, { of: FactKind; says: string }>;
export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

export const isEventType = (type: string): type is EventType => type in EVENTS;

const BY_FACT = new Map<FactKind, EventType>(EVENT_TYPES.map((type) => [EVENTS[type].of, type]));

/** The event that a fact is for programs, or undefined if they aren't told. */
export const eventOf = (kind: FactKind): EventType | undefined => BY_FACT.get(kind);

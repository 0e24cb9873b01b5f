import type {} from "#app/platform/rules/core/fact.ts";
import type { ContactTopic } from "./contact-message.ts";
import type { TicketCategory, TicketChannel, TicketOwnerRole, TicketPriority } from "./ticket.ts";

/** In every ticket fact: its owner (null for visitors) and its number. */
type About = { uid: string | null; ownerRole: TicketOwnerRole; number: string };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    // Messages appear only by id: facts are kept forever, but people's words are not.
    "contact.received": { topic: ContactTopic };
    "contact.read": Record<string, never>;
    "contact.closed": Record<string, never>;
    "contact.reopened": Record<string, never>;
    "ticket.opened": About & { category: TicketCategory; priority: TicketPriority; channel: TicketChannel };
    /** Staff wrote to somebody first. */
    "ticket.started": About & { category: TicketCategory; messageId: string };
    /** The owner wrote. */
    "ticket.replied": About & { messageId: string };
    /** Staff wrote to the owner. */
    "ticket.answered": About & { messageId: string };
    /** With the colleagues whom the note mentions. */
    "ticket.noted": About & { messageId: string; uids?: string[] };
    "ticket.assigned": About & { assigneeId: string | null };
    "ticket.changed": About & { before: Record<string, string | null>; after: Record<string, string | null> };
    /** Until null: staff ended it. */
    "ticket.snoozed": About & { until: string | null };
    /** Its time is over. For who snoozed it. */
    "ticket.snooze_ended": About & { uids: string[] };
    "ticket.tagged": About & { tag: string; added: boolean };
    /** With the answer that resolved it, if any. */
    "ticket.resolved": About & { messageId?: string };
    "ticket.reopened": About;
    "ticket.closed": About;
    "ticket.merged": About & { intoId: string; intoNumber: string };
    "ticket.rated": About & { rating: number };
    "ticket.warned": About & { clock: "first_response" | "resolution"; level: "warning" | "breach"; dueAt: string };
    "macro.saved": { title: string };
    "macro.archived": { title: string; archived: boolean };
    "macro.removed": { title: string };
  }
}

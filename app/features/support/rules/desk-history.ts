import type { Fact, FactKind } from "#app/platform/rules/core/fact.ts";
import { TICKET_CATEGORY_WORDS, TICKET_PRIORITY_WORDS, isTicketCategory, isTicketPriority } from "./ticket.ts";

export type HistoryLine = { id: string; at: string; who: string; words: string };

const CLOCKS = { first_response: "first response", resolution: "solution" } as const;
const FIELDS: Record<string, string> = {
  category: "Category",
  priority: "Priority",
  subject: "Subject",
  orderId: "Order",
  status: "Status",
};

function valueWords(field: string, value: string | null): string {
  if (value === null) return "none";
  if (field === "category" && isTicketCategory(value)) return TICKET_CATEGORY_WORDS[value];
  if (field === "priority" && isTicketPriority(value)) return TICKET_PRIORITY_WORDS[value];
  return value;
}

/** What changed, field by field: "Priority: Normal to High". Doesn't repeat what people wrote. */
function changed(before: Record<string, string | null>, after: Record<string, string | null>): string {
  const parts = Object.keys(after).map((field) => {
    const name = FIELDS[field] ?? field;
    if (field === "subject") return "Subject changed";
    if (field === "orderId") return after[field] ? "Linked to an order" : "No longer linked to an order";
    return `${name}: ${valueWords(field, before[field] ?? null)} to ${valueWords(field, after[field] ?? null)}`;
  });
  return parts.join("; ") || "Changed";
}

type Teller<K extends FactKind> = (fact: Fact<K>, nameOf: (uid: string) => string) => string;
const WORDS: { [K in FactKind]?: Teller<K> } = {
  "ticket.opened": (f) =>
    f.data.channel === "chat"
      ? "Started as a chat"
      : f.data.channel === "contact"
        ? "Came from the contact form"
        : "Opened",
  "ticket.replied": () => "Wrote",
  "ticket.answered": () => "Answered",
  "ticket.noted": () => "Left a note",
  "ticket.assigned": (f, nameOf) =>
    f.data.assigneeId === null
      ? "Unassigned"
      : f.data.assigneeId === f.actorId
        ? "Self-assigned"
        : `Assigned to ${nameOf(f.data.assigneeId)}`,
  "ticket.changed": (f) => changed(f.data.before, f.data.after),
  "ticket.resolved": () => "Resolved",
  "ticket.reopened": () => "Reopened",
  "ticket.closed": () => "Closed",
  "ticket.merged": (f) => `Merged into ${f.data.intoNumber}`,
  "ticket.rated": (f) => `Rated ${f.data.rating} out of 5`,
  "ticket.warned": (f) =>
    f.data.level === "breach" ? `The ${CLOCKS[f.data.clock]} is overdue` : `The ${CLOCKS[f.data.clock]} is due soon`,
  "thread.staff_asked": () => "Asked for support",
  "thread.staff_done": () => "Handled",
  "thread.assigned": (f, nameOf) =>
    f.data.assigneeId === null
      ? "Unassigned"
      : f.data.assigneeId === f.actorId
        ? "Self-assigned"
        : `Assigned to ${nameOf(f.data.assigneeId)}`,
  "query.asked": (f) => (f.data.blocking ? "Asked the author; due date on hold" : "Asked the author"),
  "query.answered": () => "Answered a question",
  "query.written": (f) => `Added ${f.data.answers} ${f.data.answers === 1 ? "answer" : "answers"} to the document`,
  "query.reminded": (f) => `Reminded the author after ${f.data.hours} hours`,
};
const ACTORS: Record<string, string> = {
  system: "System",
  visitor: "Visitor",
  client: "Author",
  editor: "Editor",
  support: "support",
  admin: "Admin",
};

/** One line of a thread's history, as shown to staff. */
export function historyLine(fact: Fact, nameOf: (uid: string) => string): HistoryLine {
  const teller = WORDS[fact.kind] as Teller<FactKind> | undefined;
  return {
    id: fact.id,
    at: new Date(fact.at).toISOString(),
    who: fact.actorId ? nameOf(fact.actorId) : (ACTORS[fact.actorRole] ?? fact.actorRole),
    words: teller ? teller(fact, nameOf) : fact.kind,
  };
}

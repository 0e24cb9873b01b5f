import type { Fact } from "#app/platform/rules/core/fact.ts";
import {
  type FactWordsTable,
  type NoticeContext,
  type Quotation,
  readerTime,
} from "#app/platform/rules/core/fact-words.ts";
import { CONTACT_TOPIC_WORDS } from "./contact-message.ts";
import { ticketPage } from "./ticket-page.ts";
import type {} from "./facts.ts";
import { TICKET_CATEGORY_WORDS, TICKET_PRIORITY_WORDS, isTicketCategory, isTicketPriority } from "./ticket.ts";

const OWNERS = { client: "author", editor: "editor", visitor: "visitor" } as const;
const OPENERS = { client: "an author", editor: "an editor", visitor: "a visitor" } as const;
const CLOCKS = { first_response: "first response", resolution: "resolution" } as const;

const ownTicket = (
  f: { subjectId: string | null; data: { ownerRole: "client" | "editor" | "visitor" } },
  about: NoticeContext,
): string => ticketPage(f.data.ownerRole, f.subjectId ?? "", about.reader);
const deskThread = (f: { subjectId: string | null }): string => `/support-desk/threads/${f.subjectId}`;
const adminTicket = (f: { subjectId: string | null }): string => `/admin/support/tickets/${f.subjectId}`;
/** The ticket's page for one of the staff. */
const staffTicket = (f: { subjectId: string | null }, { reader }: NoticeContext): string =>
  reader.isSupport ? deskThread(f) : adminTicket(f);
const ticketWords = (f: Fact<"ticket.opened">): string =>
  `${TICKET_CATEGORY_WORDS[f.data.category]}, ${f.data.priority}, from ${OPENERS[f.data.ownerRole]}.`;
const warnedWords = (f: Fact<"ticket.warned">): string =>
  `the ${CLOCKS[f.data.clock]} is ${f.data.level === "breach" ? "overdue" : "due soon"}`;
const warnedTitle = (f: Fact<"ticket.warned">): string => `${f.data.number}: ${warnedWords(f)}`;
const warnedBody = (f: Fact<"ticket.warned">, about: NoticeContext): string =>
  `Due by ${readerTime(f.data.dueAt, about)}.`;

/** What staff wrote to the ticket's owner. */
const said = (f: { data: { messageId?: string } }): Quotation | null =>
  f.data.messageId ? { by: "Our support team", of: "ticket_message", id: f.data.messageId } : null;

const FIELDS: Readonly<Record<string, string>> = {
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

export const supportFactWords = {
  "contact.received": {
    audit: { title: "Contact message received" },
    timeline: null,
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: () => "New contact form message",
        body: (f) => `${CONTACT_TOPIC_WORDS[f.data.topic]}.`,
        link: (f) => `/support-desk/contact/${f.subjectId}`,
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: () => "New contact form message",
        body: (f) => `${CONTACT_TOPIC_WORDS[f.data.topic]}.`,
        link: (f) => `/support-desk/contact/${f.subjectId}`,
      },
    ],
  },
  "contact.read": {
    audit: { title: "Contact message read" },
    timeline: null,
    notices: [],
  },
  "contact.closed": {
    audit: { title: "Contact message closed" },
    timeline: null,
    notices: [],
  },
  "contact.reopened": {
    audit: { title: "Contact message reopened" },
    timeline: null,
    notices: [],
  },
  // Staff were already notified when the contact message arrived. Their reply turns it into a ticket.
  "ticket.opened": {
    audit: { title: "Ticket opened", detail: (f) => [f.data.number] },
    timeline: null,
    thread: (f) =>
      f.data.channel === "chat"
        ? "Started as a chat"
        : f.data.channel === "contact"
          ? "Came from the contact form"
          : "Opened",
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => `${f.data.number}: new ticket`,
        body: ticketWords,
        link: deskThread,
        only: (f) => f.data.channel !== "contact",
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (f) => `${f.data.number}: new ticket`,
        body: ticketWords,
        link: adminTicket,
        only: (f) => f.data.channel !== "contact",
      },
    ],
  },
  "ticket.started": {
    audit: { title: "Message sent to a person", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Started by our team",
    group: "support",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `You have a message from our team (${f.data.number})`,
        body: () => "Read it on the ticket page, where you can also reply.",
        link: ownTicket,
        button: "Read message",
        letter: (f) => [`Our team has written to you in ticket ${f.data.number}.`, "Reply on the ticket page."],
        quote: said,
      },
    ],
  },
  "ticket.replied": {
    audit: { title: "Ticket reply from its owner", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Wrote",
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => `${f.data.number}: reply from the ${OWNERS[f.data.ownerRole]}`,
        body: () => "The response timer is running again.",
        link: deskThread,
      },
    ],
  },
  "ticket.answered": {
    audit: { title: "Ticket answered", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Answered",
    group: "support",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `Support replied to ${f.data.number}`,
        body: () => "Read the reply on the ticket page, where you can also respond.",
        link: ownTicket,
        button: "Read reply",
        letter: (f) => [
          `Our support team replied to your ticket ${f.data.number}.`,
          "If you have more to say, reply on the ticket page.",
        ],
        quote: said,
      },
    ],
  },
  "ticket.noted": {
    audit: { title: "Internal note added", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Left a note",
    group: "support",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: false,
        title: (f, a) => `${a.name(f.actorId)} mentioned you in ${f.data.number}`,
        body: () => "Read the internal note on the ticket.",
        link: staffTicket,
        only: (f) => (f.data.uids?.length ?? 0) > 0,
      },
    ],
  },
  "ticket.assigned": {
    audit: { title: "Ticket assigned", detail: (f) => [f.data.number] },
    timeline: null,
    thread: (f, nameOf) =>
      f.data.assigneeId === null
        ? "Unassigned"
        : f.data.assigneeId === f.actorId
          ? "Self-assigned"
          : `Assigned to ${nameOf(f.data.assigneeId)}`,
    notices: [],
  },
  "ticket.changed": {
    audit: { title: "Ticket changed", detail: (f) => [f.data.number] },
    timeline: null,
    thread: (f) => changed(f.data.before, f.data.after),
    notices: [],
  },
  "ticket.snoozed": {
    audit: {
      title: "Ticket snoozed",
      detail: (f) => [f.data.number, f.data.until === null ? "ended" : `until ${f.data.until.slice(0, 16)} UTC`],
    },
    timeline: null,
    thread: (f) => (f.data.until === null ? "Ended the snooze" : "Snoozed"),
    notices: [],
  },
  "ticket.snooze_ended": {
    audit: { title: "Ticket snooze over", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Snooze over",
    group: "support",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: false,
        title: (f) => `${f.data.number} is back in the queue`,
        body: () => "The time you snoozed it for is over.",
        link: staffTicket,
      },
    ],
  },
  "ticket.tagged": {
    audit: {
      title: "Ticket tag changed",
      detail: (f) => [f.data.number, `${f.data.tag} ${f.data.added ? "added" : "removed"}`],
    },
    timeline: null,
    thread: (f) => `Tag ${f.data.tag} ${f.data.added ? "added" : "removed"}`,
    notices: [],
  },
  "ticket.resolved": {
    audit: { title: "Ticket resolved", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Resolved",
    group: "support",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) =>
          f.data.messageId ? `Support replied to and resolved ${f.data.number}` : `${f.data.number} was resolved`,
        body: () => "If you still need help, reply on the ticket to reopen it. You can also rate our support.",
        link: ownTicket,
        button: "Open ticket",
        letter: (f) => [
          f.data.messageId
            ? `Our support team replied to your ticket ${f.data.number} and marked it as resolved.`
            : `Your ticket ${f.data.number} was resolved.`,
          "If you still need help, reply on the ticket to reopen it. You can also rate our support there.",
        ],
        quote: said,
      },
    ],
  },
  "ticket.reopened": {
    audit: { title: "Ticket reopened", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Reopened",
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => `${f.data.number} was reopened`,
        body: () => "The issue wasn't resolved.",
        link: deskThread,
        only: (f) => f.actorRole !== "support" && f.actorRole !== "admin",
      },
    ],
  },
  "ticket.closed": {
    audit: { title: "Ticket closed", detail: (f) => [f.data.number] },
    timeline: null,
    thread: () => "Closed",
    notices: [],
  },
  "ticket.merged": {
    audit: { title: "Ticket merged", detail: (f) => [f.data.number, `into ${f.data.intoNumber}`] },
    timeline: null,
    thread: (f) => `Merged into ${f.data.intoNumber}`,
    group: "support",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `${f.data.number} was merged into ${f.data.intoNumber}`,
        body: () => "Both were about the same issue. You'll find every message there.",
        link: (f, a) => ticketPage(f.data.ownerRole, f.data.intoId, a.reader),
      },
    ],
  },
  "ticket.rated": {
    audit: { title: "Support rated", detail: (f) => [f.data.number] },
    timeline: null,
    thread: (f) => `Rated ${f.data.rating} out of 5`,
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (f) => `${f.data.number} was rated`,
        body: (f) => `${f.data.rating} out of 5.`,
        link: deskThread,
      },
    ],
  },
  "ticket.warned": {
    audit: { title: "Ticket deadline warning", detail: (f) => [f.data.number] },
    timeline: null,
    thread: (f) => {
      const words = warnedWords(f);
      return words.charAt(0).toUpperCase() + words.slice(1);
    },
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: warnedTitle,
        body: warnedBody,
        link: deskThread,
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: warnedTitle,
        body: warnedBody,
        link: adminTicket,
      },
    ],
  },
  "macro.saved": {
    audit: { title: "Macro saved", detail: (f) => [f.data.title] },
    timeline: null,
    notices: [],
  },
  "macro.archived": {
    audit: {
      title: "Macro archived or restored",
      detail: (f) => [f.data.title, f.data.archived ? "archived" : "restored"],
    },
    timeline: null,
    notices: [],
  },
  "macro.removed": {
    audit: { title: "Macro removed", detail: (f) => [f.data.title] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

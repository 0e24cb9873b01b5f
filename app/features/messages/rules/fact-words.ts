import {
  type FactWordsTable,
  type NoticeContext,
  type Quotation,
  orderName,
} from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const question = (f: { data: { messageId: string } }, a: NoticeContext): Quotation => ({
  by: a.name(a.order?.assignedTo ?? null),
  of: "order_message",
  id: f.data.messageId,
});

export const messagesFactWords = {
  "message.posted": {
    audit: { title: "Message posted" },
    timeline: null,
    group: "messages",
    notices: [
      {
        to: "client",
        type: "order_message",
        severity: 2,
        email: "if_unread",
        title: (_f, a) => `New message about ${a.order?.number}`,
        body: (f, a) => `From ${f.actorId === a.order?.assignedTo ? a.name(f.actorId) : "support"}.`,
      },
      {
        to: "editor",
        type: "order_message",
        severity: 2,
        email: "if_unread",
        title: (_f, a) => `New message about ${a.order?.number}`,
        body: (f, a) => `From ${f.actorId === a.order?.userId ? "the author" : "support"}.`,
      },
    ],
  },
  "query.asked": {
    audit: { title: "Question asked" },
    timeline: (f) => ({ title: f.data.blocking ? "Question asked, deadline on hold" : "Question asked", mark: "stet" }),
    thread: (f) => (f.data.blocking ? "Asked the author; due date on hold" : "Asked the author"),
    group: "messages",
    notices: [
      {
        to: "client",
        type: "order_message",
        severity: 0,
        email: true,
        title: (_f, a) => `Your editor has a question about ${a.order?.number}`,
        body: (f) =>
          f.data.blocking
            ? "Work is paused until you reply, and so is your due date."
            : "Your reply will help, but work continues in the meantime.",
        button: "Answer question",
        letter: (f, a) => [
          `${a.name(a.order?.assignedTo ?? null)} has a question about ${orderName(a)}.`,
          f.data.blocking
            ? "Work is paused until you reply, and your due date moves by the same amount of time."
            : "Your reply will help, but work continues in the meantime.",
        ],
        quote: question,
      },
    ],
  },
  "query.answered": {
    audit: { title: "Question answered" },
    timeline: () => ({ title: "Question answered", mark: "check" }),
    thread: () => "Answered a question",
    group: "messages",
    notices: [
      {
        to: "editor",
        type: "order_message",
        severity: 1,
        email: true,
        title: (_f, a) => `Your question about ${a.order?.number} was answered`,
        body: () => "The answer is on the order page.",
        button: "Read reply",
        letter: (_f, a) => [
          `The author of ${orderName(a)} answered your question.`,
          "The answer is on the order page, too.",
        ],
        quote: (f) => ({ by: "The author", of: "order_message", id: f.data.messageId }),
      },
    ],
  },
  "thread.read": {
    audit: { title: "Thread read" },
    timeline: null,
    notices: [],
  },
  "thread.staff_asked": {
    audit: { title: "Staff help requested" },
    timeline: null,
    thread: () => "Asked for support",
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `Staff help requested on ${a.order?.number}`,
        body: (f) => `The ${f.data.role === "editor" ? "editor" : "author"} asked for staff to read the thread.`,
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (_f, a) => `Staff help requested on ${a.order?.number}`,
        body: (f) => `The ${f.data.role === "editor" ? "editor" : "author"} asked for staff to read the thread.`,
      },
    ],
  },
  "thread.staff_done": {
    audit: { title: "Staff help marked as done" },
    timeline: null,
    thread: () => "Handled",
    notices: [],
  },
  "thread.assigned": {
    audit: { title: "Thread assigned" },
    timeline: null,
    thread: (f, nameOf) =>
      f.data.assigneeId === null
        ? "Unassigned"
        : f.data.assigneeId === f.actorId
          ? "Self-assigned"
          : `Assigned to ${nameOf(f.data.assigneeId)}`,
    notices: [],
  },
  "query.reminded": {
    audit: { title: "Author reminded of a question" },
    timeline: () => ({ title: "Author reminded of the open question" }),
    thread: (f) => `Reminded the author after ${f.data.hours} hours`,
    group: "messages",
    notices: [
      {
        to: "client",
        type: "order_message",
        severity: 0,
        email: true,
        title: (_f, a) => `Your editor is still waiting for your answer on ${a.order?.number}`,
        body: (f) => `Your editor asked ${f.data.hours} hours ago and can't continue without an answer.`,
        button: "Answer question",
        letter: (f, a) => [
          `${a.name(a.order?.assignedTo ?? null)} asked you a question about ${orderName(a)} ${f.data.hours} hours ago and can't continue without your answer.`,
          "Work is paused until you reply, and your due date moves by the same amount of time.",
        ],
        quote: question,
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

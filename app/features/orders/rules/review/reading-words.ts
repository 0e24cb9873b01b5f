import { formatPay } from "#app/platform/rules/core/money.ts";
import { type FactWordsTable, type NoticeContext, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import type {} from "../facts.ts";
import type { SkipReason } from "./second-reading.ts";

const number = (about: NoticeContext): string => about.order?.number ?? "an order";
const page = (readingId: string): string => `/editor/readings/${readingId}`;
const LIST = "/editor/readings";

const ENDED: Readonly<Record<Fact<"reading.invite_ended">["data"]["how"], string>> = {
  declined: "declined",
  expired: "expired",
  lost: "taken by another editor",
  withdrawn: "withdrawn",
};

/** Why it didn't happen, for staff and editors. */
const SKIPPED: Readonly<Record<SkipReason, string>> = {
  nobody: "Nobody accepted it in time.",
  reader_late: "The second reader didn't finish in time.",
  editor_late: "The editor submitted too late for it.",
  staff: "Our staff skipped it.",
};
const forClient = (why: SkipReason): string =>
  why === "nobody"
    ? "We couldn't find a second reader in time."
    : why === "staff"
      ? "We're delivering your order without its second reader."
      : "The second reading couldn't be done in time.";

/**
 * The texts of facts about second readings. Invited editors see only an order's number, and its title once they have
 * accepted the reading.
 */
export const readingFactWords = {
  "reading.invited": {
    audit: { title: "Second reader invited", detail: (f) => [formatPay(f.data.payMinor)] },
    timeline: (f, t) =>
      t.isStaff ? { title: `Invited ${t.nameOf(f.subjectId) ?? "an editor"} as second reader` } : null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        title: (f) => `New second reading: ${formatPay(f.data.payMinor)}`,
        body: (f, a) =>
          `Read another editor's work on ${number(a)} by ${readerTime(f.data.dueAt, a)}. The first to accept gets it. Your invite expires ${readerTime(f.data.expiresAt, a)}.`,
        link: () => LIST,
        button: "View invite",
        letter: (f, a) => [
          `You're invited to be the second reader of ${number(a)}, an order in your field. It pays ${formatPay(f.data.payMinor)} and is due ${readerTime(f.data.dueAt, a)}.`,
          `The first editor to accept gets it. Your invite expires ${readerTime(f.data.expiresAt, a)}.`,
        ],
      },
    ],
  },
  "reading.invite_ended": {
    audit: { title: "Second reader's invite ended", detail: (f) => [ENDED[f.data.how]] },
    timeline: (f, t) =>
      t.isStaff && f.data.how === "declined"
        ? { title: `${t.nameOf(f.data.editorId) ?? "An editor"} declined the second reading` }
        : null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        only: (f) => f.data.how === "lost" || f.data.how === "withdrawn",
        title: (_f, a) => `The second reading of ${number(a)} is no longer available`,
        body: (f) => (f.data.how === "lost" ? "Another editor accepted it first." : "You don't need to do anything."),
        link: () => LIST,
      },
    ],
  },
  "reading.taken": {
    audit: {
      title: "Second reader found",
      detail: (f) => [f.data.how === "admin" ? "chosen by an admin" : null],
    },
    timeline: (f, t) => ({
      title: `${t.nameOf(f.data.readerId) ?? "An editor"} is the second reader`,
      detail: t.viewer === "client" ? null : "Due",
      untilAt: t.viewer === "client" ? null : f.data.dueAt,
      mark: "caret",
    }),
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (_f, a) => `You're the second reader of ${number(a)}`,
        body: (f, a) =>
          `Read the first editor's work on ${orderName(a)} by ${readerTime(f.data.dueAt, a)}. We'll notify you when it's ready.`,
        link: (f) => page(f.data.readingId),
        button: "Open second reading",
        letter: (f, a) => [
          `You're the second reader of ${orderName(a)}. Your part is due ${readerTime(f.data.dueAt, a)}.`,
          "You can open the manuscript and the brief now. We'll notify you when the first editor's work is ready.",
        ],
      },
    ],
  },
  "reading.released": {
    audit: {
      title: "Second reader left",
      detail: (f) => [f.data.by === "staff" ? "removed" : "handed back", f.data.reason],
    },
    timeline: (f, t) =>
      t.isStaff
        ? {
            title:
              f.data.by === "staff"
                ? `${t.nameOf(f.data.readerId) ?? "The second reader"} removed as second reader`
                : `${t.nameOf(f.data.readerId) ?? "The second reader"} handed the second reading back`,
            detail: f.data.reason,
            mark: "transpose",
          }
        : { title: "We're looking for another second reader", mark: "transpose" },
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        only: (f) => f.data.by === "staff",
        title: (_f, a) => `You're no longer the second reader of ${number(a)}`,
        body: (f) => f.data.reason,
        link: () => LIST,
        button: "View second readings",
        letter: (f, a) => [
          `You're no longer the second reader of ${orderName(a)}.`,
          `Reason: ${f.data.reason}`,
          "Please stop working on it. Your other work isn't affected.",
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        only: (f) => f.data.by === "reader",
        title: (_f, a) => `The second reading of ${number(a)} was handed back`,
        body: (f, a) => `${a.name(f.data.readerId)} can't do it: ${f.data.reason}`,
      },
    ],
  },
  "reading.message": {
    audit: {
      title: "Message about the second reading",
      detail: (f) => [f.data.asksStaff ? "asks staff to reply" : null],
    },
    timeline: null,
    group: "messages",
    notices: [
      {
        to: "subject",
        type: "order_message",
        severity: 2,
        email: true,
        title: (_f, a) => `New message about your second reading of ${number(a)}`,
        body: (f, a) => `From ${f.data.authorRole === "editor" ? a.name(f.actorId) : "support"}.`,
        link: (f) => `${page(f.data.readingId)}#reading-messages`,
        button: "Read message",
        letter: (f, a) => [
          `${f.data.authorRole === "editor" ? `${a.name(f.actorId)}, the first editor,` : "Support"} wrote to you about your second reading of ${orderName(a)}.`,
          "Reply on the page of the second reading.",
        ],
        quote: (f, a) => ({
          by: f.data.authorRole === "editor" ? a.name(f.actorId) : "Support",
          of: "reading_message",
          id: f.data.messageId,
        }),
      },
      {
        to: "editor",
        type: "order_message",
        severity: 2,
        email: true,
        title: (_f, a) => `New message about the second reading of ${number(a)}`,
        body: (f, a) => `From ${f.data.authorRole === "reader" ? a.name(f.actorId) : "support"}.`,
        button: "Read message",
        letter: (f, a) => [
          `${f.data.authorRole === "reader" ? `${a.name(f.actorId)}, the second reader,` : "Support"} wrote to you about the second reading of ${orderName(a)}.`,
          "Reply on the order page, below your work.",
        ],
        quote: (f, a) => ({
          by: f.data.authorRole === "reader" ? a.name(f.actorId) : "Support",
          of: "reading_message",
          id: f.data.messageId,
        }),
      },
      ...(["support", "admin"] as const).map((to) => ({
        to,
        type: "admin_notification" as const,
        severity: to === "support" ? (1 as const) : (2 as const),
        email: false as const,
        only: (f: Fact<"reading.message">) => f.data.asksStaff,
        title: (_f: Fact<"reading.message">, a: NoticeContext) => `Staff help requested on ${number(a)}`,
        body: (f: Fact<"reading.message">) =>
          `The ${f.data.authorRole === "reader" ? "second reader" : "editor"} asked for a reply about the second reading.`,
      })),
    ],
  },
  "reading.thread_read": { audit: { title: "Messages about the second reading read" }, timeline: null, notices: [] },
  "reading.ready": {
    audit: { title: "Passed on to the second reader" },
    timeline: (f, t) => ({
      title: f.data.readerId ? "With the second reader" : "Waiting for a second reader",
      detail: t.viewer === "client" ? null : "Due",
      untilAt: t.viewer === "client" ? null : f.data.dueAt,
    }),
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        title: (_f, a) => `${number(a)} is ready for your second reading`,
        body: (f, a) =>
          `The first editor has submitted their work on ${orderName(a)}. Submit yours by ${readerTime(f.data.dueAt, a)}.`,
        link: (f) => page(f.data.readingId),
        button: "Start reading",
        letter: (f, a) => [
          `The first editor has submitted their work on ${orderName(a)}. It's your turn.`,
          `Work in their tracked copy under your own name, and submit it by ${readerTime(f.data.dueAt, a)}. After that, the order continues without it.`,
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        only: (f) => f.data.readerId === null,
        title: (_f, a) => `${number(a)} has no second reader yet`,
        body: (f, a) =>
          `If nobody accepts it by ${readerTime(f.data.dueAt, a)}, it's delivered without one and that part of the price is refunded.`,
      },
    ],
  },
  "reading.done": {
    audit: {
      title: "Second reading done",
      detail: (f) => [f.data.undone > 0 ? `${f.data.undone} of the editor's changes undone` : null],
    },
    timeline: (f, t) => ({
      title: `${t.nameOf(f.data.readerId) ?? "The second reader"} finished the second reading`,
      detail:
        f.data.undone > 0
          ? `${f.data.undone} of the editor's changes ${f.data.undone === 1 ? "was" : "were"} undone, each confirmed.`
          : null,
      mark: "check",
    }),
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 2,
        email: false,
        title: (_f, a) => `The second reading of ${number(a)} is done`,
        body: (f, a) => `${a.name(f.data.readerId)} worked in your copy. You can see every change on the order page.`,
      },
    ],
  },
  "reading.skipped": {
    audit: { title: "Continued without a second reading", detail: (f) => [SKIPPED[f.data.why]] },
    timeline: (f, t) => ({
      title: "Continuing without a second reader",
      detail:
        t.viewer === "client"
          ? `${forClient(f.data.why)} Their part of the price is refunded.`
          : t.viewer === "editor"
            ? SKIPPED[f.data.why]
            : `${SKIPPED[f.data.why]} Their part of the price is refunded.`,
      mark: "dele",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `${number(a)}: no second reader, and a refund`,
        body: (f) => `${forClient(f.data.why)} We're refunding their part of the price. Your due date hasn't changed.`,
        letter: (f, a) => [
          `${forClient(f.data.why)} We're refunding the second reader's part of the price of ${orderName(a)} the way it was paid.`,
          "Your editor's work isn't affected, and neither is your due date. You don't need to do anything.",
        ],
      },
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `Your second reading of ${number(a)} is over`,
        body: (f) =>
          f.data.why === "reader_late"
            ? "Its time is over, so the order continued without it. It isn't paid."
            : f.data.why === "editor_late"
              ? "The first editor left no time for it, so the order continued without it."
              : "Our staff skipped it.",
        link: () => LIST,
        button: "View second readings",
        letter: (f, a) => [
          f.data.why === "reader_late"
            ? `The time for your second reading of ${orderName(a)} is over, so the order continued without it. It isn't paid.`
            : f.data.why === "editor_late"
              ? `The first editor of ${orderName(a)} submitted too late for a second reading, so the order continued without it.`
              : `Our staff skipped the second reading of ${orderName(a)}.`,
          "Please stop working on it. If something's wrong, open a support ticket.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `${number(a)} continued without its second reading`,
        body: (f) => `${SKIPPED[f.data.why]} Its part of the price is refunded.`,
      },
    ],
  },
  "reading.ended": {
    audit: { title: "Second reading no longer needed" },
    timeline: null,
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `${number(a)} no longer needs your second reading`,
        body: () => "The order was canceled. You don't need to do anything.",
        link: () => LIST,
        button: "View second readings",
        letter: (_f, a) => [
          `${orderName(a)} was canceled, so it no longer needs your second reading.`,
          "You don't need to do anything.",
        ],
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

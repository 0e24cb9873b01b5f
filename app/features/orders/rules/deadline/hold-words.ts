import { type FactWordsTable, type NoticeContext, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type {} from "../facts.ts";

/** The link to the order's page for a staff member who isn't reached through a feed. */
const staffLink = (_f: unknown, a: NoticeContext): string =>
  `${a.reader.isAdmin ? "/admin" : "/support-desk"}/orders/${a.order?.id}`;

/** The texts of facts about holds. */
export const holdFactWords = {
  "order.held": {
    audit: { title: "Order put on hold", detail: (f) => [f.data.reason] },
    timeline: (f, t) => ({
      title: "Put on hold",
      detail: [t.isStaff ? f.data.reason : "", f.data.untilAt ? "Until" : ""].filter(Boolean).join(" ") || null,
      untilAt: f.data.untilAt ?? null,
      mark: "stet",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} is on hold`,
        body: (f) => f.data.reason,
        letter: (f, a) => [
          `${orderName(a)} is on hold${f.data.untilAt ? ` until ${readerTime(f.data.untilAt, a)} at the latest` : ""}, and its deadlines are paused.`,
          `Reason: ${f.data.reason}`,
          "We'll let you know when work resumes and what the new due date is.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} is on hold`,
        body: () => "Its deadlines are paused. We'll let you know when work resumes.",
        letter: (f, a) => [
          `${orderName(a)} is on hold${f.data.untilAt ? ` until ${readerTime(f.data.untilAt, a)} at the latest` : ""}, and your deadline is paused.`,
          "Please stop working on it for now. We'll let you know when to resume.",
        ],
      },
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `You're responsible for the hold on ${a.order?.number}`,
        body: (f, a) => `It ends by ${readerTime(f.data.untilAt, a)}. ${f.data.reason}`,
        link: staffLink,
        letter: (f, a) => [
          `${orderName(a)} was put on hold, and you're responsible for it.`,
          `Reason: ${f.data.reason}`,
          `Resume the order when that's settled. It resumes automatically on ${readerTime(f.data.untilAt, a)}.`,
        ],
      },
    ],
  },
  "order.hold_changed": {
    audit: { title: "Hold changed", detail: (f) => [f.data.uid === f.data.before ? "new end" : "handed over"] },
    timeline: (f, t) =>
      t.isStaff
        ? {
            title:
              f.data.uid === f.data.before
                ? "End of the hold changed"
                : `Hold handed over to ${t.nameOf(f.data.uid) ?? "another staff member"}`,
            detail: "Until",
            untilAt: f.data.untilAt,
            mark: "transpose",
          }
        : f.data.moved
          ? { title: "End of the hold changed", detail: "Until", untilAt: f.data.untilAt, mark: "transpose" }
          : null,
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        only: (f) => f.data.uid !== f.data.before,
        title: (_f, a) => `You're responsible for the hold on ${a.order?.number}`,
        body: (f, a) => `It was handed over to you, and ends by ${readerTime(f.data.untilAt, a)}.`,
        link: staffLink,
        letter: (f, a) => [
          `The hold on ${orderName(a)} was handed over to you.`,
          `Its reason is on the order page. Resume the order when that's settled. It resumes automatically on ${readerTime(f.data.untilAt, a)}.`,
        ],
      },
      ...(["client", "editor"] as const).map((to) => ({
        to,
        severity: 2 as const,
        email: false,
        only: (f: { data: { moved: boolean } }) => f.data.moved !== false,
        title: (_f: unknown, a: NoticeContext) => `The hold on ${a.order?.number} has a new end`,
        body: (f: { data: { untilAt: string } }, a: NoticeContext) =>
          `It's on hold until ${readerTime(f.data.untilAt, a)} at the latest.`,
      })),
    ],
  },
  "order.hold_reminded": {
    audit: { title: "Reminded of an order on hold" },
    timeline: null,
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} is still on hold`,
        body: (f, a) => `It resumes automatically on ${readerTime(f.data.untilAt, a)}. Settle it before that.`,
        link: staffLink,
        letter: (f, a) => [
          `${orderName(a)} is still on hold, and you're responsible for it.`,
          `Resume it when its reason is settled. It resumes automatically on ${readerTime(f.data.untilAt, a)}.`,
        ],
      },
    ],
  },
  "order.unheld": {
    audit: { title: "Order resumed", detail: (f) => [f.data.why === "ended" ? "the hold ended" : null] },
    timeline: (f) => ({
      title: "Resumed",
      detail: f.data.why === "ended" ? "The hold ended." : null,
      mark: "caret",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        title: (_f, a) => `${a.order?.number} has resumed`,
        body: (_f, a) => `The due date is now ${readerTime(a.order?.dueAt, a)}.`,
        letter: (_f, a) => [
          `${orderName(a)} is no longer on hold. Work has resumed.`,
          a.order?.dueAt
            ? `The new due date is ${readerTime(a.order.dueAt, a)}. You don't need to do anything.`
            : "You don't need to do anything.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} has resumed`,
        body: (_f, a) => `Your deadline is now ${readerTime(a.order?.editorDueAt, a)}.`,
        letter: (_f, a) => [
          `${orderName(a)} is no longer on hold.`,
          `You can resume work. Submit it by ${readerTime(a.order?.editorDueAt, a)}.`,
        ],
      },
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `The hold on ${a.order?.number} has ended`,
        body: () => "The order continues where it left off, and its deadlines moved by the time it was on hold.",
        link: staffLink,
        letter: (_f, a) => [
          `${orderName(a)} is no longer on hold.`,
          "It continues where it left off, and every deadline moved by the time it was on hold.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 2,
        email: false,
        only: (f) => f.data.why === "ended",
        title: (_f, a) => `The hold on ${a.order?.number} has ended`,
        body: () => "It ended before anyone resumed the order, which continues where it left off.",
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

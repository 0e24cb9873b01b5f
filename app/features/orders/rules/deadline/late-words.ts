import { formatPay } from "#app/platform/rules/core/money.ts";
import { type FactWordsTable, orderMoney, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type {} from "../facts.ts";

/** The texts of facts about very late orders. */
export const lateFactWords = {
  "order.decision_needed": {
    audit: { title: "Decision needed about a late order" },
    timeline: (f, t) => ({
      title: t.isStaff ? "Very late: staff have to decide" : "Very late: our staff are deciding what happens next",
      detail: "Decision by",
      untilAt: f.data.decideByAt,
      mark: "stet",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 0,
        email: true,
        title: (_f, a) => `${a.order?.number} is late: what happens now`,
        body: (f, a) =>
          `We're sorry. We'll decide by ${readerTime(f.data.decideByAt, a)} whether another editor takes over. You can get a full refund now or choose to wait longer.`,
        button: "See your options",
        letter: (f, a) => [
          `${orderName(a)} is late, and we're sorry. By ${readerTime(f.data.decideByAt, a)} our staff will give it to another editor or ask you to agree to a later date.`,
          `You don't need to do anything: when it's delivered, we'll refund part of the price automatically, and if it isn't delivered by ${readerTime(f.data.refundAt, a)}, all of it.`,
          "On the order page, you can cancel now for a full refund, or choose to wait longer than that.",
        ],
      },
      {
        to: "editor",
        severity: 0,
        email: true,
        title: (_f, a) => `${a.order?.number} may go to another editor`,
        body: () =>
          "It's very late, and our staff are deciding. If you can finish it, submit it now or ask for more time.",
        button: "Open order and submit",
        letter: (f, a) => [
          `${orderName(a)} is very late. By ${readerTime(f.data.decideByAt, a)} our staff will decide whether it goes to another editor.`,
          "If you can finish it, submit it now, or ask for more time on the order page. If you can't, hand it back there: you're paid for the part that the next editor can use.",
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `${a.order?.number} is very late: decide what happens`,
        body: (f, a) =>
          `Give it to another editor, or propose a later date, by ${readerTime(f.data.decideByAt, a)}. ${a.name(f.data.editorId)} has it now.`,
        link: (_f, a) => `/support-desk/orders/${a.order?.id}`,
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `${a.order?.number} is very late: decide what happens`,
        body: (f, a) =>
          `Give it to another editor, or propose a later date, by ${readerTime(f.data.decideByAt, a)}. ${a.name(f.data.editorId)} has it now.`,
      },
    ],
  },
  "order.decision_overdue": {
    audit: { title: "Nobody decided about a late order in time" },
    timeline: (_f, t) => (t.isStaff ? { title: "Nobody decided in time: admins told", mark: "dele" } : null),
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: true,
        title: (_f, a) => `Nobody has decided about ${a.order?.number}`,
        body: (f, a) =>
          `A decision was due by ${readerTime(f.data.decideByAt, a)}. Give the order to another editor, or propose a later date.`,
        letter: (f, a) => [
          `${orderName(a)} is very late, and nobody has decided about it. A decision was due by ${readerTime(f.data.decideByAt, a)}.`,
          "Give the order to another editor, or propose a later date to the author and the editor. Without either, it's refunded in full once it's late by the full turnaround.",
        ],
      },
    ],
  },
  "order.very_late": {
    audit: { title: "Author told about a very late order" },
    timeline: (_f, t) => (t.viewer === "editor" ? null : { title: "Very late, and without an editor", mark: "stet" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 0,
        email: true,
        title: (_f, a) => `${a.order?.number} is late: what happens now`,
        body: (f, a) =>
          `We're sorry. We're looking for another editor. You can get a full refund now, or choose to wait beyond ${readerTime(f.data.refundAt, a)}.`,
        button: "See your options",
        letter: (f, a) => [
          `${orderName(a)} is late, and we're sorry. We're still looking for another editor.`,
          `You don't need to do anything: when it's delivered, we'll refund part of the price automatically, and if it isn't delivered by ${readerTime(f.data.refundAt, a)}, all of it.`,
          "On the order page, you can cancel now for a full refund, or choose to wait longer than that.",
        ],
      },
    ],
  },
  "order.wait_chosen": {
    audit: { title: "Author chose to wait longer" },
    timeline: (f, t) => ({
      title: t.viewer === "client" ? "You chose to wait longer" : "The author chose to wait longer",
      untilAt: f.data.untilAt,
      mark: "transpose",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        evenOwn: true,
        title: (f, a) => `You're waiting for ${a.order?.number} until ${readerTime(f.data.untilAt, a)}`,
        body: () =>
          "If it isn't delivered by then, we'll refund you in full. You can cancel for a full refund before that.",
        letter: (f, a) => [
          `You chose to wait for ${orderName(a)} until ${readerTime(f.data.untilAt, a)}. If it isn't delivered by then, we'll refund you in full automatically.`,
          "You keep the refund for late delivery, which you'll get when it's delivered. If you change your mind, cancel on the order page at any time before that for a full refund.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: false,
        title: (_f, a) => `The author of ${a.order?.number} will wait longer`,
        body: (f, a) => `They'll wait until ${readerTime(f.data.untilAt, a)}. Submit your work as soon as you can.`,
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (_f, a) => `The author of ${a.order?.number} will wait longer`,
        body: (f, a) => `They'll wait until ${readerTime(f.data.untilAt, a)}, then it's refunded in full.`,
      },
    ],
  },
  "order.revision_closable": {
    audit: {
      title: "Author told that a late revision can be closed",
      detail: (f, money) => [money(f.data.refundMinor)],
    },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: "The revision is very late", detail: "Closes", untilAt: f.data.closesAt, mark: "stet" },
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 0,
        email: true,
        title: (_f, a) => `The revision of ${a.order?.number} is late: what happens now`,
        body: (f, a) =>
          `We're sorry. You can wait, or close it now${f.data.refundMinor > 0 ? ` and get ${orderMoney(f.data.refundMinor, a)} back` : ""}. We'll close it on ${readerTime(f.data.closesAt, a)}.`,
        button: "See your options",
        letter: (f, a) => [
          `The revision of ${orderName(a)} is very late, and we're sorry.`,
          f.data.refundMinor > 0
            ? `You can wait for it, or close it on the order page and get ${orderMoney(f.data.refundMinor, a)} back. You keep what was delivered before.`
            : "You can wait for it, or close it on the order page. You keep what was delivered before.",
          `If it isn't delivered by ${readerTime(f.data.closesAt, a)}, we'll close it automatically${f.data.refundMinor > 0 ? " and refund you the same amount" : ""}.`,
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `The revision of ${a.order?.number} is very late`,
        body: (f, a) => `Its author can close it. It's closed automatically on ${readerTime(f.data.closesAt, a)}.`,
      },
    ],
  },
  "order.revision_closed": {
    audit: {
      title: "Late revision closed",
      detail: (f, money) => [f.data.by === "clock" ? "automatically" : "by the author", money(f.data.refundMinor)],
    },
    timeline: (f, t) => ({
      title: f.data.by === "clock" ? "Late revision closed automatically" : "Late revision closed by the author",
      detail: t.viewer !== "editor" && f.data.refundMinor > 0 ? `Refund: ${t.money(f.data.refundMinor)}.` : null,
      mark: "dele",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (_f, a) => `The revision of ${a.order?.number} was closed`,
        body: (f, a) =>
          f.data.refundMinor > 0
            ? `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. You keep what was delivered before.`
            : "You keep what was delivered before.",
        letter: (f, a) => [
          f.data.by === "clock"
            ? `The revision of ${orderName(a)} wasn't delivered in time, so we closed it. We're sorry.`
            : `You closed the late revision of ${orderName(a)}.`,
          f.data.refundMinor > 0
            ? `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. It can take up to ten days to appear.`
            : "You were already refunded for lateness, so there is no further refund.",
          "You keep everything that was delivered before.",
        ],
      },
      {
        to: "subject",
        severity: 0,
        email: true,
        title: (_f, a) => `The revision of ${a.order?.number} was closed`,
        body: (f) =>
          f.data.editorMinor > 0
            ? `It was past the date we promised. Please stop working on it. You'll be paid ${formatPay(f.data.editorMinor)} for it.`
            : "It was very late. Please stop working on it.",
        link: () => "/editor/orders",
        button: "View orders",
        letter: (f, a) => [
          `The revision of ${orderName(a)} was closed because it was very late. Please stop working on it.`,
          f.data.editorMinor > 0
            ? `You took it over and weren't late yourself, so you'll be paid ${formatPay(f.data.editorMinor)} for it.`
            : "Your other orders aren't affected.",
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (_f, a) => `The revision of ${a.order?.number} was closed`,
        body: (f, a) => `Refund ${orderMoney(f.data.refundMinor, a)}. It was very late.`,
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

import { type FactWordsTable, orderMoney, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import { paymentsPage } from "./payments-page.ts";
import type {} from "./facts.ts";

export const paymentsFactWords = {
  "payment.started": {
    audit: { title: "Payment started", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (_f, t) => (t.isStaff ? { title: "Payment started" } : null),
    notices: [],
  },
  "payment.failed": {
    audit: { title: "Payment failed", detail: (f) => [f.data.reason] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: "Payment failed", detail: f.data.reason, mark: "dele" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: false,
        title: (_f, a) => `Your payment for ${a.order?.number} didn't go through`,
        body: (f) => f.data.reason,
        link: (_f, a) => paymentsPage(a.reader),
      },
    ],
  },
  "payment.succeeded": {
    audit: { title: "Payment succeeded", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: null,
    notices: [],
  },
  "payment.not_taken": {
    audit: { title: "Payment not taken", detail: (f, money) => [money(f.data.amountMinor), f.data.why] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: "Your card wasn't charged", detail: f.data.why, mark: "dele" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Your payment for ${a.order?.number} wasn't taken`,
        body: (f) => `${f.data.why} You haven't been charged.`,
        letter: (f, a) => [
          `We didn't charge your card for ${orderName(a)}. ${f.data.why}`,
          "Your files and choices are saved. Open the order to see its price and pay. If your bank shows a pending charge, it disappears automatically.",
        ],
      },
    ],
  },
  "payment.surplus": {
    audit: { title: "Surplus payment", detail: (f, money) => [money(f.data.amountMinor), f.data.why] },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: `A payment of ${t.money(f.data.amountMinor)} is being refunded`, detail: f.data.why },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: () => "We're refunding a payment",
        body: (f, a) =>
          `${orderMoney(f.data.amountMinor, a)} arrived for ${orderName(a)} but couldn't be applied: ${f.data.why} The full amount is refunded automatically.`,
        link: (_f, a) => paymentsPage(a.reader),
        button: "View payments",
        letter: (f, a) => [
          `${orderMoney(f.data.amountMinor, a)} arrived for ${orderName(a)} but couldn't be applied: ${f.data.why}`,
          "The full amount is refunded automatically to your original payment method. You don't need to do anything.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `Surplus payment for ${a.order?.number}`,
        body: (f) => f.data.why,
      },
    ],
  },
  "payment.test_paid": {
    audit: { title: "Test payment arrived", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: null,
    notices: [],
  },
  "problem.reported": {
    audit: { title: "Problem with an order reported" },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: "A problem was reported", detail: "Decision by", untilAt: f.data.dueAt, mark: "caret" },
    group: "money",
    notices: [
      {
        to: "support",
        severity: 0,
        email: false,
        title: (_f, a) => `A problem with ${a.order?.number} was reported`,
        body: (f, a) => `Decide by ${readerTime(f.data.dueAt, a)}: redo, refund, or decline.`,
        link: (f) => `/support-desk/orders/${f.orderId}#problem`,
      },
      {
        to: "admin",
        severity: 0,
        email: false,
        title: (_f, a) => `A problem with ${a.order?.number} was reported`,
        body: (f, a) => `Decide by ${readerTime(f.data.dueAt, a)}: redo, refund, or decline.`,
        link: (f) => `/admin/orders/${f.orderId}#problem`,
      },
      {
        to: "client",
        severity: 2,
        evenOwn: true,
        email: true,
        title: (_f, a) => `We received your report about ${a.order?.number}`,
        body: (f, a) => `We'll decide by ${readerTime(f.data.dueAt, a)}.`,
        letter: (f, a) => [
          `We received your report about ${orderName(a)} and will decide by ${readerTime(f.data.dueAt, a)}.`,
          "You can follow it on the order page. To add something, write in the order's messages.",
        ],
      },
    ],
  },
  "problem.redo": {
    audit: { title: "Redo ordered", detail: (f) => [f.data.note] },
    timeline: (f) => ({ title: "The work is to be redone", detail: "By", untilAt: f.data.dueAt, mark: "transpose" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} is being redone`,
        body: (f, a) =>
          `We agree with your report. Your editor redoes the work by ${readerTime(f.data.dueAt, a)}, free of charge.`,
      },
      {
        to: "editor",
        severity: 0,
        email: true,
        title: (_f, a) => `Redo ${a.order?.number}`,
        body: (f, a) =>
          `The author reported a problem and we agree. Redo the work by ${readerTime(f.data.dueAt, a)}. The order page says what to redo.`,
      },
    ],
  },
  "problem.declined": {
    audit: { title: "Report declined", detail: (f) => [f.data.note] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: "The report was declined", detail: f.data.note, mark: "stet" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Your report about ${a.order?.number} was reviewed`,
        body: () => "We won't refund this order. Our explanation is on the order page.",
      },
    ],
  },
  "refund.proposed": {
    audit: { title: "Refund proposed", detail: (f, money) => [money(f.data.amountMinor), `needs ${f.data.needs}`] },
    timeline: (f, t) =>
      t.isStaff
        ? { title: `A refund of ${t.money(f.data.amountMinor)} was proposed`, detail: `Needs ${f.data.needs}` }
        : null,
    notices: [
      {
        to: "admin",
        severity: 0,
        email: true,
        title: (f, a) => `Approve a refund of ${orderMoney(f.data.amountMinor, a)} for ${a.order?.number}?`,
        body: (f, a) =>
          `${a.name(f.actorId)} proposed it. ${f.data.needs === "two admins" ? "It needs two admins." : "It needs an admin."}`,
        link: () => "/admin/refunds",
        button: "Open refunds",
      },
    ],
  },
  "refund.approved": {
    audit: { title: "Refund approved", detail: (f, money) => [money(f.data.amountMinor), f.data.reason] },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : {
            title: `A refund of ${t.money(f.data.amountMinor)} was approved`,
            detail: t.isStaff ? f.data.reason : null,
            mark: "check",
          },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (f, a) => `We're refunding ${orderMoney(f.data.amountMinor, a)} for ${a.order?.number}`,
        body: () => "It's refunded to the card you paid with and can take up to ten days to appear.",
      },
    ],
  },
  "refund.declined": {
    audit: { title: "Refund declined", detail: (f, money) => [money(f.data.amountMinor), f.data.note] },
    timeline: (f, t) =>
      t.isStaff
        ? { title: `The refund of ${t.money(f.data.amountMinor)} was declined`, detail: f.data.note, mark: "dele" }
        : null,
    notices: [
      {
        to: "support",
        severity: 1,
        email: false,
        title: (f, a) => `The refund of ${orderMoney(f.data.amountMinor, a)} for ${a.order?.number} was declined`,
        body: (f) => f.data.note,
        link: (f) => `/support-desk/orders/${f.orderId}`,
      },
    ],
  },
  "refund.requested": {
    audit: { title: "Refund requested", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `Refund of ${t.money(f.data.amountMinor)} sent to the card` },
    notices: [],
  },
  "refund.succeeded": {
    audit: { title: "Refund succeeded", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `${t.money(f.data.amountMinor)} refunded`, mark: "check" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (f, a) => `${orderMoney(f.data.amountMinor, a)} has been refunded`,
        body: (_f, a) => `The credit note for ${orderName(a)} is under Payments.`,
        link: (_f, a) => paymentsPage(a.reader),
        button: "View payments",
        letter: (f, a) => [
          `${orderMoney(f.data.amountMinor, a)} of your payment for ${orderName(a)} has been refunded. It can take up to ten days to appear.`,
          "The credit note is under Payments. You don't need to do anything.",
        ],
      },
    ],
  },
  "refund.failed": {
    audit: { title: "Refund failed", detail: (f, money) => [money(f.data.amountMinor), f.data.reason] },
    timeline: (f, t) =>
      t.isStaff
        ? { title: `The refund of ${t.money(f.data.amountMinor)} failed`, detail: f.data.reason, mark: "dele" }
        : null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `A refund for ${a.order?.number} failed`,
        body: (f) => f.data.reason,
      },
    ],
  },
  "contract.confirmed": {
    audit: { title: "Early start requested", detail: (f) => [`text of ${f.data.version}`] },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : {
            title: `${t.viewer === "client" ? "You asked us to start right away" : "The author asked for an early start"}${f.data.extraMinor === undefined ? "" : " on the addition"}`,
            detail: "Right of withdrawal until",
            untilAt: f.data.untilAt,
          },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        evenOwn: true,
        title: (_f, a) => `Your right of withdrawal for ${a.order?.number}`,
        body: (f, a) => `You can withdraw until ${readerTime(f.data.untilAt, a)}, as long as the work isn't delivered.`,
        letter: (f, a) => [
          `${f.data.extraMinor === undefined ? "Thank you for your order. This email confirms what you asked for when you paid for" : `Thank you for your payment of ${orderMoney(f.data.extraMinor, a)}. This email confirms what you asked for when you added to`} ${orderName(a)}. On ${readerTime(f.data.givenAt, a)}, you checked the box with this text: “${f.data.text}”`,
          `If you are a consumer, you can withdraw from the contract without giving a reason until ${readerTime(f.data.untilAt, a)}, as long as the work hasn't been delivered. Use “Withdraw from contract” on the order page, or send us any clear statement.`,
          "If no editor has begun, you get everything back. After that, you pay only for the part done. The refund and revision policy has the full instructions and a form you can use.",
        ],
      },
    ],
  },
  "invoice.issued": {
    audit: { title: "Invoice issued", detail: (f) => [f.data.number] },
    timeline: (f, t) =>
      t.viewer === "editor" || f.data.kind === "self_billed"
        ? null
        : { title: `${f.data.kind === "credit_note" ? "Credit note" : "Invoice"} ${f.data.number}` },
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

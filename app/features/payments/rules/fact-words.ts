import { type FactWordsTable, orderMoney, orderName } from "#app/platform/rules/core/fact-words.ts";
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
        link: (f, a) => paymentsPage(f.orderId, a.reader),
      },
    ],
  },
  "payment.succeeded": {
    audit: { title: "Payment succeeded", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: null,
    notices: [],
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
        link: (f, a) => paymentsPage(f.orderId, a.reader),
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
        link: (f, a) => paymentsPage(f.orderId, a.reader),
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
  "invoice.issued": {
    audit: { title: "Invoice issued", detail: (f) => [f.data.number] },
    timeline: (f, t) =>
      t.viewer === "editor" || f.data.kind === "self_billed"
        ? null
        : { title: `${f.data.kind === "credit_note" ? "Credit note" : "Invoice"} ${f.data.number}` },
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

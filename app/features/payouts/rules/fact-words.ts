import { type FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type { FactData } from "#app/platform/rules/core/fact.ts";
import { formatPay } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { paidWords } from "./exchange.ts";
import { WHAT_TO_DO, reasonLabel, reasonOf } from "./return-codes.ts";
import { manyPayouts } from "./many-payouts.ts";
import type {} from "./facts.ts";
import { SCHEME_FILES } from "./scheme.ts";

/** "€83.12 ($90.00)" of a payout in euros, otherwise "$90.00". */
const paid = (data: FactData["payout.paid"] | FactData["payout.returned"]): string =>
  paidWords({ ...data, paidMinor: data.paidMinor ?? null, paidCurrency: data.paidCurrency ?? null });

export const payoutsFactWords = {
  "earning.pending": {
    audit: { title: "Earning pending", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) =>
      t.viewer === "client" || (f.data.part === "reading" && !t.isStaff)
        ? null
        : { title: `Earning of ${formatPay(f.data.amountMinor)} is pending` },
    notices: [],
  },
  "earning.available": {
    audit: { title: "Earning available", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) =>
      t.viewer === "client" || (f.data.part === "reading" && !t.isStaff)
        ? null
        : { title: `Earning of ${formatPay(f.data.amountMinor)} is available`, mark: "check" },
    notices: [],
  },
  "earning.review": {
    audit: { title: "Review paid", detail: (f, money) => [money(f.data.amountMinor)] },
    // The order's editor doesn't see a reviewer's pay.
    timeline: (f, t) => (t.isStaff ? { title: `Review paid: ${formatPay(f.data.amountMinor)}` } : null),
    group: "payouts",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `You earned ${formatPay(f.data.amountMinor)}`,
        body: (_f, a) => `For your review of ${a.order?.number ?? "an order"}. It's in your next payout.`,
        link: () => "/editor/editor-payouts",
      },
    ],
  },
  "earning.reversed": {
    audit: { title: "Earning reduced", detail: (f, money) => [money(f.data.amountMinor), f.data.reason] },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : { title: `Earning reversed by ${formatPay(f.data.amountMinor)}`, detail: f.data.reason, mark: "dele" },
    group: "payouts",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "One of your earnings was reduced",
        body: (f) => f.data.reason,
        link: () => "/editor/editor-payouts",
        button: "View earnings",
        letter: (f, a) => [
          a.order
            ? `Your earnings for ${a.order.number} were reduced by ${formatPay(f.data.amountMinor)}.`
            : `One of your earnings was reduced by ${formatPay(f.data.amountMinor)}.`,
          `Reason: ${f.data.reason}`,
          "If this doesn't look right, open a support ticket.",
        ],
      },
    ],
  },
  "payout_run.prepared": {
    audit: { title: "Payout run prepared", detail: (f) => [formatPay(f.data.totalMinor)] },
    timeline: null,
    notices: [
      {
        to: "finance",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: () => "A payout run needs approval",
        body: (f) => `${manyPayouts(f.data.payouts)}, ${formatPay(f.data.totalMinor)} in total.`,
        link: () => "/admin/payouts/bank-batch",
      },
    ],
  },
  "payout_run.approved": {
    audit: { title: "Payout run approved" },
    timeline: null,
    notices: [
      {
        to: "finance",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: () => "A payout run was approved",
        body: () => "You can now download its bank file.",
        link: () => "/admin/payouts/bank-batch",
      },
    ],
  },
  "payout_run.sent": {
    audit: { title: "Payout run sent to the bank" },
    timeline: null,
    notices: [],
  },
  "payout_run.settled": {
    audit: { title: "Payout run settled" },
    timeline: null,
    notices: [],
  },
  "payout_run.cancelled": {
    audit: { title: "Payout run canceled" },
    timeline: null,
    notices: [],
  },
  "payout.paid": {
    audit: { title: "Payout paid", detail: (f) => [paid(f.data)] },
    timeline: null,
    group: "payouts",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `You have been paid ${paid(f.data)}`,
        body: () => "The self-billed invoice is in your invoice history.",
        link: () => "/editor/invoice-history",
        button: "View invoice",
        letter: (f) => [
          `${paid(f.data)} is on its way to your bank account.`,
          "The self-billed invoice lists every order and is in your invoice history. You don't need to do anything.",
        ],
      },
    ],
  },
  "payout.returned": {
    audit: {
      title: "Payout returned by the bank",
      detail: (f) => [paid(f.data), reasonLabel(f.data.code)],
    },
    timeline: null,
    group: "payouts",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        title: (f) => `Your bank returned your payout of ${paid(f.data)}`,
        body: (f) => `Reason: ${reasonOf(f.data.code).says}. ${WHAT_TO_DO[reasonOf(f.data.code).fixedBy]}`,
        link: () => "/editor/editor-payouts#bank",
        button: "Open payouts",
        letter: (f) => [
          `Your bank returned your payout of ${paid(f.data)}: ${reasonOf(f.data.code).says}.`,
          WHAT_TO_DO[reasonOf(f.data.code).fixedBy],
          "The amount is still yours. We canceled its self-billed invoice with a credit note, and the next payout has a new one. Both are in your invoice history.",
        ],
      },
      {
        to: "finance",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: () => "The bank returned a payout",
        body: (f) => `${paid(f.data)}: ${reasonLabel(f.data.code)}.`,
        link: () => "/admin/payout-history?status=returned",
      },
    ],
  },
  "payout_run.file_chosen": {
    audit: { title: "File of a payout run chosen", detail: (f) => [SCHEME_FILES[f.data.scheme]] },
    timeline: null,
    notices: [],
  },
  "payout_run.reduced": {
    audit: {
      title: "Disputed earning taken out of a payout run",
      detail: (f) => [formatPay(f.data.totalMinor)],
    },
    timeline: null,
    notices: [
      {
        to: "finance",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => (f.data.reopened ? "A payout run needs approval again" : "A payout run has a new total"),
        body: (f) =>
          `An order in it is disputed, so its earning was taken out. New total: ${formatPay(f.data.totalMinor)}.`,
        link: () => "/admin/payouts/bank-batch",
      },
    ],
  },
  "rates.imported": {
    audit: {
      title: "Reference rates imported",
      detail: (f) => [`${f.data.added} new, ${f.data.changed} changed`, `up to ${f.data.latestOn}`],
    },
    timeline: null,
    notices: [],
  },
  "bank_report.imported": {
    audit: {
      title: "Bank file imported",
      detail: (f) => [f.data.kind, `${f.data.applied} booked, ${f.data.open} open`],
    },
    timeline: null,
    notices: [],
  },
  // Admins see these on the page where they happen and in the audit trail.
  "invoice.reviewed": {
    audit: { title: "Invoice reviewed", detail: (f) => [f.data.number] },
    timeline: null,
    notices: [],
  },
  "payout.small_asked": {
    audit: {
      title: "Payout below the minimum asked for",
      detail: (f, money) => [money(f.data.amountMinor)],
    },
    timeline: null,
    notices: [],
  },
  // The email with the link is sent by ask-bank-change.ts.
  "bank.changed": {
    audit: { title: "Bank details entered" },
    timeline: null,
    notices: [],
  },
  "bank.change_cancelled": {
    audit: { title: "Bank details discarded" },
    timeline: null,
    notices: [],
  },
  "bank.confirmed": {
    audit: { title: "Bank details confirmed" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        evenOwn: true,
        title: () => "Your bank details were changed",
        body: (f, about) =>
          `We pay to the new account from ${formatInstant(new Date(f.data.usableAt), about.timeZone, { now: about.now, deadline: true })}. If this wasn't you, contact us now.`,
        link: () => "/editor/editor-payouts#bank",
        button: "View bank details",
        letter: (f, about) => [
          `Your bank details were changed. For your protection, we pay nothing until ${formatInstant(new Date(f.data.usableAt), about.timeZone, { now: about.now, deadline: true })}. After that, payouts go to the new account.`,
          "If this wasn't you, reply to this email or contact support right away, and change your password.",
        ],
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

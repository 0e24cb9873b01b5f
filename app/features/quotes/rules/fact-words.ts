import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import type { FactKind } from "#app/platform/rules/core/fact.ts";
import {
  type FactWordsTable,
  type Notice,
  type NoticeContext,
  type TimelineReader,
  orderMoney,
  orderName,
  readerTime,
} from "#app/platform/rules/core/fact-words.ts";
import { formatMoney, formatPay } from "#app/platform/rules/core/money.ts";
import { formatSpan } from "#app/platform/rules/core/time.ts";
import type {} from "./facts.ts";
import { QUOTE_REASON_WORDS } from "./quote-flow.ts";

type OnQuote = { data: { quoteId: string } };
const ownPage = (f: { orderId: string | null }): string => `/order/custom-quote?order=${f.orderId}`;
const supportPage = (f: OnQuote): string => `/support-desk/quotes/${f.data.quoteId}`;
const adminPage = (f: OnQuote): string => `/admin/quotes/${f.data.quoteId}`;
const orderNumber = (a: NoticeContext): string => a.order?.number ?? "your order";
const unlessEditor = <T>(t: TimelineReader, words: T): T | null => (t.viewer === "editor" ? null : words);
const forStaff = <T>(t: TimelineReader, words: T): T | null => (t.isStaff ? words : null);

type QuoteFact = Extract<FactKind, `quote.${string}`>;

/** The same notice to support and to admins, each with a link to their own page. */
const toStaff = <K extends QuoteFact>(it: {
  severity: 0 | 1 | 2;
  title: Notice<K>["title"];
  body: Notice<K>["body"];
  only?: Notice<K>["only"];
}): (Notice<K> & { to: "support" | "admin" })[] => [
  { ...it, to: "support", type: "admin_notification", email: false, link: (f) => supportPage(f as OnQuote) },
  { ...it, to: "admin", type: "admin_notification", email: false, link: (f) => adminPage(f as OnQuote) },
];

export const quotesFactWords = {
  "quote.requested": {
    audit: { title: "Custom quote requested", detail: (f) => [QUOTE_REASON_WORDS[f.data.reason]] },
    timeline: (f, t) =>
      unlessEditor(t, { title: "Custom quote requested", detail: "Answer due", untilAt: f.data.dueAt, mark: "caret" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        evenOwn: true,
        title: (_f, a) => `We've received your quote request for ${orderNumber(a)}`,
        body: (f, a) => `We'll answer by ${readerTime(f.data.dueAt, a)}.`,
        letter: (f, a) => [
          `We've received your request for a custom quote for ${orderName(a)}. We'll answer by ${readerTime(f.data.dueAt, a)}.`,
          "Your files and choices are saved. Until we answer, you can withdraw the request on its page.",
        ],
        button: "View request",
        link: ownPage,
      },
      ...toStaff<"quote.requested">({
        severity: 1,
        title: () => "New custom quote request",
        body: (f, a) =>
          `${formatWords(f.data.words)}. ${QUOTE_REASON_WORDS[f.data.reason]}. Answer by ${readerTime(f.data.dueAt, a)}.`,
      }),
    ],
  },
  "quote.warned": {
    audit: {
      title: "Custom quote: answer due",
      detail: (f) => [f.data.level === "breach" ? "overdue" : "due soon"],
    },
    timeline: (f, t) =>
      forStaff(t, {
        title: f.data.level === "breach" ? "Quote request overdue" : "Quote request due soon",
        untilAt: f.data.dueAt,
        mark: "stet",
      }),
    notices: [
      ...toStaff<"quote.warned">({
        severity: 1,
        title: (_f, a) => `Quote request ${orderNumber(a)} is due soon`,
        body: (f, a) => `We promised an answer by ${readerTime(f.data.dueAt, a)}.`,
        only: (f) => f.data.level === "warning",
      }),
      ...toStaff<"quote.warned">({
        severity: 0,
        title: (_f, a) => `Quote request ${orderNumber(a)} is overdue`,
        body: (f, a) =>
          `We promised an answer by ${readerTime(f.data.dueAt, a)}. If nobody answers, the request is closed and the author is told.`,
        only: (f) => f.data.level === "breach",
      }),
    ],
  },
  "quote.asked": {
    audit: { title: "Editor asked about a custom quote", detail: (f) => [formatPay(f.data.payMinor)] },
    timeline: (f, t) =>
      forStaff(t, {
        title: `${t.nameOf(f.data.editorId) ?? "An editor"} was asked to agree to an offer`,
        detail: "Answer by",
        untilAt: f.data.expiresAt,
      }),
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Would you take this order?",
        body: (f, a) => `It would pay you ${formatPay(f.data.payMinor)}. Answer by ${readerTime(f.data.expiresAt, a)}.`,
        letter: (f, a) => [
          `We're preparing an offer for an author and would like you to edit the manuscript. It would pay you ${formatPay(f.data.payMinor)}.`,
          `See the details and answer by ${readerTime(f.data.expiresAt, a)}. If you agree and the author pays, the order is yours.`,
        ],
        quote: (f) => ({ by: "About the work", of: "offer_brief", id: f.data.offerId }),
        button: "See details",
        link: () => "/editor/quotes",
      },
    ],
  },
  "quote.editor_agreed": {
    audit: { title: "Editor agreed to a custom quote" },
    timeline: (f, t) =>
      forStaff(t, { title: `${t.nameOf(f.data.editorId) ?? "The editor"} agreed to the offer`, mark: "check" }),
    notices: toStaff<"quote.editor_agreed">({
      severity: 1,
      title: (f, a) => `${a.name(f.data.editorId)} agreed to take ${orderNumber(a)}`,
      body: () => "You can send the offer to the author now.",
    }),
  },
  "quote.editor_declined": {
    audit: { title: "Editor declined a custom quote" },
    timeline: (f, t) => forStaff(t, { title: `${t.nameOf(f.data.editorId) ?? "The editor"} declined the offer` }),
    notices: toStaff<"quote.editor_declined">({
      severity: 1,
      title: (f, a) => `${a.name(f.data.editorId)} can't take ${orderNumber(a)}`,
      body: () => "Ask another editor, or send an offer without one.",
    }),
  },
  "quote.ask_ended": {
    audit: {
      title: "Request to an editor ended",
      detail: (f) => [f.data.why === "expired" ? "no answer in time" : "no longer needed"],
    },
    timeline: (f, t) =>
      forStaff(t, {
        title:
          f.data.why === "expired"
            ? `${t.nameOf(f.data.editorId) ?? "The editor"} didn't answer in time`
            : `${t.nameOf(f.data.editorId) ?? "The editor"} is no longer asked`,
      }),
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: () => "An order you were asked about is no longer open",
        body: () => "You don't need to do anything, and it doesn't count against you.",
        link: () => "/editor/quotes",
      },
      ...toStaff<"quote.ask_ended">({
        severity: 1,
        title: (f, a) => `${a.name(f.data.editorId)} didn't answer about ${orderNumber(a)}`,
        body: () => "Ask another editor, or send an offer without one.",
        only: (f) => f.data.why === "expired",
      }),
    ],
  },
  "quote.offered": {
    audit: { title: "Custom quote sent", detail: (f) => [formatMoney(f.data.totalMinor, f.data.currency)] },
    timeline: (f, t) =>
      unlessEditor(t, {
        title: `Offered at ${formatMoney(f.data.totalMinor, f.data.currency)}, ${formatSpan(f.data.windowMs)} after payment`,
        detail: "Held until",
        untilAt: f.data.expiresAt,
        mark: "caret",
      }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Your custom quote for ${orderNumber(a)} is ready`,
        body: (f, a) =>
          `${formatMoney(f.data.totalMinor, f.data.currency)}, delivered ${formatSpan(f.data.windowMs)} after you pay. We'll hold it until ${readerTime(f.data.expiresAt, a)}.`,
        letter: (f, a) => [
          `Your custom quote for ${orderName(a)} is ready: ${formatMoney(f.data.totalMinor, f.data.currency)}, delivered ${formatSpan(f.data.windowMs)} after you pay.`,
          `Accept and pay, ask for changes, or decline by ${readerTime(f.data.expiresAt, a)}. Nothing is charged before you pay.`,
        ],
        quote: (f) => ({ by: "Our note", of: "offer_note", id: f.data.offerId }),
        button: "View offer",
        link: ownPage,
      },
    ],
  },
  "quote.taken_back": {
    audit: { title: "Custom quote taken back" },
    timeline: (f, t) =>
      unlessEditor(t, { title: "Offer taken back", detail: "New answer due", untilAt: f.data.dueAt, mark: "dele" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `We took back our offer for ${orderNumber(a)}`,
        body: (f, a) => `We're sorry. We'll send you a new answer by ${readerTime(f.data.dueAt, a)}.`,
        letter: (f, a) => [
          `We're sorry: we had to take back our offer for ${orderName(a)}.`,
          `We'll send you a new answer by ${readerTime(f.data.dueAt, a)}. Nothing was charged.`,
        ],
        quote: (f) => ({ by: "Our reason", of: "offer_answer", id: f.data.offerId }),
        button: "View request",
        link: ownPage,
      },
    ],
  },
  "quote.countered": {
    audit: {
      title: "Counteroffer received",
      detail: (f, money) => [f.data.totalMinor === null ? null : money(f.data.totalMinor)],
    },
    timeline: (f, t) =>
      unlessEditor(t, { title: "Changes requested", detail: "Answer due", untilAt: f.data.dueAt, mark: "transpose" }),
    notices: toStaff<"quote.countered">({
      severity: 1,
      title: (_f, a) => `The author of ${orderNumber(a)} asks for another offer`,
      body: (f, a) =>
        `${f.data.totalMinor === null ? "" : `They'd pay ${orderMoney(f.data.totalMinor, a)}. `}Answer by ${readerTime(f.data.dueAt, a)}.`,
    }),
  },
  "quote.refused": {
    audit: { title: "Custom quote declined by the author" },
    timeline: (f, t) =>
      unlessEditor(t, { title: "Offer declined", detail: "Answer due", untilAt: f.data.dueAt, mark: "dele" }),
    notices: toStaff<"quote.refused">({
      severity: 1,
      title: (_f, a) => `The author of ${orderNumber(a)} declined our offer`,
      body: (f, a) => `Send another offer or close the request by ${readerTime(f.data.dueAt, a)}.`,
    }),
  },
  "quote.accepted": {
    audit: { title: "Custom quote accepted", detail: (f) => [formatMoney(f.data.totalMinor, f.data.currency)] },
    timeline: (f, t) =>
      unlessEditor(t, { title: `Offer accepted: ${formatMoney(f.data.totalMinor, f.data.currency)}`, mark: "check" }),
    notices: [],
  },
  "quote.declined": {
    audit: {
      title: "Custom quote request closed without an offer",
      detail: (f) => [f.data.by === "clock" ? "not answered in time" : null],
    },
    timeline: (_f, t) => unlessEditor(t, { title: "Request closed without an offer", mark: "dele" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `We can't make you an offer for ${orderNumber(a)}`,
        body: () => "The reason is on the request's page. Your files and choices are saved as a draft.",
        letter: (_f, a) => [
          `We're sorry, but we can't make you an offer for ${orderName(a)}.`,
          "Your files and choices are saved as a draft. You can change them and order, or ask again.",
        ],
        quote: (f) => ({ by: "Our reason", of: "quote_end", id: f.data.quoteId }),
        button: "View request",
        link: ownPage,
      },
      ...toStaff<"quote.declined">({
        severity: 0,
        title: (_f, a) => `Quote request ${orderNumber(a)} was closed unanswered`,
        body: () => "Nobody answered in time. We've told the author.",
        only: (f) => f.data.by === "clock",
      }),
    ],
  },
  "quote.withdrawn": {
    audit: { title: "Custom quote request withdrawn" },
    timeline: (_f, t) => unlessEditor(t, { title: "Quote request withdrawn", mark: "dele" }),
    notices: toStaff<"quote.withdrawn">({
      severity: 2,
      title: (_f, a) => `The author of ${orderNumber(a)} withdrew the quote request`,
      body: () => "There's nothing left to do.",
    }),
  },
  "quote.expired": {
    audit: { title: "Custom quote expired" },
    timeline: (_f, t) => unlessEditor(t, { title: "Offer expired", mark: "dele" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Our offer for ${orderNumber(a)} has expired`,
        body: () => "Nothing was charged. Your files and choices are saved as a draft, so you can ask again.",
        letter: (_f, a) => [
          `Our offer for ${orderName(a)} has expired. Nothing was charged.`,
          "Your files and choices are saved as a draft. You can ask for another quote or place an order.",
        ],
        button: "View request",
        link: ownPage,
      },
      ...toStaff<"quote.expired">({
        severity: 2,
        title: (_f, a) => `Our offer for ${orderNumber(a)} expired`,
        body: () => "The author didn't pay in time.",
      }),
    ],
  },
  "quote.paid": {
    audit: {
      title: "Custom quote paid",
      detail: (f) => [f.data.editorId && !f.data.assigned ? "the agreed editor was no longer free" : null],
    },
    timeline: (f, t) =>
      forStaff(
        t,
        f.data.editorId && !f.data.assigned
          ? {
              title: `${t.nameOf(f.data.editorId) ?? "The editor"} had agreed but is no longer free`,
              mark: "stet" as const,
            }
          : { title: "Custom quote paid", mark: "check" as const },
      ),
    notices: toStaff<"quote.paid">({
      severity: 0,
      title: (f, a) => `${a.name(f.data.editorId)} is no longer free for ${orderNumber(a)}`,
      body: () => "They had agreed to the offer, which is now paid. We're inviting other editors.",
      only: (f) => f.data.editorId !== null && !f.data.assigned,
    }),
  },
} satisfies Partial<FactWordsTable>;

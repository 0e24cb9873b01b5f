import { count } from "#app/platform/rules/core/count.ts";
import { formatBillable, formatWords } from "#app/features/pricing/rules/word-counts.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import {
  type FactWordsTable,
  type NoticeContext,
  type Quotation,
  type Viewer,
  orderMoney,
  orderName,
  readerTime,
} from "#app/platform/rules/core/fact-words.ts";
import { formatMoney, formatPay } from "#app/platform/rules/core/money.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import type {} from "./facts.ts";
import { holdFactWords } from "./deadline/hold-words.ts";
import { lateFactWords } from "./deadline/late-words.ts";
import { deliveredParts, makingOf, sentencesFor } from "./work/edit-formats.ts";
import { QA_REASON_WORDS, type QaReason } from "./review/qa.ts";
import { chargeFactWords } from "./change/charge-words.ts";
import { retentionFactWords } from "./retention/retention-words.ts";
import { orderChangeWords } from "./change/order-change-words.ts";
import { wordDifferenceWords } from "./change/word-difference-words.ts";
import { readingFactWords } from "./review/reading-words.ts";
import { reviewFactWords } from "./review/review-words.ts";

const RESUMED_WORDS: Readonly<Record<Fact<"order.resumed">["data"]["why"], string>> = {
  answered: "the question was answered",
  withdrawn: "the question was withdrawn",
  waited: "no answer in time",
};

/** With which quote somebody else paid, and under which PO number, as the end of a sentence. */
const paidWith = ({ data }: Fact<"order.paid">): string =>
  data.sharedQuote
    ? ` with your shared quote ${data.sharedQuote}${data.poNumber ? `, PO number ${data.poNumber}` : ""}`
    : data.account
      ? ` from the balance of ${data.account.name}`
      : "";

/** On credit, nothing was received: what the order is placed on instead, or null. */
const creditOf = ({ data }: Fact<"order.paid">): string | null =>
  data.account?.credit ? `${data.account.credit}, of ${data.account.name}` : null;

/** How an order was paid or placed, as a sentence. */
function paidSentence(f: Fact<"order.paid">, a: NoticeContext): string {
  const [money, credit] = [orderMoney(f.data.amountMinor, a), creditOf(f)];
  return credit === null
    ? `We've received ${money} for ${orderName(a)}${paidWith(f)}.`
    : `You've placed ${orderName(a)} for ${money}: ${credit}.`;
}

/** Who proposed a date, as one viewer reads it. Clients and editors see staff only as staff. */
const sideName = (side: "client" | "editor" | "staff", viewer: Viewer): string =>
  side === "staff" ? "Our staff" : side === viewer ? "You" : side === "client" ? "The author" : "The editor";

/** Why a later date is proposed, in the words of the side that proposed it. */
const qaReason = (f: Fact<"order.sent_to_qa">): string => QA_REASON_WORDS[f.data.reason as QaReason] ?? f.data.reason;

const reasonOf = (f: Fact<"deadline.proposed">): Quotation => ({
  by: f.data.side === "staff" ? "Our staff" : f.data.side === "client" ? "The author" : "The editor",
  text: f.data.reason,
});

const isPast = (at: Date | null | undefined, now: Date): boolean => at !== null && at !== undefined && at < now;

/**
 * When a client can expect an order that was just accepted: by its date or, if that has passed, soon after the editor's
 * deadline.
 */
const expected = (f: Fact<"order.assigned">, a: NoticeContext): string =>
  isPast(a.order?.dueAt, f.at)
    ? `They'll submit it by ${readerTime(f.data.editorDueAt, a)}.`
    : `It's due by ${readerTime(a.order?.dueAt, a)}.`;

export const ordersFactWords = {
  "order.quoted": {
    audit: { title: "Order quoted", detail: (f) => [formatMoney(f.data.totalMinor, f.data.currency)] },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : {
            title: `Priced at ${formatMoney(f.data.totalMinor, f.data.currency)}`,
            detail: formatBillable(f.data.words),
          },
    notices: [],
  },
  "order.reopened": {
    audit: { title: "Order reopened for changes" },
    timeline: (_f, t) => (t.viewer === "editor" ? null : { title: "Reopened for changes" }),
    notices: [],
  },
  "order.expired": {
    audit: { title: "Quote expired" },
    timeline: () => ({ title: "The price expired", mark: "dele" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        title: (_f, a) => `Your quote for ${a.order?.number} has expired`,
        body: () => "Nothing was charged. Place a new order to get today's price.",
        letter: (_f, a) => [
          `Your quote for ${orderName(a)} has expired. Nothing was charged.`,
          "If you still need this manuscript edited, place a new order to get today's price.",
        ],
      },
    ],
  },
  "order.paid": {
    audit: { title: "Order paid", detail: (f) => [formatMoney(f.data.amountMinor, f.data.currency)] },
    timeline: (f, t) => ({
      title:
        t.viewer === "editor"
          ? "Paid by the author"
          : `${creditOf(f) ? "Placed on credit:" : "Paid"} ${formatMoney(f.data.amountMinor, f.data.currency)}`,
      detail: t.viewer === "editor" ? null : "Due",
      untilAt: t.viewer === "editor" ? null : f.data.dueAt,
      mark: "check",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (f, a) =>
          f.data.sharedQuote
            ? `Quote ${f.data.sharedQuote} was paid: finding an editor for ${a.order?.number}`
            : `${creditOf(f) ? "Order placed" : "Payment received"}: finding an editor for ${a.order?.number}`,
        body: (f, a) =>
          `${paidSentence(f, a)} Your edited manuscript is due by ${readerTime(f.data.dueAt, a)}. ${f.data.sharedQuote ? "The" : "Your"} invoice is under Payments.`,
        letter: (f, a) => [
          `${paidSentence(f, a)} Your edited manuscript is due by ${readerTime(f.data.dueAt, a)}.`,
          "We're finding an editor now and will let you know who accepts. You don't need to do anything. Your invoice is under Payments.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: true,
        only: (f) => f.data.first === true,
        title: (_f, a) => `Your first paid order: ${a.order?.number}`,
        body: (f, a) => `${orderMoney(f.data.amountMinor, a)}, due ${readerTime(f.data.dueAt, a)}.`,
        letter: (f, a) => [
          `Congratulations: ${orderName(a)} is the first order that somebody has paid for: ${orderMoney(f.data.amountMinor, a)}, due by ${readerTime(f.data.dueAt, a)}.`,
          "We're inviting editors now. The order's page shows who was invited and who answers. We won't email you about later payments.",
        ],
      },
    ],
  },
  "order.assigned": {
    audit: { title: "Order accepted", detail: (f) => [f.data.how === "admin" ? "assigned by an admin" : null] },
    timeline: (f, t) =>
      t.viewer === "client"
        ? { title: `${t.nameOf(f.data.editorId) ?? "An editor"} accepted the order`, mark: "caret" }
        : {
            title:
              f.data.how === "admin"
                ? `Assigned to ${t.nameOf(f.data.editorId) ?? "an editor"} by an admin`
                : `Accepted by ${t.nameOf(f.data.editorId) ?? "an editor"}`,
            detail: "Due",
            untilAt: f.data.editorDueAt,
            mark: "caret",
          },
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        title: (_f, a) => `An editor accepted ${a.order?.number}`,
        body: (f, a) => `${a.name(f.data.editorId)} is editing ${orderName(a)}. ${expected(f, a)}`,
        letter: (f, a) => [
          `${a.name(f.data.editorId)} is editing ${orderName(a)}. ${expected(f, a)}`,
          "You can message your editor on the order page. If anything is unclear, that's where they'll ask you.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (_f, a) => `You've been assigned ${a.order?.number}`,
        body: (f, a) => `You're editing ${orderName(a)}. Submit it by ${readerTime(f.data.editorDueAt, a)}.`,
        letter: (f, a) => [
          `You're editing ${orderName(a)}. Submit it by ${readerTime(f.data.editorDueAt, a)}.`,
          "The manuscript and the author's instructions are on the order page. Mark the order as started there so the author knows.",
        ],
      },
    ],
  },
  "order.started": {
    audit: { title: "Work started" },
    timeline: () => ({ title: "Work started", mark: "caret" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: false,
        title: (_f, a) => `Editing has started on ${a.order?.number}`,
        body: (_f, a) => `${a.name(a.order?.assignedTo ?? null)} has opened the manuscript.`,
      },
    ],
  },
  "order.released": {
    audit: {
      title: "Order reassigned",
      detail: (f) => [
        f.data.reason,
        f.data.payMinor ? `${f.data.words?.toLocaleString("en-US")} words done, ${formatPay(f.data.payMinor)}` : null,
      ],
    },
    timeline: (f, t) => ({
      title:
        t.viewer === "client"
          ? "We're looking for another editor"
          : f.actorId !== null && f.actorId === f.data.editorId
            ? `${t.nameOf(f.data.editorId) ?? "The editor"} handed the order back`
            : `${t.nameOf(f.data.editorId) ?? "The editor"} removed from the order`,
      // Why an editor handed it back is for staff, not for the next editor.
      detail:
        t.viewer === "client"
          ? "Completed work is kept."
          : t.viewer === "editor" && f.actorId === f.data.editorId
            ? null
            : f.data.reason,
      mark: "transpose",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `We're finding another editor for ${a.order?.number}`,
        body: (f, a) =>
          `The editor of ${orderName(a)} can't continue. Their work so far is saved${isPast(a.order?.dueAt, f.at) ? ". We're sorry that it's late." : ", and your due date hasn't changed."}`,
        letter: (f, a) => [
          `The editor of ${orderName(a)} can't continue, so we're finding another. Their work so far is saved.`,
          isPast(a.order?.dueAt, f.at)
            ? f.data.phase === "revision"
              ? "We'll let you know when another editor accepts the revision. You don't need to do anything."
              : "It's late, and we're sorry. When it's delivered, we'll refund part of the price automatically. You can cancel on the order page at any time before that."
            : a.order?.dueAt
              ? `Your due date is still ${readerTime(a.order.dueAt, a)}. You don't need to do anything.`
              : "Your due date hasn't changed. You don't need to do anything.",
        ],
      },
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `You're no longer assigned to ${a.order?.number}`,
        body: (f) => f.data.reason,
        link: () => "/editor/orders",
        button: "View orders",
        letter: (f, a) => [
          `You're no longer assigned to ${orderName(a)}.`,
          `Reason: ${f.data.reason}`,
          ...(f.data.payMinor
            ? [`You're paid ${formatPay(f.data.payMinor)} for the part you edited, once the order is delivered.`]
            : []),
          "Please stop working on it. Your other orders aren't affected.",
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        only: (f) => f.actorId !== null && f.actorId === f.data.editorId,
        title: (_f, a) => `${a.order?.number} was handed back`,
        body: (f, a) =>
          `${a.name(f.data.editorId)} can't do it: ${f.data.reason}${f.data.words ? ` ${f.data.words.toLocaleString("en-US")} words are done, for ${formatPay(f.data.payMinor ?? 0)}.` : ""}`,
      },
    ],
  },
  "order.progress": {
    audit: { title: "Progress noted", detail: (f) => [f.data.note] },
    timeline: (f) => ({ title: `${f.data.words.toLocaleString("en-US")} words done`, detail: f.data.note || null }),
    notices: [],
  },
  "order.findings_kept": {
    audit: {
      title: "Consistency findings marked",
      detail: (f) => [
        `${count(f.data.count, "finding")} ${f.data.kept ? "kept on purpose" : "no longer kept on purpose"}`,
      ],
    },
    timeline: null,
    notices: [],
  },
  "order.paused": {
    audit: { title: "Deadline put on hold" },
    timeline: null,
    notices: [],
  },
  "order.resumed": {
    audit: { title: "Deadline resumed", detail: (f) => [RESUMED_WORDS[f.data.why]] },
    timeline: (f) => ({
      title: `Deadline resumed: ${f.data.why === "waited" ? "no answer in time" : f.data.why === "withdrawn" ? "the question was withdrawn" : "the question was answered"}`,
      detail: `Every deadline moved by ${formatDuration(f.data.pausedMs)}.`,
      mark: "caret",
    }),
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `The deadline for ${a.order?.number} is running again`,
        body: (_f, a) => `Your deadline is now ${readerTime(a.order?.editorDueAt, a)}.`,
        letter: (f, a) => [
          `${f.data.why === "answered" ? "Your question was answered" : f.data.why === "withdrawn" ? "Your question was withdrawn" : "Your question has gone unanswered for too long, so you can continue without a reply"}. The deadline for ${orderName(a)} is running again.`,
          `Your deadline is now ${readerTime(a.order?.editorDueAt, a)}.`,
          ...(f.data.why === "waited"
            ? [
                "If you can't continue without the answer, hand the order back on its page. You're paid for the part you've done, and it doesn't affect your score.",
              ]
            : []),
        ],
      },
      {
        to: "client",
        severity: 1,
        email: true,
        only: (f) => f.data.why === "waited",
        title: (_f, a) => `Work on ${a.order?.number} continues without your answer`,
        body: (_f, a) =>
          `Your editor has waited long enough for your answer and continues without it. Your due date is now ${readerTime(a.order?.dueAt, a)}.`,
        button: "Answer question",
        letter: (_f, a) => [
          `Your editor's question about ${orderName(a)} has gone unanswered for too long, so work continues without your answer. Your due date is now ${readerTime(a.order?.dueAt, a)}.`,
          "You can still answer on the order page. If your editor can't continue without the answer, we'll find another, and the work done so far is kept.",
        ],
      },
    ],
  },
  "order.gate_stopped": {
    audit: { title: "Submission blocked" },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : {
            title: "Submission blocked",
            detail:
              f.data.untracked > 0
                ? `${count(f.data.untracked, "edit was", "edits were")} not tracked.`
                : f.data.faults
                  ? `${count(f.data.faults, "difference")} that can't be delivered.`
                  : f.data.locked
                    ? `${count(f.data.locked, "change")} in sections that were left out.`
                    : "The order page explains why.",
            mark: "dele",
          },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 1,
        email: false,
        evenOwn: true,
        title: (_f, a) => `${a.order?.number} wasn't submitted`,
        body: (f) =>
          f.data.untracked > 0
            ? `${count(f.data.untracked, "edit isn't", "edits aren't")} tracked. The order page lists them.`
            : f.data.faults
              ? `${count(f.data.faults, "difference")} from the manuscript can't be delivered. The order page lists ${f.data.faults === 1 ? "it" : "them"}.`
              : f.data.locked
                ? `${count(f.data.locked, "change is", "changes are")} in sections the author excluded. The order page lists them.`
                : "The order page explains why.",
      },
    ],
  },
  "order.submitted": {
    audit: { title: "Work submitted" },
    timeline: (f, t) => ({
      title: t.viewer === "client" ? "Edited manuscript submitted" : "Submitted",
      detail: f.data.round > 1 ? `Round ${f.data.round}` : null,
      mark: "paragraph",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: false,
        title: (_f, a) => `${a.order?.number} has been submitted`,
        body: (f) =>
          f.data.formats
            ? `${sentencesFor(f.data.formats, "passed")} We're ${makingOf(f.data.formats)}.`
            : "We're preparing the delivery.",
      },
    ],
  },
  "order.sent_to_qa": {
    audit: {
      title: "Sent to quality review",
      detail: (f) => [qaReason(f)],
    },
    timeline: (f, t) =>
      t.viewer === "client"
        ? { title: "In quality review before delivery" }
        : {
            title: "Sent to quality review",
            detail: `Reason: ${qaReason(f)}.`,
          },
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} is ready for QA`,
        body: (f) => `${qaReason(f)}.`,
        button: "Review the work",
        letter: (f, a) => [
          `The editor has submitted ${orderName(a)}, and it needs a quality review before delivery. Reason: ${qaReason(f)}.`,
          `${a.order?.dueAt ? `Its author expects it by ${readerTime(a.order.dueAt, a)}. ` : ""}Work that isn't reviewed in time is delivered without a review.`,
        ],
      },
    ],
  },
  "order.changes_required": {
    audit: { title: "Changes required by quality review", detail: (f) => [f.data.note] },
    timeline: (f, t) =>
      t.viewer === "client"
        ? { title: "Being revised after quality review" }
        : { title: `Sent back with a score of ${f.data.total} of 100`, detail: f.data.note, mark: "transpose" },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 0,
        email: true,
        title: (_f, a) => `QA requested changes to ${a.order?.number}`,
        body: (f) => `${f.data.total} of 100. ${f.data.note}`,
        button: "View requested changes",
        letter: (f, a) => [
          `QA scored your work on ${orderName(a)} ${f.data.total} out of 100 and requested changes before it goes to the author.`,
          `The reviewer's sheet is on the order page.${a.order?.editorDueAt ? ` Submit it again by ${readerTime(a.order.editorDueAt, a)}.` : ""}`,
        ],
        quote: (f) => ({ by: "The reviewer", text: f.data.note }),
      },
    ],
  },
  "order.delivered": {
    audit: { title: "Order delivered" },
    timeline: (f) => ({
      title: f.data.round > 1 ? `Round ${f.data.round} delivered` : "Delivered",
      detail: f.data.lateMs > 0 ? `${formatDuration(f.data.lateMs)} late` : "On time",
      mark: "check",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} has been delivered`,
        body: (f, a) =>
          `The ${deliveredParts(f.data.formats)} for ${orderName(a)} are ready. If you don't respond, the order is accepted automatically on ${readerTime(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
        button: "Review edited manuscript",
        letter: (f, a) => [
          `The ${deliveredParts(f.data.formats)} for ${orderName(a)} are ready.`,
          `Review them, then accept the order or request a revision. If you don't respond, the order is accepted automatically on ${readerTime(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
        ],
      },
      {
        to: "editor",
        severity: 2,
        email: false,
        title: (_f, a) => `${a.order?.number} was delivered`,
        body: () => "The author has it now. Your earnings are pending until the order is accepted.",
      },
    ],
  },
  "order.accepted": {
    audit: { title: "Order accepted by the author" },
    timeline: (f) => ({
      title: f.data.by === "clock" ? "Accepted automatically" : "Accepted",
      mark: "check",
    }),
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 2,
        email: true,
        title: (_f, a) => `${a.order?.number} was accepted`,
        body: () => "Your earnings are available and will be included in a payout run after the holding period.",
        letter: (f, a) => [
          f.data.by === "client"
            ? `The author accepted ${orderName(a)}.`
            : `The review period for ${orderName(a)} ended, so it was accepted automatically.`,
          "Your earnings are available and will be included in a payout run after the holding period. You don't need to do anything.",
        ],
      },
    ],
  },
  "order.accept_reminder": {
    audit: { title: "Author reminded to review" },
    timeline: (f, t) => (t.isStaff ? { title: `Author reminded on day ${f.data.day}` } : null),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        title: (_f, a) => `Have you reviewed ${a.order?.number}?`,
        body: (_f, a) =>
          `It will be accepted automatically on ${readerTime(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
        button: "Review edited manuscript",
        letter: (_f, a) => [
          `Your edited manuscript for ${orderName(a)} is ready for your review.`,
          `Accept it or request a revision. If you don't respond, the order is accepted automatically on ${readerTime(a.order?.autoAcceptAt, a)}. You can still request a revision after that.`,
        ],
      },
    ],
  },
  "order.revision_requested": {
    audit: { title: "Revision requested", detail: (f) => [f.data.note] },
    timeline: (f) => ({
      title: f.data.newWords === undefined ? "Revision requested" : "Revision requested, with a new version",
      detail: f.data.note,
      mark: "transpose",
    }),
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 0,
        email: true,
        title: (_f, a) => `Revision requested for ${a.order?.number}`,
        body: (f) => f.data.note,
        button: "View revision request",
        letter: (f, a) => [
          `The author requested a revision of ${orderName(a)}. A second round within the revision window is part of the order.`,
          ...(f.data.newWords === undefined
            ? []
            : [
                `They sent a new version with ${formatWords(f.data.newWords)} in changed and new sentences. Work from that version: your copy is compared with it.`,
              ]),
          "The due date is on the order page. Start the revision there so the author knows.",
        ],
        quote: (f) => ({ by: "The author", text: f.data.note }),
      },
    ],
  },
  "order.revision_started": {
    audit: { title: "Revision started" },
    timeline: () => ({ title: "Revision started", mark: "caret" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: false,
        title: (_f, a) => `The revision of ${a.order?.number} has started`,
        body: (_f, a) => `${a.name(a.order?.assignedTo ?? null)} is working on it.`,
      },
    ],
  },
  "query.written": {
    audit: { title: "Answers added to the document" },
    timeline: (f) => ({
      title: "Answers written into the document",
      detail: `${count(f.data.answers, "answer")}, ${count(f.data.edits, "change")} to the text`,
      mark: "check",
    }),
    thread: (f) => `Added ${count(f.data.answers, "answer")} to the document`,
    group: "messages",
    notices: [
      {
        to: "editor",
        type: "order_message",
        severity: 2,
        email: true,
        title: (_f, a) => `The author answered your comments on ${a.order?.number}`,
        body: (f) =>
          `${count(f.data.answers, "answer is", "answers are")} in a copy of the document on the order page.`,
        button: "Read replies",
        letter: (_f, a) => [
          `The author of ${orderName(a)} answered the questions in your comments.`,
          "The answers are on the order page and in a copy of the document, as replies to your comments and in some cases as tracked changes. You don't need to do anything unless the author requests a revision.",
        ],
      },
    ],
  },
  "order.rated": {
    audit: { title: "Rated by the author", detail: (f) => [`${f.data.overall} out of 5`] },
    timeline: (f) => ({ title: `Rated ${f.data.overall} of 5` }),
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 2,
        email: false,
        title: (_f, a) => `${a.order?.number} was rated`,
        body: (f) => `${f.data.overall} out of 5.`,
      },
    ],
  },
  "order.cancelled": {
    audit: {
      title: "Order canceled",
      detail: (f) => [f.data.withdrawn ? "right of withdrawal" : null, f.data.reason],
    },
    timeline: (f, t) => ({
      title: f.data.withdrawn
        ? t.viewer === "client"
          ? "You withdrew from the contract"
          : "The author withdrew"
        : "Canceled",
      detail:
        t.viewer === "editor"
          ? f.data.editorMinor > 0
            ? `Your share: ${formatPay(f.data.editorMinor)}.`
            : null
          : f.data.refundMinor > 0
            ? `Refund: ${t.money(f.data.refundMinor)}.`
            : "No refund.",
      mark: "dele",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        evenOwn: true,
        only: (f) => !f.data.withdrawn,
        title: (_f, a) => `${a.order?.number} was canceled`,
        body: (f, a) =>
          f.data.refundMinor > 0
            ? `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. ${f.data.basis.join(" ")}`
            : `There is no refund. ${f.data.basis.join(" ")}`,
        letter: (f, a) => [
          `${orderName(a)} was canceled, and work on it has stopped.`,
          f.data.refundMinor > 0
            ? `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. It can take up to ten days to appear.`
            : "There is no refund.",
          ...(f.data.basis.length > 0 ? [f.data.basis.join(" ")] : []),
        ],
      },
      {
        to: "client",
        severity: 1,
        email: true,
        evenOwn: true,
        only: (f) => f.data.withdrawn === true,
        title: (_f, a) => `Your withdrawal from ${a.order?.number} is confirmed`,
        body: (f, a) =>
          f.data.refundMinor > 0
            ? `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. ${f.data.basis.join(" ")}`
            : `There is no refund. ${f.data.basis.join(" ")}`,
        // The statement and its time, on a durable medium.
        letter: (f, a) => [
          `We received your withdrawal from the contract for ${orderName(a)} on ${readerTime(f.at.toISOString(), a)}. The contract has ended, and work on the order has stopped. Keep this email as your confirmation.`,
          f.data.refundMinor > 0
            ? `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. It can take up to ten days to appear.`
            : "There is no refund.",
          ...(f.data.basis.length > 0 ? [f.data.basis.join(" ")] : []),
        ],
      },
      {
        to: "subject",
        severity: 0,
        email: true,
        title: (_f, a) => `${a.order?.number} was canceled`,
        body: (f) =>
          f.data.editorMinor > 0
            ? `Please stop working on it. You'll be paid ${formatPay(f.data.editorMinor)} for the work you did.`
            : "Please stop working on it.",
        link: () => "/editor/orders",
        button: "View orders",
        letter: (f, a) => [
          `${orderName(a)} was canceled. Please stop working on it.`,
          f.data.editorMinor > 0
            ? `You'll be paid ${formatPay(f.data.editorMinor)} for the work you did.`
            : "Your other orders aren't affected.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (_f, a) => `${a.order?.number} was canceled`,
        body: (f, a) => `Refund ${orderMoney(f.data.refundMinor, a)}. ${f.data.reason}`,
      },
    ],
  },
  "order.compensated": {
    audit: { title: "Refund for late delivery", detail: (f, money) => [money(f.data.refundMinor)] },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: `Late delivery: ${t.money(f.data.refundMinor)} refunded automatically`, mark: "dele" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Refund for late delivery of ${a.order?.number}`,
        body: (f, a) =>
          `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. ${f.data.basis.join(" ")}`,
        letter: (f, a) => [
          `We delivered ${orderName(a)} later than we promised. We're sorry.`,
          `${orderMoney(f.data.refundMinor, a)} will be refunded to your original payment method. You don't need to do anything.`,
          ...(f.data.basis.length > 0 ? [f.data.basis.join(" ")] : []),
        ],
      },
    ],
  },
  "order.withdrawn": {
    audit: { title: "Order withdrawn before payment" },
    timeline: () => ({ title: "Withdrawn before payment", mark: "dele" }),
    notices: [],
  },
  "order.refunded": {
    audit: { title: "Order refunded in full", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) => ({
      title: t.viewer === "editor" ? "Refunded to the author" : `Refunded ${t.money(f.data.amountMinor)}`,
      mark: "dele",
    }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} was refunded in full`,
        body: (f, a) =>
          `${orderMoney(f.data.amountMinor, a)} will be refunded to your original payment method. It can take up to ten days to appear.`,
        letter: (f, a) => [
          `We're refunding ${orderMoney(f.data.amountMinor, a)}, the full amount you paid for ${orderName(a)}. It can take up to ten days to appear.`,
          "The credit note is under Payments. You don't need to do anything.",
        ],
      },
    ],
  },
  "order.closed": {
    audit: { title: "Order closed" },
    timeline: () => ({ title: "Complete", mark: "check" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 2,
        email: false,
        title: (_f, a) => `${a.order?.number} is closed`,
        body: (f, a) =>
          `You can no longer request a revision. ${f.data.filesUntilAt ? `You can still download your files and order a re-edit until ${readerTime(f.data.filesUntilAt, a)}.` : "Its files have been deleted."} Your invoice stays under Payments.`,
      },
      {
        to: "editor",
        severity: 2,
        email: false,
        title: (_f, a) => `${a.order?.number} is closed`,
        body: (f, a) =>
          `The author can no longer request a revision, and you don't need to do anything. ${f.data.filesUntilAt ? `Its files stay on the order page until ${readerTime(f.data.filesUntilAt, a)}.` : "Its files have been deleted."}`,
      },
    ],
  },
  "order.unstarted": {
    audit: { title: "Order not started in time" },
    timeline: (_f, t) =>
      t.viewer === "client" ? null : { title: "Part of the editor's time has passed: not started", mark: "stet" },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} hasn't been started`,
        body: (_f, a) => `Part of your time has passed. It's due ${readerTime(a.order?.editorDueAt, a)}.`,
        letter: (_f, a) => [
          `Part of your time for ${orderName(a)} has passed, and you haven't started it.`,
          `Open the manuscript to start. It's due ${readerTime(a.order?.editorDueAt, a)}. If you can't do it, say so on the order page as soon as possible.`,
        ],
      },
    ],
  },
  "order.idle": {
    audit: { title: "No activity on order" },
    timeline: (_f, t) =>
      t.viewer === "client"
        ? null
        : { title: "Much of the editor's time has passed: no progress or uploads", mark: "stet" },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `No progress reported on ${a.order?.number}`,
        body: (_f, a) => `Update your progress or ask for help. It's due ${readerTime(a.order?.editorDueAt, a)}.`,
        letter: (_f, a) => [
          `Much of your time for ${orderName(a)} has passed, and you haven't reported any progress.`,
          `Update your progress on the order page, or ask for help there. It's due ${readerTime(a.order?.editorDueAt, a)}.`,
        ],
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (_f, a) => `No progress on ${a.order?.number}`,
        body: (f, a) => `${a.name(f.data.editorId)} has reported no progress, and much of the time is used.`,
      },
    ],
  },
  "order.unsubmitted": {
    audit: { title: "Order not delivered yet" },
    timeline: (_f, t) =>
      t.viewer === "client" ? null : { title: "Most of the editor's time has passed: not submitted", mark: "stet" },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 0,
        email: true,
        title: (_f, a) => `${a.order?.number} is due soon`,
        body: (_f, a) => `Submit it by ${readerTime(a.order?.editorDueAt, a)}.`,
        button: "Open order and submit",
        letter: (_f, a) => [
          `Submit ${orderName(a)} by ${readerTime(a.order?.editorDueAt, a)}. Most of your time has passed.`,
          "If it won't be ready by then, say so on the order page now.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `${a.order?.number} not submitted with most of the time used`,
        body: (f, a) => `${a.name(f.data.editorId)} has until ${readerTime(a.order?.editorDueAt, a)}.`,
      },
    ],
  },
  "order.overdue": {
    audit: { title: "Editor's deadline passed" },
    timeline: (_f, t) => (t.viewer === "client" ? null : { title: "The editor's deadline has passed", mark: "dele" }),
    group: "orders",
    notices: [
      {
        to: "editor",
        type: "order.overdue",
        severity: 0,
        email: true,
        title: (_f, a) => `${a.order?.number} is overdue`,
        body: () => "Your deadline has passed. Submit it now, or tell support what you need.",
        button: "Open order and submit",
        letter: (_f, a) => [
          `Your deadline for ${orderName(a)} was ${readerTime(a.order?.editorDueAt, a)}.`,
          "Submit it now, or tell us on the order page what you need. Late work can earn less.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `${a.order?.number} is overdue`,
        body: (f, a) =>
          `${a.name(f.data.editorId)}'s deadline has passed. The author expects it by ${readerTime(a.order?.dueAt, a)}.`,
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `${a.order?.number} is overdue`,
        body: (f, a) => `${a.name(f.data.editorId)}'s deadline has passed.`,
      },
    ],
  },
  "field_wait.joined": {
    audit: { title: "Joined a waiting list", detail: (f) => [f.data.subfield] },
    timeline: null,
    // People on the waiting list are emailed directly, because most have no account.
    notices: [],
  },
  "field_wait.left": {
    audit: { title: "Left a waiting list", detail: (f) => [f.data.subfield] },
    timeline: null,
    notices: [],
  },
  "field_wait.told": {
    audit: { title: "Waiting author emailed", detail: (f) => [f.data.subfield] },
    timeline: null,
    notices: [],
  },
  "order.date_moved": {
    audit: { title: "Later due date agreed" },
    timeline: (f) => ({ title: "Later due date agreed", untilAt: f.data.dueAt, mark: "transpose" }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number} has a new due date`,
        body: (f, a) => `It's now due by ${readerTime(f.data.dueAt, a)}.`,
        letter: (f, a) => [
          `The due date of ${orderName(a)} has changed. It's now due by ${readerTime(f.data.dueAt, a)}.`,
          "You don't need to do anything.",
        ],
      },
    ],
  },
  "deadline.proposed": {
    audit: { title: "Later due date proposed", detail: (f) => [f.data.reason] },
    timeline: (f, t) => ({
      title: `${sideName(f.data.side, t.viewer)} proposed a later due date`,
      detail: `“${f.data.reason}” New date:`,
      untilAt: t.viewer === "editor" ? f.data.newEditorDueAt : f.data.newDueAt,
      mark: "transpose",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `A later due date is proposed for ${a.order?.number}`,
        body: (f, a) =>
          `${f.data.side === "editor" ? "Your editor asks for more time" : "We propose a later date"}: ${readerTime(f.data.newDueAt, a)} instead of ${readerTime(f.data.dueAt, a)}. Agree or decline on the order page.`,
        button: "Review the date",
        letter: (f, a) => [
          `${f.data.side === "editor" ? `The editor of ${orderName(a)} asks for more time` : `We propose a later due date for ${orderName(a)}`}: ${readerTime(f.data.newDueAt, a)} instead of ${readerTime(f.data.dueAt, a)}.`,
          ...(f.data.refundMinor > 0
            ? [`If you agree, we'll refund ${orderMoney(f.data.refundMinor, a)}, because the later date costs less.`]
            : []),
          "Agree or decline on the order page. Your due date stays as it is unless you agree.",
        ],
        quote: reasonOf,
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `A later due date is proposed for ${a.order?.number}`,
        body: (f, a) =>
          `${f.data.side === "client" ? "The author" : "Our staff"} would move your deadline to ${readerTime(f.data.newEditorDueAt, a)}. Agree or decline on the order page.`,
        button: "Review the date",
        letter: (f, a) => [
          `${f.data.side === "client" ? "The author" : "Our staff"} proposed a later due date for ${orderName(a)}. Your deadline would be ${readerTime(f.data.newEditorDueAt, a)}.`,
          "The order page says what it means for your pay. Agree or decline there. Nothing changes unless you agree.",
        ],
        quote: reasonOf,
      },
    ],
  },
  "deadline.agreed_by": {
    audit: { title: "Agreed to a later due date" },
    timeline: (f) => ({
      title: f.data.by === "client" ? "The author agreed to the later date" : "The editor agreed to the later date",
      mark: "stet",
    }),
    notices: [],
  },
  "deadline.changed": {
    audit: {
      title: "Due date changed by agreement",
      detail: (f, money) => [f.data.refundMinor > 0 ? `${money(f.data.refundMinor)} refunded` : null],
    },
    timeline: (f, t) => ({
      title: "Later due date agreed",
      detail: t.viewer !== "editor" && f.data.refundMinor > 0 ? `${t.money(f.data.refundMinor)} refunded.` : null,
      untilAt: t.viewer === "editor" ? f.data.newEditorDueAt : f.data.newDueAt,
      mark: "transpose",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (_f, a) => `${a.order?.number} has a new due date`,
        body: (f, a) => `It's now due by ${readerTime(f.data.newDueAt, a)}.`,
        letter: (f, a) => [
          `The later date is agreed: ${orderName(a)} is now due by ${readerTime(f.data.newDueAt, a)}.`,
          f.data.refundMinor > 0
            ? `It costs less, so we're refunding ${orderMoney(f.data.refundMinor, a)} the way it was paid.`
            : "The price stays the same.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (_f, a) => `${a.order?.number} has a new deadline`,
        body: (f, a) => `Your deadline is now ${readerTime(f.data.newEditorDueAt, a)}.`,
        letter: (f, a) => [
          `The later date is agreed: submit ${orderName(a)} by ${readerTime(f.data.newEditorDueAt, a)}.`,
          ...(f.data.refundMinor > 0 && f.data.editorPayMinor !== null
            ? [`The later date costs less, so your pay is now ${formatPay(f.data.editorPayMinor)}.`]
            : []),
        ],
      },
    ],
  },
  "deadline.declined": {
    audit: { title: "Later due date declined" },
    timeline: () => ({ title: "The later date was declined", mark: "dele" }),
    group: "orders",
    notices: [
      ...(["client", "editor"] as const).map((to) => ({
        to,
        severity: 1 as const,
        email: true,
        title: (_f: unknown, a: NoticeContext) => `The later date for ${a.order?.number} was declined`,
        body: () => "The due date stays as it is.",
        letter: (_f: unknown, a: NoticeContext) => [
          `The later date for ${orderName(a)} was declined, so the due date stays as it is.`,
        ],
      })),
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        only: (f) => f.data.side === "staff",
        title: (_f, a) => `The later date for ${a.order?.number} was declined`,
        body: () => "The due date stays as it is.",
      },
    ],
  },
  "deadline.withdrawn": {
    audit: { title: "Proposed due date withdrawn" },
    timeline: () => ({ title: "The proposed date was withdrawn", mark: "dele" }),
    group: "orders",
    notices: (["client", "editor"] as const).map((to) => ({
      to,
      severity: 2 as const,
      email: false,
      title: (_f: unknown, a: NoticeContext) => `The proposed date for ${a.order?.number} was withdrawn`,
      body: () => "The due date stays as it is. You don't need to do anything.",
    })),
  },
  "deadline.expired": {
    audit: { title: "Proposed due date expired" },
    timeline: () => ({ title: "The proposed date expired without an answer", mark: "dele" }),
    group: "orders",
    notices: (["client", "editor"] as const).map((to) => ({
      to,
      severity: 1 as const,
      email: false,
      title: (_f: unknown, a: NoticeContext) => `Nobody answered the later date for ${a.order?.number}`,
      body: () => "The proposal has expired, and the due date stays as it is.",
    })),
  },
  "deadline.ended": {
    audit: { title: "Proposed due date no longer applies" },
    timeline: () => ({ title: "The proposed date no longer applies", mark: "dele" }),
    notices: [],
  },
  ...chargeFactWords,
  ...holdFactWords,
  ...lateFactWords,
  ...wordDifferenceWords,
  ...orderChangeWords,
  ...readingFactWords,
  ...reviewFactWords,
  ...retentionFactWords,
} satisfies Partial<FactWordsTable>;

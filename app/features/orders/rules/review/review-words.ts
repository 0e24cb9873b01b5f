import { formatPay } from "#app/platform/rules/core/money.ts";
import { type FactWordsTable, type NoticeContext, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type {} from "../facts.ts";

const number = (about: NoticeContext): string => about.order?.number ?? "an order";
const page = (reviewId: string): string => `/editor/reviews/${reviewId}`;
const points = (total: number): string => `${total} of 100`;
/** " until …", in the reader's time. Empty where the fact doesn't say. */
const untilDay = (at: string | undefined, about: NoticeContext): string =>
  at ? ` until ${readerTime(at, about)}` : "";

/**
 * The texts of facts about quality reviews. They name only an order's number, because reviewers see its title once they
 * have taken a review.
 */
export const reviewFactWords = {
  "review.offered": {
    audit: { title: "Review offered to a lead editor" },
    timeline: null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: "if_unread",
        title: (_f, a) => `${number(a)} needs a reviewer`,
        body: (f, a) =>
          `It pays ${formatPay(f.data.feeMinor)} and is due ${readerTime(f.data.dueAt, a)}. The first lead editor to take it gets it.`,
        link: () => "/editor/reviews",
        button: "View reviews",
        letter: (f, a) => [
          `Order ${number(a)} needs a quality review. It pays ${formatPay(f.data.feeMinor)} and is due ${readerTime(f.data.dueAt, a)}.`,
          "The first lead editor to take it gets it.",
        ],
      },
    ],
  },
  "review.queued": {
    audit: { title: "Review of a low rating", detail: (f) => [`${f.data.overall} of 5`] },
    timeline: (f, t) =>
      t.viewer === "client" ? null : { title: "In quality review after a low rating", untilAt: f.data.dueAt },
    group: "orders",
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f, a) => `${number(a)} was rated ${f.data.overall} of 5`,
        body: (f, a) => `It needs a review by ${readerTime(f.data.dueAt, a)}.`,
        link: (f) => page(f.data.reviewId),
      },
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (_f, a) => `${number(a)} is being reviewed`,
        body: () => "Its author gave a low rating, so a reviewer will score your work. You'll see the result.",
        link: () => "/editor/reviews?show=scores",
      },
    ],
  },
  "review.taken": {
    audit: { title: "Review taken" },
    timeline: (f, t) =>
      t.isStaff
        ? { title: `${t.nameOf(f.data.reviewerId) ?? "A reviewer"} took the review`, untilAt: f.data.untilAt }
        : null,
    notices: [],
  },
  "review.given_back": {
    audit: {
      title: "Review back in the queue",
      detail: (f) => [f.data.why === "lapsed" ? "the reviewer ran out of time" : "the reviewer gave it back"],
    },
    timeline: (f, t) =>
      t.isStaff
        ? {
            title: "Review back in the queue",
            detail: f.data.why === "lapsed" ? "The reviewer ran out of time." : "The reviewer gave it back.",
          }
        : null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        only: (f) => f.data.why === "lapsed",
        title: (_f, a) => `Your review of ${number(a)} expired`,
        body: () => "It's back in the queue. You can take it again if it's still there.",
        link: () => "/editor/reviews",
        button: "View reviews",
        letter: (_f, a) => [
          `The time for your review of ${number(a)} is over, so it's back in the queue for other reviewers.`,
          "You can take it again if it's still there.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (_f, a) => `The review of ${number(a)} is back in the queue`,
        body: (f) => (f.data.why === "lapsed" ? "The reviewer ran out of time." : "The reviewer gave it back."),
        link: (f) => page(f.data.reviewId),
      },
    ],
  },
  "review.taken_over": {
    audit: { title: "Review done by an admin instead" },
    timeline: null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `${number(a)} no longer needs your review`,
        body: () => "An admin completed it. You don't need to do anything.",
        link: () => "/editor/reviews",
        button: "View reviews",
      },
    ],
  },
  "review.overdue": {
    audit: { title: "Review overdue" },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: true,
        title: (_f, a) => `The review of ${number(a)} is overdue`,
        body: (f, a) => `It was due ${readerTime(f.data.dueAt, a)}. Review it yourself, or ask a lead editor.`,
        link: (f) => page(f.data.reviewId),
        button: "Open review",
        letter: (f, a) => [
          `The quality review of ${number(a)} was due ${readerTime(f.data.dueAt, a)}, and nobody has done it.`,
          "Review it yourself, or ask a lead editor. A review never makes an order late: work that isn't reviewed in time is delivered without it.",
        ],
      },
    ],
  },
  "review.postponed": {
    audit: { title: "Delivered before its review" },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : {
            title: "Delivered on time, before the review",
            detail: "It will be reviewed afterward.",
            untilAt: f.data.dueAt,
          },
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `${number(a)} was delivered without a review`,
        body: (f, a) => `Nobody reviewed it before its due date. Review it by ${readerTime(f.data.dueAt, a)}.`,
        link: (f) => page(f.data.reviewId),
      },
    ],
  },
  "review.decided": {
    audit: {
      title: "Quality review done",
      detail: (f) => [points(f.data.total), f.data.passed ? "passed" : "not passed", f.data.redo ? "redo" : null],
    },
    timeline: (f, t) =>
      // Work sent back before delivery has its own line.
      t.viewer === "client" || (f.data.before && !f.data.passed) || f.data.kind === "appeal"
        ? null
        : {
            title: f.data.passed ? "Quality review passed" : "Quality review not passed",
            detail: `${points(f.data.total)}.${f.data.ignoredInstruction ? " An instruction was ignored." : ""}`,
            mark: f.data.passed ? "check" : "transpose",
          },
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: "if_unread",
        // The notice for work sent back before delivery says what to change.
        only: (f) => f.data.kind !== "appeal" && (f.data.passed || !f.data.before) && !f.data.redo,
        title: (f, a) => `Your work on ${number(a)} scored ${points(f.data.total)}`,
        body: (f, a) =>
          `Read the reviewer's notes. If you disagree, you can appeal${untilDay(f.data.appealUntilAt, a)}.`,
        link: (f) => page(f.data.reviewId),
        button: "View score",
        letter: (f, a) => [
          `A reviewer scored your work on ${number(a)}: ${points(f.data.total)}. ${f.data.passed ? "It passed." : f.data.passMark ? `The pass mark is ${f.data.passMark}.` : "It didn't pass."}`,
          `Read the reviewer's notes on the page below. If you disagree, you can appeal${untilDay(f.data.appealUntilAt, a)}.`,
        ],
      },
      {
        to: "subject",
        severity: 0,
        email: true,
        only: (f) => f.data.redo,
        title: (_f, a) => `Redo ${number(a)}`,
        body: (f) =>
          `A reviewer found that an instruction of the author was ignored, and scored the work ${points(f.data.total)}. Read the notes and correct it.`,
        button: "Open order",
        link: (_f, a) => `/editor/orders/${a.order?.id ?? ""}`,
        letter: (f, a) => [
          `A reviewer found that an instruction of the author was ignored in ${number(a)}, and scored the work ${points(f.data.total)}.`,
          "The reviewer's notes and the new deadline are on the order page.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        only: (f) => !f.data.passed && !f.data.before && f.data.kind !== "appeal",
        title: (f, a) => `${number(a)} failed its review after delivery`,
        body: (f) =>
          `${points(f.data.total)}. ${f.data.redo ? "The editor has to redo it." : "Check whether its author needs a redo or a refund."}`,
        link: (_f, a) => `/admin/orders/${a.order?.id ?? ""}`,
      },
      {
        to: "client",
        severity: 1,
        email: true,
        only: (f) => f.data.redo,
        title: (_f, a) => `We're correcting ${number(a)}`,
        body: () =>
          "Our own review found that one of your instructions wasn't followed. Your editor is correcting it at no charge.",
        letter: (_f, a) => [
          `Our own review of ${number(a)} found that one of your instructions wasn't followed. Your editor is correcting it at no charge.`,
          "Your free revisions aren't affected. You'll find the new due date on the order page.",
        ],
      },
    ],
  },
  "review.appealed": {
    audit: { title: "Score appealed", detail: (f) => [points(f.data.total)] },
    timeline: (_f, t) => (t.viewer === "client" ? null : { title: "The editor appealed the score" }),
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f, a) => `${a.name(f.data.editorId)} appealed the score of ${number(a)}`,
        body: (f, a) => `Another reviewer decides by ${readerTime(f.data.dueAt, a)}.`,
        link: (f) => page(f.data.appealId),
      },
    ],
  },
  "review.appeal_decided": {
    audit: { title: "Appeal decided", detail: (f) => [`from ${f.data.before} to ${f.data.total}`] },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : {
            title: "Appeal decided",
            detail:
              f.data.before === f.data.total
                ? `The score is still ${points(f.data.total)}.`
                : `The score is now ${points(f.data.total)} (before: ${f.data.before}).`,
          },
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `Your appeal about ${number(a)} was decided`,
        body: (f) =>
          f.data.before === f.data.total
            ? `Another reviewer confirmed the score of ${points(f.data.total)}.`
            : `Your score is now ${points(f.data.total)} (before: ${f.data.before}).`,
        link: (f) => page(f.data.reviewId),
        button: "View result",
        letter: (f, a) => [
          f.data.before === f.data.total
            ? `Another reviewer looked at your work on ${number(a)} and confirmed the score of ${points(f.data.total)}.`
            : `Another reviewer looked at your work on ${number(a)}. Your score is now ${points(f.data.total)} (before: ${f.data.before}).`,
          "Their notes are on the page below. The result of an appeal is final.",
        ],
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (_f, a) => `The appeal about ${number(a)} was decided`,
        body: (f) => `The score was ${f.data.before} and is now ${f.data.total}.`,
        link: (f) => page(f.data.reviewId),
      },
    ],
  },
  "review.rescored": {
    audit: { title: "Reviewer told of an appeal's result" },
    timeline: null,
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (_f, a) => `Your score for ${number(a)} was appealed`,
        body: (f) =>
          f.data.before === f.data.total
            ? "Another reviewer confirmed it."
            : `Another reviewer changed it from ${f.data.before} to ${f.data.total}.`,
        link: (f) => page(f.data.reviewId),
      },
    ],
  },
  "review.dropped": {
    audit: { title: "Review dropped", detail: () => ["nobody did it in time"] },
    timeline: (f, t) =>
      t.isStaff
        ? {
            title: "Review dropped",
            detail: f.data.appealed
              ? "Nobody decided the appeal in time, so the score no longer counts."
              : "Nobody did it in time.",
          }
        : null,
    group: "orders",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        only: (f) => f.data.appealed,
        title: (_f, a) => `Your score for ${number(a)} no longer counts`,
        body: () => "We didn't decide your appeal in time, so we removed the score from your record.",
        link: () => "/editor/reviews?show=scores",
        button: "View scores",
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

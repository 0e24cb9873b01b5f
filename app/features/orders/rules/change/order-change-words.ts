import { formatPay } from "#app/platform/rules/core/money.ts";
import {
  type FactWordsTable,
  type NoticeContext,
  type Quotation,
  orderMoney,
  orderName,
  readerTime,
} from "#app/platform/rules/core/fact-words.ts";
import type {} from "../facts.ts";

type Change = { what: string[]; newDueAt: string | null; newEditorDueAt: string | null; differenceMinor: number };

/** The changes in one line, with the date as this reader sees it. */
const whatFor = (to: "client" | "editor") => (f: { data: Change }, a: NoticeContext) => {
  const at = to === "client" ? f.data.newDueAt : f.data.newEditorDueAt;
  return [...f.data.what, ...(at ? [`Due ${readerTime(at, a)}`] : [])].join(". ");
};
const costs = (f: { data: Change }, a: NoticeContext): string =>
  f.data.differenceMinor > 0
    ? `It costs ${orderMoney(f.data.differenceMinor, a)} more, which you pay once both have agreed.`
    : f.data.differenceMinor < 0
      ? `It costs ${orderMoney(-f.data.differenceMinor, a)} less, which we refund.`
      : "The price stays the same.";

/** "by Fri, Nov 27, 9:26 PM", or nothing where the fact doesn't say. */
const answerBy = (f: { data: { expiresAt?: string } }, a: NoticeContext): string =>
  f.data.expiresAt ? ` by ${readerTime(f.data.expiresAt, a)}` : "";

const reasonOf = (f: { data: { side: "client" | "staff"; reason: string } }): Quotation => ({
  by: f.data.side === "staff" ? "Our staff" : "The author",
  text: f.data.reason,
});

export const orderChangeWords = {
  "change.proposed": {
    audit: { title: "Order change proposed", detail: (f) => [...f.data.what, f.data.reason] },
    timeline: (f, t) => ({
      title: `${f.data.side === "client" ? (t.viewer === "client" ? "You" : "The author") : "Our staff"} proposed a change`,
      detail: [...f.data.what, f.data.reason].join(". "),
      untilAt: t.viewer === "editor" ? f.data.newEditorDueAt : f.data.newDueAt,
      mark: "transpose",
    }),
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `A change is proposed for ${a.order?.number}`,
        body: (f, a) => `${whatFor("client")(f, a)}. ${costs(f, a)} Agree or decline on the order page.`,
        button: "Review the change",
        letter: (f, a) => [
          `We propose to change ${orderName(a)}: ${whatFor("client")(f, a)}.`,
          costs(f, a),
          `Agree or decline on the order page${answerBy(f, a)}. Nothing changes unless you agree.`,
        ],
        quote: reasonOf,
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `A change is proposed for ${a.order?.number}`,
        body: (f, a) => `${whatFor("editor")(f, a)}. Agree or decline on the order page.`,
        button: "Review the change",
        letter: (f, a) => [
          `A change is proposed for ${orderName(a)}: ${whatFor("editor")(f, a)}.`,
          `The order page says what it means for your pay. Agree or decline there${answerBy(f, a)}. Nothing changes unless you agree.`,
        ],
        quote: reasonOf,
      },
    ],
  },
  "change.agreed_by": {
    audit: { title: "Agreed to an order change" },
    timeline: (f) => ({
      title: f.data.by === "client" ? "The author agreed to the change" : "The editor agreed to the change",
      mark: "stet",
    }),
    notices: [],
  },
  "change.applied": {
    audit: {
      title: "Order changed by agreement",
      detail: (f, money) => [
        ...f.data.what,
        f.data.differenceMinor === 0
          ? null
          : `${money(Math.abs(f.data.differenceMinor))} ${f.data.differenceMinor > 0 ? "more" : "less"}`,
      ],
    },
    timeline: (f, t) => ({
      title: "The order was changed",
      detail: f.data.what.join(". ") || null,
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
        title: (_f, a) => `${a.order?.number} has been changed`,
        body: (f, a) => `${whatFor("client")(f, a)}.`,
        letter: (f, a) => [
          `The change to ${orderName(a)} applies now: ${whatFor("client")(f, a)}.`,
          f.data.differenceMinor < 0
            ? `It costs less, so we're refunding ${orderMoney(-f.data.differenceMinor, a)}.`
            : "The receipt is on the order page.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (_f, a) => `${a.order?.number} has been changed`,
        body: (f, a) => `${whatFor("editor")(f, a)}.`,
        letter: (f, a) => [
          `The change to ${orderName(a)} applies now: ${whatFor("editor")(f, a)}.`,
          f.data.editorPayMinor === null
            ? "The order page has the details."
            : `Your pay is now ${formatPay(f.data.editorPayMinor)}.`,
        ],
      },
    ],
  },
  "change.declined": {
    audit: { title: "Order change declined" },
    timeline: () => ({ title: "The change was declined", mark: "dele" }),
    group: "orders",
    notices: [
      ...(["client", "editor"] as const).map((to) => ({
        to,
        severity: 1 as const,
        email: true,
        title: (_f: unknown, a: NoticeContext) => `The change to ${a.order?.number} was declined`,
        body: () => "The order stays as it is.",
        letter: (_f: unknown, a: NoticeContext) => [
          `The change to ${orderName(a)} was declined, so the order stays as it is.`,
        ],
      })),
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        only: (f) => f.data.side === "staff",
        title: (_f, a) => `The change to ${a.order?.number} was declined`,
        body: () => "The order stays as it is.",
      },
    ],
  },
  "change.withdrawn": {
    audit: { title: "Order change withdrawn" },
    timeline: () => ({ title: "The proposed change was withdrawn", mark: "dele" }),
    group: "orders",
    notices: (["client", "editor"] as const).map((to) => ({
      to,
      severity: 2 as const,
      email: false,
      title: (_f: unknown, a: NoticeContext) => `The proposed change to ${a.order?.number} was withdrawn`,
      body: () => "The order stays as it is. You don't need to do anything.",
    })),
  },
  "change.expired": {
    audit: { title: "Order change expired" },
    timeline: () => ({ title: "The proposed change expired without an answer", mark: "dele" }),
    group: "orders",
    notices: (["client", "editor"] as const).map((to) => ({
      to,
      severity: 1 as const,
      email: false,
      title: (_f: unknown, a: NoticeContext) => `The change to ${a.order?.number} wasn't answered`,
      body: () => "The proposal has expired, and the order stays as it is.",
    })),
  },
  "change.ended": {
    audit: { title: "Order change no longer applies" },
    timeline: () => ({ title: "The proposed change no longer applies", mark: "dele" }),
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

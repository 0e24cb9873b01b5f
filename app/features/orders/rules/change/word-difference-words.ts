import { formatPay } from "#app/platform/rules/core/money.ts";
import { type FactWordsTable, orderMoney, orderName } from "#app/platform/rules/core/fact-words.ts";
import type {} from "../facts.ts";

const count = (words: number): string => words.toLocaleString("en-US");

export const wordDifferenceWords = {
  "words.reported": {
    audit: {
      title: "Different word count reported",
      detail: (f) => [`${count(f.data.reportedWords)} instead of ${count(f.data.paidWords)}`],
    },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : {
            title: `${count(f.data.reportedWords)} words reported instead of ${count(f.data.paidWords)}`,
            detail:
              f.data.recountedWords === null
                ? "Our own counter can't count these files exactly."
                : `Our own counter finds ${count(f.data.recountedWords)}.`,
            mark: "caret",
          },
    notices: (["support", "admin"] as const).map((to) => ({
      to,
      type: "admin_notification" as const,
      severity: 1 as const,
      email: false,
      only: (f) => f.data.waits,
      title: (_f, a) => `${a.order?.number}: decide on the word count`,
      body: (f) =>
        `The editor reports ${count(f.data.reportedWords)} words instead of ${count(f.data.paidWords)}${f.data.recountedWords === null ? "" : `; our counter finds ${count(f.data.recountedWords)}`}.`,
      link: (f) => `/${to === "admin" ? "admin" : "support-desk"}/orders/${f.orderId}`,
    })),
  },
  "words.absorbed": {
    audit: { title: "Word difference absorbed", detail: (f) => [`${count(f.data.foundWords)} words`] },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : {
            title: "The word count doesn't change the price",
            detail: `${count(f.data.foundWords)} words instead of ${count(f.data.paidWords)}: the price and the pay stay the same.`,
            mark: "stet",
          },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 2,
        email: false,
        evenOwn: true,
        title: (_f, a) => `${a.order?.number}: the word count doesn't change the price`,
        body: (f) =>
          `${count(f.data.foundWords)} words instead of ${count(f.data.paidWords)}. Edit all of them. The price and your pay stay the same.`,
      },
    ],
  },
  "words.reduced": {
    audit: {
      title: "Fewer words than paid for",
      detail: (f, money) => [
        `${count(f.data.foundWords)} instead of ${count(f.data.paidWords)}`,
        `${money(f.data.refundMinor)} refunded`,
      ],
    },
    timeline: (f, t) => ({
      title: `The manuscript has ${count(f.data.foundWords)} words instead of ${count(f.data.paidWords)}`,
      detail:
        t.viewer !== "editor"
          ? `${t.money(f.data.refundMinor)} is refunded.`
          : f.data.editorPayMinor === null
            ? null
            : `Your pay is now ${formatPay(f.data.editorPayMinor)}.`,
      mark: "dele",
    }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (f, a) => `We're refunding ${orderMoney(f.data.refundMinor, a)} for ${a.order?.number}`,
        body: (f) =>
          `Your manuscript has ${count(f.data.foundWords)} words to edit instead of ${count(f.data.paidWords)}.`,
        letter: (f, a) => [
          `When ${orderName(a)} was edited, it turned out to have ${count(f.data.foundWords)} words to edit instead of the ${count(f.data.paidWords)} you paid for.`,
          `We're refunding the difference of ${orderMoney(f.data.refundMinor, a)}. You don't need to do anything.`,
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        evenOwn: true,
        title: (f, a) => `${a.order?.number} has ${count(f.data.foundWords)} words`,
        body: (f) =>
          `That's fewer than the ${count(f.data.paidWords)} the author paid for.${f.data.editorPayMinor === null ? "" : ` Your pay is now ${formatPay(f.data.editorPayMinor)}.`}`,
      },
    ],
  },
  "words.declined": {
    audit: { title: "Word count report declined", detail: (f) => [f.data.note] },
    timeline: (f, t) =>
      t.viewer === "client"
        ? null
        : { title: `The paid count of ${count(f.data.paidWords)} words stays`, detail: f.data.note, mark: "stet" },
    group: "orders",
    notices: [
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `${a.order?.number}: the paid word count stays`,
        body: (f) => `We looked at your report. The count of ${count(f.data.paidWords)} words stays.`,
        letter: (f, a) => [
          `We looked at your report about ${orderName(a)}. The paid count of ${count(f.data.paidWords)} words stays.`,
        ],
        quote: (f) => ({ by: "Our answer", text: f.data.note }),
      },
    ],
  },
  "words.withdrawn": {
    audit: { title: "Word count report withdrawn" },
    timeline: (_f, t) => (t.viewer === "client" ? null : { title: "The report was withdrawn", mark: "dele" }),
    notices: [],
  },
  "words.ended": {
    audit: { title: "Word count report no longer applies" },
    timeline: (_f, t) =>
      t.viewer === "client" ? null : { title: "The word count report no longer applies", mark: "dele" },
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

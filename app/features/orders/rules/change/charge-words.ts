import { formatPay } from "#app/platform/rules/core/money.ts";
import {
  type FactWordsTable,
  type NoticeContext,
  orderMoney,
  orderName,
  readerTime,
} from "#app/platform/rules/core/fact-words.ts";
import { type ChargeKind, CHARGE_LABELS } from "./charge.ts";
import type {} from "../facts.ts";

type Of = { data: { kind: ChargeKind; amountMinor: number } };
const label = (f: Of): string => CHARGE_LABELS[f.data.kind].toLowerCase();

/** What an unpaid charge means, for the author. */
const unpaidSentence = (f: Of): string =>
  f.data.kind === "new_words"
    ? "Nothing was charged. Your editor edits the free new words in document order, and the letter says where the edit ends. The time for the revision has started."
    : f.data.kind === "words"
      ? "Nothing was charged. Your editor edits the words you paid for and tells you where the edit ends."
      : "Nothing was charged, and your order stays as it is.";

/** What it means for the editor. */
const leaveOut = (f: Of): string =>
  f.data.kind === "new_words"
    ? "Edit the free new words in document order and leave the later ones untouched. The order page shows where they end, and we add it to your letter."
    : f.data.kind === "words"
      ? "Edit the paid words in document order, leave the rest untouched, and say where the edit ends when you submit. Your pay stays as it was."
      : "Leave that work out. Your pay stays as it was.";

/** What editors read when a charge wasn't paid. */
const tellEditor = (why: string) => ({
  to: "editor" as const,
  severity: 1 as const,
  email: true,
  title: (f: Of, a: NoticeContext) => `${CHARGE_LABELS[f.data.kind]}: ${why} for ${a.order?.number}`,
  body: leaveOut,
  letter: (f: Of, a: NoticeContext) => [
    `The extra charge for ${orderName(a)} (${label(f)}) was ${why}. ${leaveOut(f)}`,
  ],
});

export const chargeFactWords = {
  "charge.opened": {
    audit: { title: "Extra charge proposed", detail: (f, money) => [money(f.data.amountMinor), f.data.reason] },
    timeline: (f, t) => ({
      title:
        t.viewer === "editor"
          ? `The author was asked to pay extra: ${label(f)}`
          : `Extra charge of ${t.money(f.data.amountMinor)}: ${label(f)}`,
      detail: `“${f.data.reason}” To pay until`,
      untilAt: f.data.expiresAt,
      mark: "caret",
    }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 0,
        email: true,
        title: (f, a) => `${orderMoney(f.data.amountMinor, a)} more for ${a.order?.number}?`,
        body: (f, a) =>
          `${CHARGE_LABELS[f.data.kind]}. Pay or decline on the order page by ${readerTime(f.data.expiresAt, a)}.`,
        button: "Review the charge",
        letter: (f, a) => [
          `We're asking you for another ${orderMoney(f.data.amountMinor, a)} for ${orderName(a)}: ${label(f)}.`,
          `The order page lists it line by line. Pay or decline there by ${readerTime(f.data.expiresAt, a)}. Nothing is charged unless you pay.`,
        ],
        quote: (f) => ({ by: "Our reason", text: f.data.reason }),
      },
      {
        to: "editor",
        severity: 2,
        email: false,
        title: (f, a) => `The author of ${a.order?.number} was asked to pay extra`,
        body: (f, a) => `${CHARGE_LABELS[f.data.kind]}. They have until ${readerTime(f.data.expiresAt, a)}.`,
      },
    ],
  },
  "charge.paid": {
    audit: { title: "Extra charge paid", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) => ({
      title:
        t.viewer === "editor"
          ? `The author paid extra: ${label(f)}`
          : `Extra charge of ${t.money(f.data.amountMinor)} paid: ${label(f)}`,
      detail:
        t.viewer === "editor" && f.data.editorMinor > 0
          ? `Your pay went up by ${formatPay(f.data.editorMinor)}.`
          : null,
      mark: "check",
    }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        evenOwn: true,
        title: (f, a) => `You paid ${orderMoney(f.data.amountMinor, a)} more for ${a.order?.number}`,
        body: (f) => `${CHARGE_LABELS[f.data.kind]}. The invoice is under Payments.`,
        letter: (f, a) => [
          `Thank you. We received ${orderMoney(f.data.amountMinor, a)} for ${orderName(a)}: ${label(f)}.`,
          "The invoice is under Payments, and your editor has been told.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (f, a) => `The author of ${a.order?.number} paid: ${label(f)}`,
        body: (f) =>
          f.data.editorMinor > 0
            ? `Your pay went up by ${formatPay(f.data.editorMinor)}.`
            : "You can go ahead. Your pay stays as it was.",
      },
    ],
  },
  "charge.declined": {
    audit: { title: "Extra charge declined", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f) => ({ title: `The author declined the extra charge: ${label(f)}`, mark: "dele" }),
    group: "money",
    notices: [
      tellEditor("declined"),
      {
        to: "support",
        type: "admin_notification",
        severity: 2,
        email: false,
        title: (f, a) => `${a.order?.number}: the author declined ${orderMoney(f.data.amountMinor, a)}`,
        body: (f) => `${CHARGE_LABELS[f.data.kind]}.`,
      },
    ],
  },
  "charge.withdrawn": {
    audit: { title: "Extra charge withdrawn", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f) => ({ title: `The extra charge was withdrawn: ${label(f)}`, mark: "dele" }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (f, a) => `You don't need to pay ${orderMoney(f.data.amountMinor, a)} more for ${a.order?.number}`,
        body: (f) => `We withdrew the charge. ${unpaidSentence(f)}`,
      },
      tellEditor("withdrawn"),
    ],
  },
  "charge.expired": {
    audit: { title: "Extra charge expired", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f) => ({ title: `The extra charge wasn't paid in time: ${label(f)}`, mark: "dele" }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `The extra charge for ${a.order?.number} has expired`,
        body: (f) => unpaidSentence(f),
      },
      tellEditor("not paid in time"),
    ],
  },
  "charge.ended": {
    audit: { title: "Extra charge no longer applies", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f) => ({ title: `The extra charge no longer applies: ${label(f)}`, mark: "dele" }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 2,
        email: false,
        title: (_f, a) => `The extra charge for ${a.order?.number} no longer applies`,
        body: () => "The order has moved on. You don't need to pay it.",
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";
import {
  type FactWordsTable,
  type NoticeContext,
  orderMoney,
  orderName,
  readerTime,
} from "#app/platform/rules/core/fact-words.ts";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import { FAULT_WORDS } from "./courtesy/referral.ts";
import { reasonWords } from "./dispute.ts";
import { balancePage, paymentsPage, referralsPage } from "./payments-page.ts";
import type {} from "./facts.ts";

const organizationPage = (f: { data: { organizationId: string } }): string => `/organizations/${f.data.organizationId}`;
const accountPage = (
  { data: { organizationId } }: { data: { organizationId: string | null } },
  { reader }: Pick<NoticeContext, "reader">,
): string => (organizationId === null ? balancePage(reader) : `/organizations/${organizationId}/balance`);
const statementsPage = (f: { data: { organizationId: string } }): string => `${organizationPage(f)}/statements`;
const limitOf = ({ data }: { data: { limitMinor: number; currency: string } }): string =>
  formatMoney(data.limitMinor, data.currency);
const amountOf = ({ data }: { data: { amountMinor: number; currency: string } }): string =>
  formatMoney(data.amountMinor, data.currency);
const orderNumber = ({ order }: NoticeContext): string => order?.number ?? "an order";

export const paymentsFactWords = {
  "payment.started": {
    audit: { title: "Payment started", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (_f, t) => (t.isStaff ? { title: "Payment started" } : null),
    notices: [],
  },
  "referral.link_made": {
    audit: { title: "Referral link made", detail: () => [] },
    timeline: null,
    notices: [],
  },
  "referral.joined": {
    audit: { title: "Joined by a referral", detail: () => [] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: () => "Somebody joined with your link",
        body: () => "You both get courtesy credit once their first order counts.",
        link: (_f, a) => referralsPage(a.reader),
        button: "See details",
      },
    ],
  },
  "referral.refused": {
    audit: { title: "Referral refused", detail: (f) => [FAULT_WORDS[f.data.why]] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: () => "A referral doesn't earn credit",
        body: (f) => `${FAULT_WORDS[f.data.why]} If that's a mistake, write to support.`,
        link: (_f, a) => referralsPage(a.reader),
        button: "See details",
      },
    ],
  },
  "courtesy.given": {
    audit: { title: "Courtesy credit given", detail: (f) => [amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `${amountOf(f)} of courtesy credit for you`,
        body: (f, a) => `It comes off your next order. It expires on ${readerTime(f.data.expiresAt, a)}.`,
        link: (_f, a) => paymentsPage(a.reader),
        button: "Open payments",
      },
    ],
  },
  "courtesy.expiring": {
    audit: { title: "Reminded of courtesy credit", detail: (f) => [amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `${amountOf(f)} of your courtesy credit expires soon`,
        body: (f, a) =>
          `It expires on ${readerTime(f.data.expiresAt, a)}. It comes off an order that you pay for before then.`,
        link: (_f, a) => paymentsPage(a.reader),
        button: "Open payments",
      },
    ],
  },
  "courtesy.expired": {
    audit: { title: "Courtesy credit expired", detail: (f) => [amountOf(f)] },
    timeline: null,
    notices: [],
  },
  "balance.moved": {
    audit: {
      title: "Balance of an organization moved",
      detail: (f) => [formatMoney(f.data.amountMinor, f.data.currency)],
    },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) =>
          f.data.amountMinor > 0
            ? `${amountOf(f)} arrived from ${f.data.organizationId === null ? "your card" : f.data.name}`
            : `${formatMoney(-f.data.amountMinor, f.data.currency)} of ${f.data.organizationId === null ? "your balance" : `the balance of ${f.data.name}`} paid back`,
        body: (f) =>
          f.data.amountMinor > 0
            ? f.data.organizationId === null
              ? "It's on your balance. You can pay for orders with it."
              : "It pays what's owed, if anything is. The rest is on the balance, and members can order with it."
            : f.data.by === "card"
              ? "It returns to the card that it came from, which takes up to ten days."
              : "It was transferred to the bank account.",
        link: accountPage,
        button: "Open balance",
      },
    ],
  },
  "deposit.started": {
    audit: { title: "Payment to an account by card begun", detail: (f) => [amountOf(f)] },
    timeline: null,
    notices: [],
  },
  "deposit.return_failed": {
    audit: { title: "Payment back to a card failed", detail: (f) => [f.data.name || null, amountOf(f), f.data.reason] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `${amountOf(f)} couldn't be paid back to the card`,
        body: (f) =>
          f.data.organizationId === null
            ? "It's on your balance again. You can spend it, or try once more."
            : `It's on the balance of ${f.data.name} again. Write to support to have it transferred to your bank account.`,
        link: accountPage,
        button: "Open balance",
      },
    ],
  },
  "deposit.disputed": {
    audit: { title: "Payment to an account disputed", detail: (f) => [f.data.name || null, amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "finance",
        severity: 1,
        email: true,
        title: (f) => `The bank took back ${amountOf(f)} of ${f.data.name || "a client's balance"}`,
        body: (f, a) =>
          `A payment by card to the account is disputed. What was spent of it is owed again. ${f.data.dueAt ? `Send evidence at the card provider by ${readerTime(f.data.dueAt, a)}.` : "Answer at the card provider."}`,
        link: (f, a) => (f.data.organizationId === null ? `/admin/clients/${f.data.uids[0]}` : accountPage(f, a)),
        button: "Open account",
      },
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `The bank took back ${amountOf(f)}`,
        body: (f) =>
          `The holder of the card disputes a payment to ${f.data.organizationId === null ? "your balance" : `the account of ${f.data.name}`}. The money is off it. If that's a mistake, tell your bank.`,
        link: accountPage,
        button: "Open account",
      },
    ],
  },
  "gift.sent": {
    audit: { title: "Balance given to somebody", detail: (f) => [amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `Your gift of ${amountOf(f)} is paid`,
        body: () => "We've emailed the person it's for. Until they accept it, you can take it back.",
        link: (_f, a) => balancePage(a.reader),
        button: "Open balance",
      },
    ],
  },
  "gift.accepted": {
    audit: { title: "Gift of a balance accepted", detail: (f) => [amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `Your gift of ${amountOf(f)} was accepted`,
        body: () => "It's on the other person's balance now.",
        link: (_f, a) => balancePage(a.reader),
        button: "Open balance",
      },
    ],
  },
  "gift.canceled": {
    audit: { title: "Gift of a balance taken back", detail: (f) => [amountOf(f)] },
    timeline: null,
    notices: [],
  },
  "credit.asked": {
    audit: { title: "Credit asked for", detail: (f) => [f.data.name, f.data.credit, limitOf(f)] },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 2,
        email: true,
        title: (f) => `${f.data.name} asks for credit`,
        body: (f) => `${f.data.credit}, ${limitOf(f)}. Somebody has to decide.`,
        link: statementsPage,
        button: "Open request",
      },
    ],
  },
  "credit.proposed": {
    audit: { title: "Credit agreed to by one person", detail: (f) => [f.data.name, f.data.credit, limitOf(f)] },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 2,
        email: true,
        title: (f) => `Credit of ${f.data.name} needs a second person`,
        body: (f, a) =>
          `${a.name(f.actorId)} agreed to ${f.data.credit}, ${limitOf(f)}. Another person has to agree, too.`,
        link: statementsPage,
        button: "Open request",
      },
    ],
  },
  "credit.granted": {
    audit: { title: "Credit granted", detail: (f) => [f.data.name, f.data.credit, limitOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `${f.data.name} can order on ${lowerFirst(f.data.credit)}`,
        body: (f) => `Up to ${limitOf(f)}. Members choose it in the order form under “Who pays”.`,
        link: statementsPage,
        button: "Open credit",
      },
    ],
  },
  "credit.declined": {
    audit: { title: "Credit declined", detail: (f) => [f.data.name, f.data.credit, f.data.reason] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `${f.data.credit} of ${f.data.name} was declined`,
        body: (f) => f.data.reason,
        link: statementsPage,
        button: "Open credit",
      },
    ],
  },
  "credit.ended": {
    audit: { title: "Credit ended", detail: (f) => [f.data.name, f.data.credit, f.data.reason] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `${f.data.credit} of ${f.data.name} ended`,
        body: (f) =>
          ["Nothing more can be ordered on it. Orders placed on it go on.", f.data.reason].filter(Boolean).join(" "),
        link: statementsPage,
        button: "Open credit",
      },
    ],
  },
  "write_off.proposed": {
    audit: { title: "Write-off proposed", detail: (f) => [f.data.name, amountOf(f), f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 2,
        email: true,
        title: (f) => `A write-off for ${f.data.name} needs a second person`,
        body: (f, a) => `${a.name(f.actorId)} proposes to write off ${amountOf(f)}: ${f.data.reason}`,
        link: statementsPage,
        button: "Open write-off",
      },
    ],
  },
  "write_off.booked": {
    audit: { title: "Written off", detail: (f) => [f.data.name, amountOf(f), f.data.reason] },
    timeline: null,
    notices: [],
  },
  "write_off.declined": {
    audit: { title: "Write-off declined", detail: (f) => [f.data.name, amountOf(f)] },
    timeline: null,
    notices: [],
  },
  "write_off.taken_back": {
    audit: { title: "Write-off taken back", detail: (f) => [f.data.name, amountOf(f)] },
    timeline: null,
    notices: [],
  },
  "line_dispute.opened": {
    audit: {
      title: "Line of a statement disputed",
      detail: (f) => [f.data.name, f.data.line, amountOf(f), f.data.reason],
    },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 2,
        email: true,
        title: (f) => `${f.data.name} disputes a line of ${f.data.number}`,
        body: (f) => `${f.data.line}, ${amountOf(f)}: ${f.data.reason}`,
        link: statementsPage,
        button: "Open dispute",
      },
    ],
  },
  "line_dispute.answered": {
    audit: { title: "Disputed line answered", detail: (f) => [f.data.name, f.data.line, f.data.answer] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `Our answer about ${f.data.line} on ${f.data.number}`,
        body: (f) => f.data.answer,
        link: statementsPage,
        button: "Open statements",
      },
    ],
  },
  "line_dispute.taken_back": {
    audit: { title: "Line of a statement no longer disputed", detail: (f) => [f.data.name, f.data.line] },
    timeline: null,
    notices: [],
  },
  "statement.issued": {
    audit: { title: "Monthly statement issued", detail: (f) => [f.data.name, f.data.number, amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `Statement ${f.data.number} of ${f.data.name}`,
        body: (f, a) =>
          f.data.amountMinor === 0
            ? "There's nothing to pay."
            : `${amountOf(f)} is due by ${readerTime(f.data.dueAt, a)}. The PDF has our bank details and the reference.`,
        link: statementsPage,
        button: "Open statement",
      },
    ],
  },
  "statement.reminded": {
    audit: { title: "Reminded of a statement", detail: (f) => [f.data.name, f.data.number, amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f, a) =>
          new Date(f.data.dueAt) > a.now
            ? `Statement ${f.data.number} is due soon`
            : `Statement ${f.data.number} of ${f.data.name} is overdue`,
        body: (f, a) =>
          new Date(f.data.dueAt) > a.now
            ? `${amountOf(f)} is open, due by ${readerTime(f.data.dueAt, a)}. If you've paid it, you don't need to do anything.`
            : `${amountOf(f)} was due by ${readerTime(f.data.dueAt, a)}. Until it arrives, nothing new can be ordered on credit.`,
        link: statementsPage,
        button: "Open statement",
      },
    ],
  },
  "statement.paid": {
    audit: { title: "Monthly statement paid", detail: (f) => [f.data.name, f.data.number, amountOf(f)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `Statement ${f.data.number} is paid`,
        body: (f) => `Nothing of it is open for ${f.data.name}. Thank you.`,
        link: statementsPage,
      },
    ],
  },
  "topup.started": {
    audit: {
      title: "Pro forma invoice issued",
      detail: (f) => [f.data.number, formatMoney(f.data.amountMinor, f.data.currency ?? CURRENCY)],
    },
    timeline: null,
    notices: [],
  },
  "topup.canceled": {
    audit: { title: "Pro forma invoice canceled", detail: (f) => [f.data.number] },
    timeline: null,
    notices: [],
  },
  "spending.requested": {
    audit: { title: "Asked to spend above a limit", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `Approval asked of ${f.data.name}`, detail: t.money(f.data.amountMinor) },
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f, a) => `${a.name(f.actorId)} asks for ${formatMoney(f.data.amountMinor, f.data.currency)}`,
        body: (f, a) => `Order ${orderNumber(a)} is above their limit in ${f.data.name}. Approve or decline it.`,
        link: organizationPage,
        button: "Open request",
      },
    ],
  },
  "spending.reminded": {
    audit: { title: "Reminded of a request to spend", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `A request in ${f.data.name} has waited for 3 days`,
        body: (f, a) =>
          `Order ${orderNumber(a)} asks for ${formatMoney(f.data.amountMinor, f.data.currency)}. Without an answer, it's declined 7 days after it was sent.`,
        link: organizationPage,
        button: "Open request",
      },
    ],
  },
  "spending.decided": {
    audit: {
      title: "Request to spend answered",
      detail: (f, money) => [f.data.approved ? "approved" : "declined", money(f.data.amountMinor)],
    },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: f.data.approved ? `${f.data.name} approved the price` : `${f.data.name} declined the price` },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (f, a) =>
          f.data.approved
            ? `${f.data.name} approved order ${orderNumber(a)}`
            : `${f.data.name} declined to pay for order ${orderNumber(a)}`,
        body: (f) =>
          [
            f.data.approved ? "Place it while the price holds." : "You can pay by card instead, or change the order.",
            f.data.reason ? `They wrote: ${f.data.reason}` : "",
          ]
            .filter(Boolean)
            .join(" "),
        button: "Open order",
      },
    ],
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
    audit: { title: "Card not charged", detail: (f, money) => [money(f.data.amountMinor), f.data.why] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: "Your card wasn't charged", detail: f.data.why, mark: "dele" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Your card wasn't charged for ${a.order?.number}`,
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
        to: "finance",
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
  "shared_quote.created": {
    audit: { title: "Quote shared", detail: (f) => [f.data.number] },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: `Quote ${f.data.number} shared`, detail: "Valid until", untilAt: f.data.validUntilAt },
    notices: [],
  },
  "shared_quote.sent": {
    audit: { title: "Shared quote emailed", detail: (f) => [f.data.number] },
    timeline: (f, t) => (t.viewer === "editor" ? null : { title: `Quote ${f.data.number} emailed` }),
    notices: [],
  },
  "shared_quote.opened": {
    audit: { title: "Shared quote opened", detail: (f) => [f.data.number] },
    timeline: (f, t) => (t.viewer === "editor" ? null : { title: `Quote ${f.data.number} opened` }),
    group: "money",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        title: (f) => `Your quote ${f.data.number} was opened`,
        body: (_f, a) => `Somebody opened the link to your quote for ${orderName(a)}. We'll tell you when it's paid.`,
        button: "View order",
      },
    ],
  },
  "shared_quote.asked": {
    audit: { title: "New quote asked for", detail: (f) => [f.data.number] },
    timeline: (f, t) =>
      t.viewer === "editor" ? null : { title: `Somebody asked for a new quote instead of ${f.data.number}` },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Somebody wants to pay for ${a.order?.number} and needs a new quote`,
        body: (f) =>
          f.data.expired
            ? `Quote ${f.data.number} has expired. Place a new order to get today's price, then share it.`
            : `Quote ${f.data.number} is no longer valid, because the order changed. Share it again.`,
        letter: (f, a) => [
          `Somebody opened your quote ${f.data.number} for ${orderName(a)} after it was no longer valid, and asked for a new one.`,
          f.data.expired
            ? "It has expired. Place a new order with the same files to get today's price, then select “Share this quote” and send the new link."
            : "The order has changed since you shared it. Open the order form, select “Share this quote” again, and send the new link.",
        ],
        button: "Open order",
      },
    ],
  },
  "shared_quote.revoked": {
    audit: { title: "Shared quote taken back", detail: (f) => [f.data.number] },
    timeline: (f, t) => (t.viewer === "editor" ? null : { title: `Quote ${f.data.number} taken back`, mark: "dele" }),
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
    timeline: (f) => ({ title: "The work will be redone", detail: "By", untilAt: f.data.dueAt, mark: "transpose" }),
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
        letter: (f, a) => [
          `The author of ${orderName(a)} reported a problem and we agree. Redo the work by ${readerTime(f.data.dueAt, a)}.`,
          "The author's report is on the order page.",
        ],
        quote: (f) => ({ by: "What to redo", text: f.data.note }),
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
        letter: (_f, a) => [
          `We reviewed your report about ${orderName(a)}. We won't refund this order.`,
          "If you see it differently, write in the order's messages.",
        ],
        quote: (f) => ({ by: "Our explanation", text: f.data.note }),
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
        to: "finance",
        severity: 0,
        email: true,
        title: (f, a) => `Approve a refund of ${orderMoney(f.data.amountMinor, a)} for ${a.order?.number}?`,
        body: (f, a) =>
          `${a.name(f.actorId)} proposed it. ${f.data.needs === "two admins" ? "Two people have to approve it." : "One person has to approve it."}`,
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
    timeline: (f, t) => (t.viewer === "editor" ? null : { title: `Refund of ${t.money(f.data.amountMinor)} sent` }),
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
          f.data.toAccount
            ? `${orderMoney(f.data.amountMinor, a)} for ${orderName(a)} ${f.data.own ? "is on your balance" : "was returned to the account of the organization that pays for it"}.`
            : `${orderMoney(f.data.amountMinor, a)} of your payment for ${orderName(a)} has been refunded. It can take up to ten days to appear.`,
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
        : t.viewer === "editor"
          ? null
          : { title: `Your refund of ${t.money(f.data.amountMinor)} is delayed`, mark: "dele" },
    group: "money",
    notices: [
      {
        to: "client",
        severity: 1,
        email: true,
        title: (f, a) => `Your refund of ${orderMoney(f.data.amountMinor, a)} is delayed`,
        body: () => "Your card's bank didn't accept it. We're looking into it, and the amount is still yours.",
        link: (_f, a) => paymentsPage(a.reader),
        button: "View payments",
        letter: (f, a) => [
          `Your card's bank didn't accept our refund of ${orderMoney(f.data.amountMinor, a)} for ${orderName(a)}. This happens, for example, when a card was replaced.`,
          "The amount is still yours, and we'll try again. You don't need to do anything. If your card or its account was closed, write to support.",
        ],
      },
      {
        to: "finance",
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
            title: `${t.viewer === "client" ? "You asked us to start right away" : "The author asked for an early start"}${f.data.extraMinor === undefined ? "" : " on the extra work"}`,
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
          "If no editor has started, you get everything back. After that, you pay only for the part done. The refund and revision policy has the full instructions and a form you can use.",
        ],
      },
    ],
  },
  "dispute.opened": {
    audit: {
      title: "Dispute opened",
      detail: (f, money) => [
        f.data.kind === "inquiry" ? "The bank asks" : "Chargeback",
        money(f.data.amountMinor),
        reasonWords(f.data.reason),
      ],
    },
    timeline: (f, t) =>
      f.data.kind === "inquiry"
        ? t.isStaff
          ? { title: `The bank asks about ${t.money(f.data.amountMinor)}`, detail: reasonWords(f.data.reason) }
          : null
        : {
            title: t.viewer === "editor" ? "The payment is disputed" : `${t.money(f.data.amountMinor)} is disputed`,
            detail: t.isStaff ? reasonWords(f.data.reason) : null,
            mark: "dele",
          },
    group: "money",
    notices: [
      {
        to: "finance",
        severity: 0,
        email: true,
        title: (f, a) =>
          f.data.kind === "inquiry"
            ? `A bank asks about the payment for ${a.order?.number}`
            : `The payment for ${a.order?.number} is disputed`,
        body: (f, a) =>
          `${orderMoney(f.data.amountMinor, a)}: ${reasonWords(f.data.reason).toLowerCase()}.${
            f.data.dueAt ? ` Send evidence by ${readerTime(f.data.dueAt, a)}.` : ""
          }`,
        link: (f) => `/admin/disputes/${f.data.disputeId}`,
        button: "Open dispute",
      },
      {
        to: "client",
        severity: 1,
        email: true,
        only: (f) => f.data.kind === "chargeback",
        title: (_f, a) => `Your bank disputes the payment for ${a.order?.number}`,
        body: () => "Until your bank decides, the order is stopped and its edited files can't be opened.",
        letter: (f, a) => [
          `Your bank took back ${orderMoney(f.data.amountMinor, a)} for ${orderName(a)} and asked us for an explanation. Until it decides, the order is stopped, and its edited files can't be opened. Nothing is deleted.`,
          "If you didn't object to the payment, ask your bank to withdraw the dispute. If something about the order is wrong, write to us in its messages: we can often help sooner than a bank.",
        ],
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        only: (f) => f.data.kind === "chargeback",
        title: (_f, a) => `The payment for ${a.order?.number} is disputed`,
        body: () =>
          "The order is stopped and its pay is frozen until the bank decides. Deadlines move by as long as that takes.",
      },
    ],
  },
  "dispute.reminded": {
    audit: { title: "Reminded of a dispute's deadline" },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 0,
        email: true,
        title: (_f, a) => `Send evidence for ${a.order?.number}`,
        body: (f, a) => `The bank decides without us if it has no evidence by ${readerTime(f.data.dueAt, a)}.`,
        link: (f) => `/admin/disputes/${f.data.disputeId}`,
        button: "Open dispute",
      },
    ],
  },
  "dispute.evidence_sent": {
    audit: { title: "Evidence sent to the bank" },
    timeline: (_f, t) => (t.isStaff ? { title: "Evidence sent to the bank", mark: "check" } : null),
    notices: [],
  },
  "dispute.evidence_failed": {
    audit: { title: "Evidence not accepted", detail: (f) => [f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 0,
        email: true,
        title: (_f, a) => `The evidence for ${a.order?.number} wasn't accepted`,
        body: (f) => f.data.reason,
        link: (f) => `/admin/disputes/${f.data.disputeId}`,
        button: "Open dispute",
      },
    ],
  },
  "dispute.won": {
    audit: { title: "Dispute won", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: () => ({ title: "The dispute was decided: the payment is valid", mark: "stet" }),
    group: "money",
    notices: [
      {
        to: "finance",
        severity: 2,
        email: false,
        title: (_f, a) => `The dispute over ${a.order?.number} was won`,
        body: (f, a) => `${orderMoney(f.data.amountMinor, a)} is at the card provider again.`,
        link: (f) => `/admin/disputes/${f.data.disputeId}`,
      },
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `The dispute over ${a.order?.number} is settled`,
        body: () =>
          "Your bank decided that the payment is valid. The order continues, and its files can be opened again.",
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `The dispute over ${a.order?.number} is settled`,
        body: () => "The payment is valid. The order continues where it left off, and its pay is no longer frozen.",
      },
    ],
  },
  "dispute.lost": {
    audit: { title: "Dispute lost", detail: (f, money) => [money(f.data.amountMinor)] },
    timeline: (f, t) => ({
      title:
        t.viewer === "editor"
          ? "The dispute was lost"
          : `The bank returned ${t.money(f.data.amountMinor)} to the author`,
      mark: "dele",
    }),
    group: "money",
    notices: [
      {
        to: "finance",
        severity: 1,
        email: true,
        title: (_f, a) => `The dispute over ${a.order?.number} was lost`,
        body: (f, a) => `The bank returned ${orderMoney(f.data.amountMinor, a)} to the author.`,
        link: (f) => `/admin/disputes/${f.data.disputeId}`,
        button: "Open dispute",
      },
      {
        to: "client",
        severity: 1,
        email: true,
        title: (_f, a) => `Your bank returned your payment for ${a.order?.number}`,
        body: (f, a) => `${orderMoney(f.data.amountMinor, a)} is yours again. A credit note is under My Payments.`,
        link: (_f, a) => paymentsPage(a.reader),
        button: "View payments",
      },
      {
        to: "editor",
        severity: 1,
        email: true,
        title: (_f, a) => `The dispute over ${a.order?.number} was lost`,
        body: () => "The bank returned the payment to the author. You keep your pay for the work you did.",
      },
    ],
  },
  "dispute.closed": {
    audit: { title: "Bank's inquiry ended" },
    timeline: (_f, t) => (t.isStaff ? { title: "The bank's inquiry ended without a dispute", mark: "stet" } : null),
    notices: [
      {
        to: "finance",
        severity: 2,
        email: false,
        title: (_f, a) => `The bank's inquiry about ${a.order?.number} ended`,
        body: () => "No money was withheld.",
        link: (f) => `/admin/disputes/${f.data.disputeId}`,
      },
    ],
  },
  "dispute.fault_found": {
    audit: { title: "Editor found at fault for a dispute", detail: (f) => [f.data.reason] },
    timeline: (f, t) => (t.isStaff ? { title: "The editor's pay was taken back", detail: f.data.reason } : null),
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (_f, a) => `Your pay for ${a.order?.number} was taken back`,
        body: (f) => `The payment was lost in a dispute because of the work: ${f.data.reason}`,
        letter: (f, a) => [
          `The author's bank returned the payment for ${orderName(a)}, and we found that the work was the reason: ${f.data.reason}`,
          "Your pay for it is taken back. If it was already paid out, it's deducted from your next payouts, at most half of each. If you disagree, write to support.",
        ],
        link: () => "/editor/editor-payouts",
        button: "View payouts",
      },
    ],
  },
  "payment.fraud_warned": {
    audit: { title: "Early fraud warning" },
    timeline: (_f, t) => (t.isStaff ? { title: "The card's network warned of fraud", mark: "dele" } : null),
    notices: [
      {
        to: "admin",
        severity: 0,
        email: true,
        title: (_f, a) => `A card's network warns of fraud: ${a.order?.number}`,
        body: () =>
          "The cardholder called the payment fraud. A dispute is likely. Canceling and refunding before then saves the dispute fee.",
        link: (f) => `/admin/orders/${f.orderId}`,
      },
    ],
  },
  "invoice.corrected": {
    audit: { title: "Invoice corrected", detail: (f) => [`${f.data.number} replaces ${f.data.replaces}`] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "client",
        severity: 2,
        email: true,
        only: (f) => f.data.byAdmin,
        title: (_f, a) => `The invoice for ${a.order?.number} was corrected`,
        body: (f) => `Invoice ${f.data.number} replaces ${f.data.replaces}. The amounts are the same.`,
        link: (_f, a) => paymentsPage(a.reader),
        button: "View payments",
      },
    ],
  },
  "invoice.issued": {
    audit: { title: "Invoice issued", detail: (f) => [f.data.number] },
    timeline: (f, t) =>
      t.viewer === "editor" || f.data.kind === "self_billed"
        ? null
        : {
            title: `${f.data.kind === "credit_note" ? "Credit note" : "Invoice"} ${f.data.number}`,
            ...(f.data.cancels ? { detail: `Cancels ${f.data.cancels}` } : {}),
            ...(f.data.replaces ? { detail: `Replaces ${f.data.replaces}` } : {}),
          },
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

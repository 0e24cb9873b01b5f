import { count } from "#app/platform/rules/core/count.ts";
import { type FactWordsTable, orderName, readerTime } from "#app/platform/rules/core/fact-words.ts";
import { formatPay } from "#app/platform/rules/core/money.ts";
import { ownValue } from "#app/platform/rules/core/own-value.ts";
import { DECLINE_REASONS } from "./decline.ts";
import type {} from "./facts.ts";

const declineWords = (reason: string | undefined): string | null => ownValue(DECLINE_REASONS, reason ?? "") ?? null;

export const matchingFactWords = {
  "invite.sent": {
    audit: {
      title: "Invited",
      detail: (f) => [formatPay(f.data.payMinor), f.data.wave === 0 ? "as a preferred editor" : `wave ${f.data.wave}`],
    },
    timeline: (f, t) =>
      t.isStaff
        ? {
            title: `Invited ${t.nameOf(f.data.editorId) ?? "an editor"}`,
            detail: `${formatPay(f.data.payMinor)}, ${f.data.wave === 0 ? "as a preferred editor" : `in wave ${f.data.wave}`}`,
          }
        : null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        title: (f) => `New invite: ${formatPay(f.data.payMinor)}`,
        body: (f, a) =>
          `The first editor to accept gets the order. Your invite expires ${readerTime(f.data.expiresAt, a)}.`,
        link: () => "/editor/invites",
        button: "View invite",
        letter: (f, a) => [
          `You have a new invite for an order in your field. It pays ${formatPay(f.data.payMinor)}.`,
          `The first editor to accept gets the order. Your invite expires ${readerTime(f.data.expiresAt, a)}.`,
        ],
      },
    ],
  },
  "preferred_editor.added": {
    audit: { title: "Editor preferred for an organization", detail: (f) => [f.data.name] },
    timeline: null,
    notices: [],
  },
  "preferred_editor.removed": {
    audit: { title: "Editor no longer preferred for an organization", detail: (f) => [f.data.name] },
    timeline: null,
    notices: [],
  },
  "invite.accepted": {
    audit: { title: "Invite accepted" },
    timeline: null,
    notices: [],
  },
  "invite.declined": {
    audit: { title: "Invite declined", detail: (f) => [declineWords(f.data.reason)] },
    timeline: (f, t) =>
      t.isStaff
        ? { title: `${t.nameOf(f.data.editorId) ?? "An editor"} declined`, detail: declineWords(f.data.reason) }
        : null,
    notices: [],
  },
  "invite.reopened": {
    audit: { title: "Declined invite reopened" },
    timeline: (f, t) =>
      t.isStaff ? { title: `${t.nameOf(f.data.editorId) ?? "An editor"} reopened the declined invite` } : null,
    notices: [],
  },
  "invite.expired": {
    audit: { title: "Invite expired" },
    timeline: (f, t) =>
      t.isStaff ? { title: `The invite to ${t.nameOf(f.data.editorId) ?? "an editor"} expired` } : null,
    notices: [],
  },
  "invite.lost": {
    audit: { title: "Invite closed: taken by another editor or withdrawn" },
    timeline: null,
    group: "invites",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: () => "Your invite is no longer open",
        body: (_f, a) =>
          `${a.order?.number ?? "The order"} went to another editor or is no longer available. This doesn't count against you.`,
        link: () => "/editor/invites",
      },
    ],
  },
  "matching.support_told": {
    audit: { title: "No editor yet: support notified" },
    timeline: (_f, t) => (t.isStaff ? { title: "No editor yet: support notified", mark: "stet" } : null),
    notices: [
      {
        to: "support",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `No editor yet for ${a.order?.number}`,
        body: (f) =>
          `Much of its matching window has passed. ${count(f.data.invited, "editor was", "editors were")} invited.`,
      },
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: false,
        title: (_f, a) => `No editor yet for ${a.order?.number}`,
        body: () => "Much of its matching window has passed. You can assign an editor manually.",
      },
    ],
  },
  "matching.client_offered": {
    audit: { title: "No editor yet: refund or later due date offered" },
    timeline: (f, t) =>
      t.viewer === "editor"
        ? null
        : { title: "No editor yet: refund or later due date offered", untilAt: f.data.laterDueAt, mark: "stet" },
    group: "orders",
    notices: [
      {
        to: "client",
        severity: 0,
        email: true,
        title: (_f, a) => `We haven't found an editor for ${a.order?.number} yet`,
        body: (f, a) =>
          `You can take a full refund or a later due date: ${readerTime(f.data.laterDueAt, a)}. Choose on the order page. We'll keep looking, and refund you in full if no one accepts it by the due date.`,
        button: "Choose an option",
        letter: (f, a) => [
          `We're sorry, but we haven't found an editor for ${orderName(a)} yet.`,
          `You can take a full refund or a later due date: ${readerTime(f.data.laterDueAt, a)}. Choose on the order page. We'll keep looking, and refund you in full if no one accepts it by the due date.`,
        ],
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

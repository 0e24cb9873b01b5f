import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { lowerFirst } from "#app/platform/rules/text/lower-first.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { LEVEL_LABELS } from "#app/features/pricing/rules/editor-pay.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type FactWordsTable, type NoticeContext, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";
import { DOCUMENT_LABELS, type DocumentKind } from "./kyc/kyc.ts";
import { expiryWords } from "./kyc/kyc-overview.ts";
import { NOT_FOR_SUPPORT } from "./kyc/can-kyc.ts";

function levelWords({ data: { by, reason } }: Fact<"editor.level_changed">): string {
  if (by === "record") return "Your results meet the requirements.";
  return by === "admin"
    ? `An admin set it, and it stays until an admin changes it. Reason: ${reason}`
    : `It follows your results again. Reason: ${reason}`;
}

const kindWords = (kinds: readonly DocumentKind[]): string =>
  joinWords(kinds.map((kind) => lowerFirst(DOCUMENT_LABELS[kind])));
const ordersWords = (n: number): string => count(n, "open order");

const pauseEnd = ({ data: { until } }: Fact<"editor.paused">, about: NoticeContext): string =>
  until
    ? `You won't get new invites until ${readerTime(until, about)}.`
    : "You won't get new invites until we resume them.";

const payFrom = ({ data: { effectiveAt } }: Fact<"editor.pay_changes">, about: NoticeContext): string =>
  effectiveAt ? readerTime(effectiveAt, about) : "now on";

export const editorsFactWords = {
  "editor.matching_changed": {
    audit: { title: "Matching settings changed" },
    timeline: null,
    notices: [],
  },
  "editor.level_changed": {
    audit: {
      title: "Level changed",
      detail: (f) => [
        f.data.from === f.data.to
          ? LEVEL_LABELS[f.data.to]
          : `${LEVEL_LABELS[f.data.from]} to ${LEVEL_LABELS[f.data.to].toLowerCase()}`,
        f.data.by === "admin" ? "fixed by an admin" : f.data.by === "lifted" ? "follows results again" : "by results",
        f.data.reason,
      ],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) =>
          f.data.from === f.data.to
            ? `Your level stays ${LEVEL_LABELS[f.data.to].toLowerCase()}`
            : `Your level is now ${LEVEL_LABELS[f.data.to].toLowerCase()}`,
        body: (f) => levelWords(f),
        link: () => "/editor",
        button: "Open dashboard",
        letter: (f) => [
          levelWords(f),
          `${f.data.shareBp === undefined ? "Your new level decides your share of the list price" : `Your share is ${f.data.shareBp / 100}% of the list price`} for orders you get from now on. Orders and invites you already have keep their pay.`,
        ],
      },
    ],
  },
  "editor.pay_changes": {
    audit: { title: "Editor told of a change in pay", detail: (f) => [`version ${f.data.version}`, ...f.data.changes] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Editors' pay is changing",
        body: (f, about) => `From ${payFrom(f, about)}. ${f.data.changes.join(". ")}.`,
        link: () => "/editor-agreement",
        button: "Read the agreement",
        letter: (f, about) => [
          `New shares apply to orders that clients get a price for from ${payFrom(f, about)}.`,
          `${f.data.changes.join(". ")}.`,
          "Orders and quotes that already have a price keep their pay, no matter when you accept them. Each invite shows its exact pay before you accept.",
        ],
      },
    ],
  },
  "editor.pay_stays": {
    audit: { title: "Editor told that pay stays as it is", detail: (f) => [`version ${f.data.version}`] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "A change in editors' pay was canceled",
        body: () => "The change we told you about was canceled before it took effect. Your pay stays as it was.",
        link: () => "/editor-agreement",
        button: "Read the agreement",
      },
    ],
  },
  "editor.paused": {
    audit: {
      title: "Editor paused",
      detail: (f) => [f.data.until ? `until ${f.data.until.slice(0, 10)}` : "until resumed", f.data.reason],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        title: () => "Your invites are paused",
        body: (f, about) => `${pauseEnd(f, about)} Reason: ${f.data.reason}`,
        link: () => "/editor",
        button: "Open dashboard",
        letter: (f, about) => [
          pauseEnd(f, about),
          `Reason: ${f.data.reason}`,
          "Your open orders, the invites you already have, and your earnings aren't affected. If you think this is a mistake, write to us on your support page.",
        ],
      },
    ],
  },
  "editor.resumed": {
    audit: { title: "Editor resumed" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Your invites have resumed",
        body: () => "The pause is over. We'll invite you to orders that match your settings again.",
        link: () => "/editor",
        button: "Open dashboard",
      },
    ],
  },
  "editor.orders_stranded": {
    audit: { title: "Blocked editor has open orders", detail: (f) => [ordersWords(f.data.orders)] },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: true,
        title: (f, about) => `${about.name(f.data.editorId)} was blocked with ${ordersWords(f.data.orders)}`,
        body: () => "Give each order to another editor, or cancel it.",
        link: () => "/admin/orders?show=stranded",
        button: "Open orders",
      },
    ],
  },
  "editor.confidentiality_signed": {
    audit: { title: "Confidentiality agreement signed" },
    timeline: null,
    notices: [],
  },
  "editor.public_page": {
    audit: { title: "Public page changed", detail: (f) => [f.data.shown ? "shown" : "hidden"] },
    timeline: null,
    notices: [],
  },
  "kyc.details_saved": {
    audit: { title: "Legal details saved" },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        only: (f) => f.data.again,
        title: (f, about) => `${about.name(f.data.uid)} changed their legal details`,
        body: () => "Compare them with the documents and confirm them.",
        link: (f) => `/admin/kyc-review?person=${f.data.uid}`,
      },
    ],
  },
  "kyc.details_confirmed": {
    audit: { title: "Legal details confirmed" },
    timeline: null,
    notices: [],
  },
  "kyc.details_deleted": {
    audit: { title: "Legal details deleted" },
    timeline: null,
    notices: [],
  },
  "kyc.signed": {
    audit: { title: "Editor agreement signed", detail: (f) => [`version ${f.data.version}`] },
    timeline: null,
    notices: [],
  },
  "kyc.submitted": {
    audit: { title: "Document sent", detail: (f) => [DOCUMENT_LABELS[f.data.kind]] },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => `${f.data.name} sent a document`,
        body: (f) => `${DOCUMENT_LABELS[f.data.kind]}, ready for review.`,
        link: (f) => `/admin/kyc-review?person=${f.data.uid}`,
      },
      {
        to: "support",
        type: "admin_notification",
        severity: 1,
        email: false,
        only: (f) => !NOT_FOR_SUPPORT.includes(f.data.kind),
        title: (f) => `${f.data.name} sent a document`,
        body: (f) => `${DOCUMENT_LABELS[f.data.kind]}, ready for review.`,
        link: (f) => `/support-desk/kyc/${f.data.uid}`,
      },
    ],
  },
  "kyc.review_started": {
    audit: { title: "Document review started", detail: (f) => [DOCUMENT_LABELS[f.data.kind]] },
    timeline: null,
    notices: [],
  },
  "kyc.decided": {
    audit: {
      title: "Document reviewed",
      detail: (f) => [DOCUMENT_LABELS[f.data.kind], f.data.decision.replaceAll("_", " "), f.data.note],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => {
          const label = DOCUMENT_LABELS[f.data.kind];
          if (f.data.decision === "revoked") return `${label}: approval withdrawn`;
          if (f.data.decision === "approved") return `${label} approved`;
          return f.data.decision === "rejected" ? `${label} not accepted` : `${label}: we need more from you`;
        },
        body: (f) => f.data.note || "You don't need to do anything.",
        link: () => "/editor/kyc",
        button: "Open your documents",
        letter: (f) => {
          const label = DOCUMENT_LABELS[f.data.kind].toLowerCase();
          if (f.data.decision === "approved")
            return [`We reviewed and approved your ${label}.`, ...(f.data.note ? [f.data.note] : [])];
          return [
            f.data.decision === "revoked"
              ? `We withdrew our approval of your ${label}.`
              : f.data.decision === "rejected"
                ? `We reviewed your ${label} and can't accept it.`
                : `We reviewed your ${label} and need more from you.`,
            `Reason: ${f.data.note}`,
            "Send another one on your documents page.",
          ];
        },
      },
    ],
  },
  "kyc.requested": {
    audit: {
      title: "Documents requested",
      detail: (f) => [f.data.kinds.map((kind) => DOCUMENT_LABELS[kind]).join(", "), f.data.note],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) =>
          f.data.again
            ? `Reminder: we need your ${kindWords(f.data.kinds)}`
            : `We need your ${kindWords(f.data.kinds)}`,
        body: (f) => f.data.note,
        link: () => "/editor/kyc",
        button: "Send documents",
        letter: (f) => [
          f.data.again
            ? `We asked you for your ${kindWords(f.data.kinds)} and haven't received it yet.`
            : `Please send us your ${kindWords(f.data.kinds)}.`,
          `Note from our team: ${f.data.note}`,
          "Send it on your documents page. A phone camera is enough.",
        ],
      },
    ],
  },
  "kyc.request_withdrawn": {
    audit: { title: "Document request withdrawn", detail: (f) => [DOCUMENT_LABELS[f.data.kind]] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `You don't need to send your ${DOCUMENT_LABELS[f.data.kind].toLowerCase()}`,
        body: () => "We no longer need it.",
        link: () => "/editor/kyc",
      },
    ],
  },
  "kyc.opened": {
    audit: {
      title: "Personal data opened",
      detail: (f) => [f.data.what === "details" ? "Legal details" : DOCUMENT_LABELS[f.data.what]],
    },
    timeline: null,
    notices: [],
  },
  "kyc.cleared": {
    audit: { title: "Cleared for invites or payouts" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => (f.data.work ? "You can receive invites now" : "You can be paid now"),
        body: (f) =>
          f.data.work
            ? "Your identity is confirmed and the agreement is signed. Complete your matching settings to get invites."
            : "All your documents are approved. Earnings are paid to your bank account.",
        link: (f) => (f.data.work ? "/editor/settings/matching" : "/editor/editor-payouts"),
        button: (f) => (f.data.work ? "Open matching settings" : "Open payouts"),
        letter: (f) => [
          ...(f.data.work
            ? [
                "Your identity is confirmed and your editor agreement is signed. We invite you to orders that fit your matching settings, so make sure they're complete.",
              ]
            : []),
          ...(f.data.pay
            ? [
                "All your documents are approved. We pay your earnings to the bank account you confirm on your payouts page.",
              ]
            : []),
        ],
      },
    ],
  },
  "kyc.expiring": {
    audit: {
      title: "Reminded of an expiring document",
      detail: (f) => [DOCUMENT_LABELS[f.data.kind], expiryWords(f.data.days)],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) => `Your ${DOCUMENT_LABELS[f.data.kind].toLowerCase()} ${expiryWords(f.data.days)}`,
        body: () => "Send a new one in time to keep receiving invites.",
        link: () => "/editor/kyc",
        button: "Send a new document",
        letter: (f) => [
          `Your ${DOCUMENT_LABELS[f.data.kind].toLowerCase()} ${expiryWords(f.data.days)}.`,
          "Send a new one before then to keep receiving invites. Orders you've accepted aren't affected.",
        ],
      },
    ],
  },
  "kyc.expired": {
    audit: { title: "Document expired", detail: (f) => [DOCUMENT_LABELS[f.data.kind]] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 0,
        email: true,
        only: (f) => !f.data.renewed,
        title: (f) => `Your ${DOCUMENT_LABELS[f.data.kind].toLowerCase()} has expired`,
        body: () => "You won't get new invites until you send a new one. Your open orders aren't affected.",
        link: () => "/editor/kyc",
        button: "Send a new document",
        letter: (f) => [
          `Your ${DOCUMENT_LABELS[f.data.kind].toLowerCase()} has expired, so we've paused new invites.`,
          "Your open orders and payouts aren't affected. Invites resume as soon as we approve a new document.",
        ],
      },
    ],
  },
  "kyc.reminded": {
    audit: { title: "Reminded of missing documents" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Your documents aren't complete",
        body: () => "Send what's missing to receive invites and be paid.",
        link: () => "/editor/kyc",
        button: "Open your documents",
        letter: () => [
          "Some of your documents are still missing. You need a confirmed identity and a signed agreement to receive invites, and all documents to be paid.",
          "The page lists what to send. A phone camera is enough.",
        ],
      },
    ],
  },
  "kyc.file_deleted": {
    audit: { title: "Document file deleted" },
    timeline: null,
    notices: [],
  },
  "application.sample_started": {
    audit: { title: "Sample edit started" },
    timeline: null,
    notices: [],
  },
  "application.asked": {
    audit: { title: "More information requested from applicant", detail: (f) => [f.data.note] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "We need more information for your application",
        body: (f) => f.data.note,
        link: () => "/editor-signup",
        button: "Complete application",
        letter: (f) => [
          "We're reviewing your editor application and need more information from you before we can decide.",
          `Note from the reviewer: ${f.data.note}`,
          "Everything you sent is still there. Your sample edit can't be changed.",
        ],
      },
    ],
  },
  "application.file_opened": {
    audit: { title: "Application file opened" },
    timeline: null,
    notices: [],
  },
  "application.submitted": {
    audit: { title: "Editor application sent" },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: false,
        title: (f) => `${f.data.name || "Someone"} applied to be an editor`,
        body: () => "The application and sample edit are ready for review.",
        link: (f) => `/admin/editors/${f.data.uid}`,
      },
    ],
  },
  "application.decided": {
    audit: { title: "Application reviewed", detail: (f) => [f.data.decision, f.data.note] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: (f) =>
          f.data.decision === "approved" ? "Your editor application was approved" : "Your application wasn't accepted",
        body: (f) =>
          [
            f.data.decision === "approved"
              ? "Your application was approved. Next, verify your identity and set your matching preferences."
              : "",
            f.data.note,
          ]
            .filter(Boolean)
            .join(" "),
        letter: (f) => [
          f.data.decision === "approved"
            ? "Your editor application was approved. You'll start on a trial period."
            : "We've reviewed your editor application, and we can't offer you a place right now.",
          ...(f.data.note ? [`Note from the reviewer: ${f.data.note}`] : []),
          f.data.decision === "approved"
            ? "Next, verify your identity and set your matching preferences. You can receive invites once both are done."
            : "Your answers are saved in your application.",
        ],
        button: (f) => (f.data.decision === "approved" ? "Set up your account" : "View application"),
        link: (f) => (f.data.decision === "approved" ? "/editor" : "/editor-signup"),
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

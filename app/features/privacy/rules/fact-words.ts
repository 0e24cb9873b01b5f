import { type FactWordsTable, type NoticeContext, readerTime } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const QUEUE = "/admin/clients/data-requests";
/** The page with this reader's own data. */
const ownPage = ({ reader }: NoticeContext): string =>
  reader.isEditor && !reader.isAdmin ? "/editor/settings/data" : "/profile/data";

export const privacyFactWords = {
  "privacy.export_requested": { audit: { title: "Copy of data requested" }, timeline: null, notices: [] },
  "privacy.export_ready": {
    audit: { title: "Copy of data ready" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        evenOwn: true,
        title: () => "The copy of your data is ready",
        body: (f, a) => `You can download it until ${readerTime(f.data.expiresAt, a)}.`,
        link: (_f, a) => ownPage(a),
        button: "Download data",
        letter: (f, a) => [
          `The copy of everything we store about you is ready. You can download it until ${readerTime(f.data.expiresAt, a)}. You need to sign in first.`,
          "If you didn't request it, change your password and tell us.",
        ],
      },
    ],
  },
  "privacy.export_downloaded": { audit: { title: "Copy of data downloaded" }, timeline: null, notices: [] },
  "privacy.erasure_requested": {
    audit: { title: "Erasure requested" },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 1,
        email: true,
        title: () => "Someone asked us to erase their data",
        body: (f, a) => `Decide and complete it by ${readerTime(f.data.dueAt, a)}.`,
        link: () => QUEUE,
        button: "View requests",
      },
    ],
  },
  "privacy.erasure_withdrawn": { audit: { title: "Erasure request withdrawn" }, timeline: null, notices: [] },
  "privacy.erasure_approved": { audit: { title: "Erasure approved" }, timeline: null, notices: [] },
  "privacy.erasure_declined": {
    audit: { title: "Erasure declined", detail: (f) => [f.data.note] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "We couldn't erase your data",
        body: (f) => f.data.note,
        link: (_f, a) => ownPage(a),
        button: "View request",
        letter: (f) => [
          `You asked us to erase your data, and we couldn't: ${f.data.note}`,
          "If you think we're wrong, reply to our support team or complain to the data protection authority where you live.",
        ],
      },
    ],
  },
  "privacy.due_soon": {
    audit: { title: "Data request due soon" },
    timeline: null,
    notices: [
      {
        to: "admin",
        type: "admin_notification",
        severity: 0,
        email: true,
        title: () => "A data request is due soon",
        body: (f, a) => `The law requires an answer by ${readerTime(f.data.dueAt, a)}.`,
        link: () => QUEUE,
        button: "View requests",
      },
    ],
  },
  "privacy.account_closed": { audit: { title: "Account closed by its owner" }, timeline: null, notices: [] },
  "privacy.erased": { audit: { title: "Personal data erased" }, timeline: null, notices: [] },
} satisfies Partial<FactWordsTable>;

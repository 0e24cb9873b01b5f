import { type FactWordsTable, type ReaderRoles, readerTime } from "#app/platform/rules/core/fact-words.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import type {} from "./facts.ts";
import { CATEGORY_LABELS, IMPERSONATION_MS, type ImpersonationCategory } from "./impersonation.ts";
import { legalFactWords } from "./legal-fact-words.ts";
import { rolesInWords, standingInWords } from "./role-claims.ts";

const longest = IMPERSONATION_MS / MINUTE;

/**
 * Where people change their email address. Support staff who aren't editors have no settings page, so an admin helps
 * them.
 */
const settingsOf = (reader: ReaderRoles): string =>
  reader.isAdmin || !(reader.isEditor || reader.isSupport)
    ? "/profile/settings#email"
    : reader.isEditor
      ? "/editor/settings#email"
      : "/notifications";
/** The categories as staff read them. */
const CATEGORY_NOTES: Readonly<Record<ImpersonationCategory, string>> = {
  asked: "the person asked for help",
  problem: "technical problem",
  order: "question about an order",
  check: "security or quality check",
};
const ENDED_WORDS = {
  ended: "ended manually",
  time: "time limit reached",
  signed_out: "signed out",
  staff: "role removed",
  person: "account no longer available",
} as const;

export const accountsFactWords = {
  ...legalFactWords,
  "account.opened": {
    audit: { title: "Account created" },
    timeline: null,
    notices: [],
  },
  "account.verified": {
    audit: { title: "Email verified" },
    timeline: null,
    notices: [],
  },
  "account.profile_changed": {
    audit: { title: "Profile changed" },
    timeline: null,
    notices: [],
  },
  "account.vat_checked": {
    audit: {
      title: "VAT ID checked with the EU's VIES service",
      detail: (f) => [
        { valid: "valid", invalid: "not valid", unavailable: "no answer" }[f.data.answer],
        f.data.requestId ? `request ${f.data.requestId}` : null,
      ],
    },
    timeline: null,
    notices: [],
  },
  // Editors aren't told whose lists they are on.
  "account.editor_listed": {
    audit: { title: "Editor list changed" },
    timeline: null,
    notices: [],
  },
  "account.roles_changed": {
    audit: {
      title: "Roles changed",
      detail: (f) => [`from ${rolesInWords(f.data.before)} to ${rolesInWords(f.data.after)}`, f.data.reason],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        // A new admin gets the email to all admins, and what led to the change may have told them already.
        only: (f) => !f.data.announced && (f.data.before.admin || !f.data.after.admin),
        title: (f) => `You're now ${standingInWords(f.data.after)}`,
        body: (f) =>
          `An admin changed your roles. You were ${standingInWords(f.data.before)}. Reason: ${f.data.reason}`,
        link: () => "/",
        button: "Open your home page",
        letter: (f) => [
          `An admin changed your roles. You were ${standingInWords(f.data.before)}. Now you're ${standingInWords(f.data.after)}.`,
          `Reason: ${f.data.reason}`,
          "You don't need to do anything. The menu shows the pages your new roles can open.",
        ],
      },
      {
        to: "admin",
        severity: 0,
        email: true,
        only: (f) => f.data.before.admin !== f.data.after.admin,
        title: (f, about) =>
          f.data.after.admin
            ? `${about.name(f.data.uid)} is now an admin`
            : `${about.name(f.data.uid)} is no longer an admin`,
        body: (f, about) =>
          `${f.actorId ? about.name(f.actorId) : "The system"} made this change. Reason: ${f.data.reason}`,
        letter: (f, about) => [
          `${f.actorId ? about.name(f.actorId) : "The system"} ${f.data.after.admin ? `made ${about.name(f.data.uid)} an admin` : `removed the admin role from ${about.name(f.data.uid)}`}.`,
          `Reason: ${f.data.reason}`,
          "Every admin gets this email. If you didn't expect the change, open the account and check it with your colleagues today.",
        ],
        link: (f) => `/admin/admin-tools?person=${f.data.uid}`,
        button: "View account",
      },
    ],
  },
  "account.noted": { audit: { title: "Internal note about a person" }, timeline: null, notices: [] },
  "account.note_removed": { audit: { title: "Internal note removed" }, timeline: null, notices: [] },
  // A disabled account can't open notifications, so disable-account.ts sends an email instead.
  "account.disabled": {
    audit: { title: "Account blocked", detail: (f) => [f.data.reason] },
    timeline: null,
    notices: [],
  },
  "account.enabled": {
    audit: { title: "Account unblocked", detail: (f) => [f.data.reason] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Your account has been unblocked",
        body: () => "You can sign in as before.",
        letter: () => [
          "Your account was blocked and can be used again. Nothing in it has changed, and you can sign in as before.",
        ],
        link: () => "/signin",
        button: "Sign in",
      },
    ],
  },
  // change-email.ts and change-password.ts send the emails, to both addresses where there are two.
  "account.email_changed": {
    audit: { title: "Email changed" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: false,
        evenOwn: true,
        title: () => "Your email address was changed",
        body: () => "If this wasn't you, contact us right away.",
        link: () => "/",
      },
    ],
  },
  "account.emails_stopped": {
    audit: {
      title: "Emails to this person stopped",
      detail: (f) => [f.data.reason === "bounce" ? "The address bounced" : "Reported as spam"],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: false,
        evenOwn: true,
        title: () => "Our emails don't reach you",
        body: (f) =>
          f.data.reason === "bounce"
            ? "Your mail server refused our last email, so we stopped sending. Check your address in your settings."
            : "One of our emails was reported as spam, so we stopped sending. You can turn emails on again in your settings.",
        link: (_f, { reader }) => settingsOf(reader),
      },
    ],
  },
  "account.emails_resumed": {
    audit: {
      title: "Emails to this person turned on again",
      detail: (f) => [f.data.by === "staff" ? "By staff" : "By the person", f.data.reason],
    },
    timeline: null,
    notices: [],
  },
  "account.password_changed": {
    audit: { title: "Password changed" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: false,
        evenOwn: true,
        title: () => "Your password was changed",
        body: () => "You've been signed out on all other devices. If this wasn't you, contact us right away.",
        link: () => "/",
      },
    ],
  },
  // second-factor-emails.ts sends the email in the same transaction.
  "account.second_factor": {
    audit: { title: "Two-factor authentication changed" },
    timeline: null,
    notices: [],
  },
  "access.person_viewed": {
    audit: { title: "Person's page opened", detail: (f) => [`${f.data.page} page`] },
    timeline: null,
    notices: [],
  },
  "access.list_exported": {
    audit: {
      title: "List downloaded",
      detail: (f) => [
        f.data.list.replaceAll("-", " "),
        f.data.filters.length > 0 ? `filtered by ${f.data.filters.join(", ")}` : "unfiltered",
      ],
    },
    timeline: null,
    notices: [],
  },
  "account.impersonated": {
    audit: {
      title: "Staff viewed the product as this person",
      detail: (f) => [
        f.data.readOnly ? "read-only" : "with limited actions",
        CATEGORY_NOTES[f.data.category],
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
        title: () => "Our staff opened your account",
        body: (f) =>
          `${f.data.readOnly ? "Support" : "An admin"} is viewing the product as you for up to ${longest} minutes. Reason: ${CATEGORY_LABELS[f.data.category].toLowerCase()}.`,
        link: (_f, { reader }) =>
          reader.isEditor
            ? "/editor/settings#staff-access"
            : reader.isSupport && !reader.isAdmin
              ? "/"
              : "/profile/settings#staff-access",
        button: "View security settings",
        letter: (f, about) => [
          `${f.data.readOnly ? "A member of our support team" : "An admin of ours"} started viewing the product as you on ${readerTime(f.at, about)}. Reason: ${CATEGORY_LABELS[f.data.category].toLowerCase()}.`,
          `It ends after ${longest} minutes at the latest. ${f.data.readOnly ? "They can look, but not change anything." : "They can't pay, sign, or change your sign-in, your bank details, or your documents."}`,
          "Your settings list every time this happened. If you didn't expect it, contact us.",
        ],
      },
    ],
  },
  "account.impersonation_ended": {
    audit: { title: "Staff stopped viewing the product as this person", detail: (f) => [ENDED_WORDS[f.data.why]] },
    timeline: null,
    notices: [],
  },
  // second-factor-emails.ts sends the email in the same transaction.
  "account.provider": {
    audit: {
      title: "Connected accounts changed",
      detail: (f) => [`${f.data.provider} ${f.data.what}`],
    },
    timeline: null,
    notices: [],
  },
  "account.passkey": {
    audit: { title: "Passkeys changed" },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

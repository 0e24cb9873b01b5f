import { count } from "#app/platform/rules/core/count.ts";
import type { FactWordsTable, NoticeContext } from "#app/platform/rules/core/fact-words.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import type {} from "./facts.ts";

const MOST = 8;
/** The first changes, and how many more there are. */
const listed = (changes: readonly string[]): string[] =>
  changes.length > MOST ? [...changes.slice(0, MOST), `and ${changes.length - MOST} more`] : [...changes];
const number = (changes: readonly string[]): string => count(changes.length, "change");
const effective = (at: string, about: Pick<NoticeContext, "timeZone" | "now">): string =>
  `effective ${formatInstant(new Date(at), about.timeZone, { now: about.now, deadline: true })}`;

export const policyFactWords = {
  "policy.draft_started": {
    audit: {
      title: "Policy draft started",
      detail: (f) => [f.data.revertsTo === null ? null : `from version ${f.data.revertsTo}`],
    },
    timeline: null,
    notices: [],
  },
  "policy.draft_saved": {
    audit: { title: "Policy draft saved", detail: (f) => listed(f.data.changes) },
    timeline: null,
    notices: [],
  },
  "policy.proposed": {
    audit: { title: "Policy change proposed", detail: (f) => [f.data.reason, ...listed(f.data.changes)] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "A policy change needs approval",
        body: (f, about) => `${about.name(f.actorId)} proposed ${number(f.data.changes)}: ${f.data.reason}`,
        letter: (f, about) => [
          `${about.name(f.actorId)} proposed ${number(f.data.changes)} to our prices and policies, ${f.data.effectiveAt ? effective(f.data.effectiveAt, about) : "effective as soon as it's approved"}. Reason: ${f.data.reason}`,
          listed(f.data.changes).join(". "),
          "Another admin has to approve it before anything changes.",
        ],
        link: (f) => `/admin/policy/drafts/${f.data.draftId}`,
        button: "Review the change",
      },
    ],
  },
  "policy.taken_back": { audit: { title: "Policy proposal taken back" }, timeline: null, notices: [] },
  "policy.declined": {
    audit: { title: "Policy change declined", detail: (f) => [f.data.reason] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Your policy change was declined",
        body: (f, about) => `${about.name(f.actorId)} declined it. Your draft is kept. Reason: ${f.data.reason}`,
        link: (f) => `/admin/policy/drafts/${f.data.draftId}`,
        button: "Open your draft",
      },
    ],
  },
  "policy.discarded": { audit: { title: "Policy draft discarded" }, timeline: null, notices: [] },
  "policy.approved": {
    audit: {
      title: "Policy change approved",
      detail: (f) => [`version ${f.data.version}`, f.data.reason, ...listed(f.data.changes)],
    },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: (f) => `Policy version ${f.data.version} is approved`,
        body: (f, about) =>
          `${about.name(f.actorId)} approved ${number(f.data.changes)}, ${effective(f.data.effectiveAt, about)}. Orders and quotes that already have a price keep theirs.`,
        link: (f) => `/admin/policy/versions/${f.data.version}`,
        button: "Open the version",
      },
    ],
  },
  "policy.canceled": {
    audit: { title: "Scheduled policy version canceled", detail: (f) => [`version ${f.data.version}`, f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: (f) => `Policy version ${f.data.version} was canceled`,
        body: (f, about) => `${about.name(f.actorId)} canceled it before it took effect. Reason: ${f.data.reason}`,
        link: (f) => `/admin/policy/versions/${f.data.version}`,
        button: "Open the version",
      },
    ],
  },
  "policy.took_effect": {
    audit: { title: "Policy version took effect", detail: (f) => [`version ${f.data.version}`] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

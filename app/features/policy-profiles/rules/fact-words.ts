import { count } from "#app/platform/rules/core/count.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import type {} from "./facts.ts";

export const policyProfilesFactWords = {
  "policy_profile.draft_started": {
    audit: {
      title: "Policy profile draft started",
      detail: (f) => [f.data.name, f.data.basedOn === 0 ? null : `from version ${f.data.basedOn}`],
    },
    timeline: null,
    notices: [],
  },
  "policy_profile.draft_saved": {
    audit: {
      title: "Policy profile draft saved",
      detail: (f) => [f.data.name, `${count(f.data.lines, "line")} changed`],
    },
    timeline: null,
    notices: [],
  },
  "policy_profile.read": {
    audit: { title: "Policy page read", detail: (f) => [f.data.name, formatLongDay(f.data.readOn)] },
    timeline: null,
    notices: [],
  },
  "policy_profile.proposed": {
    audit: { title: "Policy profile proposed", detail: (f) => [f.data.name, f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "A policy profile needs approval",
        body: (f, about) => `${f.data.name}: ${about.name(f.actorId)} proposed a new version. ${f.data.reason}`,
        letter: (f, about) => [
          `${about.name(f.actorId)} proposed a new version of what ${f.data.name} lets an editor change. Reason: ${f.data.reason}`,
          "An admin who didn't write it has to approve it before students can choose it.",
        ],
        link: (f) => `/admin/policy/profiles/versions/${f.data.draftId}`,
        button: "Review the profile",
      },
    ],
  },
  "policy_profile.taken_back": {
    audit: { title: "Policy profile proposal taken back", detail: (f) => [f.data.name] },
    timeline: null,
    notices: [],
  },
  "policy_profile.declined": {
    audit: { title: "Policy profile declined", detail: (f) => [f.data.name, f.data.reason] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 1,
        email: true,
        title: () => "Your policy profile was declined",
        body: (f, about) =>
          `${f.data.name}: ${about.name(f.actorId)} declined it. Your draft is kept. Reason: ${f.data.reason}`,
        link: (f) => `/admin/policy/profiles/versions/${f.data.draftId}`,
        button: "Open your draft",
      },
    ],
  },
  "policy_profile.discarded": {
    audit: { title: "Policy profile draft discarded", detail: (f) => [f.data.name] },
    timeline: null,
    notices: [],
  },
  "policy_profile.approved": {
    audit: {
      title: "Policy profile approved",
      detail: (f) => [
        `${f.data.name}, version ${f.data.version}`,
        f.data.offered ? null : "not offered anymore",
        f.data.reason,
      ],
    },
    timeline: null,
    notices: [],
  },
  "policy_profile.review_due": {
    audit: { title: "Policy profile due for review", detail: (f) => [f.data.name, formatLongDay(f.data.reviewOn)] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "A policy profile is due for review",
        body: (f) => `${f.data.name}: read the policy's page again, and draft a new version if its rules have changed.`,
        link: (f) => `/admin/policy/profiles/${f.data.profileId}`,
        button: "Open the profile",
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

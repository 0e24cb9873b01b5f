import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { ORGANIZATION_ROLE_WORDS } from "./organization.ts";
import type {} from "./facts.ts";

const page = (f: { data: { organizationId: string } }): string => `/organizations/${f.data.organizationId}`;
const ANSWERS = { valid: "valid", invalid: "not valid", unavailable: "not answered" } as const;

export const organizationsFactWords = {
  "organization.created": { audit: { title: "Organization created" }, timeline: null, notices: [] },
  "organization.changed": {
    audit: { title: "Organization's details changed", detail: (f) => f.data.changed },
    timeline: null,
    notices: [],
  },
  "organization.closed": { audit: { title: "Organization closed" }, timeline: null, notices: [] },
  "organization.invited": {
    audit: {
      title: "Invited to an organization",
      detail: (f) => [ORGANIZATION_ROLE_WORDS[f.data.role].label],
    },
    timeline: null,
    notices: [],
  },
  "organization.invitation_ended": {
    audit: { title: "Invitation to an organization revoked" },
    timeline: null,
    notices: [],
  },
  "organization.joined": {
    audit: { title: "Joined an organization", detail: (f) => [ORGANIZATION_ROLE_WORDS[f.data.role].label] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `New member of ${f.data.name}`,
        body: (f, about) => `${about.name(f.data.memberId)} accepted an invitation.`,
        link: (f) => `${page(f)}/members`,
      },
    ],
  },
  "organization.member_changed": {
    audit: { title: "Member of an organization changed", detail: (f) => [ORGANIZATION_ROLE_WORDS[f.data.role].label] },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: false,
        title: (f) => `Your role or limits in ${f.data.name} changed`,
        body: (f) =>
          `You are ${f.data.role === "owner" ? "an owner" : `a ${f.data.role}`}. Your limits are on its page.`,
        link: page,
      },
    ],
  },
  "organization.left": {
    audit: { title: "Left an organization" },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `You no longer belong to ${f.data.name}`,
        body: () => "It can't pay for your new orders. Orders under way go on as paid.",
        link: () => "/organizations",
        button: "Open organizations",
      },
    ],
  },
  "organization.vat_checked": {
    audit: { title: "Organization's VAT ID checked", detail: (f) => [ANSWERS[f.data.answer], f.data.requestId] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { ORGANIZATION_ROLE_WORDS } from "./organization.ts";
import type {} from "./facts.ts";

const page = (f: { data: { organizationId: string } }): string => `/organizations/${f.data.organizationId}`;
const CHANGES = {
  added: "added",
  asked: "approval asked for",
  verified: "verified",
  declined: "declined",
  removed: "removed",
} as const;
const IF_UNKNOWN = "If you don't know why, check who owns the organization.";
const SSO_CHANGES = {
  saved: {
    audit: "settings saved",
    title: "has new settings",
    body: `An owner saved how it signs people in. ${IF_UNKNOWN}`,
  },
  tested: { audit: "tested", title: "was tested", body: "An owner signed in with it." },
  on: {
    audit: "turned on",
    title: "is on",
    body: `People with an address at a verified domain can sign in with it, and become members. ${IF_UNKNOWN}`,
  },
  required: {
    audit: "required",
    title: "is required",
    body: "Members with an address at a verified domain can't sign in another way. Owners can, in case it fails.",
  },
  off: {
    audit: "turned off",
    title: "is off",
    body: "Everybody signs in with a password, a passkey, or another account.",
  },
  removed: {
    audit: "removed",
    title: "was removed",
    body: "Everybody signs in with a password, a passkey, or another account.",
  },
  failing: { audit: "failing", title: "is failing", body: "" },
} as const;
const SSO_FAILURES = {
  unreachable:
    "We couldn't reach the identity provider when somebody wanted to sign in. You can sign in with your password and turn single sign-on off.",
  untrusted:
    "We couldn't verify the identity provider's answer when somebody wanted to sign in. Check whether its certificate or secret was replaced, and test it again.",
} as const;
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
        body: (f, about) =>
          `${about.name(f.data.memberId)} ${f.data.byDomain ? "joined with an address at your domain" : "accepted an invitation"}.`,
        link: (f) => `${page(f)}/members`,
      },
    ],
  },
  "organization.domain_changed": {
    audit: {
      title: "Organization's domain changed",
      detail: (f) => [f.data.domain, CHANGES[f.data.change], f.data.reason],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        only: (f) => f.data.change === "verified" || f.data.change === "declined",
        title: (f) =>
          f.data.change === "verified"
            ? `${f.data.domain} is verified for ${f.data.name}`
            : `We couldn't approve ${f.data.domain} for ${f.data.name}`,
        body: (f) =>
          f.data.change === "verified"
            ? "People with an address there can join by themselves, unless you turn that off in the settings."
            : `${f.data.reason} You can prove the domain with a DNS record instead.`,
        link: (f) => `${page(f)}/settings`,
        button: "Open settings",
      },
      {
        to: "admin",
        severity: 2,
        email: false,
        only: (f) => f.data.change === "asked",
        title: (f) => `${f.data.name} asks to approve ${f.data.domain}`,
        body: () =>
          "One of its owners has a verified address there. Check that the organization speaks for the domain.",
        link: (f) => `${page(f)}/settings`,
      },
    ],
  },
  "organization.sso_changed": {
    audit: {
      title: "Organization's single sign-on changed",
      detail: (f) => [SSO_CHANGES[f.data.change].audit, f.data.failure && SSO_FAILURES[f.data.failure]],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        only: (f) => f.data.change !== "tested",
        title: (f) => `Single sign-on of ${f.data.name} ${SSO_CHANGES[f.data.change].title}`,
        body: (f) => (f.data.failure ? SSO_FAILURES[f.data.failure] : SSO_CHANGES[f.data.change].body),
        link: (f) => `${page(f)}/settings/sign-in`,
        button: "Open single sign-on",
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

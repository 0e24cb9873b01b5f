import { count } from "#app/platform/rules/core/count.ts";
import { formatLongDay } from "#app/platform/rules/core/time.ts";
import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const EXEMPTION_CHANGES = {
  asked: "sent",
  verified: "approved",
  declined: "declined",
  ended: "ended",
  expiring: "expires soon",
} as const;
const settings = (f: { data: { organizationId: string } }) => `/organizations/${f.data.organizationId}/settings`;
const link = () => "/admin/tax";

export const taxFactWords = {
  "tax.registration_proposed": {
    audit: { title: "Tax registration proposed", detail: (f) => [f.data.what, f.data.number, `from ${f.data.from}`] },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 1,
        email: true,
        title: () => "A tax registration needs approval",
        body: (f, about) =>
          `${about.name(f.actorId)} added ${f.data.what} (${f.data.number}), valid from ${f.data.from}. Someone else has to approve it before any tax is charged.`,
        link,
        button: "Review the registration",
      },
    ],
  },
  "tax.registration_decided": {
    audit: {
      title: "Tax registration decided",
      detail: (f) => [f.data.what, f.data.approved ? "approved" : "declined"],
    },
    timeline: null,
    notices: [],
  },
  "tax.end_proposed": {
    audit: { title: "End of a tax registration proposed", detail: (f) => [f.data.what, f.data.endDay] },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 1,
        email: true,
        title: () => "The end of a tax registration needs approval",
        body: (f, about) =>
          `${about.name(f.actorId)} proposed ${f.data.endDay} as the last day of ${f.data.what}. Someone else has to approve it.`,
        link,
        button: "Review the end",
      },
    ],
  },
  "tax.threshold_reached": {
    audit: {
      title: "Tax threshold reached",
      detail: (f) => [f.data.name, f.data.crossed ? "crossed" : "near", `${f.data.measured} of ${f.data.threshold}`],
    },
    timeline: null,
    notices: [
      {
        to: "finance",
        severity: 1,
        email: true,
        title: (f) =>
          f.data.crossed
            ? `Sales crossed a tax threshold: ${f.data.name}`
            : `Sales are near a tax threshold: ${f.data.name}`,
        body: (f) =>
          `${f.data.period}: ${f.data.measured} in ${count(f.data.sales, "sale")}, compared with a threshold of ${f.data.threshold}. Ask your tax adviser whether the company has to register.`,
        link,
        button: "Review thresholds",
      },
    ],
  },
  "organization.exemption_changed": {
    audit: {
      title: "Organization's tax certificate changed",
      detail: (f) => [f.data.what, f.data.certificate, EXEMPTION_CHANGES[f.data.change], f.data.reason],
    },
    timeline: null,
    group: "account",
    notices: [
      {
        to: "finance",
        severity: 2,
        email: false,
        only: (f) => f.data.change === "asked",
        title: (f) => `${f.data.name} sent a tax certificate`,
        body: (f) => `${f.data.what}, ${f.data.certificate}. Check it before it counts.`,
        link: settings,
      },
      {
        to: "subject",
        severity: 2,
        email: true,
        only: (f) => f.data.change === "verified" || f.data.change === "declined" || f.data.change === "expiring",
        title: (f) =>
          f.data.change === "verified"
            ? `${f.data.name} is exempt from tax: ${f.data.what}`
            : f.data.change === "declined"
              ? `We couldn't accept the tax certificate of ${f.data.name}`
              : `A tax certificate of ${f.data.name} expires soon`,
        body: (f) =>
          f.data.change === "verified"
            ? `Certificate ${f.data.certificate} counts for new orders until ${formatLongDay(f.data.lastDay)}. Orders already paid keep their tax.`
            : f.data.change === "declined"
              ? `${f.data.what}, ${f.data.certificate}: ${f.data.reason}`
              : `Certificate ${f.data.certificate} (${f.data.what}) counts until ${formatLongDay(f.data.lastDay)}. Send the next one to stay exempt.`,
        link: settings,
        button: "Open settings",
      },
    ],
  },
  "tax.frequency_set": {
    audit: { title: "Frequency of tax returns set", detail: (f) => [f.data.what, f.data.often] },
    timeline: null,
    notices: [],
  },
  "tax.return_filed": {
    audit: {
      title: "Tax return filed",
      detail: (f) => [f.data.what, f.data.period, f.data.due, f.data.reference],
    },
    timeline: null,
    notices: [],
  },
  "tax.return_paid": {
    audit: { title: "Tax return paid", detail: (f) => [f.data.what, f.data.period, f.data.paidOn] },
    timeline: null,
    notices: [],
  },
  "tax.return_unpaid": {
    audit: {
      title: "Payment of a tax return taken back",
      detail: (f) => [f.data.what, f.data.period, f.data.paidOn, f.data.reason],
    },
    timeline: null,
    notices: [],
  },
  "tax.return_withdrawn": {
    audit: {
      title: "Tax return taken back",
      detail: (f) => [f.data.what, f.data.period, f.data.reference, f.data.reason],
    },
    timeline: null,
    notices: [],
  },
  "tax.end_decided": {
    audit: {
      title: "End of a tax registration decided",
      detail: (f) => [f.data.what, f.data.endDay, f.data.approved ? "approved" : "declined"],
    },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

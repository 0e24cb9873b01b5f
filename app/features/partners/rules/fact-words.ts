import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const adminPage = (f: { data: { partnerId: string } }): string => `/admin/partners/${f.data.partnerId}`;
const discount = (f: { data: { name: string; percent: number } }): string[] => [f.data.name, `${f.data.percent}%`];

/** The fields of a partner in the audit trail. */
const FIELD_WORDS: Readonly<Record<string, string>> = {
  name: "name",
  kind: "kind",
  contactName: "contact",
  contactEmail: "contact's email address",
  organizationId: "organization",
  endsAt: "last day",
};

export const partnersFactWords = {
  "partner.created": {
    audit: { title: "Partner added", detail: (f) => [f.data.name, f.data.code] },
    timeline: null,
    notices: [],
  },
  "partner.changed": {
    audit: {
      title: "Partner changed",
      detail: (f) => [f.data.name, f.data.changed.map((field) => FIELD_WORDS[field] ?? field).join(", ")],
    },
    timeline: null,
    notices: [],
  },
  "partner.ended": {
    audit: { title: "Partnership ended", detail: (f) => [f.data.name] },
    timeline: null,
    notices: [],
  },
  "partner.discount_proposed": {
    audit: { title: "Partner discount proposed", detail: discount },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 2,
        email: true,
        title: (f) => `The discount of ${f.data.name} needs a second admin`,
        body: (f, a) =>
          `${a.name(f.actorId)} proposed ${f.data.percent}% off. Nothing changes before another admin agrees.`,
        link: adminPage,
        button: "Open proposal",
      },
    ],
  },
  "partner.discount_agreed": {
    audit: { title: "Partner discount agreed", detail: discount },
    timeline: null,
    notices: [],
  },
  "partner.discount_declined": {
    audit: { title: "Partner discount declined", detail: discount },
    timeline: null,
    notices: [],
  },
  "partner.discount_ended": {
    audit: { title: "Partner discount ended", detail: discount },
    timeline: null,
    notices: [],
  },
  "partner.reported": {
    audit: { title: "Monthly report sent to a partner", detail: (f) => [f.data.name, f.data.month] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

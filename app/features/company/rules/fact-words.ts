import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { COMPANY_FIELDS } from "./company.ts";
import type {} from "./facts.ts";

export const companyFactWords = {
  "company.changed": {
    audit: {
      title: "Company details changed",
      detail: (f) => f.data.changed.map((field) => (field === "vatId" ? "VAT ID" : COMPANY_FIELDS[field])),
    },
    timeline: null,
    notices: [],
  },
  "shop.opened": {
    audit: { title: "Shop opened" },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "The shop is open",
        body: (f, about) => `${about.name(f.actorId)} opened it. Clients can place orders now.`,
        link: () => "/admin/orders",
        button: "Open orders",
      },
    ],
  },
  "shop.closed": {
    audit: { title: "Shop closed", detail: (f) => [f.data.reason] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 1,
        email: true,
        title: () => "The shop is closed",
        body: (f, about) =>
          `${about.name(f.actorId)} closed it. No new orders are accepted, and orders in progress continue. Reason: ${f.data.reason}`,
        link: () => "/admin/admin-tools?show=setup",
        button: "Open the checklist",
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import { DAMAGE_WORDS } from "#app/platform/rules/core/stored-damage.ts";
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
  "file.damaged": {
    audit: { title: "Damaged file found", detail: (f) => [`${f.data.key} ${DAMAGE_WORDS[f.data.damage]}`] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 0,
        email: true,
        title: () => "A stored file is damaged",
        body: (f) =>
          `The file ${f.data.key} ${DAMAGE_WORDS[f.data.damage]} in the storage, so nobody can open it. Restore it from a backup, then check every stored file with npm run verify -- --files.`,
        link: (f) => (f.orderId ? `/admin/orders/${f.orderId}` : "/admin/audit?kind=file.damaged"),
        button: (f) => (f.orderId ? "Open order" : "Open audit trail"),
      },
    ],
  },
} satisfies Partial<FactWordsTable>;

import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

const statementsPage = (f: { data: { organizationId: string } }): string =>
  `/organizations/${f.data.organizationId}/statements`;

/** The terms of a coupon in the audit trail. */
const TERM_WORDS: Readonly<Record<string, string>> = {
  label: "description",
  percent: "discount",
  fixedMinor: "discount",
  capMinor: "maximum discount",
  minimumSpendMinor: "minimum order",
  startsAt: "start date",
  endsAt: "end date",
  totalLimit: "total uses",
  perPersonLimit: "uses per person",
  firstOrderOnly: "first orders only",
};

export const pricingFactWords = {
  "coupon.created": {
    audit: { title: "Coupon created", detail: (f) => [f.data.code] },
    timeline: null,
    notices: [],
  },
  "coupon.edited": {
    audit: {
      title: "Coupon changed",
      detail: (f) => [f.data.code, f.data.changed.map((term) => TERM_WORDS[term] ?? term).join(", ")],
    },
    timeline: null,
    notices: [],
  },
  "coupon.archived": {
    audit: {
      title: "Coupon archived or restored",
      detail: (f) => [f.data.code, f.data.archived ? "archived" : "restored"],
    },
    timeline: null,
    notices: [],
  },
  "coupon.switched": {
    audit: { title: "Coupon turned on or off", detail: (f) => [f.data.code, f.data.active ? "on" : "off"] },
    timeline: null,
    notices: [],
  },
  "sale.created": {
    audit: { title: "Sale created", detail: (f) => [f.data.label, `${f.data.percent}%`] },
    timeline: null,
    notices: [],
  },
  "sale.ended": {
    audit: { title: "Sale ended early", detail: (f) => [f.data.label] },
    timeline: null,
    notices: [],
  },
  "discount.given": {
    audit: { title: "Account discount given", detail: (f) => [`${f.data.percent}%`] },
    timeline: null,
    notices: [],
  },
  "contract_price.proposed": {
    audit: { title: "Contract prices proposed", detail: (f) => [f.data.name, f.data.prices] },
    timeline: null,
    notices: [
      {
        to: "admin",
        severity: 2,
        email: true,
        title: (f) => `Prices for ${f.data.name} need a second admin`,
        body: (f, a) =>
          `${a.name(f.actorId)} proposed ${f.data.prices} off. Nothing changes before another admin agrees.`,
        link: statementsPage,
        button: "Open proposal",
      },
    ],
  },
  "contract_price.agreed": {
    audit: { title: "Contract prices agreed", detail: (f) => [f.data.name, f.data.prices] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `New prices for ${f.data.name}`,
        body: (f) => `${f.data.prices} off the price list. They count for orders that the organization pays for.`,
        link: statementsPage,
        button: "Open prices",
      },
    ],
  },
  "contract_price.declined": {
    audit: { title: "Contract prices declined", detail: (f) => [f.data.name, f.data.prices] },
    timeline: null,
    notices: [],
  },
  "contract_price.ended": {
    audit: { title: "Contract prices ended", detail: (f) => [f.data.name, f.data.prices] },
    timeline: null,
    group: "money",
    notices: [
      {
        to: "subject",
        severity: 2,
        email: true,
        title: (f) => `The agreed prices of ${f.data.name} ended`,
        body: (f) => `${f.data.prices} off no longer counts for new orders. Prices that are held keep it.`,
        link: statementsPage,
        button: "Open prices",
      },
    ],
  },
  "discount.ended": {
    audit: { title: "Account discount ended", detail: (f) => [`${f.data.percent}%`] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

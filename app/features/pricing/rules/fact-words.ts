import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

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
  "discount.ended": {
    audit: { title: "Account discount ended", detail: (f) => [`${f.data.percent}%`] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

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
} satisfies Partial<FactWordsTable>;

import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

export const pricingFactWords = {
  "coupon.created": {
    audit: { title: "Coupon created", detail: (f) => [f.data.code] },
    timeline: null,
    notices: [],
  },
  "coupon.switched": {
    audit: { title: "Coupon turned on or off", detail: (f) => [f.data.code, f.data.active ? "on" : "off"] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

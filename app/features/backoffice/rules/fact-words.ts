import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

export const backofficeFactWords = {
  "setup.confirmed": {
    audit: { title: "Setup step confirmed", detail: (f) => [f.data.step, f.data.item] },
    timeline: null,
    notices: [],
  },
  "setup.editors_invited": {
    audit: { title: "Editors invited to apply", detail: (f) => [String(f.data.count)] },
    timeline: null,
    notices: [],
  },
} satisfies Partial<FactWordsTable>;

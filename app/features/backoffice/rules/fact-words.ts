import type { FactWordsTable } from "#app/platform/rules/core/fact-words.ts";
import type {} from "./facts.ts";

export const backofficeFactWords = {
  "books.statement_imported": {
    audit: { title: "Bank statement imported", detail: (f) => [`${f.data.newLines} of ${f.data.lines} lines are new`] },
    timeline: null,
    notices: [],
  },
  "books.difference_taken": {
    audit: { title: "Difference in the books taken on", detail: (f) => [f.data.title] },
    timeline: null,
    notices: [],
  },
  "books.difference_resolved": {
    audit: { title: "Difference in the books resolved", detail: (f) => [f.data.title, f.data.note] },
    timeline: null,
    notices: [],
  },
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

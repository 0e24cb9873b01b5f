/** How much of a manuscript invited editors see: the figure that admins may change, as in its form. */
import { type PolicyOf, policyPart, row, words } from "#app/features/policy/rules/policy-part.ts";

export const SAMPLE_PART = policyPart(
  "sample",
  {
    /** The most words of a manuscript's body that invited editors see. */
    words: words(150, "Sample for invited editors", [50, 300]),
  },
  (figures) => [
    {
      id: "samples",
      title: "Manuscript samples",
      summary:
        "What invited editors see of a manuscript, if its author allows it. A file keeps the length of its upload.",
      tables: [
        {
          title: "Samples",
          intro: "Whole sentences of the body, without the title, names, or references.",
          hint: "The privacy policy, the terms, the order form, and public pages name this number.",
          columns: ["Words"],
          rows: [row("At most", figures.words)],
        },
      ],
    },
  ],
);
export type SamplePolicy = PolicyOf<typeof SAMPLE_PART>;

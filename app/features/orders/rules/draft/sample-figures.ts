/** How much of a manuscript invited editors see: the figure that admins may change, as in its form. */
import type { FigureSubject } from "#app/features/policy/rules/figures.ts";

export type SamplePolicy = {
  /** The most words of a manuscript's body that invited editors see. */
  words: number;
};

export const SAMPLE_POLICY: SamplePolicy = { words: 150 };

export const SAMPLE_SUBJECTS: readonly FigureSubject[] = [
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
        rows: [
          {
            label: "At most",
            figures: [
              { key: "sample.words", label: "Sample for invited editors", unit: "words", least: 50, most: 300 },
            ],
          },
        ],
      },
    ],
  },
];

/** Two sentences and an editor's changes to them, written for the home page. Not from any manuscript. */
export type Run = {
  kind: "keep" | "insert" | "delete";
  text: string;
  /** The margin comment tied to this run. */ comment?: number;
};

const keep = (text: string, comment?: number): Run => ({ kind: "keep", text, ...(comment ? { comment } : {}) });
const put = (text: string, comment?: number): Run => ({ kind: "insert", text, ...(comment ? { comment } : {}) });
const cut = (text: string): Run => ({ kind: "delete", text });

export const SAMPLE: readonly Run[] = [
  keep("The soils of "),
  put("the "),
  keep("upper catchment dried "),
  keep("much faster than", 1),
  cut(" what"),
  keep(" the model "),
  cut("has "),
  keep("predicted, and "),
  cut("until"),
  put("by"),
  keep(" the end of July less than a third of "),
  put("the "),
  keep("water "),
  cut("that was "),
  keep("stored in March "),
  cut("were remaining"),
  put("was left"),
  keep(". "),
  cut("This"),
  put("These"),
  keep(" results suggest that early drought stress depends less "),
  cut("from the rainfall in spring but rather from"),
  put("on spring rainfall than on"),
  keep(" "),
  keep("how deep the roots", 2),
  keep(" "),
  cut("are able to"),
  put("can"),
  keep(" reach."),
];

export const SAMPLE_COMMENTS: readonly { id: number; text: string }[] = [
  { id: 1, text: "Table 2 has the figure: 11 days earlier. Would you like to give it here?" },
  {
    id: 2,
    text: "Rooting depth was measured only at the lower plots (section 2.3). “Appears to depend” would be safer.",
  },
];

/** Counts changes the way Word does: each stretch of inserted or deleted text is one. */
export const countChanges = (runs: readonly Run[]): number => runs.filter((run) => run.kind !== "keep").length;

/** The gate for an edited copy in OpenDocument: its text, tables, and notes. */
import { EDITOR, trackedTexts } from "../compare/tracked-models.ts";
import type { GateResult } from "../docx/change-stats.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { readOdt } from "../readers/read-odt.ts";
import type { TextModel } from "../readers/text-model.ts";
import { checkGate } from "./gate.ts";

export type OdtGated = {
  result: GateResult;
  /** The copy as a Word file: its text with every tracked change, without layout. */
  tracked: Buffer;
};

/** @param sources the acceptable readings of the original, as for `checkGate` */
export function gateOdt(sources: readonly TextModel[], copy: Buffer): OdtGated {
  const original = readOdt(copy, "original");
  const tracked = trackedTexts({ model: original, equations: [] }, { model: readOdt(copy), equations: [] }, EDITOR);
  const result = checkGate(sources, original, readDocx(tracked));
  return {
    result: {
      ...result,
      authors: [],
      notes: [
        ...result.notes,
        "In an OpenDocument copy, we compare the text, its tables, and its notes. We don't compare pictures, formulas, or formatting.",
      ],
    },
    tracked,
  };
}

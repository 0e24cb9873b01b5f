import type { Person } from "#app/platform/rules/core/actor.ts";
import { importStatement } from "../server/reconciliation/import-statement.ts";
import { type CamtLine, camtStatement } from "./camt-statement.ts";

/** A bank account whose statements each begin with the balance that the one before ended with. */
export function bankAccount(who: Person, openingMinor: number) {
  let closingMinor = openingMinor;
  let statements = 0;
  return {
    closingMinor: () => closingMinor,
    /** Imports a statement of one day. @returns its ID */
    bring: async (day: string, ...lines: CamtLine[]): Promise<string> => {
      statements += 1;
      const made = camtStatement({ id: `M${statements}`, day, openingMinor: closingMinor, lines });
      closingMinor = made.closingMinor;
      return (await importStatement(who, { fileName: `${statements}.xml`, text: made.text })).statementId;
    },
  };
}

import type {} from "#app/platform/rules/core/fact.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "books.statement_imported": { statementId: string; lines: number; newLines: number };
    /** An admin took on a difference between provider, ledger, and bank. */
    "books.difference_taken": { title: string };
    "books.difference_resolved": { title: string; note: string };
    /** An admin confirmed a step of the setup checklist. */
    "setup.confirmed": { step: string; item: string };
    "setup.editors_invited": { count: number };
  }
}

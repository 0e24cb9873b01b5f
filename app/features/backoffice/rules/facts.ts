import type {} from "#app/platform/rules/core/fact.ts";
import type { SetupStep } from "./setup.ts";

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "books.statement_imported": { statementId: string; lines: number; newLines: number };
    /** An admin took on a difference between provider, ledger, and bank. */
    "books.difference_taken": { title: string };
    "books.difference_resolved": { title: string; note: string };
    /** An admin closed a month of the books. */
    "books.month_closed": { month: string; entries: number; openItems: number };
    /** An admin confirmed a step of the setup checklist. */
    "setup.confirmed": { step: SetupStep; item: string };
    /** An admin retried failed background jobs of a kind. */
    "job.retried": { job: string; count: number };
    /** An admin removed a failed background job, which then never runs. */
    "job.discarded": { job: string; about: string; reason: string };
    "setup.editors_invited": { count: number };
  }
}

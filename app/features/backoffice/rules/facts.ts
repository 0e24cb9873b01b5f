import type { ImportName } from "./import/imports.ts";
import type {} from "#app/platform/rules/core/fact.ts";
import type { TaskNews } from "#app/platform/rules/core/task.ts";
import type { KnownTarget, Target } from "./reconciliation/reconciliation.ts";
import type { Direction } from "./reconciliation/suggestions.ts";
import type { SetupStep } from "./setup.ts";

type EntryFact = { entryId: string; memo: string; day: string; sumMinor: number; currency: string };

declare module "#app/platform/rules/core/fact.ts" {
  interface FactData {
    "books.statement_imported": { statementId: string; lines: number; newLines: number; held?: number };
    /** A notification told what lines of a statement are made of. */
    "books.details_added": { lines: number; payments: number };
    /** A task that ran in the background has ended, and the person who started it is told. */
    "task.ended": TaskNews & { uid: string; task: string; failed: boolean };
    /** An admin reversed the import of a bank statement. */
    "books.statement_reversed": { statementId: string; fileName: string; note: string };
    /** An admin undid what a bank line was found or said to be. */
    "books.match_undone": { was: string; says: string; note: string };
    /** An admin decided whether lines repeat those of another file. */
    "books.duplicates_decided": { count: number; are: "duplicates" | "new" };
    /** An admin took on a difference between provider, ledger, and bank. */
    "books.difference_taken": { title: string };
    "books.difference_resolved": { title: string; note: string };
    /** An admin said which account lines with these words belong to. */
    "books.rule_saved": {
      words: string;
      direction: Direction;
      account: Target;
      alone?: boolean;
      inputTax?: string;
      reverseCharge?: boolean;
      supplierInEu?: boolean;
    };
    /** A rule booked lines without asking. */
    "books.rule_booked": { words: string; account: KnownTarget; count: number; amountMinor: number; currency: string };
    /** An admin undid what it booked. */
    "books.rule_undone": { words: string; count: number; note: string };
    "books.rule_removed": { words: string };
    /** Somebody wants to close a month. Another person closes it. */
    "books.closing_proposed": { month: string; openItems: number };
    /** Either of the two took the proposal back. */
    "books.closing_dropped": { month: string };
    /** The second of two people closed a month of the books, or one who's alone, with the reason. */
    "books.month_closed": { month: string; entries: number; openItems: number; alone?: string | null };
    /** A journal entry by hand needs a second person. */
    "books.entry_proposed": EntryFact;
    /** It's in the journal. `uid` made it, if somebody else agreed. */
    "books.entry_booked": EntryFact & { uid: string | null };
    "books.entry_declined": EntryFact & { uid: string | null; reason: string };
    "books.entry_withdrawn": EntryFact;
    /** An admin confirmed a step of the setup checklist. */
    "setup.confirmed": { step: SetupStep; item: string };
    /** An admin retried failed background jobs of a kind. */
    "job.retried": { job: string; count: number };
    /** An admin removed a failed background job, which then never runs. */
    "job.discarded": { job: string; about: string; reason: string };
    /** An admin imported lines of another system; clients, unless it says what. */
    "accounts.imported": { rows: number; importId: string; kind?: ImportName };
    "setup.editors_invited": { count: number };
  }
}

import { DATEV } from "./datev.ts";
import type { JournalFile } from "./journal-file.ts";
import { QUICKBOOKS } from "./quickbooks.ts";
import { XERO } from "./xero.ts";

/**
 * The files of the journal that accountants' programs import. The months page, the endpoint, and the tests follow from
 * this table.
 */
export const JOURNAL_FILES: readonly JournalFile[] = [DATEV, XERO, QUICKBOOKS];

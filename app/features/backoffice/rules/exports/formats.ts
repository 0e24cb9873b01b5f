import { DATEV } from "./datev.ts";
import { FEC } from "./fec.ts";
import type { JournalFile } from "./journal-file.ts";
import { QUICKBOOKS } from "./quickbooks.ts";
import { SAFT } from "./saft.ts";
import { XERO } from "./xero.ts";

/**
 * The files of the journal that accountants' programs import or tax auditors ask for. The months page, the endpoint, and
 * the tests follow from this table.
 */
export const JOURNAL_FILES: readonly JournalFile[] = [DATEV, XERO, QUICKBOOKS, FEC, SAFT];

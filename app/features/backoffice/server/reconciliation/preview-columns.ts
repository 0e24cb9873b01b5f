import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { readInThread } from "#app/platform/server/files/read-in-thread.ts";
import { type ColumnsPreview, previewColumns } from "../../rules/bank-files/csv-preview.ts";
import type { CsvLayout } from "../../rules/bank-files/csv-layout.ts";
import { isCsv } from "../../rules/reconciliation/bank-statement.ts";
import { TOO_LONG } from "../../rules/bank-files/statement-fields.ts";
import { knownLayouts } from "./bank-openings.ts";
import { onlyAdmins } from "./read-reconciliation.ts";

const WORKER = "app/features/backoffice/server/reconciliation/preview-worker.ts";

/** A CSV file whose columns nobody has checked yet for its account. */
export class UncheckedColumns extends Problem {
  readonly preview: ColumnsPreview;
  constructor(preview: ColumnsPreview) {
    super("invalid", "columns", "Check the columns of this file.", "Then import it.");
    this.preview = preview;
  }
}

/**
 * Has a CSV file's columns checked before its first import. @param layout what was chosen for them
 * @throws UncheckedColumns unless they are remembered for the account, or the file isn't CSV; refused unless admin
 */
export async function checkColumns(actor: Actor, text: string, account: string, layout?: CsvLayout): Promise<void> {
  onlyAdmins(actor);
  if (!isCsv(text)) return;
  const given = { account, layout, ...(await knownLayouts(database())) };
  const preview = await readInThread(text, previewColumns, WORKER, TOO_LONG, given);
  if (preview) throw new UncheckedColumns(preview);
}

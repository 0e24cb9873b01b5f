import { fileImport } from "#app/features/backoffice/server/import/import-file.ts";
import { importLines } from "#app/features/backoffice/server/reconciliation/import-lines.ts";
import { reverseImport } from "#app/features/backoffice/server/reconciliation/reverse-statement.ts";
import { approval } from "#app/features/payouts/server/runs/approve-run.ts";
import { reportImport } from "#app/features/payouts/server/runs/import-bank-report.ts";
import { cancellation, settlement } from "#app/features/payouts/server/runs/settle-run.ts";
import type { AnyTaskKind } from "#app/platform/server/core/tasks.ts";

/** Every kind of work that can take longer than a request should. */
export const LONG_TASKS: readonly AnyTaskKind[] = [
  importLines,
  fileImport,
  reverseImport,
  approval,
  settlement,
  cancellation,
  reportImport,
];

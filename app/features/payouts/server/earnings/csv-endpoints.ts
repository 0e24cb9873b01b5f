import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, type Person } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { EARNINGS_LIST, SELF_BILLED_LIST } from "../../rules/pay-lists.ts";
import { earningList } from "./list-earnings.ts";
import { type EditorPlan, listPayoutPlans } from "./list-payout-plans.ts";
import { EXCHANGE_COLUMNS } from "../runs/exchange-columns.ts";
import { findRun } from "../runs/list-runs.ts";
import { selfBilledList } from "../invoices/list-self-billed.ts";

type Args = { actor: Actor; params: Record<string, string> };
const today = (): string => dayOf(now());

function editorOf(actor: Actor): Person {
  if (actor.kind !== "person" || !actor.emailVerified || !actor.isEditor)
    throw refused("Only editors have earnings.", "Sign in as the editor who owns this file.");
  return actor;
}

/** GET /api/csv/editor-payouts: what we owe each editor, by status, and what the next run would pay. Admins only. */
export async function editorPayoutsCsv(_request: Request, { actor }: Args): Promise<Response> {
  const { editors } = await listPayoutPlans(actor, now());
  const columns: CsvColumn<EditorPlan>[] = [
    { header: "Editor", value: (e) => e.displayName },
    { header: "Editor ID", value: (e) => e.uid },
    { header: "Currency", value: (e) => e.currency },
    { header: "Pending", value: (e) => decimalMoney(e.pendingMinor, e.currency) },
    { header: "Available", value: (e) => decimalMoney(e.availableMinor, e.currency) },
    { header: "In payout", value: (e) => decimalMoney(e.inPayoutMinor, e.currency) },
    { header: "Paid", value: (e) => decimalMoney(e.paidMinor, e.currency) },
    { header: "Editor owes", value: (e) => decimalMoney(e.owedByEditorMinor, e.currency) },
    { header: "Next run pays", value: (e) => decimalMoney(e.payable ? e.planMinor : 0, e.currency) },
    { header: "On hold because", value: (e) => e.reasons.join(" ") },
  ];
  return csvResponse(`editor-payouts-${today()}`, columns, editors);
}

/** GET /api/csv/payout-runs/:runId: the payouts of one run, accounts masked. Admins only. */
export async function payoutRunCsv(_request: Request, { actor, params }: Args): Promise<Response> {
  if (!may(actor, "money")) throw refused(only("money", "view payout runs"));
  const found = await findRun(params.runId ?? "");
  if (!found) throw notFound("payout run");
  const columns: CsvColumn<(typeof found.payouts)[number]>[] = [
    { header: "Editor", value: (p) => p.displayName },
    { header: "Editor ID", value: (p) => p.editorId },
    { header: "Account", value: (p) => p.account },
    { header: "Bank", value: (p) => p.bankName },
    { header: "Currency", value: (p) => p.currency },
    { header: "Earned", value: (p) => decimalMoney(p.grossMinor, p.currency) },
    { header: "Debt deducted", value: (p) => decimalMoney(-p.debtMinor, p.currency) },
    { header: "VAT", value: (p) => decimalMoney(p.vatMinor, p.currency) },
    { header: "Paid out", value: (p) => decimalMoney(p.amountMinor, p.currency) },
    ...EXCHANGE_COLUMNS,
    { header: "Status", value: (p) => p.status },
    { header: "Self-billed invoice", value: (p) => p.invoiceNumber },
  ];
  return csvResponse(found.run.number, columns, found.payouts);
}

/** GET /api/csv/earnings: the signed-in editor's own earnings. */
export const earningsCsv = listFile(EARNINGS_LIST, (actor, query) => earningList(editorOf(actor).uid, query));

/** GET /api/csv/self-billed-invoices: the signed-in editor's own. */
export const selfBilledCsv = listFile(SELF_BILLED_LIST, (actor, query) => selfBilledList(editorOf(actor).uid, query));

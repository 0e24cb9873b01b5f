import type { Actor } from "#app/platform/rules/core/actor.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { authorityName } from "#app/features/tax/rules/authority.ts";
import { placeName } from "#app/features/tax/rules/places.ts";
import { taxPeriod } from "../../rules/invoices/tax-period.ts";
import { type TaxReportRow, readTaxReport } from "./read-tax-report.ts";

const declared = (r: TaxReportRow, declaredMinor: number, minor: number): string =>
  r.declaredCurrency ? decimalMoney(declaredMinor, r.declaredCurrency) : decimalMoney(minor, r.currency);

/** GET /api/csv/tax?from=2026-10-01&until=2026-12-31: the taxes to report, by rate. Admins only. */
export async function taxCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const { rows, from, until } = await readTaxReport(actor, taxPeriod(new URL(request.url).searchParams, now()));
  const columns: CsvColumn<TaxReportRow>[] = [
    { header: "From", value: () => from },
    { header: "Until", value: () => until },
    { header: "Declared to", value: (r) => (r.authority === null ? "" : authorityName(r.authority)) },
    { header: "Place", value: (r) => (r.code ? placeName(r.code) : "") },
    { header: "Code", value: (r) => r.code },
    { header: "Treatment", value: (r) => r.treatment },
    { header: "Tax", value: (r) => r.label },
    { header: "Rate (%)", value: (r) => String(r.rateBp / 100) },
    { header: "Net", value: (r) => decimalMoney(r.baseMinor, r.currency) },
    { header: "Tax amount", value: (r) => decimalMoney(r.taxMinor, r.currency) },
    { header: "Currency", value: (r) => r.currency },
    { header: "Declared in", value: (r) => r.declaredCurrency ?? r.currency },
    { header: "Net declared", value: (r) => declared(r, r.declaredBaseMinor, r.baseMinor) },
    { header: "Tax declared", value: (r) => declared(r, r.declaredTaxMinor, r.taxMinor) },
    { header: "Without a rate yet", value: (r) => r.awaiting },
    { header: "Documents", value: (r) => r.documents },
    { header: "Ledger account", value: (r) => (r.treatment === "charged" ? "tax_payable" : "") },
  ];
  return csvResponse(`tax-${from}-${until}`, columns, rows);
}

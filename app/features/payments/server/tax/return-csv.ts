import type { Actor } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { csvHeaders, csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { OSS_GERMANY, registrationOf } from "#app/features/tax/rules/authority.ts";
import { ossImport, ossImportFault } from "#app/features/tax/rules/oss-import.ts";
import { type Period, type ReturnFigures, hasNoState, periodWords } from "#app/features/tax/rules/returns.ts";
import { readReturn } from "./returns.ts";

type CsvRow = {
  part:
    | "Supplies"
    | "Corrections"
    | "Reverse charge"
    | "Reverse charge, EU"
    | "Input tax"
    | "By hand"
    | "Earlier periods";
  place: string;
  rateBp: number | null;
  baseMinor: number | null;
  taxMinor: number | null;
  corrected: Period | null;
  /** Of a correction, the tax declared before it. */
  declaredMinor?: number | null;
};

const owedRow = (part: "Reverse charge" | "Reverse charge, EU", owed: ReturnFigures["reverseCharge"]): CsvRow[] =>
  owed
    ? [
        {
          part,
          place: "",
          rateBp: null,
          baseMinor: owed.isUnknown ? null : owed.baseMinor,
          taxMinor: owed.isUnknown ? null : owed.taxMinor,
          corrected: null,
        },
      ]
    : [];

const askedReturn = (request: Request, actor: Actor) => {
  const { searchParams: asked } = new URL(request.url);
  return readReturn(actor, (asked.get("authority") ?? "").slice(0, 20), (asked.get("from") ?? "").slice(0, 10));
};

/**
 * GET /api/tax-returns/oss-import?authority=OSS-DE&from=2026-07-01: what was supplied in a quarter and corrected of earlier
 * ones, as the German portal imports it. @throws invalid for other authorities, and for what the portal refuses
 */
export async function ossImportFile(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const { authority, period, figures, oneStop } = await askedReturn(request, actor);
  if (authority !== OSS_GERMANY || !oneStop) throw invalid("authority", "Only the German portal imports this file.");
  const fault = ossImportFault(oneStop);
  if (fault) throw invalid("figures", fault);
  return new Response(ossImport(oneStop, figures.currency), {
    headers: csvHeaders(`oss-${period.from.slice(0, 4)}-Q${Math.ceil(Number(period.from.slice(5, 7)) / 3)}`),
  });
}

/** A quarter as the One Stop Shop writes it: "Q3.2026". */
const quarterWords = (period: Period): string => periodWords(period).replace(" ", ".");

/**
 * GET /api/csv/tax-return?authority=OSS-DE&from=2026-07-01: the figures of a return. For the One Stop Shop, its columns
 * are what Art. 369g of Directive 2006/112/EC asks for.
 */
export async function returnCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const { authority, number, period, figures, late, oneStop } = await askedReturn(request, actor);
  /** "" for what isn't declared, or isn't known while a rate is missing. */
  const amount = (minor: number | null): string => (minor === null ? "" : decimalMoney(minor, figures.currency));
  const isOneStop = registrationOf(authority)?.scheme === "oss";
  const words = isOneStop ? quarterWords : periodWords;
  const rows: CsvRow[] = [
    ...figures.rows.map((row): CsvRow => ({
      part: "Supplies",
      place: row.place,
      rateBp: row.rateBp,
      baseMinor: row.isUnknown ? null : row.baseMinor,
      taxMinor: row.isUnknown ? null : row.taxMinor,
      corrected: null,
    })),
    ...(oneStop?.corrections ?? []).map(({ place, taxMinor, isUnknown, declaredMinor, ...corrected }): CsvRow => ({
      part: "Corrections",
      place,
      rateBp: null,
      baseMinor: null,
      taxMinor: isUnknown ? null : taxMinor,
      corrected,
      declaredMinor,
    })),
    ...owedRow("Reverse charge, EU", figures.reverseChargeEu),
    ...owedRow("Reverse charge", figures.reverseCharge),
    ...(figures.inputTaxMinor
      ? [
          {
            part: "Input tax" as const,
            place: "",
            rateBp: null,
            baseMinor: null,
            taxMinor: figures.inputTaxMinor,
            corrected: null,
          },
        ]
      : []),
    ...(figures.byHandMinor === 0 && !figures.byHandIsUnknown
      ? []
      : [
          {
            part: "By hand" as const,
            place: "",
            rateBp: null,
            baseMinor: null,
            taxMinor: figures.byHandIsUnknown ? null : figures.byHandMinor,
            corrected: null,
          },
        ]),
    ...late.filter(hasNoState).map(({ minor, ...corrected }): CsvRow => ({
      part: "Earlier periods",
      place: "",
      rateBp: null,
      baseMinor: null,
      taxMinor: minor,
      corrected,
    })),
  ];
  const isSupply = (row: CsvRow) => row.part === "Supplies";
  const columns: CsvColumn<CsvRow>[] = [
    { header: "Part", value: (r) => r.part },
    { header: "Identification number", value: () => number },
    { header: "Tax period", value: () => words(period) },
    { header: "Currency", value: () => figures.currency },
    { header: isOneStop ? "Member State of consumption" : "Place", value: (r) => r.place },
    ...(isOneStop
      ? [
          { header: "Kind of supply", value: (r: CsvRow) => (isSupply(r) ? "Services" : "") },
          { header: "Kind of rate", value: (r: CsvRow) => (isSupply(r) ? "Standard" : "") },
        ]
      : []),
    { header: "VAT rate (%)", value: (r) => (r.rateBp === null ? "" : String(r.rateBp / 100)) },
    { header: "Taxable amount", value: (r) => amount(r.baseMinor) },
    { header: "VAT amount", value: (r) => amount(r.taxMinor) },
    { header: "Corrected tax period", value: (r) => (r.corrected ? words(r.corrected) : "") },
    ...(isOneStop
      ? [{ header: "VAT amount declared before", value: (r: CsvRow) => amount(r.declaredMinor ?? null) }]
      : []),
  ];
  return csvResponse(`tax-return-${authority}-${period.from}`, columns, rows);
}

import type { Actor } from "#app/platform/rules/core/actor.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import type { CsvColumn } from "#app/platform/rules/text/csv.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { registrationOf } from "#app/features/tax/rules/authority.ts";
import { type Period, periodWords } from "#app/features/tax/rules/returns.ts";
import { readReturn } from "./returns.ts";

type CsvRow = {
  part: "Supplies" | "Corrections" | "Input tax" | "By hand" | "Earlier periods";
  place: string;
  rateBp: number | null;
  baseMinor: number | null;
  taxMinor: number | null;
  corrected: Period | null;
};

/** A quarter as the One Stop Shop writes it: "Q3.2026". */
const quarterWords = (period: Period): string => periodWords(period).replace(" ", ".");

/**
 * GET /api/csv/tax-return?authority=OSS-DE&from=2026-07-01: the figures of a return. For the One Stop Shop, its columns
 * are what Art. 369g of Directive 2006/112/EC asks for.
 */
export async function returnCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const { searchParams: asked } = new URL(request.url);
  const { authority, number, period, figures, late } = await readReturn(
    actor,
    (asked.get("authority") ?? "").slice(0, 20),
    (asked.get("from") ?? "").slice(0, 10),
  );
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
    ...figures.corrections.map(({ place, taxMinor, isUnknown, ...corrected }): CsvRow => ({
      part: "Corrections",
      place,
      rateBp: null,
      baseMinor: null,
      taxMinor: isUnknown ? null : taxMinor,
      corrected,
    })),
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
    ...late.map(({ minor, ...corrected }): CsvRow => ({
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
  ];
  return csvResponse(`tax-return-${authority}-${period.from}`, columns, rows);
}

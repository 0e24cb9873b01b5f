import { findSubfield } from "#app/features/pricing/rules/taxonomy.ts";
import { sourceLabel } from "#app/platform/rules/requests/visit-source.ts";
import {
  FUNNEL,
  type NumberName,
  type NumberRow,
  type NumbersAsked,
  QUOTE_OUTCOMES,
  TAKEN,
  bucketsOf,
  funnelBySource,
  shareOf,
  sumOf,
  supplyAndDemand,
} from "./numbers.ts";

export type Cell = string | number | null;
export type NumberTable = {
  /** "%" columns are shares; others are counts or words. */
  columns: readonly { key: string; header: string; unit?: "%" }[];
  rows: readonly Readonly<Record<string, Cell>>[];
};
export const TABLES = ["sources", "funnel", "clients", "fields", "acceptance", "on-time", "support", "quotes"] as const;
export type TableName = (typeof TABLES)[number];
type Figures = { now: readonly NumberRow[]; free: readonly NumberRow[] };

/** Sources shown; the rest are one row. */
const MOST_SOURCES = 25;
const STEP_HEADERS = { day: "Day", week: "Week from", month: "Month" } as const;
const COUNT = (what: NumberName, header: string) => ({ key: what, header });

/** "Surgery" in "Medicine". An order's field that isn't on the list any more is shown by its slug. */
const fieldLabels = (subfield: string): { subfield: string; field: string } => {
  const found = findSubfield(subfield);
  return { subfield: found?.subfield.label ?? subfield, field: found?.field.label ?? "" };
};

/** One row for each day, week or month, with what `cells` says of its figures. */
function byTime(
  asked: NumbersAsked,
  { now }: Figures,
  columns: NumberTable["columns"],
  cells: (rows: readonly NumberRow[]) => Readonly<Record<string, Cell>>,
): NumberTable {
  const by = Map.groupBy(now, (r) => r.bucket);
  return {
    columns: [{ key: "when", header: STEP_HEADERS[asked.step] }, ...columns],
    rows: bucketsOf(asked).map((bucket) => ({ when: bucket, ...cells(by.get(bucket) ?? []) })),
  };
}

/** A table of the numbers page, as its charts and its CSV have it. */
export function numberTable(name: TableName, asked: NumbersAsked, figures: Figures): NumberTable {
  switch (name) {
    case "sources":
      return {
        columns: [
          { key: "source", header: "Source" },
          ...FUNNEL.map(({ key, label }) => ({ key, header: label })),
          { key: "share", header: "Paid orders per visit", unit: "%" },
        ],
        rows: funnelBySource(figures.now, MOST_SOURCES).map((r) => ({
          ...r,
          source: sourceLabel(r.source),
          share: shareOf(r.paid, r.visits),
        })),
      };
    case "funnel":
      return byTime(
        asked,
        figures,
        FUNNEL.map(({ key, label }) => ({ key, header: label })),
        (rows) => Object.fromEntries(FUNNEL.map(({ key }) => [key, sumOf(rows, key)])),
      );
    case "clients":
      return byTime(
        asked,
        figures,
        [
          { key: "first", header: "First orders" },
          { key: "repeat", header: "Repeat orders" },
        ],
        (rows) => {
          const repeat = sumOf(rows, "repeatOrders");
          return { first: sumOf(rows, "paid") - repeat, repeat };
        },
      );
    case "fields":
      return {
        columns: [
          { key: "subfield", header: "Subfield" },
          { key: "field", header: "Field" },
          { key: "freeWords", header: "Free words, next 7 days" },
          { key: "freeEditors", header: "Editors with time" },
          { key: "orderedWords", header: "Words ordered" },
          { key: "refusedWords", header: "Words refused" },
          { key: "delayedWords", header: "Words lost to later dates" },
        ],
        rows: supplyAndDemand(figures.free, figures.now).map((r) => ({ ...r, ...fieldLabels(r.subfield) })),
      };
    case "acceptance":
      return byTime(
        asked,
        figures,
        TAKEN.map(({ key, label }) => ({ key, header: label })),
        (rows) => Object.fromEntries(TAKEN.map(({ key }) => [key, sumOf(rows, "taken", key)])),
      );
    case "on-time":
      return byTime(
        asked,
        figures,
        [
          COUNT("delivered", "Delivered"),
          COUNT("deliveredOnTime", "On time"),
          { key: "rate", header: "On-time rate", unit: "%" },
        ],
        (rows) => rated(rows, "delivered", "deliveredOnTime", "rate"),
      );
    case "support":
      return byTime(
        asked,
        figures,
        [
          COUNT("answered", "First responses"),
          COUNT("answeredInTime", "First responses in time"),
          { key: "answeredRate", header: "First response in time", unit: "%" },
          COUNT("resolved", "Resolved"),
          COUNT("resolvedInTime", "Resolved in time"),
          { key: "resolvedRate", header: "Resolved in time", unit: "%" },
        ],
        (rows) => ({
          ...rated(rows, "answered", "answeredInTime", "answeredRate"),
          ...rated(rows, "resolved", "resolvedInTime", "resolvedRate"),
        }),
      );
    case "quotes":
      return byTime(
        asked,
        figures,
        QUOTE_OUTCOMES.map(({ key, label }) => ({ key, header: label })),
        (rows) => Object.fromEntries(QUOTE_OUTCOMES.map(({ key }) => [key, sumOf(rows, "quotes", key)])),
      );
  }
}

function rated(rows: readonly NumberRow[], whole: NumberName, part: NumberName, rate: string): Record<string, Cell> {
  const [all, kept] = [sumOf(rows, whole), sumOf(rows, part)];
  return { [whole]: all, [part]: kept, [rate]: shareOf(kept, all) };
}

import type { ChartSeries } from "#app/ui/charts/chart.tsx";
import { formatDay } from "#app/platform/rules/core/time.ts";
import type { TableName } from "../../rules/number-tables.ts";
import type { NumberName } from "../../rules/numbers.ts";
import type { Route } from "../+types/admin-numbers";

export const dayWords = (day: string): string => formatDay(new Date(`${day}T00:00:00Z`), "UTC");
export const percent = (share: number | null): string => (share === null ? "No data" : `${share}%`);

type NumbersData = Route.ComponentProps["loaderData"];

/** What every section is made from. */
export type Shown = {
  data: NumbersData;
  /** The download of a table. */
  csv: (table: TableName) => string;
  /** The orders with this date in the period. */
  orders: (date: string) => string;
  points: (table: TableName) => { label: string; values: Readonly<Record<string, number | null>> }[];
  /** What a point of time is called. */
  when: string;
  /** A figure compared with the period before. */
  change: (what: NumberName) => string;
};

/** The color of a chart's series. */
export type Tone = Pick<ChartSeries, "tone">;

/**
 * `npm run bench`: all rows of `bench/rows/` as a table; `--json` as JSON lines; `--only NAME` for one row; `--scale`
 * includes the slow ones.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { Measure, Row } from "./row.ts";

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string" },
    scale: { type: "boolean", default: false },
  },
});

const folder = path.join(import.meta.dirname, "rows");
const rows: Row[] = [];
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith(".ts"))
  .sort()) {
  rows.push(((await import(path.join(folder, file))) as { default: Row }).default);
}
const chosen = rows.filter((row) => (options.only ?? row.name) === row.name && (options.scale || !row.slow));
if (chosen.length === 0) {
  console.error(
    `There is no row called ${options.only} to measure. The rows are: ${rows.map((row) => (row.slow ? `${row.name} (with --scale)` : row.name)).join(", ")}.`,
  );
  process.exit(1);
}

const columns = (measure: Measure): [string, string, string, string, string] => [
  measure.name,
  figure(measure.value),
  measure.unit,
  `${measure.ratio.toPrecision(3)} x`,
  measure.against,
];
const WIDTHS = [34, 12, 14, 10];
const line = (cells: readonly string[]): string =>
  cells
    .map((cell, index) =>
      index === 1 || index === 3 ? cell.padStart(WIDTHS[index]!) : cell.padEnd(WIDTHS[index] ?? 0),
    )
    .join("  ")
    .trimEnd();

if (!options.json) console.log(line(["row", "value", "unit", "ratio", "against"]));
for (const row of chosen) {
  try {
    for (const measure of await row.run()) console.log(options.json ? JSON.stringify(measure) : line(columns(measure)));
  } catch (error) {
    process.exitCode = 1;
    console.error(`${row.name} failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function figure(value: number): string {
  return new Intl.NumberFormat("en-US", { maximumFractionDigits: value < 100 ? 2 : 0 }).format(value);
}

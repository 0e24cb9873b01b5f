import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { TABLES, numberTable } from "../../rules/number-tables.ts";
import { readNumbers } from "../../rules/numbers.ts";
import { readNumbersOf } from "./read-numbers.ts";

/** GET /api/csv/numbers?table=funnel: a table of the numbers page. @throws not-found for an unknown table */
export async function numbersCsv(request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const search = new URL(request.url).searchParams;
  const asked = readNumbers(search, now());
  const figures = await readNumbersOf(actor, asked);
  const name = TABLES.find((t) => t === search.get("table"));
  if (!name) throw notFound("table");
  const { columns, rows } = numberTable(name, asked, figures);
  return csvResponse(
    `${name}-${asked.from}-to-${asked.to}`,
    columns.map(({ key, header, unit }) => ({
      header: unit ? `${header} (%)` : header,
      value: (row: (typeof rows)[number]) => row[key] ?? null,
    })),
    rows,
  );
}

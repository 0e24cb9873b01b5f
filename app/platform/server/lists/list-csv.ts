import { type CsvColumn, csvField } from "#app/platform/rules/text/csv.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { FILE_ROWS } from "#app/platform/rules/core/list-query.ts";
import { csvHeaders } from "../requests/csv-response.ts";
import type { List } from "./list.ts";

/** Each file being read holds a database connection until its last row. */
const AT_ONCE = 3;
let reading = 0;

const CUT = `This file ends after ${FILE_ROWS.toLocaleString("en-US")} rows. Filter the list to download the others.`;

const busy = () =>
  new Problem("busy", "files-busy", "Other files are being prepared.", "Try again in a minute. Your filters are kept.");

/**
 * A list as a CSV file, streamed while it's read. Reading is never paused by a slow download, which would hold a
 * database connection. Longer lists are cut, and the last line says so.
 * @throws Problem busy
 */
export async function listCsv<Row>(
  name: string,
  columns: readonly CsvColumn<Row>[],
  list: List<Row>,
  most: number = FILE_ROWS,
): Promise<Response> {
  if (reading >= AT_ONCE) throw busy();
  reading++;
  const batches = list.batches(most + 1)[Symbol.asyncIterator]();
  let first: IteratorResult<Row[]>;
  try {
    // An error before the first row becomes an error page instead of half a file.
    first = await batches.next();
  } catch (error) {
    reading--;
    throw error;
  }
  const encoder = new TextEncoder();
  const line = (fields: readonly string[]) => `${fields.join(",")}\r\n`;
  let cancelled = false;
  const ended = Promise.withResolvers<void>();
  const body = new ReadableStream<Uint8Array>({
    async start(out) {
      try {
        // The byte order mark tells spreadsheets that it's UTF-8.
        out.enqueue(encoder.encode(`\uFEFF${line(columns.map((it) => csvField(it.header)))}`));
        let written = 0;
        for (let next = first; !next.done && !cancelled && written <= most; next = await batches.next()) {
          const rows = next.value.slice(0, most - written);
          out.enqueue(encoder.encode(rows.map((row) => line(columns.map((it) => csvField(it.value(row))))).join("")));
          if (rows.length < next.value.length) {
            out.enqueue(encoder.encode(line([csvField(CUT)])));
            break;
          }
          written += rows.length;
        }
        if (!cancelled) out.close();
      } catch (error) {
        if (!cancelled) out.error(error);
      } finally {
        reading--;
        ended.resolve();
        await batches.return?.();
      }
    },
    // Resolves once the slot is free again: at the next batch, which is already being fetched.
    cancel() {
      cancelled = true;
      return ended.promise;
    },
  });
  return new Response(body, { headers: csvHeaders(name) });
}

import { sheetReader } from "#app/features/organizations/server/find-organization.ts";
import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { SHEET_COLUMNS } from "../rules/sheet-csv.ts";
import { sheetDocx } from "../rules/sheet-docx.ts";
import { type EntryRow, sheetOf } from "./entries.ts";

type Args = { actor: Actor; params: Record<string, string> };

/** One's own sheet, or that of an organization that one belongs to. @throws not-found */
async function readSheet({ actor, params }: Args): Promise<EntryRow[]> {
  if (params["id"]) return sheetOf((await sheetReader(actor, params["id"])).id);
  const uid = uidOf(actor);
  if (uid === null) throw notFound("style sheet");
  return sheetOf(uid);
}

/** GET /api/style-sheet.csv and /api/organizations/:id/style-sheet.csv: a style sheet as import reads it. */
export const getSheetCsv = async (_request: Request, args: Args): Promise<Response> =>
  csvResponse("style-sheet", SHEET_COLUMNS, await readSheet(args));

/** GET /api/style-sheet.docx and /api/organizations/:id/style-sheet.docx: a style sheet as a Word file. */
export async function getSheetDocx(_request: Request, args: Args): Promise<Response> {
  const bytes = sheetDocx(await readSheet(args));
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "content-length": String(bytes.length),
      "content-disposition": 'attachment; filename="style-sheet.docx"',
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}

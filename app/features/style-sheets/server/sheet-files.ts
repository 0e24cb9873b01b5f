import { type Actor, uidOf } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { csvResponse } from "#app/platform/server/requests/csv-response.ts";
import { SHEET_COLUMNS } from "../rules/sheet-csv.ts";
import { sheetDocx } from "../rules/sheet-docx.ts";
import { sheetOf } from "./entries.ts";

type Args = { actor: Actor; params: Record<string, string> };

const ownSheet = async (actor: Actor) => {
  const uid = uidOf(actor);
  if (uid === null) throw notFound("style sheet");
  return sheetOf(uid);
};

/** GET /api/style-sheet.csv: one's own style sheet, as import reads it. */
export const getSheetCsv = async (_request: Request, { actor }: Args): Promise<Response> =>
  csvResponse("style-sheet", SHEET_COLUMNS, await ownSheet(actor));

/** GET /api/style-sheet.docx: one's own style sheet as a Word file. */
export async function getSheetDocx(_request: Request, { actor }: Args): Promise<Response> {
  const bytes = sheetDocx(await ownSheet(actor));
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

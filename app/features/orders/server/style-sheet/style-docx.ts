import { inOrder } from "#app/features/style-sheets/rules/entry.ts";
import { sheetDocx } from "#app/features/style-sheets/rules/sheet-docx.ts";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { can } from "../../rules/can.ts";
import { DOCX_TYPE } from "../uploads/count-file.ts";
import { findOrder } from "../views/find-order.ts";
import { sheetFor } from "./sheet-for.ts";

/**
 * GET /api/orders/:id/style-sheet: an order's style sheet as a Word file, for its author and editor: what was decided on
 * it, and otherwise the sheets that the order starts from. Until the order is accepted, because then its decisions are on that sheet.
 */
export async function getOrderSheet(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const order = await findOrder(params.id ?? "");
  if (!order || !can.style(actor, order) || order.acceptedAt || order.deletionStartedAt) throw notFound("style sheet");
  const bytes = sheetDocx((await sheetFor(order)).toSorted(inOrder));
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": DOCX_TYPE,
      "content-length": String(bytes.length),
      "content-disposition": `attachment; filename="${order.number} style sheet.docx"`,
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}

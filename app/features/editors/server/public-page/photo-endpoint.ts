import type { Actor } from "#app/platform/rules/core/actor.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { can } from "../../rules/can.ts";

/** GET /api/editor-photos/:id: the photo of a public page, or of the reader's own page before it is public. */
export async function getEditorPhoto(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const row = await database()
    .selectFrom("editor_pages as p")
    .innerJoin("editors as e", "e.uid", "p.editorId")
    .select(["p.photo", "p.photoType", "e.publicAt"])
    .where("p.editorId", "=", params.id ?? "")
    .executeTakeFirst();
  const isPublic = row?.publicAt != null;
  if (!row?.photo || !row.photoType || !(isPublic || can.viewProfile(actor, params.id ?? ""))) throw notFound("photo");
  return new Response(new Uint8Array(row.photo), {
    headers: {
      "content-type": row.photoType,
      "cache-control": isPublic ? "public, max-age=86400" : "private, no-store",
      "content-security-policy": "default-src 'none'",
      "x-content-type-options": "nosniff",
    },
  });
}

import type { Actor } from "#app/platform/rules/actor.ts";
import { uidOf } from "#app/platform/rules/actor.ts";
import { now } from "#app/platform/server/clock.ts";
import { database } from "#app/platform/server/database.ts";
import { storage } from "#app/platform/server/storage.ts";
import { contentDisposition } from "../rules/file-name.ts";
import { fileFor } from "./file-for.ts";
import { asOwnFile } from "./list-files.ts";
import { startOrderIfAssigned } from "./start-order.ts";

const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]{1,100}$/i;

/** GET /api/files/:id/download. The link is worth what the session is worth: who may open the file is asked at each request. Each opening is noted. */
export async function downloadFile(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const { file, order } = await fileFor(actor, params.id ?? "");
  // An editor who opens the manuscript has begun: what cancelling costs hangs on it.
  if (file.purpose === "source" || file.purpose === "working") await startOrderIfAssigned(actor, order.id);
  const { stream, bytes } = await storage().read(file.storageKey);
  await database()
    .insertInto("file_views")
    .values({
      fileId: file.id,
      orderId: file.orderId,
      viewerId: uidOf(actor),
      what: `download ${file.purpose}`,
      at: now(),
    })
    .execute();
  return new Response(stream, {
    headers: {
      // Never a type that a browser would run here, whatever the file calls itself.
      "content-type":
        PLAIN_TYPE.test(file.contentType) &&
        !/html|xml|svg|script/i.test(file.contentType.replace("openxmlformats", ""))
          ? file.contentType
          : "application/octet-stream",
      "content-length": String(bytes),
      "content-disposition": contentDisposition(file.name),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}

/** GET /api/files/:id: a client's own file and how its count stands, as JSON. */
export async function describeFile(
  _request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  const { file } = await fileFor(actor, params.id ?? "");
  return Response.json({ file: asOwnFile(file) });
}

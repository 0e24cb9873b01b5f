import type { Actor } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { database } from "#app/platform/server/core/database.ts";
import { openStored } from "#app/platform/server/files/stored-file.ts";
import { contentDisposition, deliveredName } from "../../rules/draft/file-name.ts";
import { can } from "../../rules/can.ts";
import { fileFor } from "./file-for.ts";
import type { Order } from "../views/find-order.ts";
import { type FileRow, asOwnFile } from "../views/list-files.ts";
import { startOrderIfAssigned } from "./start-order.ts";
import { recordOpening } from "./record-view.ts";

const PLAIN_TYPE = /^[a-z]+\/[a-z0-9.+-]{1,100}$/i;

type Args = { actor: Actor; params: Record<string, string> };

/**
 * GET /api/files/:id/download. Each request checks whether the session may open the file, and each opening is logged.
 * Nothing else is written, so prefetching or scanning a link never changes an order.
 * @throws conflict not_started for an editor who hasn't started: what canceling costs the client depends on whether the
 * manuscript was opened
 */
export async function downloadFile(_request: Request, { actor, params }: Args): Promise<Response> {
  const { file, order } = await fileFor(actor, params.id ?? "");
  if (opensManuscript(file) && order.status === "assigned" && can.work(actor, order))
    throw conflict(
      "not_started",
      "You haven't started this order yet.",
      "Open the order and select Start work. Then you can download the manuscript.",
    );
  return send(actor, file, order);
}

/**
 * POST /api/files/:id/download: an editor starts the order and gets its manuscript. Safe to repeat: once the order has
 * started, it's only a download.
 */
export async function startAndDownload(_request: Request, { actor, params }: Args): Promise<Response> {
  const { file, order } = await fileFor(actor, params.id ?? "");
  if (opensManuscript(file)) await startOrderIfAssigned(actor, order.id);
  return send(actor, file, order);
}

const opensManuscript = (file: FileRow): boolean =>
  file.purpose === "source" || file.purpose === "version" || file.purpose === "working";

/**
 * The name a browser saves a file under. A delivered copy is named after its manuscript and delivery, whatever the
 * editor's upload was called.
 */
async function savedName(file: FileRow): Promise<string> {
  const { purpose } = file;
  if (purpose !== "tracked" && purpose !== "clean") return file.name;
  const delivered = await database()
    .selectFrom("submission_files as sf")
    .innerJoin("submissions as s", "s.id", "sf.submissionId")
    .innerJoin("files as source", "source.id", "sf.sourceFileId")
    .select(["s.round", "source.name"])
    .where(purpose === "tracked" ? "sf.trackedFileId" : "sf.cleanFileId", "=", file.id)
    .where("s.status", "=", "delivered")
    .orderBy("s.round")
    .executeTakeFirst();
  return delivered ? deliveredName(delivered.name, delivered.round, purpose, file.name) : file.name;
}

async function send(actor: Actor, file: FileRow, order: Order): Promise<Response> {
  const { body, bytes } = await openStored(file);
  await recordOpening(actor, file, order, `download ${file.purpose}`);
  return new Response(body, {
    headers: {
      // Never a type that a browser would run, whatever the file's name says.
      "content-type":
        PLAIN_TYPE.test(file.contentType) &&
        !/html|xml|svg|script/i.test(file.contentType.replace("openxmlformats", ""))
          ? file.contentType
          : "application/octet-stream",
      "content-length": String(bytes),
      "content-disposition": contentDisposition(await savedName(file)),
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
    },
  });
}

/** GET /api/files/:id: a client's own file and the state of its count, as JSON. */
export async function describeFile(_request: Request, { actor, params }: Args): Promise<Response> {
  const { file } = await fileFor(actor, params.id ?? "");
  return Response.json({ file: asOwnFile(file) });
}

import type { Actor } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { config } from "#app/platform/server/core/config.ts";
import { log } from "#app/platform/server/core/log.ts";
import { sha256OfFile, storage } from "#app/platform/server/files/storage.ts";
import type { FileRole } from "../../rules/draft/file-role.ts";
import type { FileRow } from "../views/list-files.ts";
import { readDocumentQueries } from "../work/read-document-queries.ts";
import { attachFile } from "./attach-file.ts";
import { countFile } from "./count-file.ts";
import { releaseUpload } from "./reserve-upload.ts";
import type { UploadPurpose } from "./upload-policy.ts";

export type ArrivedFile = {
  fileId: string;
  orderId: string;
  purpose: UploadPurpose;
  sourceFileId: string | null;
  role?: FileRole | null;
  name: string;
  contentType: string;
  bytes: number;
};

/**
 * Attaches stored bytes (`fileId`) to their order and counts them. If refused, they're deleted.
 * @throws what `attachFile` throws
 */
export async function takeFile(actor: Actor, file: ArrivedFile): Promise<FileRow> {
  const sha256 = await storage().withLocal(file.fileId, sha256OfFile);
  let row: FileRow;
  try {
    row = await attachFile(actor, { ...file, contentType: file.contentType || "application/octet-stream", sha256 });
  } catch (error) {
    if (error instanceof Problem) await forget(file.fileId);
    throw error;
  }
  if (row.purpose === "tracked") {
    // The editor sees at once which comments will be asked; at submission they're read in any case.
    await readDocumentQueries(row.id).catch((error: unknown) =>
      log.error("comments not read", error, { fileId: row.id }),
    );
  }
  if (row.state !== "counting") return row;
  try {
    return (await countFile(row.id)) ?? row;
  } catch (error) {
    // The file is stored, and a clock rule will count it again.
    log.error("file not counted", error, { fileId: row.id });
    return row;
  }
}

/** Deletes the bytes of a file, and the upload protocol's own record of it. */
export async function forget(fileId: string): Promise<void> {
  await storage().remove(fileId);
  await storage().remove(`${fileId}${config().s3 ? ".info" : ".json"}`);
  await releaseUpload(fileId);
}

import { type ReEdit, uncompared } from "#app/features/documents/rules/re-edit/re-edit-count.ts";
import type { Engine } from "#app/features/documents/server/engine-type.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { withStored } from "#app/platform/server/files/stored-file.ts";
import type { FileRow } from "../views/list-files.ts";
import { listDeliveredCopies } from "../work/find-delivery.ts";

/**
 * What has changed in a new version since the delivery that its order re-edits or that the version is a revision of.
 * Null on an order of new work. A version that can't be compared is counted in full and says why, so that the upload
 * never fails.
 * @param local where the new version's bytes are
 */
export async function compareWithDelivery(file: FileRow, local: string, engine: Engine): Promise<ReEdit | null> {
  const copies = await copiesFor(file);
  if (!copies) return null;
  if (copies.length === 0) return uncompared("gone");
  try {
    const found = await withLocals(copies, (delivered) => engine.reEdit(delivered, local, file.name));
    return found.ok ? { count: found.count, listed: found.listed, unlisted: found.unlisted } : uncompared("unread");
  } catch (error) {
    log.error("a new version could not be compared", error, { fileId: file.id });
    return uncompared("unread");
  }
}

/**
 * What a file is compared with: the delivery of a re-edit's order, or of a revision the clean copy of the same
 * source. Null for new work and for a reply letter.
 */
async function copiesFor(file: FileRow): Promise<FileRow[] | null> {
  const db = database();
  if (file.role === "reply_letter") return null;
  if (file.purpose === "version")
    return (await listDeliveredCopies(file.orderId, db)).filter((copy) => copy.sourceFileId === file.sourceFileId);
  const order = await db.selectFrom("orders").select("reeditOf").where("id", "=", file.orderId).executeTakeFirst();
  return order?.reeditOf ? listDeliveredCopies(order.reeditOf, db) : null;
}

/** Several stored files at once as paths on this machine. */
function withLocals<R>(
  files: readonly FileRow[],
  use: (paths: readonly string[]) => Promise<R>,
  paths: readonly string[] = [],
): Promise<R> {
  const [file, ...rest] = files;
  return file === undefined ? use(paths) : withStored(file, (local) => withLocals(rest, use, [...paths, local]));
}

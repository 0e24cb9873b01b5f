import { sql } from "kysely";
import { openSealed } from "#app/platform/server/files/stored-file.ts";
import { database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";
import type { ZipPart } from "#app/platform/server/files/zip-stream.ts";

/** A stored file of a person. `sealedFor` is set if it's encrypted. */
type Stored = { name: string; key: string; sealedFor: string | null; at: Date };

/**
 * The files that a person may have a copy of: manuscripts and deliveries, attachments, and an editor's own documents.
 */
export async function listPersonalFiles(
  uid: string,
  afterId: string,
  limit: number,
): Promise<(Stored & { id: string })[]> {
  const { rows } = await sql<Stored & { id: string }>`
    select * from (
      select 'files/' || o.number || '/' || f.purpose || '/' || f.id || '-' || f.name as name,
      f."storageKey" as key, null::text as "sealedFor", f."createdAt" as at, f.id
      from files f join orders o on o.id = f."orderId"
      where o."userId" = ${uid} and f."removedAt" is null and f."storageKey" <> ''
        and (f.purpose in ('source', 'working', 'reference', 'answered', 'attachment') or exists (
          select 1 from submission_files p join submissions s on s.id = p."submissionId"
          where s.status = 'delivered' and f.id in (p."trackedFileId", p."cleanFileId")))
      union all
      select 'files/attachments/' || a.id || '-' || a.name, a."storageKey", null, a."createdAt", a.id
      from attachments a where a."uploadedBy" = ${uid} and a."removedAt" is null
      union all
      select 'files/application/' || f.kind || '-' || f.id || '.' || split_part(f."contentType", '/', 2),
      f."storageKey", f.id, f."createdAt", f.id
      from application_files f where f.uid = ${uid} and f."removedAt" is null and f.bytes > 0
      union all
      select 'files/kyc/' || d.kind || '-' || f.position || '-' || f.id || '.' || split_part(f."contentType", '/', 2),
      f."storageKey", f.id, f."createdAt", f.id
      from kyc_files f join kyc_documents d on d.id = f."documentId" where d.uid = ${uid} and f."removedAt" is null
    ) it where id > ${afterId} order by id limit ${limit}`.execute(database());
  return rows;
}

/** A stored file as part of a ZIP file. One that was deleted in the meantime is left out. */
export async function partOf(file: Stored): Promise<ZipPart | null> {
  try {
    // An encrypted document is small and is opened whole.
    const bytes = file.sealedFor
      ? [await openSealed({ id: file.sealedFor, storageKey: file.key })]
      : ((await storage().read(file.key)).stream as unknown as AsyncIterable<Uint8Array>);
    return { name: safeName(file.name), at: file.at, bytes };
  } catch {
    return null;
  }
}

/** A name in a ZIP file, without slashes, so that no file ends up outside its folder. */
const safeName = (name: string): string => name.replaceAll("\\", "_").replaceAll("..", "_");

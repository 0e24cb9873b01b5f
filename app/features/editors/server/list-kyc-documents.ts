import { type Reader, database } from "#app/platform/server/database.ts";
import { type KycDocument, type KycState, isDocumentKind } from "../rules/kyc.ts";

/** Every document that these people ever sent, newest first. Whoever asks decides who may see it. */
export async function listKycDocumentsOf(
  uids: readonly string[],
  db: Reader = database(),
): Promise<(KycDocument & { uid: string })[]> {
  if (uids.length === 0) return [];
  const rows = await db
    .selectFrom("kyc_documents")
    .selectAll()
    .where("uid", "in", [...uids])
    .orderBy("submittedAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.flatMap((d) => (isDocumentKind(d.kind) ? [{ ...d, kind: d.kind, status: d.status as KycState }] : []));
}

/** One person's documents, newest first. Whoever asks decides who may see them. */
export const listKycDocuments = (uid: string, db: Reader = database()): Promise<KycDocument[]> =>
  listKycDocumentsOf([uid], db);

import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type KycDocument, type KycState, isDocumentKind } from "../../rules/kyc/kyc.ts";

/** All documents these people ever sent, newest first. The caller checks permission. */
export async function listKycDocumentsOf(
  uids: readonly string[],
  db: Reader = database(),
): Promise<(KycDocument & { uid: string })[]> {
  if (uids.length === 0) return [];
  const rows = await db
    .selectFrom("kyc_documents")
    // Never the signature, which is encrypted and stays on the server.
    .select(["id", "uid", "kind", "status", "issuedOn", "expiresOn", "submittedAt", "reviewedAt", "reviewedBy", "note"])
    .select(["form", "doctorate", "reviewerId", "replacedAt", "agreementVersion", "agreementSha256"])
    .where("uid", "in", [...uids])
    .orderBy("submittedAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.flatMap((d) => (isDocumentKind(d.kind) ? [{ ...d, kind: d.kind, status: d.status as KycState }] : []));
}

/** One person's documents, newest first. The caller checks permission. */
export const listKycDocuments = (uid: string, db: Reader = database()): Promise<KycDocument[]> =>
  listKycDocumentsOf([uid], db);

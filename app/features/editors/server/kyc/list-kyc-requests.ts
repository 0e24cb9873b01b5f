import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { KycRequest } from "../../rules/kyc/kyc-overview.ts";

/**
 * Documents that staff asked an editor for and that haven't been sent yet, at most one of each kind. The caller checks
 * permission.
 */
export const listKycRequests = (uid: string, db: Reader = database()): Promise<KycRequest[]> =>
  db.selectFrom("kyc_requests").select(["kind", "note", "askedAt"]).where("uid", "=", uid).orderBy("askedAt").execute();

import { type Reader, database } from "#app/platform/server/core/database.ts";
import { currentKeyVersion, sealJson, unsealJson } from "#app/platform/server/files/sealing.ts";
import type { KycDetails } from "../../rules/kyc/kyc-details.ts";
import type { DetailsState } from "../../rules/kyc/kyc-standing.ts";

/** What somebody's legal details are sealed for, followed by their id. */
export const ABOUT_DETAILS = "kyc details ";
const about = (uid: string): string => ABOUT_DETAILS + uid;

/** Whether an editor's details exist, and whether they were compared with the documents. */
export async function detailsStateOf(uid: string, db: Reader = database()): Promise<DetailsState> {
  const row = await db.selectFrom("kyc_details").select("checkedAt").where("uid", "=", uid).executeTakeFirst();
  return row ? (row.checkedAt ? "checked" : "saved") : "missing";
}

export type KeptDetails = { details: KycDetails; version: number; savedAt: Date; checkedAt: Date | null };

/** An editor's details, decrypted, or null. The caller checks permission and logs it. */
export async function readDetails(uid: string, db: Reader = database()): Promise<KeptDetails | null> {
  const row = await db.selectFrom("kyc_details").selectAll().where("uid", "=", uid).executeTakeFirst();
  if (!row) return null;
  return {
    details: unsealJson(row.sealed, about(uid)) as KycDetails,
    version: row.version,
    savedAt: row.savedAt,
    checkedAt: row.checkedAt,
  };
}

/** The details of several editors, decrypted, by their ids. The caller checks permission and logs it. */
export async function readDetailsOf(
  uids: readonly string[],
  db: Reader = database(),
): Promise<Map<string, KycDetails>> {
  if (uids.length === 0) return new Map();
  const rows = await db.selectFrom("kyc_details").select(["uid", "sealed"]).where("uid", "in", uids).execute();
  return new Map(rows.map(({ uid, sealed }) => [uid, unsealJson(sealed, about(uid)) as KycDetails]));
}

/** Encrypts and stores details. They must be compared with the documents again. */
export async function writeDetails(tx: Reader, uid: string, details: KycDetails, now: Date): Promise<void> {
  const row = { sealed: sealJson(details, about(uid)), keyVersion: currentKeyVersion(), savedAt: now };
  await tx
    .insertInto("kyc_details")
    .values({ uid, ...row })
    .onConflict((c) =>
      c.column("uid").doUpdateSet((eb) => ({
        ...row,
        version: eb("kyc_details.version", "+", 1),
        checkedAt: null,
        checkedBy: null,
      })),
    )
    .execute();
}

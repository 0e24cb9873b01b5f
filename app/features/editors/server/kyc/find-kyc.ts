import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound, refused } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { type KycDocument } from "../../rules/kyc/kyc.ts";
import { type KycOverview, kycOverview } from "../../rules/kyc/kyc-overview.ts";
import { NOT_FOR_SUPPORT } from "../../rules/kyc/can-kyc.ts";
import { detailsStateOf } from "./kyc-details.ts";
import { listKycDocuments } from "./list-kyc-documents.ts";
import { listKycRequests } from "./list-kyc-requests.ts";

/** A document without finance-only fields. */
const closed = (d: KycDocument): KycDocument =>
  NOT_FOR_SUPPORT.includes(d.kind) ? { ...d, issuedOn: null, expiresOn: null, form: null, note: "" } : d;

export type EditorKyc = {
  uid: string;
  displayName: string;
  email: string;
  overview: KycOverview;
  documents: KycDocument[];
};

/**
 * One editor's KYC status, for the editor, admins, and support (without tax and bank details).
 * @throws refused, not-found if there is no such editor
 */
export async function findKyc(actor: Actor, uid: string, now: Date, db: Reader = database()): Promise<EditorKyc> {
  const own = actor.kind === "person" && actor.emailVerified && actor.uid === uid;
  if (!own && !may(actor, "care")) throw refused("Only staff and the editor can see this KYC status.");
  const editor = await db
    .selectFrom("editors as e")
    .innerJoin("users as u", "u.uid", "e.uid")
    .select([
      "e.uid",
      "u.displayName",
      "u.email",
      "e.kycStatus",
      "e.identityApprovedAt",
      "e.agreementSignedAt",
      "e.doctorateVerifiedAt",
      "e.kycApprovedAt",
    ])
    .where("e.uid", "=", uid)
    .executeTakeFirst();
  if (!editor) throw notFound("editor");
  const all = await listKycDocuments(uid, db);
  const documents = own || may(actor, "people") ? all : all.map(closed);
  return {
    uid,
    displayName: editor.displayName,
    email: editor.email,
    documents,
    overview: kycOverview(
      { ...editor, details: await detailsStateOf(uid, db) },
      documents,
      now,
      await listKycRequests(uid, db),
    ),
  };
}

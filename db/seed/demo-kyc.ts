import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Tx, database } from "#app/platform/server/core/database.ts";
import { currentKeyVersion, seal } from "#app/platform/server/files/sealing.ts";
import { sha256, storage } from "#app/platform/server/files/storage.ts";
import { DOCUMENT_LABELS, type DocumentKind } from "#app/features/editors/rules/kyc/kyc.ts";
import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import { readDetails, writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import { agreementToSign, signAgreement } from "#app/features/editors/server/application/sign-agreement.ts";
import { CAST_DETAILS } from "./cast-details.ts";
import { CAST } from "./cast.ts";
import { specimenPdf } from "./specimen.ts";

/** The parts of a document that somebody sent, in days from now. */
type Sent = { kind: DocumentKind; sent: number; issued: number; expires?: number };

/** Days from now: sent, issued, and expiry. Approved documents were approved on the same day as the cast's editors. */
const APPROVED: Record<string, { reviewed: number; documents: Sent[] }> = {
  [CAST.jonas.uid]: {
    reviewed: -CAST.jonas.editor.approvedDaysAgo,
    documents: [
      { kind: "id_document", sent: -404, issued: -3_502, expires: 150 },
      { kind: "proof_of_address", sent: -404, issued: -431 },
      { kind: "degree_certificate", sent: -403, issued: -4_890 },
      { kind: "tax_form", sent: -403, issued: -403, expires: 770 },
      { kind: "bank_proof", sent: -402, issued: -410 },
      { kind: "signed_agreement", sent: -400, issued: -400 },
    ],
  },
  [CAST.priya.uid]: {
    reviewed: -CAST.priya.editor.approvedDaysAgo,
    documents: [
      { kind: "id_document", sent: -66, issued: -1_240, expires: 2_410 },
      // A landlord's letter for a lease that ends soon, so it must be renewed.
      { kind: "proof_of_address", sent: -66, issued: -148, expires: 34 },
      { kind: "degree_certificate", sent: -65, issued: -1_871 },
      { kind: "tax_form", sent: -64, issued: -64, expires: 1_031 },
      { kind: "bank_proof", sent: -64, issued: -79 },
      { kind: "signed_agreement", sent: -60, issued: -60 },
    ],
  },
};

/** Legal details of every editor with approved documents. */
const DETAILS: Record<string, { checked: boolean; details: KycDetails }> = {
  [CAST.jonas.uid]: { checked: true, details: CAST_DETAILS[CAST.jonas.uid]! },
  [CAST.priya.uid]: { checked: true, details: CAST_DETAILS[CAST.priya.uid]! },
  [CAST.noor.uid]: {
    checked: false,
    details: {
      legalName: "Noor Haddad",
      dateOfBirth: "1990-03-08",
      addressLine: "Prinsengracht 214",
      town: "Amsterdam",
      postCode: "1016 HD",
      country: "NL",
      taxCountry: "NL",
      tin: "123456782",
      vatId: "",
      vatStatus: "small",
    },
  },
};

/**
 * Creates the cast editors' legal details and identity documents, encrypted as the product keeps them: two editors
 * approved and one waiting for review. Safe to repeat.
 */
export async function seedKyc(tx: Tx, at: Date): Promise<void> {
  if (await tx.selectFrom("kyc_documents").select("id").limit(1).executeTakeFirst()) return;
  for (const [uid, { checked, details }] of Object.entries(DETAILS)) await saveDetails(tx, at, uid, details, checked);
  for (const [uid, { reviewed, documents }] of Object.entries(APPROVED))
    for (const sent of documents) await send(tx, at, uid, DETAILS[uid]!.details.legalName, sent, reviewed);
  const { legalName } = DETAILS[CAST.noor.uid]!.details;
  await send(tx, at, CAST.noor.uid, legalName, { kind: "id_document", sent: -2, issued: -820, expires: 2_830 }, null);
}

/** Gives an approved editor of the demo details and documents, all approved on the same day. */
export const seedApprovedKyc = (at: Date, uid: string, details: KycDetails, approvedDaysAgo: number): Promise<void> =>
  database()
    .transaction()
    .execute(async (tx) => {
      await saveDetails(tx, at, uid, details, true);
      const sent = -approvedDaysAgo - 3;
      const documents: readonly Sent[] = [
        { kind: "id_document", sent, issued: -2_000, expires: 1_600 },
        { kind: "proof_of_address", sent, issued: sent - 30 },
        { kind: "degree_certificate", sent, issued: -4_000 },
        { kind: "tax_form", sent, issued: sent, expires: 1_000 },
        { kind: "bank_proof", sent, issued: sent - 12 },
      ];
      for (const one of documents) await send(tx, at, uid, details.legalName, one, -approvedDaysAgo);
    });

/** Has approved editors sign the agreement in force, as they do on the page with their documents. */
export async function signAgreements(editors: readonly Person[]): Promise<void> {
  const { version } = await agreementToSign(now());
  for (const editor of editors) {
    const saved = await readDetails(editor.uid);
    if (!saved) throw new Error(`${editor.displayName} has no legal details to sign with.`);
    await signAgreement(editor, { uid: editor.uid, name: saved.details.legalName, version, agreed: "yes" });
  }
}

const day = (at: Date, n: number): string =>
  after(at, n * DAY)
    .toISOString()
    .slice(0, 10);

async function saveDetails(tx: Tx, at: Date, uid: string, details: KycDetails, checked: boolean): Promise<void> {
  await writeDetails(tx, uid, details, after(at, -3 * DAY));
  if (checked)
    await tx
      .updateTable("kyc_details")
      .set({ checkedAt: after(at, -2 * DAY), checkedBy: CAST.ada.uid })
      .where("uid", "=", uid)
      .execute();
}

/** @param reviewed when it was approved, in days from `at`; null while it waits for review */
async function send(
  tx: Tx,
  at: Date,
  uid: string,
  legalName: string,
  { kind, sent, issued, expires }: Sent,
  reviewed: number | null,
): Promise<void> {
  const id = newId("kycDocument");
  const submittedAt = after(at, sent * DAY);
  await tx
    .insertInto("kyc_documents")
    .values({
      id,
      uid,
      kind,
      status: reviewed === null ? "submitted" : "approved",
      form: kind === "tax_form" ? "dac7" : null,
      doctorate: kind === "degree_certificate",
      issuedOn: day(at, issued),
      expiresOn: expires === undefined ? null : day(at, expires),
      submittedAt,
      ...(reviewed === null ? {} : { reviewedAt: after(at, reviewed * DAY), reviewedBy: CAST.ada.uid }),
    })
    .execute();
  // The agreement is signed on the page and has no file.
  if (kind === "signed_agreement") return;
  const fileId = newId("kycFile");
  const bytes = specimenPdf([DOCUMENT_LABELS[kind], legalName, `Issued ${day(at, issued)}`]);
  const storageKey = `kyc/${fileId}`;
  await storage().put(storageKey, seal(bytes, fileId));
  await tx
    .insertInto("kyc_files")
    .values({
      id: fileId,
      documentId: id,
      position: 0,
      contentType: "application/pdf",
      bytes: bytes.length,
      sha256: sha256(bytes),
      storageKey,
      keyVersion: currentKeyVersion(),
      createdAt: submittedAt,
    })
    .execute();
}

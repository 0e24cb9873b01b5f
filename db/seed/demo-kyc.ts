import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import type { DocumentKind } from "#app/features/editors/rules/kyc.ts";
import { CAST } from "./cast.ts";

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

/** Creates the cast editors' identity documents: two approved and one waiting for review. Safe to repeat. */
export async function seedKyc(tx: Tx, at: Date): Promise<void> {
  if (await tx.selectFrom("kyc_documents").select("id").limit(1).executeTakeFirst()) return;
  const day = (n: number): string =>
    after(at, n * DAY)
      .toISOString()
      .slice(0, 10);
  for (const [uid, { reviewed, documents }] of Object.entries(APPROVED))
    for (const d of documents)
      await tx
        .insertInto("kyc_documents")
        .values({
          id: newId("kycDocument"),
          uid,
          kind: d.kind,
          status: "approved",
          issuedOn: day(d.issued),
          expiresOn: d.expires === undefined ? null : day(d.expires),
          submittedAt: after(at, d.sent * DAY),
          reviewedAt: after(at, reviewed * DAY),
          reviewedBy: CAST.ada.uid,
        })
        .execute();
  await tx
    .insertInto("kyc_documents")
    .values({
      id: newId("kycDocument"),
      uid: CAST.noor.uid,
      kind: "id_document",
      status: "submitted",
      issuedOn: day(-820),
      expiresOn: day(2_830),
      submittedAt: after(at, -2 * DAY),
    })
    .execute();
}

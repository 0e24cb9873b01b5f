import type { CommandContext } from "#app/platform/server/core/command.ts";
import { kycStanding } from "../../rules/kyc/kyc-standing.ts";
import { lockEditor } from "../find-editor.ts";
import { detailsStateOf } from "./kyc-details.ts";
import { listKycDocuments } from "./list-kyc-documents.ts";

/**
 * Updates an editor's row from their documents, in the open transaction: their permissions and overall state. Called
 * after every change, so that an approval immediately enables invites and payouts.
 */
export async function settleKyc(ctx: CommandContext, uid: string): Promise<void> {
  const { tx, now } = ctx;
  const editor = await lockEditor(tx, uid);
  const documents = await listKycDocuments(uid, tx);
  const standing = kycStanding(documents, await detailsStateOf(uid, tx), editor.agreementSignedAt !== null, now);
  const sent = (kind: string) => documents.some((d) => d.kind === kind);
  // Editors confirmed before documents were stored stay confirmed until they send one.
  const since = (holds: boolean, before: Date | null, kind: string) =>
    holds ? (before ?? now) : sent(kind) ? null : before;
  const next = {
    kycStatus: standing.status,
    identityApprovedAt: since(standing.inForce.id_document, editor.identityApprovedAt, "id_document"),
    agreementSignedAt: since(standing.inForce.signed_agreement, editor.agreementSignedAt, "signed_agreement"),
    doctorateVerifiedAt: since(standing.doctorate, editor.doctorateVerifiedAt, "degree_certificate"),
    kycApprovedAt: standing.complete ? (editor.kycApprovedAt ?? now) : standing.rejected ? null : editor.kycApprovedAt,
    kycExpiredAt: standing.expired ? (editor.kycExpiredAt ?? now) : null,
  };
  await tx.updateTable("editors").set(next).where("uid", "=", uid).execute();
  const mayWork = (e: { identityApprovedAt: Date | null; agreementSignedAt: Date | null; kycExpiredAt: Date | null }) =>
    e.identityApprovedAt !== null && e.agreementSignedAt !== null && e.kycExpiredAt === null;
  const work = mayWork(next) && !mayWork(editor);
  const pay = next.kycApprovedAt !== null && editor.kycApprovedAt === null;
  if (work || pay)
    await ctx.fact("kyc.cleared", { subjectId: uid, data: { uid, work, pay }, topics: [`user:${uid}`, "staff"] });
}

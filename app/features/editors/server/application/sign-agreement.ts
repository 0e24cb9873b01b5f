import { dayOf } from "#app/platform/rules/core/day.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { policyAt } from "#app/features/policy/server/read-policy.ts";
import { z } from "zod";
import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { sealJson } from "#app/platform/server/files/sealing.ts";
import { sha256 } from "#app/platform/server/files/storage.ts";
import { findLegalInForce, withPolicy } from "#app/features/accounts/server/legal/legal-documents.ts";
import { recordAcceptance } from "#app/features/accounts/server/legal/record-acceptance.ts";
import { sameName } from "../../rules/kyc/kyc-details.ts";
import { canKyc } from "../../rules/kyc/can-kyc.ts";
import { lockEditor } from "../find-editor.ts";
import { readDetails } from "../kyc/kyc-details.ts";
import { settleKyc } from "../kyc/settle-kyc.ts";

/** The hash of the text to sign, in the current version. */
export async function agreementToSign(at: Date, db?: Reader): Promise<{ version: string; sha256: string }> {
  const { version, body } = await withPolicy(
    await findLegalInForce("editor-agreement", at, db),
    await policyAt(at, db),
  );
  return { version, sha256: sha256(Buffer.from(body)) };
}

/**
 * An editor signs the agreement on the page: typed name, time, version and the text's hash are stored. Needs no review.
 * Signing the same version again does nothing.
 * @throws invalid by field; conflict when there is a newer version
 */
export const signAgreement = command({
  input: z.object({
    uid: z.string(),
    name: z.string().trim().min(1, "Type your full legal name.").max(120, "Use 120 characters or fewer."),
    version: z.string().max(20),
    agreed: z.literal("yes", { error: "Confirm that you've read the agreement and accept it." }),
  }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) => canKyc.send(actor, editor.uid) || "Only the editor can sign this agreement.",
  run: async ({ input, thing: editor, ...ctx }): Promise<void> => {
    const { tx, now } = ctx;
    const { uid } = editor;
    const text = await agreementToSign(now, tx);
    if (input.version !== text.version)
      throw conflict(
        "agreement_changed",
        "There's a new version of the editor agreement.",
        "Reload the page, read the new version, then sign it.",
      );
    const details = (await readDetails(uid, tx))?.details;
    if (!details)
      throw invalid("details_first", "Save your details first.", "The agreement is signed with your legal name.", {
        name: "Save your legal name above first.",
      });
    if (!sameName(details.legalName, input.name))
      throw invalid("name", "This isn't your legal name.", "Type it as in your details above.", {
        name: "Type your legal name as in your details above.",
      });
    const before = await tx
      .selectFrom("kyc_documents")
      .select("id")
      .where("uid", "=", uid)
      .where("kind", "=", "signed_agreement")
      .where("agreementVersion", "=", text.version)
      .where("status", "=", "approved")
      .executeTakeFirst();
    if (before) return;
    const id = newId("kycDocument");
    await tx
      .insertInto("kyc_documents")
      .values({
        id,
        uid,
        kind: "signed_agreement",
        status: "approved",
        submittedAt: now,
        reviewedAt: now,
        issuedOn: dayOf(now),
        agreementVersion: text.version,
        agreementSha256: text.sha256,
        signature: sealJson({ name: input.name, at: now.toISOString(), ...text }, id),
      })
      .execute();
    await recordAcceptance(ctx, { uid, documents: ["editor-agreement"], context: "editor agreement signed" });
    await ctx.fact("kyc.signed", {
      subjectId: uid,
      data: { uid, documentId: id, ...text },
      topics: [`user:${uid}`, "staff"],
    });
    await settleKyc(ctx, uid);
  },
});

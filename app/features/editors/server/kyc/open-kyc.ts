import { z } from "zod";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { sealedFile } from "#app/platform/server/files/sealed-files.ts";
import type { DocumentKind } from "../../rules/kyc/kyc.ts";
import { type KycDetails, TAX_DETAILS } from "../../rules/kyc/kyc-details.ts";
import { canKyc, whyNotReview } from "../../rules/kyc/can-kyc.ts";
import { lockEditor } from "../find-editor.ts";
import { readDetails } from "./kyc-details.ts";

/**
 * Records that a reviewer opens a file, before it is decrypted.
 * @returns where it's stored
 * @throws not-found when deleted
 */
export const openKycFile = command({
  input: z.object({ fileId: z.string().max(60) }),
  load: async ({ fileId }, { tx }) => {
    const file = await tx
      .selectFrom("kyc_files as f")
      .innerJoin("kyc_documents as d", "d.id", "f.documentId")
      .select(["f.id", "f.storageKey", "f.contentType", "f.bytes", "f.documentId", "d.uid", "d.kind"])
      .where("f.id", "=", fileId)
      .where("f.removedAt", "is", null)
      .executeTakeFirst();
    if (!file) throw notFound("file");
    return { ...file, kind: file.kind as DocumentKind };
  },
  allow: (actor, file) => whyNotReview(actor, file),
  run: async ({ thing: file, fact }) => {
    const { id, uid, kind, documentId, storageKey, contentType, bytes } = file;
    await fact("kyc.opened", { subjectId: uid, data: { uid, what: kind, documentId, fileId: id }, topics: ["staff"] });
    return { id, storageKey, contentType, bytes };
  },
});

/** Records that staff open an editor's legal details, and returns them, with tax data only for admins. */
export const openKycDetails = command({
  input: z.object({ uid: z.string() }),
  load: ({ uid }, { tx }) => lockEditor(tx, uid),
  allow: (actor, editor) =>
    canKyc.openDetails(actor, editor.uid) || "Only other staff can open an editor's personal details.",
  run: async ({ thing: { uid }, tx, actor, fact }) => {
    const kept = await readDetails(uid, tx);
    if (!kept) throw notFound("editor's details");
    await fact("kyc.opened", {
      subjectId: uid,
      data: { uid, what: "details", documentId: null, fileId: null },
      topics: ["staff"],
    });
    const details: Partial<KycDetails> = { ...kept.details };
    if (!may(actor, "people")) for (const name of TAX_DETAILS) delete details[name];
    return { details, version: kept.version, checkedAt: kept.checkedAt, savedAt: kept.savedAt };
  },
});

/**
 * POST /api/kyc/files/:id: a decrypted file, for its reviewers, each opening logged. Shown in a sandbox without
 * scripts; with `?download` as an attachment.
 */
export async function openKycFileEndpoint(
  request: Request,
  { actor, params }: { actor: Actor; params: Record<string, string> },
): Promise<Response> {
  return sealedFile(request, await openKycFile(actor, { fileId: params.id ?? "" }));
}

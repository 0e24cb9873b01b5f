import { data } from "react-router";
import { type Actor, isAdmin } from "#app/platform/rules/core/actor.ts";
import { Problem, invalid } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { formText } from "#app/platform/rules/core/form-text.ts";
import { DOCUMENT_KINDS, type KycDocument } from "../rules/kyc.ts";
import type { KycDetails } from "../rules/kyc-details.ts";
import { canKyc } from "../rules/kyc-policy.ts";
import { confirmKycDetails } from "./confirm-kyc-details.ts";
import { decideKycDocument } from "./decide-kyc-document.ts";
import { type EditorKyc, findKyc } from "./find-kyc.ts";
import { detailsStateOf } from "./kyc-details.ts";
import { openKycDetails } from "./open-kyc.ts";
import { startKycReview } from "./start-kyc-review.ts";

export type ReviewFile = { id: string; contentType: string; bytes: number; position: number };
export type ReviewDocument = KycDocument & {
  files: ReviewFile[];
  mayReview: boolean;
  mayRevoke: boolean;
  /** Who is reviewing it, by name; `mine` when that's the reader. */
  reviewerName: string | null;
  mine: boolean;
  deciderName: string | null;
};
export type KycReviewData = Omit<EditorKyc, "documents"> & {
  documents: ReviewDocument[];
  details: "missing" | "saved" | "checked";
  mayConfirm: boolean;
  mayOpenDetails: boolean;
};

/** Everything a reviewer needs on one editor, without any content: files and details are opened one by one, each opening logged. */
export async function loadKycReview(actor: Actor, uid: string): Promise<KycReviewData> {
  const kyc = await findKyc(actor, uid, now());
  const ids = kyc.documents.map((d) => d.id);
  const files =
    ids.length === 0
      ? []
      : await database()
          .selectFrom("kyc_files")
          .select(["id", "documentId", "contentType", "bytes", "position"])
          .where("documentId", "in", ids)
          .where("removedAt", "is", null)
          .orderBy("documentId")
          .orderBy("position")
          .execute();
  const uids = [...new Set(kyc.documents.flatMap((d) => [d.reviewerId, d.reviewedBy]).filter((u) => u != null))];
  const people =
    uids.length === 0
      ? []
      : await database().selectFrom("users").select(["uid", "displayName"]).where("uid", "in", uids).execute();
  const name = (of: string | null | undefined) => people.find((p) => p.uid === of)?.displayName ?? null;
  const newest = new Set(
    DOCUMENT_KINDS.flatMap((kind) => kyc.documents.find((d) => d.kind === kind && !d.replacedAt)?.id ?? []),
  );
  return {
    ...kyc,
    details: await detailsStateOf(uid),
    mayConfirm: isAdmin(actor) && actor.uid !== uid,
    mayOpenDetails: canKyc.openDetails(actor, uid),
    documents: kyc.documents.map((d) => ({
      ...d,
      files: canKyc.review(actor, { uid, kind: d.kind }) ? files.filter((f) => f.documentId === d.id) : [],
      mayReview: newest.has(d.id) && canKyc.review(actor, { uid, kind: d.kind }),
      mayRevoke: d.kind !== "signed_agreement" && canKyc.revoke(actor, { uid }),
      reviewerName: name(d.reviewerId),
      mine: actor.kind === "person" && d.reviewerId === actor.uid,
      deciderName: name(d.reviewedBy),
    })),
  };
}

export type ReviewAnswer = {
  intent: string;
  documentId?: string;
  error?: ReturnType<Problem["toJSON"]>;
  done?: string;
  typed?: { note: string; issuedOn: string; expiresOn: string };
  opened?: { details: Partial<KycDetails>; version: number; checked: boolean };
};

const DONE = {
  approved: "Document approved",
  needs_info: "Asked for more",
  rejected: "Document rejected",
  revoked: "Approval withdrawn",
} as const;

/** A reviewer's forms on one editor's documents. The answer names the document it belongs to. */
export async function actOnKycReview(form: FormData, actor: Actor, uid: string) {
  const intent = formText(form, "intent");
  const documentId = formText(form, "documentId");
  const typed = {
    note: formText(form, "note"),
    issuedOn: formText(form, "issuedOn"),
    expiresOn: formText(form, "expiresOn"),
  };
  const answer: ReviewAnswer = { intent, ...(documentId ? { documentId } : {}) };
  try {
    switch (intent) {
      case "start":
      case "take-over":
        await startKycReview(actor, { documentId, takeOver: intent === "take-over" });
        return data<ReviewAnswer>({ ...answer, done: "Review started" });
      case "approved":
      case "needs_info":
      case "rejected":
      case "revoked":
        await decideKycDocument(actor, {
          documentId,
          decision: intent,
          note: typed.note,
          ...(form.has("issuedOn") ? { issuedOn: typed.issuedOn } : {}),
          ...(form.has("expiresOn") ? { expiresOn: typed.expiresOn } : {}),
          doctorate: form.get("doctorate") === "yes",
        });
        return data<ReviewAnswer>({ ...answer, done: `${DONE[intent]}. We’ve notified the editor.` });
      case "open-details": {
        const { details, version, checkedAt } = await openKycDetails(actor, { uid });
        return data<ReviewAnswer>({ ...answer, opened: { details, version, checked: checkedAt !== null } });
      }
      case "confirm-details":
        await confirmKycDetails(actor, { uid, version: formText(form, "version") });
        return data<ReviewAnswer>({ ...answer, done: "Details confirmed" });
      default:
        throw invalid("input", "Unknown action.", "Reload the page and try again.");
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return data<ReviewAnswer>({ ...answer, error: error.toJSON(), typed }, { status: error.status });
  }
}

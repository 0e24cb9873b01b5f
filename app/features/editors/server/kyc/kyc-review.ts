import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { PageAnswer } from "#app/platform/server/requests/page-frame.ts";
import { database } from "#app/platform/server/core/database.ts";
import { DOCUMENT_KINDS, type KycDocument } from "../../rules/kyc/kyc.ts";
import type { KycDetails } from "../../rules/kyc/kyc-details.ts";
import { canKyc } from "../../rules/kyc/can-kyc.ts";
import { type EditorKyc, findKyc } from "./find-kyc.ts";
import { detailsStateOf } from "./kyc-details.ts";

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

/**
 * Everything a reviewer needs on one editor, without any content: files and details are opened one by one, each opening
 * logged.
 */
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
    mayConfirm: may(actor, "people") && actor.uid !== uid,
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

/** What a review form adds to the action's result: the document it is about, or the details that were opened. */
export type ReviewExtra = {
  documentId: string;
  opened: { details: Partial<KycDetails>; version: number; checked: boolean };
};
export type ReviewAnswer = PageAnswer<ReviewExtra>;

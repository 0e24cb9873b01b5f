import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import type { DocumentKind } from "./kyc.ts";

/** Finance documents: support sees that they exist and their status, and admins review them. */
export const NOT_FOR_SUPPORT: readonly DocumentKind[] = ["tax_form", "bank_proof"];

const isEditorSelf = (actor: Actor, uid: string): boolean =>
  actor.kind === "person" && actor.emailVerified && actor.isEditor && actor.uid === uid;
const isOther = (actor: Actor, uid: string): boolean => actor.kind === "person" && actor.uid !== uid;

/** Permissions on an editor's documents and details. Nobody reviews their own. */
export const canKyc = {
  /** Send documents, save details, sign. */
  send: isEditorSelf,
  /** Open the files of a document and decide on it. */
  review: (actor: Actor, { uid, kind }: { uid: string; kind: DocumentKind }): boolean =>
    may(actor, "care") && isOther(actor, uid) && (may(actor, "people") || !NOT_FOR_SUPPORT.includes(kind)),
  /** Revoke an approval. */
  revoke: (actor: Actor, { uid }: { uid: string }): boolean => may(actor, "people") && isOther(actor, uid),
  /** Ask an editor for documents. */
  ask: (actor: Actor, uid: string): boolean => may(actor, "people") && isOther(actor, uid),
  openDetails: (actor: Actor, uid: string): boolean => may(actor, "care") && isOther(actor, uid),
};

/** Why this person may not review this document, as a message to them. */
export function whyNotReview(actor: Actor, document: { uid: string; kind: DocumentKind }): true | string {
  if (canKyc.review(actor, document)) return true;
  if (!may(actor, "care")) return "Only staff can review documents.";
  return actor.uid === document.uid
    ? "Somebody else has to review your own documents."
    : "Only an admin can review tax forms and bank details.";
}

import type { Actor } from "#app/platform/rules/core/actor.ts";
import { readChoices } from "../../rules/draft/choices.ts";
import { type FileRole, PURPOSE_OF_ROLE } from "../../rules/draft/file-role.ts";
import { isReviseable } from "../../rules/work/revision.ts";
import { type OrderForPolicy, can } from "../../rules/can.ts";

/** What an uploaded file can be for. Working and clean copies are made by the system. */
export const UPLOAD_PURPOSES = ["source", "version", "reference", "tracked", "letter", "attachment"] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/**
 * Whether this actor may put a file of this purpose on this order: asked when an upload begins and again at every later
 * part of it.
 */
export function uploadPolicy(
  actor: Actor,
  order: OrderForPolicy & { choices?: unknown },
  purpose: UploadPurpose,
  role: FileRole | null = null,
): boolean {
  // Only a response to reviewers has a reply letter and reviewers' comments.
  if (role && (PURPOSE_OF_ROLE[role] !== purpose || !readChoices(order.choices).forReviewers)) return false;
  if (purpose === "source" || purpose === "reference") return can.edit(actor, order);
  // A new version of a delivered manuscript, for a revision.
  if (purpose === "version") return can.decide(actor, order) && isReviseable(order.status);
  if (purpose === "tracked") return can.work(actor, order) || can.read(actor, order);
  if (purpose === "letter") return can.work(actor, order);
  return can.message(actor, order);
}

import { READER_LEVELS } from "#app/features/orders/rules/review/second-reading.ts";
import { isAway } from "#app/features/editors/rules/free-words.ts";
import { knowsField } from "#app/features/editors/rules/qualified.ts";
import type { EditorForMatching, OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { ENGLISH_VARIANT_LABELS, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import type { Eligibility } from "./eligibility.ts";

/** Who can't read an order, besides its author and those the author blocked. */
export type ExcludedReaders = {
  /** The order's editor and those who had it before. */
  editors: readonly string[];
  /** Those who declined the reading, handed it back, or had it taken from them. */
  declined: readonly string[];
};

/**
 * Whether an editor may be an order's second reader now: a senior or lead editor who knows the field, never one who
 * edits it. The text is already edited, so reading it needs neither a doctorate nor free words. Quiet hours delay
 * invites, not acceptance.
 */
export function readerEligibility(
  editor: EditorForMatching,
  order: Pick<OrderForMatching, "clientUid" | "subfield" | "variant">,
  out: ExcludedReaders,
  now: Date,
): Eligibility {
  const reasons: string[] = [];
  if (editor.uid === order.clientUid) reasons.push("This is your own order.");
  if (out.editors.includes(editor.uid)) reasons.push("You edit this order or did so before.");
  if (out.declined.includes(editor.uid)) reasons.push("You declined this second reading or it was reassigned.");
  if (!READER_LEVELS.includes(editor.level)) reasons.push("Second readers are senior or lead editors.");
  if (!editor.identityApproved) reasons.push("Your identity hasn't been verified yet.");
  if (!editor.agreementSigned) reasons.push("You haven't signed the editor agreement.");
  if (editor.documentsExpired) reasons.push("One of your documents has expired. Renew it to get new invites.");
  if (editor.accountBlocked) reasons.push("Your account is blocked.");
  if (editor.paused) reasons.push("Your invites are paused.");
  if (!editor.matchReady) reasons.push("Your matching settings aren't complete.");
  if (editor.blockedByClient) reasons.push("This client works with other editors.");
  if (!editor.variants.includes(order.variant))
    reasons.push(`You don't edit ${ENGLISH_VARIANT_LABELS[order.variant]}.`);
  if (!knowsField(editor, "copyediting", order.subfield))
    reasons.push(`Your fields don't include ${subfieldLabel(order.subfield)}.`);
  if (isAway(editor, now)) reasons.push("You're away today. Invites resume when you're back.");
  return { eligible: reasons.length === 0, reasons };
}

import { count } from "#app/platform/rules/core/count.ts";
import { MOST_FIRST_ORDERS, assignedQaReason } from "#app/features/orders/rules/review/qa.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { ENGLISH_VARIANT_LABELS, subfieldLabel } from "#app/features/pricing/rules/taxonomy.ts";
import { formatWords } from "#app/features/pricing/rules/word-counts.ts";
import { inQuietHours } from "#app/features/editors/rules/calendar.ts";
import { freeWords, hasRoom, isAway } from "#app/features/editors/rules/free-words.ts";
import { knowsField } from "#app/features/editors/rules/qualified.ts";
import type { EditorForMatching, OrderForMatching } from "#app/features/editors/rules/editor-for-matching.ts";

export type Eligibility = {
  eligible: boolean;
  /** Reasons why not, as sentences for the editor. Empty if eligible. */
  reasons: string[];
};

/** The deadline this editor would get: earlier if their work is reviewed before delivery. */
export function editorDueOf(
  editor: Pick<EditorForMatching, "qaDone">,
  order: Pick<OrderForMatching, "orderId" | "service" | "editorDueAt" | "review">,
): Date {
  const { orderId, service, editorDueAt, review } = order;
  if (!review) return editorDueAt;
  const about = { orderId, service, editorQaDone: editor.qaDone ?? MOST_FIRST_ORDERS };
  return assignedQaReason(about, review.rates) ? after(editorDueAt, -review.earlierMs) : editorDueAt;
}

/** Whether an editor may accept this order now. Ignores quiet hours, which delay invites but not acceptance. */
export function eligibility(editor: EditorForMatching, order: OrderForMatching, now: Date): Eligibility {
  const reasons: string[] = [];
  if (editor.uid === order.clientUid) reasons.push("This is your own order.");
  if (order.readerUid === editor.uid) reasons.push("You're the second reader of this order.");
  if (!editor.identityApproved) reasons.push("Your identity hasn't been verified yet.");
  if (!editor.agreementSigned) reasons.push("You haven't signed the editor agreement.");
  if (editor.documentsExpired) reasons.push("One of your documents has expired. Renew it to get new invites.");
  if (editor.accountBlocked) reasons.push("Your account is blocked.");
  if (editor.paused) reasons.push("Your invites are paused.");
  if (!editor.matchReady) reasons.push("Your matching settings aren't complete.");
  if (editor.blockedByClient) reasons.push("This client works with other editors.");
  if (order.declinedBy.includes(editor.uid)) reasons.push("You declined this order or it was reassigned.");
  if (!editor.services.includes(order.service))
    reasons.push(`You don't offer ${SERVICE_LABELS[order.service].toLowerCase()}.`);
  if (!editor.variants.includes(order.variant))
    reasons.push(`You don't edit ${ENGLISH_VARIANT_LABELS[order.variant]}.`);
  if (order.service === "expert" && !editor.doctorate) reasons.push("Expert editing requires a verified doctorate.");
  else if (!knowsField(editor, order.service, order.subfield))
    reasons.push(
      order.service === "expert"
        ? `Expert editing requires this exact subfield: ${subfieldLabel(order.subfield)}.`
        : `Your fields don't include ${subfieldLabel(order.subfield)}.`,
    );
  const parallel = editor.parallelOrders ?? 0;
  const accepted = editor.openOrders.filter((o) => !o.untaken);
  if (parallel > 0 && accepted.length >= parallel)
    reasons.push(`You have ${count(accepted.length, "open order")}, which is your limit.`);
  const dueAt = editorDueOf(editor, order);
  if (dueAt <= now) reasons.push("The editor's deadline has passed.");
  else if (editor.weeklyWords !== null) {
    const free = freeWords({ ...editor, openOrders: accepted }, now, dueAt);
    if (free >= order.words && isAway(editor, now)) reasons.push("You're away today. Invites resume when you're back.");
    if (free < order.words)
      reasons.push(
        `You have ${free === 0 ? "no words" : formatWords(free)} free before the deadline, but this order has ${formatWords(order.words)}.`,
      );
  }
  if (reasons.length === 0 && isReserved(editor, order, now))
    reasons.push(
      "Your time before the deadline is reserved for another order that no other editor can accept right now.",
    );
  return { eligible: reasons.length === 0, reasons };
}

/** Whether another order without an editor needs this editor's words or place. */
const isReserved = (editor: EditorForMatching, order: OrderForMatching, now: Date): boolean =>
  editor.openOrders.some((o) => o.untaken) && !hasRoom(editor, order.words, order.editorDueAt, now);

/** Whether an invite may be sent now or must wait for the end of the editor's quiet hours. */
export const mayBeInvitedNow = (editor: Pick<EditorForMatching, "quietHours" | "timeZone">, now: Date): boolean =>
  !inQuietHours(editor.quietHours, editor.timeZone, now);

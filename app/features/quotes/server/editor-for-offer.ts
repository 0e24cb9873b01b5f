import { conflict, invalid } from "#app/platform/rules/core/errors.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { EditorForMatching } from "#app/features/editors/rules/editor-for-matching.ts";
import { hasRoom } from "#app/features/editors/rules/free-words.ts";
import { editorDueOf } from "#app/features/matching/rules/eligibility.ts";
import { findEditorTakingOrder } from "#app/features/matching/server/find-editor-taking-order.ts";
import { orderForMatching } from "#app/features/matching/server/order-for-matching.ts";
import { endReservation, reserveEditor } from "#app/features/orders/server/lifecycle/reserve-editor.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { Offer } from "./find-quote.ts";

/** The words of orders that an editor has accepted and not delivered yet. */
export const openWordsOf = (editor: EditorForMatching): number =>
  editor.openOrders.reduce((sum, o) => (o.untaken ? sum : sum + o.words), 0);

/** Why an editor can't be given this order at all, whatever their load: for staff. Null if they can. */
export function whyNotOfferable(editor: EditorForMatching, order: Order): string | null {
  if (editor.uid === order.userId) return "This is the author.";
  if (!editor.identityApproved || !editor.agreementSigned) return "Their identity or agreement isn't complete.";
  if (editor.documentsExpired) return "One of their documents has expired.";
  if (editor.accountBlocked) return "Their account is blocked.";
  if (editor.blockedByClient) return "The author works with other editors.";
  if (order.service === "expert" && !editor.doctorate) return "Expert editing requires a verified doctorate.";
  return null;
}

/**
 * The editor an offer is for. Fields, services, and free words don't matter, because they're asked to agree.
 * @throws invalid
 */
export async function editorToAsk(ctx: CommandContext, planned: Order, editorId: string): Promise<EditorForMatching> {
  const editor = editorId ? await findEditorTakingOrder(ctx, await orderForMatching(planned, ctx.tx), editorId) : null;
  const why = editor ? whyNotOfferable(editor, planned) : "Choose an editor.";
  if (!editor || why) {
    const said = why === "Choose an editor." ? why : `This editor can't take the order. ${why}`;
    throw invalid("editor", said, "Choose another editor.", { editorId: said });
  }
  return editor;
}

/**
 * Whether an editor who agreed to an offer can still do it: their settings leave room for it, or they have no more work
 * than when they agreed.
 */
export async function isStillFree(ctx: CommandContext, planned: Order, offer: Offer): Promise<boolean> {
  if (!offer.editorId) return false;
  const wanted = await orderForMatching(planned, ctx.tx);
  const editor = await findEditorTakingOrder(ctx, wanted, offer.editorId);
  if (!editor || whyNotOfferable(editor, planned)) return false;
  return (
    openWordsOf(editor) <= (offer.editorOpenWords ?? 0) ||
    hasRoom(editor, wanted.words, editorDueOf(editor, wanted), ctx.now)
  );
}

/** @throws conflict when no editor has room for the order by its date. Nothing is reserved either way */
export async function requireRoom(ctx: CommandContext, planned: Order): Promise<void> {
  const hasAny = await reserveEditor(ctx, planned, []);
  await endReservation(ctx.tx, planned.id);
  if (!hasAny)
    throw conflict(
      "no_room",
      "No editor has time for this many words by that date.",
      "Choose a later date, or ask an editor to agree first.",
    );
}

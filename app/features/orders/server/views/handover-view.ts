import { keptWords } from "../../rules/draft/editor-shares.ts";
import { UNANSWERED, handBackRefusal } from "../../rules/work/hand-back.ts";
import { copyIsUsable, ownCopies } from "../work/find-handover.ts";
import { type FileView, fileView } from "./file-view.ts";
import type { OrderPage } from "./read-order-page.ts";

/** What the editor would be paid if they handed the order back. @param agreedMinor what completing it pays them */
export function handBackView(page: OrderPage, agreedMinor: number) {
  const { order, files, parts, deadlines } = page;
  return {
    refusal: handBackRefusal(order.status),
    revision: order.deliveredAt !== null,
    excused: Boolean(order.flags[UNANSWERED]),
    hasCopy: copyIsUsable(ownCopies(files, order), parts),
    agreedMinor,
    /** What counts as done, and what a revision by another editor gets. */
    handover: deadlines.handover,
    keptBp: order.keptBp,
    words: Math.max(order.progressWords, keptWords(order)),
    billableWords: order.billableWords,
    currency: order.currency,
  };
}
export type HandBackView = ReturnType<typeof handBackView>;

export type WorkSoFar = { words: number; billableWords: number; copies: FileView[]; revision: boolean };

/**
 * What earlier editors left for the current one: their newest copy of each source. Null if the order has had only one
 * editor.
 */
export function workSoFar({ order, files, handovers }: OrderPage): WorkSoFar | null {
  if (handovers.length === 0) return null;
  const newest = new Map<string, FileView>();
  for (const f of files)
    if (f.purpose === "tracked" && f.sourceFileId && f.uploadedBy !== order.assignedTo)
      newest.set(f.sourceFileId, fileView(f));
  const revision = handovers.some((it) => it.phase === "revision");
  if (newest.size === 0) return null;
  return { words: keptWords(order), billableWords: order.billableWords, copies: [...newest.values()], revision };
}

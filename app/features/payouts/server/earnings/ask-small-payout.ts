import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { noteSmallPayout } from "#app/features/editors/server/small-payout.ts";
import { loadBankOwner, mayChangeBank } from "../bank/bank-owner.ts";
import { lockBank } from "../bank/bank-changes.ts";
import { planFor } from "./list-earnings.ts";
import { nextCutoffAt } from "./read-payout-policy.ts";

/**
 * An editor asks for a payout below the minimum, which each may do once: for somebody who stops, or rarely edits. The next
 * payout has no minimum then. If it's canceled or comes back, neither has the one after it.
 * @throws conflict if the editor has asked before, or nothing is below the minimum
 */
export const askSmallPayout = command({
  input: z.object({ uid: z.string() }),
  load: async ({ uid }, { tx }) => {
    // Before a run reads who is paid: it has this answer or not, and never half of it.
    await lockBank(tx, uid);
    return loadBankOwner(tx, uid);
  },
  allow: (actor, owner) => mayChangeBank(actor, owner.uid) || "Only the editor can ask for this payout.",
  run: async ({ thing: { uid }, tx, now, fact }): Promise<void> => {
    const cutoffAt = await nextCutoffAt(now, tx);
    const { belowMinimum, amountMinor, currency } = await planFor(uid, cutoffAt, cutoffAt, tx);
    if (!(await noteSmallPayout(tx, uid, now)))
      throw conflict("small_payout_asked", "You've asked for a payout below the minimum before.", "It works once.");
    // Nothing is noted then, because nothing of this transaction stays.
    if (!belowMinimum)
      throw conflict("not_small", "None of your earnings are below the minimum for payouts.", "Reload the page.");
    await fact("payout.small_asked", {
      subjectId: uid,
      data: { editorId: uid, amountMinor, currency },
      topics: [`user:${uid}`, "staff"],
    });
  },
});

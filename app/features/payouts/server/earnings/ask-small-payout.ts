import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
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
    const owner = await loadBankOwner(tx, uid);
    const { smallPayoutAskedAt } = await tx
      .selectFrom("editors")
      .select("smallPayoutAskedAt")
      .where("uid", "=", uid)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return { ...owner, smallPayoutAskedAt };
  },
  allow: (actor, owner) => mayChangeBank(actor, owner.uid) || "Only the editor can ask for this payout.",
  run: async ({ thing: { uid, smallPayoutAskedAt }, tx, now, fact }): Promise<void> => {
    if (smallPayoutAskedAt !== null)
      throw conflict("small_payout_asked", "You've asked for a payout below the minimum before.", "It works once.");
    const cutoffAt = await nextCutoffAt(now, tx);
    const { belowMinimum, amountMinor, currency } = await planFor(uid, cutoffAt, cutoffAt, tx);
    if (!belowMinimum)
      throw conflict("not_small", "None of your earnings are below the minimum for payouts.", "Reload the page.");
    await tx.updateTable("editors").set({ smallPayoutAskedAt: now }).where("uid", "=", uid).execute();
    await fact("payout.small_asked", {
      subjectId: uid,
      data: { editorId: uid, amountMinor, currency },
      topics: [`user:${uid}`, "staff"],
    });
  },
});
